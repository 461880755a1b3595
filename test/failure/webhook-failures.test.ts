import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newSecretKey } from '../../src/base/secret-box.ts'
import type { FeedEvent } from '../support/feed.ts'
import { type Stand, startStand } from '../support/servers/stand.ts'
import { killRunning, startService } from '../support/service.ts'
import { type Received, type Receiver, startReceiver } from '../support/webhooks/receiver.ts'
import { until } from '../support/workers.ts'

// What webhooks depend on fails: PostgreSQL, its sessions, the service’s own end, the receivers.

const CUSTOMERS = 10
const settings = () => ({ SECRET_KEY: newSecretKey(), WEBHOOK_ALLOW: '127.0.0.1' })

after(() => killRunning())

/** A receiver that takes and verifies everything. */
async function startRecorder({ call, sql }: Stand) {
  const ids: string[] = []
  const faults: string[] = []
  /** Versions by their record, in the order in which they came first. */
  const versions = new Map<string, number[]>()
  let secret = ''
  const receiver = await startReceiver((response, { headers, body }: Received) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>)
      const { id, subject, data } = JSON.parse(body.toString()) as FeedEvent
      const known = versions.get(subject) ?? []
      if (!ids.includes(id)) versions.set(subject, [...known, data.version])
      ids.push(id)
      if (headers['webhook-id'] !== id) faults.push(`${headers['webhook-id']} brings ${id}`)
    } catch (error) {
      faults.push(String(error))
    }
    response.writeHead(204).end()
  })
  const url = `http://127.0.0.1:${receiver.port}/`
  const made = await call('/webhooks', { body: { url, types: ['customer.*'] } })
  secret = made.body.data.secret
  /** Until all that was written has come. */
  const untilAll = async () => {
    await until(async () => {
      const [row] = await sql(`
        select not exists (select from event_queue) and h.position = c.position and c.holder is null
               and not exists (select from webhook_retries) as done
          from webhook_cursors c join event_heads h on h.account_id = c.account_id`)
      return row?.['done'] === true
    })
    const written = await sql(`
      select '/customers/' || e.id_record as subject, array_agg(e.version::int order by e.version) as versions
        from event_positions p join events e on e.account_id = p.account_id and e.id = p.id_event
       where e.resource = 'customer' and e.id_record > 1 group by e.id_record`)
    assert.deepEqual(faults, [])
    for (const { subject, versions: all } of written) {
      assert.deepEqual(versions.get(String(subject)), all, String(subject))
    }
    assert.equal(new Set(ids).size, written.flatMap(({ versions: all }) => all as number[]).length)
  }
  /** Until so many more have come. */
  const untilMore = (count: number) => {
    const from = ids.length
    return until(() => ids.length >= from + count)
  }
  return { ids, untilAll, untilMore, close: receiver.close }
}

/** Changes customers, one after the other, until it is told to stop or the service is gone. */
async function startWriter({ call }: Pick<Stand, 'call'>) {
  const subjects: string[] = []
  for (let i = 0; i < CUSTOMERS; i++) {
    const { body } = await call('/customers', { body: { name: `customer ${i}` } })
    subjects.push(`/customers/${body.data.id}`)
  }
  let isOver = false
  const writing = (async () => {
    for (let i = 0; !isOver; i++) {
      const subject = subjects[randomInt(CUSTOMERS)] ?? ''
      const changed = { method: 'PATCH', body: { name: `name ${i}` } }
      const { status } = await call(subject, changed).catch(() => ({ status: 0 }))
      if (status === 0) return
      assert.ok([200, 503].includes(status), String(status))
    }
  })()
  const stop = async () => {
    isOver = true
    await writing
  }
  return { stop }
}

test('PostgreSQL crashes and ends sessions while events are sent: all arrive, in their order', async () => {
  const stand = await startStand(settings())
  const { postgres, sql } = stand
  const recorder = await startRecorder(stand)
  const writer = await startWriter(stand)
  for (let i = 0; i < 4; i++) {
    await recorder.untilMore(randomInt(1, 40))
    await postgres.halt('SIGQUIT')
    await postgres.start()
    await recorder.untilMore(1)
  }
  for (let i = 0; i < 30; i++) {
    await recorder.untilMore(randomInt(1, 20))
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pedido%'`,
    )
  }
  await writer.stop()
  await recorder.untilAll()
  await stand.close()
  recorder.close()
})

test('a hundred webhooks over four connections to the database: each gets all, and requests go on', async () => {
  const stand = await startStand({ ...settings(), DATABASE_POOL_SIZE: '4' })
  const { call, sql } = stand
  /** Ids of events by the path that they came to. */
  const came = new Map<string, Set<string>>()
  const receiver = await startReceiver((response, { path = '', headers }) => {
    const ids = came.get(path) ?? new Set()
    came.set(path, ids.add(String(headers['webhook-id'])))
    response.writeHead(204).end()
  })
  for (let i = 0; i < 100; i++) {
    const url = `http://127.0.0.1:${receiver.port}/${i}`
    await call('/webhooks', { body: { url, types: ['customer.*'] } })
  }
  for (let i = 0; i < CUSTOMERS; i++) {
    const { status } = await call('/customers', { body: { name: `customer ${i}` } })
    assert.equal(status, 201)
  }
  await until(() => [...came.values()].filter(({ size }) => size === CUSTOMERS).length === 100)
  await until(
    async () => (await sql('select from webhook_cursors where holder is not null')).length === 0,
  )
  await stand.close()
  receiver.close()
})

test('workers renewed and stopped while events are sent: each arrives once', async () => {
  const given = { ...settings(), WORKERS: '2', LOG_LEVEL: 'info' }
  // A name in the address must not keep the processes from knowing each other's sessions.
  const addressOf = (url: string) => `${url}?application_name=erp`
  const stand = await startStand(given, { addressOf })
  const { service, postgres } = stand
  const recorder = await startRecorder(stand)
  const writer = await startWriter(stand)
  for (let renewals = 1; renewals <= 2; renewals++) {
    await recorder.untilMore(20)
    service.child.kill('SIGHUP')
    await until(() => service.output().split('all workers are new').length > renewals)
  }
  await recorder.untilMore(20)
  const { stderr } = await service.stop('SIGTERM')
  assert.equal(stderr, '')
  await writer.stop()
  const next = await startService({ ...given, DATABASE_URL: postgres.url })
  await recorder.untilAll()
  assert.equal(recorder.ids.length, new Set(recorder.ids).size, 'some were sent twice')
  await next.stop('SIGTERM')
  await stand.close()
  recorder.close()
})

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x')

/** What receivers do to a request instead of an answer. */
const faulty: Record<string, (response: ServerResponse) => unknown> = {
  'is silent': () => {},
  drips: (response) => {
    const dripping = setInterval(() => response.write('.'), 1000)
    response.on('close', () => clearInterval(dripping))
  },
  'closes the connection': (response) => response.destroy(),
  'answers without an end': async (response) => {
    let isClosed = false
    response.on('close', () => {
      isClosed = true
    })
    for (let i = 0; i < 100 && !isClosed; i++) {
      if (!response.write(MEGABYTE)) await new Promise((go) => response.once('drain', go))
    }
    response.end()
  },
}

/** The most memory that a process has had, in MB. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Orders of 500 items, changed often, to many webhooks at once. */
async function sendLargeEvents({ call, sql }: Stand, { port, received }: Receiver) {
  const items = Array.from({ length: 500 }, () => ({ id_item: 1, quantity: 2 }))
  const { body } = await call('/orders', { body: { id_customer: 1, items } })
  for (let i = 0; i < 20; i++) {
    const url = `http://127.0.0.1:${port}/`
    await call('/webhooks', { body: { url, types: ['order.*'], enabled: false } })
  }
  for (let i = 0; i < 100; i++) {
    const changed = { method: 'PATCH', body: { observations: `change ${i}` } }
    await call(`/orders/${body.data.id}`, changed)
  }
  await until(async () => (await sql('select from event_queue')).length === 0)
  const before = received.length
  await sql('update webhooks set enabled = true')
  await until(() => received.length >= before + 20)
}

test('receivers that fail in their ways hold up no others, and take no memory', async () => {
  const stand = await startStand(settings())
  const { call, service } = stand
  const recorder = await startRecorder(stand)
  const receivers = await Promise.all(Object.values(faulty).map((answer) => startReceiver(answer)))
  const before = await peakOf(service.child.pid)
  for (const { port } of [...receivers, ...receivers]) {
    await call('/webhooks', { body: { url: `http://127.0.0.1:${port}/`, types: ['customer.*'] } })
  }
  for (let i = 0; i < 100; i++) {
    await call('/customers', { body: { name: `customer ${i}` } })
    await until(() => recorder.ids.length > i)
  }
  for (const { received } of receivers) await until(() => received.length > 1)
  await sendLargeEvents(stand, receivers[0] as Receiver)
  const taken = (await peakOf(service.child.pid)) - before
  console.log(`memory taken: ${Math.round(taken)} MB`)
  assert.ok(taken < 300, `${taken} MB`)
  await stand.close()
  recorder.close()
  for (const { close } of receivers) close()
})
