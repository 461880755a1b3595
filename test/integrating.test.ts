import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/connect.ts'
import { callService } from './support/call.ts'
import { withoutFigures } from './support/records/figures.ts'
import {
  type Command,
  killRunning,
  program,
  type Service,
  startService,
} from './support/service.ts'
import { freePort } from './support/wire/free-port.ts'
import { installClient } from './support/wire/packed-client.ts'
import { until } from './support/workers.ts'

// The example of docs/integrating.md as a process of its own, against the real service.

const GUIDE = await readFile(new URL('../docs/integrating.md', import.meta.url), 'utf8')
const EXAMPLE = fileURLToPath(new URL('../examples/receiver.ts', import.meta.url))
/** More than a page of a list. */
const CUSTOMERS = 101
const COPIED = ['orders', 'customers'] as const

type Table = (typeof COPIED)[number]
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
type Json = any

let folder: string
let settings: Record<string, string>
let service: Service
let token: string
let receiver: Command
let port: number
let secret: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-integrating-'))
  // As somebody would use it: in a folder of its own, with the client as it is published.
  await installClient(folder)
  await copyFile(EXAMPLE, join(folder, 'receiver.ts'))
  settings = { DATA_DIR: join(folder, 'data'), WEBHOOK_ALLOW: '127.0.0.1' }
  port = await freePort()
  service = await startService(settings)
  token = service.token ?? ''
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

/** The data of a request that succeeds. */
async function data(method: string, path: string, body?: object): Promise<Json> {
  const answer = await callService(service, token, path, { method, ...(body && { body }) })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body.data
}

/** A whole list or the whole feed, by its cursors. */
async function all(path: string): Promise<Json[]> {
  const found: Json[] = []
  let cursor: string | null = null
  for (;;) {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`
    const { body } = await callService(service, token, `${path}&limit=100${at}`)
    found.push(...body.data)
    if (body.next_cursor === null || body.next_cursor === cursor) return found
    cursor = body.next_cursor
  }
}

/** As events tell it, too. */
const listed = async (table: Table) =>
  (await all(`/${table}?pagination=cursor&sort=id`)).map(withoutFigures)

/** Starts the receiver as the document says; it listens when this is done. */
async function startReceiver(overrides: Record<string, string> = {}): Promise<void> {
  receiver = program([join(folder, 'receiver.ts')], {
    PEDIDO_URL: service.address,
    PEDIDO_TOKEN: token,
    WEBHOOK_SECRET: secret,
    PORT: String(port),
    DATABASE: join(folder, 'erp.db'),
    ...overrides,
  })
  await receiver.printed(/^listening/m)
}

async function startInStep(): Promise<void> {
  await startReceiver()
  await receiver.printed(/^in step$/m)
}

async function killReceiver(): Promise<void> {
  receiver.child.kill('SIGKILL')
  await receiver.ended
}

function erp<T>(work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'erp.db'), { timeout: 5_000 })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const copied = (table: Table): Json[] =>
  erp((db) =>
    db
      .prepare(`select record from ${table} where is_deleted = 0 order by id`)
      .all()
      .map(({ record }) => withoutFigures(JSON.parse(record as string))),
  )

async function isInStep(): Promise<boolean> {
  for (const table of COPIED) {
    if (!isDeepStrictEqual(copied(table), await listed(table))) return false
  }
  return true
}

/** The ids of the events that the ERP has taken. */
const taken = (): string[] =>
  erp((db) => db.prepare('select id from events order by id').all()).map(({ id }) => id as string)

/** Notes every write of a record, whatever the receiver believes that it does. */
const watchWrites = () =>
  erp((db) => {
    db.exec('create table writes (of text, id integer, version integer)')
    for (const table of COPIED) {
      for (const event of ['insert', 'update']) {
        db.exec(`create trigger ${table}_${event} after ${event} on ${table} begin
          insert into writes values ('${table}', new.id, new.version); end`)
      }
    }
  })

/** Records that some time ago were made, changed and deleted: no event of theirs is a reason now. */
async function makePast(): Promise<void> {
  const names = Array.from({ length: CUSTOMERS }, (_, i) => `Mercado ${i}`)
  await Promise.all(names.map((name) => data('POST', '/customers', { name })))
  await data('PATCH', '/customers/7', { email: 'sete@example.com' })
  await data('DELETE', '/customers/8')
  for (const id_customer of [1, 2, 3]) await data('POST', '/orders', { id_customer })
  await data('PATCH', '/orders/2', { observations: 'Portaria 2' })
  await data('DELETE', '/orders/3')
  await until(async () => (await all('/events?type=*')).length === CUSTOMERS + 7)
  await service.stop('SIGTERM')
  const { db, close } = await connect(readConfig(settings), { info() {}, warn() {} })
  const before = sql`time - interval '2 hours'`
  await sql`update events set time = ${before}`.execute(db)
  await sql`update event_positions set time = ${before}, latest = latest - interval '2 hours'`.execute(
    db,
  )
  await sql`update event_heads set latest = latest - interval '2 hours'`.execute(db)
  await close()
  await cp(settings['DATA_DIR'] ?? '', backup(), { recursive: true })
  service = await startService(settings)
}

const backup = () => join(folder, 'backup')

/** Runs these requests of the document as they stand there, and gives what they answer. */
async function runGuide(isMeant: (block: string) => boolean): Promise<Json[]> {
  const [words = '', ...requests] = Array.from(
    GUIDE.matchAll(/```sh\n([\s\S]*?)```/g),
    ([, script = '']) => script,
  )
  const meant = requests.filter(isMeant)
  assert.ok(meant.length > 0)
  const script = [words, ...meant]
    .join('')
    .replaceAll('http://127.0.0.1:3000', service.address)
    .replaceAll('https://erp.example.com', `http://127.0.0.1:${port}`)
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder })
  const answers = stdout.trim().split('\n')
  return answers.map((line) => {
    const answer = JSON.parse(line)
    assert.ok(!('code' in answer), line)
    return answer
  })
}

const isReplay = (block: string) => block.includes('/replay')

const hook = () => `http://127.0.0.1:${port}/pedido`

/** Sends an event as Pedido does, but for these changes. */
function post(
  event: Json,
  { key = secret, body = JSON.stringify(event), time = new Date() } = {},
): Promise<Response> {
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(event.id, time, JSON.stringify(event)),
  }
  return fetch(hook(), { method: 'POST', body, headers })
}

const orderEvents = () => all('/events?type=order.*,customer.*')

describe('the receiver of the document', () => {
  let past: string[]

  test('is registered by the requests of the document', async () => {
    await makePast()
    past = (await orderEvents()).map(({ id }) => id)
    const answers = await runGuide((block) => !isReplay(block))
    secret = answers.find(({ data }) => data?.secret)?.data.secret
    assert.match(secret, /^whsec_/)
    const lines = answers.filter(({ line }) => line !== undefined)
    assert.deepEqual(
      lines.map(({ status }) => status),
      ['updated', 'created'],
    )
  })

  test('takes nothing before all is loaded', async () => {
    await startReceiver({ PEDIDO_TOKEN: 'pdo_1_ended' })
    const [event] = await orderEvents()
    const answer = await post(event)
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
    await killReceiver()
  })

  test('loads what is there and follows what comes', async () => {
    await startInStep()
    assert.match(receiver.output(), /^loaded$/m)
    assert.ok(await isInStep())
    assert.equal(new Set(taken()).intersection(new Set(past)).size, 0, 'by the lists')
    watchWrites()

    const { id } = await data('POST', '/orders', { id_customer: 1, fk_id: 'ERP-2000' })
    await data('PATCH', `/orders/${id}`, { observations: 'Portaria 3' })
    await data('POST', `/orders/${id}/items`, { id_item: 1, quantity: 2.5 })
    await data('PATCH', `/orders/${id}`, { id_order_status: 2 })
    await data('PATCH', '/orders/1', { observations: 'Carga e descarga' })
    await data('DELETE', '/orders/2')
    const { id: gone } = await data('POST', '/customers', { name: 'Padaria Estrela' })
    await data('PATCH', '/customers/7', { name: 'Mercado Sete' })
    await data('DELETE', `/customers/${gone}`)
    await until(isInStep)
  })

  test('refuses what is forged, changed or old', async () => {
    const [event] = await all('/events?type=order.created')
    const known = taken()
    const unsigned = await fetch(hook(), { method: 'POST', body: JSON.stringify(event) })
    assert.equal(unsigned.status, 400)
    const refused = [
      { key: 'whsec_Zm9yZ2Vk' },
      { body: JSON.stringify({ ...event, type: 'order.deleted' }) },
      { time: new Date(Date.now() - 6 * 60 * 1000) },
    ]
    for (const change of refused) assert.equal((await post(event, change)).status, 401)
    assert.deepEqual(taken(), known)
    assert.equal((await post(event)).status, 204)
    const { outcome, status } = await data('POST', '/webhooks/1/test')
    assert.deepEqual([outcome, status], ['delivered', 204])
    assert.ok(await isInStep())
  })

  test('is in step again after kill -9 while changes came', async () => {
    const orders = await Promise.all(
      Array.from({ length: 6 }, () => data('POST', '/orders', { id_customer: 1 })),
    )
    const change = async (rounds: number[]) => {
      for (const round of rounds) {
        const observations = `volta ${round}`
        await Promise.all(orders.map(({ id }) => data('PATCH', `/orders/${id}`, { observations })))
      }
    }
    const changing = change([1, 2, 3, 4])
    await killReceiver()
    await changing
    await data('PATCH', '/webhooks/1', { enabled: false })
    await change([5, 6])
    await startInStep()
    assert.ok(await isInStep(), 'by the feed alone')
    const again = change([7, 8])
    // What came by the feed comes now by the webhook, too.
    await data('PATCH', '/webhooks/1', { enabled: true })
    await again
    await data('DELETE', `/orders/${orders[0].id}`)
    await until(isInStep)
  })

  test('takes each event once, however often it is sent', async () => {
    const [{ id, event_id }] = await all('/webhooks/1/deliveries?outcome=delivered')
    const attempts = async () =>
      (await all(`/webhooks/1/deliveries?event_id=${event_id}&outcome=delivered`)).length
    const untilSentAgain = async (before: number) => {
      await until(async () => {
        const { behind, waiting, replays } = await data('GET', '/webhooks/1/status')
        return behind === 0 && waiting === 0 && replays.length === 0
      })
      await until(async () => (await attempts()) > before)
    }
    let sent = await attempts()
    await data('POST', `/webhooks/1/deliveries/${id}/retry`)
    await untilSentAgain(sent)

    // By the versions of its records alone, and by the ids of events alone.
    for (const forget of ['delete from events', 'update orders set version = 0']) {
      erp((db) => db.exec(forget))
      sent = await attempts()
      await runGuide(isReplay)
      await untilSentAgain(sent)
    }
    assert.ok(await isInStep())
    const events = (await orderEvents()).filter(({ id }) => !past.includes(id))
    assert.deepEqual(taken(), events.map(({ id }) => id).sort())
    const twice = 'select of, id, version from writes group by 1, 2, 3 having count(*) > 1'
    assert.deepEqual(
      erp((db) => db.prepare(twice).all()),
      [],
    )
  })

  test('loads anew where the service was put back to a backup', async () => {
    await service.stop('SIGTERM')
    service = await startService({ ...settings, DATA_DIR: backup() })
    assert.equal(await isInStep(), false)
    await killReceiver()
    await startInStep()
    assert.match(receiver.output(), /^loaded$/m)
    assert.ok(await isInStep())
    assert.deepEqual(taken(), [])
  })
})
