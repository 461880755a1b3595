import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Tokens da API', 'API tokens'],
  sub: [
    'Crie um token para cada sistema integrado ao Pedido.',
    'Create a token for each system that connects to Pedido.',
  ],
  create: ['Criar token', 'Create token'],
  name: ['Nome', 'Name'],
  nameHint: ['Qual sistema vai usá-lo.', 'Which system will use it.'],
  scopes: ['Permissões', 'Permissions'],
  chooseSome: ['Escolha pelo menos uma permissão.', 'Choose at least one permission.'],
  everything: ['tudo', 'everything'],
  restricted: ['Restrito', 'Restricted'],
  restrictedWhy: [
    'somente pedidos de alguns vendedores ou filiais',
    'only orders of some sellers or branches',
  ],
  created: ['Criado', 'Created'],
  lastUsed: ['Último uso', 'Last used'],
  expires: ['Validade', 'Expires'],
  expiresHint: ['Sem data, vale até ser revogado.', 'Without a date it works until it is revoked.'],
  never: ['não expira', 'never'],
  noneTitle: ['Nenhum token ainda', 'No tokens yet'],
  none: [
    'Crie um para o ERP ou a loja virtual que vai enviar e consultar pedidos.',
    'Create one for the ERP or shop that will send and read orders.',
  ],
  madeTitle: ['Copie o token agora', 'Copy the token now'],
  made: ['Ele não será mostrado de novo.', 'It will not be shown again.'],
  done: ['Pronto', 'Done'],
  cancel: ['Cancelar', 'Cancel'],
  revoke: ['Revogar', 'Revoke'],
  revokeTitle: [(name: string) => `Revogar “${name}”?`, (name: string) => `Revoke “${name}”?`],
  revokeWhy: [
    'O sistema que o usa perde o acesso em dois segundos. Não é possível desfazer.',
    'The system that uses it loses access within two seconds. This can’t be undone.',
  ],
  revoked: ['Token revogado', 'Token revoked'],
})
