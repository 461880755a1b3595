import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'

// Filters of many values, by ids and by codes, against a model that looks at each order.

/** By the name of the filter: where the records are, and the order's field that refers to them. */
const kinds = {
  customer: '/customers',
  order_status: '/order-statuses',
  user: '/users',
  branch_company: '/branch-companies',
  category: '/categories',
  operation: '/operations',
  payment_type: '/payment-types',
  payment_method: '/payment-methods',
  reason: '/reasons',
  freight_type: '/freight-types',
  shipping_company: '/shipping-companies',
  opportunity: '/opportunities',
  quotation: '/quotations',
  item: '/products',
} as const
type Kind = keyof typeof kinds

/** Codes as ERPs have them; commas and backslashes, too. */
const codes = ['C-10', '10,5', 'A\\', '\\,', 'Ç 1', 'c-10']

interface Row {
  id: number
  references: Partial<Record<Kind, number[]>>
  total: number
  delivery: string | null
}

let server: Server
const records = {} as Record<Kind, { id: number; fk_id: string }[]>
const rows: Row[] = []

before(async () => {
  server = await startServer()
  for (const [kind, path] of Object.entries(kinds)) {
    records[kind as Kind] = []
    for (const fk_id of codes) {
      const body = { name: `${kind} ${fk_id}`, fk_id, ...(kind === 'item' ? { price: 1.5 } : {}) }
      const { id } = await data(server, 'POST', path, body)
      records[kind as Kind].push({ id, fk_id })
    }
  }
  for (let n = 0; n < 30; n++) rows.push(await order(n))
})
after(() => server.close())

/** The nth order; every kind in another rhythm, some unset. */
async function order(n: number): Promise<Row> {
  const references: Row['references'] = {}
  const body: Record<string, unknown> = {}
  for (const [i, kind] of (Object.keys(kinds) as Kind[]).entries()) {
    if (kind === 'item') continue
    const isUnset = i > 1 && n % (i + 2) === 0
    const record = records[kind][(n * (i + 1) + i) % codes.length]
    if (isUnset || !record) continue
    references[kind] = [record.id]
    body[`id_${kind}`] = record.id
  }
  const products = [n % 3, n % 5, n % 3].slice(0, n % 4).map((i) => records.item[i]?.id ?? 0)
  references.item = products
  const total = products.length * n * 1.5
  body['items'] = n === 0 ? [] : products.map((id_item) => ({ id_item, quantity: n }))
  if (n === 0) references.item = []
  const delivery = n % 3 === 0 ? null : `2026-05-${10 + (n % 7)}T12:00:00.000Z`
  if (delivery) body['delivery_date'] = delivery
  const { id, total_value } = await data(server, 'POST', '/orders', body)
  assert.equal(total_value, total)
  return { id, references, total, delivery }
}

const list = async (query: string) => (await succeed(server, 'GET', `/orders?${query}`)).body
const idsOf = (found: { id: number }[]) => found.map(({ id }) => id)
const sorted = (found: number[]) => [...found].sort((a, b) => a - b)
const matching = (condition: (row: Row) => boolean) => idsOf(rows.filter(condition))

/** By pages, and by cursors of the same query: both find the same, in the same order. */
async function found(query: string): Promise<number[]> {
  const whole = await list(`${query}&limit=100`)
  assert.equal(whole.pagination.total, whole.data.length, query)
  const walked: number[] = []
  let page = await list(`${query}&pagination=cursor&limit=7`)
  for (;;) {
    walked.push(...idsOf(page.data))
    if (page.next_cursor === null) break
    page = await list(`cursor=${page.next_cursor}&limit=7`)
  }
  assert.deepEqual(walked, idsOf(whole.data), query)
  const second = await list(`${query}&limit=3&page=2`)
  assert.deepEqual(idsOf(second.data), walked.slice(3, 6), query)
  assert.equal(second.pagination.total, walked.length, query)
  return walked
}

const encoded = (text: string) => encodeURIComponent(text)
const escaped = (code: string) => code.replace(/[\\,]/g, '\\$&')

for (const kind of Object.keys(kinds) as Kind[]) {
  test(`one and several of ${kind}, by ids and by codes`, async () => {
    const names = kind === 'order_status' ? ['order_status', 'status'] : [kind]
    for (const [of, name] of [1, 3].flatMap((n) => names.map((name) => [n, name] as const))) {
      const some = records[kind].slice(codes.length - of)
      const expected = matching(({ references }) =>
        some.some(({ id }) => references[kind]?.includes(id)),
      )
      const byIds = name === 'status' ? 'status' : `id_${name}`
      for (const query of [
        `${byIds}=${some.map(({ id }) => id)}`,
        some.map(({ id }) => `${byIds}=${id}`).join('&'),
        `fk_id_${name}=${encoded(some.map(({ fk_id }) => escaped(fk_id)).join(','))}`,
        some.map(({ fk_id }) => `fk_id_${name}=${encoded(escaped(fk_id))}`).join('&'),
      ]) {
        assert.deepEqual(sorted(await found(query)), expected, query)
        assert.deepEqual(sorted(await found(`${query}&sort=date`)), expected, query)
      }
    }
  })
}

test('what nobody has finds nothing, and nothing of another account', async () => {
  const other = await server.newAccount('Other')
  for (const kind of Object.keys(kinds)) {
    for (const query of [
      `fk_id_${kind}=nobody`,
      `fk_id_${kind}=nobody,either`,
      `id_${kind}=9007199254740991`,
      `id_${kind}=9007199254740990,9007199254740991`,
    ]) {
      assert.deepEqual(await found(query), [], query)
    }
    const { body } = await succeed(server, 'GET', `/orders?fk_id_${kind}=C-10,c-10`, undefined, {
      token: other.token,
    })
    assert.deepEqual([body.data, body.pagination.total], [[], 0], kind)
  }
})

test('filters are joined by and', async () => {
  const [customer, status, product] = [
    records.customer.slice(0, 4),
    records.order_status.slice(1, 5),
    records.item.slice(0, 2),
  ]
  const of = (all: { id: number }[], ids: number[] = []) => all.some(({ id }) => ids.includes(id))
  const query =
    `id_customer=${idsOf(customer)}&fk_id_item=${encoded(product.map((p) => escaped(p.fk_id)).join(','))}` +
    `&status=${idsOf(status)}&total_from=3&total_to=60`
  const expected = matching(
    ({ references, total }) =>
      of(customer, references.customer) &&
      of(status, references.order_status) &&
      of(product, references.item) &&
      total >= 3 &&
      total <= 60,
  )
  assert.ok(expected.length > 1)
  for (const sort of ['id', '-date', 'delivery_date,-total_value']) {
    assert.deepEqual(sorted(await found(`${query}&sort=${sort}`)), expected, sort)
  }
})

test('orders are named one by one, beside other filters', async () => {
  const [first, second, third] = idsOf(rows)
  assert.deepEqual(sorted(await found(`id=${first}`)), [first])
  assert.deepEqual(sorted(await found(`id=${third},${first}&id=${second}`)), [first, second, third])
  assert.deepEqual(await found('id=9007199254740991'), [])
  const status = records.order_status[0]?.id ?? 0
  const expected = matching(({ references }) => references.order_status?.includes(status) ?? false)
  const query = `id=${idsOf(rows).slice(0, 500)}&status=${status}`
  assert.deepEqual(sorted(await found(query)), expected)
  const { body } = await succeed(server, 'GET', `/orders/summary?${query}`)
  assert.equal(body.data.count, expected.length)
})

test('totals and delivery dates hold both their ends', async () => {
  for (const [query, condition] of [
    ['total_from=30', ({ total }) => total >= 30],
    ['total_to=30', ({ total }) => total <= 30],
    ['total_from=30&total_to=30.00', ({ total }) => total === 30],
    ['total_from=30.01', ({ total }) => total > 30],
    ['total_to=0', ({ total }) => total === 0],
    ['delivery_date_from=2026-05-13', ({ delivery }) => (delivery ?? '') >= '2026-05-13'],
    ['delivery_date_to=2026-05-13', ({ delivery }) => delivery !== null && delivery < '2026-05-14'],
    [
      'delivery_date_from=2026-05-12T12:00:00Z&delivery_date_to=2026-05-12T12:00:00Z',
      ({ delivery }) => delivery === '2026-05-12T12:00:00.000Z',
    ],
  ] as [string, (row: Row) => boolean][]) {
    const expected = matching(condition)
    assert.ok(expected.length > 0)
    for (const sort of ['-id', 'delivery_date', '-delivery_date', 'total_value', '-total_value']) {
      assert.deepEqual(sorted(await found(`${query}&sort=${sort}`)), expected, `${query} ${sort}`)
    }
  }
})

test('sorted by total and by delivery date; without one an order comes after all others', async () => {
  const late = (row: Row) => row.delivery ?? '9999'
  const by = (sort: string, compare: (a: Row, b: Row) => number) => async () => {
    const expected = [...rows].sort((a, b) => compare(a, b) || a.id - b.id)
    assert.deepEqual(await found(`sort=${sort}`), idsOf(expected), sort)
    const [first, ...others] = sort.split(',')
    const back = [`-${first}`, ...others.map((one) => `-${one}`)].join(',')
    assert.deepEqual(await found(`sort=${back}`), idsOf(expected.reverse()), back)
  }
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  await by('total_value', (a, b) => a.total - b.total)()
  await by('delivery_date', (a, b) => order(late(a), late(b)))()
  await by('delivery_date,total_value', (a, b) => order(late(a), late(b)) || a.total - b.total)()
})

test('a cursor belongs to its values, in whatever order they stand', async () => {
  const [a, b, c] = idsOf(records.customer)
  const { next_cursor } = await list(`id_customer=${a},${b}&pagination=cursor&limit=2`)
  const same = await list(`id_customer=${b}&id_customer=${a},${a}&cursor=${next_cursor}&limit=2`)
  assert.equal(same.size, 2)
  const other = await server.send('GET', `/orders?id_customer=${a},${c}&cursor=${next_cursor}`)
  assert.deepEqual(problemOf(other).slice(0, 2), [400, 'invalid_cursor'])
})

test('links keep the values', async () => {
  const codes = ['C-10', '10,5', 'Ç 1'].map(escaped).join(',')
  const query = `fk_id_customer=${encoded(codes)}&limit=2`
  const { pagination } = await list(query)
  const next = await succeed(server, 'GET', pagination.links.next)
  assert.equal(next.body.pagination.total, pagination.total)
  assert.deepEqual(idsOf(next.body.data), idsOf((await list(`${query}&page=2`)).data))
})

test('values that are none are refused by the name of their parameter', async () => {
  const many = Array.from({ length: 101 }, (_, i) => i + 1)
  for (const [query, parameter] of [
    ...['0', 'x', '', '1,', ',1', '1,x', '1,,2', '1.5', '1,-2', `${many}`].map((v) => [
      `id_customer=${v}`,
      'id_customer',
    ]),
    ['status=open', 'status'],
    ['id_item=1&id_item=x', 'id_item'],
    ['fk_id_user=', 'fk_id_user'],
    ['fk_id_user=a,,b', 'fk_id_user'],
    [`fk_id_user=${'x'.repeat(101)}`, 'fk_id_user'],
    [`fk_id_user=${many}`, 'fk_id_user'],
    ['fk_id_user=%00', 'fk_id_user'],
    ...['x', '', '-1', '1.001', '1e3', '01', '12345678901234', '1,5', '0x1'].map((v) => [
      `total_from=${v}`,
      'total_from',
    ]),
    ['total_to=1&total_to=2', 'total_to'],
    ['total_from=2&total_to=1.99', 'total_from'],
    ['delivery_date_from=x', 'delivery_date_from'],
    ['delivery_date_from=2026-02-02&delivery_date_to=2026-02-01', 'delivery_date_from'],
  ] as [string, string][]) {
    const [status, code, places] = problemOf(await server.send('GET', `/orders?${query}`))
    assert.deepEqual([status, code], [400, 'invalid_parameter'], query)
    assert.ok(places.length > 0 && places.every((p) => p.startsWith(`${parameter} `)), `${places}`)
  }
})

test('a cursor that would be too long for an address is refused before it is made', async () => {
  const query = Array.from({ length: 90 }, (_, i) => `fk_id_user=${`${i}`.padStart(100, 'x')}`)
  const path = `/orders?${query.join('&')}`
  const refused = await server.send('GET', `${path}&id_customer=1&pagination=cursor`)
  assert.deepEqual(problemOf(refused), [400, 'invalid_parameter', ['fk_id_user max_length']])
  await succeed(server, 'GET', path)
  const fewer = `/orders?${query.slice(0, 70).join('&')}&pagination=cursor`
  await succeed(server, 'GET', fewer)
})
