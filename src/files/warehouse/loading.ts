import Big from 'big.js'
import type { LosslessNumber } from 'lossless-json'
import type { Address } from '../documents/details.ts'
import { compare, digits } from './picking.ts'
import type { Chosen, ChosenOrder, LeftOut, Named } from './selection.ts'
import type { StoredProduct } from './sql.ts'

// The loading list: what each carrier takes, by the city that it goes to.

/** What else an order may know of its way: custom fields with these keys. */
const VOLUMES = 'volumes'
const INVOICE = 'nota_fiscal'
/** So many parcels an order has at most. */
export const MOST_VOLUMES = 99

interface LoadedOrder {
  id: number
  fk_id: string | null
  number: string | null
  invoice: string | null
  customer: Named & { phone: string | null }
  address: Address | null
  observations: string | null
  volumes: number | null
  /** In kilograms, of those products that say theirs. */
  gross_weight: LosslessNumber
  lines_without_weight: number
  total_value: LosslessNumber
}

interface Totals {
  orders: number
  /** Null where an order does not say how many it has. */
  volumes: number | null
  gross_weight: LosslessNumber
  lines_without_weight: number
  total_value: LosslessNumber
}

interface Carrier {
  shipping_company: Named | null
  places: { city: string | null; state: string | null; orders: LoadedOrder[] }[]
  totals: Totals
}

export interface LoadingList {
  carriers: Carrier[]
  left_out: LeftOut[]
  totals: Totals
}

/** Parcels of an order, where it says so. */
export function volumesOf({ custom_fields }: Pick<ChosenOrder, 'custom_fields'>): number | null {
  const text = custom_fields[VOLUMES] ?? ''
  return /^[1-9]\d?$/.test(text) ? Number(text) : null
}

export const invoiceOf = ({ custom_fields }: Pick<ChosenOrder, 'custom_fields'>): string | null =>
  custom_fields[INVOICE]?.trim() || null

/** An order with what its totals are made of. */
interface Weighed {
  order: ChosenOrder
  weight: Big
  unweighed: number
}

/**
 * The list of the orders that were chosen.
 * @param phones of customers by their ids, those that the reader may see
 */
export function loadingList(
  { orders, left_out, goods }: Chosen,
  products: readonly StoredProduct[],
  phones: ReadonlyMap<number, string | null>,
): LoadingList {
  const byOrder = Map.groupBy(goods, ({ id_order }) => id_order)
  const weights = new Map(products.map(({ id, gross_weight }) => [id, gross_weight]))
  const weighed = orders.map((order): Weighed => {
    const own = (byOrder.get(order.id) ?? []).map(({ id_item, quantity }) => {
      const weight = weights.get(id_item) ?? null
      return weight === null ? null : new Big(quantity).times(weight)
    })
    return {
      order,
      weight: own.reduce((sum: Big, one) => sum.plus(one ?? 0), new Big(0)),
      unweighed: own.filter((one) => one === null).length,
    }
  })
  const byCarrier = [...Map.groupBy(weighed, ({ order }) => order.shipping_company?.id)]
  return {
    carriers: byCarrier
      .map(([, all]): Carrier => {
        return {
          shipping_company: all[0]?.order.shipping_company ?? null,
          places: placesOf(all, phones),
          totals: totalsOf(all),
        }
      })
      .sort((a, b) => lastIfUnnamed(a.shipping_company?.name, b.shipping_company?.name)),
    left_out,
    totals: totalsOf(weighed),
  }
}

function placesOf(all: Weighed[], phones: ReadonlyMap<number, string | null>): Carrier['places'] {
  const keyOf = ({ order: { address } }: Weighed) =>
    JSON.stringify([address?.state?.toUpperCase() ?? null, address?.city?.toLowerCase() ?? null])
  return [...Map.groupBy(all, keyOf).values()]
    .map((there) => {
      const { city = null, state = null } = there[0]?.order.address ?? {}
      return { city, state, orders: there.map((one) => loadedOrder(one, phones)) }
    })
    .sort(
      (a, b) =>
        lastIfUnnamed(a.state ?? undefined, b.state ?? undefined) ||
        lastIfUnnamed(a.city ?? undefined, b.city ?? undefined),
    )
}

function loadedOrder(
  { order, weight, unweighed }: Weighed,
  phones: ReadonlyMap<number, string | null>,
): LoadedOrder {
  const { id, fk_id, number, customer, observations, address } = order
  return {
    id,
    fk_id,
    number,
    invoice: invoiceOf(order),
    customer: { ...customer, phone: phones.get(customer.id) ?? null },
    address: address && placeOf(address),
    observations,
    volumes: volumesOf(order),
    gross_weight: digits(weight),
    lines_without_weight: unweighed,
    total_value: digits(order.total_value),
  }
}

/** What is written on parcels of an address. */
export function placeOf(address: Address): Address {
  const { street, number_text, complement, neighborhood, city, state, postal_code } = address
  return { street, number_text, complement, neighborhood, city, state, postal_code }
}

function totalsOf(all: Weighed[]): Totals {
  const sum = (figure: (one: Weighed) => Big | number) =>
    all.reduce((total, one) => total.plus(figure(one)), new Big(0))
  const volumes = all.map(({ order }) => volumesOf(order))
  return {
    orders: all.length,
    volumes: volumes.every((count) => count !== null) ? Number(sum(volumeOf)) : null,
    gross_weight: digits(sum(({ weight }) => weight)),
    lines_without_weight: Number(sum(({ unweighed }) => unweighed)),
    total_value: digits(sum(({ order }) => order.total_value)),
  }
}

const volumeOf = ({ order }: Weighed): number => volumesOf(order) ?? 0

/** By name; what has none comes last. */
function lastIfUnnamed(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return compare(a, b)
}
