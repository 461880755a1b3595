import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { sample } from '../support/sample.ts'

// `fields`: lists that show only some properties, and how long their pages may be.

type Shown = Record<string, unknown>

let server: Server
/** A customer whose orders the tests list. */
let id_customer: number
let properties: string[]

before(async () => {
  server = await startServer()
  const { customer, product, statuses } = await sample(server)
  id_customer = customer
  const references = {
    id_user: (await data(server, 'POST', '/users', { name: 'Ana },"x', fk_id: '{"' })).id,
    id_freight_type: (await data(server, 'POST', '/freight-types', { name: 'CIF' })).id,
    id_quotation: (await data(server, 'POST', '/quotations', { name: ',"items":[' })).id,
    id_address: (
      await data(server, 'POST', '/customers/aurora/address', {
        street: 'Rua "Nova", 5',
        latitude: -23.5,
        longitude: 0.0000005,
      })
    ).id,
  }
  const items = [
    { id_item: product, quantity: 2, price: 12345.1234567891 },
    { id_item: product, quantity: 1, price: 0.0000001, fk_id: 'L-2' },
  ]
  const whole = {
    ...references,
    id_customer,
    freight_value: 35.5,
    observations: 'olá,"items":[{}],\n"status":{"id":1}',
    delivery_date: '2026-12-01T00:00:00Z',
    custom_fields: { items: '[', status: '}', 'a,"items":[': 'b' },
    items,
  }
  for (const status of ['Draft', 'Invoiced']) {
    await data(server, 'POST', '/orders', { ...whole, id_order_status: statuses[status] })
    await data(server, 'POST', '/orders', { id_customer, id_order_status: statuses[status] })
  }
  properties = Object.keys((await list('limit=1')).data[0] ?? {})
})
after(() => server.close())

async function list(query: string, path = '/orders'): Promise<{ data: Shown[] } & Shown> {
  return (await succeed(server, 'GET', `${path}?${query}`)).body
}

/** What the whole list shows of these properties. */
async function cut(names: string[]): Promise<Shown[]> {
  const { data } = await list('sort=id')
  return data.map((one) => Object.fromEntries(names.map((name) => [name, one[name]])))
}

async function assertSparse(names: string[]): Promise<void> {
  const expected = await cut(names)
  const { data } = await list(`sort=id&fields=${names.join()}`)
  assert.deepEqual(data, expected, names.join())
  assert.deepEqual(Object.keys(data[0] ?? {}), names)
}

describe('fields of orders', () => {
  test('each property is what the whole order shows, alone and with all others', async () => {
    for (const name of properties) await assertSparse([name])
    await assertSparse(properties)
    await assertSparse(properties.filter((name) => name !== 'items'))
    await assertSparse(['id', 'fk_id', 'status', 'total_value'])
    await assertSparse(['id', 'items'])
  })

  test('the published order has the same properties', async () => {
    const { components } = server.app.swagger() as unknown as {
      components: { schemas: Record<string, { properties: object; required?: string[] }> }
    }
    const { Order, OrderPart } = components.schemas
    // It is there where `expand` asks for it.
    assert.deepEqual(Object.keys(Order?.properties ?? {}), [...properties, 'expanded'])
    assert.deepEqual(OrderPart?.properties, Order?.properties)
    assert.equal(OrderPart?.required, undefined)
  })

  test('a locked order shows the names that it was locked with, any other one today’s', async () => {
    await succeed(server, 'PATCH', `/customers/${id_customer}`, { name: 'Renamed' })
    const { data } = await list('sort=id&fields=customer')
    const names = data.map(({ customer }) => (customer as { name: string }).name)
    const old = 'Distribuidora Aurora'
    assert.deepEqual(names, ['Renamed', 'Renamed', old, old])
    await assertSparse(['id', 'customer', 'address', 'items'])
    await assertSparse(properties)
  })

  test('every sort and filter finds the same', async () => {
    const [{ customer }] = (await list('limit=1')).data as [{ customer: { id: number } }]
    const sorts = ['-delivery_date', 'total_value', 'date,-id', 'id_customer', '-updated_at']
    for (const query of [
      ...sorts.map((sort) => `sort=${sort}`),
      `status=1,5&sort=-id`,
      `id_customer=${customer.id}&total_from=1`,
      'pagination=cursor&sort=delivery_date&limit=3',
    ]) {
      const { data } = await list(query)
      const ids = data.map(({ id }) => ({ id }))
      assert.deepEqual((await list(`${query}&fields=id`)).data, ids, query)
    }
  })

  test('unknown and repeated names are refused, with the known ones', async () => {
    for (const fields of ['id,nome', 'id,id', '', 'id,', 'items.id', '__proto__']) {
      const refused = await server.send('GET', `/orders?fields=${fields}`)
      assert.deepEqual(problemOf(refused), [400, 'invalid_parameter', ['fields fields']], fields)
    }
    const { body } = await server.send('GET', '/orders?fields=id,nome,preco')
    assert.equal(body.errors.length, 2)
    assert.match(body.errors[0].detail, /"nome"; one or more of id, date, fk_id, number, status/)
  })

  test('links keep the fields', async () => {
    const { pagination } = await list('fields=id,fk_id&limit=3&page=2')
    const { links } = pagination as { links: Record<string, string> }
    assert.equal(links['first'], '/orders?fields=id%2Cfk_id&limit=3&page=1')
    const { body } = await succeed(server, 'GET', String(links['first']))
    assert.deepEqual(Object.keys(body.data[0]), ['id', 'fk_id'])
  })
})

describe('a cursor', () => {
  const sizes = async (query: string, path?: string) => {
    const { size, next_cursor, data } = await list(query, path)
    return { size, next_cursor, names: Object.keys(data[0] ?? {}) }
  }

  test('remembers limit and fields, and each stays in force unless another is sent', async () => {
    const first = await sizes('pagination=cursor&limit=1&fields=id,total_value')
    const second = await sizes(`cursor=${first.next_cursor}`)
    assert.deepEqual([second.size, second.names], [1, ['id', 'total_value']])
    const third = await sizes(`cursor=${second.next_cursor}`)
    assert.deepEqual([third.size, third.names], [1, ['id', 'total_value']])
    const others = await sizes(`cursor=${first.next_cursor}&limit=2&fields=fk_id`)
    assert.deepEqual([others.size, others.names], [2, ['fk_id']])
    const last = await sizes(`cursor=${others.next_cursor}`)
    assert.deepEqual([last.size, last.names, last.next_cursor], [1, ['fk_id'], null])
  })

  test('remembers a long page, and goes on where fewer are asked for', async () => {
    for (let i = 0; i < 103; i++) await data(server, 'POST', '/users', { name: `u ${i}` })
    const first = await sizes('pagination=cursor&limit=101&fields=id&name=u ', '/users')
    assert.deepEqual([first.size, first.names], [101, ['id']])
    const second = await sizes(`cursor=${first.next_cursor}`, '/users')
    assert.deepEqual([second.size, second.names, second.next_cursor], [2, ['id'], null])
    const fewer = await sizes(`cursor=${first.next_cursor}&limit=1`, '/users')
    assert.equal((await sizes(`cursor=${fewer.next_cursor}`, '/users')).size, 1)
  })
})

test('a page is longer where what may be long is left out', async () => {
  const statusOf = async (query: string, path = '/orders') =>
    problemOf(await server.send('GET', `${path}?${query}`))
  const refused = [400, 'invalid_parameter', ['limit maximum']]
  for (const query of ['limit=101', 'limit=101&fields=id,items', 'limit=501&fields=id']) {
    assert.deepEqual(await statusOf(query), refused, query)
    assert.deepEqual(await statusOf(`pagination=cursor&${query}`), refused, query)
  }
  assert.deepEqual(await statusOf('limit=101', '/customers'), refused)
  const long = await list('limit=500&fields=id')
  assert.equal((long['pagination'] as { limit: number }).limit, 500)
  assert.equal((await list('limit=500&fields=id,name', '/customers')).data.length, 1)
  const { body } = await server.send('GET', '/orders?limit=101')
  assert.match(body.errors[0].detail, /at most 100, or 500 with fields without items/)
})

test('records and addresses have fields, too', async () => {
  for (const path of ['/customers', '/products', '/order-statuses', '/customers/aurora/address']) {
    const { data } = await list('sort=id', path)
    const names = Object.keys(data[0] ?? {})
    for (const some of [['id', 'fk_id'], names.slice(-2), names]) {
      const expected = data.map((one) => Object.fromEntries(some.map((name) => [name, one[name]])))
      const light = await list(`sort=id&fields=${some.join()}`, path)
      assert.deepEqual(light.data, expected, `${path} ${some}`)
    }
    const refused = await server.send('GET', `${path}?fields=nome`)
    assert.deepEqual(problemOf(refused), [400, 'invalid_parameter', ['fields fields']])
  }
  for (const path of ['/webhooks', '/orders/1/history']) {
    const refused = await server.send('GET', `${path}?fields=id`)
    assert.deepEqual(problemOf(refused), [400, 'invalid_parameter', ['fields unknown_parameter']])
  }
})
