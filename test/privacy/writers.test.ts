import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AccountQueue } from '../../src/jobs/account-queue.ts'
import { anonymisingJob } from '../../src/privacy/job.ts'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { MARIA, tracesInDatabase, untilDone } from '../support/privacy/person.ts'

// Those who write of a person while her data is removed, and a job that is stopped on the way.

let server: Server
let product: number
before(async () => {
  server = await startServer()
  product = (await data(server, 'POST', '/products', { name: 'Disjuntor', price: 10 })).id
})
after(() => server.close())

const newMaria = () => data(server, 'POST', '/customers', { ...MARIA, fk_id: null })
const orderOf = (id_customer: number) => ({
  id_customer,
  observations: 'portão verde',
  items: [{ id_item: product, quantity: 1, description: 'Zezinha' }],
})

test('what is written of a person meanwhile holds none of the data', async () => {
  const { id } = await newMaria()
  const other = await data(server, 'POST', '/customers', { name: 'Mercado Aurora' })
  const orders: number[] = []
  for (let i = 0; i < 30; i++) orders.push((await data(server, 'POST', '/orders', orderOf(id))).id)

  // Without texts of its own: those are the writer's, who may write them of an anonymous customer, too.
  const { observations: _, ...bare } = orderOf(id)
  const created = () =>
    server.send('POST', '/orders', {
      body: { ...bare, items: [] },
      headers: { 'Idempotency-Key': `new-${Math.random()}` },
    })
  const writers = [
    ...orders.map(
      (one) => () =>
        succeed(server, 'PATCH', `/orders/${one}`, { delivery_date: '2026-12-01T00:00:00Z' }),
    ),
    ...orders
      .slice(0, 10)
      .map(
        (one) => () =>
          succeed(server, 'PATCH', `/orders/${one}`, { id_customer: other.id, observations: null }),
      ),
    ...Array.from({ length: 20 }, () => created),
    () => server.send('PATCH', `/customers/${id}`, { body: { phone: '+55 11 98765-0000' } }),
    () => server.send('POST', `/customers/${id}/addresses`, { body: { street: 'Rua Perdizes' } }),
  ]
  const half = writers.length / 2
  const [asked] = await Promise.all([
    succeed(server, 'POST', `/customers/${id}/anonymise`, {}),
    ...writers.filter((_, i) => i % 2 === 0).map((write) => write()),
    untilAsked(id).then(() => Promise.all(writers.slice(half).map((write) => write()))),
    untilAsked(id).then(() => untilDone(server, id)),
  ])
  assert.equal(asked.status, 201)
  // Of texts that were written again once they had been removed there are none here.
  await untilDone(server, id)
  const moved = orders.slice(0, 10)
  const left = await tracesInDatabase(server.pool)
  const { rows } = await server.pool.query(
    `select distinct id_order from order_items where description is not null and id_order <> all ($1)`,
    [moved],
  )
  assert.deepEqual(rows, [])
  // An order that is another customer's by now keeps what stands in its lines.
  const ofOther = ['events', 'idempotency_keys', 'order_documents', 'order_items']
  assert.deepEqual(
    Object.entries(left).filter(
      ([table, traces]) => !ofOther.includes(table) || traces.some((one) => one !== 'zezinha'),
    ),
    [],
  )
})

async function untilAsked(id: number): Promise<void> {
  for (;;) {
    const { status } = await server.send('GET', `/customers/${id}/anonymisation`)
    if (status === 200) return
  }
}

test('a job that is stopped goes on where it was', async () => {
  const { id } = await newMaria()
  for (let i = 0; i < 120; i++) await succeed(server, 'POST', '/orders', orderOf(id))
  await succeed(server, 'POST', `/customers/${id}/anonymise`, {})
  const places: string[] = []
  const queue = new AccountQueue()
  const job = anonymisingJob(queue, 5)
  for (let state = 'running'; state === 'running'; ) {
    const stopping = new AbortController()
    queue.add(server.account_id)
    const running = job(server.db, stopping.signal)
    stopping.abort()
    await running
    // A step at a time: it stops behind the one that it is at.
    const { rows } = await server.pool.query(
      `select state, stage, position from anonymisations where id_customer = $1`,
      [id],
    )
    places.push(`${rows[0].stage} ${rows[0].position}`)
    state = rows[0].state
  }
  assert.ok(new Set(places).size > 4, places.join())
  const { rows } = await server.pool.query(
    'select known from anonymisations where id_customer = $1',
    [id],
  )
  assert.deepEqual(JSON.parse(rows[0].known), { texts: [], marks: [], codes: [] })
  const orders = await data(server, 'GET', `/orders?id_customer=${id}&limit=100`)
  assert.ok(orders.every((one: { observations: null }) => one.observations === null))
})
