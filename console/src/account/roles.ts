import type { Session } from '@pedido/client'
import type { Language } from '../text/language.ts'
import { wordOf } from '../text/texts.ts'

export type Role = Session['member']['role']

/** What each role is called, in Portuguese and English, and what it is for. */
const roles: Record<Role, readonly [name: Words, purpose: Words]> = {
  owner: [
    ['Dono', 'Owner'],
    ['Pode tudo, também convidar pessoas.', 'May do everything, and invite people.'],
  ],
  manager: [
    ['Gerente', 'Manager'],
    [
      'Pode tudo, menos administrar pessoas, tokens e a conta.',
      'May do everything but manage people, tokens and the account.',
    ],
  ],
  operator: [
    ['Operador', 'Operator'],
    [
      'Lança e muda pedidos, clientes e produtos, e importa arquivos.',
      'Enters and changes orders, customers and products, and imports files.',
    ],
  ],
  seller: [
    ['Vendedor', 'Seller'],
    [
      'Lança e muda pedidos e clientes; vê os produtos.',
      'Enters and changes orders and customers; sees the products.',
    ],
  ],
  viewer: [
    ['Leitor', 'Viewer'],
    ['Vê tudo e não muda nada.', 'Sees everything and changes nothing.'],
  ],
}

type Words = readonly [portuguese: string, english: string]

export const roleNames = Object.keys(roles) as Role[]

export const roleName = (role: Role, language: Language) => wordOf(roles[role][0], language)

export const rolePurpose = (role: Role, language: Language) => wordOf(roles[role][1], language)
