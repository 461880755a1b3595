import { createServer, type IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  type CloudEvent,
  CursorGoneError,
  type Customer,
  type Order,
  pedidoClient,
  verifyWebhook,
  WebhookVerificationError,
} from '@pedido/client'

// An ERP that keeps a copy of Pedido's orders and customers: loaded once from the lists, then kept
// in step by a webhook, and by the feed for what the webhook has not brought. All of it goes through
// `take`, so that each event counts once, wherever it comes from and however often.

const {
  PEDIDO_URL = 'http://127.0.0.1:3000',
  PEDIDO_TOKEN = '',
  WEBHOOK_SECRET = '',
  PORT = '8080',
  DATABASE = 'erp.db',
} = process.env

const RETRY_MS = 1_000
const HOUR_MS = 3_600_000
/** Longer than Pedido sends an event again. */
const EVENTS_KEPT_MS = 100 * 24 * HOUR_MS

/** The resources that are copied, with their tables here, which are named as their lists there. */
const tables = new Map([
  ['order', 'orders'],
  ['customer', 'customers'],
] as const)

const pedido = pedidoClient({ url: PEDIDO_URL, token: PEDIDO_TOKEN })
const lists = { orders: () => pedido.orders.list(), customers: () => pedido.customers.list() }
const db = new DatabaseSync(DATABASE)
// `record` is the whole record as JSON: an ERP has columns of its own here.
const columns = `id integer primary key, version integer not null, updated_at text not null,
  is_deleted integer not null, record text not null`
db.exec(`
  pragma journal_mode = wal;
  create table if not exists orders (${columns}) strict;
  create table if not exists customers (${columns}) strict;
  create table if not exists events (id text primary key, taken_at text not null) strict;
  create table if not exists feed (cursor text, loaded_from text not null) strict;
`)

/** Events before this time are in what was loaded; undefined until then. */
let loadedFrom = feed()?.['loaded_from'] as string | undefined

/** Takes an event once. To be called in a transaction. */
function take({ id, type, time, data }: CloudEvent): void {
  const [resource, action] = type.split('.')
  const table = tables.get(resource as 'order')
  if (table === undefined || loadedFrom === undefined || time < loadedFrom) return
  if (!('version' in data)) return
  const { version, record } = data
  const known = db.prepare('insert or ignore into events values (?, ?)')
  if (known.run(id, new Date().toISOString()).changes === 0) return
  put(table, record as Order | Customer, version, action === 'deleted')
}

/**
 * Writes a record unless the one here is newer. A deleted one stays as a row, so that an older event
 * does not bring it back. Lists tell no version (0): what came from them is known by its time.
 */
function put(table: string, record: Order | Customer, version = 0, isDeleted = false): void {
  db.prepare(`
    insert into ${table} as old (id, version, updated_at, is_deleted, record) values (?, ?, ?, ?, ?)
    on conflict (id) do update
      set version = excluded.version, updated_at = excluded.updated_at,
          is_deleted = excluded.is_deleted, record = excluded.record
      where excluded.version > old.version and excluded.updated_at >= old.updated_at
  `).run(record.id, version, record.updated_at, Number(isDeleted), JSON.stringify(record))
}

function inTransaction(work: () => void): void {
  db.exec('begin immediate')
  try {
    work()
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

// The webhook. In front of it is a proxy with the certificate, which limits the size of bodies.

const server = createServer(async (request, response) => {
  try {
    // These bytes were signed, and not the JSON that they mean.
    const status = await answerTo(request, Buffer.concat(await request.toArray()))
    response.writeHead(status, status === 503 ? { 'Retry-After': '5' } : {}).end()
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})

/** The status of the answer: 2xx only when the event is stored. */
async function answerTo({ method, headers }: IncomingMessage, body: Buffer): Promise<number> {
  if (method !== 'POST') return 400
  try {
    const event = await verifyWebhook(body, headers, WEBHOOK_SECRET)
    if (loadedFrom === undefined) return 503
    inTransaction(() => take(event))
    return 204
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return error.reason === 'headers' ? 400 : 401
  }
}

// The lists and the feed

/**
 * Makes the copy anew, all of it or nothing. The feed is then read from an hour before: that is more
 * than clocks differ and changes take, so none falls between the lists and the feed.
 */
async function load(): Promise<void> {
  const from = new Date(Date.now() - HOUR_MS).toISOString()
  db.exec('begin immediate')
  try {
    db.exec('delete from events; delete from feed')
    for (const table of tables.values()) {
      db.exec(`delete from ${table}`)
      for await (const record of lists[table]()) put(table, record)
    }
    db.prepare('insert into feed values (null, ?)').run(from)
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
  loadedFrom = from
  console.log('loaded')
}

/** Reads the feed to its end, each page and the cursor behind it in one transaction. */
async function catchUp(): Promise<void> {
  const type = Array.from(tables.keys(), (resource) => `${resource}.*`).join()
  const { cursor, loaded_from: from } = feed() as { cursor: string | null; loaded_from: string }
  const place = cursor === null ? { from } : { cursor }
  for await (const page of pedido.events.list({ type, ...place }).pages()) {
    inTransaction(() => {
      for (const event of page.data) take(event)
      db.prepare('update feed set cursor = ?').run(page.next_cursor)
    })
  }
  const old = new Date(Date.now() - EVENTS_KEPT_MS).toISOString()
  db.prepare('delete from events where taken_at < ?').run(old)
  console.log('in step')
}

function feed() {
  return db.prepare('select cursor, loaded_from from feed').get()
}

server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on port ${PORT}`))
for (;;) {
  try {
    if (loadedFrom === undefined) await load()
    await catchUp()
    await setTimeout(HOUR_MS)
  } catch (error) {
    // The feed does not go on from our cursor: all is loaded anew.
    if (error instanceof CursorGoneError) loadedFrom = undefined
    console.error(error)
    await setTimeout(RETRY_MS)
  }
}
