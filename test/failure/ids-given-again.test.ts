import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callService } from '../support/call.ts'
import { startProxy, type TestProxy } from '../support/servers/proxy.ts'
import { anOrder, type Stand, startStand } from '../support/servers/stand.ts'
import { type Service, startService } from '../support/service.ts'
import { until } from '../support/workers.ts'

// A crash of PostgreSQL forgets numbers of sequences that nothing was committed after, and gives them
// again; so does a replica that had not heard of them when it took over.

let proxy: TestProxy
let stand: Stand
/** Beside the first one, and not behind the proxy. */
let beside: Service
before(async () => {
  const addressOf = async (url: string) => {
    proxy = await startProxy(url)
    return proxy.url
  }
  stand = await startStand({}, { addressOf })
  beside = await startService({ DATA_DIR: stand.folder, DATABASE_URL: stand.postgres.url })
})
after(async () => {
  await beside.stop('SIGKILL')
  await stand.close()
  proxy.close()
})

/** Sets what ids are drawn from back by so many. */
const giveAgain = (count: number) =>
  stand.sql(
    `select setval(seq::regclass, nextval(seq::regclass) - $1 - 1)
       from unnest(array['orders_id_seq', 'order_items_id_seq', 'events_id_seq']) as seq`,
    [count],
  )

/** What is stored, and what each order came to. */
const stored = () =>
  stand.sql(`
    select o.id, o.version::int, o.fk_id, d.document,
           (select array_agg(i.id) from order_items i where i.id_order = o.id) as items,
           (select array_agg(e.type order by e.id) from events e
             where e.resource = 'order' and e.id_record = o.id) as events
      from orders o join order_documents d on d.id_order = o.id order by o.id`)

const writes = {
  'a new order': () => stand.call('/orders', anOrder()),
  'new orders at once': async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => stand.call('/orders', anOrder())),
    )
    assert.equal(new Set(answers.map(({ body }) => body.data?.id)).size, answers.length)
    return answers.find(({ status }) => status !== 201) ?? answers[0]
  },
  'a new order with an Idempotency-Key': () =>
    stand.call('/orders', { ...anOrder(), headers: { 'Idempotency-Key': 'given-again' } }),
  'a new order by its code': () =>
    stand.call('/orders/fk_id/given-again', { ...anOrder(), method: 'PUT' }),
  'a new order in bulk': async () => {
    const headers = { 'Content-Type': 'application/x-ndjson' }
    const answer = await stand.call('/bulk/orders', { ...anOrder({ fk_id: 'bulk' }), headers })
    return { ...answer, status: answer.body.status === 'created' ? 201 : 500 }
  },
  'other items of an order': () =>
    stand.call('/orders/1/changes', { body: { items: { add: [{ id_item: 1, quantity: 3 }] } } }),
  'a new customer': () => stand.call('/customers', { body: { name: 'Padaria Estrela' } }),
}

for (const [what, write] of Object.entries(writes)) {
  test(`${what} takes no id that somebody has`, async () => {
    await Promise.all(Array.from({ length: 30 }, () => stand.call('/orders', anOrder())))
    const before = await stored()
    await giveAgain(25)
    const answer = await write()
    assert.ok(answer && answer.status < 300, JSON.stringify(answer))
    const kept = (await stored()).filter(({ id }) => before.some((one) => one['id'] === id))
    assert.deepEqual(
      kept.filter(({ id }) => id !== '1'),
      before.filter(({ id }) => id !== '1'),
    )
  })
}

test('a new order that is lost is no other one, though that has its ids and is the same', async () => {
  proxy.loseCreate({ carriedOut: false, end: 'away' })
  const creating = stand.call('/orders', anOrder())
  await until(() => Promise.resolve(proxy.hasLost))
  await giveAgain(1)
  const other = await callService(beside, stand.token, '/orders', anOrder())
  proxy.heal()
  const { status, body } = await creating
  assert.deepEqual([other.status, status], [201, 201], JSON.stringify(body))
  assert.notEqual(body.data.id, other.body.data.id)
  for (const { data } of [body, other.body]) {
    assert.deepEqual((await stand.call(`/orders/${data.id}`)).body.data, data)
  }
})
