import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'
import { eventInsert } from '../events/record.ts'
import type { FigureLine } from './amounts/amounts.ts'
import { figureColumns } from './amounts/item-fields.ts'
import { orderJson, storedOrderJson } from './reads/document.ts'

// One function for each statement. $1 is always the account, so that each statement touches one shard. Ids are drawn apart from the
// insert: on Citus the coordinator then draws them, and not the shard's node from a range of its own.

/** The columns a client writes, in the order in which statements take them. */
export const orderColumns = [
  'fk_id',
  'date',
  'id_customer',
  'id_user',
  'id_order_status',
  'id_payment_type',
  'id_payment_method',
  'id_category',
  'id_freight_type',
  'freight_value',
  'id_shipping_company',
  'id_address',
  'id_branch_company',
  'id_opportunity',
  'id_quotation',
  'observations',
  'delivery_date',
  'custom_fields',
] as const

/** Their SQL types, where a parameter alone does not tell. */
const types: Partial<Record<(typeof orderColumns)[number], string>> = {
  date: 'timestamptz',
  freight_value: 'numeric',
  id_freight_type: 'bigint',
  id_order_status: 'bigint',
}

export const itemColumns = [
  'id_item',
  'fk_id',
  'description',
  'recurrency_period',
  'typed_discount',
  ...figureColumns,
] as const

const itemTypes: Record<string, string> = {
  id_item: 'bigint',
  fk_id: 'text',
  description: 'text',
  recurrency_period: 'integer',
  typed_discount: 'text',
}
const itemType = (column: string) => itemTypes[column] ?? 'numeric'

/** A value for each of `orderColumns`. */
export type OrderValues = ValueOf<typeof orderColumns>

type ValueOf<Columns extends readonly string[]> = { -readonly [I in keyof Columns]: unknown }

/** A value for each of `itemColumns`. */
export type ItemValues = unknown[]

/** Columns of lines: id and creation of those that are kept, null of new ones, and `itemColumns`. */
export type ItemArrays = [
  ids: (number | null)[],
  created_at: (string | null)[],
  ...values: unknown[][],
]

/** `$n::type` for each order column, from parameter `first` on. */
function orderParameters(first: number): Record<(typeof orderColumns)[number], string> {
  const parameters = orderColumns.map((column, i) => {
    const type = types[column]
    return [column, `$${first + i}${type ? `::${type}` : ''}`]
  })
  return Object.fromEntries(parameters)
}

/**
 * The item columns' arrays from parameter `first` on as rows numbered `n`, with `id` and
 * `created_at` of lines that are kept before them; new lines get their id here.
 */
function itemRows(first: number): string {
  const arrays = ['bigint', 'timestamptz', ...itemColumns.map(itemType)].map(
    (type, i) => `$${first + i}::${type}[]`,
  )
  return `select coalesce(u.kept_id, nextval('order_items_id_seq')) as id, u.*
      from unnest(${arrays.join(', ')}) with ordinality
           as u (kept_id, created_at, ${itemColumns.join(', ')}, n)`
}

const itemValues = itemColumns
  .map((column) =>
    column === 'recurrency_period'
      ? `coalesce(t.recurrency_period, (select p.recurrency_period from products p where p.account_id = $1 and p.id = t.id_item))`
      : `t.${column}`,
  )
  .join(', ')

const newItemTime = `coalesce(t.created_at, date_trunc('milliseconds', now()))`

const chargedOf = (freightType: string) =>
  `coalesce((select f.charged from freight_types f where f.account_id = $1 and f.id = ${freightType}), false)`

const create = orderParameters(2)
const FIRST_ITEM = 3 + orderColumns.length

/**
 * Gives the new id. A status of null
 * means the account's initial one. The order and its items are written by one statement,
 * whatever their number. (What `items` returns nobody reads; without it Citus copies the rows in
 * bulk, and then forgets which constraint refused them.)
 */
export const orders_create = statement<
  { id: number },
  [account_id: number, ...OrderValues, sum: string, ...ItemArrays]
>(`
  with given as materialized (select nextval('orders_id_seq') as id), o as (
    insert into orders (account_id, id, ${orderColumns.join(', ')}, freight_charged, total_value)
      overriding system value
    select $1, given.id, ${orderColumns
      .map((column) =>
        column === 'id_order_status'
          ? `coalesce(${create.id_order_status}, (select s.id from order_statuses s where s.account_id = $1 and s.initial))`
          : create[column],
      )
      .join(', ')},
           f.charged, $${FIRST_ITEM - 1}::numeric + case when f.charged then ${create.freight_value} else 0 end
      from given, (select ${chargedOf(create.id_freight_type)} as charged) f
    returning account_id, id
  ), t as materialized (
    ${itemRows(FIRST_ITEM)}
  ), items as (
    insert into order_items (account_id, id_order, id, created_at, ${itemColumns.join(', ')})
    select o.account_id, o.id, t.id, ${newItemTime}, ${itemValues}
      from o, t
    returning id
  )
  select id from o`)

const update = orderParameters(4)
const AFTER_UPDATE = 4 + orderColumns.length

/** Writes every column;
 * the total follows the freight.
 */
export const orders_update = statement<
  never,
  [account_id: number, id: number, version: number, ...OrderValues, is_freight_written: boolean]
>(`
  update orders o
     set ${orderColumns.map((column) => `${column} = ${update[column]}`).join(', ')},
         version = $3, updated_at = greatest(o.updated_at, date_trunc('milliseconds', statement_timestamp())),
         freight_charged = f.charged,
         total_value = o.total_value - case when o.freight_charged then o.freight_value else 0 end
                       + case when f.charged then ${update.freight_value} else 0 end
    from (select case when $${AFTER_UPDATE}::boolean then ${chargedOf(update.id_freight_type)}
                      else p.freight_charged end as charged
            from orders p where p.account_id = $1 and p.id = $2) f
   where o.account_id = $1 and o.id = $2`)

const touched = `version = $3, updated_at = greatest(o.updated_at, date_trunc('milliseconds', statement_timestamp()))`

/** Gives the new items' ids. */
export const orders_addItems = statement<
  { id: number },
  [account_id: number, id: number, version: number, sum: string, ...ItemArrays]
>(`
  with t as materialized (
    ${itemRows(5)}
  ), items as (
    insert into order_items (account_id, id_order, id, created_at, ${itemColumns.join(', ')})
    select $1, $2, t.id, ${newItemTime}, ${itemValues}
      from t
    returning id
  ), o as (
    update orders o set ${touched}, total_value = o.total_value + $4::numeric
     where o.account_id = $1 and o.id = $2
  )
  select id from items`)

export const orders_updateItem = statement<
  never,
  [account_id: number, id: number, version: number, change: string, id_item: number, ...ItemValues]
>(`
  with item as (
    update order_items set ${itemColumns.map((column, i) => `${column} = $${6 + i}::${itemType(column)}`).join(', ')}
     where account_id = $1 and id_order = $2 and id = $5
  )
  update orders o set ${touched}, total_value = o.total_value + $4::numeric
   where o.account_id = $1 and o.id = $2`)

export const orders_removeItems = statement<
  never,
  [account_id: number, id: number, version: number, sum: string, ids: number[]]
>(`
  with items as (
    delete from order_items where account_id = $1 and id_order = $2 and id = any($5::bigint[])
  )
  update orders o set ${touched}, total_value = o.total_value - $4::numeric
   where o.account_id = $1 and o.id = $2`)

/** Its items and document go with it. */
export const orders_delete = statement<never, [account_id: number, id: number]>(
  'delete from orders where account_id = $1 and id = $2',
)

/** A row if the order exists. First statement of every change of an order. */
export const orders_lock = statement<{ id: number }, [account_id: number, id: number]>(
  'select id from orders where account_id = $1 and id = $2 for update',
)

/** The order's id, locked. */
export const orders_lockByFkId = statement<{ id: number }, [account_id: number, fk_id: string]>(
  'select id from orders where account_id = $1 and fk_id = $2 for update',
)

export const orders_findByFkId = statement<
  { id: number },
  [account_id: number, fk_id: string | null]
>('select id from orders where account_id = $1 and fk_id = $2')

/** An order as commands see it: the written columns in their wire form, and its status. */
export interface OrderState {
  version: number
  written: Record<(typeof orderColumns)[number], unknown>
  status: { id: number; name: string; locked: boolean; next: number[] }
  /** The stored JSON; null where names have changed since it was built. */
  document: string | null
}

const writtenColumn = (column: (typeof orderColumns)[number]) =>
  column === 'freight_value'
    ? `trim_scale(o.freight_value)::text as freight_value`
    : column === 'date' || column === 'delivery_date'
      ? `${instantSql(`o.${column}`)} as ${column}`
      : `o.${column}`

/**
 * The order's state. A statement of its own after the lock: its snapshot then
 * holds what the writer before us committed.
 */
export const orders_state = statement<OrderState, [account_id: number, id: number]>(`
  select o.version,
         (select to_json(w) from (select ${orderColumns.map(writtenColumn).join(', ')}) w) as written,
         (select to_json(s) from (select t.id, t.name, t.locked, t.next from order_statuses t
           where t.account_id = $1 and t.id = o.id_order_status) s) as status,
         (${storedOrderJson('o.id', '$1')}) as document
    from orders o
   where o.account_id = $1 and o.id = $2`)

export interface ItemRow {
  id: number
  id_item: number
  fk_id: string | null
  description: string | null
  recurrency_period: number | null
  created_at: string
  figures: FigureLine
}

/** One item of an order, or all. */
export const items_read = statement<
  ItemRow,
  [account_id: number, id_order: number, id: number | null]
>(`
  select i.id, i.id_item, i.fk_id, i.description, i.recurrency_period,
         ${instantSql('i.created_at')} as created_at,
         json_build_object('typed_discount', i.typed_discount,
           ${figureColumns.map((column) => `'${column}', trim_scale(i.${column})::text`).join(', ')}) as figures
    from order_items i
   where i.account_id = $1 and i.id_order = $2 and ($3::bigint is null or i.id = $3)
   order by i.id`)

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

/** Statuses to move to. */
export const statuses_find = statement<
  { id: number; name: string },
  [account_id: number, ids: number[]]
>('select id, name from order_statuses where account_id = $1 and id = any($2::bigint[])')

/** `before`: the JSON before the change; null for a new order. */
type Publishing = [
  account_id: number,
  id: number,
  type: string,
  id_token: number | null,
  token_name: string | null,
  request_id: string | null,
  traceparent: string | null,
  before: string | null,
]

/** Builds the order's JSON by `json`, keeps it and writes the event. */
const publishing = (json: string, more = '') => `
  with built as (
    select o.id, o.version, case when not s.locked then a.names_epoch end as names_epoch, ${json} as document
      from orders o join accounts a on a.account_id = o.account_id
      join order_statuses s on s.account_id = o.account_id and s.id = o.id_order_status ${more}
     where o.account_id = $1 and o.id = $2
  ), kept as (
    insert into order_documents (account_id, id_order, names_epoch, document)
    select $1, id, names_epoch, document from built
    on conflict (account_id, id_order)
      do update set names_epoch = excluded.names_epoch, document = excluded.document
  ), ${eventInsert({
    from: 'built',
    type: '$3',
    resource: `'order'`,
    id_record: 'built.id',
    version: `built.version + case when $3 = 'order.deleted' then 1 else 0 end`,
    id_token: '$4',
    token_name: '$5',
    request_id: '$6',
    traceparent: '$7',
    data: 'built.document',
    before: '$8::text',
  })}
  select document from built`

/**
 * Builds the order's JSON, keeps it and writes the event, → the JSON. Last statement of a change.
 */
export const orders_publish = statement<{ document: string }, Publishing>(
  publishing(orderJson('o', '$1')),
)

/**
 * The same for an order that was locked before the change, by the same parameters: while it stays
 * locked, what the change left alone stays as it was. A statement of its own, because the other one
 * is run far more often and would pay for it.
 */
export const orders_publishLocked = statement<{ document: string }, Publishing>(
  publishing(
    orderJson('o', '$1', 'kept.json'),
    `cross join lateral (
        select (select d.document::json from order_documents d
                 where d.account_id = $1 and d.id_order = o.id and d.names_epoch is null and s.locked) as json
        offset 0) kept`,
  ),
)
