import { texts } from '../text/texts.ts'

/** What the frame shows of these screens, without loading them. */
export const text = texts({
  members: ['Pessoas', 'People'],
  invite: ['Convidar pessoa', 'Invite somebody'],
  audit: ['Auditoria', 'Audit'],
  settings: ['Configurações', 'Settings'],
  tokens: ['Tokens da API', 'API tokens'],
})
