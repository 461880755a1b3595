import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Load, startLoad } from '../support/servers/load.ts'
import { type Stand, startStand } from '../support/servers/stand.ts'
import { run, type Service, startService } from '../support/service.ts'
import { halfSent } from '../support/wire/half-sent.ts'
import {
  type Answer,
  keepAliveClient,
  livingWorkers,
  until,
  untilReplaced,
} from '../support/workers.ts'

// Several workers behind one port. What a killed one worked on breaks off, and is safe to send again;
// no client notices that they are renewed.

const WORKERS = 3
const CONNECTIONS = 20
const CLIENTS = 6
const REPEATING_CLIENTS = 16
const KILLS = 8

let stand: Stand
let admin: pg.Client
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-workers-'))
  stand = await startStand({
    WORKERS: String(WORKERS),
    DATABASE_POOL_SIZE: String(CONNECTIONS),
    LOG_LEVEL: 'info',
    // How long a connection waits for a worker, too: a busy machine takes its time to start one.
    REQUEST_TIMEOUT_MS: '200000',
  })
  admin = new pg.Client({ connectionString: stand.postgres.url, application_name: 'test' })
  await admin.connect()
})
after(async () => {
  await admin.end()
  await stand.close()
  await rm(folder, { recursive: true, force: true })
})

/** Goes on until so many more requests were answered. */
const answered = (load: Load, more: number) => {
  const from = load.answers()
  return Promise.race([until(() => load.answers() >= from + more), load.failed])
}

/** How often each acknowledged order and its seller are there, as the database says. */
async function assertExactlyOnce({ acknowledged }: Load): Promise<void> {
  for (const [table, column] of [
    ['orders', 'observations'],
    ['users', 'name'],
  ] as const) {
    const { rows } = await admin.query<{ wrong: string; found: number }>(
      `select coalesce(a.one, t.${column}) as wrong, count(t.id)::int as found
         from unnest($1::text[]) as a (one) full join ${table} t on t.${column} = a.one
        where t.id is null or t.${column} is not null
        group by 1 having count(t.id) <> 1 or count(a.one) <> 1`,
      [acknowledged],
    )
    assert.deepEqual(rows, [], table)
  }
  await admin.query('delete from orders')
  await admin.query('delete from users')
}

/** The most connections that the service has at once, from now on until `stop`. */
function countConnections() {
  let most = 0
  let isStopping = false
  const counting = (async () => {
    while (!isStopping) {
      const { rows } = await admin.query<{ found: number }>(`
        select count(*)::int as found from pg_stat_activity where application_name like 'pedido%'`)
      most = Math.max(most, rows[0]?.found ?? 0)
    }
  })()
  const stop = async () => {
    isStopping = true
    await counting
    return most
  }
  return { stop }
}

test('workers killed at any moment: with its key, each change is made exactly once', async () => {
  const { service, token } = stand
  const load = startLoad(service, token, REPEATING_CLIENTS, { repeats: true })
  for (let i = 0; i < KILLS; i++) {
    await answered(load, randomInt(60))
    const alive = livingWorkers(service)
    const victim = alive[randomInt(alive.length)] ?? 0
    process.kill(victim, 'SIGKILL')
    await Promise.race([
      until(() => !livingWorkers(service).includes(victim) && livingWorkers(service).length > 1),
      load.failed,
    ])
  }
  await load.stop()
  assert.ok(load.broken() > 0)
  await until(() => livingWorkers(service).length === WORKERS)
  await assertExactlyOnce(load)
})

test('a request whose body is half sent breaks off with its worker, and is not made', async () => {
  const { service, token, sql } = stand
  const { finish } = await halfSent(service, token, JSON.stringify({ name: 'half and half' }))
  const killed = livingWorkers(service)
  for (const pid of killed) process.kill(pid, 'SIGKILL')
  await assert.rejects(finish(), { code: 'ECONNRESET' })
  assert.deepEqual(await sql(`select id from customers where name = 'half and half'`), [])
  await untilReplaced(service, killed)
})

test('a connection on its way to a hanging worker that is killed goes to another one', async () => {
  const { service, token } = stand
  await until(() => livingWorkers(service).length === WORKERS)
  const hanging = livingWorkers(service)
  for (const pid of hanging) process.kill(pid, 'SIGSTOP')
  const before = openFiles(service)
  const clients = manyClients(service, token)
  const answers = clients.map(({ send }) => send('/orders'))
  await until(() => openFiles(service) >= before + clients.length)
  for (const pid of hanging) process.kill(pid, 'SIGKILL')
  for (const { status } of await Promise.all(answers)) assert.equal(status, 200)
  for (const { close } of clients) close()
  await untilReplaced(service, hanging)
})

test('requests sent without waiting are answered in their order', async () => {
  const { service, token } = stand
  const { hostname, port } = new URL(service.address)
  const socket = connect(Number(port), hostname)
  const paths = ['/products/1', '/customers/1', '/no-such-path', '/customers/1']
  const head = `Host: x\r\nAuthorization: Bearer ${token}`
  const close = (i: number) => (i === paths.length - 1 ? '\r\nConnection: close' : '')
  socket.write(
    paths.map((path, i) => `GET ${path} HTTP/1.1\r\n${head}${close(i)}\r\n\r\n`).join(''),
  )
  let text = ''
  for await (const chunk of socket) text += chunk
  assert.deepEqual(text.match(/Café torrado|Mercado Aurora|HTTP\/1.1 404/g), [
    'Café torrado',
    'Mercado Aurora',
    'HTTP/1.1 404',
    'Mercado Aurora',
  ])
})

test('SIGHUP renews all workers one by one, and no request fails', async () => {
  const { service, token } = stand
  const before = livingWorkers(service)
  const load = startLoad(service, token, CLIENTS)
  await answered(load, 50)
  const connections = countConnections()
  service.child.kill('SIGHUP')
  await Promise.race([service.printedAnew(/all workers are new/), load.failed])
  await answered(load, 50)
  await load.stop()
  const most = await connections.stop()
  assert.ok(most > WORKERS && most <= CONNECTIONS, `${most} connections`)
  const now = livingWorkers(service).slice(-WORKERS)
  assert.deepEqual(
    now.filter((pid) => before.includes(pid)),
    [],
  )
  await assertExactlyOnce(load)
})

test('an idle connection outlives the renewal of its worker until its next answer', async () => {
  const { service, token } = stand
  const clients = manyClients(service, token)
  for (const { send } of clients) {
    const { headers } = await send('/orders')
    assert.equal(headers['keep-alive'], 'timeout=72')
  }
  let isOver = false
  const renewed = service.printedAnew(/all workers are new/).then(() => {
    isOver = true
  })
  service.child.kill('SIGHUP')
  let closed = 0
  while (!isOver) {
    for (const { send } of clients) {
      const { status, headers } = await send('/health/live')
      assert.equal(status, 200)
      if (headers['connection'] === 'close') closed++
    }
  }
  await renewed
  assert.ok(closed >= clients.length, `${closed} closed`)
  for (const { close } of clients) close()
})

test('a silent connection is kept for as long as its last answer said, then its worker ends', async () => {
  const settled = { ...settings(), WORKERS: '2', LOG_LEVEL: 'info', KEEP_ALIVE_TIMEOUT_MS: '1000' }
  const service = await startService(settled)
  const sockets = await Promise.all(
    Array.from({ length: 4 }, () => connection(service, 'GET /health/live')),
  )
  service.child.kill('SIGHUP')
  const texts = sockets.map(async (socket) => (await Array.fromAsync(socket)).join(''))
  await service.printed(/all workers are new/)
  for (const text of texts)
    assert.match(await text, /^HTTP\/1.1 200 [\s\S]*Keep-Alive: timeout=1\r\n/)
  assert.equal((await service.stop('SIGTERM')).code, 0)
})

test('event streams that begin while workers are renewed end with their reason, and none is refused', async () => {
  const { service, token } = stand
  const before = livingWorkers(service)
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const sockets = await Promise.all(
    Array.from({ length: 2 * WORKERS }, () => connection(service, 'GET /health/live')),
  )
  const renewed = service.printedAnew(/all workers are new/)
  service.child.kill('SIGHUP')
  await until(() => livingWorkers(service).some((pid) => !before.includes(pid)))
  for (const socket of sockets) socket.write(`GET /events/stream HTTP/1.1\r\n${head}`)
  for (const socket of sockets) {
    const text = (await Array.fromAsync(socket)).join('')
    assert.match(text, /event: closing\ndata: {"reason":"shutdown"}/)
  }
  await renewed
})

test('a revoked token stops working in all workers', async () => {
  const { service, call } = stand
  const body = { name: 'short-lived', scopes: ['orders:read'] }
  const { data } = (await call('/tokens', { body })).body
  const clients = manyClients(service, data.token)
  for (const { send } of clients) assert.equal((await send('/orders')).status, 200)
  assert.equal((await call(`/tokens/${data.id}`, { method: 'DELETE' })).status, 200)
  for (const { send, close } of clients) {
    await until(async () => (await send('/orders')).status === 401)
    close()
  }
})

test('limits count the requests of all workers, and failures by the client’s address', async () => {
  const limits = { RATE_LIMIT: '20', FAILED_AUTH_LIMIT: '5' }
  const service = await startService({ ...settings(), WORKERS: '2', ...limits })
  const clients = manyClients(service, stand.token)
  const statuses = async (sends: Promise<Answer>[]) =>
    Object.fromEntries(
      Map.groupBy(await Promise.all(sends), ({ status }) => status)
        .entries()
        .map(([status, answers]) => [status, answers.length]),
    )
  const five = Array.from({ length: 5 })
  const wanted = clients.flatMap(({ send }) => five.map(() => send('/orders')))
  assert.deepEqual(await statuses(wanted), { 200: 20, 429: wanted.length - 20 })

  const wrong = { headers: { Authorization: 'Bearer pdo_1_wrong' } }
  const failing = clients.flatMap(({ send }) => [send('/orders', wrong), send('/orders', wrong)])
  assert.deepEqual(await statuses(failing), { 401: 5, 429: failing.length - 5 })
  const elsewhere = keepAliveClient(service, stand.token, '127.0.0.2')
  assert.equal((await elsewhere.send('/orders', wrong)).status, 401)
  for (const { close } of [...clients, elsewhere]) close()
  await service.stop('SIGTERM')
})

test('where no worker comes up the command says why and ends', async () => {
  const unusable = { ...settings(), WORKERS: '2', DATA_DIR: '/dev/null/data' }
  const { code, stdout, stderr } = await run(['serve'], { ...unusable, PORT: '0' })
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /\/dev\/null\/data[\s\S]*No worker came up\.\n$/)
})

test('a change at any worker wakes those who wait for events at all of them', async () => {
  const { service, token } = stand
  const clients = manyClients(service, token)
  const start = await clients[0]?.send(`/events?type=customer.*&from=${new Date().toISOString()}`)
  const waits = clients.map(({ send }) => send(`/events?wait=30&cursor=${start?.body.next_cursor}`))
  const other = keepAliveClient(service, token)
  const { body } = await other.send('/customers', { method: 'POST', body: { name: 'Awaited' } })
  for (const { status, body: page } of await Promise.all(waits)) {
    assert.equal(status, 200)
    assert.deepEqual(
      page.data.map(({ subject }: { subject: string }) => subject),
      [`/customers/${body.data.id}`],
    )
  }
  for (const client of [...clients, other]) client.close()
})

test('SIGTERM ends those who wait for events, with an answer', async () => {
  const service = await startService({ ...settings(), WORKERS: '2' })
  const clients = manyClients(service, stand.token)
  const start = await clients[0]?.send('/events?from=2199-01-01')
  // They have their connections and are through the door.
  await Promise.all(clients.map(({ send }) => send('/customers?limit=1')))
  const taken: Promise<void>[] = []
  const waits = clients.map(({ send }) => {
    const { promise, resolve: onTaken } = Promise.withResolvers<void>()
    taken.push(promise)
    const headers = { Expect: '100-continue' }
    return send(`/events?wait=30&cursor=${start?.body.next_cursor}`, { headers, onTaken })
  })
  await Promise.all(taken)
  const { code } = await service.stop('SIGTERM')
  assert.equal(code, 0)
  for (const { status, body } of await Promise.all(waits)) {
    assert.deepEqual([status, body.data], [200, []])
  }
  for (const client of clients) client.close()
})

test('workers whose parent is gone end themselves', async () => {
  const service = await startService({ ...settings(), WORKERS: '2', LOG_LEVEL: 'info' })
  const workers = livingWorkers(service)
  assert.equal(workers.length, 2)
  await service.stop('SIGKILL')
  for (const pid of workers) await until(() => !isRunning(pid))
})

test('SIGTERM under load: what was taken is answered, and the exit code is 0', async () => {
  const { service, token } = stand
  const load = startLoad(service, token, CLIENTS, { mayEnd: true })
  await answered(load, 50)
  const { code } = await service.stop('SIGTERM')
  await load.stop()
  assert.equal(code, 0)
  const { rows } = await admin.query(
    `select one from unnest($1::text[]) as a (one)
      where (select count(*) from orders where observations = one) <> 1`,
    [load.acknowledged],
  )
  assert.deepEqual(rows, [])
})

/** A connection on which this was asked and nothing of the answer was read. */
async function connection({ address }: Service, request: string) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write(`${request} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

/** How many files and connections its parent has open. */
const openFiles = ({ child }: Service) => readdirSync(`/proc/${child.pid}/fd`).length

/** Enough that every worker has some of them. */
const manyClients = (service: Service, token: string) =>
  Array.from({ length: 2 * WORKERS }, () => keepAliveClient(service, token))

const settings = () => ({ DATABASE_URL: stand.postgres.url, DATA_DIR: folder })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
