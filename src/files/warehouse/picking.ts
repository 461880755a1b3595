import Big from 'big.js'
import { LosslessNumber } from 'lossless-json'
import type { Chosen, ChosenOrder, LeftOut, Named } from './selection.ts'
import type { StoredProduct } from './sql.ts'

// The picking list: what is fetched for orders, a line for each product.

/** A number of the answer: its digits, none of them rounded. */
export const digits = (value: Big): LosslessNumber => new LosslessNumber(value.toFixed())

/** A lot, of a line that says which ones it takes. */
interface Lot {
  number: string
  quantity: LosslessNumber
}

/** How much of a line is of which order. */
interface Share {
  id: number
  fk_id: string | null
  number: string | null
  quantity: LosslessNumber
  description: string | null
  lots: Lot[]
}

interface PickingLine {
  product: Named
  gtin: string | null
  unit: string | null
  quantity: LosslessNumber
  /** In kilograms; null where the product says none. */
  gross_weight: LosslessNumber | null
  orders: Share[]
}

type PickedOrder = Pick<ChosenOrder, 'id' | 'fk_id' | 'number' | 'customer' | 'delivery_date'> & {
  shipping_company: Named | null
}

export interface PickingList {
  orders: PickedOrder[]
  left_out: LeftOut[]
  lines: PickingLine[]
  totals: {
    orders: number
    lines: number
    gross_weight: LosslessNumber
    lines_without_weight: number
  }
}

/** What the lines are in the order of: shelves are by code, or by name. */
export const pickingSorts = ['code', 'name'] as const
type PickingSort = (typeof pickingSorts)[number]

/** `P-9` comes before `P-10`, as on shelves. */
export const { compare } = new Intl.Collator('pt-BR', { numeric: true })

/** The list of the goods that were chosen. */
export function pickingList(
  { orders, left_out, goods }: Chosen,
  products: readonly StoredProduct[],
  sort: PickingSort,
): PickingList {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const byProduct = Map.groupBy(goods, ({ id_item }) => id_item)
  const parts = products.map((product) => {
    const own = byProduct.get(product.id) ?? []
    const quantity = own.reduce((sum, one) => sum.plus(one.quantity), new Big(0))
    const shares = own.map(({ id_order, quantity: part, description, lots }): Share => {
      const { id = id_order, fk_id = null, number = null } = byId.get(id_order) ?? {}
      return { id, fk_id, number, quantity: digits(new Big(part)), description, lots: lotsOf(lots) }
    })
    const weight = product.gross_weight === null ? null : quantity.times(product.gross_weight)
    return { product, quantity, weight, shares }
  })
  const total = parts.reduce((sum, { weight }) => sum.plus(weight ?? 0), new Big(0))
  return {
    orders: orders.map(({ id, fk_id, number, customer, delivery_date, shipping_company }) => {
      return { id, fk_id, number, customer, delivery_date, shipping_company }
    }),
    left_out,
    lines: parts
      .sort((a, b) => inWalk(a.product, b.product, sort))
      .map(({ product: { id, name, fk_id, gtin, unit }, quantity, weight, shares }) => ({
        product: { id, name, fk_id },
        gtin,
        unit,
        quantity: digits(quantity),
        gross_weight: weight && digits(weight),
        orders: shares,
      })),
    totals: {
      orders: orders.length,
      lines: parts.length,
      gross_weight: digits(total),
      lines_without_weight: parts.filter(({ weight }) => weight === null).length,
    },
  }
}

/** Products without a code come last. */
function inWalk(a: StoredProduct, b: StoredProduct, sort: PickingSort): number {
  const byName = compare(a.name, b.name) || a.id - b.id
  if (sort === 'name') return byName
  if (a.fk_id === null || b.fk_id === null)
    return Number(a.fk_id === null) - Number(b.fk_id === null) || byName
  return compare(a.fk_id, b.fk_id) || byName
}

/** The lots of lines, each once. */
function lotsOf(json: string | null): Lot[] {
  if (json === null) return []
  const exact = (key: string, value: unknown, context?: { source: string }) =>
    key === 'quantity' && context ? new Big(context.source) : value
  const all = JSON.parse(json, exact) as { number: string; quantity: Big }[][]
  const byNumber = Map.groupBy(all.flat(), ({ number }) => number)
  return [...byNumber].map(([number, lots]) => {
    const quantity = lots.reduce((sum, lot) => sum.plus(lot.quantity), new Big(0))
    return { number, quantity: digits(quantity) }
  })
}
