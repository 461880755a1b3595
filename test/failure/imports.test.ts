import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startServer } from '../harness.ts'
import { callService } from '../support/call.ts'
import { startStand } from '../support/servers/stand.ts'
import { killRunning, type Service, startService } from '../support/service.ts'
import { file, multipart } from '../support/wire/multipart.ts'
import { until } from '../support/workers.ts'

// A service that is killed with -9 in the middle of an import goes on with it when it starts again:
// nothing is lost, and nothing is done twice.

const CUSTOMERS = 4_000
/** Lines that are refused: one in so many. */
const WRONG = 50
/** How much is done when it is killed, while it is tried and while it is written. */
const KILLS = { checked: [0.5], done: [0.2, 0.6] }

after(killRunning)

const rows = Array.from({ length: CUSTOMERS }, (_, i) =>
  i % WRONG === 0
    ? `k${i};Cliente ${i};errado;Rua ${i}`
    : `k${i};Cliente ${i};c${i}@x.example;Rua ${i}`,
)
const FILE = ['Código;Nome;E-mail;Endereço', ...rows].join('\r\n')
const REFUSED = CUSTOMERS / WRONG
const WRITTEN = CUSTOMERS - REFUSED

async function send(
  service: Service,
  token: string,
  resource: string,
  content: string,
  query = '',
): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([content]), 'arquivo.csv')
  const answer = await fetch(`${service.address}/imports?resource=${resource}${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  })
  assert.equal(answer.status, 201)
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** Brings the file in, with a kill at each of these points, in the dry run and for good. */
async function importWithKills(
  first: Service,
  token: string,
  restart: () => Promise<Service>,
): Promise<Service> {
  let service = first
  const call = (path: string, options = {}) => callService(service, token, path, options)
  const others = (await call('/customers')).body.pagination.total
  const id = await send(service, token, 'customers', FILE)
  const read = async () => (await call(`/imports/${id}`)).body.data
  const through = async (state: keyof typeof KILLS) => {
    for (const part of KILLS[state]) {
      await until(async () => (await read()).progress >= part)
      await service.stop('SIGKILL')
      service = await restart()
    }
    await until(async () => (await read()).state === state)
    return read()
  }
  const expected = {
    lines: CUSTOMERS,
    created: WRITTEN,
    updated: 0,
    unchanged: 0,
    refused: REFUSED,
    total_value: 0,
    reduced: 0,
    reduced_by: 0,
  }
  assert.deepEqual((await through('checked')).counts, expected)
  assert.equal((await call('/customers?q=cliente')).body.pagination.total, 0)
  const run = await call(`/imports/${id}/run`, { method: 'POST' })
  assert.equal(run.status, 200, JSON.stringify(run.body))
  assert.deepEqual((await through('done')).counts, expected)

  assert.equal((await call('/customers?q=cliente')).body.pagination.total, WRITTEN)
  const seen = new Map<string, number>()
  for (let cursor = ''; ; ) {
    const place = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await call(`/events?type=customer.*,address.*&limit=100${place}`)
    for (const { type, subject } of body.data) {
      const what = `${type} ${subject}`
      seen.set(what, (seen.get(what) ?? 0) + 1)
    }
    if (body.data.length === 0) break
    cursor = encodeURIComponent(body.next_cursor)
  }
  const created = [...seen].filter(([what]) => /^(customer|address)\.created/.test(what))
  assert.deepEqual(
    [created.length, [...seen.values()].filter((times) => times > 1)],
    [others + 2 * WRITTEN, []],
  )
  const refused = await fetch(`${service.address}/imports/${id}/refused`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const codes = (await refused.text())
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';')[0])
  assert.deepEqual(
    codes,
    Array.from({ length: REFUSED }, (_, i) => `k${i * WRONG}`),
  )
  return service
}

test('killed on the embedded database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-imports-'))
  const settings = { DATA_DIR: folder }
  const service = await startService(settings)
  const last = await importWithKills(service, service.token ?? '', () => startService(settings))
  await last.stop('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('killed on PostgreSQL', async () => {
  const stand = await startStand()
  const settings = { DATA_DIR: stand.folder, DATABASE_URL: stand.postgres.url }
  const last = await importWithKills(stand.service, stand.token, () => startService(settings))
  await last.stop('SIGTERM')
  await stand.close()
})

const ORDERS = 2_000
const LINES = 4

/** Orders whose lines stand all over the file: each has its second line far below its first. */
const SCATTERED = [
  'Pedido;Cliente;Produto;Item;Quantidade;Preço unitário',
  ...Array.from({ length: LINES }, (_, line) =>
    Array.from({ length: ORDERS }, (_, i) => {
      const order = (i * 7 + line * 211) % ORDERS
      const quantity = isWrong(order) && line === LINES - 1 ? 'x' : line + 1
      return `s${order};k;p;l${line};${quantity};1,00`
    }),
  ).flat(),
].join('\n')

function isWrong(order: number): boolean {
  return order % WRONG === 0
}

/** The orders that are there, each with its lines. */
async function ordersOf(call: (path: string) => Promise<{ body: Answered }>) {
  const found: [code: string, lines: string[]][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const place: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await call(`/orders?pagination=cursor&limit=100${place}`)
    for (const { fk_id, items } of body.data) {
      found.push([fk_id, items.map((one) => `${one.fk_id}: ${one.quantity}`)])
    }
    cursor = body.next_cursor
  }
  return found
}

interface Answered {
  data: { fk_id: string; items: { fk_id: string; quantity: number }[] }[]
  next_cursor: string | null
}

test('killed among orders whose lines stand apart, each is whole or not there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-imports-'))
  const settings = { DATA_DIR: folder }
  let service = await startService(settings)
  const token = service.token ?? ''
  const call = (path: string, options = {}) => callService(service, token, path, options)
  for (const [path, fk_id] of [
    ['customers', 'k'],
    ['products', 'p'],
  ]) {
    const body = { name: fk_id, fk_id }
    assert.equal((await call(`/${path}`, { method: 'POST', body })).status, 201)
  }
  const id = await send(service, token, 'orders', SCATTERED, '&dry_run=false')
  const read = async () => (await call(`/imports/${id}`)).body.data
  const whole = Array.from({ length: LINES }, (_, line) => `l${line}: ${line + 1}`)
  for (const part of [0.76, 0.85, 0.94]) {
    await until(async () => (await read()).progress >= part)
    await service.stop('SIGKILL')
    service = await startService(settings)
    for (const [code, lines] of await ordersOf(call))
      assert.deepEqual(lines.toSorted(), whole, code)
  }
  await until(async () => (await read()).state === 'done')
  const { created, updated, unchanged, refused, lines } = (await read()).counts
  const wrong = ORDERS / WRONG
  assert.deepEqual(
    { created, updated, unchanged, refused, lines },
    { created: ORDERS - wrong, updated: 0, unchanged: 0, refused: wrong, lines: ORDERS * LINES },
  )
  const found = await ordersOf(call)
  const right = Array.from({ length: ORDERS }, (_, i) => i).filter((i) => !isWrong(i))
  assert.deepEqual(found.map(([code]) => code).toSorted(), right.map((i) => `s${i}`).toSorted())
  for (const [code, its] of found) assert.deepEqual(its.toSorted(), whole, code)
  await service.stop('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('a large file may take its time, as long as it goes on arriving', async () => {
  const slow = await startServer({ REQUEST_TIMEOUT_MS: 3000 })
  const address = await slow.app.listen({ port: 0, host: '127.0.0.1' })
  const { body, headers } = multipart([file(`Código;Nome\n${'1;Casa Aurora\n'.repeat(2_000)}`)])
  const bytes = body as Buffer
  const upload = () =>
    request(`${address}/imports?resource=customers`, {
      method: 'POST',
      headers: {
        ...headers,
        Authorization: `Bearer ${slow.token}`,
        'Content-Length': bytes.length,
      },
    })
  const patient = upload()
  const answer = once(patient, 'response')
  const begun = performance.now()
  for (let from = 0; from < bytes.length; from += 6_000) {
    patient.write(bytes.subarray(from, from + 6_000))
    await setTimeout(900)
  }
  patient.end()
  const [{ statusCode }] = (await answer) as [IncomingMessage]
  assert.ok(performance.now() - begun > 3000)
  assert.equal(statusCode, 201)

  const trickle = upload()
  const broken = once(trickle, 'error')
  const writing = setInterval(() => trickle.write(bytes.subarray(0, 60)), 500)
  const [error] = (await broken) as [NodeJS.ErrnoException]
  clearInterval(writing)
  assert.match(error.code ?? '', /ECONNRESET|EPIPE/)
  await slow.close()
})
