import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { halfSent } from '../support/half-sent.ts'
import { type Load, startLoad } from '../support/load.ts'
import { run, type Service, startService } from '../support/service.ts'
import { type Stand, startStand } from '../support/stand.ts'
import { type Answer, keepAliveClient, livingWorkers, until } from '../support/workers.ts'

// Several workers behind one port: no client notices that one of them dies or is renewed.

const WORKERS = 3
const CONNECTIONS = 20
const CLIENTS = 6
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
    // How long a request waits for a worker, too: a busy machine takes its time to start one.
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

test('workers killed at any moment: every request is answered, each change made once', async () => {
  const { service, token } = stand
  const load = startLoad(service, token, CLIENTS)
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
  await until(() => livingWorkers(service).length === WORKERS)
  await assertExactlyOnce(load)
})

test('a request whose body is half sent goes on with another worker', async () => {
  const { service, token } = stand
  const { finish } = await halfSent(service, token, JSON.stringify({ name: 'half and half' }))
  const before = livingWorkers(service)
  for (const pid of before) process.kill(pid, 'SIGKILL')
  await until(() => livingWorkers(service).filter((pid) => !before.includes(pid)).length > 0)
  assert.equal(await finish(), 201)
  await until(() => livingWorkers(service).length === WORKERS)
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
  await Promise.race([service.printed(/all workers are new/), load.failed])
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
  const start = await clients[0]?.send('/events?from=2999-01-01')
  // They have their connections and are through the door.
  await Promise.all(clients.map(({ send }) => send('/customers?limit=1')))
  const waits = clients.map(({ send }) => send(`/events?wait=30&cursor=${start?.body.next_cursor}`))
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
  const load = startLoad(service, token, CLIENTS, true)
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
