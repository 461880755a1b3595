import { itemFigures } from './item.ts'
import { orderRows } from './order.ts'
import type { OrderRow } from './order-row.ts'
import { taxRows } from './taxes.ts'

// What an order comes to: these parts and nothing else. The amounts, the functions of the database and
// the sums of products are made from them.

type AddedTax = Extract<(typeof taxRows)[number], { isAdded: true }>

/** Of each line: columns of `order_items`. */
export const lineParts: readonly (
  | 'total_liq'
  | (typeof itemFigures)[AddedTax['value']]['column']
)[] = [
  itemFigures.net_value.column,
  ...taxRows.flatMap((tax) => (tax.isAdded ? [itemFigures[tax.value].column] : [])),
]

/** Of the order itself: columns of `orders`, and the column that says whether a part is added, if one does. */
export interface HeaderPart {
  readonly column: string
  readonly isAdded: true | string
}

const rows: readonly OrderRow[] = orderRows

export const headerParts: readonly HeaderPart[] = rows.flatMap((row) =>
  row.kind === 'money' && row.isAdded ? [{ column: row.name, isAdded: row.isAdded }] : [],
)
