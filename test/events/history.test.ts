import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { jobRan } from '../../src/base/telemetry/topics.ts'
import * as statements from '../../src/events/history/sql.ts'
import type { Log } from '../../src/jobs/job.ts'
import { type HistoryStore, openHistory } from '../../src/processes/history/store.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { strictLog } from '../support/feed.ts'
import {
  archiveAll,
  archiverOf,
  eventIds,
  factsOf,
  hasOpenArchives,
  makeArchivesDue,
  newAccountWithHistory,
} from '../support/files/history.ts'
import { findingsOf } from '../support/house/one-account.ts'
import { data, succeed } from '../support/orders.ts'
import { startS3Server } from '../support/servers/s3-server.ts'
import { age, removeOld } from '../support/webhooks/retention.ts'
import { place as placeEvents } from '../support/webhooks/webhooks.ts'
import { until } from '../support/workers.ts'

// Events that are older than HISTORY_DAYS, and not in the feed any more, go into files.

const DAYS = 90
const IN_A_FILE = 1_000

let server: Server
let folder: string
let place: HistoryStore
before(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'pedido-history-'))
  place = await openHistory({ ...server.config, HISTORY_DIR: folder })
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const accountWithHistory = (name: string) => newAccountWithHistory(server, name)
const eventsOf = (account: Account) => eventIds(server, account)

interface Archive {
  state: string
  place: string
  sha256: string
  bytes: number
  events: number
}

const archivesOf = async ({ account_id }: Account): Promise<Archive[]> =>
  (await statements.archives_list(server.db, [account_id])).map(({ document }) =>
    JSON.parse(document),
  )

const archiving = (store = place, log: Log = strictLog) => ({
  days: DAYS,
  store,
  log,
  eventsInAFile: IN_A_FILE,
})

const archive = (store = place, log: Log = strictLog) => archiveAll(server, archiving(store, log))

/** The ids of what the files have that are noted, each compared with its row. */
async function idsInFiles(account: Account): Promise<number[]> {
  const ids: number[] = []
  for (const { place: file, sha256, bytes, events } of await archivesOf(account)) {
    const content = await readFile(file)
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256)
    assert.equal(content.length, bytes)
    const lines = gunzipSync(content).toString().trimEnd().split('\n')
    assert.equal(lines.length, events)
    ids.push(...lines.map((line) => JSON.parse(line).id))
  }
  return ids
}

/** Nothing is lost, nothing is there twice, and there are no files but those that are noted. */
async function assertWhole(account: Account, all: number[]): Promise<void> {
  assert.deepEqual([...(await idsInFiles(account)), ...(await eventsOf(account))], all)
  const noted = (await archivesOf(account)).map(({ place: file }) => file)
  const own = join(folder, String(account.account_id))
  const there = (await readdir(own)).map((name) => join(own, name))
  assert.deepEqual(there.sort(), noted.sort())
}

test('old events go into files, in order, and new ones stay', async () => {
  const account = await accountWithHistory('in order')
  const all = await eventsOf(account)
  await archive()
  assert.deepEqual(await eventsOf(account), all.slice(2_500))
  const archives = await archivesOf(account)
  assert.deepEqual(
    archives.map(({ state, events }) => [state, events]),
    [
      ['done', 1000],
      ['done', 1000],
      ['done', 500],
    ],
  )
  await assertWhole(account, all)
  const [line = ''] = gunzipSync(await readFile(archives[0]?.place ?? ''))
    .toString()
    .split('\n')
  const { id, uid, time, ...rest } = JSON.parse(line)
  assert.equal(id, all[0])
  assert.match(uid, /^[0-9a-f-]{36}$/)
  assert.match(time, /^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/)
  assert.deepEqual(rest, {
    type: 'order.updated',
    resource: 'order',
    id_record: 1,
    version: 2,
    id_token: null,
    token_name: null,
    request_id: null,
    traceparent: null,
    data: { id: 1, price: 0.1, name: 'café "1"' },
    previous: { a: 1 },
    reason: null,
    restored_version: null,
  })
  assert.match(line, /"price" : 0\.10/, 'numbers are as they were')
  await archive()
  assert.equal((await archivesOf(account)).length, 3, 'nothing more is old')
})

test('what is in the feed stays, whatever its age; an order whose events went has an empty history', async () => {
  const account = await server.newAccount('feed')
  const { token } = account
  const make = (path: string, body: object) => data(server, 'POST', path, body, { token })
  const { id: id_customer } = await make('/customers', { name: 'Mercado Aurora' })
  const { id } = await make('/orders', { id_customer })
  await make('/customers', { name: 'Padaria' })
  await placeEvents(server, account)
  await sql`update events set time = (time at time zone 'UTC' - interval '200 days') at time zone 'UTC' where account_id = ${account.account_id}`.execute(
    server.db,
  )
  const all = await eventsOf(account)
  await archive()
  assert.deepEqual(await eventsOf(account), all)
  await age(server, account, all.length)
  await removeOld(server)
  await sql`update events set time = (time at time zone 'UTC' - interval '9 days') at time zone 'UTC' where account_id = ${account.account_id}`.execute(
    server.db,
  )
  await archive()
  // The last one that left the feed stays, for the cursors that stand there.
  assert.deepEqual(await eventsOf(account), all.slice(-1))
  const history = await succeed(server, 'GET', `/orders/${id}/history`, undefined, { token })
  assert.deepEqual(history.body.data, [])
  assert.equal((await server.send('GET', '/orders/999999/history', { token })).status, 404)
})

test('whoever is cut off at any step loses and doubles nothing', async () => {
  const account = await accountWithHistory('cut off')
  const all = await eventsOf(account)
  const cut = () => {
    throw new Error('cut off')
  }
  const steps: Partial<HistoryStore>[] = [
    { write: async () => cut() },
    { write: async (name) => ({ ...(await place.write(name)), keep: async () => cut() }) },
    {
      // It is there, and nobody has noted it.
      write: async (name) => {
        const target = await place.write(name)
        return {
          ...target,
          keep: async () => {
            await target.keep()
            cut()
          },
          drop: async () => {},
        }
      },
    },
    { find: async () => cut() },
  ]
  for (let round = 0; round < 3; round++) {
    for (const step of steps) {
      const failed: unknown[] = []
      const error = (fields: object) => void failed.push(factsOf(fields))
      await archive({ ...place, ...step }, { ...strictLog, error })
      // One that is removing events asks for no file.
      if (failed.length > 0)
        assert.deepEqual(failed, [['archive history', account.account_id, 'cut off']])
      await makeArchivesDue(server)
    }
    // It stops while it works on one.
    const worker = await archiverOf(server, archiving())
    await worker.run(server.db)
    await worker.close()
    await makeArchivesDue(server)
  }
  await archive()
  assert.equal((await eventsOf(account)).length, 2_500)
  await assertWhole(account, all)
})

test('a file that is not as it was is made again before anything is removed', async () => {
  const account = await accountWithHistory('damaged')
  const all = await eventsOf(account)
  let damaged = 2
  const told: string[] = []
  const warn = (_: object, text: string) => void told.push(text)
  const doubtful: HistoryStore = {
    ...place,
    async find(address) {
      if (damaged-- > 0) return damaged === 1 ? undefined : Readable.from([Buffer.from('other')])
      return place.find(address)
    },
  }
  await archive(doubtful, { ...strictLog, warn })
  assert.equal(told.length, 2)
  await assertWhole(account, all)
})

test('an event that lost a person’s data before it was removed has lost it in the file, too', async () => {
  const account = await accountWithHistory('forgotten')
  const all = await eventsOf(account)
  let isFirst = true
  const late: HistoryStore = {
    ...place,
    async find(address) {
      if (isFirst) {
        await sql`update events set data = '{"name": "***"}' where account_id = ${account.account_id} and id = ${all[0]}`.execute(
          server.db,
        )
      }
      isFirst = false
      return place.find(address)
    },
  }
  await archive(late, { ...strictLog, warn() {} })
  const files = (await archivesOf(account)).map(({ place: file }) => file)
  const texts = (await Promise.all(files.map((file) => readFile(file)))).map((one) =>
    gunzipSync(one).toString(),
  )
  assert.ok(!texts.join('').includes('café "1"'.replaceAll('"', '\\"')))
  await assertWhole(account, all)
})

test('one that was taken for dead writes nothing any more', async () => {
  const account = await accountWithHistory('taken over')
  const all = await eventsOf(account)
  // The file is there and not noted yet; it is noted and was not compared yet.
  for (const step of ['keep', 'find'] as const) {
    const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = () => {
      held.resolve()
      return goOn.promise
    }
    const slow: HistoryStore = {
      ...place,
      async write(name) {
        const target = await place.write(name)
        if (step !== 'keep') return target
        return { ...target, keep: () => target.keep().then(hold) }
      },
      async find(address) {
        if (step === 'find') await hold()
        return place.find(address)
      },
    }
    // The database knows no session of this name.
    const dead = await archiverOf(server, { ...archiving(slow), sessions: `pedido ${step}` })
    await dead.run(server.db)
    await held.promise
    const other = await archiverOf(server, archiving())
    const before = await archivesOf(account)
    await until(async () => {
      await other.run(server.db)
      return (await archivesOf(account)).length > before.length
    })
    goOn.resolve()
    await dead.close()
    await other.close()
  }
  await archive()
  assert.equal((await eventsOf(account)).length, 2_500)
  await assertWhole(account, all)
})

test('an account over which it fails holds up no other, is named and counted', async () => {
  const [bad, good] = [await accountWithHistory('fails'), await accountWithHistory('goes on')]
  const failing: HistoryStore = {
    ...place,
    addressOf(name) {
      if (name.startsWith(`${bad.account_id}/`)) throw new Error('no room for these')
      return place.addressOf(name)
    },
  }
  const failed: unknown[] = []
  const error = (fields: object) => void failed.push(factsOf(fields))
  const counted: string[] = []
  const end = jobRan.listen(({ job, hasFailed }) => void (hasFailed && counted.push(job)))
  const worker = await archiverOf(server, archiving(failing, { ...strictLog, error }))
  await until(async () => {
    await worker.run(server.db)
    return (await eventsOf(good)).length === 2_500
  })
  await worker.close()
  end()
  assert.equal((await eventsOf(bad)).length, 5_000)
  assert.deepEqual(failed, [['archive history', bad.account_id, 'no room for these']])
  assert.ok(counted.includes('archive history'))
  await makeArchivesDue(server)
  await archive()
  assert.equal((await eventsOf(bad)).length, 2_500)
})

/** As a process of 1.0.0 takes one. */
const takeAsBefore = async (account: Account) =>
  (
    await sql`
      update history_archives
         set holder = '6f1f0c1e-4b0f-4d3a-9d55-0c8f4f6f2a11'::uuid, held_until = now() + interval '5 minutes'
       where account_id = ${account.account_id} and state <> 'done'
         and (holder is null or holder = '6f1f0c1e-4b0f-4d3a-9d55-0c8f4f6f2a11'::uuid or held_until < now())
      returning id`.execute(server.db)
  ).rows.length

test('a process of the version before and this one leave each other alone', async () => {
  const account = await accountWithHistory('versions')
  const all = await eventsOf(account)
  const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: HistoryStore = {
    ...place,
    async find(address) {
      held.resolve()
      await goOn.promise
      return place.find(address)
    },
  }
  const worker = await archiverOf(server, archiving(slow))
  assert.equal(await takeAsBefore(account), 1)
  await worker.run(server.db)
  await worker.close()
  assert.deepEqual(
    (await archivesOf(account)).map(({ state }) => state),
    ['planned'],
  )
  await sql`update history_archives set held_until = now() where state <> 'done'`.execute(server.db)
  const next = await archiverOf(server, archiving(slow))
  await next.run(server.db)
  await held.promise
  assert.equal(await takeAsBefore(account), 0)
  goOn.resolve()
  await next.close()
  await archive()
  assert.ok(!(await hasOpenArchives(server)))
  await assertWhole(account, all)
})

test('a bucket takes them too', async () => {
  const account = await accountWithHistory('bucket')
  const s3 = await startS3Server()
  const settings = {
    HISTORY_DIR: `s3://${s3.bucket}/old`,
    S3_REGION: s3.region,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  }
  await archive(await openHistory({ ...server.config, ...settings }))
  const archives = await archivesOf(account)
  assert.equal(archives.length, 3)
  for (const { place: address, sha256 } of archives) {
    const stored = s3.objects.get(address.slice('s3://images/'.length))
    assert.equal(
      createHash('sha256')
        .update(stored?.bytes ?? '')
        .digest('hex'),
      sha256,
    )
  }
  assert.equal(s3.objects.size, 3)
  await s3.close()
})

test('each statement but the looks for accounts and archives is about one account', () => {
  const { accounts_withHistory, archives_due, archiveLeases: _, ...others } = statements
  for (const { text } of [accounts_withHistory, archives_due]) {
    assert.ok(findingsOf(text).faults.length > 0)
  }
  const faults = Object.values(others).flatMap(({ text }) => findingsOf(text).faults)
  assert.deepEqual(faults, [])
})
