import Big from 'big.js'
import type { TokenHolder } from '../../access/actor.ts'
import { refuseParameters } from '../../base/problems.ts'
import { listWithCustom } from '../../custom/lists.ts'
import type { Reader } from '../../database/database.ts'
import { listAfter } from '../../database/list.ts'
import { allConditions, filtersOf, withCustomFields } from '../../http/lists/lists.ts'
import { sparseListOf } from '../../http/lists/sparse-fields.ts'
import { MAX_SPARSE_LIMIT } from '../../http/schemas.ts'
import { orderQuery } from '../../orders/reads/filters/order-query.ts'
import { orders } from '../../orders/reads/list.ts'
import { msg } from '../../texts/message.ts'
import type { Address } from '../documents/details.ts'
import { type Goods, order_items_goods, order_statuses_ended } from './sql.ts'

// The orders that a paper of the warehouse is of, and what is in them.

/** Orders of one paper, and rows of their goods: a row is what an order has of a product. */
export const MOST_ORDERS = MAX_SPARSE_LIMIT
const MOST_GOODS = 20_000

export interface Named {
  id: number
  name: string
  fk_id: string | null
}

/** An order without its items, as lists show it. */
export interface ChosenOrder {
  id: number
  fk_id: string | null
  number: string | null
  status: Named
  customer: Named
  observations: string | null
  delivery_date: string | null
  shipping_company: Named | null
  address: Address | null
  branch_company: Named | null
  total_value: Big
  custom_fields: Record<string, string>
}

const FIELDS =
  'id,fk_id,number,status,customer,observations,delivery_date,shipping_company,address,branch_company,total_value,custom_fields'

/** Why an order is on no paper: it is over without a sale, or nothing in it is to be moved. */
export const reasonsOut = ['cancelled', 'no_goods'] as const

export interface LeftOut {
  id: number
  fk_id: string | null
  number: string | null
  reason: (typeof reasonsOut)[number]
}

export interface Chosen {
  /** Those that have goods, by id. */
  orders: ChosenOrder[]
  left_out: LeftOut[]
  /** By order, and in the order of its items. */
  goods: Goods[]
}

type Viewer = Pick<TokenHolder, 'account_id' | 'time_zone' | 'only'>

/**
 * Reads the orders that the filters of a query choose, in three statements.
 * @throws Problem `invalid_parameter` where they are too many, or one that the query names is not among them
 */
export async function readChosen(
  db: Reader,
  viewer: Viewer,
  query: Record<string, unknown>,
): Promise<Chosen> {
  const { account_id } = viewer
  const found = await readOrders(db, viewer, query)
  refuseUnknown(query['id'] as (number | string)[] | undefined, found)
  const ended = new Set((await order_statuses_ended(db, [account_id])).map(({ id }) => id))
  const going = found.filter(({ status }) => !ended.has(status.id))
  const ids = going.map(({ id }) => id)
  const goods = ids.length ? await order_items_goods(db, [account_id, ids, MOST_GOODS + 1]) : []
  if (goods.length > MOST_GOODS)
    refuseMore(msg`These orders have more than ${MOST_GOODS} lines. Choose fewer orders.`)
  const filled = new Set(goods.map(({ id_order }) => id_order))
  const left_out = found.flatMap(({ id, fk_id, number, status }): LeftOut[] => {
    if (filled.has(id)) return []
    return [{ id, fk_id, number, reason: ended.has(status.id) ? 'cancelled' : 'no_goods' }]
  })
  return { orders: going.filter(({ id }) => filled.has(id)), left_out, goods }
}

async function readOrders(
  db: Reader,
  viewer: Viewer,
  query: Record<string, unknown>,
): Promise<ChosenOrder[]> {
  const { account_id } = viewer
  const list = await withCustomFields(db, {
    ...orderQuery(viewer, query),
    source: orders,
    defaultSort: 'id',
    withCustom: listWithCustom({ account_id, resource: 'orders' }),
  })
  const conditions = await allConditions(db, list, filtersOf(list))
  const { source } = sparseListOf(orders, FIELDS)
  const page = await listAfter(
    db,
    source,
    account_id,
    conditions,
    [{ field: 'id', descending: false }],
    { limit: MOST_ORDERS, after: null },
  )
  if (page.position !== null)
    refuseMore(msg`A paper has at most ${MOST_ORDERS} orders, and these are more. Narrow them.`)
  return JSON.parse(`[${page.documents}]`, exactTotal) as ChosenOrder[]
}

const refuseMore = (detail: ReturnType<typeof msg>) =>
  refuseParameters([{ parameter: 'order_date_from', code: 'too_many_orders', detail }])

/** Who names an order wants it on the paper. */
function refuseUnknown(named: (number | string)[] | undefined, found: ChosenOrder[]): void {
  const known = new Set(found.map(({ id }) => String(id)))
  const missing = [...new Set(named?.map(String))].filter((id) => !known.has(id))
  refuseParameters(
    missing.map((id) => ({
      parameter: 'id',
      code: 'unknown_reference',
      detail: msg`There is no order ${id}, or the other filters leave it out.`,
    })),
  )
}

function exactTotal(key: string, value: unknown, context?: { source: string }): unknown {
  return key === 'total_value' && context ? new Big(context.source) : value
}
