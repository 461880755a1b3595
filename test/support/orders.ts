import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Answer, SendOptions, Server } from '../harness.ts'

/** A request that must succeed; its answer. */
export async function succeed(
  server: Server,
  method: string,
  path: string,
  body?: unknown,
  options: SendOptions = {},
): Promise<Answer> {
  const answer = await server.send(method, path, {
    ...options,
    ...(body === undefined ? {} : { body }),
  })
  assert.ok(answer.status < 300, `${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer
}

/** The same; only its `data`. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
export async function data(...request: Parameters<typeof succeed>): Promise<any> {
  return (await succeed(...request)).body.data
}

/** Makes records, and keeps the id of each under the name that a test has for it. */
export const makerOf =
  (server: () => Server, ids: Record<string, number>) =>
  async (name: string, path: string, body: object): Promise<void> => {
    ids[name] = (await data(server(), 'POST', path, body)).id
  }

/** A refusal's status, code and the places of its faults with their codes, in a stable order. */
export function problemOf({ status, body }: Answer): [number, string, string[]] {
  const faults = (body.errors ?? []) as Record<string, string>[]
  const places = faults.map(
    ({ pointer, parameter, header, code }) => `${pointer ?? parameter ?? header} ${code}`,
  )
  return [status, body.code, places.sort()]
}

interface ReturnedItem {
  total_liq: number
  value_ipi: number
  vlr_icms_st: number
}

/** What an order's `total_value` must be, in cents, from its own JSON. */
export function centsOf(
  order: {
    items: ReturnedItem[]
    freight: { value: number } | null
    insurance_value: number
    other_expenses: number
    discount_value: number
  },
  isCharged: boolean,
): bigint {
  const lines = order.items.map(
    ({ total_liq, value_ipi, vlr_icms_st }) =>
      toCents(total_liq) + toCents(value_ipi) + toCents(vlr_icms_st),
  )
  const freight = isCharged && order.freight ? toCents(order.freight.value) : 0n
  const charges = freight + toCents(order.insurance_value) + toCents(order.other_expenses)
  const header = charges - toCents(order.discount_value)
  return lines.reduce((sum, line) => sum + line, header)
}

/** An amount of a JSON answer in cents, by its digits. */
export function toCents(amount: number): bigint {
  const [whole = '0', decimals = ''] = String(amount).split('.')
  return BigInt(whole + decimals.padEnd(2, '0'))
}

/**
 * Whatever happened, afterwards: each total is its parts' sum, each order's versions and events are
 * one unbroken row, what is stored as its JSON is what the last event says, and all are counted.
 */
export async function assertConsistent({ db }: Pick<Server, 'db'>): Promise<void> {
  const { rows } = await sql`
    select 'total' as what, o.id from orders o
     where o.total_value <> case when o.freight_charged then o.freight_value else 0 end + o.insurance_value + o.other_expenses - o.discount_value
           + (select coalesce(sum(i.total_liq) + sum(i.value_ipi) + sum(i.vlr_icms_st) + sum(i.outside_other), 0)
                from order_items i where i.account_id = o.account_id and i.id_order = o.id)
    union all
    select 'history', e.id_record from events e where e.resource = 'order'
     group by e.account_id, e.id_record
    having min(e.version) <> 1 or max(e.version) <> count(*) or count(distinct e.version) <> count(*)
    union all
    select 'version', o.id from orders o
     where o.version is distinct from (select max(e.version) from events e
             where e.account_id = o.account_id and e.resource = 'order' and e.id_record = o.id)
    union all
    select 'document', o.id from orders o
      left join order_documents d on d.account_id = o.account_id and d.id_order = o.id
     where d.updated_at is distinct from o.updated_at
        or d.document is distinct from (select e.data from events e
             where e.account_id = o.account_id and e.resource = 'order' and e.id_record = o.id
             order by e.version desc limit 1)`.execute(db)
  assert.deepEqual(rows, [])
  await assertCounted({ db })
}

/**
 * The numbers and sums of an account's orders that the database keeps are those that are there, in one
 * snapshot; and so are the least and the most of hours that are settled, whose ids are within bounds.
 */
export async function assertCounted({ db }: Pick<Server, 'db'>): Promise<void> {
  const accounts = await sql<{ account_id: number }>`select account_id from accounts`.execute(db)
  for (const { account_id } of accounts.rows) {
    const { rows } = await sql`
      with deltas as (
        select *, delta * total_value as amount from order_count_deltas where account_id = ${account_id}
      ), parts as (
        select kind, id, hour, count as n, sum_value as amount, min_value, max_value, min_id, max_id from order_counts
         where account_id = ${account_id} and kind not in ('day', 'days')
        union all select 'all', 0, '-infinity', delta, amount, null, null, null, null from deltas
        union all select 'customer', id_customer, '-infinity', delta, amount, null, null, null, null from deltas
        union all select 'status', id_order_status, '-infinity', delta, amount, null, null, null, null from deltas
        union all select 'date', 0, hour, delta, amount, null, null, null, null from deltas
        union all select 'created', 0, created_hour, delta, amount, null, null, null, null from deltas
        union all select 'status_date', id_order_status, hour, delta, amount, null, null, null, null from deltas
        union all select 'block', id_order / 16384, '-infinity', delta, amount, null, null, null, null from deltas
      ), kept as (
        select kind, id, hour, sum(n) as n, sum(amount) as amount, max(min_value) as least, max(max_value) as most,
               min(min_id) as min_id, max(max_id) as max_id
          from parts group by 1, 2, 3 having sum(n) <> 0 or kind <> 'block' and sum(amount) <> 0
      ), dated as (
        select id, id_customer, id_order_status, total_value, id / 16384 as block,
               to_timestamp(floor(extract(epoch from date) / 3600)::float8 * 3600) as hour,
               to_timestamp(floor(extract(epoch from created_at) / 3600)::float8 * 3600) as created
          from orders where account_id = ${account_id}
      ), counted as (
        select case when block is not null then 'block' when id_customer is not null then 'customer'
                    when id_order_status is not null then case when hour is null then 'status' else 'status_date' end
                    when hour is not null then 'date' when created is not null then 'created' else 'all' end as kind,
               coalesce(id_customer, id_order_status, block, 0) as id, coalesce(hour, created, '-infinity') as hour,
               count(*) as n, sum(total_value) as amount, min(total_value) as least, max(total_value) as most,
               min(dated.id) as first_id, max(dated.id) as last_id
          from dated
         group by grouping sets ((), (id_customer), (id_order_status), (hour), (created), (id_order_status, hour), (block))
        having count(*) <> 0
      )
      select kind, id, hour, to_json(k) as kept, to_json(c) as counted
        from kept k full join counted c using (kind, id, hour)
       where k.n is distinct from c.n
          or (kind <> 'block' and k.amount is distinct from c.amount)
          or (kind in ('date', 'created') and (k.min_id <= c.first_id and k.max_id >= c.last_id) is not true
              and not exists (select from deltas d where k.hour in (d.hour, d.created_hour)))
          or (kind in ('date', 'status_date') and (k.least, k.most) is distinct from (c.least, c.most)
              and not exists (select from deltas d where d.hour = k.hour))`.execute(db)
    assert.deepEqual(rows, [], `account ${account_id}`)
  }
}
