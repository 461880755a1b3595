import { articles } from './contents/goods.ts'
import { orderMaker, type Sizes } from './contents/orders.ts'
import { customer, references } from './contents/records.ts'

/** What a test account holds. */
export const SIZES: Sizes = { customers: 120, products: 150, orders: 1_500 }

/** Orders of one transaction: requests wait for no longer than it takes. */
const ORDERS_AT_ONCE = 50

/** Records of one kind, as the bulk endpoint of the name takes them. */
type Part = readonly [name: string, records: object[]]

/** In how many steps a test account's data is made. */
export const stepsOf = ({ orders }: Sizes): number => 3 + Math.ceil(orders / ORDERS_AT_ONCE)

/**
 * What a step writes, the same whenever it is made.
 * @param since the instant in milliseconds at which the account was made, when the year of its orders ends
 */
export function partsOf(step: number, sizes: Sizes, since: number): readonly Part[] {
  if (step === 0) return references
  if (step === 1) return [['products', articles(sizes.products).map(({ product }) => product)]]
  if (step === 2)
    return [['customers', Array.from({ length: sizes.customers }, (_, i) => customer(i))]]
  const from = (step - 3) * ORDERS_AT_ONCE
  const make = orderMaker(sizes, since)
  const count = Math.min(ORDERS_AT_ONCE, sizes.orders - from)
  return [['orders', Array.from({ length: count }, (_, i) => make(from + i))]]
}
