import { type Db, inTransaction, statement, type Tx } from '../../src/database/database.ts'
import { EventHub } from '../../src/events/hub.ts'
import { placeAll } from '../../src/events/sequencer.ts'
import { addUpCounts } from '../../src/orders/reads/counts.ts'
import { calendar, type Day } from './calendar.ts'
import { type Draws, drawsOf } from './draw.ts'
import {
  insertCounts,
  insertDocuments,
  insertEvents,
  insertOrders,
  type Plan,
  stages,
} from './orders.ts'
import { createRecords, type Records, reserveIds } from './records.ts'

export interface SeedOptions {
  account_id: number
  orders: number
  /** The same seed makes the same orders. */
  seed?: number
  /** YYYY-MM-DD: the three years of the orders end before this day; today unless given. */
  until?: string
  /** Items of an order, mostly few. */
  itemsMin?: number
  itemsMax?: number
  /** How many connections load at once. */
  connections?: number
  /** Whether each order gets the event of its creation. */
  events?: boolean
  /** Fills an account that has orders already, too. */
  append?: boolean
  /** Told how many orders are in. */
  onProgress?: (orders: number) => void
}

export interface Seeded {
  records: Records
  firstOrder: number
}

/** Thrown where the account can't be filled; says why. */
export class SeedError extends Error {}

/** Days with fewer orders share a transaction. */
const BATCH = 2_000

/**
 * Fills an account as a distributor of three years would have it: orders in their statuses, what
 * they refer to, and their stored JSON. The orders are of version 1, as if they had been taken over
 * from another system. A service of that age would have some seven events for each, a copy of the
 * order in each; lists never read them, so here it is one, or none.
 * Needs a superuser, and nobody else writing to the account meanwhile.
 * @throws SeedError
 */
export async function seed(db: Db, options: SeedOptions): Promise<Seeded> {
  const { orders, connections = 1, onProgress } = options
  const { until = new Date().toISOString().slice(0, 10) } = options
  const days = calendar(orders, until)
  const draws = drawsOf(options.seed ?? 1)
  const plan = await prepare(db, { ...options, until, since: days[0]?.day ?? until }, draws)
  const load = loader(db, options, plan, draws)
  const batches = batchesOf(days).values()
  let done = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      // One iterator for all: who is free takes the next batch.
      for (const batch of batches) {
        const orders = await load(batch)
        done += orders
        onProgress?.(done)
      }
    }),
  )
  const { signal } = new AbortController()
  await addUpCounts(db, options.account_id, signal)
  await days_settle(db, [options.account_id])
  await figures_settle(db, [options.account_id])
  await placeAll(db, new EventHub(), options.account_id, signal)
  // As autovacuum will; a create takes PostgreSQL 8 ms on plans of empty tables, 1.5 ms on these.
  await statement('vacuum (analyze)')(db, [])
  return { records: plan.records, firstOrder: plan.firstOrder }
}

/** What is kept of days follows from what is kept of hours. */
const days_forget = statement<never, [account_id: number]>(
  `delete from order_counts where account_id = $1 and kind in ('day', 'days')`,
)
const days_settle = statement<unknown, [account_id: number]>(`select refresh_day_rollups($1, '{}')`)
const figures_settle = statement<unknown, [account_id: number]>(
  'select rebuild_customer_figures($1)',
)

/** Makes the records and sets aside the ids. */
async function prepare(
  db: Db,
  options: SeedOptions & { until: string; since: string },
  draws: Draws,
): Promise<Plan> {
  const { account_id, orders, append = false, until, since } = options
  const { itemsMin = 1, itemsMax = 40 } = options
  return inTransaction(db, async (tx) => {
    await refuseCitus(tx)
    await startBulk(tx)
    if (!append) await refuseFilled(tx, account_id)
    await days_forget(tx, [account_id])
    return {
      until,
      itemsMin,
      itemsMax,
      statuses: await statusesOf(tx, account_id),
      records: await createRecords(tx, { account_id, orders, since }, draws),
      firstOrder: await reserveIds(tx, 'orders', orders),
      firstItem: await reserveIds(tx, 'order_items', orders * itemsMax),
    }
  })
}

/** Tables that were empty a moment ago have no statistics, so plans use indexes regardless. */
const BULK =
  'set local enable_seqscan = off; set local jit = off; set local synchronous_commit = off'

/** No trigger fires and no foreign key is checked in this transaction: what is written holds by itself. */
async function startBulk(tx: Tx): Promise<void> {
  try {
    await statement('set local session_replication_role = replica')(tx, [])
  } catch (error) {
    throw new SeedError(`Seeding needs a superuser of the database: ${(error as Error).message}`)
  }
  await statement(BULK)(tx, [])
}

function loader(db: Db, { account_id, events }: SeedOptions, plan: Plan, draws: Draws) {
  const orders_load = statement(insertOrders(plan, draws))
  const documents_load = statement(insertDocuments)
  const events_load = statement(insertEvents)
  const counts_load = statement(insertCounts)
  return async (batch: Day[]): Promise<number> => {
    const first = (batch[0]?.first ?? 0) + plan.firstOrder
    const orders = batch.reduce((sum, day) => sum + day.orders, 0)
    await inTransaction(db, async (tx) => {
      await startBulk(tx)
      await orders_load(tx, [
        account_id,
        batch.map(({ day }) => day),
        batch.map(({ first }) => first),
        batch.map(({ orders }) => orders),
      ])
      const range = [account_id, first, first + orders - 1]
      await documents_load(tx, range)
      if (events) await events_load(tx, range)
      await counts_load(tx, range)
    })
    return orders
  }
}

function batchesOf(days: Day[]): Day[][] {
  const batches: Day[][] = []
  let room = 0
  for (const day of days) {
    if (room <= 0) {
      batches.push([])
      room = BATCH
    }
    batches.at(-1)?.push(day)
    room -= day.orders
  }
  return batches
}

/** [account_id] */
const statuses_find = statement<{ id: number; fk_id: string }>(
  'select id, fk_id from order_statuses where account_id = $1',
)

async function statusesOf(db: Db, account_id: number): Promise<Record<string, number>> {
  const found = await statuses_find(db, [account_id])
  const statuses = Object.fromEntries(found.map(({ id, fk_id }) => [fk_id, id]))
  const missing = stages.map(([fk_id]) => fk_id).filter((fk_id) => !(fk_id in statuses))
  if (missing.length)
    throw new SeedError(`The account lacks statuses it was made with: ${missing.join(', ')}.`)
  return statuses
}

const nodes_any = statement(`select where to_regclass('pg_dist_node') is not null`)

async function refuseCitus(tx: Tx): Promise<void> {
  if ((await nodes_any(tx, [])).length === 0) return
  throw new SeedError(
    'Seeding turns triggers off, which Citus has no way for: name a plain database.',
  )
}

/** [account_id] */
const orders_any = statement('select from orders where account_id = $1 limit 1')

async function refuseFilled(db: Db, account_id: number): Promise<void> {
  if ((await orders_any(db, [account_id])).length === 0) return
  throw new SeedError(`Account ${account_id} has orders already; --append adds to them.`)
}
