import { draw, pick } from './draw.ts'
import { articles } from './goods.ts'
import { branches, codeOfCustomer, paymentTypes, sellerOf } from './records.ts'

/** How much of what a test account has. */
export interface Sizes {
  customers: number
  products: number
  orders: number
}

const DAYS = 365
const DAY_MS = 86_400_000
/** São Paulo has had no summer time since 2019. */
const OFFSET_MS = 3 * 3_600_000

/** Orders of a month against those of an average one, from January on: the end of the year is busy. */
const MONTHS = [0.8, 0.82, 0.95, 1, 1.02, 1.05, 0.95, 0.98, 1, 1.05, 1.2, 1.3] as const
/** The same of a weekday, from Sunday on. */
const WEEKDAYS = [0, 1, 1.05, 1.05, 1, 0.9, 0.2] as const
/** The last day takes so many times the orders of the first, and prices are so much higher. */
const GROWTH = 1.3
const INFLATION = 1.05

/** The days of the year that ends with `until`, each with the share of orders that were taken by its end. */
function shares(until: number): { day: number; share: number }[] {
  const last = Math.floor((until - OFFSET_MS) / DAY_MS)
  let sum = 0
  const days = Array.from({ length: DAYS }, (_, i) => {
    const day = last - DAYS + 1 + i
    const date = new Date(day * DAY_MS)
    const growth = 1 + ((GROWTH - 1) * i) / DAYS
    sum += (MONTHS[date.getUTCMonth()] ?? 1) * (WEEKDAYS[date.getUTCDay()] ?? 1) * growth
    return { day, share: sum }
  })
  return days.map(({ day, share }) => ({ day, share: share / sum }))
}

/**
 * Makes the orders of a test account, as the bulk endpoint takes them.
 * @param until the instant in milliseconds at which their year ends
 * @returns what makes the order of a row; the higher the row, the later the order
 */
export function orderMaker(sizes: Sizes, until: number): (row: number) => object {
  const days = shares(until)
  const goods = articles(sizes.products)
  return (row) => {
    const share = (row + 0.5) / sizes.orders
    const { day } = days.find((one) => one.share > share) ?? { day: Math.floor(until / DAY_MS) }
    // From eight to six; what would be later than now came a little before it.
    const minute = 8 * 60 + draw(row, 1, 600)
    const time = Math.min(
      day * DAY_MS + OFFSET_MS + minute * 60_000,
      until - 60_000 * (1 + (sizes.orders - row)),
    )
    return order(row, { sizes, goods, time, until })
  }
}

interface Moment {
  sizes: Sizes
  goods: ReturnType<typeof articles>
  time: number
  until: number
}

function order(row: number, { sizes, goods, time, until }: Moment): object {
  const age = (until - time) / DAY_MS
  const buyer = buyerOf(row, sizes.customers, 1 - age / DAYS)
  const status = statusOf(row, age)
  const isFob = draw(row, 2, 3) === 0
  const count = 1 + Math.min(draw(row, 3, 9), draw(row, 4, 9))
  const first = draw(row, 5, goods.length)
  const price = 1 + (INFLATION - 1) * (-age / DAYS)
  return {
    fk_id: `PED-${String(row + 1).padStart(5, '0')}`,
    date: new Date(time).toISOString(),
    delivery_date: new Date(time + (2 + draw(row, 6, 5)) * DAY_MS).toISOString(),
    fk_id_customer: codeOfCustomer(buyer),
    fk_id_address: `${codeOfCustomer(buyer)}-ENTREGA`,
    fk_id_user: sellerOf(buyer),
    fk_id_branch_company: pick(branches, buyer, 7)[0],
    fk_id_payment_type: pick(paymentTypes, buyer, 23)[0],
    fk_id_payment_method: pick(['BOL', 'BOL', 'PIX'], row, 8),
    fk_id_category: row % 12 === 0 ? 'ENCOMENDA' : 'VENDA',
    fk_id_shipping_company: pick(['FROTA', 'FROTA', 'TRANSV', 'RAPSUL'], row, 9),
    fk_id_freight_type: isFob ? 'FOB' : 'CIF',
    freight_value: (2_000 + draw(row, 10, 18_000)) / 100,
    fk_id_order_status: status,
    ...(status === 'cancelled' ? { fk_id_reason: pick(reasons, row, 11) } : {}),
    ...(row % 15 === 0 ? { discount_percentage: 2 } : {}),
    ...(row % 9 === 0 ? { observations: pick(notes, row, 12) } : {}),
    ...(row % 20 === 0 ? { tags: [pick(['urgente', 'feira', 'campanha'], row, 13)] } : {}),
    items: Array.from({ length: count }, (_, line) => {
      const good = goods[(first + line * 7) % goods.length]
      return good ? item(row * 16 + line, line, good, price) : {}
    }),
  }
}

const reasons = ['customer_gave_up', 'out_of_stock', 'credit_refused', 'duplicate_order'] as const
const notes = [
  'Entregar pela manhã, no portão dos fundos.',
  'Ligar meia hora antes da entrega.',
  'Conferir a validade dos laticínios.',
] as const

/**
 * Who buys: some customers much more than others, some for the first time late in the year, and some not any
 * more. The last customers never do.
 * @param at where in the year, from 0 to 1
 */
function buyerOf(row: number, customers: number, at: number): number {
  const buying = Math.max(1, Math.floor(customers * 0.95))
  for (let attempt = 0; attempt < 20; attempt++) {
    const one = Math.min(draw(row, 30 + attempt, buying), draw(row, 60 + attempt, buying))
    const [from, to] = one % 8 === 5 ? [0, 0.65] : one % 8 === 7 ? [0.7, 1] : [0, 1]
    if (at >= from && at <= to) return one
  }
  return 0
}

/** The older, the further on its way. */
function statusOf(row: number, age: number): string {
  if (draw(row, 14, 25) === 0) return 'cancelled'
  const way = ['draft', 'open', 'approved', 'picking', 'invoiced', 'shipped', 'delivered']
  return way[Math.min(way.length - 1, Math.floor(age * 0.8) + draw(row, 15, 2))] ?? 'open'
}

/** A line; its amounts are in whole cents, so that what is derived of them is exact. */
function item(row: number, line: number, good: Moment['goods'][number], priceOf: number): object {
  const cents = Math.round(good.cents * priceOf)
  const quantity = 1 + Math.min(draw(row, 16, 40), draw(row, 17, 40))
  const percentage = draw(row, 18, 4) === 0 ? pick([2.5, 5, 10], row, 19) : 0
  const total = cents * quantity
  const net = total - Math.round((total * percentage) / 100)
  return {
    fk_id: `L${line + 1}`,
    fk_id_item: good.code,
    quantity,
    price: cents / 100,
    discount_percentage: percentage,
    aliq_icms: 18,
    ...(good.ipi > 0 ? { aliq_ipi: good.ipi } : {}),
    ...(good.hasSt ? { base_icms_st: Math.round(net * 1.4) / 100, aliq_icms_st: 18 } : {}),
  }
}
