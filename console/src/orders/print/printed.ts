import type { BranchCompany, Order } from '@pedido/client'
import { pedido } from '../../session/client.ts'

/** What is printed: orders, and what a paper says beside them. */
export interface Printed {
  orders: Order[]
  /** Who sells an order: its branch, or the only one that there is. */
  companyOf: (order: Order) => BranchCompany | undefined
  /** Of a product, by its id. */
  units: ReadonlyMap<number, string>
}

/** So many products are named in one request. */
const MOST_IDS = 500

/** As they are now. An order that is not there, or that the member may not see, is not among them. */
export async function readPrinted(ids: readonly number[], signal: AbortSignal): Promise<Printed> {
  const [found, branches] = await Promise.all([
    ordersOf(ids, signal),
    wholeOf(pedido.branchCompanies.list({}, { signal })),
  ])
  const orders = ids.flatMap((id) => found.get(id) ?? [])
  const only = branches.length === 1 ? branches[0] : undefined
  return {
    orders,
    companyOf: ({ branch_company }) =>
      branch_company ? branches.find(({ id }) => id === branch_company.id) : only,
    units: await unitsOf(orders, signal),
  }
}

async function ordersOf(ids: readonly number[], signal: AbortSignal): Promise<Map<number, Order>> {
  const found = new Map<number, Order>()
  for await (const order of pedido.orders.list(
    { id: [...ids], expand: ['customer'] },
    { signal },
  )) {
    found.set(order.id, order)
  }
  return found
}

async function unitsOf(orders: readonly Order[], signal: AbortSignal) {
  const all = [...new Set(orders.flatMap(({ items }) => items.map(({ item }) => item.id)))]
  const units = new Map<number, string>()
  for (let from = 0; from < all.length; from += MOST_IDS) {
    const id = all.slice(from, from + MOST_IDS)
    const products = pedido.products.list({ id, fields: ['id', 'unit'] }, { signal })
    for await (const { id, unit } of products) if (unit) units.set(id, unit)
  }
  return units
}

async function wholeOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}
