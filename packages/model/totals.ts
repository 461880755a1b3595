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

/** Of the order itself: columns of `orders`. */
export interface HeaderPart {
  readonly column: string
  readonly sign: '+' | '-'
  /** The column that says whether it counts, if one does. */
  readonly condition?: string
}

const rows: readonly OrderRow[] = orderRows

/** Those that are added come first. */
export const headerParts: readonly HeaderPart[] = rows
  .flatMap((row): HeaderPart[] => {
    if (row.kind !== 'money' || !(row.isAdded || row.isTakenOff)) return []
    const part = { column: row.name, sign: row.isTakenOff ? '-' : '+' } as const
    return [typeof row.isAdded === 'string' ? { ...part, condition: row.isAdded } : part]
  })
  .toSorted((a, b) => Number(a.sign === '-') - Number(b.sign === '-'))
