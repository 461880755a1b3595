import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { callService } from '../support/call.ts'
import { query, startPostgres } from '../support/servers/postgres.ts'
import { anOrder } from '../support/servers/stand.ts'
import {
  type Ended,
  killRunning,
  pedido,
  run,
  type Service,
  startService,
} from '../support/service.ts'

// Backups under load, while the service and the backup itself are killed with -9 at any moment.

const WRITERS = 8

after(() => killRunning())

/** A service under load that may be killed: writers ask again, with the same key, until answered. */
class Load {
  readonly created = new Map<string, number>()
  service: Service
  readonly #settings: Record<string, string>
  readonly #token: string
  #isOver = false
  #writers: Promise<void>[] = []

  constructor(service: Service, token: string, settings: Record<string, string>) {
    this.service = service
    this.#token = token
    this.#settings = settings
  }

  async start(): Promise<void> {
    for (const [path, body] of [
      ['/customers', { name: 'Mercado Aurora' }],
      ['/products', { name: 'Café torrado', price: 18.9 }],
    ] as const) {
      assert.equal((await callService(this.service, this.#token, path, { body })).status, 201)
    }
    this.#writers = Array.from({ length: WRITERS }, (_, which) => this.#write(which))
    await this.more()
  }

  async #write(which: number): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const fk_id = `${which}-${i}`
      const quantity = 1 + ((which + i) % 9)
      const order = anOrder({ fk_id, items: [{ id_item: 1, quantity }] })
      const headers = { 'Idempotency-Key': fk_id }
      while (!this.#isOver) {
        const answer = await callService(this.service, this.#token, '/orders', {
          ...order,
          headers,
        }).catch(() => undefined)
        if (answer?.status === 201) {
          this.created.set(fk_id, quantity)
          break
        }
        // Nobody listens just now.
        await setTimeout(20)
      }
    }
  }

  /** Resolves when some more orders were answered. */
  async more(): Promise<void> {
    const enough = this.created.size + 2 * WRITERS
    while (this.created.size < enough) await setTimeout(5)
  }

  async killAndRestart(): Promise<void> {
    await this.service.stop('SIGKILL')
    this.service = await startService(this.#settings)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#writers)
    await this.service.stop('SIGTERM')
  }
}

const backup = (file: string, settings: Record<string, string>) =>
  pedido(['backup', file], settings)

function assertDone(ended: Ended): void {
  assert.equal(ended.code, 0, ended.stderr)
}

/** What the restored database says of the orders, and of the feed. */
async function assertRestored(settings: Record<string, string>, before: Map<string, number>) {
  const database = await connect(readConfig(settings), { info() {}, warn() {} })
  try {
    const orders = await database.pool.query<{ fk_id: string; cents: number; items: number }>(`
      select o.fk_id, (o.total_value * 100)::int as cents,
             (select sum(i.quantity)::int from order_items i where i.id_order = o.id) as items
        from orders o`)
    const found = new Map(orders.rows.map((row) => [row.fk_id, row]))
    for (const [fk_id, quantity] of before) assert.ok(found.has(fk_id), `${fk_id} of ${quantity}`)
    for (const { fk_id, cents, items } of found.values()) assert.equal(cents, items * 1890, fk_id)
    const counts = await database.pool.query(`
      select (select count(*) from orders) as orders,
             (select count(*) from events where type = 'order.created') as created,
             (select coalesce(sum(count), 0)::int from order_counts where kind = 'all')
               + (select coalesce(sum(delta), 0)::int from order_count_deltas) as counted`)
    const [row] = counts.rows
    assert.deepEqual([row.created, row.counted], [row.orders, row.orders])
    // Positions have no gap, and what has none waits for it.
    const feed = await database.pool.query(`
      select (select count(*) from event_positions) as positions,
             (select coalesce(sum(position - first_position + 1), 0)::int from event_heads) as reached,
             (select count(*) from events) as events,
             (select count(*) from event_queue) as waiting`)
    const { positions, reached, events, waiting } = feed.rows[0]
    assert.equal(positions, reached)
    assert.equal(positions + waiting, events)
  } finally {
    await database.close()
  }
}

test('embedded: backups while the service and they themselves are killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-backup-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  const service = await startService(settings)
  const load = new Load(service, service.token ?? '', settings)
  await load.start()

  // The backup is killed: nothing is where its file would be, and the next one clears away its rest.
  const killed = backup(join(folder, 'killed.zip'), settings)
  await load.more()
  await setTimeout(randomInt(2000))
  killed.child.kill('SIGKILL')
  await killed.ended

  // The service is killed while its files are copied, or a little later.
  const file = join(folder, 'saved.zip')
  const before = new Map(load.created)
  const saving = backup(file, settings)
  await setTimeout(randomInt(1000))
  await load.killAndRestart()
  assertDone(await saving.ended)
  await load.more()
  await load.end()
  const rest = (await readdir(folder)).filter((name) => name.startsWith('.pedido-scratch'))
  assert.deepEqual(rest, [])

  // The restore is killed: there is no database, and it can be done again.
  const restored = { DATA_DIR: join(folder, 'restored') }
  const halfway = pedido(['restore', file], restored)
  await setTimeout(randomInt(2000))
  halfway.child.kill('SIGKILL')
  const { code } = await halfway.ended
  if (code !== 0) assertDone(await run(['restore', file], restored))
  await assertRestored(restored, before)
  const again = await run(['restore', file], restored)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /There is a database in .*restored already\. Nothing was changed/)
  await rm(folder, { recursive: true })
})

test('PostgreSQL: a backup while the service is killed, restored into the embedded database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-backup-'))
  const postgres = await startPostgres({ synchronous_commit: 'on' })
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url }
  assertDone(await run(['account', 'create', 'Aurora'], settings))
  const words = ['token', 'create', '--account', 'Aurora', '--name', 'test', '--scope', '*']
  const { stdout: token } = await run(words, settings)
  const service = await startService(settings)
  const load = new Load(service, token.trim(), settings)
  await load.start()

  // The backup's connection is ended: it says so, and leaves nothing.
  const cut = backup(join(folder, 'cut.zip'), settings)
  const backend = `from pg_stat_activity where xact_start is not null and query ilike '%pedido_rows%' and pid <> pg_backend_pid()`
  while ((await query(postgres.url, `select pg_terminate_backend(pid) ${backend}`)).length === 0) {
    if (cut.child.exitCode !== null) break
  }
  const ended = await cut.ended
  if (ended.code !== 0) {
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('cut.zip')),
      [],
    )
  }

  const file = join(folder, 'saved.zip')
  const before = new Map(load.created)
  const saving = backup(file, settings)
  await setTimeout(randomInt(1000))
  await load.killAndRestart()
  assertDone(await saving.ended)
  await load.more()
  await load.end()
  assertDone(await run(['backup', 'verify', file]))
  const restored = { DATA_DIR: join(folder, 'restored') }
  assertDone(await run(['restore', file], restored))
  await assertRestored(restored, before)
  await postgres.close()
  await rm(folder, { recursive: true })
})
