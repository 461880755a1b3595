import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createToken } from '../../src/accounts/commands.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { inTransaction } from '../../src/database/database.ts'
import { callService } from '../../test/support/call.ts'
import { type Command, pedido, type Service, startService } from '../../test/support/service.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'
import { keepAliveClient, until } from '../../test/support/workers.ts'
import { accountOf } from '../seed/account.ts'
import { seed } from '../seed/seed.ts'
import { markdown, quantile } from '../support/report.ts'
import { onServer } from '../support/server.ts'

// How long writers of the embedded database wait while it is saved, and how it grows into PostgreSQL:
// what clients hold (tokens, cursors, webhooks) has to go on where it was.

const HELP = `npm run bench:grow -- [flags]: an embedded database that is saved under writers, and moves

  --orders 122000      which make a million rows
  --data-dir FOLDER    in place of filling one: as "npm run bench:seed" made it with --events
  --seconds 30         of writing, before the backup
  --writers 8

With DATABASE_URL it moves to that server, else to a throw-away PostgreSQL.
`

const { values: flags } = parseArgs({
  options: {
    orders: { type: 'string', default: '122000' },
    'data-dir': { type: 'string' },
    seconds: { type: 'string', default: '30' },
    writers: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
})

const ACCOUNT = 'bench'
const LOOK_MS = 20

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP)
  const folder = await mkdtemp(join(tmpdir(), 'pedido-grow-'))
  try {
    await onServer(readConfig().DATABASE_URL, async (server) => {
      const DATA_DIR = flags['data-dir'] ?? join(folder, 'data')
      const token = await prepare(DATA_DIR)
      const DATABASE_URL = await server.createDatabase('grow')
      await grow(folder, { DATA_DIR, ...SETTINGS }, DATABASE_URL, token)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Events of seeded orders are as old as these. */
const SETTINGS = { EVENT_RETENTION_DAYS: '3650', WEBHOOK_ALLOW: '127.0.0.1' }

/** Fills the embedded database where none is given. @returns a token for all */
async function prepare(DATA_DIR: string): Promise<string> {
  const database = await connect(readConfig({ DATA_DIR }), { info() {}, warn() {} })
  try {
    const account_id = await accountOf(database.db, ACCOUNT)
    if (flags['data-dir'] === undefined) {
      const orders = Number(flags.orders)
      await seed(database.db, { account_id, orders, itemsMin: 1, itemsMax: 10, events: true })
    }
    const wanted = { account_id, name: 'grow', scopes: ['*'], expires_at: null }
    return (await inTransaction(database.db, (tx) => createToken(tx, wanted))).token
  } finally {
    await database.close()
  }
}

type Settings = Record<string, string>

async function grow(folder: string, settings: Settings, DATABASE_URL: string, token: string) {
  const receiver = await startReceiver((response) => response.writeHead(204).end())
  const embedded = await startService(settings)
  const ask = async (service: Service, path: string) => {
    const { status, body } = await callService(service, token, path)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  const order = await orderFor(embedded, token)
  const url = `http://127.0.0.1:${receiver.port}/`
  const body = { url, types: ['order.created'] }
  assert.equal((await callService(embedded, token, '/webhooks', { body })).status, 201)

  const lines: string[][] = []
  const quiet = await underWriters(embedded, token, order, () => pauseFor(Number(flags.seconds)))
  lines.push(['writers alone', ...waits(quiet.waits), '', ''])
  const saved = await underWriters(embedded, token, order, () =>
    measured(pedido(['backup', join(folder, 'busy.zip')], settings)),
  )
  lines.push(['backup under writers', ...waits(saved.waits), ...cost(saved.result)])

  await until(async () => receiver.received.length === quiet.written + saved.written)
  const list = await ask(embedded, '/orders?pagination=cursor&limit=100&sort=id')
  const feed = await ask(embedded, '/events?limit=100')
  const rest = async (service: Service) => ({
    list: ids(
      (await ask(service, `/orders?pagination=cursor&limit=100&sort=id&cursor=${list.next_cursor}`))
        .data,
    ),
    feed: ids((await ask(service, `/events?limit=100&cursor=${feed.next_cursor}`)).data),
    total: (await ask(service, '/orders?limit=1')).pagination.total,
  })
  const before = await rest(embedded)
  await embedded.stop('SIGTERM')

  const file = join(folder, 'grow.zip')
  const backup = await measured(pedido(['backup', file], settings))
  lines.push(['backup, service stopped', '', '', '', ...cost(backup)])
  const target = { DATABASE_URL, DATA_DIR: join(folder, 'server'), ...SETTINGS }
  const restore = await measured(pedido(['restore', file], target))
  lines.push(['restore into PostgreSQL', '', '', '', ...cost(restore)])

  const SECRET_KEY = readFileSync(join(settings['DATA_DIR'] ?? '', 'secret-key'), 'utf8').trim()
  const grown = await startService({ ...target, SECRET_KEY })
  assert.deepEqual(await rest(grown), before)
  const sent = receiver.received.length
  assert.equal((await callService(grown, token, '/orders', { body: order })).status, 201)
  await until(async () => receiver.received.length > sent)
  const last = receiver.received.at(-1)?.headers['webhook-id']
  const names = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(names.indexOf(last), names.length - 1, 'it was sent once')
  await grown.stop('SIGTERM')
  receiver.close()
  const heading = ['', 'orders/s', 'p99 ms', 'longest ms', 's', 'most memory MB']
  console.log(`${await rowsOf(DATABASE_URL)} rows, ${before.total} orders\n`)
  console.log(markdown(heading, lines))
  console.log('\nThe token, both cursors, the total and the webhook went on where they were.')
}

const ids = (records: { id: unknown }[]) => records.map(({ id }) => id)

/** An order of the account's first customer and product. */
async function orderFor(service: Service, token: string) {
  const first = async (path: string) =>
    (await callService(service, token, `${path}?limit=1&sort=id`)).body.data[0].id
  const item = { id_item: await first('/products'), quantity: 2, price: 19.9 }
  return { id_customer: await first('/customers'), items: [item, item] }
}

/** Runs `work` while writers write, each on its connection, without a pause. */
async function underWriters<T>(
  service: Service,
  token: string,
  order: object,
  work: () => Promise<T>,
) {
  const waits: number[] = []
  let isOver = false
  const start = performance.now()
  const write = async () => {
    const client = keepAliveClient(service, token)
    while (!isOver) {
      const sent = performance.now()
      const { status } = await client.send('/orders', { method: 'POST', body: order })
      assert.equal(status, 201)
      waits.push(performance.now() - sent)
    }
    client.close()
  }
  const writing = Promise.all(Array.from({ length: Number(flags.writers) }, write))
  const result = await work()
  isOver = true
  await writing
  const seconds = (performance.now() - start) / 1000
  return { result, waits: { ms: waits.sort((a, b) => a - b), seconds }, written: waits.length }
}

const pauseFor = (seconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, 1000 * seconds))

function waits({ ms, seconds }: { ms: number[]; seconds: number }): string[] {
  return [ms.length / seconds, quantile(ms, 0.99), ms.at(-1) ?? 0].map((one) => one.toFixed(0))
}

/** Seconds, and the most memory that the process had (VmHWM, in MB). */
async function measured({ child, ended }: Command): Promise<{ seconds: number; memory: number }> {
  const start = performance.now()
  let memory = 0
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      memory = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? memory * 1000) / 1000
    } catch {
      // It has ended.
    }
  }, LOOK_MS)
  const { code, stderr } = await ended
  clearInterval(look)
  assert.equal(code, 0, stderr)
  return { seconds: (performance.now() - start) / 1000, memory }
}

const cost = ({ seconds, memory }: { seconds: number; memory: number }) => [
  seconds.toFixed(1),
  memory.toFixed(0),
]

async function rowsOf(DATABASE_URL: string): Promise<number> {
  const { pool, close } = await connect(readConfig({ DATABASE_URL }), { info() {}, warn() {} })
  const { rows } = await pool.query<{ rows: number }>(
    `select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', tablename), false, true, '')))[1]::text::bigint)::float8 as rows
       from pg_tables where schemaname = 'public'`,
  )
  await close()
  return rows[0]?.rows ?? 0
}

await main()
