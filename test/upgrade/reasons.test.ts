import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from 'pg'
import { fillRows, migrate } from '../../src/database/schema/migrate.ts'
import { openEmptyDatabase } from '../support/database.ts'
import { migrationNames } from './support/next-version.ts'

// Orders of a database that knew no reasons, and a program that goes on without them.

const REASONS = Number(migrationNames.find((name) => name.includes('_reasons.'))?.slice(0, 4))

/** Orders as they were stored: of even ones the document is locked. */
async function fill(pool: Pool): Promise<void> {
  await pool.query(`insert into accounts (name, cursor_secret) values ('shop', 'x')`)
  await pool.query(
    `insert into customers (account_id, name) select account_id, 'said: ,"freight":null' from accounts`,
  )
  await pool.query(`
    insert into order_statuses (account_id, name, locked, initial)
    select account_id, s.name, s.locked, not s.locked
      from accounts, (values ('Open', false), ('Lost: ,"freight":{', true)) s (name, locked)`)
  await pool.query(`
    insert into orders (account_id, date, id_customer, id_order_status, custom_fields, observations, total_value)
    select c.account_id, now(), c.id, 1 + n % 2, '{"freight": ",\\"freight\\":"}', '",\\"freight\\":', 0
      from customers c, generate_series(1, 1200) n`)
  await pool.query(`
    insert into order_documents (account_id, id_order, names_epoch, document)
    select o.account_id, o.id, case when not s.locked then 0 end, order_json(o.account_id, o.id)
      from orders o join order_statuses s on s.id = o.id_order_status`)
}

const authors = JSON.stringify([{ id_token: 1, token_name: 't', request_id: 'r' }])

/** What a program does that changes a field of an order, be it locked. */
const change = (pool: Pool, id: number, fields: string) =>
  pool.query(
    `select update_order(1, $1, 2, (s.written::jsonb || $2::jsonb), false) from order_states(1, array[$1::bigint]) s`,
    [id, fields],
  )

const publish = async (pool: Pool, id: number, wasLocked: boolean) => {
  const { rows } = await pool.query<{ document: string }>(
    `select document from publish_orders(1, array[$1::bigint], array[nextval('events_id_seq')], array['order.updated'], $2, array[null], array[$3::boolean])`,
    [id, authors, wasLocked],
  )
  return JSON.parse(rows[0]?.document ?? '') as {
    status: object
    reason: object | null
    observations: string
  }
}

test('orders that were locked before have no reason, to the letter as if built now', async () => {
  const { pool, close } = await openEmptyDatabase()
  try {
    await migrate(pool, { through: REASONS - 1 })
    await fill(pool)
    // All but the filling: a service that has just started.
    await migrate(pool, { fillsLater: true })
    const { rows: locked } = await pool.query<{ id: number }>(
      `select id_order::integer as id from order_documents where names_epoch is null order by 1 limit 2`,
    )
    const [first = { id: 0 }, second = { id: 0 }] = locked
    await change(pool, first.id, '{"observations": "changed"}')
    const published = await publish(pool, first.id, true)
    assert.deepEqual([published.reason, published.observations], [null, 'changed'])
    await pool.query(
      'select let_go_orders(1, array[$1::bigint], array[null], array[$2::jsonb], array[]::bigint[])',
      [second.id, '{}'],
    )
    await fillRows(pool, new AbortController().signal)
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer from order_documents
        where names_epoch is null and document::jsonb <> order_json(account_id, id_order)::jsonb`,
    )
    assert.equal(rows[0]?.count, 0)
    const { rows: shown } = await pool.query(
      `select distinct document::jsonb -> 'reason' as reason, names -> 'reason' as named from order_documents where names_epoch is null`,
    )
    assert.deepEqual(shown, [{ reason: null, named: null }])
    const { rows: kept } = await pool.query(
      `select count(*)::integer as lacking from order_documents where names_epoch is null and not document::jsonb ? 'reason'`,
    )
    assert.deepEqual(kept, [{ lacking: 0 }])
    assert.deepEqual(await migrate(pool), [])
  } finally {
    await close()
  }
})

test('what an older program replaces keeps its reason, and loses it with a move', async () => {
  const { pool, close } = await openEmptyDatabase()
  try {
    await migrate(pool)
    await fill(pool)
    await pool.query(`insert into reasons (account_id, name) values (1, 'Out of stock')`)
    await pool.query('update orders set id_reason = 1 where id = 1')
    const reason = async () =>
      (await pool.query('select id_reason from orders where id = 1')).rows[0]?.id_reason
    const replace = (fields: string) =>
      pool.query(
        `select update_order(1, 1, 2, (s.written::jsonb - 'id_reason') || $1::jsonb, false) from order_states(1, array[1::bigint]) s`,
        [fields],
      )
    await replace('{"observations": null}')
    assert.equal(Number(await reason()), 1)
    await replace('{"id_order_status": 1}')
    assert.equal(await reason(), null)
  } finally {
    await close()
  }
})
