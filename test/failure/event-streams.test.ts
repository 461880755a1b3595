import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { repeatLastEvent } from '../support/feed.ts'
import { type Stand, startStand } from '../support/servers/stand.ts'
import { type EventStream, openStream } from '../support/wire/sse.ts'
import { livingWorkers, until } from '../support/workers.ts'

// Streams of events of several workers: renewed, killed and stopped workers lose nothing of them.

const CUSTOMERS = 40

let stand: Stand
before(async () => {
  stand = await startStand({ WORKERS: '2', LOG_LEVEL: 'info', KEEP_ALIVE_TIMEOUT_MS: '1000' })
})
after(() => stand.close())

/** Reads on, over whatever ends a stream, until so many events have come. */
async function follow(first: EventStream, count: number) {
  const { service, token } = stand
  const names: string[] = []
  const reasons: string[] = []
  let stream = first
  while (names.length < count) {
    const frame = await stream.next()
    if (frame?.event === 'customer.created') {
      names.push(JSON.parse(frame.data ?? '').data.record.name)
    } else if (frame === undefined || frame.event === 'closing') {
      reasons.push(frame === undefined ? 'cut' : JSON.parse(frame.data ?? '').reason)
      const headers = { 'Last-Event-ID': stream.lastId() }
      stream = await openStream(service.address, token, { headers })
    }
  }
  stream.leave()
  return { names, reasons }
}

async function write(label: string): Promise<string[]> {
  const names = Array.from({ length: CUSTOMERS }, (_, i) => `${label} ${i}`)
  for (const name of names) await create(name)
  return names
}

/** With a key, a request that breaks off with its worker is safe to send again. */
async function create(name: string): Promise<void> {
  const request = { body: { name }, headers: { 'Idempotency-Key': randomUUID() } }
  for (let status = 0; status !== 201; ) {
    const answer = await stand.call('/customers', request).catch((error: Error) => error)
    if (answer instanceof Error)
      assert.match(String(answer.cause), /ECONNRESET|EPIPE|other side closed/)
    else status = answer.status
  }
}

test('workers that are killed cut their streams, and whoever resumes misses nothing', async () => {
  const { service, token } = stand
  const following = follow(await openStream(service.address, token), 2 * CUSTOMERS)
  const written = await write('first')
  for (const pid of livingWorkers(service)) process.kill(pid, 'SIGKILL')
  written.push(...(await write('second')))
  const { names, reasons } = await following
  assert.deepEqual(names, written)
  assert.deepEqual(reasons, ['cut'])
})

test('workers that are renewed end their streams at once, and whoever resumes misses nothing', async () => {
  const { service, token } = stand
  const stream = await openStream(service.address, token)
  const following = follow(stream, 3 * CUSTOMERS)
  const written = await write('before')
  service.child.kill('SIGHUP')
  const more = write('during')
  await service.printed(/all workers are new/)
  written.push(...(await more), ...(await write('after')))
  const { names, reasons } = await following
  assert.deepEqual(names, written)
  assert.ok(reasons.length > 0)
  assert.ok(reasons.every((reason) => reason === 'shutdown'))
})

test('a service of several workers that stops tells its streams', async () => {
  const { service, token } = stand
  const streams = await Promise.all([1, 2, 3].map(() => openStream(service.address, token)))
  const ended = service.stop('SIGTERM')
  const reasons = await Promise.all(streams.map((stream) => stream.closing()))
  assert.deepEqual(reasons, ['shutdown', 'shutdown', 'shutdown'])
  assert.equal((await ended).code, 0)
})

test('a client that takes nothing is cut off from its worker', async () => {
  const own = await startStand({ WORKERS: '2', STREAM_STALL_MS: '300' })
  const { service, token } = own
  const { body: page } = await own.call('/events?type=order.*')
  const items = Array.from({ length: 700 }, () => ({ id_item: 1, quantity: 1 }))
  await own.call('/orders', { body: { id_customer: 1, items } })
  await own.call(`/events?wait=30&cursor=${page.next_cursor}`)
  await repeatLastEvent(own.sql, 1, 150)
  const portOf = ({ response }: EventStream) => response.socket.localPort ?? 0
  // One that is read is held; the other may be cut off by now.
  const read = await openStream(service.address, token)
  assert.ok(isHeld(portOf(read)))
  const slow = await openStream(service.address, token, { query: `?cursor=${page.next_cursor}` })
  slow.response.pause()
  await until(() => !isHeld(portOf(slow)))
  for (const stream of [read, slow]) stream.leave()
  await own.close()
})

/** Whether the service's side of the connection from this port is open. */
function isHeld(port: number): boolean {
  const remote = port.toString(16).toUpperCase().padStart(4, '0')
  const established = new RegExp(`^ *\\d+: \\S+ \\w+:${remote} 01 `, 'm')
  return established.test(readFileSync('/proc/net/tcp', 'utf8'))
}
