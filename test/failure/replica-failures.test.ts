import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { type PostgresServer, startPostgres, startStandby } from '../support/servers/postgres.ts'
import {
  caughtUp,
  pauseReplay,
  type ReplicaStand,
  resumeReplay,
  sql,
  startReplicaStand,
  untilTrue,
} from '../support/servers/replica-stand.ts'
import { run } from '../support/service.ts'
import { until } from '../support/workers.ts'

// What happens when a replica dies, stalls, lags or is promoted: no request may fail of it.

const opened: { close(): Promise<void> }[] = []
after(async () => {
  for (const one of opened.reverse()) await one.close()
})

async function opening<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const one = await starting
  opened.push(one)
  return one
}

const READERS = 8

/**
 * Readers that ask one request after the other until `stop`, which tells what went wrong and how
 * much went right.
 */
function readers(stand: ReplicaStand, paths: string[]) {
  let isStopped = false
  let answered = 0
  const faults: string[] = []
  const read = async (n: number) => {
    for (let i = n; !isStopped; i++) {
      const path = paths[i % paths.length] as string
      const { status } = await stand.call(path).catch((error: Error) => ({ status: error.message }))
      if (status === 200) answered++
      else faults.push(`${path}: ${status}`)
    }
  }
  const reading = Array.from({ length: READERS }, (_, n) => read(n))
  return async () => {
    isStopped = true
    await Promise.all(reading)
    return { answered, faults }
  }
}

const READS = ['/orders', '/orders/1', '/orders/1/history', '/customers/1', '/products']

async function createOrder({ call, writer }: ReplicaStand, fk_id?: string) {
  const body = { id_customer: 1, items: [{ id_item: 1, quantity: 2 }], ...(fk_id && { fk_id }) }
  return call('/orders', { token: writer, body })
}

/** Reads are served by the replica: they show what it shows while it is held back. */
async function assertReplicaReads(stand: ReplicaStand, standby: PostgresServer): Promise<void> {
  await pauseReplay(standby)
  const { body } = await createOrder(stand)
  assert.equal((await stand.call(`/orders/${body.data.id}`)).status, 404)
  await resumeReplay(standby)
}

/** The server and its backends, which a signal stops and lets go on. */
function signal(server: PostgresServer, name: 'SIGSTOP' | 'SIGCONT'): void {
  const parent = server.pid()
  const isChild = (pid: string) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(parent)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (isChild(pid)) process.kill(Number(pid), name)
    } catch {
      // It ended meanwhile.
    }
  }
  process.kill(parent, name)
}

test('a replica that dies, stalls or loses connections fails no read, and serves again', async () => {
  const stand = await opening(startReplicaStand())
  const { standby, primary } = stand
  await createOrder(stand)
  await caughtUp(primary, standby)
  await stand.until('used')
  const stop = readers(stand, READS)
  await standby.halt('SIGQUIT')
  await stand.until('unreachable')
  await standby.start()
  await stand.until('used')
  for (let i = 0; i < 5; i++) {
    await sql(
      standby,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pedido%'`,
    )
    await stand.until('used')
  }
  signal(standby, 'SIGSTOP')
  await stand.until('unreachable')
  signal(standby, 'SIGCONT')
  await stand.until('used')
  const { answered, faults } = await stop()
  assert.deepEqual(faults, [])
  assert.ok(answered > READERS)
  await assertReplicaReads(stand, standby)
})

test('a replica that is gone at the start is used once it comes', async () => {
  const stand = await opening(startReplicaStand())
  await stand.standby.halt('SIGINT')
  await stand.restart()
  await stand.until('unreachable')
  assert.equal((await stand.call('/orders')).status, 200)
  await stand.standby.start()
  await stand.until('used')
  await assertReplicaReads(stand, stand.standby)
  const { stderr } = await stand.service.stop('SIGTERM')
  assert.match(stderr, /The replica at 127\.0\.0\.1:\d+\/postgres is not used: it can’t be reached/)
  assert.match(stderr, /Reads go to the replica at 127\.0\.0\.1:\d+\/postgres/)
})

test('a replica that is too far behind is left alone until it has caught up', async () => {
  const stand = await opening(startReplicaStand({ DATABASE_READ_MAX_LAG_MS: '200' }))
  const { standby } = stand
  await stand.until('used')
  await pauseReplay(standby)
  const { body } = await createOrder(stand)
  await stand.until('behind')
  assert.equal((await stand.call(`/orders/${body.data.id}`)).status, 200)
  await resumeReplay(standby)
  await stand.until('used')
})

test('another database at DATABASE_READ_URL is refused at the start, and so is any on Citus', async () => {
  const [one, other] = await Promise.all([opening(startPostgres()), opening(startPostgres())])
  const settings = { DATABASE_URL: one.url, DATABASE_READ_URL: other.url, PORT: '0' }
  const { code, stderr } = await run(['serve'], settings)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /DATABASE_READ_URL, 127\.0\.0\.1:\d+\/postgres: it is no copy of the database/,
  )
  await sql(one, 'create database other')
  const url = one.url.replace(/\w+$/, 'other')
  const beside = await run(['serve'], { ...settings, DATABASE_READ_URL: url })
  assert.match(beside.stderr, /it is no copy of the database at DATABASE_URL/)
  // What shows that the database is one of Citus.
  await sql(
    one,
    `set allow_system_table_mods = on;
     insert into pg_extension values (99999, 'citus', 10, 11, false, '1', null, null)`,
  )
  const { stderr: ofCitus } = await run(['serve'], { ...settings, DATABASE_READ_URL: one.url })
  assert.match(ofCitus, /DATABASE_READ_URL can’t be used with Citus/)
})

test('a replica that is promoted is not read from, and takes over without losing an order', async () => {
  const stand = await opening(startReplicaStand())
  const { primary, standby } = stand
  await stand.until('used')
  await sql(primary, `alter system set synchronous_standby_names = '*'`)
  await sql(primary, 'select pg_reload_conf()')
  await untilTrue(primary, `exists (select from pg_stat_replication where sync_state = 'sync')`)
  const kept: string[] = []
  const write = async (n: number) => {
    for (let i = 0; ; i++) {
      const fk_id = `${n}-${i}`
      const status = await createOrder(stand, fk_id).then(
        (answer) => answer.status,
        () => 503,
      )
      if (status !== 201) return
      kept.push(fk_id)
    }
  }
  const writing = Promise.all(Array.from({ length: 4 }, (_, n) => write(n)))
  while (kept.length < 50) await stand.call('/orders')
  await primary.halt('SIGQUIT')
  await writing
  await sql(standby, 'select pg_promote()')
  await untilTrue(standby, 'not pg_is_in_recovery()')
  // The old primary comes back and is still the one at DATABASE_URL: nothing of the other is read.
  await primary.start()
  await sql(primary, `alter system set synchronous_standby_names = ''`)
  await sql(primary, 'select pg_reload_conf()')
  await sql(standby, `update products set name = 'Only here' where id = 1`)
  await stand.until('not_a_replica')
  assert.equal((await stand.call('/products/1')).body.data.name, 'Café torrado')

  const successor = await opening(startStandby(standby))
  await stand.restart({ DATABASE_URL: standby.url, DATABASE_READ_URL: successor.url })
  await stand.until('used')
  const { writer } = stand
  for (const fk_id of kept) {
    const { body } = await stand.call(`/orders?fk_id=${fk_id}`)
    assert.equal(body.pagination.total, 1, fk_id)
  }
  await pauseReplay(successor)
  const { body } = await createOrder(stand)
  const path = `/orders/${body.data.id}`
  assert.equal((await stand.call(path, { token: writer })).status, 200)
  assert.equal((await stand.call(path)).status, 404)
  await resumeReplay(successor)

  await stand.restart({ DATABASE_URL: standby.url, DATABASE_READ_URL: primary.url })
  await stand.until('not_a_replica')
  assert.equal((await stand.call(path)).status, 200)
})

test('a promotion while requests run: what is read is never what only the promoted server has', async () => {
  const stand = await opening(startReplicaStand())
  const { standby } = stand
  await stand.until('used')
  const names = new Set<string>()
  let isOver = false
  const reading = Array.from({ length: READERS }, async () => {
    while (!isOver) names.add((await stand.call('/products/1')).body.data.name)
  })
  // On one connection, so that the change comes before the service looks at the server again.
  const promoting = new Client({ connectionString: standby.url })
  await promoting.connect()
  await promoting.query('select pg_promote()')
  await promoting.query(`update products set name = 'Only here' where id = 1`)
  await promoting.end()
  await stand.until('not_a_replica')
  isOver = true
  await Promise.all(reading)
  assert.deepEqual([...names], ['Café torrado'])
})

/** Whether a server has not read yet what came from a client's port. */
function isUnread(server: PostgresServer, clientPort: number): boolean {
  const hex = (port: number | string) => Number(port).toString(16).toUpperCase().padStart(4, '0')
  const ends = [hex(new URL(server.url).port), hex(clientPort)]
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ...places]) => ends.every((end, i) => places[i]?.endsWith(`:${end}`)))
    .some(([, , , , queues = '']) => Number.parseInt(queues.split(':')[1] ?? '', 16) > 0)
}

test('a service that stops while it looks at both servers ends', async () => {
  const stand = await opening(startReplicaStand())
  await stand.until('used')
  const { primary, standby, service } = stand
  const ofService = `from pg_stat_activity where application_name like 'pedido%'`
  const looks = `${ofService} and query like '%max(version) from migrations%'`
  await untilTrue(primary, `exists (select ${looks})`)
  const [asked] = await sql<{ pid: number; client_port: number }>(
    primary,
    `select pid, client_port ${looks}`,
  )
  assert.ok(asked)
  process.kill(asked.pid, 'SIGSTOP')
  await until(() => isUnread(primary, asked.client_port))
  const ended = service.stop('SIGTERM')
  await untilTrue(standby, `not exists (select ${ofService})`)
  process.kill(asked.pid, 'SIGCONT')
  assert.equal((await ended).code, 0)
})
