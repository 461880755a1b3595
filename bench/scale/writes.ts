import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Db, singleRow } from '../../src/database/database.ts'
import { until } from '../../test/support/workers.ts'
import { note, type Scenario } from '../support/command.ts'
import { difference } from '../support/load.ts'
import { sampleOrder } from '../support/order.ts'
import { ask, inDatabase, onSeeded, type Seeded, type Service } from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'

type Stand = Service & Seeded

/** Of each kind in a round, one after the other. */
const REQUESTS = 100
const LINES = 4
/** A session reports what it has updated when it has been idle for a moment. */
const REPORTED_MS = 1500

const HEAD: Table['head'] = {
  ...{ Request: 'text', 'WAL without images, KiB': 2, 'images, KiB': 2, 'HOT %': 0 },
  ...{ 'CPU Node ms': 2, 'CPU PostgreSQL ms': 2, 'bytes an order': 0 },
}

const requests: Record<string, (stand: Stand) => Promise<unknown>> = {
  'change of observations': (stand) => {
    const id = stand.orders[randomInt(stand.orders.length)]
    const body = { observations: `Portaria ${randomInt(1e9)}` }
    return ask(stand, `/orders/${id}`, { method: 'PATCH', body })
  },
  [`create of ${LINES} lines`]: (stand) =>
    ask(stand, '/orders', { body: sampleOrder(stand.references, LINES) }),
}

/**
 * What requests write. Each round begins after a checkpoint of its own: the first change of a page
 * after it writes the whole page, so the more requests a round has, the fewer images each.
 */
export const writes: Scenario = {
  name: 'writes',
  about: 'the log, the CPU and the heap-only updates of a change and of a create',
  databases: ['postgres'],
  numbers: { rounds: 6, orders: 150_000 },
  parts: Object.keys(requests),
  run: ({ host, orders, rounds, isPart }) =>
    onSeeded(host, { orders, itemsMax: 12, events: true }, (stand) =>
      inDatabase(stand.settings, async (db) => {
        await sql`create extension if not exists pg_walinspect`.execute(db)
        const rows: Cell[][] = []
        for (const what of Object.keys(requests).filter(isPart)) {
          note(what)
          rows.push([what, ...(await measure(db, stand, what, rounds)), await bytesOf(db)])
        }
        return [{ head: HEAD, rows }]
      }),
    ),
}

async function measure(db: Db, stand: Stand, what: string, rounds: number): Promise<Cell[]> {
  // What comes first pays for plans and compiled code.
  await send(stand, what)
  const sums = { records: 0, images: 0, updates: 0, hot: 0, node: 0, postgres: 0 }
  for (let round = 0; round < rounds; round++) {
    await settled(db)
    await sql`checkpoint`.execute(db)
    const [before, cpu] = [await countsOf(db), stand.cpu()]
    await send(stand, what)
    const { node, postgres = Number.NaN } = difference(stand.cpu(), cpu)
    await settled(db)
    const { lsn, updates, hot } = await countsOf(db)
    const { records, images } = await one(
      db,
      sql<{
        records: number
        images: number
      }>`select sum(record_size)::float as records, sum(fpi_size)::float as images
            from pg_get_wal_stats(${before.lsn}::pg_lsn, ${lsn}::pg_lsn)`,
    )
    sums.records += records
    sums.images += images
    sums.updates += updates - before.updates
    sums.hot += hot - before.hot
    sums.node += node
    sums.postgres += postgres
  }
  const sent = rounds * REQUESTS
  return [
    sums.records / sent / 1024,
    sums.images / sent / 1024,
    sums.updates > 0 ? (sums.hot / sums.updates) * 100 : null,
    (sums.node / sent) * 1000,
    (sums.postgres / sent) * 1000,
  ]
}

async function send(stand: Stand, what: string): Promise<void> {
  for (let i = 0; i < REQUESTS; i++) await requests[what]?.(stand)
}

async function countsOf(db: Db) {
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  return one(
    db,
    sql<{
      lsn: string
      updates: number
      hot: number
    }>`select pg_current_wal_insert_lsn()::text as lsn, n_tup_upd::int as updates, n_tup_hot_upd::int as hot
          from pg_stat_user_tables where relname = 'orders'`,
  )
}

/** Until the jobs have done what changes leave to them: places in the feed, and counts. */
async function settled(db: Db): Promise<void> {
  await until(async () => {
    const { waiting } = await one(
      db,
      sql<{
        waiting: number
      }>`select ((select count(*) from event_queue) + (select count(*) from order_count_deltas))::int as waiting`,
    )
    return waiting === 0
  })
  await setTimeout(REPORTED_MS)
}

/** Of all tables with their indexes, for each order. */
async function bytesOf(db: Db): Promise<number> {
  const { bytes } = await one(
    db,
    sql<{ bytes: number }>`select ((select sum(pg_total_relation_size(oid)) from pg_class
                  where relnamespace = 'public'::regnamespace and relkind = 'r')
                / (select count(*) from orders))::float as bytes`,
  )
  return bytes
}

async function one<Row>(db: Db, query: RawBuilder<Row>): Promise<Row> {
  return singleRow((await query.execute(db)).rows)
}
