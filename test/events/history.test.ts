import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import * as statements from '../../src/events/history/sql.ts'
import { historyJob } from '../../src/processes/history/archive.ts'
import { type HistoryStore, openHistory } from '../../src/processes/history/store.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { strictLog } from '../support/feed.ts'
import { findingsOf } from '../support/house/one-account.ts'
import { data, succeed } from '../support/orders.ts'
import { startS3Server } from '../support/servers/s3-server.ts'
import { age, removeOld } from '../support/webhooks/retention.ts'
import { place as placeEvents } from '../support/webhooks/webhooks.ts'

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

type Log = Parameters<typeof historyJob>[2]

/** An account with so many events of 200 days ago that are in no feed, and as many of now. */
async function accountWithHistory(name: string, count = 2_500): Promise<Account> {
  const account = await server.newAccount(name)
  for (const days of [200, 0]) {
    await sql`
      insert into events (account_id, type, resource, id_record, version, time, data, previous)
      select ${account.account_id}::bigint, 'order.updated', 'order', n, 2,
             now() - make_interval(days => ${days}::int) + n * interval '1 second',
             json_build_object('id', n, 'price', 0.10, 'name', 'café "' || n || '"')::text, '{"a": 1}'
        from generate_series(1, ${count}::int) n`.execute(server.db)
  }
  return account
}

const eventsOf = async ({ account_id }: Account): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from events where account_id = ${account_id} order by id`.execute(server.db)
  return rows.map(({ id }) => id)
}

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

const archive = (at = place, log: Log = strictLog) =>
  historyJob(DAYS, at, log, IN_A_FILE)(server.db, new AbortController().signal)

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
  const there = await readdir(join(folder, String(account.account_id)))
  assert.deepEqual(
    there.map((name) => join(folder, String(account.account_id), name)).sort(),
    noted.sort(),
  )
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
      await archive({ ...place, ...step }).catch((error: Error) =>
        assert.equal(error.message, 'cut off'),
      )
    }
    const stop = AbortSignal.timeout(1)
    await historyJob(DAYS, place, strictLog, IN_A_FILE)(server.db, stop)
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
  await archive(doubtful, { warn })
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
  await archive(late, { warn() {} })
  const files = (await archivesOf(account)).map(({ place: file }) => file)
  const texts = (await Promise.all(files.map((file) => readFile(file)))).map((one) =>
    gunzipSync(one).toString(),
  )
  assert.ok(!texts.join('').includes('café "1"'.replaceAll('"', '\\"')))
  await assertWhole(account, all)
})

test('two that work at once do each file once', async () => {
  const account = await accountWithHistory('two')
  const all = await eventsOf(account)
  await Promise.all([archive(), archive(), archive()])
  await archive()
  assert.equal((await eventsOf(account)).length, 2_500)
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

test('each statement but the look for accounts is about one account', () => {
  const { accounts_withHistory, ...others } = statements
  assert.ok(findingsOf(accounts_withHistory.text).faults.length > 0)
  const faults = Object.values(others).flatMap(({ text }) => findingsOf(text).faults)
  assert.deepEqual(faults, [])
})
