import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addUpCounts } from '../../src/orders/reads/counts.ts'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed, toCents } from '../support/orders.ts'

// Sums of orders against a model that adds up the orders of the list, one by one, in cents.

const ZONE = 'America/Sao_Paulo'

const kinds = {
  customer: '/customers',
  user: '/users',
  branch_company: '/branch-companies',
  reason: '/reasons',
  payment_type: '/payment-types',
  payment_method: '/payment-methods',
  category: '/categories',
  product: '/products',
} as const
type Kind = keyof typeof kinds

interface Reference {
  id: number
  name: string
  fk_id: string | null
}

interface Order extends Record<Exclude<Kind, 'product'> | 'status', Reference | null> {
  date: string
  total_value: number
  items: {
    item: Reference & { type: string }
    quantity: number
    total_liq: number
    value_ipi: number
    vlr_icms_st: number
  }[]
}

type Group = Record<string, unknown> & { count: number; sum: number; average: number }

let server: Server
const records = {} as Record<Kind, Reference[]>
let statuses: Reference[]

/** Around local midnights, the ends of a month and hours, and where a summer time ends at midnight. */
const instants = [
  '2018-02-18T01:59:59.999Z',
  '2018-02-18T02:30:00.000Z',
  '2018-02-18T03:00:00.000Z',
  '2026-02-28T23:10:00.000Z',
  '2026-03-01T02:59:59.999Z',
  '2026-03-01T03:00:00.000Z',
  '2026-03-01T03:00:00.001Z',
  '2026-03-02T12:34:56.789Z',
  '2026-03-08T23:00:00.000Z',
  '2026-03-09T02:30:00.000Z',
  '2026-03-09T18:29:59.999Z',
  '2026-03-09T18:30:00.000Z',
]

before(async () => {
  server = await startServer()
  await succeed(server, 'PATCH', '/account', { time_zone: ZONE })
  for (const [kind, path] of Object.entries(kinds)) {
    records[kind as Kind] = []
    for (const fk_id of ['A', 'B, c', null]) {
      const body = {
        name: `${kind} ${fk_id}`,
        fk_id,
        ...(kind === 'product' ? { price: 3.35 } : {}),
      }
      records[kind as Kind].push(await data(server, 'POST', path, body))
    }
  }
  const { body } = await succeed(server, 'GET', '/order-statuses?limit=100')
  statuses = body.data.filter(({ locked }: { locked: boolean }) => !locked)
  for (let n = 0; n < 60; n++) await succeed(server, 'POST', '/orders', order(n))
  await addUp()
})
after(() => server.close())

const never = new AbortController().signal
const addUp = () => addUpCounts(server.db, server.account_id, never)

/** The nth order; every kind in another rhythm, some unset, some with no item or one twice. */
function order(n: number): Record<string, unknown> {
  const pick = <T>(from: T[], step: number) => from[Math.floor(n / step) % from.length] as T
  const optional = Object.keys(kinds).filter((kind) => kind !== 'customer' && kind !== 'product')
  const references = optional.flatMap((kind, i) => {
    const { id } = pick(records[kind as Kind], i + 1)
    return n % (i + 3) === 0 ? [] : [[`id_${kind}`, id] as const]
  })
  const products = [n, n * 2, n].slice(0, n % 4).map((i) => records.product[i % 3] as Reference)
  return {
    ...Object.fromEntries(references),
    id_customer: pick(records.customer, 2).id,
    id_order_status: pick(statuses, 5).id,
    date: instants[n % instants.length],
    items: products.map(({ id }) => ({ id_item: id, quantity: 1 + (n % 7) / 4, aliq_ipi: n % 3 })),
  }
}

/** The local date of an instant, or of the Monday or the first of a month before it. */
function dayOf(instant: string, unit: string, zone: string): string {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(instant))
  const day = new Date(local)
  if (unit === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  if (unit === 'month') day.setUTCDate(1)
  return day.toISOString().slice(0, 10)
}

const amount = (cents: bigint) => Number(cents) / 100

/** Figures of amounts in cents: the average is rounded half-up. */
function figuresOf(cents: bigint[]) {
  const sum = cents.reduce((all, one) => all + one, 0n)
  const count = BigInt(cents.length)
  const sorted = [...cents].sort((a, b) => Number(a - b))
  const [least, most] = [sorted[0], sorted.at(-1)]
  return {
    count: cents.length,
    sum: amount(sum),
    average: count ? amount((2n * sum + count) / (2n * count)) : null,
    min: least === undefined ? null : amount(least),
    max: most === undefined ? null : amount(most),
  }
}

/** What the orders should come to, group by group in no order. */
function expected(orders: Order[], groupBy: string[], zone: string) {
  const groups = new Map<string, { by: object; cents: bigint[]; quantity: number }>()
  const put = (by: object, cents: bigint, quantity: number) => {
    const key = JSON.stringify(by)
    const group = groups.get(key) ?? { by, cents: [], quantity: 0 }
    groups.set(key, group)
    group.cents.push(cents)
    group.quantity += quantity
  }
  const keyOf = (one: Order, name: string) =>
    /day|week|month/.test(name) ? dayOf(one.date, name, zone) : (one as never)[name]
  for (const one of orders) {
    const by = Object.fromEntries(groupBy.map((name) => [name, keyOf(one, name)]))
    if (!groupBy.includes('product')) put(by, toCents(one.total_value), 0)
    else {
      const items = new Map(one.items.map(({ item }) => [item.id, item]))
      if (items.size === 0) put({ ...by, product: null }, 0n, 0)
      for (const { id, name, fk_id } of items.values()) {
        const lines = one.items.filter(({ item }) => item.id === id)
        const cents = lines.map(
          (line) => toCents(line.total_liq) + toCents(line.value_ipi) + toCents(line.vlr_icms_st),
        )
        put(
          { ...by, product: { id, name, fk_id } },
          cents.reduce((a, b) => a + b, 0n),
          lines.reduce((all, line) => all + line.quantity, 0),
        )
      }
    }
  }
  const quantity = (n: number) => (groupBy.includes('product') ? { quantity: n } : {})
  return [...groups.values()].map((one) => ({
    ...one.by,
    ...figuresOf(one.cents),
    ...quantity(one.quantity),
  }))
}

const ordered = (groups: object[]) => groups.map((group) => JSON.stringify(group)).sort()

const summary = async (query: string) => data(server, 'GET', `/orders/summary?${query}`)

async function listed(filter: string): Promise<Order[]> {
  const { body } = await succeed(server, 'GET', `/orders?limit=100&${filter}`)
  assert.equal(body.pagination.total, body.data.length)
  return body.data
}

/** The summaries are those of the orders in the list. */
async function assertSummed(filter: string, ways: string[][], zone = ZONE): Promise<void> {
  const orders = await listed(filter)
  for (const groupBy of ways) await assertSum(orders, filter, groupBy, zone)
}

async function assertSum(orders: Order[], filter: string, groupBy: string[], zone: string) {
  const query = groupBy.length ? `${filter}&group_by=${groupBy}` : filter
  const { groups, omitted, ...whole } = await summary(query)
  assert.deepEqual(whole, figuresOf(orders.map(({ total_value }) => toCents(total_value))), query)
  const wanted = groupBy.length ? expected(orders, groupBy, zone) : []
  assert.deepEqual(ordered(groups), ordered(wanted), query)
  assert.deepEqual(omitted, { groups: 0, count: 0, sum: 0 }, query)
}

const names = [...Object.keys(kinds), 'status', 'day', 'week', 'month']
const pairs = names.flatMap((a) => names.filter((b) => a !== b).map((b) => [a, b]))

/** Filters of each kind, by records of the data. */
const filters = () => {
  const [first, second] = records.customer as [Reference, Reference]
  const [open, draft] = statuses as [Reference, Reference]
  return [
    '',
    `id_customer=${first.id}`,
    'fk_id_customer=A,B\\, c',
    `status=${open.id}`,
    `status=${open.id},${draft.id}`,
    'fk_id_status=nobody',
    'counts=true',
    'counts=false',
    'counts=false&order_date_from=2026-03-01&order_date_to=2026-03-31',
    'counts=true&order_date_to=2026-03-09T18:29:59.999Z',
    'order_date_from=2026-03-01&order_date_to=2026-03-31',
    'order_date_from=2026-03-01T03:00:00.001Z&order_date_to=2026-03-09T18:29:59.999Z',
    'order_date_from=2026-03-01T02:59:00Z&order_date_to=2026-03-01T02:59:59.999Z',
    'order_date_to=2026-02-28',
    `order_date_from=2026-03-01&status=${open.id}`,
    `order_date_from=2026-03-01&id_customer=${second.id}`,
    'fk_id_user=A&total_from=5',
    `counts=true&id_customer=${second.id}`,
    `counts=true&status=${open.id},${draft.id}`,
    `id_item=${records.product[1]?.id}&delivery_date_to=2030-01-01`,
    'create_date_from=2020-01-01',
    'q=customer+product',
  ]
}

test('any filter, grouped by anything, is what its orders add up to', async () => {
  const ways = [
    [],
    ...names.map((name) => [name]),
    ['status', 'day'],
    ['day', 'status'],
    ['month', 'week'],
  ]
  for (const filter of filters()) await assertSummed(filter, ways)
  await assertSummed('', pairs)
})

test('what is not yet added up counts, too, as does what was changed or deleted', async () => {
  const changes = [
    async () => data(server, 'POST', '/orders', { ...order(3), total: undefined }),
    async () => {
      const { id } = await data(server, 'POST', '/orders', order(7))
      const items = `/orders/${id}/items`
      await succeed(server, 'POST', items, {
        id_item: records.product[0]?.id,
        quantity: 100,
        price: 9,
      })
      await addUp()
      await succeed(server, 'PATCH', `/orders/${id}`, { date: instants[0] })
    },
    async () => {
      const { groups } = await summary('group_by=day')
      const { body } = await succeed(server, 'GET', '/orders?sort=-total_value&limit=2')
      assert.ok(groups.length > 0)
      for (const { id } of body.data) await succeed(server, 'DELETE', `/orders/${id}`)
    },
    async () => {
      const { body } = await succeed(server, 'GET', '/orders?sort=total_value&limit=1')
      await succeed(server, 'PATCH', `/orders/${body.data[0].id}`, {
        id_customer: records.customer[2]?.id,
      })
    },
  ]
  for (const change of changes) {
    const { total, ...body } = { total: 0, ...order(1) }
    assert.equal(total, 0)
    await data(server, 'POST', '/orders', body)
    await change()
    for (let round = 0; round < 2; round++) {
      const ways = [[], ['customer'], ['status'], ['day'], ['status', 'day']]
      for (const filter of filters().slice(0, 15)) await assertSummed(filter, ways)
      await addUp()
    }
  }
})

test('days that begin within an hour, and other zones', async () => {
  for (const zone of ['Asia/Kolkata', 'America/St_Johns', 'Pacific/Auckland', 'UTC']) {
    await succeed(server, 'PATCH', '/account', { time_zone: zone })
    const ways = [['day'], ['week'], ['month'], ['day', 'status']]
    const { id } = await data(server, 'POST', '/orders', order(7))
    // As it was, with a delta that waits, and once days were to be made of it.
    for (let round = 0; round < 2; round++) {
      for (const filter of ['', 'order_date_from=2026-03-01&order_date_to=2026-03-08'])
        await assertSummed(filter, ways, zone)
      await addUp()
    }
    await succeed(server, 'DELETE', `/orders/${id}`)
  }
  await succeed(server, 'PATCH', '/account', { time_zone: ZONE })
})

test('what counts is what its status says at that moment', async () => {
  const [first] = statuses as [Reference]
  const ways = [[], ['status'], ['day'], ['customer']]
  const whole = await summary('')
  for (const counts of [true, false, true, false]) {
    await succeed(server, 'PATCH', `/order-statuses/${first.id}`, { counts })
    const sums = await Promise.all(['true', 'false'].map((one) => summary(`counts=${one}`)))
    const inIt = sums[counts ? 0 : 1].count
    const listedThere = await listed(`counts=${counts}`)
    assert.ok(listedThere.some(({ status }) => status?.id === first.id))
    assert.equal(inIt, listedThere.length)
    assert.equal(sums[0].count + sums[1].count, whole.count)
    assert.equal(toCents(sums[0].sum) + toCents(sums[1].sum), toCents(whole.sum))
    for (const filter of ['counts=true', 'counts=false']) await assertSummed(filter, ways)
  }
})

test('groups are sorted, cut, and what is cut is told', async () => {
  const whole = await summary('group_by=customer,day')
  const days = whole.groups.map(({ day }: Group) => day)
  assert.deepEqual(days, [...days].sort())
  for (const [sort, of] of [
    ['-sum', ({ sum }: Group) => -sum],
    ['count', ({ count }: Group) => count],
    ['-average', ({ average }: Group) => -average],
    ['-max', ({ max }: Group) => -Number(max)],
    ['min', ({ min }: Group) => Number(min)],
    ['-day', ({ day }: Group) => -Date.parse(String(day))],
  ] as const) {
    const { groups, omitted, ...rest } = await summary(`group_by=customer,day&sort=${sort}&limit=3`)
    const all = (await summary(`group_by=customer,day&sort=${sort}`)).groups
    const values = all.map(of)
    assert.deepEqual(
      values,
      [...values].sort((a, b) => a - b),
      sort,
    )
    assert.deepEqual(groups, all.slice(0, 3))
    const left = all.slice(3)
    const sum = left.reduce((n: bigint, one: Group) => n + toCents(one.sum), 0n)
    const count = left.reduce((n: number, one: Group) => n + one.count, 0)
    assert.deepEqual(omitted, { groups: left.length, count, sum: amount(sum) })
    assert.equal(rest.count, whole.count)
  }
  for (const sort of ['-sum', 'max', '-min']) {
    const { groups } = await summary(`group_by=customer&sort=${sort}&limit=1`)
    const all = (await summary(`group_by=customer&sort=${sort}`)).groups
    assert.deepEqual(groups, all.slice(0, 1))
  }
  const byProduct = await summary('group_by=product&sort=-quantity')
  const quantities = byProduct.groups.map(({ quantity }: Group) => quantity)
  assert.deepEqual(
    quantities,
    [...quantities].sort((a, b) => b - a),
  )
})

test('names are those of today, and other accounts have sums of their own', async () => {
  const [first] = records.customer as [Reference]
  await succeed(server, 'PATCH', `/customers/${first.id}`, { name: 'Renamed' })
  const { groups } = await summary('group_by=customer')
  const found = groups.find(({ customer }: { customer: Reference }) => customer.id === first.id)
  assert.deepEqual(found.customer, { id: first.id, name: 'Renamed', fk_id: 'A' })
  const { token } = await server.newAccount('other')
  for (const by of ['', '?group_by=customer', '?group_by=day', '?group_by=product']) {
    const { body } = await server.send('GET', `/orders/summary${by}`, { token })
    const none = { count: 0, sum: 0, average: null, min: null, max: null }
    assert.deepEqual(body.data, { ...none, groups: [], omitted: { groups: 0, count: 0, sum: 0 } })
  }
})

test('what can’t be summed up is refused with all that is wrong', async () => {
  for (const [query, ...faults] of [
    ['group_by=status,day,user', 'group_by max_items'],
    ['group_by=day,day', 'group_by unique_items'],
    ['group_by=hour&limit=0&page=2', 'group_by enum', 'limit minimum', 'page unknown_parameter'],
    ['group_by=day&sort=quantity', 'sort sort'],
    ['sort=day', 'sort sort'],
    ['order_date_from=2026-02-01&order_date_to=2026-01-01', 'order_date_from empty_range'],
    ['limit=25001', 'limit maximum'],
    ['counts=yes', 'counts type'],
  ] as [string, ...string[]][]) {
    const answer = await server.send('GET', `/orders/summary?${query}`)
    assert.deepEqual(problemOf(answer), [400, 'invalid_parameter', faults], query)
  }
})
