import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

/** What lists filter and sort by. */
interface Row {
  id: number
  date: string
  created_at: string
  updated_at: string
  id_customer: number
  id_quotation: number | null
  id_order_status: number | undefined
}

let server: Server
let ids: Sample
let other: number
const rows: Row[] = []

// Two days in São Paulo (UTC−3), each with its first and last instant, and ties.
const instants = [
  '2026-03-10T02:59:59.999Z',
  '2026-03-10T03:00:00.000Z',
  '2026-03-10T03:00:00.000Z',
  '2026-03-11T02:59:59.999Z',
  '2026-03-11T03:00:00.000Z',
  '2026-03-12T02:59:59.999Z',
  '2026-03-12T03:00:00.000Z',
] as const

before(async () => {
  server = await startServer()
  ids = await sample(server)
  other = (await data(server, 'POST', '/customers', { name: 'Outra' })).id
  await succeed(server, 'PATCH', '/account', { time_zone: 'America/Sao_Paulo' })
  for (let i = 0; i < 14; i++) {
    const at = (step: number) => instants[(i * step) % instants.length] as string
    const row = {
      date: at(1),
      created_at: at(2),
      updated_at: at(3),
      id_customer: i % 3 === 0 ? other : ids.customer,
      id_quotation: i % 4 === 0 ? ids.quotation : null,
      id_order_status: ids.statuses[i % 5 === 0 ? 'Approved' : 'Draft'],
    }
    const { date, id_customer, id_quotation, id_order_status } = row
    const body = { date, id_customer, id_quotation, id_order_status, fk_id: `n${i}` }
    const { id } = await data(server, 'POST', '/orders', body)
    // The service alone says when an order was made or changed: here the test does.
    await sql`update orders set created_at = ${row.created_at}::timestamptz, updated_at = ${row.updated_at}::timestamptz
               where account_id = ${server.account_id} and id = ${id}`.execute(server.db)
    await sql`update order_documents set updated_at = ${row.updated_at}::timestamptz
               where account_id = ${server.account_id} and id_order = ${id}`.execute(server.db)
    rows.push({ id, ...row })
  }
})
after(() => server.close())

const list = (query: string, path = '/orders') => succeed(server, 'GET', `${path}?${query}`)
const idsOf = (found: { id: number }[]) => found.map(({ id }) => id)
const listed = async (query: string): Promise<number[]> =>
  idsOf((await list(`${query}&limit=100`)).body.data)
const matching = (condition: (row: Row) => boolean) => idsOf(rows.filter(condition))
const sorted = (found: number[]) => [...found].sort((a, b) => a - b)

test('each filter finds just what it says', async () => {
  for (const [query, condition] of [
    [`id_customer=${other}`, (row) => row.id_customer === other],
    [
      `id_order_status=${ids.statuses['Approved']}`,
      (row) => row.id_order_status === ids.statuses['Approved'],
    ],
    [`id_quotation=${ids.quotation}`, (row) => row.id_quotation === ids.quotation],
    [
      `id_customer=${other}&id_quotation=${ids.quotation}`,
      (row) => row.id_customer === other && row.id_quotation !== null,
    ],
    ['fk_id=n3', (row) => row.id === rows[3]?.id],
    ['fk_id=N3', () => false],
    ['fk_id=n', () => false],
    ['fk_id=%25', () => false],
    ['id_customer=9007199254740991', () => false],
  ] as [string, (row: Row) => boolean][]) {
    assert.deepEqual(sorted(await listed(query)), matching(condition), query)
  }
})

for (const [filter, field] of [
  ['create_date', 'created_at'],
  ['update_date', 'updated_at'],
  ['order_date', 'date'],
] as const) {
  test(`${filter} ranges hold both their ends; bare dates are whole days of the account`, async () => {
    const check = async (query: string, condition: (at: string) => boolean) =>
      assert.deepEqual(
        sorted(await listed(query)),
        matching((row) => condition(row[field])),
        query,
      )
    const [from, to] = [`${filter}_from`, `${filter}_to`]
    for (const instant of new Set(instants)) {
      await check(`${from}=${instant}`, (at) => at >= instant)
      await check(`${to}=${instant}`, (at) => at <= instant)
      await check(`${from}=${instant}&${to}=${instant}`, (at) => at === instant)
    }
    const first = '2026-03-10T03:00:00.000Z'
    const last = '2026-03-11T02:59:59.999Z'
    await check(`${from}=2026-03-10`, (at) => at >= first)
    await check(`${to}=2026-03-10`, (at) => at <= last)
    await check(`${from}=2026-03-10&${to}=2026-03-10`, (at) => at >= first && at <= last)
    await check(`${from}=2026-03-10T00:00:00`, (at) => at >= first)
    await check(`${from}=2026-03-09T22:00:00-05:00`, (at) => at >= first)
    await check(`${to}=2026-03-10T23:59:59.998`, (at) => at < last)
    for (const query of [
      `${from}=2026-03-11&${to}=2026-03-10`,
      `${from}=${first}&${to}=2026-03-10T02:59:59.999Z`,
    ]) {
      const [status, code, places] = problemOf(await server.send('GET', `/orders?${query}`))
      assert.deepEqual([status, code], [400, 'invalid_parameter'], query)
      assert.match(places.join(), new RegExp(`^${filter}_(from|to) `))
    }
  })
}

const fields = ['id', 'created_at', 'updated_at', 'date', 'id_customer'] as const
const sorts = [
  ...fields.flatMap((field) => [field, `-${field}`]),
  ...fields.flatMap((a) =>
    fields.flatMap((b) =>
      a === b ? [] : [`${a},${b}`, `-${a},${b}`, `${a},-${b}`, `-${a},-${b}`],
    ),
  ),
  '-date,id_customer,-created_at',
  'id_customer,-date,updated_at,-id',
]

/** Whether two neighbours stand right; ties of the sort's fields are nobody's business. */
function isOrdered(a: Row, b: Row, sort: string): boolean {
  for (const part of sort.split(',')) {
    const field = part.replace('-', '') as keyof Row
    const [x, y] = [a[field], b[field]] as [number, number]
    if (x !== y) return part.startsWith('-') ? x > y : x < y
  }
  return true
}

async function walk(query: string): Promise<number[]> {
  const found: number[] = []
  let cursor: string | null = null
  do {
    const page = await list(cursor === null ? query : `limit=3&cursor=${cursor}`)
    const { data, size, next_cursor, meta, ...rest } = page.body
    assert.deepEqual([size, rest], [data.length, {}])
    assert.equal(meta.version, '1.0.0')
    found.push(...idsOf(data))
    cursor = next_cursor
  } while (cursor !== null)
  return found
}

test('each sort orders by its fields, the same by pages and by cursors, and no row twice', async () => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const sort of sorts) {
    const whole = await listed(`sort=${sort}`)
    assert.deepEqual(sorted(whole), idsOf(rows), sort)
    const wrong = whole.findIndex((id, i) => {
      const [before, row] = [byId.get(whole[i - 1] as number), byId.get(id)]
      return before !== undefined && row !== undefined && !isOrdered(before, row, sort)
    })
    assert.equal(wrong, -1, sort)
    assert.deepEqual(await walk(`pagination=cursor&limit=3&sort=${sort}`), whole, sort)
    const pages = [1, 2, 3].map(
      async (page) => (await list(`sort=${sort}&limit=5&page=${page}`)).body,
    )
    assert.deepEqual(
      (await Promise.all(pages)).flatMap(({ data }) => idsOf(data)),
      whole,
      sort,
    )
  }
})

test('newest first, unless asked otherwise', async () => {
  assert.deepEqual(await listed(''), idsOf(rows).reverse())
  for (const sort of [
    '',
    'name',
    'fk_id',
    'date,',
    '--date',
    'date,date',
    '+date',
    'observations',
  ]) {
    const refused = await server.send('GET', `/orders?sort=${encodeURIComponent(sort)}`)
    assert.equal(refused.status, 400, sort)
    assert.ok(refused.body.errors[0].parameter === 'sort', refused.text)
  }
})

test('a page says where it stands, and its links keep what was asked', async () => {
  const first = await list(`limit=5&sort=-date&id_customer=${ids.customer}`)
  assert.deepEqual(Object.keys(first.body).sort(), ['data', 'meta', 'pagination'])
  const total = matching(({ id_customer }) => id_customer === ids.customer).length
  const link = (page: number, prefix = '') =>
    `${prefix}/orders?limit=5&sort=-date&id_customer=${ids.customer}&page=${page}`
  const pagesOf = (links: Record<string, string | null>, prefix = '') =>
    Object.fromEntries(
      Object.entries(links).map(([name, url]) => {
        if (url === null) return [name, null]
        assert.ok(url.startsWith(`${prefix}/orders?`), url)
        const query = new URLSearchParams(url.split('?')[1])
        const { page, ...kept } = Object.fromEntries(query)
        assert.deepEqual(kept, { limit: '5', sort: '-date', id_customer: String(ids.customer) })
        return [name, Number(page)]
      }),
    )
  const { links, ...numbers } = first.body.pagination
  assert.deepEqual(numbers, {
    page: 1,
    limit: 5,
    total,
    totalPages: 2,
    hasNext: true,
    hasPrev: false,
  })
  assert.deepEqual(pagesOf(links), { self: 1, first: 1, last: 2, next: 2, prev: null })
  const last = await succeed(server, 'GET', link(2, '/v2'))
  assert.deepEqual(pagesOf(last.body.pagination.links, '/v2'), {
    self: 2,
    first: 1,
    last: 2,
    next: null,
    prev: 1,
  })
  assert.deepEqual(
    [last.body.pagination.hasNext, last.body.pagination.hasPrev, last.body.data.length],
    [false, true, total - 5],
  )
  const beyond = await succeed(server, 'GET', link(9))
  assert.deepEqual(beyond.body.data, [])
  const { total: found, totalPages, hasNext, hasPrev } = beyond.body.pagination
  assert.deepEqual([found, totalPages, hasNext, hasPrev], [total, 2, false, true])
  const none = await list('fk_id=none')
  assert.deepEqual(
    [none.body.pagination.total, none.body.pagination.totalPages, none.body.data],
    [0, 0, []],
  )
})

test('the orders of a list are whole, as each is read alone', async () => {
  const whole = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    id_address: ids.address,
    custom_fields: { a: 'b' },
    items: [{ id_item: ids.product, quantity: 2.5 }],
  })
  for (const query of ['limit=1', 'limit=1&pagination=cursor']) {
    assert.deepEqual((await list(query)).body.data, [whole])
  }
  await succeed(server, 'DELETE', `/orders/${whole.id}`)
})

test('parameters are read strictly', async () => {
  for (const [query, parameter] of [
    ...['0', '101', '-1', '1.5', '01', 'x', '', ' 1', '1e1'].map((v) => [`limit=${v}`, 'limit']),
    ...['0', '-1', '1.0', 'x', ''].map((v) => [`page=${v}`, 'page']),
    ...['0', '-1', 'x', '9007199254740992', ''].map((v) => [`id_customer=${v}`, 'id_customer']),
    ...['0', 'x'].map((v) => [`id_quotation=${v}`, 'id_quotation']),
    ...['2026-02-30', 'x', '', '2026', '1700000000', '2026-03-10T25:00:00Z'].map((v) => [
      `order_date_from=${v}`,
      'order_date_from',
    ]),
    ['limit=1&limit=2', 'limit'],
    ['fk_id=a&fk_id=b', 'fk_id'],
    ['fk_id=%00', 'fk_id'],
    ['pagination=offset', 'pagination'],
    ['offset=1', 'offset'],
    ['state=1', 'state'],
    ['pagination=cursor&page=2', 'page'],
    ['cursor=', 'cursor'],
  ] as [string, string][]) {
    const [status, code, places] = problemOf(await server.send('GET', `/orders?${query}`))
    assert.deepEqual([status, code], [400, 'invalid_parameter'], query)
    assert.ok(places.length > 0 && places.every((p) => p.startsWith(`${parameter} `)), `${places}`)
  }
  const both = await server.send('GET', '/orders?limit=0&page=x&sort=nope')
  assert.ok(both.body.errors.length >= 2)
  for (const limit of [1, 100])
    assert.equal((await list(`limit=${limit}`)).body.pagination.limit, limit)
})

test('a day is as long as it was where the account is', async () => {
  // Summer time began when 2018-11-04 did, at 01:00, and ended when 2018-02-17 did, an hour later.
  const days = [
    ['2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    ['2018-02-17', '2018-02-17T02:00:00.000Z', '2018-02-18T02:59:59.999Z'],
  ] as const
  for (const [day, first, last] of days) {
    const around = [
      Date.parse(first) - 1,
      Date.parse(first),
      Date.parse(last),
      Date.parse(last) + 1,
    ]
    const made: number[] = []
    for (const date of around) {
      const body = { id_customer: other, date: new Date(date).toISOString() }
      made.push((await data(server, 'POST', '/orders', body)).id)
    }
    const found = await listed(`order_date_from=${day}&order_date_to=${day}`)
    assert.deepEqual(sorted(found), made.slice(1, 3), day)
    for (const id of made) await succeed(server, 'DELETE', `/orders/${id}`)
  }
})
