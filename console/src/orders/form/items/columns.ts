import type { OrderItem, OrderPreviewItem } from '@pedido/client'
import type { NumberKind } from '../../../text/decimals.ts'

/** A line of an order as the service answers it, written or previewed. */
export type Item = OrderItem | OrderPreviewItem

/** What can be typed of a line, by its name in a request. */
export const CELLS = [
  'quantity',
  'price',
  'discount_percentage',
  'discount_value',
  'aliq_icms',
  'aliq_ipi',
  'base_icms_st',
  'aliq_icms_st',
] as const
export type Cell = (typeof CELLS)[number]

/** The discount said twice: of the two the one that was typed last stays. */
export const DISCOUNTS = ['discount_percentage', 'discount_value'] as const
/** Amounts of money among them: shown with two decimals at least. */
export const isMoney = (cell: Cell): boolean =>
  cell === 'price' || cell === 'discount_value' || cell === 'base_icms_st'

export const kindOf = (cell: Cell): NumberKind =>
  cell === 'quantity' ? 'quantity' : isMoney(cell) ? 'amount' : 'percentage'

/** What each is called in an answer. */
const answered: Record<Cell, keyof OrderItem> = {
  quantity: 'quantity',
  price: 'price',
  discount_percentage: 'perc_desc',
  discount_value: 'vlr_desc',
  aliq_icms: 'icms',
  aliq_ipi: 'ipi',
  base_icms_st: 'base_icms_st',
  aliq_icms_st: 'icms_st',
}

/** The taxes that the service makes of them: shown beside what can be typed, where they are wanted. */
export const TAX_VALUES = ['vlr_icms', 'value_ipi', 'vlr_icms_st'] as const
/** Which tax each is of. */
export const taxOfValue = { vlr_icms: 'icms', value_ipi: 'ipi', vlr_icms_st: 'icms_st' } as const
export const cellsShown = (areTaxesShown: boolean): readonly Cell[] =>
  areTaxesShown ? CELLS : CELLS.slice(0, 4)

/** Those that are folded away. */
export const TAXES = CELLS.slice(4)

/** A figure of a line as `1234.5`; '' for what is nothing there: no discount, no such tax. */
export function cellOf(item: Item, cell: Cell): string {
  const figure = item[answered[cell] as keyof Item] as number
  return figure === 0 && cell !== 'price' ? '' : decimalText(figure)
}

/** A number's figures without an exponent: the service has at most ten decimals. */
export function decimalText(figure: number): string {
  const text = String(figure)
  return text.includes('e') ? figure.toFixed(10).replace(/\.?0+$/, '') : text
}
