import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from 'pg'
import { fillRows, migrate } from '../../src/database/schema/migrate.ts'
import { openEmptyDatabase } from '../support/database.ts'
import { migrationNames } from './support/next-version.ts'

// Addresses of a database that knew their integers only, and a program that goes on writing just those.

const versionOf = (part: string) =>
  Number(migrationNames.find((name) => name.includes(part))?.slice(0, 4))
const TEXTS = versionOf('addresses_as_text')

/** Orders as they were stored: of even ones the document is locked. */
async function fill(pool: Pool): Promise<void> {
  await pool.query(`insert into accounts (name, cursor_secret) values ('shop', 'x')`)
  await pool.query(
    `insert into customers (account_id, name) select account_id, 'Ana' from accounts`,
  )
  await pool.query(
    `insert into order_statuses (account_id, name, initial) select account_id, 'Open', true from accounts`,
  )
  await pool.query(`
    insert into addresses (account_id, id_customer, number, complement, zip_code)
    select c.account_id, c.id, a.number, a.complement, a.zip_code
      from customers c, (values (1578, 'said: ,"number":5,"complement":', 1310200), (0, null, 0), (null, null, null))
        a (number, complement, zip_code)`)
  await pool.query(`
    insert into orders (account_id, date, id_customer, id_order_status, id_address, total_value)
    select a.account_id, now(), a.id_customer, s.id, a.id, 0
      from addresses a, order_statuses s, generate_series(1, 400) n`)
  await pool.query(`
    insert into orders (account_id, date, id_customer, id_order_status, total_value)
    select account_id, now(), id_customer, id_order_status, 0 from orders limit 2`)
  await pool.query(`
    insert into order_documents (account_id, id_order, names_epoch, document)
    select account_id, id, case when id % 2 = 1 then 0 end, order_json(account_id, id) from orders`)
}

interface Told {
  id: number
  number: number | null
  number_text: string | null
  zip_code: number | null
  postal_code: string | null
}

/** What documents say of addresses, of which each is once. */
async function told(pool: Pool, which: string): Promise<(Told | null)[]> {
  const { rows } = await pool.query<{ address: Told | null }>(
    `select distinct document::jsonb -> 'address' as address from order_documents d, accounts a where ${which} order by 1`,
  )
  return rows.map(({ address }) => address)
}

/** All else, but for what later migrations add. */
const REST = `
  select document::jsonb - '{address,reason}'::text[] as rest from order_documents order by id_order`

const LOCKED = 'd.names_epoch is null'

test('locked orders get the texts of their addresses, and others are built anew', async () => {
  const { pool, close } = await openEmptyDatabase()
  try {
    await migrate(pool, { through: TEXTS - 1 })
    await fill(pool)
    const before = await pool.query(REST)
    await migrate(pool, { fillsLater: true })
    await fillRows(pool, new AbortController().signal)
    const texts = (await told(pool, LOCKED)).map(
      (one) => one && [one.number, one.number_text, one.zip_code, one.postal_code],
    )
    assert.deepEqual(texts, [
      null,
      [1578, '1578', 1_310_200, '01310-200'],
      [0, '0', 0, '00000-000'],
      [null, null, null, null],
    ])
    const after = await pool.query(REST)
    assert.deepEqual(after.rows, before.rows)
    assert.deepEqual(await told(pool, 'd.names_epoch = a.names_epoch'), [])
    // As it is built of the rows now, to the letter.
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer from order_documents
        where names_epoch is null and document <> order_json(account_id, id_order)`,
    )
    assert.equal(rows[0]?.count, 0)
    assert.deepEqual(await migrate(pool), [])
  } finally {
    await close()
  }
})

test('an older program writes the integer alone, and the text follows', async () => {
  const { pool, close } = await openEmptyDatabase()
  const shown = async () => {
    const { rows } = await pool.query<{ said: string }>(
      `select order_json(account_id, id)::jsonb -> 'address' ->> 'number_text' as said from orders order by id limit 1`,
    )
    return rows[0]?.said ?? null
  }
  try {
    await migrate(pool)
    await fill(pool)
    assert.equal(await shown(), '1578')
    const write = (columns: string) => pool.query(`update addresses set ${columns}`)
    await write(`number = null, number_text = 'KM 12'`)
    await write(`complement = 'x'`)
    assert.equal(await shown(), 'KM 12')
    await write('number = 7')
    assert.equal(await shown(), '7')
    await write('number = null')
    assert.equal(await shown(), null)
    await write(`number = 42, number_text = '0042'`)
    await write('number = null')
    assert.equal(await shown(), null)
  } finally {
    await close()
  }
})
