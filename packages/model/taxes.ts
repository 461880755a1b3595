import type { itemFigures } from './item.ts'

// The taxes of a line, in the order in which they are worked out and shown. How that is done is a
// rule (src/orders/amounts/taxes.ts).

type Figure = keyof typeof itemFigures

export interface TaxRow {
  /** What people call it, in both languages. */
  readonly label: string
  /** Its figures, by the names that requests have. */
  readonly base: Figure
  readonly rate: Figure
  readonly value: Figure
  /** Its value is part of the order's total; that of the others is inside the price. */
  readonly isAdded: boolean
  /** Its base is said with each rate. Of the others it is the net value unless one is said. */
  readonly needsBase?: true
  /** The value that is taken off its own: that of a tax before it. */
  readonly deducted?: Figure
}

export const taxRows = [
  { label: 'IPI', base: 'base_ipi', rate: 'aliq_ipi', value: 'value_ipi', isAdded: true },
  { label: 'ICMS', base: 'base_icms', rate: 'aliq_icms', value: 'value_icms', isAdded: false },
  {
    label: 'ICMS-ST',
    base: 'base_icms_st',
    rate: 'aliq_icms_st',
    value: 'value_icms_st',
    isAdded: true,
    needsBase: true,
    deducted: 'value_icms',
  },
] as const satisfies readonly TaxRow[]
