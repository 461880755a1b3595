import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Tokens da API', 'API tokens'],
  sub: [
    'Cada programa que fala com o Pedido tem o seu.',
    'Each program that talks to Pedido has its own.',
  ],
  create: ['Novo token', 'New token'],
  name: ['Nome', 'Name'],
  nameHint: ['De que programa ele é.', 'Which program it is for.'],
  scopes: ['Pode', 'May'],
  everything: ['tudo', 'everything'],
  restricted: ['Restrito', 'Restricted'],
  restrictedWhy: [
    'só pedidos de alguns vendedores ou filiais',
    'only orders of some sellers or branches',
  ],
  created: ['Criado', 'Created'],
  lastUsed: ['Último uso', 'Last used'],
  expires: ['Vence', 'Expires'],
  expiresHint: ['Sem data, vale até ser revogado.', 'Without a date it works until it is revoked.'],
  never: ['nunca', 'never'],
  noneTitle: ['Nenhum token ainda', 'No tokens yet'],
  none: [
    'Crie um para o ERP ou a loja que vai enviar e ler pedidos.',
    'Create one for the ERP or shop that will send and read orders.',
  ],
  madeTitle: ['Copie o token agora', 'Copy the token now'],
  made: ['Ele não será mostrado de novo.', 'It will not be shown again.'],
  done: ['Pronto', 'Done'],
  cancel: ['Cancelar', 'Cancel'],
  revoke: ['Revogar', 'Revoke'],
  revokeTitle: [(name: string) => `Revogar “${name}”?`, (name: string) => `Revoke “${name}”?`],
  revokeWhy: [
    'O programa que o usa deixa de funcionar em dois segundos. Não há volta.',
    'The program that uses it stops working within two seconds. This can’t be undone.',
  ],
  revoked: ['Token revogado', 'Token revoked'],
})
