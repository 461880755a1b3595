import type { OrderRow } from '../order-row.ts'

// What an order says for the house alone.

export const internalObservations = {
  name: 'internal_observations',
  kind: 'text',
  unset: null,
  isFreeWhenLocked: true,
  isPersonal: true,
  isInternal: true,
  label: ['Observações internas', 'Internal notes'],
  headings: ['Observações internas', 'Observação interna', 'Internal notes'],
  description: 'Free text for the house alone: it is on no paper.',
} as const satisfies OrderRow

export const tags = {
  name: 'tags',
  kind: 'words',
  unset: null,
  isFreeWhenLocked: true,
  isInternal: true,
  label: ['Etiquetas', 'Tags'],
  headings: ['Etiquetas', 'Marcadores', 'Tags'],
  description: 'Short words of the house’s own, each once.',
  filter: 'With one of these tags',
} as const satisfies OrderRow
