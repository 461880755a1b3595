import type { Session } from '@pedido/client'
import type { Language } from '../text/language.ts'
import { wordOf } from '../text/texts.ts'

export type Role = Session['member']['role']

/** What each role is called, in Portuguese and English, and what it is for. */
const roles: Record<Role, readonly [name: Words, purpose: Words]> = {
  owner: [
    ['Proprietário', 'Owner'],
    ['Acesso total, incluindo convidar pessoas.', 'Full access, including inviting people.'],
  ],
  manager: [
    ['Gerente', 'Manager'],
    [
      'Acesso total, exceto pessoas, tokens e a conta.',
      'Full access, except people, tokens and the account.',
    ],
  ],
  operator: [
    ['Operador', 'Operator'],
    [
      'Lança e altera pedidos, clientes e produtos, e importa arquivos.',
      'Enters and changes orders, customers and products, and imports files.',
    ],
  ],
  seller: [
    ['Vendedor', 'Seller'],
    [
      'Lança e altera pedidos e clientes; vê os produtos.',
      'Enters and changes orders and customers; sees the products.',
    ],
  ],
  viewer: [
    ['Leitor', 'Viewer'],
    ['Vê tudo, sem alterar nada.', 'Sees everything, changes nothing.'],
  ],
}

type Words = readonly [portuguese: string, english: string]

export const roleNames = Object.keys(roles) as Role[]

export const roleName = (role: Role, language: Language) => wordOf(roles[role][0], language)

export const rolePurpose = (role: Role, language: Language) => wordOf(roles[role][1], language)
