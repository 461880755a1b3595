import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { Pool } from 'pg'
import { schemaText } from '../../scripts/generate/schema.ts'
import { migrate, NewerSchemaError } from '../../src/database/schema/migrate.ts'
import { openDatabase, openEmptyDatabase } from '../support/database.ts'
import { killRunning, run } from '../support/service.ts'

after(killRunning)

const names = readdirSync(new URL('../../migrations/', import.meta.url)).sort()

async function ledgerOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from migrations order by version',
  )
  return rows.map(({ name }) => name)
}

async function tablesOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('migrations are applied in order, each noted in the ledger, and once', async () => {
  const { pool, close } = await openEmptyDatabase()
  try {
    assert.deepEqual(await migrate(pool), names)
    assert.deepEqual(await ledgerOf(pool), names)
    assert.deepEqual(await migrate(pool), [])
    assert.deepEqual(await ledgerOf(pool), names)
  } finally {
    await close()
  }
})

test('of several that start at once one migrates and the others find it done', async () => {
  const { pool, url, close } = await openEmptyDatabase()
  try {
    if (url === undefined) {
      const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(pool)))
      assert.deepEqual(applied.flat(), names)
    } else {
      const ended = await Promise.all(
        [1, 2, 3, 4].map(() => run(['migrate'], { DATABASE_URL: url })),
      )
      assert.deepEqual(
        ended.map(({ code, stderr }) => [code, stderr]),
        ended.map(() => [0, '']),
      )
      const said = ended.map(({ stdout }) => stdout).sort()
      const done = 'The database is up to date.\n'
      assert.deepEqual(said, [`Applied ${names.join(', ')}.\n`, done, done, done].sort())
    }
    assert.deepEqual(await ledgerOf(pool), names)
  } finally {
    await close()
  }
})

test('a migration that fails is named, and leaves nothing behind', async () => {
  const { pool, close } = await openEmptyDatabase()
  try {
    // In the way of the first migration, but not of its first statement.
    await pool.query('create table orders (id integer)')
    await assert.rejects(migrate(pool), (error: Error) => error.message.includes(names[0] ?? ''))
    assert.deepEqual(await tablesOf(pool), ['migrations', 'orders'])
    assert.deepEqual(await ledgerOf(pool), [])
    await pool.query('drop table orders')
    assert.deepEqual(await migrate(pool), names)
  } finally {
    await close()
  }
})

test('a schema that is newer than the program is refused and left alone', async () => {
  const { pool, url, close } = await openEmptyDatabase()
  try {
    await migrate(pool)
    await pool.query(
      `insert into migrations (version, name) values (9999, '9999_from_the_future.sql')`,
    )
    await assert.rejects(
      migrate(pool),
      (error) => error instanceof NewerSchemaError && /9999_from_the_future/.test(error.message),
    )
    if (url === undefined) return
    const { code, stderr } = await run(['serve'], { DATABASE_URL: url, PORT: '0' })
    assert.equal(code, 1)
    assert.match(stderr, /newer Pedido \(9999_from_the_future\.sql\)/)
  } finally {
    await close()
  }
})

test('schema.sql is what the migrations make, on either database', async () => {
  const { db, close } = await openDatabase(undefined, false)
  try {
    const committed = await readFile(new URL('../../schema.sql', import.meta.url), 'utf8')
    assert.equal(await schemaText(db), committed)
  } finally {
    await close()
  }
})
