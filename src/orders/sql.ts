import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'
import { figureColumns } from '../model/item.ts'
import { type DerivedColumn, derivedColumns, type LineColumn, lineColumns } from '../model/line.ts'
import type { OrderColumn } from '../model/order.ts'
import type { FigureLine } from './amounts/amounts.ts'
import type { KeptTax } from './amounts/tax-lines/line.ts'
import type { Lot } from './lines/lots.ts'

// One function for each statement; $1 is the account. What writes calls a function of the schema
// (migrations/), which runs as a whole on the account's node of a Citus cluster.

/**
 * New ids of so many orders, events and items. They ascend. Of a series PostgreSQL knows the length and
 * would make a plan for each call; of an array it does not.
 */
export const orders_drawIds = statement<
  { order_ids: number[]; event_ids: number[]; item_ids: number[] },
  [orders: number, events: number, items: number]
>(`
  select array(select nextval('orders_id_seq') from unnest(array_fill(1, array[$1::integer]))) as order_ids,
         array(select nextval('events_id_seq') from unnest(array_fill(1, array[$2::integer]))) as event_ids,
         array(select nextval('order_items_id_seq') from unnest(array_fill(1, array[$3::integer]))) as item_ids`)

/**
 * New orders. Of each, `fields` has `orderColumns`, its id, and what its lines add to its total as
 * `total_value`; `lines` have the columns of `order_items` by their names, and `authors` who made each,
 * all as JSON.
 */
type NewOrders = [
  account_id: number,
  ids: number[],
  event_ids: number[],
  fields: string,
  lines: string,
  authors: string,
]

/** → their JSON, in the order of the ids */
export const orders_create = statement<{ document: string }, NewOrders>(
  'select document from create_orders($1, $2, $3, $4, $5, $6)',
)

/** The same; fails where a row is locked for longer than a moment. */
export const orders_createBatch = statement<{ document: string }, NewOrders>(
  'select document from create_order_batch($1, $2, $3, $4, $5, $6)',
)

/** The same where nobody asks for their JSON. */
export const orders_createMany = statement<never, NewOrders>(
  'select from create_orders($1, $2, $3, $4, $5, $6)',
)

/** Writes every column; the total follows the freight. */
export const orders_update = statement<
  never,
  [account_id: number, id: number, version: number, fields: string, is_freight_written: boolean]
>('select update_order($1, $2, $3, $4, $5)')

export const orders_addItems = statement<
  never,
  [account_id: number, id: number, version: number, change: string, lines: string]
>('select add_order_items($1, $2, $3, $4, $5)')

export const orders_updateItem = statement<
  never,
  [account_id: number, id: number, version: number, change: string, id_item: number, line: string]
>('select update_order_item($1, $2, $3, $4, $5, $6)')

export const orders_removeItems = statement<
  never,
  [account_id: number, id: number, version: number, change: string, ids: number[]]
>('select remove_order_items($1, $2, $3, $4, $5)')

/** Builds the JSON of orders, keeps it and writes the events: the last statement of a change. */
export const orders_publish = statement<
  { document: string },
  [
    account_id: number,
    ids: number[],
    event_ids: number[],
    types: string[],
    authors: string,
    befores: (string | null)[],
    were_locked: boolean[],
  ]
>('select document from publish_orders($1, $2, $3, $4, $5, $6, $7)')

/** Its items and document go with it. */
export const orders_delete = statement<never, [account_id: number, id: number]>(
  'delete from orders where account_id = $1 and id = $2',
)

/** The order's id, locked. */
export const orders_lockByFkId = statement<{ id: number }, [account_id: number, fk_id: string]>(
  'select id from orders where account_id = $1 and fk_id = $2 for update',
)

/** An order as commands see it: the written columns in their wire form, and its status. */
export interface OrderState {
  version: number
  written: Record<OrderColumn, unknown>
  status: {
    id: number
    name: string
    locked: boolean
    quotation_days: number | null
    next: number[]
  }
  /** The stored JSON; null where names have changed since it was built. */
  document: string | null
}

export const orders_state = statement<OrderState, [account_id: number, id: number]>(
  'select version, written, status, document from order_state($1, $2)',
)

/** The same of an order that is locked now, with the JSON in any case. First of every change. */
export const orders_lock = statement<
  OrderState & { document: string },
  [account_id: number, id: number]
>('select version, written, status, document from lock_order($1, $2)')

type OneOfMany = Pick<OrderState, 'version' | 'written' | 'status'> & { id: number }

/** The states of those orders with these codes that there are, locked now. */
export const orders_lockMany = statement<OneOfMany, [account_id: number, fk_ids: string[]]>(
  'select order_id as id, order_version as version, written, status from lock_orders($1, $2)',
)

/** Those orders with these ids that there are, locked. */
export const orders_lockByIds = statement<{ id: number }, [account_id: number, ids: number[]]>(
  'select id from orders where account_id = $1 and id = any ($2::bigint[]) order by id for update',
)

/** The states of orders that are locked. */
export const orders_states = statement<OneOfMany, [account_id: number, ids: number[]]>(
  'select order_id as id, order_version as version, written, status from order_states($1, $2)',
)

/** Several changes of orders as JSON: see `change_orders` in the schema. */
export const orders_change = statement<never, [account_id: number, changes: string]>(
  'select change_orders($1, $2)',
)

/** What is said of a line and what follows where it is not; and whether its customer pays for its operation, as it was when it was written. */
export type LineSaid = { [C in LineColumn]: LineValue<C> | null } & {
  operation_payable?: boolean | null
} & { [C in DerivedColumn]?: string | null }
type LineValue<C extends LineColumn> = C extends `id_${string}`
  ? number
  : C extends 'lots'
    ? Lot[]
    : string

export interface ItemRow {
  id: number
  id_item: number
  fk_id: string | null
  description: string | null
  recurrency_period: number | null
  created_at: string
  figures: FigureLine
  /** What is said of it; null where nothing is. */
  properties: LineSaid | null
  taxes: KeptTax[]
  outside_other: string
}

/** What a line says, as it is read. */
const saidColumns = [...lineColumns, ...derivedColumns]

const itemColumns = `i.taxes, trim_scale(i.outside_other)::text as outside_other, i.id, i.id_item, i.fk_id, i.description, i.recurrency_period,
         ${instantSql('i.created_at')} as created_at,
         json_build_object('typed_discount', i.typed_discount,
           ${figureColumns.map((column) => `'${column}', trim_scale(i.${column})::text`).join(', ')}) as figures,
         case when num_nonnulls(${saidColumns.map((column) => `i.${column}`).join(', ')}) > 0 then json_build_object(
           ${[...saidColumns, 'operation_payable'].map((column) => `'${column}', i.${column}`).join(', ')}) end as properties`

/** The JSON of new lines of one order as they would be written at a time, in their order and without ids. */
export const items_new = statement<
  { items: string },
  [account_id: number, at_time: string, lines: string]
>('select new_items_json($1, $2, $3) as items')

/** The JSON of a new order without its lines, with the instalments that it has with their taxes. */
export const orders_previewInstallments = statement<
  { document: string },
  [account_id: number, id: number, taxes: string]
>('select preview_installments($1, $2, $3) as document')

/** Whether the freight of a type is charged: null is no type. */
export const freight_types_charged = statement<
  { charged: boolean },
  [account_id: number, id: number | null]
>('select is_freight_charged($1, $2) as charged')

/** Those of these operations for which customers do not pay. */
export const operations_unpayable = statement<{ id: number }, [account_id: number, ids: number[]]>(
  'select id from operations where account_id = $1 and id = any($2::bigint[]) and not payable',
)

/** The item of an order with this id or this code, or all. */
export const items_read = statement<
  ItemRow,
  [account_id: number, id_order: number, id: number | null, fk_id: string | null]
>(`
  select ${itemColumns}
    from order_items i
   where i.account_id = $1 and i.id_order = $2 and ($3::bigint is null or i.id = $3)
     and ($4::text is null or i.fk_id = $4)
   order by i.id`)

/** All items of several orders. */
export const items_readMany = statement<
  ItemRow & { id_order: number },
  [account_id: number, order_ids: number[]]
>(`
  select i.id_order, ${itemColumns}
    from order_items i
   where i.account_id = $1 and i.id_order = any($2::bigint[])
   order by i.id_order, i.id`)

/** Items of whichever orders, with what says whose orders these are. */
export const items_find = statement<
  ItemRow & { id_user: number | null; id_branch_company: number | null },
  [account_id: number, ids: number[]]
>(`
  select o.id_user, o.id_branch_company, ${itemColumns}
    from order_items i
    join orders o on o.account_id = i.account_id and o.id = i.id_order
   where i.account_id = $1 and i.id = any($2::bigint[])`)

/** → those of these items that are of another order */
export const order_items_elsewhere = statement<
  { id: number },
  [account_id: number, id_order: number, ids: number[]]
>(`
  select id from order_items where account_id = $1 and id_order <> $2 and id = any($3::bigint[])`)

/** What the lines of orders come to before taxes; no row of an order without lines. */
export const orders_nets = statement<
  { id: number; net: string },
  [account_id: number, ids: number[]]
>(`
  select id_order as id, trim_scale(sum(total_liq))::text as net from order_items
   where account_id = $1 and id_order = any($2::bigint[]) group by id_order`)

/** How many items an order has. */
export const items_count = statement<{ count: number }, [account_id: number, id_order: number]>(
  'select count(*) as count from order_items where account_id = $1 and id_order = $2',
)

/** The prices of the products that exist. */
export const products_prices = statement<
  { id: number; price: string | null },
  [account_id: number, ids: number[]]
>(`
  select id, trim_scale(price)::text as price from products where account_id = $1 and id = any($2::bigint[])`)

/** The periods of the products that have one. */
export const products_recurrencies = statement<
  { id: number; recurrency_period: number },
  [account_id: number, ids: number[]]
>(`
  select id, recurrency_period from products
   where account_id = $1 and id = any($2::bigint[]) and recurrency_period is not null`)

/** The order that has a number. */
export const orders_findByNumber = statement<{ id: number }, [account_id: number, number: string]>(
  `select id from orders where account_id = $1 and coalesce(number, '') = $2`,
)

/** The status with this id, or the initial one, where orders come into it only with a reason. */
export const statuses_requiringReason = statement<
  { name: string },
  [account_id: number, id: number | null]
>(`
  select name from order_statuses
   where account_id = $1 and reason_required and coalesce(id = $2::bigint, initial)`)

/** Of these statuses and the initial one, those into which orders come only after the check of their invoices. */
export const statuses_checking = statement<
  { id: number; initial: boolean },
  [account_id: number, ids: number[]]
>(`
  select id, initial from order_statuses
   where account_id = $1 and requires_check and (initial or id = any($2::bigint[]))`)

/** Statuses to move to. */
/** What the decision on a move asks of other statuses. */
export interface KnownStatus {
  id: number
  name: string
  counts: boolean
  quotation_days: number | null
}

export const statuses_find = statement<
  KnownStatus,
  [account_id: number, ids: number[]]
>(`select id, name, counts, quotation_days from order_statuses
    where account_id = $1 and id = any($2::bigint[])`)
