import type { DecimalDigits } from '../../base/values/decimals.ts'

interface FigureField extends DecimalDigits {
  /** The column, which is also the returned name where the figure is returned. */
  readonly column: string
  readonly returned: boolean
}

// Digits: NF-e layout 4.00 (groups I, N and O: 11v0-4, 11v0-10, 13v2, 3v2-4).
const COUNT = { integer: 11, decimals: 4 } as const
const UNIT_PRICE = { integer: 11, decimals: 10 } as const
const AMOUNT = { integer: 13, decimals: 2 } as const
const RATE = { integer: 3, decimals: 4 } as const

/**
 * The figures of an order line: written name → column (and returned name) and digits. The only
 * place where the two sets of names meet; schemas and SQL derive from it. Rates and percentages
 * are in percent, amounts in the order's currency.
 */
export const itemFigures = {
  quantity: { column: 'quantity', returned: true, ...COUNT },
  price: { column: 'price', returned: true, ...UNIT_PRICE },
  total_item: { column: 'total_item', returned: false, ...AMOUNT },
  discount_value: { column: 'vlr_desc', returned: true, ...AMOUNT },
  discount_percentage: { column: 'perc_desc', returned: true, ...RATE },
  net_unit_value: { column: 'unit_liq', returned: true, ...UNIT_PRICE },
  net_value: { column: 'total_liq', returned: true, ...AMOUNT },
  base_icms_st: { column: 'base_icms_st', returned: true, ...AMOUNT },
  aliq_icms_st: { column: 'icms_st', returned: true, ...RATE },
  value_icms_st: { column: 'vlr_icms_st', returned: true, ...AMOUNT },
  base_ipi: { column: 'base_ipi', returned: true, ...AMOUNT },
  aliq_ipi: { column: 'ipi', returned: true, ...RATE },
  value_ipi: { column: 'value_ipi', returned: true, ...AMOUNT },
  base_icms: { column: 'base_icms', returned: true, ...AMOUNT },
  aliq_icms: { column: 'icms', returned: true, ...RATE },
  value_icms: { column: 'vlr_icms', returned: true, ...AMOUNT },
} as const satisfies Record<string, FigureField>

/** A figure's name in request bodies. */
export type WrittenFigure = keyof typeof itemFigures
/** A figure's column in `order_items`. */
export type FigureColumn = (typeof itemFigures)[WrittenFigure]['column']
/** A figure's name in responses. */
export type ReturnedFigure = {
  [W in WrittenFigure]: (typeof itemFigures)[W]['returned'] extends true
    ? (typeof itemFigures)[W]['column']
    : never
}[WrittenFigure]

/** All written names, in the order of the table. */
export const writtenFigures = Object.keys(itemFigures) as WrittenFigure[]
/** All columns, in the order of the table. */
export const figureColumns: FigureColumn[] = writtenFigures.map((name) => itemFigures[name].column)

/**
 * Which discount of a line was typed, the column `typed_discount`: it stays when the line's total
 * changes, and the other one follows.
 */
export type TypedDiscount = 'money' | 'percentage'
