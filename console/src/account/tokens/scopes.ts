import type { Token } from '@pedido/client'
import type { Language } from '../../text/language.ts'
import { wordOf } from '../../text/texts.ts'

export type Scope = Token['scopes'][number]

/** What each scope lets a program or a person do, in Portuguese and English. */
const labels: Record<Scope, readonly [string, string]> = {
  '*': ['Tudo', 'Everything'],
  'orders:read': ['Ver pedidos', 'See orders'],
  'orders:write': ['Criar e mudar pedidos', 'Create and change orders'],
  'orders:correct': ['Corrigir pedidos travados', 'Correct locked orders'],
  'customers:read': ['Ver clientes', 'See customers'],
  'customers:write': ['Criar e mudar clientes', 'Create and change customers'],
  'products:read': ['Ver produtos', 'See products'],
  'products:write': ['Criar e mudar produtos', 'Create and change products'],
  'reference:read': ['Ver os outros cadastros', 'See the other records'],
  'reference:write': ['Criar e mudar os outros cadastros', 'Create and change the other records'],
  'taxes:read': ['Ver as regras de impostos', 'See the rules of taxes'],
  'taxes:write': ['Criar e mudar as regras de impostos', 'Create and change the rules of taxes'],
  'events:read': ['Acompanhar o que acontece', 'Follow what happens'],
  'webhooks:manage': ['Administrar webhooks', 'Manage webhooks'],
  'imports:manage': ['Importar arquivos', 'Import files'],
  'tokens:manage': ['Administrar tokens e a conta', 'Manage tokens and the account'],
  'members:manage': [
    'Convidar pessoas e mudar seus papéis',
    'Invite people and change their roles',
  ],
  'audit:read': [
    'Ver quem entrou e o que mudou no acesso',
    'See who signed in and what changed in access',
  ],
  'privacy:manage': ['Anonimizar clientes', 'Anonymise customers'],
}

export const allScopes = Object.keys(labels) as Scope[]

export function scopeLabel(scope: Scope, language: Language): string {
  return wordOf(labels[scope], language)
}
