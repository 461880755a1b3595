import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { withBuilder } from '../../src/database/connect.ts'
import { type Database, inTransaction } from '../../src/database/database.ts'
import { inSnapshot } from '../../src/database/snapshot/snapshot.ts'
import { type Server, startServer } from '../harness.ts'

// Every test of the service passes the same pool, so a request that does this fails wherever one makes it.

let server: Server
let database: Database
before(async () => {
  server = await startServer()
  database = withBuilder(server)
})
after(() => server.close())

const select = async () => (await sql`select 1 as one`.execute(database.db)).rows
const SECOND = /takes a second connection/

test('what holds a connection in a transaction takes no second one', async () => {
  const nested = inTransaction(database.db, () => inTransaction(database.db, select))
  await assert.rejects(nested, SECOND)
  await assert.rejects(inTransaction(database.db, select), SECOND)
  const besideSnapshot = inSnapshot(database, async () => void (await select()))
  // The embedded database has a snapshot's statements one by one.
  if (database.isEmbedded) await besideSnapshot
  else await assert.rejects(besideSnapshot, SECOND)
  assert.deepEqual(await select(), [{ one: 1 }])
})

test('what a transaction began and left behind takes one once that is over', async () => {
  const over = Promise.withResolvers<void>()
  const later = await inTransaction(database.db, async () => ({ found: over.promise.then(select) }))
  over.resolve()
  assert.deepEqual(await later.found, [{ one: 1 }])
})
