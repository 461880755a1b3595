import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addUpCounts, moveFigures } from '../../src/orders/reads/counts.ts'
import { type Server, startServer } from '../harness.ts'
import { assertCounted, data, succeed } from '../support/orders.ts'
import { BOUGHT_NOTHING } from '../support/records/figures.ts'

// What customers buy, in lists, reads, filters and sorts, whoever writes orders and however.

let server: Server
let statuses: Map<string, number>
before(async () => {
  server = await startServer()
  const all: { id: number; fk_id: string }[] = await data(
    server,
    'GET',
    '/order-statuses?limit=100',
  )
  statuses = new Map(all.map(({ id, fk_id }) => [fk_id, id]))
})
after(() => server.close())

interface Figures {
  last_order_at: string | null
  orders_12m: number
  value_12m: number
  order_interval_days: number | null
}

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const customerNamed = async (name: string): Promise<number> =>
  (await data(server, 'POST', '/customers', { name })).id
const order = async (id_customer: number, days: number, price: number, status = 'open') =>
  (
    await data(server, 'POST', '/orders', {
      id_customer,
      date: daysAgo(days),
      id_order_status: statuses.get(status),
      items: [{ id_item: await product(), quantity: 1, price }],
    })
  ).id as number

let made: number | undefined
async function product(): Promise<number> {
  made ??= (await data(server, 'POST', '/products', { name: 'Café' })).id as number
  return made
}

/** As a read, a list and the list sorted by each of them have them: all the same. */
async function figuresOf(id: number): Promise<Figures> {
  const one = await data(server, 'GET', `/customers/${id}`)
  const [listed] = await data(
    server,
    'GET',
    `/customers?id=${id}&sort=-last_order_at,value_12m,orders_12m`,
  )
  assert.deepEqual(listed, one)
  const { last_order_at, orders_12m, value_12m, order_interval_days } = one
  return { last_order_at, orders_12m, value_12m, order_interval_days }
}

const idsOf = async (query: string): Promise<number[]> =>
  (await data(server, 'GET', `/customers?limit=100&${query}`)).map(({ id }: { id: number }) => id)

const addedUp = () => addUpCounts(server.db, server.account_id, new AbortController().signal)

test('a customer’s figures follow each change of its orders, waiting or added up', async () => {
  const id = await customerNamed('Figuras')
  const other = await customerNamed('Outro')
  assert.deepEqual(await figuresOf(id), BOUGHT_NOTHING)
  const both = async (expected: Partial<Figures>) => {
    for (const settle of [false, true]) {
      if (settle) await addedUp()
      const { last_order_at, ...others } = await figuresOf(id)
      const { last_order_at: at, ...wanted } = { ...BOUGHT_NOTHING, ...expected }
      assert.deepEqual(others, wanted)
      assert.equal(last_order_at?.slice(0, 10), at?.slice(0, 10))
    }
    await assertCounted(server)
  }
  const first = await order(id, 400, 10)
  await both({ last_order_at: daysAgo(400) })
  const second = await order(id, 40, 20.5)
  await both({ last_order_at: daysAgo(40), orders_12m: 1, value_12m: 20.5 })
  const third = await order(id, 20, 30)
  const draft = await order(id, 5, 500, 'draft')
  const fourth = await order(id, 10, 1)
  await both({
    last_order_at: daysAgo(10),
    orders_12m: 3,
    value_12m: 51.5,
    order_interval_days: 15,
  })
  await data(server, 'PATCH', `/orders/${draft}`, { id_order_status: statuses.get('open') })
  await both({
    last_order_at: daysAgo(5),
    orders_12m: 4,
    value_12m: 551.5,
    order_interval_days: 11.7,
  })
  await data(server, 'PATCH', `/orders/${draft}`, { id_order_status: statuses.get('cancelled') })
  await both({
    last_order_at: daysAgo(10),
    orders_12m: 3,
    value_12m: 51.5,
    order_interval_days: 15,
  })
  await data(server, 'PATCH', `/orders/${fourth}`, { date: daysAgo(390) })
  await both({ last_order_at: daysAgo(20), orders_12m: 2, value_12m: 50.5 })
  await data(server, 'PATCH', `/orders/${third}`, { id_customer: other })
  await both({ last_order_at: daysAgo(40), orders_12m: 1, value_12m: 20.5 })
  await succeed(server, 'DELETE', `/orders/${second}`)
  await both({ last_order_at: daysAgo(390) })
  await data(server, 'PATCH', `/orders/${first}`, { date: daysAgo(-3) })
  await both({ last_order_at: daysAgo(-3), orders_12m: 1, value_12m: 10 })
  assert.equal((await figuresOf(other)).value_12m, 30)
})

test('they change neither tag nor version nor events, and what was read may be sent back', async () => {
  const id = await customerNamed('Etiqueta')
  const before = await server.send('GET', `/customers/${id}`)
  await order(id, 1, 7)
  const after = await server.send('GET', `/customers/${id}`)
  assert.equal(after.headers['etag'], before.headers['etag'])
  assert.deepEqual([before.body.data.orders_12m, after.body.data.orders_12m], [0, 1])
  const { body } = await server.send('PATCH', `/customers/${id}`, {
    body: { ...before.body.data, notes: 'Liga às terças.' },
    headers: { 'If-Match': before.headers['etag'] as string },
  })
  assert.equal(body.data.notes, 'Liga às terças.')
  const part = await data(server, 'GET', `/customers/${id}?fields=id,orders_12m`)
  assert.deepEqual(part, { id, orders_12m: 1 })
  const events = await data(server, 'GET', '/events?type=customer.updated&limit=100')
  const of = events.filter(({ subject }: { subject: string }) => subject === `customers/${id}`)
  assert.ok(of.every((one: { data: { record: object } }) => !('orders_12m' in one.data.record)))
})

test('lists find and sort by them, page by page', async () => {
  const names = ['Um', 'Dois', 'Três', 'Quatro']
  const ids: number[] = []
  for (const name of names) ids.push(await customerNamed(`Lista ${name}`))
  const [one, two, three, four] = ids as [number, number, number, number]
  for (const [id, days, price] of [
    [one, 100, 5],
    [two, 50, 50],
    [two, 51, 50],
    [three, 380, 900],
  ] as const) {
    await order(id, days, price)
  }
  for (const settle of [false, true]) {
    if (settle) await addedUp()
    const found = (query: string) => idsOf(`name=lista&${query}`)
    assert.deepEqual(await found('sort=-value_12m'), [two, one, four, three])
    assert.deepEqual(await found('sort=orders_12m,-id'), [four, three, one, two])
    assert.deepEqual(await found('sort=last_order_at'), [four, three, one, two])
    assert.deepEqual(await found('orders_12m_from=1'), [one, two])
    assert.deepEqual(await found('orders_12m_to=0'), [three, four])
    assert.deepEqual(await found('orders_12m_from=0&value_12m_to=5'), [one, three, four])
    assert.deepEqual(await found('value_12m_from=5.01'), [two])
    assert.deepEqual(await found(`last_order_at_to=${daysAgo(99).slice(0, 10)}`), [one, three])
    assert.deepEqual(await found(`last_order_at_from=${daysAgo(99)}`), [two])
    let cursor: string | null = null
    const walked: number[] = []
    do {
      const query = cursor
        ? `cursor=${encodeURIComponent(cursor)}`
        : 'pagination=cursor&name=lista&sort=-last_order_at&limit=1'
      const { body } = await server.send('GET', `/customers?${query}`)
      walked.push(body.data[0].id)
      cursor = body.next_cursor
    } while (cursor)
    assert.deepEqual(walked, [two, one, three, four])
  }
  for (const [query, parameter] of [
    ['orders_12m_from=2&orders_12m_to=1', 'orders_12m_from'],
    ['last_order_at_from=2026-02-01&last_order_at_to=2026-01-01', 'last_order_at_from'],
    ['value_12m_from=1.234', 'value_12m_from'],
  ]) {
    const { status, body } = await server.send('GET', `/customers?${query}`)
    assert.deepEqual([status, body.errors[0].parameter], [400, parameter])
  }
})

test('who stopped buying is who is late by half of the usual interval', async () => {
  const late = await customerNamed('Parou')
  const due = await customerNamed('Ainda compra')
  const few = await customerNamed('Dois pedidos')
  for (const days of [100, 80, 60]) await order(late, days, 1)
  for (const days of [66, 46, 26]) await order(due, days, 1)
  for (const days of [100, 90]) await order(few, days, 1)
  for (const settle of [false, true]) {
    if (settle) await addedUp()
    assert.deepEqual(await idsOf(`id=${late},${due},${few}&stopped_buying=true`), [late])
    assert.deepEqual(await idsOf(`id=${late},${due},${few}&stopped_buying=false`), [due, few])
  }
  assert.equal((await figuresOf(late)).order_interval_days, 20)
})

test('what counts as a sale changes them at once', async () => {
  const id = await customerNamed('Conta')
  await order(id, 3, 70, 'draft')
  await addedUp()
  const draft = `/order-statuses/${statuses.get('draft')}`
  await data(server, 'PATCH', draft, { counts: true })
  assert.equal((await figuresOf(id)).value_12m, 70)
  assert.deepEqual(await idsOf(`id=${id}&value_12m_from=70`), [id])
  await data(server, 'PATCH', draft, { counts: false })
  assert.equal((await figuresOf(id)).value_12m, 0)
})

test('orders fall out as days pass, before the job has seen it and afterwards', async () => {
  const id = await customerNamed('Doze meses')
  await order(id, 367, 11)
  await order(id, 100, 13)
  await addedUp()
  // As the account stood two weeks ago, when the older one was of the twelve months.
  await server.pool.query(
    `update order_counts set hour = hour - interval '14 days' where account_id = $1 and kind = 'since'`,
    [server.account_id],
  )
  await server.pool.query('select rebuild_customer_figures($1)', [server.account_id])
  const kept = () =>
    server.pool.query(
      `select recent_count::int as n, recent_sum::int as sum from order_counts where account_id = $1 and kind = 'customer' and id = $2`,
      [server.account_id, id],
    )
  assert.deepEqual((await kept()).rows, [{ n: 2, sum: 24 }])
  const right = async () => {
    const { orders_12m, value_12m } = await figuresOf(id)
    assert.deepEqual([orders_12m, value_12m], [1, 13])
    assert.deepEqual(await idsOf(`id=${id}&value_12m_from=14`), [])
  }
  await right()
  await moveFigures(server.db, new AbortController().signal)
  await right()
  assert.deepEqual((await kept()).rows, [{ n: 1, sum: 13 }])
  const all = async () =>
    (
      await server.pool.query(
        `select id, recent_count, recent_sum, first_at, last_at from order_counts where kind = 'customer' order by id`,
      )
    ).rows
  const before = await all()
  await server.pool.query('select recount_orders()')
  assert.deepEqual(await all(), before)
})

test('who may not read all orders sees none of it', async () => {
  const user = await data(server, 'POST', '/users', { name: 'Vendedora' })
  const { id } = await data(server, 'POST', '/customers', {
    name: 'Da vendedora',
    id_user: user.id,
  })
  await order(id, 2, 9)
  for (const body of [
    { name: 'restrita', scopes: ['customers:read', 'orders:read'], only: { id_user: [user.id] } },
    { name: 'sem pedidos', scopes: ['customers:read'] },
  ]) {
    const { token } = await data(server, 'POST', '/tokens', body)
    const one = await server.send('GET', `/customers/${id}`, { token })
    assert.equal(one.status, 200)
    assert.ok(!('orders_12m' in one.body.data))
    const list = await server.send('GET', '/customers', { token })
    assert.ok(list.body.data.every((each: object) => !('last_order_at' in each)))
    for (const query of ['sort=-value_12m', 'orders_12m_from=1', 'stopped_buying=true']) {
      const { status, body: problem } = await server.send('GET', `/customers?${query}`, { token })
      assert.deepEqual([status, problem.code], [403, 'insufficient_scope'])
    }
  }
})

test('customers are found by the city and the state of an address', async () => {
  const id = await customerNamed('Da serra')
  const { id: address } = await data(server, 'POST', `/customers/${id}/addresses`, {
    city: 'Gramado',
    state: 'rs',
  })
  await data(server, 'POST', `/customers/${id}/addresses`, { city: 'Três Coroas', state: 'RS' })
  const found = (query: string) => idsOf(`id=${id}&${query}`)
  for (const query of [
    'city=GRAMADO',
    'city=tres%20coroas',
    'state=rs',
    'q=gramado',
    'q=coroas%20serra',
  ]) {
    assert.deepEqual(await found(query), [id], query)
  }
  for (const query of ['city=Grama', 'state=SP', 'q=canela'])
    assert.deepEqual(await found(query), [], query)
  await data(server, 'PATCH', `/customers/address/${address}`, { city: 'Canela' })
  assert.deepEqual(await found('q=canela'), [id])
  assert.deepEqual(await found('q=gramado'), [])
  await succeed(server, 'DELETE', `/customers/address/${address}`)
  assert.deepEqual(await found('q=canela'), [])
  assert.equal((await server.send('GET', '/customers?state=1')).status, 400)
})
