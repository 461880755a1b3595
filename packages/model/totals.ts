import { itemFigures } from './item.ts'
import { orderRows } from './order.ts'
import type { OrderRow, ShareName } from './order-row.ts'
import { taxRows } from './taxes.ts'

// What an order comes to: these parts and nothing else. The amounts, the functions of the database and
// the sums of products are made from them.

type AddedTax = Extract<(typeof taxRows)[number], { isAdded: true }>

/** What the taxes without columns of their own add to a line, or take off it: a column of `order_items`. */
export const OTHER_TAXES = 'outside_other'

/** Of each line: columns of `order_items`. */
export const lineParts: readonly (
  | 'total_liq'
  | (typeof itemFigures)[AddedTax['value']]['column']
  | typeof OTHER_TAXES
)[] = [
  itemFigures.net_value.column,
  ...taxRows.flatMap((tax) => (tax.isAdded ? [itemFigures[tax.value].column] : [])),
  OTHER_TAXES,
]

/** An amount that is a part of the total. */
type AmountColumn = Extract<(typeof orderRows)[number], { share: ShareName }>['name']

/** Of the order itself: columns of `orders`. */
export interface HeaderPart {
  readonly column: AmountColumn
  readonly sign: '+' | '-'
  /** The column that says whether it counts, if one does. */
  readonly condition?: string
  /** What a line has of it: a part in proportion to this column of the lines. */
  readonly share: ShareName
  readonly weight: 'total_liq' | 'total_item'
}

const rows: readonly OrderRow[] = orderRows

/**
 * Those that are added come first. What is taken off falls to lines by their net values, so that none comes to
 * less than nothing; what is added by their values before discounts, as invoices have it.
 */
export const headerParts: readonly HeaderPart[] = rows
  .flatMap((row): HeaderPart[] => {
    if (row.kind !== 'money' || !row.share) return []
    const { name: column, isAdded, isTakenOff, share } = row
    const condition = typeof isAdded === 'string' ? { condition: isAdded } : {}
    const part = { column: column as AmountColumn, share, ...condition }
    if (isTakenOff) return [{ ...part, sign: '-', weight: 'total_liq' }]
    return isAdded ? [{ ...part, sign: '+', weight: 'total_item' }] : []
  })
  .toSorted((a, b) => Number(a.sign === '-') - Number(b.sign === '-'))

/** What a line comes to with its shares: they add up to the order's total. */
export const lineTotal = {
  name: 'line_total',
  label: ['Total da linha com rateios', 'Line total with shares'],
} as const satisfies ShareName

/** All taxes of a line. */
export const lineTaxes = {
  name: 'taxes',
  label: ['Impostos do item', 'Taxes of the item'],
} as const satisfies ShareName

/** What the service says of a line beside its figures, as amounts. */
export const lineShares: readonly ShareName[] = [
  ...headerParts.map(({ share }) => share),
  lineTotal,
]
