import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Writers that meet. On PGlite they queue; on a server they run at once, and then the lock of the
// order's row and the constraints are all that keeps order.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

interface Target {
  id: number
  fk_id: string
  item: number
}

let made = 0
async function target(): Promise<Target> {
  const fk_id = `raced ${made++}`
  const line = { id_item: ids.product, quantity: 1 }
  const body = { id_customer: ids.customer, fk_id, items: [line, line] }
  const { id, items } = await data(server, 'POST', '/orders', body)
  return { id, fk_id, item: items[0].id }
}

let writes = 0
const line = () => ({ id_item: ids.product, quantity: ++writes })

interface Command {
  write(target: Target): Promise<Answer>
  /** What it may answer whatever else happens, each with why. */
  allowed: number[]
  /** After it others may find nothing: the order, or the item. */
  takes?: 'order' | 'item'
}

const commands: Record<string, Command> = {
  patch: {
    write: ({ id }) =>
      server.send('PATCH', `/orders/${id}`, {
        body: {
          observations: `${++writes}`,
          id_freight_type: ids.charged_freight,
          freight_value: 3,
        },
      }),
    allowed: [200],
  },
  move: {
    write: ({ id }) =>
      server.send('PATCH', `/orders/${id}`, { body: { id_order_status: ids.statuses['Open'] } }),
    allowed: [200],
  },
  addItem: {
    write: ({ id }) => server.send('POST', `/orders/${id}/items`, { body: line() }),
    allowed: [201],
  },
  patchItem: {
    write: ({ id, item }) =>
      server.send('PATCH', `/orders/${id}/items/${item}`, { body: { quantity: ++writes } }),
    allowed: [200],
  },
  deleteItem: {
    write: ({ id, item }) => server.send('DELETE', `/orders/${id}/items/${item}`),
    allowed: [200],
    takes: 'item',
  },
  put: {
    write: ({ fk_id }) =>
      server.send('PUT', `/orders/fk_id/${fk_id}`, {
        body: { id_customer: ids.customer, items: [{ ...line(), fk_id: 'new' }] },
      }),
    // It creates the order again where a deletion came before it.
    allowed: [200, 201],
    takes: 'item',
  },
  post: {
    write: ({ fk_id }) =>
      server.send('POST', '/orders', { body: { id_customer: ids.customer, fk_id } }),
    // The fk_id is taken, unless a deletion came before.
    allowed: [201, 409],
  },
  deleteOrder: {
    write: ({ id }) => server.send('DELETE', `/orders/${id}`),
    allowed: [200],
    takes: 'order',
  },
}

/** Runs the named commands all at once on one order; each answer must be one that can be. */
async function race(names: string[]): Promise<void> {
  const order = await target()
  const racing = names.map((name) => commands[name] as Command)
  const answers = await Promise.all(racing.map(({ write }) => write(order)))
  for (const [i, { status, text }] of answers.entries()) {
    const { allowed } = racing[i] as Command
    const others = racing.filter((_, other) => other !== i)
    const isItem = ['patchItem', 'deleteItem'].includes(names[i] as string)
    const canMiss = others.some(({ takes }) => takes === 'order' || (takes === 'item' && isItem))
    const statuses = canMiss ? [...allowed, 404] : allowed
    assert.ok(statuses.includes(status), `${names[i]} in ${names}: ${status} ${text}`)
  }
}

test('every command against every other on one order', async () => {
  const names = Object.keys(commands)
  for (const [i, one] of names.entries()) {
    for (const other of names.slice(i)) {
      await race([one, other])
      await race([one, other, other, one])
    }
  }
  await assertConsistent(server)
})

test('all commands at once', async () => {
  const names = Object.keys(commands)
  for (let round = 0; round < 6; round++) await race([...names, ...names.toReversed()])
  await assertConsistent(server)
})

const TWENTY = Array.from({ length: 20 }, (_, i) => i)

test('no writer loses what another wrote', async () => {
  const { id } = await target()
  const added = TWENTY.map((i) =>
    succeed(server, 'POST', `/orders/${id}/items`, {
      id_item: ids.product,
      quantity: 1,
      price: 1,
      fk_id: `${i}`,
    }),
  )
  const keys = TWENTY.map((i) =>
    succeed(server, 'PATCH', `/orders/${id}`, { custom_fields: { [`k${i}`]: `${i}` } }),
  )
  const fields: Record<string, unknown> = {
    date: '2026-01-01T00:00:00.000Z',
    observations: 'x',
    delivery_date: '2026-02-02T00:00:00.000Z',
    fk_id: 'all of it',
  }
  const references: Record<string, number> = {
    user: ids.user,
    payment_type: ids.payment_type,
    payment_method: ids.payment_method,
    category: ids.category,
    operation: ids.operation,
    shipping_company: ids.shipping_company,
    address: ids.address,
    branch_company: ids.branch_company,
    opportunity: ids.opportunity,
    quotation: ids.quotation,
    status: ids.statuses['Open'] as number,
  }
  const sent = Object.entries({
    ...fields,
    ...Object.fromEntries(
      Object.entries(references).map(([name, to]) => [
        name === 'status' ? 'id_order_status' : `id_${name}`,
        to,
      ]),
    ),
  })
  const patches = sent.map(([field, value]) =>
    succeed(server, 'PATCH', `/orders/${id}`, { [field]: value }),
  )
  await Promise.all([...added, ...keys, ...patches])
  const order = await data(server, 'GET', `/orders/${id}`)
  assert.deepEqual(order.custom_fields, Object.fromEntries(TWENTY.map((i) => [`k${i}`, `${i}`])))
  const lines = order.items.slice(2).map(({ fk_id }: { fk_id: string }) => Number(fk_id))
  assert.deepEqual(
    lines.sort((a: number, b: number) => a - b),
    TWENTY,
  )
  assert.equal(order.total_value, 2 * 12.5 + 20)
  for (const [field, value] of Object.entries(fields)) assert.equal(order[field], value)
  for (const [name, to] of Object.entries(references)) assert.equal(order[name].id, to, name)
  const { body } = await succeed(server, 'GET', `/orders/${id}/history?limit=100`)
  assert.equal(body.data.length, 1 + added.length + keys.length + patches.length)
  await assertConsistent(server)
})

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const many = (status: number, length: number) => Array.from({ length }, () => status)

test('of many who read an order, change it and send it back exactly one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, fk_id } = await target()
    const order = await data(server, 'GET', `/orders/${id}`)
    const put = (i: number) =>
      server.send('PUT', `/orders/fk_id/${fk_id}`, { body: { ...order, observations: `${i}` } })
    const answers = await Promise.all(TWENTY.slice(10).map(put))
    const written = answers.filter(({ status }) => status === 200)
    assert.equal(written.length, 1, JSON.stringify(statusesOf(answers)))
    // Compared before the one that succeeded, or after it.
    const codes = answers.filter((one) => !written.includes(one)).map(({ body }) => body.code)
    for (const code of codes) assert.match(code, /^(?:conflict|validation_failed)$/)
    const after = await data(server, 'GET', `/orders/${id}`)
    assert.equal(after.observations, written[0]?.body.data.observations)
  }
})

test('of many creations with one fk_id exactly one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const fk_id = `only ${round}`
    const post = () =>
      server.send('POST', '/orders', { body: { id_customer: ids.customer, fk_id } })
    const answers = await Promise.all(TWENTY.slice(10).map(post))
    assert.deepEqual(statusesOf(answers), [201, ...many(409, 9)])
    const winner = answers.find(({ status }) => status === 201)?.body.data.id
    for (const { status, body } of answers) {
      if (status === 409)
        assert.deepEqual([body.code, body.existing_id], ['duplicate_fk_id', winner])
    }
  }
})

test('of many upserts of one fk_id one creates and the others replace', async () => {
  for (let round = 0; round < 4; round++) {
    const put = (i: number, headers = {}) =>
      server.send('PUT', `/orders/fk_id/put${round}`, {
        body: { id_customer: ids.customer, observations: `${i}`, items: [line()] },
        headers,
      })
    const answers = await Promise.all(TWENTY.slice(10).map((i) => put(i)))
    assert.deepEqual(statusesOf(answers), [...many(200, 9), 201])
    assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1)
    await succeed(server, 'DELETE', `/orders/${answers[0]?.body.data.id}`)
    const onlyNew = await Promise.all(TWENTY.slice(10).map((i) => put(i, { 'if-none-match': '*' })))
    assert.deepEqual(statusesOf(onlyNew), [201, ...many(412, 9)])
  }
  await assertConsistent(server)
})

test('of writers with one If-Match exactly one wins', async () => {
  for (const write of [
    ({ id }: Target, i: number) => ['PATCH', `/orders/${id}`, { observations: `${i}` }],
    ({ id }: Target) => ['POST', `/orders/${id}/items`, line()],
    ({ id, item }: Target, i: number) => [
      'PATCH',
      `/orders/${id}/items/${item}`,
      { quantity: i + 2 },
    ],
    ({ fk_id }: Target, i: number) => [
      'PUT',
      `/orders/fk_id/${fk_id}`,
      { id_customer: ids.customer, observations: `${i}` },
    ],
  ] as ((target: Target, i: number) => [string, string, object])[]) {
    const order = await target()
    const { headers } = await succeed(server, 'GET', `/orders/${order.id}`)
    const condition = { 'if-match': String(headers['etag']) }
    const answers = await Promise.all(
      TWENTY.slice(10).map((i) => {
        const [method, path, body] = write(order, i)
        return server.send(method, path, { body, headers: condition })
      }),
    )
    const [first, ...others] = statusesOf(answers)
    assert.ok(first === 200 || first === 201)
    assert.deepEqual(others, many(412, 9))
    const { body } = await succeed(server, 'GET', `/orders/${order.id}/history`)
    assert.equal(body.data.length, 2)
  }
})

test('of many deletions one succeeds', async () => {
  const { id } = await target()
  const answers = await Promise.all(
    TWENTY.slice(10).map(() => server.send('DELETE', `/orders/${id}`)),
  )
  assert.deepEqual(statusesOf(answers), [200, ...many(404, 9)])
})

test('nothing is added to an order once it is locked', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await data(server, 'POST', '/orders', {
      id_customer: ids.customer,
      id_order_status: ids.statuses['Picking'],
    })
    const move = { id_order_status: ids.statuses['Invoiced'] }
    const answers = await Promise.all([
      ...TWENTY.slice(16).map(() => server.send('POST', `/orders/${id}/items`, { body: line() })),
      server.send('PATCH', `/orders/${id}`, { body: move }),
      ...TWENTY.slice(16).map(() => server.send('POST', `/orders/${id}/items`, { body: line() })),
      server.send('DELETE', `/orders/${id}`),
    ])
    for (const { status, text } of answers) assert.ok([200, 201, 404, 409].includes(status), text)
    const history = (await succeed(server, 'GET', `/orders/${id}/history`)).body.data
    const locked = history.findIndex(
      ({ data }: { data: { status: { name: string } } }) => data.status.name === 'Invoiced',
    )
    if (locked >= 0) assert.equal(history.length, locked + 1, 'a change after the lock')
  }
  await assertConsistent(server)
})

test('a record is either deleted or referred to, never both', async () => {
  const records: [path: string, refer: (id: number) => object][] = [
    ['/customers', (id) => ({ id_customer: id })],
    ['/users', (id) => ({ id_customer: ids.customer, id_user: id })],
    ['/payment-types', (id) => ({ id_customer: ids.customer, id_payment_type: id })],
    ['/freight-types', (id) => ({ id_customer: ids.customer, id_freight_type: id })],
    ['/order-statuses', (id) => ({ id_customer: ids.customer, id_order_status: id })],
    ['/quotations', (id) => ({ id_customer: ids.customer, id_quotation: id })],
    ['/customers/address', (id) => ({ id_customer: ids.customer, id_address: id })],
    [
      '/products',
      (id) => ({ id_customer: ids.customer, items: [{ id_item: id, quantity: 1, price: 1 }] }),
    ],
  ]
  for (const [path, refer] of records) {
    for (let round = 0; round < 4; round++) {
      const at = path === '/customers/address' ? '/customers/aurora/address' : path
      const { id } = await data(server, 'POST', at, { name: `to go ${round}` })
      const order = (await target()).id
      const { id_customer, items, ...patch } = refer(id) as Record<string, unknown>
      const change = path === '/customers' ? { id_customer } : patch
      const [deleted, ...referring] = await Promise.all([
        server.send('DELETE', `${path}/${id}`),
        server.send('POST', '/orders', { body: refer(id) }),
        items
          ? server.send('POST', `/orders/${order}/items`, { body: (items as object[])[0] })
          : path === '/order-statuses'
            ? server.send('POST', '/orders', { body: refer(id) })
            : server.send('PATCH', `/orders/${order}`, { body: change }),
      ])
      const answers = `${path}: ${[deleted, ...referring].map(({ text }) => text).join('\n')}`
      const referred = referring.filter(({ status }) => status === 200 || status === 201)
      if (deleted.status === 200) {
        assert.equal(referred.length, 0, answers)
        for (const { status } of referring) assert.ok(status === 422 || status === 409, answers)
      } else {
        assert.equal(deleted.status, 409, answers)
        assert.ok(referred.length > 0, answers)
        assert.equal(deleted.body.code, 'record_in_use', answers)
      }
    }
  }
  await assertConsistent(server)
})
