import type { orderRows } from '@pedido/model/order'
import { pedido } from '../session/client.ts'
import type { Named } from './properties.ts'

/** What is asked of records of which an account has few; they are found by how their name begins. */
export interface ShortList {
  list(
    query: { name?: string; fk_id?: string; sort: string; fields: readonly (keyof Named)[] },
    options: { signal: AbortSignal },
  ): {
    page(query: { limit: number }): Promise<{ data: Named[]; pagination: { hasNext: boolean } }>
  }
  read(id: number, options: { signal: AbortSignal }): Promise<Named>
}

/** Tables that rows of the model name, but for those that are found in another way. */
type Table = Exclude<
  Extract<(typeof orderRows)[number], { kind: 'reference' }>['table'],
  'addresses' | 'customers' | 'order_statuses' | 'reasons'
>

const lists: Record<Table, ShortList> = {
  payment_types: pedido.paymentTypes,
  payment_methods: pedido.paymentMethods,
  categories: pedido.categories,
  users: pedido.users,
  branch_companies: pedido.branchCompanies,
  shipping_companies: pedido.shippingCompanies,
  freight_types: pedido.freightTypes,
  opportunities: pedido.opportunities,
  quotations: pedido.quotations,
}

export const shortListOf = (table: string): ShortList => lists[table as Table]
