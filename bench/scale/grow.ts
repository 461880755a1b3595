import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { callService } from '../../test/support/call.ts'
import { type Command, pedido, type Service, startService } from '../../test/support/service.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'
import { keepAliveClient, until } from '../../test/support/workers.ts'
import { accountOf } from '../seed/account.ts'
import type { Options, Scenario } from '../support/command.ts'
import { inFolder, type Settings } from '../support/database-host.ts'
import { quantile } from '../support/figures.ts'
import { mostResidentBytes } from '../support/memory.ts'
import { ACCOUNT, fillAccount, inDatabase, newToken, SETTINGS } from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'

const LOOK_MS = 20

const HEAD: Table['head'] = {
  ...{ What: 'text', 'orders/s': 0, 'p99 ms': 0, 'longest ms': 0, s: 1, 'most memory MB': 0 },
}

/** What clients hold (tokens, cursors, webhooks) has to go on where it was. */
export const grow: Scenario = {
  name: 'grow',
  about: 'an embedded database that is saved under writers, and moves to PostgreSQL',
  databases: ['postgres'],
  // 122,000 orders make a million rows.
  numbers: { seconds: 30, connections: 8, orders: 122_000 },
  takes: ['filled'],
  run: ({ host, filled, ...options }) =>
    inFolder(async (folder) => {
      const source = { ...SETTINGS, LOG_LEVEL: 'warn', DATA_DIR: filled ?? join(folder, 'data') }
      const token = await prepare(source, filled ? undefined : options.orders)
      const target = { ...SETTINGS, LOG_LEVEL: 'warn', ...(await host.createDatabase()) }
      return move({ folder, source, target, token }, options)
    }),
}

/** Fills the embedded database where none is given. @returns a token for all */
function prepare(source: Settings, orders: number | undefined): Promise<string> {
  return inDatabase(source, async (db) => {
    if (orders !== undefined) {
      const seeding = { orders, itemsMin: 1, itemsMax: 10, events: true }
      return (await fillAccount(db, ACCOUNT, seeding)).token
    }
    return (await newToken(db, await accountOf(db, ACCOUNT))).token
  })
}

interface Move {
  folder: string
  source: Settings
  target: Settings
  token: string
}

async function move(
  { folder, source, target, token }: Move,
  { seconds, connections }: Pick<Options, 'seconds' | 'connections'>,
): Promise<Table[]> {
  const receiver = await startReceiver((response) => response.writeHead(204).end())
  const embedded = await startService(source)
  const body = { url: `http://127.0.0.1:${receiver.port}/`, types: ['order.created'] }
  assert.equal((await callService(embedded, token, '/webhooks', { body })).status, 201)
  const order = await orderFor(embedded, token)
  const writing = <T>(work: () => Promise<T>) =>
    underWriters(embedded, { token, order, connections }, work)

  const rows: Cell[][] = []
  const quiet = await writing(() => setTimeout(1000 * seconds))
  rows.push(['writers alone', ...quiet.waits, '', ''])
  const saved = await writing(() => measured(pedido(['backup', join(folder, 'busy.zip')], source)))
  rows.push(['backup under writers', ...saved.waits, ...saved.result])

  await until(async () => receiver.received.length === quiet.written + saved.written)
  const rest = await restOf(embedded, token)
  const before = await rest(embedded)
  await embedded.stop('SIGTERM')

  const file = join(folder, 'grow.zip')
  const backup = await measured(pedido(['backup', file], source))
  rows.push(['backup, service stopped', '', '', '', ...backup])
  const restore = await measured(pedido(['restore', file], target))
  rows.push(['restore into PostgreSQL', '', '', '', ...restore])

  const grown = await startService(target)
  assert.deepEqual(await rest(grown), before)
  const sent = receiver.received.length
  assert.equal((await callService(grown, token, '/orders', { body: order })).status, 201)
  await until(async () => receiver.received.length > sent)
  const last = receiver.received.at(-1)?.headers['webhook-id']
  const names = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(names.indexOf(last), names.length - 1, 'it was sent once')
  await grown.stop('SIGTERM')
  receiver.close()
  const title = `${await rowsIn(target)} rows, ${before.total} orders`
  const note = 'The token, both cursors, the total and the webhook went on where they were.'
  return [{ title, head: HEAD, rows, note }]
}

/** Asks a service for what follows where this one's first pages of orders and of the feed end. */
async function restOf(first: Service, token: string) {
  const askFor = async (service: Service, path: string) => {
    const { status, body } = await callService(service, token, path)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  const pages = '/orders?pagination=cursor&limit=100&sort=id'
  const list = await askFor(first, pages)
  const feed = await askFor(first, '/events?limit=100')
  return async (service: Service) => ({
    list: ids((await askFor(service, `${pages}&cursor=${list.next_cursor}`)).data),
    feed: ids((await askFor(service, `/events?limit=100&cursor=${feed.next_cursor}`)).data),
    total: (await askFor(service, '/orders?limit=1')).pagination.total,
  })
}

const ids = (records: { id: unknown }[]) => records.map(({ id }) => id)

/** An order of the account's first customer and product. */
async function orderFor(service: Service, token: string) {
  const first = async (path: string) =>
    (await callService(service, token, `${path}?limit=1&sort=id`)).body.data[0].id
  const item = { id_item: await first('/products'), quantity: 2, price: 19.9 }
  return { id_customer: await first('/customers'), items: [item, item] }
}

interface Writing {
  token: string
  order: object
  connections: number
}

/** Runs `work` while writers write, each on its connection, without a pause. */
async function underWriters<T>(
  service: Service,
  { token, order, connections }: Writing,
  work: () => Promise<T>,
) {
  const ms: number[] = []
  let isOver = false
  const start = performance.now()
  const write = async () => {
    const client = keepAliveClient(service, token)
    while (!isOver) {
      const sent = performance.now()
      const { status } = await client.send('/orders', { method: 'POST', body: order })
      assert.equal(status, 201)
      ms.push(performance.now() - sent)
    }
    client.close()
  }
  const writing = Promise.all(Array.from({ length: connections }, write))
  const result = await work()
  isOver = true
  await writing
  const perSecond = ms.length / ((performance.now() - start) / 1000)
  const waits = [perSecond, quantile(ms, 0.99), quantile(ms, 1)]
  return { result, waits, written: ms.length }
}

/** Seconds, and the most memory that the process had, in MB. */
async function measured({ child, ended }: Command): Promise<[seconds: number, memory: number]> {
  const start = performance.now()
  let most = 0
  const look = setInterval(() => {
    try {
      most = mostResidentBytes(child.pid ?? 0) || most
    } catch {
      // It has ended.
    }
  }, LOOK_MS)
  const { code, stderr } = await ended
  clearInterval(look)
  assert.equal(code, 0, stderr)
  return [(performance.now() - start) / 1000, most / 1e6]
}

function rowsIn(target: Settings): Promise<number> {
  return inDatabase(target, async (db) => {
    const { rows } = await sql<{ rows: number }>`
      select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', tablename), false, true, '')))[1]::text::bigint)::float8 as rows
        from pg_tables where schemaname = 'public'`.execute(db)
    return rows[0]?.rows ?? 0
  })
}
