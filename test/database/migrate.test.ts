import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { Pool } from 'pg'
import { schemaText } from '../../scripts/generate/schema.ts'
import { ChangedMigrationError, NewerSchemaError } from '../../src/database/schema/ledger.ts'
import { backfillRows, migrate } from '../../src/database/schema/migrate.ts'
import { openDatabase, openEmptyDatabase } from '../support/database.ts'
import { killRunning, run } from '../support/service.ts'
import {
  NEXT,
  migrationNames as names,
  nextFolder,
  ownFiles,
} from '../upgrade/support/next-version.ts'

after(killRunning)

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
    assert.deepEqual(await migrate(pool), ownFiles)
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
      assert.deepEqual(applied.flat(), ownFiles)
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
      assert.deepEqual(said, [`Applied ${ownFiles.join(', ')}.\n`, done, done, done].sort())
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
    assert.deepEqual(await tablesOf(pool), ['function_revisions', 'migrations', 'orders'])
    assert.deepEqual(await ledgerOf(pool), [])
    await pool.query('drop table orders')
    assert.deepEqual(await migrate(pool), ownFiles)
  } finally {
    await close()
  }
})

test('a schema that is newer than the program is refused and left alone', async () => {
  const { pool, url, close } = await openEmptyDatabase()
  try {
    await migrate(pool)
    await pool.query(
      `insert into migrations (version, name, checksum, compatible_with)
         values (9999, '9999_from_the_future.sql', 'of its text', 9999)`,
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

test('a newer schema that leaves this version room is taken, and left alone', async () => {
  const { pool, url, close } = await openEmptyDatabase()
  const folder = nextFolder()
  try {
    assert.deepEqual(await migrate(pool, { folder }), [
      ...names,
      ...Object.keys(NEXT),
      'functions.sql',
    ])
    assert.deepEqual(await migrate(pool), [])
    if (url === undefined) return
    const { code, stdout } = await run(['migrate'], { DATABASE_URL: url })
    assert.deepEqual([code, stdout], [0, 'The database is up to date.\n'])
  } finally {
    await close()
  }
})

test('a migration with another text than the database has got is refused by its name', async () => {
  const { pool, url, close } = await openEmptyDatabase()
  try {
    await migrate(pool)
    const isProblem = (error: unknown) =>
      error instanceof ChangedMigrationError && error.message.includes(`migration ${names[1]} `)
    await pool.query('update migrations set checksum = $1 where name = $2', ['another', names[1]])
    await assert.rejects(migrate(pool), isProblem)
    if (url === undefined) return
    for (const command of ['migrate', 'serve']) {
      const { code, stderr } = await run([command], { DATABASE_URL: url, PORT: '0' })
      assert.equal(code, 1)
      assert.match(
        stderr,
        /with another text .* start the Pedido that this database was migrated by/,
      )
    }
  } finally {
    await close()
  }
})

test('ends of lines are no part of a migration', async () => {
  const { pool, close } = await openEmptyDatabase()
  const [name = '', text = ''] = Object.entries(NEXT)[0] ?? []
  try {
    await migrate(pool, { folder: nextFolder({ [name]: text }) })
    const folder = nextFolder({ [name]: text.replaceAll('\n', '\r\n') })
    assert.deepEqual(await migrate(pool, { folder }), [])
  } finally {
    await close()
  }
})

test('a database from before the first release says what to do', async () => {
  const { pool, close } = await openEmptyDatabase()
  try {
    await pool.query('create table migrations (version integer primary key, name text not null)')
    await assert.rejects(migrate(pool), /made before 1\.0\.0.*pedido export.*pedido import/)
  } finally {
    await close()
  }
})

test('an index that was left unfinished is built again', async () => {
  const { pool, close } = await openEmptyDatabase()
  const folder = nextFolder()
  const isValid = async () => {
    const { rows } = await pool.query<{ indisvalid: boolean }>(
      `select indisvalid from pg_index where indexrelid = 'customers_nickname'::regclass`,
    )
    return rows[0]?.indisvalid
  }
  try {
    await migrate(pool, { folder, through: 9001 })
    // As a build that is killed leaves it: there, on the wrong column, and not to be used.
    await pool.query('create index customers_nickname on customers (account_id, name)')
    await pool.query(
      `update pg_index set indisvalid = false where indexrelid = 'customers_nickname'::regclass`,
    )
    const told: string[] = []
    const [applied] = await migrate(pool, {
      folder,
      through: 9002,
      log: (text) => told.push(text),
    })
    assert.deepEqual([applied, await isValid()], ['9002_nicknames_found.sql', true])
    assert.match(told.join(), /customers_nickname was left unfinished, and is built again/)
    // Built, but not noted: the program was killed in between.
    await pool.query('delete from migrations where version = 9002')
    assert.deepEqual(await migrate(pool, { folder, through: 9002 }), [applied])
  } finally {
    await close()
  }
})

test('rows are filled in batches, later where nothing builds on them, and go on where they were', async () => {
  const { pool, close } = await openEmptyDatabase()
  const folder = nextFolder()
  const open = async () => {
    const { rows } = await pool.query<{ open: number }>(
      'select count(*)::integer as open from customers where nickname is null',
    )
    return rows[0]?.open
  }
  try {
    await migrate(pool, { folder, through: 9001 })
    await pool.query(`insert into accounts (name, cursor_secret) values ('shop', 'x')`)
    await pool.query(
      `insert into customers (account_id, name) select account_id, n from accounts, generate_series(1, 10) n`,
    )
    assert.deepEqual(await migrate(pool, { folder, backfillsLater: true }), [
      '9002_nicknames_found.sql',
      'functions.sql',
    ])
    assert.equal(await open(), 10)
    // The first three rows were filled before the program was killed.
    await pool.query('update customers set nickname = name where id <= 3')
    const stopped = new AbortController()
    stopped.abort()
    await backfillRows(pool, stopped.signal, folder)
    assert.equal(await open(), 7)
    await backfillRows(pool, new AbortController().signal, folder)
    assert.equal(await open(), 0)
    assert.deepEqual(await migrate(pool, { folder }), [])
    const last = '9004_all_have_one.sql'
    const text = 'alter table customers alter column nickname set not null;'
    await pool.query('delete from migrations where version = 9003')
    await pool.query(`update customers set nickname = null where name = '7'`)
    const further = nextFolder({ ...NEXT, [last]: text })
    const applied = await migrate(pool, { folder: further, backfillsLater: true })
    assert.deepEqual(applied, ['9003_nicknames_filled.sql', last])
  } finally {
    await close()
  }
})

test('a lock that others hold is waited for in small pieces', async () => {
  const { pool, url, close } = await openEmptyDatabase()
  try {
    if (url === undefined) return
    await migrate(pool)
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select from customers')
    let free = () => {}
    const waits = new Promise<void>((resolve) => {
      free = resolve
    })
    const migrated = migrate(pool, { folder: nextFolder(), log: () => free() })
    await waits
    // Who comes after the migration does not wait until the reader ends.
    await pool.query('select count(*) from customers')
    await reader.query('commit')
    reader.release()
    assert.deepEqual(await migrated, Object.keys(NEXT))
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
