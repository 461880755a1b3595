import { texts } from '../text/texts.ts'

/** What the frame shows of these screens, without loading them. */
export const text = texts({
  webhooks: ['Webhooks', 'Webhooks'],
  events: ['Eventos', 'Events'],
  requests: ['Requisições', 'Requests'],
  imports: ['Importações', 'Imports'],
  exports: ['Exportações', 'Exports'],
})
