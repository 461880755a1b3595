import { headerParts } from '../../packages/model/totals.ts'
import { isReference, writtenRows } from '../../src/model/order.ts'
import { TIME_ZONE } from './account.ts'
import type { Draws } from './draw.ts'
import { ADDRESSES, type Kind, type Records } from './records.ts'

/** What the statements of a seeding are made for. */
export interface Plan {
  /** YYYY-MM-DD, the day that the statuses are of. */
  until: string
  itemsMin: number
  itemsMax: number
  firstOrder: number
  /** From here on each order has `itemsMax` ids, so that no order's items depend on another's. */
  firstItem: number
  records: Records
  /** Ids by fk_id. */
  statuses: Record<string, number>
}

/** The statuses that an order passes, and after how many days at an ordinary pace. */
const way = [
  ['draft', 0],
  ['open', 0.05],
  ['approved', 1],
  ['picking', 2],
  ['invoiced', 3],
  ['shipped', 4],
  ['delivered', 8],
] as const
/** What becomes of some orders. */
const cancelled = ['cancelled', 2] as const
export const stages = [...way, cancelled]

/**
 * [account_id, days, numbers of their first orders, numbers of their orders] Writes the orders of
 * these days with their items, totals and taxes right, so that no trigger needs to look.
 */
export function insertOrders(plan: Plan, draws: Draws): string {
  const values = orderValues(plan, draws)
  return `
  with taken as materialized (${takenOrders(plan, draws)}),
  drawn as materialized (${drawnItems(plan, draws)}),
  discounted as materialized (
    select *, round(total_item * perc_desc / 100, 2) as vlr_desc from drawn),
  net as materialized (
    select *, total_item - vlr_desc as total_liq from discounted),
  taxed as materialized (
    select *, round(total_liq * icms / 100, 2) as vlr_icms, round(total_liq * ipi / 100, 2) as value_ipi,
           case when icms_st > 0 then round(total_liq * 1.4, 2) else 0 end as base_icms_st
      from net),
  lines as materialized (
    select *, greatest(round(base_icms_st * icms_st / 100, 2) - vlr_icms, 0) as vlr_icms_st from taxed),
  written as (
    insert into order_items (account_id, id, id_order, id_item, fk_id, quantity, price, total_item,
           vlr_desc, perc_desc, unit_liq, total_liq, base_icms_st, icms_st, vlr_icms_st,
           base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms, created_at)
    select $1, ${plan.firstItem} + n * ${plan.itemsMax} + line - 1, ${plan.firstOrder} + n, id_item, line,
           quantity, price, total_item, vlr_desc, perc_desc,
           case when vlr_desc = 0 then price else round(total_liq / quantity, 10) end,
           total_liq, base_icms_st, icms_st, vlr_icms_st,
           case when ipi > 0 then total_liq else 0 end, ipi, value_ipi,
           case when icms > 0 then total_liq else 0 end, icms, vlr_icms, created_at
      from lines)
  insert into orders (${Object.keys(values).join(', ')})
  overriding system value
  select ${Object.values(values).join(',\n         ')}
    from taken o
    join (select n, sum(total_liq + value_ipi + vlr_icms_st) as total
            from lines group by n) i using (n)`
}

/**
 * Who ordered when, and how far the order has come: `days` at an ordinary pace. `offset 0` keeps a
 * level as it stands, else each expression is computed anew wherever its name is used.
 */
function takenOrders({ records, until }: Plan, { draw, skewed }: Draws): string {
  return `
    select *, extract(epoch from timestamptz '${until} 00:00 ${TIME_ZONE}' - created_at)::float8 / 86400 / pace as days
      from (select n, customer, is_charged, pace, is_cancelled,
                   -- The morning takes 45 %, and nobody orders over lunch.
                   ((day + interval '1 hour' * case
                      when part < 0.45 then 8 + part / 0.45 * 4
                      else 13 + (part - 0.45) / 0.55 * 5 end) at time zone '${TIME_ZONE}')::timestamptz(3) as created_at
              from (select d.day, n, (n - d.first + ${draw('moment', 'n')}) / d.orders as part,
                           ${skewed(records.customers.count, 'customer', 'n')} as customer,
                           ${draw('freight', 'n')} < 0.6 as is_charged,
                           ${draw('cancelled', 'n')} < 0.04 as is_cancelled,
                           -- One in a hundred is forgotten.
                           case when ${draw('forgotten', 'n')} < 0.01 then 400
                                else 0.5 + 1.5 * ${draw('pace', 'n')} end as pace
                      from unnest($2::date[], $3::bigint[], $4::integer[]) as d (day, first, orders)
                     cross join lateral generate_series(d.first, d.first + d.orders - 1) n
                    offset 0) drawn
            offset 0) placed`
}

/** What was ordered, at which discount and with which taxes. */
function drawnItems({ records, itemsMin, itemsMax }: Plan, { draw, skewed, oneOf }: Draws): string {
  const count = `${itemsMin} + ${skewed(itemsMax - itemsMin + 1, 'items', 'o.n')}`
  const row = `o.n * ${itemsMax} + line`
  return `
    select o.n, o.created_at, line, p.id as id_item, p.price, q.*, q.quantity * p.price as total_item
      from taken o
     cross join lateral generate_series(1, ${count}) line
     cross join lateral (select
           1 + ${skewed(60, 'quantity', row)} as quantity,
           ${oneOf([0, 0, 0, 2.5, 5, 10], 'discount', row)} as perc_desc,
           ${oneOf([0, 0, 0, 3.25, 5], 'ipi', row)} as ipi,
           ${oneOf([0, 12, 18], 'icms', row)} as icms,
           case when ${draw('icms_st', row)} < 0.2 then 18 else 0 end as icms_st
         offset 0) q
      join products p on p.account_id = $1
       and p.id = ${records.products.first} + ${skewed(records.products.count, 'product', row)}`
}

/** The columns of an order: amounts and records by their rows, and all that is like in no other column. */
function orderValues(plan: Plan, { draw, even }: Draws): Record<string, string> {
  const { records, statuses, firstOrder } = plan
  const one = (kind: Kind) => `${records[kind].first} + ${even(records[kind].count, kind, 'o.n')}`
  const stage = `case
    when o.is_cancelled and o.days >= ${cancelled[1]} then ${stages.length}
    ${way
      .map(([, days], i) => `when o.days >= ${days} then ${i + 1}`)
      .toReversed()
      .join('\n    ')} end`
  const ofStage = (values: unknown[]) => `(array[${values.join(', ')}])[${stage}]`
  const money = (column: string) => `round((20 + 180 * ${draw(column, 'o.n')})::numeric, 2)`
  const values: Record<string, string> = {
    ...Object.fromEntries(
      writtenRows.flatMap((row) => {
        if (row.kind === 'money') return [[row.name, row.isTakenOff ? '0' : money(row.name)]]
        return isReference(row) && row.table in records
          ? [[row.column, one(row.table as Kind)]]
          : []
      }),
    ),
    account_id: '$1',
    id: `${firstOrder} + o.n`,
    fk_id: `'ERP-' || ${firstOrder} + o.n`,
    date: 'o.created_at',
    created_at: 'o.created_at',
    updated_at: `o.created_at + interval '1 day' * o.pace * ${ofStage(stages.map(([, days]) => days))}`,
    id_customer: `${records.customers.first} + o.customer`,
    id_address: `${records.addresses.first} + o.customer * ${ADDRESSES} + ${even(ADDRESSES, 'address', 'o.n')}`,
    id_order_status: ofStage(stages.map(([fk_id]) => statuses[fk_id])),
    id_freight_type: `case when o.is_charged then ${records.charged_freight.first} else ${records.free_freight.first} end`,
    freight_charged: 'o.is_charged',
    freight_value: `case when o.is_charged then ${money('freight_value')} else 0 end`,
    observations: `case when ${draw('observations', 'o.n')} < 0.2 then 'Entregar das 8 às 17, portaria 2.' end`,
    delivery_date: `o.created_at + interval '1 day' * (5 + ${even(16, 'delivery', 'o.n')})`,
    custom_fields: `jsonb_build_object('cost_centre', 'B-' || ${even(300, 'cost_centre', 'o.n')})`,
  }
  // Nothing is taken off: what lines come to is not known here.
  const header = headerParts.flatMap(({ column, sign }) => (sign === '+' ? values[column] : []))
  return { ...values, total_value: ['i.total', ...header].join(' + ') }
}

/** [account_id, first order's id, last one's] Keeps their JSON, as the service builds it. */
export const insertDocuments = `
  insert into order_documents (account_id, id_order, names_epoch, updated_at, document, shape)
  select o.account_id, o.id, case when not s.locked then a.names_epoch end, o.updated_at, order_json(o.account_id, o.id),
         order_shape()
    from orders o join accounts a on a.account_id = o.account_id
    join order_statuses s on s.account_id = o.account_id and s.id = o.id_order_status
   where o.account_id = $1 and o.id between $2 and $3
   order by o.id`

/**
 * [account_id, first order's id, last one's] As if each had arrived as it stands now. Both tables are
 * bounded: without statistics PostgreSQL read all orders for each document (34 s a batch of 2,000).
 */
export const insertEvents = `
  with event as (
    insert into events (account_id, type, resource, id_record, version, time, data, shape)
    select d.account_id, 'order.created', 'order', d.id_order, o.version, o.created_at, d.document, d.shape
      from order_documents d join orders o on o.account_id = d.account_id and o.id = d.id_order
     where d.account_id = $1 and d.id_order between $2 and $3 and o.id between $2 and $3
     order by d.id_order
    returning account_id, id
  )
  insert into event_queue (account_id, id_event) select account_id, id from event`

/**
 * [account_id, first order's id, last one's] What the triggers would have counted. Always in one
 * order, so that connections that load at once wait but never for each other.
 */
export const insertCounts = `
  insert into order_counts as c (account_id, kind, id, hour, count, sum_value, min_value, max_value, min_id, max_id)
  select $1,
         case when block is not null then 'block'
              when id_customer is not null then 'customer'
              when id_order_status is not null and hour is not null then 'status_date'
              when id_order_status is not null then 'status'
              when hour is not null then 'date'
              when created_hour is not null then 'created'
              else 'all' end,
         coalesce(id_customer, id_order_status, block, 0), coalesce(hour, created_hour, '-infinity'), count(*), sum(total_value),
         case when hour is not null then min(total_value) end, case when hour is not null then max(total_value) end,
         case when id_order_status is null and coalesce(hour, created_hour) is not null then min(id_order) end,
         case when id_order_status is null and coalesce(hour, created_hour) is not null then max(id_order) end
    from (select id_customer, id_order_status, id as id_order, id / 16384 as block, date_trunc('hour', date, 'UTC') as hour,
                 date_trunc('hour', created_at, 'UTC') as created_hour, total_value
            from orders
           where account_id = $1 and id between $2 and $3) o
   group by grouping sets ((), (id_customer), (id_order_status), (hour), (created_hour), (id_order_status, hour), (block))
   order by 2, 3, 4
      on conflict (account_id, kind, id, hour)
      do update set count = c.count + excluded.count, sum_value = c.sum_value + excluded.sum_value,
                    min_value = least(c.min_value, excluded.min_value), max_value = greatest(c.max_value, excluded.max_value),
                    min_id = least(c.min_id, excluded.min_id), max_id = greatest(c.max_id, excluded.max_id)`
