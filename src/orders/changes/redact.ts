import { activeRules } from '../../custom/active-rules.ts'
import { placeholderValues } from '../../custom/placeholders.ts'
import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import {
  order_items_codes,
  orders_countRetained,
  orders_listRetained,
  orders_lockOfCustomer,
  orders_namesInLocked,
  orders_ofCustomerAmong,
  orders_redact,
} from './redact-sql.ts'

// Orders of a customer whose data is removed. Those that are documents stay for some years; of all
// others goes what is the person's: the customer and address that they show, texts that people typed,
// custom fields, and codes that tell who it is.

/** Orders of one customer. */
export interface OrdersOf {
  account_id: number
  id_customer: number
}

/** Which orders stay: those in one of these statuses that count from a moment on. */
export interface Keeping {
  statuses: number[]
  /** An instant. */
  from: string
  time_zone: string
}

/**
 * Lets go of the next orders of a customer that must not stay.
 * @param isIdentifying whether a code identifies the person
 * @returns all that were looked at, by their ids; none where there are no more
 */
export async function redactOrders(
  tx: Tx,
  { account_id, id_customer }: OrdersOf,
  keeping: Keeping,
  isIdentifying: (code: string) => boolean,
  after: number,
  limit: number,
): Promise<number[]> {
  const { statuses, from } = keeping
  const orders = await orders_lockOfCustomer(tx, [
    account_id,
    id_customer,
    after,
    limit,
    statuses,
    from,
  ])
  const free = orders.filter(({ is_kept }) => !is_kept)
  if (free.length > 0) {
    const ids = free.map(({ id }) => id)
    const rules = await activeRules(tx, account_id, 'orders')
    const items = await order_items_codes(tx, [account_id, ids])
    await orders_redact(tx, [
      account_id,
      ids,
      free.map(({ fk_id }) => (fk_id !== null && isIdentifying(fk_id) ? null : fk_id)),
      ids.map((id) => JSON.stringify(placeholderValues(rules, id))),
      items.filter(({ fk_id }) => isIdentifying(fk_id)).map(({ id }) => id),
    ])
  }
  return orders.map(({ id }) => id)
}

/** Orders that stay, with the year in which they count: how many, and the first of them. */
export async function retainedOrders(
  db: Reader,
  { account_id, id_customer }: OrdersOf,
  { statuses, from, time_zone }: Keeping,
  limit: number,
) {
  const which = [account_id, id_customer, statuses, from, time_zone] as const
  const { count, first_year } = singleRow(await orders_countRetained(db, [...which]))
  const orders = limit > 0 && count > 0 ? await orders_listRetained(db, [...which, limit]) : []
  return { count, first_year, orders }
}

/** What the customer is called in documents that were locked with its name. */
export async function namesInDocuments(
  db: Reader,
  { account_id, id_customer }: OrdersOf,
): Promise<string[]> {
  return (await orders_namesInLocked(db, [account_id, id_customer])).map(({ name }) => name)
}

/** Those of these orders that are the customer's. */
export async function ordersAmong(
  db: Reader,
  { account_id, id_customer }: OrdersOf,
  ids: number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  return (await orders_ofCustomerAmong(db, [account_id, id_customer, ids])).map(({ id }) => id)
}
