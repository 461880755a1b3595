import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Pool } from 'pg'
import { ChangedMigrationError } from '../../src/database/schema/ledger.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { databaseStatus } from '../../src/operations/status/database.ts'
import { openDatabase, openEmptyDatabase } from '../support/database.ts'
import {
  COMPATIBLE,
  migrationNames,
  nextFolder,
  revisedFunctions,
} from '../upgrade/support/next-version.ts'

// `migrations/functions.sql`: what a database has is the newest revision that it has seen.

const FILE = 'functions.sql'

/** How many revisions the functions in force are ahead of this version's. */
async function ahead(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ahead: number }>('select revisions_ahead() as ahead')
  return rows[0]?.ahead ?? 0
}

test('a later revision replaces the functions, and a process of an earlier one keeps it', async () => {
  const { pool, close } = await openEmptyDatabase()
  const next = { folder: nextFolder(revisedFunctions(1)) }
  try {
    await migrate(pool)
    assert.deepEqual(await migrate(pool, next), [FILE])
    assert.equal(await ahead(pool), 1)
    // Processes of both versions start one after the other, as long as machines are renewed.
    for (const version of [{}, next, {}, next]) {
      assert.deepEqual(await migrate(pool, version), [])
      assert.equal(await ahead(pool), 1)
    }
    assert.deepEqual(await migrate(pool, { folder: nextFolder(revisedFunctions(2)) }), [FILE])
    assert.deepEqual(await migrate(pool, next), [])
    assert.equal(await ahead(pool), 2)
  } finally {
    await close()
  }
})

test('another text of the same revision is refused', async () => {
  const { pool, close } = await openEmptyDatabase()
  const isProblem = (error: unknown) =>
    error instanceof ChangedMigrationError && /revision \d+ of its functions/.test(error.message)
  try {
    await migrate(pool)
    await assert.rejects(migrate(pool, { folder: nextFolder(revisedFunctions(0)) }), isProblem)
  } finally {
    await close()
  }
})

test('ends of lines are no part of the functions', async () => {
  const { pool, close } = await openEmptyDatabase()
  const folder = nextFolder({})
  const file = new URL(FILE, folder)
  try {
    await migrate(pool)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
    assert.deepEqual(await migrate(pool, { folder }), [])
  } finally {
    await close()
  }
})

test('functions come after the migrations, all of them or none', async () => {
  const { pool, close } = await openEmptyDatabase()
  const last = '9001_last.sql'
  const column = { [last]: `${COMPATIBLE}alter table customers add column nickname text;\n` }
  const using =
    'create or replace function nick() returns text language sql as $$ select nickname from customers $$;'
  try {
    await migrate(pool, { folder: nextFolder(revisedFunctions(1)) })
    const failing = nextFolder({ ...column, ...revisedFunctions(2, `${using} select 1 / 0;`) })
    await assert.rejects(migrate(pool, { folder: failing }), /functions\.sql failed: division by/)
    assert.equal(await ahead(pool), 1)
    const folder = nextFolder({ ...column, ...revisedFunctions(2, using) })
    assert.deepEqual(await migrate(pool, { folder }), [FILE])
    assert.equal(await ahead(pool), 2)
  } finally {
    await close()
  }
})

test('a database that stays at a version before has none of the functions of this one', async () => {
  const { pool, close } = await openEmptyDatabase()
  const folder = nextFolder({ '9001_last.sql': `${COMPATIBLE}select 1;\n`, ...revisedFunctions(1) })
  const through = migrationNames.length
  try {
    assert.deepEqual(await migrate(pool, { folder, through }), migrationNames)
    await assert.rejects(ahead(pool), /does not exist/)
    assert.deepEqual(await migrate(pool, { folder }), ['9001_last.sql', FILE])
    assert.equal(await ahead(pool), 1)
  } finally {
    await close()
  }
})

test('the status tells that functions are to come', async () => {
  const database = await openDatabase(undefined, false)
  try {
    const of = async () => (await databaseStatus(database)).migrations.pending
    assert.deepEqual(await of(), [])
    await database.pool.query('delete from function_revisions')
    assert.deepEqual(await of(), [FILE])
    assert.deepEqual(await migrate(database.pool), [FILE])
    assert.deepEqual(await of(), [])
  } finally {
    await database.close()
  }
})
