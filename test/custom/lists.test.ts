import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'

// Lists by declared fields, against a model that looks at each record.

let server: Server
const ids: Record<string, number> = {}
before(async () => {
  server = await startServer()
})
after(() => server.close())

const fields = [
  { key: 'rota', type: 'integer' },
  { key: 'peso', type: 'decimal' },
  { key: 'entrega', type: 'date' },
  { key: 'região, sul'.replace(',', ''), type: 'text' },
  { key: 'fria', type: 'boolean' },
] as const
const REGION = 'região sul'

type Values = Record<string, string>
const pick = <T>(list: readonly T[], i: number) => list[i % list.length] as T

/** Every seventh has no value of a field. */
function valuesOf(i: number): Values {
  const all: Values = {
    rota: String(((i * 7) % 5) - 2),
    peso: pick(['1.5', '1.50', '-3', '10', '0.25'], i),
    entrega: `2026-0${1 + (i % 9)}-1${i % 10}`,
    [REGION]: pick(['Açores', 'a,b', 'zê', 'B', '\\'], i),
    fria: pick(['true', 'false'], i),
  }
  return Object.fromEntries(Object.entries(all).filter((_, at) => (i + at) % 7 > 0))
}

const NUMBERS = ['rota', 'peso']
const compare = (key: string, a: string, b: string): number =>
  NUMBERS.includes(key) ? Number(a) - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(b))

interface Row {
  id: number
  values: Values
}

/** What a query must find, in its order. */
function expected(rows: Row[], query: Record<string, string>, sort: string): number[] {
  const passes = ({ values }: Row) =>
    Object.entries(query).every(([name, text]) => {
      const [, key = '', end] = /^custom\.(.*?)(?:_(from|to))?$/.exec(name) ?? []
      const value = values[key]
      if (value === undefined) return false
      if (end === 'from') return compare(key, value, text) >= 0
      if (end === 'to') return compare(key, value, text) <= 0
      const wanted = text.match(/(\\.|[^,])+/g)?.map((one) => one.replace(/\\(.)/g, '$1')) ?? []
      return wanted.some((one) => compare(key, value, one) === 0)
    })
  const parts = [...sort.split(','), sort.split(',').at(-1)?.startsWith('-') ? '-id' : 'id']
  const order = (a: Row, b: Row) => {
    for (const part of parts) {
      const [name, sign] = part.startsWith('-') ? [part.slice(1), -1] : [part, 1]
      const found = name === 'id' ? a.id - b.id : byCustom(name.slice('custom.'.length), a, b)
      if (found !== 0) return found * sign
    }
    return 0
  }
  return rows
    .filter(passes)
    .sort(order)
    .map(({ id }) => id)
}

/** Records without a value come after all others. */
function byCustom(key: string, a: Row, b: Row): number {
  const [x, y] = [a.values[key], b.values[key]]
  if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined)
  return compare(key, x, y)
}

const queries: Record<string, string>[] = [
  {},
  { 'custom.rota': '1' },
  { 'custom.rota': '1,-2' },
  { 'custom.peso': '1.5' },
  { 'custom.peso_from': '0.3', 'custom.peso_to': '1.5' },
  { 'custom.rota_to': '0' },
  { 'custom.entrega_from': '2026-03-01', 'custom.entrega_to': '2026-06-30' },
  { 'custom.entrega_from': '2026-05-14', 'custom.fria': 'true' },
  { [`custom.${REGION}`]: 'Açores' },
  { [`custom.${REGION}`]: 'a\\,b,\\\\' },
  { 'custom.fria': 'false', 'custom.rota_from': '-1' },
  { 'custom.rota': '777' },
]
const sorts = [
  '-id',
  'id',
  'custom.rota',
  '-custom.peso',
  '-custom.entrega,custom.rota',
  `custom.${REGION},-custom.fria`,
]

for (const resource of ['orders', 'customers', 'products'] as const) {
  test(`${resource} are found and sorted by their fields, in pages and by cursors`, async () => {
    for (const field of fields)
      ids[`${resource} ${field.key}`] = (
        await data(server, 'POST', '/custom-fields', { resource, filterable: true, ...field })
      ).id
    const rows: Row[] = []
    const owner = (await data(server, 'POST', '/customers', { name: 'Dona' })).id
    const body = resource === 'orders' ? { id_customer: owner } : { name: 'N' }
    if (resource === 'customers') rows.push({ id: owner, values: {} })
    else if (resource === 'products') await succeed(server, 'DELETE', `/customers/${owner}`)
    for (let i = 0; i < 40; i++) {
      const values = valuesOf(i)
      const { id } = await data(server, 'POST', `/${resource}`, { ...body, custom_fields: values })
      rows.push({ id, values })
    }
    const others = (await succeed(server, 'GET', `/${resource}?limit=100&fields=id`)).body
      .data as Row[]
    for (const { id } of others)
      if (!rows.some((row) => row.id === id)) rows.push({ id, values: {} })
    for (const query of queries) {
      for (const sort of sorts) {
        const wanted = expected(rows, query, sort)
        const address = `/${resource}?${new URLSearchParams({ ...query, sort, fields: 'id', limit: '100' })}`
        const paged = (await succeed(server, 'GET', address)).body
        assert.deepEqual(
          paged.data.map(({ id }: Row) => id),
          wanted,
          address,
        )
        assert.equal(paged.pagination.total, wanted.length, address)
        const found = await byCursor(
          `${address.replace('limit=100', 'limit=13')}&pagination=cursor`,
          resource,
        )
        assert.deepEqual(found, wanted, `cursor ${address}`)
      }
    }
  })
}

/** Goes through a list by its cursors alone. */
async function byCursor(first: string, resource: string): Promise<number[]> {
  const found: number[] = []
  for (let address: string | null = first; address !== null; ) {
    const { body } = await succeed(server, 'GET', address)
    found.push(...body.data.map(({ id }: Row) => id))
    address = body.next_cursor && `/${resource}?cursor=${body.next_cursor}`
  }
  return found
}

test('lists go on with other filters, searches and pages', async () => {
  const query = 'custom.rota=1&limit=2&sort=-custom.peso'
  const { body } = await succeed(server, 'GET', `/orders?${query}&order_date_from=2020-01-01`)
  assert.match(body.pagination.links.next, /custom\.rota=1.*sort=-custom\.peso/)
  const next = await succeed(server, 'GET', body.pagination.links.next)
  assert.equal(next.body.pagination.total, body.pagination.total)
  const searched = await succeed(server, 'GET', '/orders?q=dona&custom.rota=1')
  assert.equal(searched.body.pagination.total, body.pagination.total)
  const repeated = await succeed(server, 'GET', '/orders?custom.rota=1&custom.rota=-2&limit=1')
  const listed = await succeed(server, 'GET', '/orders?custom.rota=1,-2&limit=1')
  assert.equal(repeated.body.pagination.total, listed.body.pagination.total)
})

test('sums take the same fields as lists, beside other filters and searches', async () => {
  const product = (await data(server, 'POST', '/products', { name: 'Café', price: 3.35 })).id
  const { id } = await data(server, 'POST', '/customers', { name: 'Mercado' })
  for (let i = 0; i < 12; i++) {
    const items = [{ id_item: product, quantity: 1 + i }]
    const body = {
      id_customer: id,
      items,
      custom_fields: valuesOf(i),
      date: `2026-03-0${1 + (i % 3)}T12:00:00Z`,
    }
    await data(server, 'POST', '/orders', body)
  }
  const others = [{}, { id_customer: `${id}` }, { order_date_to: '2026-03-02' }, { q: 'mercado' }]
  for (const query of queries.flatMap((one) => others.map((other) => ({ ...one, ...other })))) {
    const asked = new URLSearchParams(query)
    const { body } = await succeed(server, 'GET', `/orders?limit=100&fields=total_value&${asked}`)
    const cents = body.data.map((row: { total_value: number }) => Math.round(row.total_value * 100))
    const sum = cents.reduce((all: number, one: number) => all + one, 0) / 100
    for (const group of ['status', 'day', 'product']) {
      const { groups, ...whole } = await data(
        server,
        'GET',
        `/orders/summary?group_by=${group}&${asked}`,
      )
      assert.deepEqual([whole.count, whole.sum], [body.pagination.total, sum], `${asked}`)
      const counts = groups.map(({ count }: { count: number }) => count)
      assert.equal(
        counts.reduce((all: number, one: number) => all + one, 0),
        whole.count,
        `${asked}`,
      )
    }
  }
  for (const [query, faults] of [
    ['custom.nada=1', ['custom.nada not_filterable']],
    ['custom.rota_from=2&custom.rota_to=1', ['custom.rota_from empty_range']],
    ['sort=custom.rota', ['sort sort']],
  ] as const) {
    const answer = await server.send('GET', `/orders/summary?${query}`)
    assert.deepEqual(problemOf(answer), [400, 'invalid_parameter', faults])
  }
})

test('a value that changes is found anew', async () => {
  const id = (await succeed(server, 'GET', '/orders?custom.rota=1&limit=1')).body.data[0].id
  const has = async (query: string) =>
    (await succeed(server, 'GET', `/orders?limit=100&fields=id&${query}`)).body.data.some(
      (row: Row) => row.id === id,
    )
  await succeed(server, 'PATCH', `/orders/${id}`, { custom_fields: { rota: '99' } })
  assert.deepEqual([await has('custom.rota=1'), await has('custom.rota=99')], [false, true])
  await succeed(server, 'PATCH', `/orders/${id}`, { custom_fields: { rota: null } })
  assert.deepEqual(
    [await has('custom.rota_from=-100'), await has('sort=custom.rota')],
    [false, true],
  )
})

test('what can’t be asked for is refused with what to do', async () => {
  await data(server, 'POST', '/custom-fields', {
    resource: 'orders',
    key: 'oculto',
    type: 'integer',
  })
  const cases: [query: string, fault: string, detail: RegExp][] = [
    ['custom.nada=1', 'custom.nada not_filterable', /no custom field "nada" of orders: declare it/],
    [
      'custom.oculto=1',
      'custom.oculto not_filterable',
      /PATCH \/custom-fields\/\d+ with "filterable": true/,
    ],
    ['sort=-custom.nada', 'sort sort', /declare it/],
    ['sort=custom.rota,nada', 'sort sort', /custom\.rota/],
    ['custom.rota=doze', 'custom.rota format', /whole number/],
    ['custom.entrega_from=21/11/2026', 'custom.entrega_from format', /date/],
    ['custom.fria_from=true', 'custom.fria_from not_for_type', /range/],
    ['custom.rota_from=1,2', 'custom.rota_from type', /one value/],
    ['custom.rota_from=2&custom.rota_to=1', 'custom.rota_from empty_range', /custom\.rota_to/],
    ['custom.=1', 'custom. not_filterable', /declare/],
    ['custom.rota=', 'custom.rota min_length', /empty/],
    ['custom=1', 'custom unknown_parameter', /not a parameter/],
    ['cursor=abc&custom.rota=1', 'cursor invalid_cursor', /cursor/],
  ]
  for (const [query, fault, detail] of cases) {
    const answer = await server.send('GET', `/orders?${query}`)
    assert.deepEqual([problemOf(answer)[0], problemOf(answer)[2]], [400, [fault]], query)
    assert.match(answer.body.detail, detail, query)
  }
  const users = await server.send('GET', '/users?custom.rota=1')
  assert.deepEqual(problemOf(users), [400, 'invalid_parameter', ['custom.rota unknown_parameter']])
})

test('a cursor ends with the declaration that it was made by', async () => {
  const { body } = await succeed(
    server,
    'GET',
    '/orders?sort=custom.peso&pagination=cursor&limit=2',
  )
  const other = await server.send('GET', `/orders?cursor=${body.next_cursor}&custom.rota=1`)
  assert.deepEqual(problemOf(other), [400, 'invalid_cursor', ['cursor invalid_cursor']])
  await succeed(server, 'DELETE', `/custom-fields/${ids['orders peso']}`)
  const gone = await server.send('GET', `/orders?cursor=${body.next_cursor}`)
  assert.deepEqual(problemOf(gone), [400, 'invalid_parameter', ['sort sort']])
})
