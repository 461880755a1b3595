import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '../../../src/database/database.ts'
import { refreshDocuments } from '../../../src/orders/reads/refresh.ts'

/** What must hold of every database, whatever was asked of it: SQL that finds what breaks it. */
const breaches: Record<string, string> = {
  'a total that is not the sum of its parts': `
    select o.account_id, o.id, o.total_value from orders o
     where o.total_value is distinct from case when o.freight_charged then o.freight_value else 0 end + o.insurance_value + o.other_expenses - o.discount_value
           + coalesce((select sum(i.total_liq + i.value_ipi + i.vlr_icms_st) from order_items i
                        where i.account_id = o.account_id and i.id_order = o.id), 0)`,
  'an item without its order or product': `
    select i.account_id, i.id from order_items i
     where not exists (select from orders o where o.account_id = i.account_id and o.id = i.id_order)
        or not exists (select from products p where p.account_id = i.account_id and p.id = i.id_item)`,
  'an order without a stored document': `
    select o.account_id, o.id from orders o
     where not exists (select from order_documents d where d.account_id = o.account_id and d.id_order = o.id)`,
  'a document that is kept as of its locking, of an order that is not locked, or the reverse': `
    select o.account_id, o.id from orders o
      join order_statuses s on s.account_id = o.account_id and s.id = o.id_order_status
      join order_documents d on d.account_id = o.account_id and d.id_order = o.id
     where (d.names_epoch is null) <> s.locked`,
  'a document with another time than its order': `
    select o.account_id, o.id from orders o
      join order_documents d on d.account_id = o.account_id and d.id_order = o.id
     where d.updated_at <> o.updated_at`,
  'a document without its order': `
    select d.account_id, d.id_order from order_documents d
     where not exists (select from orders o where o.account_id = d.account_id and o.id = d.id_order)`,
  'an address without its customer': `
    select a.account_id, a.id from addresses a
     where not exists (select from customers c where c.account_id = a.account_id and c.id = a.id_customer)`,
  'an order at an address of another customer': `
    select o.account_id, o.id from orders o join addresses a on a.account_id = o.account_id and a.id = o.id_address
     where a.id_customer <> o.id_customer`,
  'a version that is not the number of its events': `
    select r.resource, r.account_id, r.id, r.version, count(e.id)::int as events from (
      select 'order' as resource, account_id, id, version from orders
      union all select 'customer', account_id, id, version from customers
      union all select 'product', account_id, id, version from products
      union all select 'address', account_id, id, version from addresses) r
      left join events e on e.account_id = r.account_id and e.resource = r.resource and e.id_record = r.id
     group by 1, 2, 3, 4 having count(e.id) <> r.version`,
  'a gap in the versions of events': `
    select account_id, resource, id_record, array_agg(version order by id) as versions from events
     where type not like 'audit.%'
     group by 1, 2, 3 having min(version) <> 1 or max(version) <> count(*)
        or array_agg(version order by id) <> array_agg(version order by version)`,
  'an event of a record that neither exists nor was deleted': `
    select e.account_id, e.resource, e.id_record from events e
     where e.resource = 'order'
       and not exists (select from orders o where o.account_id = e.account_id and o.id = e.id_record)
       and not exists (select from events d where d.account_id = e.account_id
                        and d.resource = e.resource and d.id_record = e.id_record and d.type = 'order.deleted')`,
  'an account without exactly one initial status': `
    select a.account_id from accounts a left join order_statuses s on s.account_id = a.account_id and s.initial
     group by 1 having count(s.id) <> 1`,
  'a move to a status that is not there': `
    select s.account_id, s.id, s.n from (select account_id, id, unnest(next) as n from order_statuses) s
     where not exists (select from order_statuses t where t.account_id = s.account_id and t.id = s.n)`,
}

/** Documents that count as fresh and are not; of one account, as Citus builds no others. */
const wrongDocuments = (account_id: number) => `
  select o.id, d.document from orders o
    join accounts a on a.account_id = o.account_id
    join order_documents d on d.account_id = o.account_id and d.id_order = o.id
   where o.account_id = ${account_id} and d.names_epoch = a.names_epoch
     and d.document <> current_order_json(${account_id}, o.id)`

/** @throws AssertionError that tells what is broken, and where */
export async function assertConsistent(db: Db): Promise<void> {
  await assertNoBreach(db)
  const accounts = await sql<{ account_id: number }>`select account_id from accounts`.execute(db)
  for (const { account_id } of accounts.rows) {
    await refreshDocuments(db, account_id, new AbortController().signal)
  }
  await assertNoBreach(db)
  const stale = await sql`select d.id_order from order_documents d
    join accounts a on a.account_id = d.account_id where d.names_epoch <> a.names_epoch`.execute(db)
  assert.deepEqual(stale.rows, [], 'documents that the refresh left stale')
}

async function assertNoBreach(db: Db): Promise<void> {
  for (const [what, text] of Object.entries(breaches)) {
    const { rows } = await sql.raw(text).execute(db)
    assert.deepEqual(rows, [], what)
  }
  const accounts = await sql<{ account_id: number }>`select account_id from accounts`.execute(db)
  for (const { account_id } of accounts.rows) {
    const { rows } = await sql.raw(wrongDocuments(account_id)).execute(db)
    assert.deepEqual(
      rows,
      [],
      `a document of account ${account_id} that counts as fresh and is not`,
    )
  }
}
