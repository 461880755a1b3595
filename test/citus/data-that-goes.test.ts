import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '../../src/database/database.ts'
import { closeAccount } from '../../src/operations/accounts/deletion.ts'
import { removeAccount } from '../../src/operations/accounts/removals.ts'
import { openHistory } from '../../src/processes/history/store.ts'
import { type Server, startServer } from '../harness.ts'
import { fillAccount } from '../operate/filled-account.ts'
import { archiveAll } from '../support/files/history.ts'
import { data } from '../support/orders.ts'
import { anonymised, HOME, MARIA } from '../support/privacy/person.ts'
import { changesOf, faultsOf, traced, traceRemoteCommands } from './trace.ts'

// What removes data for good, a person's, old events or a whole account, changes the rows of the
// account's node alone.

traceRemoteCommands()

let server: Server
let folder: string
before(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'pedido-goes-'))
  await fillAccount(server)
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('a person is removed', async () => {
  const { id } = await data(server, 'POST', '/customers', MARIA)
  await data(server, 'POST', `/customers/${id}/addresses`, HOME)
  await data(server, 'POST', '/orders', { id_customer: id, observations: 'portão verde' })
  assert.deepEqual(changesOf(await traced(() => anonymised(server, id))), [])
  const asked = await traced(() => data(server, 'GET', `/customers/${id}/anonymisation`))
  assert.deepEqual(faultsOf(asked), [])
})

test('old events go into files', async () => {
  // Whose feed is empty: what it still has stays.
  const { account_id } = await server.newAccount('history')
  await sql`
    insert into events (account_id, type, resource, id_record, version, time, data, previous)
    select ${account_id}::bigint, 'order.updated', 'order', n, 2, now() - interval '200 days', '{}', '{}'
      from generate_series(1, 50) n`.execute(server.db)
  const place = await openHistory({ ...server.config, HISTORY_DIR: folder })
  const archiving = { days: 90, store: place, eventsInAFile: 20 }
  const all = await traced(() => archiveAll(server, archiving))
  const archives = sql`select id from history_archives where account_id = ${account_id} and state = 'done'`
  assert.equal((await archives.execute(server.db)).rows.length, 3)
  assert.deepEqual(changesOf(all), [])
})

test('an account is closed and removed', async () => {
  const { account_id, db, resources } = server
  const closed = await traced(() =>
    inTransaction(db, (tx) => closeAccount(tx, { account_id, seconds: 0, by: 'maria' })),
  )
  assert.deepEqual(faultsOf(closed), [])
  const place = await openHistory({ ...server.config, HISTORY_DIR: folder })
  const files = { images: resources.images, removeHistory: place.remove.bind(place) }
  const all = await traced(async () => {
    assert.ok(await removeAccount(server, files, account_id, new AbortController().signal))
  })
  assert.deepEqual(faultsOf(all), [])
})
