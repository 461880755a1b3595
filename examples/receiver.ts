import { createServer, type IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

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

/** The resources that are copied, with their tables here and their lists there. */
const tables = new Map([
  ['order', 'orders'],
  ['customer', 'customers'],
])

interface PedidoRecord {
  id: number
  updated_at: string
}

interface PedidoEvent {
  id: string
  type: string
  time: string
  data: { version: number; record: PedidoRecord }
}

interface Page<T> {
  data: T[]
  next_cursor: string | null
}

const webhook = new Webhook(WEBHOOK_SECRET)
const db = new DatabaseSync(DATABASE)
// `record` is the whole record as JSON: an ERP has columns of its own here.
const columns = `id integer primary key, version integer not null, updated_at text not null,
  is_deleted integer not null, record text not null`
db.exec(`
  pragma journal_mode = wal;
  create table if not exists orders (${columns}) strict;
  create table if not exists customers (${columns}) strict;
  create table if not exists events (id text primary key, taken_at text not null) strict;
  create table if not exists feed (place text not null, loaded_from text not null) strict;
`)

/** Events before this time are in what was loaded; undefined until then. */
let loadedFrom = feed()?.['loaded_from'] as string | undefined

/** Takes an event once. To be called in a transaction. */
function take({ id, type, time, data: { version, record } }: PedidoEvent): void {
  const [resource = '', action] = type.split('.')
  const table = tables.get(resource)
  if (table === undefined || loadedFrom === undefined || time < loadedFrom) return
  const known = db.prepare('insert or ignore into events values (?, ?)')
  if (known.run(id, new Date().toISOString()).changes === 0) return
  put(table, record, version, action === 'deleted')
}

/**
 * Writes a record unless the one here is newer. A deleted one stays as a row, so that an older event
 * does not bring it back. Lists tell no version (0): what came from them is known by its time.
 */
function put(table: string, record: PedidoRecord, version = 0, isDeleted = false): void {
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
    const status = answerTo(request, Buffer.concat(await request.toArray()))
    response.writeHead(status, status === 503 ? { 'Retry-After': '5' } : {}).end()
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})

/** The status of the answer: 2xx only when the event is stored. */
function answerTo({ method, headers }: IncomingMessage, body: Buffer): number {
  if (method !== 'POST' || headers['webhook-signature'] === undefined) return 400
  let event: PedidoEvent
  try {
    event = webhook.verify(body, headers as Record<string, string>) as PedidoEvent
  } catch {
    return 401
  }
  if (loadedFrom === undefined) return 503
  inTransaction(() => take(event))
  return 204
}

// The lists and the feed

async function get<T>(path: string): Promise<Page<T>> {
  const response = await fetch(PEDIDO_URL + path, {
    headers: { Authorization: `Bearer ${PEDIDO_TOKEN}` },
    signal: AbortSignal.timeout(60_000),
  })
  if (response.ok) return (await response.json()) as Page<T>
  // The feed does not go on from our place: all is loaded anew.
  if (response.status === 410) loadedFrom = undefined
  throw new Error(`GET ${path} was answered ${response.status}: ${await response.text()}`)
}

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
      let mode = 'pagination=cursor'
      for (;;) {
        const page = await get<PedidoRecord>(`/${table}?limit=100&${mode}`)
        for (const record of page.data) put(table, record)
        if (page.next_cursor === null) break
        mode = `cursor=${page.next_cursor}`
      }
    }
    db.prepare('insert into feed values (?, ?)').run(`from=${from}`, from)
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
  loadedFrom = from
  console.log('loaded')
}

/** Reads the feed to its end, each page and the place behind it in one transaction. */
async function catchUp(): Promise<void> {
  const types = Array.from(tables.keys(), (resource) => `${resource}.*`).join()
  for (;;) {
    const place = feed()?.['place']
    const page = await get<PedidoEvent>(`/events?limit=100&type=${types}&${place}`)
    const next = `cursor=${page.next_cursor}`
    inTransaction(() => {
      for (const event of page.data) take(event)
      db.prepare('update feed set place = ?').run(next)
    })
    if (next === place) break
  }
  const old = new Date(Date.now() - EVENTS_KEPT_MS).toISOString()
  db.prepare('delete from events where taken_at < ?').run(old)
  console.log('in step')
}

function feed() {
  return db.prepare('select place, loaded_from from feed').get()
}

server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on port ${PORT}`))
for (;;) {
  try {
    if (loadedFrom === undefined) await load()
    await catchUp()
    await setTimeout(HOUR_MS)
  } catch (error) {
    console.error(error)
    await setTimeout(RETRY_MS)
  }
}
