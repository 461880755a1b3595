import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { newSecretKey, readSecretKeys } from '../../src/base/secret-box.ts'
import { startServer } from '../harness.ts'
import { callService } from '../support/call.ts'
import { type FeedEvent, isQueueing } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import { startStand } from '../support/servers/stand.ts'
import { killRunning, startService } from '../support/service.ts'
import { makeDue } from '../support/webhooks/listeners.ts'
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts'
import { until } from '../support/workers.ts'

// Processes that send to webhooks are killed with -9 at any moment: between a commit and its
// delivery, during one, and between a delivery and its record. `KILLS=500` for a longer run.

const KILLS = Number(process.env['KILLS'] ?? 36)
const PROCESSES = 3
const RESTARTS = Math.ceil(KILLS / 25)
const CUSTOMERS = 20
const CHILD = join(import.meta.dirname, '..', 'support', 'servers', 'deliverer-child.ts')

const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
  killRunning()
})

/** What came, and what is wrong with it. */
class Records {
  readonly faults: string[] = []
  /** Bodies by the ids that they came with. */
  readonly bodies = new Map<string, string>()
  /** Versions by their record, in the order in which they came first. */
  readonly versions = new Map<string, number[]>()
  arrivals = 0
  secret = ''
  #next = Promise.withResolvers<void>()

  /** Resolves as the next one comes. */
  get next(): Promise<void> {
    return this.#next.promise
  }

  take(headers: Record<string, string>, body: string): void {
    this.arrivals++
    this.#next.resolve()
    this.#next = Promise.withResolvers()
    try {
      new Webhook(this.secret).verify(body, headers)
    } catch (error) {
      this.faults.push(String(error))
    }
    const event = JSON.parse(body) as FeedEvent
    const id = headers['webhook-id'] ?? ''
    if (id !== event.id) this.faults.push(`${id} brings ${event.id}`)
    const known = this.bodies.get(id)
    if (known === undefined) {
      this.bodies.set(id, body)
      this.versions.set(event.subject, [
        ...(this.versions.get(event.subject) ?? []),
        event.data.version,
      ])
    } else if (known !== body) this.faults.push(`${id} came with two bodies`)
  }

  /** Each change of these records came, and came first in its order. */
  assertAll(changes: Map<string, number>): void {
    assert.deepEqual(this.faults, [])
    for (const [subject, count] of changes) {
      const all = Array.from({ length: count }, (_, i) => i + 1)
      assert.deepEqual(this.versions.get(subject), all, subject)
    }
  }
}

/** Takes an event a moment after it came, so that some are killed in between; refuses one in fifty. */
async function startRecorder(): Promise<Receiver & { records: Records }> {
  const records = new Records()
  const receiver = await startReceiver(async (response, { headers, body }) => {
    const refuses = randomInt(50) === 0
    if (!refuses) records.take(headers as Record<string, string>, body.toString())
    await setTimeout(randomInt(3))
    response.writeHead(refuses ? 500 : 204).end()
  })
  return { ...receiver, records }
}

test('processes killed while they send: every event arrives, signed, in the order of its record', async () => {
  const key = newSecretKey()
  const server = await startServer({ SECRET_KEY: readSecretKeys(key) })
  assert.ok(server.url, 'several processes need a server')
  const recorder = await startRecorder()
  const { records } = recorder
  const url = `http://127.0.0.1:${recorder.port}/`
  const { id, secret } = await data(server, 'POST', '/webhooks', { url, types: ['customer.*'] })
  records.secret = secret
  // Nobody listens there, and it must hold nothing up.
  await data(server, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/' })

  const folder = await mkdtemp(join(tmpdir(), 'pedido-kills-'))
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: folder,
    DATABASE_URL: server.url,
    DATABASE_POOL_SIZE: '6',
    SECRET_KEY: key,
    WEBHOOK_ALLOW: '127.0.0.1',
  }
  let isOver = false
  const changes = new Map<string, number>()
  const writing = (async () => {
    const ids: number[] = []
    for (let i = 0; i < CUSTOMERS; i++) {
      const customer = await data(server, 'POST', '/customers', { name: `customer ${i}` })
      ids.push(customer.id)
      changes.set(`/customers/${customer.id}`, 1)
    }
    for (let i = 0; !isOver; i++) {
      const subject = `/customers/${ids[randomInt(ids.length)]}`
      await succeed(server, 'PATCH', subject, { name: `name ${i}` })
      changes.set(subject, (changes.get(subject) ?? 0) + 1)
    }
  })()

  let kills = 0
  // Some came twice: a kill was between a delivery and its record.
  const cameTwice = () => records.arrivals > records.bodies.size
  const oneAfterTheOther = async () => {
    while (kills < KILLS || !cameTwice()) {
      const child = spawn(process.execPath, [CHILD], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.add(child)
      await once(child.stdout, 'data')
      // Anywhere, and every other one while something is on its way.
      await (kills++ % 2 === 0 ? setTimeout(randomInt(250)) : records.next)
      child.kill('SIGKILL')
      await once(child, 'exit')
      children.delete(child)
    }
  }
  await Promise.all(Array.from({ length: PROCESSES }, oneAfterTheOther))
  isOver = true
  await writing

  const total = () => [...changes.values()].reduce((sum, count) => sum + count, 0)
  const last = spawn(process.execPath, [CHILD], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.add(last)
  await until(async () => {
    if (await isQueueing(server, server.account_id)) return false
    const { behind, waiting } = await data(server, 'GET', `/webhooks/${id}/status`)
    // What was refused need not wait for its time.
    if (waiting > 0) await makeDue(server, { id })
    return behind === 0 && waiting === 0
  })
  last.kill('SIGKILL')
  assert.equal(records.bodies.size, total())
  records.assertAll(changes)
  await server.close()
  recorder.close()
  await rm(folder, { recursive: true })
})

test('a process that is stopped loses its lease, and writes nothing when it goes on', async () => {
  const key = newSecretKey()
  const server = await startServer({ SECRET_KEY: readSecretKeys(key) })
  assert.ok(server.url, 'several processes need a server')
  const held = Promise.withResolvers<void>()
  const arrivals: string[] = []
  const receiver = await startReceiver(async (response, { headers }) => {
    arrivals.push(String(headers['webhook-id']))
    if (arrivals.length === 1) await held.promise
    response.writeHead(204).end()
  })
  const url = `http://127.0.0.1:${receiver.port}/`
  const { id } = await data(server, 'POST', '/webhooks', { url, types: ['customer.*'] })
  const customer = await data(server, 'POST', '/customers', { name: 'stopped' })
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: server.url,
    DATABASE_POOL_SIZE: '6',
    SECRET_KEY: key,
    WEBHOOK_ALLOW: '127.0.0.1',
  }
  const start = () => {
    const child = spawn(process.execPath, [CHILD], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    children.add(child)
    return child
  }
  const stopped = start()
  await until(() => arrivals.length === 1)
  stopped.kill('SIGSTOP')
  const other = start()
  // The database has its sessions still: only the time of its lease tells.
  const left = sql`update webhook_cursors set held_until = now() - interval '1 second' where id_webhook = ${id}`
  await left.execute(server.db)
  await until(() => arrivals.length === 2)
  await succeed(server, 'PATCH', `/customers/${customer.id}`, { name: 'later' })
  const written = () => data(server, 'GET', `/webhooks/${id}/deliveries?sort=id&limit=100`)
  await until(async () => (await written()).length === 2)
  held.resolve()
  stopped.kill('SIGCONT')
  // It sends again, so what it had under way is over.
  other.kill('SIGKILL')
  await once(other, 'exit')
  await succeed(server, 'PATCH', `/customers/${customer.id}`, { name: 'last' })
  await until(async () => (await written()).length > 2)
  stopped.kill('SIGKILL')
  const deliveries = await written()
  assert.equal(arrivals.length, 4)
  assert.equal(arrivals[0], arrivals[1])
  assert.deepEqual(
    deliveries.map(({ event_id }: { event_id: string }) => event_id),
    arrivals.slice(1),
  )
  await server.close()
  receiver.close()
})

test('the service on the embedded database, killed and started again, loses and mixes up nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-kills-'))
  const recorder = await startRecorder()
  const { records } = recorder
  const settings = { DATA_DIR: folder, WEBHOOK_ALLOW: '127.0.0.1' }
  let service = await startService(settings)
  const token = service.token ?? ''
  const call = async (path: string, body: object, method = 'POST') => {
    const answer = await callService(service, token, path, { method, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  const url = `http://127.0.0.1:${recorder.port}/`
  const { id, secret } = await call('/webhooks', { url, types: ['customer.*'] })
  records.secret = secret
  const changes = new Map<string, number>()
  for (let i = 0; i < RESTARTS; i++) {
    for (let j = randomInt(10, 60); j > 0; j--) {
      const { id: id_customer } = await call('/customers', { name: 'new' })
      await call(`/customers/${id_customer}`, { name: 'renamed' }, 'PATCH')
      changes.set(`/customers/${id_customer}`, 2)
    }
    await service.stop('SIGKILL')
    service = await startService(settings)
  }
  await until(async () => {
    const { body } = await callService(service, token, `/webhooks/${id}/status`)
    return body.data.behind === 0 && body.data.waiting === 0
  })
  await service.stop('SIGTERM')
  assert.equal(records.bodies.size, 2 * changes.size)
  records.assertAll(changes)
  recorder.close()
  await rm(folder, { recursive: true, force: true })
})

test('several processes that live send each event once', async () => {
  const recorder = await startReceiver()
  const stand = await startStand({
    WORKERS: '2',
    SECRET_KEY: newSecretKey(),
    WEBHOOK_ALLOW: '127.0.0.1',
  })
  const url = `http://127.0.0.1:${recorder.port}/`
  const webhook = await stand.call('/webhooks', { body: { url, types: ['customer.*'] } })
  for (let i = 0; i < 10 * CUSTOMERS; i++) {
    await stand.call('/customers', { body: { name: `customer ${i}` } })
  }
  await until(() => recorder.received.length >= 10 * CUSTOMERS)
  await until(async () => {
    const { body } = await stand.call(`/webhooks/${webhook.body.data.id}/status`)
    return body.data.behind === 0
  })
  const ids = new Set(recorder.received.map(({ headers }) => headers['webhook-id']))
  assert.deepEqual([recorder.received.length, ids.size], [10 * CUSTOMERS, 10 * CUSTOMERS])
  await stand.close()
  recorder.close()
})
