import type { OrderRow } from './order.ts'

/** Whether a property is said in a few words, by a name, a day or a code: a fact on screens and paper. */
export const isFact = ({ kind }: Pick<OrderRow, 'kind'>): boolean =>
  kind === 'reference' || kind === 'instant' || kind === 'code'
