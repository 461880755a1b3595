import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { assertConsistent } from '../support/orders.ts'
import { query } from '../support/servers/postgres.ts'
import { until } from '../support/workers.ts'
import type { ClusterNode } from './cluster.ts'
import { type Moment, moments, untilMoment } from './moments.ts'
import { anOrder, type CitusStand, type Holder, startCitusStand } from './stand.ts'

// Each node of a cluster crashes again and again under writers of accounts on all workers, who
// repeat an order under the same key until it is acknowledged. Then all orders are counted.

const WRITERS = 8
/** Of each node; more by hand: `npm run test:citus -- --crashes 50`. */
const CRASHES = Number(process.env['CRASHES'] ?? 5)
const PAUSE_MS = 20

let stand: CitusStand
before(async () => {
  stand = await startCitusStand(2)
})
after(() => stand.close())

interface Order {
  account: Holder
  key: string
  /** As it was acknowledged. */
  id?: number
  /** How often it was answered what. */
  answers: Map<string, number>
}

/** Sends an order under its key until it is acknowledged, as a good client does. */
async function send(order: Order): Promise<void> {
  const { account, key, answers } = order
  const headers = { 'Idempotency-Key': key }
  const body = anOrder(account, { observations: key })
  for (;;) {
    const { status, body: answer } = await stand.call(account, '/orders', { body, headers })
    const what = status < 300 ? `${status}` : `${status} ${answer.code}`
    answers.set(what, (answers.get(what) ?? 0) + 1)
    if (status < 300) order.id = answer.data.id
    if (status < 300) return
    await setTimeout(PAUSE_MS)
  }
}

/** What was acknowledged is there for everybody, as soon as anything can be read. */
async function look({ account, id, answers }: Order): Promise<void> {
  for (;;) {
    const { status } = await stand.call(account, `/orders/${id}`)
    if (status === 200) return
    if (status === 404) answers.set('then 404', (answers.get('then 404') ?? 0) + 1)
    await setTimeout(PAUSE_MS)
  }
}

/** Writers, until what it returns is called; `atWork` resolves when each of them has got one done. */
function startWriters() {
  const orders: Order[] = []
  const done = Array.from({ length: WRITERS }, () => 0)
  let isOver = false
  const writer = async (_: unknown, which: number) => {
    const account = stand.accounts[which % stand.accounts.length] as Holder
    while (!isOver) {
      const order: Order = { account, key: randomUUID(), answers: new Map() }
      orders.push(order)
      await send(order)
      await look(order)
      done[which] = (done[which] ?? 0) + 1
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, writer))
  const atWork = async () => {
    const before = [...done]
    const isDone = () => done.every((count, which) => count > (before[which] ?? 0))
    await Promise.race([until(isDone), writing])
  }
  const end = async () => {
    isOver = true
    await writing
    return orders
  }
  return { atWork, end }
}

/** Until nothing that was cut off is left, and each event has its place in its feed. */
async function untilSettled(): Promise<void> {
  const left = async ({ url }: ClusterNode) => {
    const prepared = 'select from pg_prepared_xacts where database = current_database()'
    return (await query(url, prepared)).length
  }
  await until(async () => {
    const counts = await Promise.all([stand.coordinator, ...stand.workers].map(left))
    return counts.every((count) => count === 0)
  })
  await until(async () => (await stand.sql('select from event_queue limit 1')).length === 0)
}

interface Found {
  acknowledged: number
  missing: number
  doubled: number
}

async function count(orders: Order[]): Promise<Found> {
  const rows = await stand.sql<{ id: number; key: string }>(
    'select id::int, observations as key from orders',
  )
  const stored = Map.groupBy(rows, ({ key }) => key)
  const acknowledged = orders.filter(({ id }) => id !== undefined)
  const isMissing = ({ id, key }: Order) => !stored.get(key)?.some((row) => row.id === id)
  return {
    acknowledged: acknowledged.length,
    missing: acknowledged.filter(isMissing).length,
    doubled: orders.filter(({ key }) => (stored.get(key)?.length ?? 0) > 1).length,
  }
}

/** Every order was created once, and every event has one place in its feed, which has no gap. */
async function assertFeeds(): Promise<void> {
  const created = await stand.sql(`
    select account_id, id_record as id from events
     where resource = 'order' and type = 'order.created' order by 1, 2`)
  assert.deepEqual(created, await stand.sql('select account_id, id from orders order by 1, 2'))
  const feeds = await stand.sql(`
    select account_id, 1 as first, count(*) as last, count(*) as events
      from events group by account_id order by account_id`)
  const places = await stand.sql(`
    select account_id, min(position)::int as first, max(position) as last,
           count(distinct id_event) as events
      from event_positions group by account_id order by account_id`)
  assert.deepEqual(places, feeds)
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1)

function tell(
  { name }: ClusterNode,
  met: Map<Moment, number>,
  away: number[],
  orders: Order[],
  found: Found,
): void {
  const answers = new Map<string, number>()
  for (const order of orders) {
    for (const [what, times] of order.answers) answers.set(what, (answers.get(what) ?? 0) + times)
  }
  const list = (map: Map<string, number>) =>
    [...map].map(([what, times]) => `${what}: ${times}`).join(', ')
  const { acknowledged, missing, doubled } = found
  console.log(
    `${name} crashed at ${list(met)}. Answers: ${list(answers)}.\n` +
      `Seconds from a crash until every writer was served: ${away.map(inSeconds).join(', ')}.\n` +
      `${acknowledged} orders acknowledged, ${missing} missing, ${doubled} doubled.`,
  )
}

for (const [which, title] of ['the coordinator', 'a worker', 'the other worker'].entries()) {
  test(`${title} crashes ${CRASHES} times: no order is missing, none doubled`, async () => {
    const node = [stand.coordinator, ...stand.workers][which] as ClusterNode
    const { atWork, end } = startWriters()
    const met = new Map<Moment, number>()
    const away: number[] = []
    await atWork()
    for (let crash = 0; crash < CRASHES; crash++) {
      const moment = await untilMoment(node, moments[crash % moments.length] as Moment)
      met.set(moment, (met.get(moment) ?? 0) + 1)
      const start = performance.now()
      await node.crash()
      await node.start()
      await atWork()
      away.push(performance.now() - start)
    }
    const orders = await end()
    await untilSettled()
    const found = await count(orders)
    tell(node, met, away, orders, found)
    assert.deepEqual([found.missing, found.doubled], [0, 0])
    assert.equal(stand.service.child.exitCode, null)
    const unexpected = orders.flatMap(({ answers }) => [...answers.keys()].filter(isUnexpected))
    assert.deepEqual([...new Set(unexpected)], [])
    await assertFeeds()
    await assertConsistent(stand)
  })
}

/** Unavailable, unknown, or still at work on the first try: anything else is no answer to a crash. */
const isUnexpected = (answer: string) => !/^(201|503 \w+|409 idempotency_in_flight)$/.test(answer)
