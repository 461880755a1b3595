import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readSort } from '../../src/base/values/sort.ts'
import { addUpCounts } from '../../src/orders/reads/counts.ts'
import { orderConditions } from '../../src/orders/reads/filters/filters.ts'
import { type GroupingName, groupingOf, isTime } from '../../src/orders/reads/summary/groupings.ts'
import { defaultSortOf, sortableOf, summarize } from '../../src/orders/reads/summary/summary-sql.ts'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'

// Whoever writes meanwhile, a summary is what plain SQL says in the same snapshot.

const ZONE = 'America/Sao_Paulo'

interface Group {
  count: number
  sum: number
  min: number
  max: number
  [by: string]: unknown
}

let server: Server
let customers: number[]
let statuses: number[]
let product: number
before(async () => {
  server = await startServer()
  await succeed(server, 'PATCH', '/account', { time_zone: ZONE })
  const create = async (path: string, name: string) =>
    (await data(server, 'POST', path, { name })).id
  customers = [
    await create('/customers', 'A'),
    await create('/customers', 'B'),
    await create('/customers', 'C'),
  ]
  product = await create('/products', 'Café')
  const { body } = await succeed(server, 'GET', '/order-statuses?limit=100')
  const open = body.data.filter(({ locked }: { locked: boolean }) => !locked)
  statuses = open.map(({ id }: { id: number }) => id)
})
after(() => server.close())

const never = new AbortController().signal
const addUp = () => addUpCounts(server.db, server.account_id, never)
const pick = <T>(from: T[], n: number) => from[n % from.length] as T

const instants = [
  '2026-03-01T02:59:59.999Z',
  '2026-03-01T03:00:00.000Z',
  '2026-03-01T03:00:00.001Z',
  '2026-03-02T12:34:56.789Z',
  '2026-03-09T02:30:00.000Z',
]

/** The nth order. */
const order = (n: number) => ({
  id_customer: pick(customers, n),
  id_order_status: pick(statuses, Math.floor(n / 3)),
  date: pick(instants, n),
  items: [{ id_item: product, quantity: 1 + (n % 7), price: 1.25 }].slice(0, n % 3),
})

const ordered = (groups: object[]) => groups.map((group) => JSON.stringify(group)).sort()

/** Plain SQL for what a summary says. */
async function assertAsCounted(db: Server['db'], names: GroupingName[], from?: string) {
  const { account_id } = server
  const groupings = names.map(groupingOf)
  const filters: Record<string, string> = from ? { order_date_from: from } : {}
  const meanings = orderConditions(account_id, ZONE)
  const conditions = Object.entries(filters).flatMap(([name, text]) => meanings[name]?.(text) ?? [])
  const asked = {
    account_id,
    zone: ZONE,
    groupings,
    filters,
    isNarrowed: false,
    conditions: [sql`r.account_id = ${account_id}`, ...conditions],
    limit: 25_000,
  }
  const { fields } = readSort(defaultSortOf(groupings), sortableOf(groupings))
  const sort = fields.filter(({ field }) => field !== 'id')
  const document = JSON.parse(await summarize(db, { ...asked, sort }))
  const keys = groupings.map((one) =>
    isTime(one)
      ? sql`to_char(date_trunc(${sql.lit(one.name)}, date at time zone ${sql.lit(ZONE)}), 'YYYY-MM-DD')`
      : sql.ref(one.column),
  )
  const { rows } = await sql<{ key: unknown[]; figures: number[] }>`
    select json_build_array(${sql.join([...keys, sql`null`])}) as key,
           json_build_array(count(*), coalesce(sum(total_value), 0)::float8, min(total_value)::float8, max(total_value)::float8) as figures
      from orders where account_id = ${account_id} and date >= ${from ?? '-infinity'}::timestamptz
     group by ${sql.join([...keys, sql`()`])}`.execute(db)
  const said = document.groups.map((group: Group) => ({
    key: [
      ...groupings.map(({ name }) => (group[name] as { id: number } | null)?.id ?? group[name]),
      null,
    ],
    figures: [group.count, group.sum, group.min, group.max],
  }))
  if (names.length > 0) assert.deepEqual(ordered(said), ordered(rows), `${names} ${from}`)
  else
    assert.deepEqual([document.count, document.sum, document.min, document.max], rows[0]?.figures)
}

test('the sums are those of plain SQL in the same snapshot while eight write and two add up', async () => {
  let writing = true
  const seen = { read: 0, added: 0 }
  const write = async (writer: number) => {
    const own: number[] = []
    for (let i = writer; i < writer + 18; i++) {
      const body = order(i)
      const path = `/orders/${own[i % own.length]}`
      if (own.length < 2 || i % 4 === 0) own.push((await data(server, 'POST', '/orders', body)).id)
      else if (i % 4 === 1) {
        const { date, id_customer } = body
        await succeed(server, 'PATCH', path, { date, id_customer })
      } else if (i % 4 === 2) {
        const item = { id_item: product, quantity: i, price: 0.01 * i }
        await succeed(server, 'POST', `${path}/items`, item)
      } else await succeed(server, 'DELETE', `/orders/${own.splice(i % own.length, 1)[0]}`)
    }
  }
  const asked: [GroupingName[], string?][] = [
    [[]],
    [['customer']],
    [['status']],
    [['day']],
    [['month', 'status'], '2026-03-01T03:00:00.001Z'],
    [[], '2026-03-02'],
    [['customer', 'week']],
  ]
  const read = async () => {
    while (writing) {
      const snapshot = server.db.transaction().setIsolationLevel('repeatable read')
      await snapshot.execute(async (tx) => {
        for (const one of asked) await assertAsCounted(tx, ...one)
      })
      seen.read++
    }
  }
  const add = async () => {
    while (writing) {
      await addUp()
      seen.added++
    }
  }
  const beside = [read(), add(), add()]
  try {
    await Promise.all(Array.from({ length: 8 }, (_, i) => write(i)))
  } finally {
    writing = false
    await Promise.all(beside)
  }
  assert.ok(seen.read > 0 && seen.added > 0)
  await addUp()
  for (const one of asked) await assertAsCounted(server.db, ...one)
})
