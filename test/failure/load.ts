import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { callService } from '../support/call.ts'
import { anOrder } from '../support/servers/stand.ts'
import { type Service, startService } from '../support/service.ts'

const WRITERS = 8

/** A service under load that may be killed: writers ask again, with the same key, until answered. */
export class Load {
  readonly created = new Map<string, number>()
  service: Service
  readonly #settings: Record<string, string>
  readonly #token: string
  #customer = 0
  #product = 0
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
      const made = await callService(this.service, this.#token, path, { body })
      assert.equal(made.status, 201)
      if (path === '/customers') this.#customer = made.body.data.id
      else this.#product = made.body.data.id
    }
    this.#writers = Array.from({ length: WRITERS }, (_, which) => this.#write(which))
    await this.more()
  }

  async #write(which: number): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const fk_id = `${which}-${i}`
      const quantity = 1 + ((which + i) % 9)
      const items = [{ id_item: this.#product, quantity }]
      const order = anOrder({ fk_id, id_customer: this.#customer, items })
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

/** What the database says of an account's orders, and of its feed. */
export async function assertRestored(
  settings: Record<string, string>,
  before: Map<string, number>,
  account_id = 1,
): Promise<void> {
  const database = await connect(readConfig(settings), { info() {}, warn() {} })
  try {
    const ask = (text: string) => database.pool.query(text, [account_id])
    const orders = await ask(`
      select o.fk_id, (o.total_value * 100)::int as cents,
             (select sum(i.quantity)::int from order_items i
               where i.account_id = o.account_id and i.id_order = o.id) as items
        from orders o where o.account_id = $1`)
    const found = new Map(orders.rows.map((row) => [row.fk_id, row]))
    for (const [fk_id, quantity] of before) assert.ok(found.has(fk_id), `${fk_id} of ${quantity}`)
    for (const { fk_id, cents, items } of found.values()) assert.equal(cents, items * 1890, fk_id)
    const counts = await ask(`
      select (select count(*) from orders where account_id = $1) as orders,
             (select count(*) from events where account_id = $1 and type = 'order.created') as created,
             (select coalesce(sum(count), 0)::int from order_counts where account_id = $1 and kind = 'all')
               + (select coalesce(sum(delta), 0)::int from order_count_deltas where account_id = $1) as counted`)
    const [row] = counts.rows
    assert.deepEqual([row.created, row.counted], [row.orders, row.orders])
    // Positions have no gap, and what has none waits for it.
    const feed = await ask(`
      select (select count(*) from event_positions where account_id = $1) as positions,
             (select coalesce(sum(position - first_position + 1), 0)::int from event_heads
               where account_id = $1) as reached,
             (select count(*) from events where account_id = $1) as events,
             (select count(*) from event_queue where account_id = $1) as waiting`)
    const { positions, reached, events, waiting } = feed.rows[0]
    assert.equal(positions, reached)
    assert.equal(positions + waiting, events)
  } finally {
    await database.close()
  }
}
