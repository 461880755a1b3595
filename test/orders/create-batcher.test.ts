import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, problemOf } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// New orders that come at the same time, without a key: they are written by one statement.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer({ DATABASE_POOL_SIZE: 12 })
  ids = await sample(server)
})
after(() => server.close())

const anOrder = (more: object = {}) => ({
  id_customer: ids.customer,
  items: [{ id_item: ids.product, quantity: 2 }],
  ...more,
})

test('orders that come at once are written in one transaction, each by who sent it', async () => {
  const tokens = [server.token, await server.newToken('orders:write', 'orders:read')]
  const names = Array.from({ length: 60 }, (_, i) => `at once ${i}`)
  const answers = await Promise.all(
    names.map((fk_id, i) =>
      server.send('POST', '/orders', {
        body: anOrder({ fk_id }),
        token: tokens[i % 2] as string,
        headers: { 'X-Request-Id': `at-once-${i}` },
      }),
    ),
  )
  const made = answers.map(({ status, body, headers }, i) => {
    assert.deepEqual([status, body.data?.fk_id], [201, names[i]])
    assert.equal(headers['location'], `/orders/${body.data.id}`)
    return body.data
  })
  // More than there are connections.
  const times = [...Map.groupBy(made, ({ created_at }) => created_at).values()]
  assert.ok(Math.max(...times.map(({ length }) => length)) > server.config.DATABASE_POOL_SIZE)

  const { rows } = await sql<{ request_id: string; id_token: number; data: string }>`
    select request_id, id_token, data from events where type = 'order.created'`.execute(server.db)
  const events = new Map(rows.map((row) => [row.request_id, row]))
  const authors = new Set(
    made.map((order, i) => {
      const event = events.get(`at-once-${i}`)
      assert.deepEqual(JSON.parse(event?.data ?? ''), order)
      return `${i % 2} ${event?.id_token}`
    }),
  )
  assert.equal(authors.size, 2)
  for (const order of made) {
    const read = await server.send('GET', `/orders/${order.id}`)
    assert.deepEqual(read.body.data, order)
  }
  await assertConsistent(server)
})

test('one that is refused is refused by itself', async () => {
  await server.send('POST', '/orders', { body: anOrder({ fk_id: 'taken' }) })
  const line = { id_item: ids.product, quantity: 1 }
  const bad = [
    { body: anOrder({ fk_id: 'taken' }), is: [409, 'duplicate_fk_id', ['/fk_id duplicate_fk_id']] },
    {
      body: anOrder({ id_customer: 987_654_321 }),
      is: [422, 'validation_failed', ['/id_customer unknown_reference']],
    },
  ]
  const orders = Array.from(
    { length: 40 },
    (_, i) =>
      bad[i % 5]?.body ??
      anOrder({
        items: Array(1 + i * i)
          .fill(line)
          .slice(0, 400),
      }),
  )
  const twice = anOrder({ fk_id: 'twice' })
  const [answers, twins] = await Promise.all([
    Promise.all(orders.map((body) => server.send('POST', '/orders', { body }))),
    Promise.all([twice, twice, twice].map((body) => server.send('POST', '/orders', { body }))),
  ])
  for (const [i, answer] of answers.entries()) {
    const refused = bad[i % 5]
    if (refused) assert.deepEqual(problemOf(answer), refused.is)
    else {
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.body.data.items.length, orders[i]?.items.length)
    }
  }
  assert.deepEqual(twins.map(({ status }) => status).sort(), [201, 409, 409])
  await assertConsistent(server)
})
