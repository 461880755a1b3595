import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { readSort } from '../../src/base/values/sort.ts'
import { type Condition, listAfter, listPage } from '../../src/database/list.ts'
import { sparseListOf } from '../../src/http/lists/sparse-fields.ts'
import { rollupCount } from '../../src/orders/reads/counts.ts'
import { orderConditions } from '../../src/orders/reads/filters/filters.ts'
import { searchOrders } from '../../src/orders/reads/filters/search-sql.ts'
import { orders } from '../../src/orders/reads/list.ts'
import { shortcutsOf } from '../../src/orders/reads/shortcuts.ts'
import { type GroupingName, groupingOf } from '../../src/orders/reads/summary/groupings.ts'
import { defaultSortOf, sortableOf, summarize } from '../../src/orders/reads/summary/summary-sql.ts'
import { checkFields } from '../../src/records/custom-fields/job.ts'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { rowsFound, rowsRead, type Sent, scansOf } from '../support/plans.ts'
import { customCases, customOf } from '../support/records/custom-lists.ts'

// The cost of a list must not grow with what it does not show: every plan goes through an index,
// and what is skipped or counted is never read from the table itself.

const ORDERS = 8_000
const LIMIT = 25

let server: Server
let big: number
let small: number
let status: number
/** Ids by the filter that takes them: of what a third of the orders has, and of what a few old ones have. */
let common: Record<string, number>
let rare: Record<string, number>
let products: { common: number; rare: number }
before(async () => {
  server = await startServer({}, false)
  const create = async (name: string) => (await data(server, 'POST', '/customers', { name })).id
  ;[big, small] = [await create('Big'), await create('Small')]
  common = await oneOfEach('Common')
  rare = await oneOfEach('Rare')
  const product = async (name: string) => (await data(server, 'POST', '/products', { name })).id
  products = { common: await product('Common'), rare: await product('Rare') }
  const { account_id, pool } = server
  // Dates go with ids, as they do; one customer has nearly all, the other one old orders only.
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into orders (account_id, fk_id, date, id_customer, id_order_status, total_value, created_at, updated_at,
                        delivery_date, custom_fields, operation_payable, ${Object.keys(common)})
    select ${account_id}, 'E' || g, d, case when g % 100 = 0 and g < 4000 then ${small} else ${big} end, s.id, g % 997, d, d,
           case when g % 7 > 0 then d + g % 11 * interval '1 day' end,
           jsonb_build_object('rota', case when g % 3 = 0 then '1' else (g % 997)::text end, 'entrega', to_char(d, 'YYYY-MM-DD')),
           case when (g % 100 = 0 and g < 4000) or g % 3 = 0 then true end,
           ${Object.entries(common).map(([name, id]) => `case when g % 100 = 0 and g < 4000 then ${rare[name]} when g % 3 = 0 then ${id} end`)}
      from generate_series(1, ${ORDERS}) g
      cross join lateral (select timestamptz '2024-01-01' + g * interval '1 hour' as d) x
      join order_statuses s on s.account_id = ${account_id}
       and s.name = case when g % 50 = 0 then 'Open' else 'Delivered' end;
    insert into order_items (account_id, id_order, id_item, quantity, price, total_item, vlr_desc, perc_desc, unit_liq,
                             total_liq, base_icms_st, icms_st, vlr_icms_st, base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms)
    select account_id, id, case when id % 100 = 0 and id < 4000 then ${products.rare} else ${products.common} end,
           1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from orders where account_id = ${account_id} and id % 5 = 0;
    insert into order_documents (account_id, id_order, names_epoch, updated_at, document, shape)
    select o.account_id, o.id, a.names_epoch, o.updated_at, '{}', order_shape() from orders o join accounts a using (account_id);
    select recount_orders();
    commit`)
  for (const [key, type] of Object.entries({ rota: 'integer', entrega: 'date' })) {
    const body = { resource: 'orders', key, type, filterable: true }
    await data(server, 'POST', '/custom-fields', body)
  }
  await checkFields(server.db, account_id, new AbortController().signal)
  // Of two fields that are all there are, PostgreSQL would rather read both.
  await pool.query(`
    insert into custom_values select 999, g % 20, g, g % 997, '', false from generate_series(1, 100000) g`)
  await vacuumWhole(pool)
  const found = await pool.query<{ id: number }>(
    `select id from order_statuses where account_id = ${account_id} and name = 'Open'`,
  )
  status = found.rows[0]?.id ?? 0
})
after(() => server.close())

/** Where there is a record for each of these filters. */
const references = {
  id_user: '/users',
  id_branch_company: '/branch-companies',
  id_category: '/categories',
  id_operation: '/operations',
  id_payment_type: '/payment-types',
  id_payment_method: '/payment-methods',
  id_reason: '/reasons',
  id_freight_type: '/freight-types',
  id_shipping_company: '/shipping-companies',
  id_opportunity: '/opportunities',
  id_quotation: '/quotations',
}

/** A record of each kind, by the filter that takes its id. */
async function oneOfEach(name: string): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [filter, path] of Object.entries(references)) {
    ids[filter] = (await data(server, 'POST', path, { name, fk_id: name })).id
  }
  return ids
}

/** Vacuums until every row is known to be visible: what others do just now may hold that up. */
async function vacuumWhole(pool: Server['pool']): Promise<void> {
  for (;;) {
    await pool.query('vacuum (analyze)')
    const { rows } = await pool.query<{ whole: boolean }>(
      `select bool_and(relallvisible = relpages) as whole from pg_class where relname in ('orders', 'order_documents')`,
    )
    if (rows[0]?.whole) return
  }
}

interface Asked {
  filters?: Record<string, string>
  /** The list of what a search found; the search comes before. */
  q?: string
  sort?: string
  offset?: number
  /** Only these properties of each order. */
  fields?: string
  /** Cursor mode, after these values. */
  after?: string[] | null
}

/** A database that notes what is sent to it. */
function noting(): { db: Kysely<unknown>; sent: Sent[] } {
  const sent: Sent[] = []
  const dialect = new PostgresDialect({ pool: server.pool })
  const db = new Kysely<unknown>({ dialect, log: ({ query }) => void sent.push(query) })
  return { db, sent }
}

function conditionsOf(filters: Record<string, string>): Condition[] {
  const { account_id } = server
  const meanings = orderConditions(account_id, 'UTC')
  const chosen = Object.entries(filters).flatMap(([name, value]) => meanings[name]?.(value) ?? [])
  return [sql`r.account_id = ${account_id}`, ...chosen]
}

/** The statement that the list sends, with its parameters. */
async function statementOf(asked: Asked): Promise<Sent> {
  const { filters = {}, q, sort = '-id', offset = 0, after } = asked
  const { db, sent } = noting()
  const { account_id } = server
  const custom = await customOf(db, account_id, filters, sort)
  const conditions = [...conditionsOf(filters), ...custom.conditions]
  if (q) conditions.push(await searchOrders(db, account_id, q, conditions))
  sent.length = 0
  const { source } = sparseListOf(custom.source, asked.fields)
  const { named = {} } = source
  const known = [...Object.keys(orders.sortable), ...Object.keys(named)]
  const fields = readSort(sort, known).fields.map((one) => ({
    ...one,
    field: named[one.field] ?? one.field,
  }))
  const total = q ? undefined : (custom.total ?? rollupCount(account_id, filters, 'UTC'))
  const shortcuts = q ? {} : shortcutsOf(account_id, filters, 'UTC')
  if (after === undefined)
    await listPage(db, source, account_id, conditions, fields, {
      limit: LIMIT,
      offset,
      total,
      shortcuts,
    })
  else
    await listAfter(db, source, account_id, conditions, fields, { limit: LIMIT, after, shortcuts })
  assert.equal(sent.length, 1)
  return sent[0] as Sent
}

/** The same of a summary. */
async function sumOf(names: GroupingName[], filters: Record<string, string>, limit: number) {
  const { db, sent } = noting()
  const groupings = names.map(groupingOf)
  const { fields } = readSort(defaultSortOf(groupings), sortableOf(groupings))
  const sort = fields.filter(({ field }) => field !== 'id')
  const { account_id } = server
  const custom = await customOf(db, account_id, filters, 'id')
  const conditions = [...conditionsOf(filters), ...custom.conditions]
  sent.length = 0
  const asked = { account_id, zone: 'UTC', groupings, filters, isNarrowed: false, conditions }
  await summarize(db, { ...asked, sort, limit })
  assert.equal(sent.length, 1)
  return sent[0] as Sent
}

type Plan = 'custom' | 'generic'

const scansIn = (sent: Sent, plan: Plan, asked: string, tables?: string[]) =>
  scansOf(server.pool, sent, plan, asked, tables)

/** Its first orders come out of the lines. */
const isProduct = ({ filters = {} }: Asked) => 'id_item' in filters || 'fk_id_item' in filters

const sorts = Object.keys(orders.sortable).flatMap((field) => [field, `-${field}`])
const plans = ['custom', 'generic'] as const
const days = { order_date_from: '2024-02-01', order_date_to: '2024-03-01' }

const cases: Record<string, () => Asked[]> = {
  'any page in any order': () =>
    sorts.flatMap((sort) => [0, LIMIT, 6_000].map((offset) => ({ sort, offset }))),
  'a few properties': () =>
    ['id', 'id,fk_id,status,total_value', 'id,customer,user,address'].flatMap((fields) => [
      ...sorts.map((sort) => ({ sort, fields })),
      { fields, offset: 6_000 },
      { fields, filters: { id_customer: `${small}` } },
      { fields, filters: days, sort: 'date' },
      { fields, after: ['4000'] },
    ]),
  'one customer or status': () =>
    ['-id', 'id', '-date', 'date'].flatMap((sort) => [
      ...[big, small].map((id) => ({ sort, filters: { id_customer: `${id}` } })),
      { sort, filters: { id_order_status: `${status}` } },
    ]),
  'several customers or statuses': () =>
    ['-id', 'date'].flatMap((sort) => [
      { sort, filters: { id_customer: `${big},${small}` } },
      { sort, filters: { status: `${status},${status + 1}` } },
      { sort, filters: { fk_id_status: 'open,draft' } },
      { sort, filters: { counts: 'true' } },
      { sort, filters: { fk_id_status: 'open' } },
    ]),
  'one or several records of each kind': () =>
    Object.keys(references).flatMap((filter) =>
      ['-id', 'id'].flatMap((sort) => [
        { sort, filters: { [filter]: `${common[filter]}` } },
        { sort, filters: { [filter]: `${rare[filter]}` } },
        { sort, filters: { [filter]: `${common[filter]},${rare[filter]}` } },
        { sort, filters: { [`fk_${filter}`]: 'Rare' } },
        { sort, filters: { [`fk_${filter}`]: 'Common,Rare,Nobody' } },
      ]),
    ),
  'one or several products': () =>
    ['-id', 'id'].flatMap((sort) => [
      { sort, filters: { id_item: `${products.common}` } },
      { sort, filters: { id_item: `${products.rare}` } },
      { sort, filters: { id_item: `${products.common},${products.rare}` } },
      { sort, filters: { fk_id_item: 'Nobody' } },
    ]),
  'totals and delivery dates': () => [
    { sort: '-total_value', filters: { total_from: '900' } },
    { sort: 'total_value', filters: { total_from: '100', total_to: '200' } },
    { sort: '-delivery_date', filters: { delivery_date_to: '2024-03-01' } },
    { filters: { delivery_date_from: '2024-02-01', delivery_date_to: '2024-02-03' } },
  ],
  'custom fields': () => customCases({ id_customer: `${small}` }, days),
  'what a search found': () =>
    ['-id', 'id'].flatMap((sort) => [
      { sort, q: 'big' },
      { sort, q: 'small' },
      { sort, q: 'E500' },
      { sort, q: 'small rare', filters: { id_customer: `${small}` } },
    ]),
  'an fk_id': () => [{ filters: { fk_id: 'E500' } }],
  'dates in the past': () => [
    ...['-id', 'date', '-date'].map((sort) => ({ sort, filters: days })),
    { filters: { ...days, id_customer: `${small}` } },
    { filters: { ...days, id_order_status: `${status}` }, sort: 'date' },
    ...['-id', 'id'].flatMap((sort) => [
      { sort, filters: days, after: ['700'] },
      { sort, filters: { order_date_from: '2024-02-01' }, offset: 2_000 },
      { sort, filters: { order_date_from: '2024-02-01T05:30:00Z' }, after: null },
    ]),
    { filters: { create_date_to: '2024-02-01' } },
    { filters: { create_date_from: '2024-02-01', create_date_to: '2024-03-01' }, sort: '-id' },
  ],
  'what changed last': () =>
    ['-id', 'updated_at'].map((sort) => ({
      sort,
      filters: { update_date_from: '2024-11-28' },
    })),
  'a cursor at the start and in the middle': () => [
    ...['-id', 'id'].flatMap((sort) => [
      { sort, after: null },
      { sort, after: ['4000'] },
      { sort, after: ['4000'], filters: { id_customer: `${big}` } },
      { sort, after: ['4000'], filters: days },
    ]),
    ...['-date', 'created_at'].flatMap((sort) => [
      { sort, after: null },
      { sort, after: ['2024-06-01T00:00:00.000Z', '4000'] },
    ]),
    ...['delivery_date', '-delivery_date'].flatMap((sort) => [
      { sort, after: ['2024-06-01T00:00:00.000Z', '4000'] },
      { sort, after: ['infinity', '4000'] },
    ]),
    { sort: '-total_value', after: ['500', '4000'] },
  ],
}

for (const [name, asked] of Object.entries(cases)) {
  test(`nothing that is not shown is read from the table: ${name}`, async () => {
    for (const one of asked()) {
      for (const plan of ['custom', 'generic'] as const) {
        const sent = await statementOf(one)
        const found = await scansIn(sent, plan, JSON.stringify(one))
        // Where nothing but the time of the last change is asked for, documents alone are read.
        const beside = ['order_documents']
        const scans = found.length > 0 ? found : await scansIn(sent, plan, sent.sql, beside)
        assert.ok(scans.length > 0 || isProduct(one))
        assert.ok(rowsRead(scans) <= LIMIT + 1, `${plan}: ${JSON.stringify(one)}`)
      }
    }
  })
}

test('the first orders of a month by id, and those of a product, are found among few', async () => {
  for (const asked of ['-id', 'id'].flatMap((sort): Asked[] => [
    { sort, filters: days },
    { sort, filters: days, after: ['1000'] },
    { sort, filters: { create_date_from: '2024-02-01', create_date_to: '2024-03-01' } },
    { sort, filters: { id_item: `${products.common}` }, after: null },
    { sort, filters: { id_item: `${products.common},${products.rare}` }, after: ['2000'] },
  ])) {
    for (const plan of plans) {
      const sent = await statementOf(asked)
      const scans = await scansIn(sent, plan, JSON.stringify(asked), ['orders', 'order_items'])
      const found = scans.reduce((sum, scan) => sum + rowsFound(scan), 0)
      // An hour has one order: those of the page, and as many to learn how far it reaches.
      assert.ok(found <= 2 * (LIMIT + 2), `${plan}: ${JSON.stringify(asked)} looks at ${found}`)
    }
  }
})

test('the total of whole days counts no order', async () => {
  const created = { create_date_from: '2024-02-01', create_date_to: '2024-03-01' }
  const ends = [...Object.entries(days), ...Object.entries(created)]
  for (const filters of [days, created, ...ends.map(([name, value]) => ({ [name]: value }))]) {
    const sort = Object.keys(filters)[0]?.startsWith('order') ? '-date' : '-created_at'
    for (const plan of ['custom', 'generic'] as const) {
      const scans = await scansIn(
        await statementOf({ filters, sort }),
        plan,
        JSON.stringify(filters),
      )
      const found = scans.reduce((sum, scan) => sum + rowsFound(scan), 0)
      assert.equal(found, LIMIT, `${plan}: ${JSON.stringify(filters)}`)
    }
  }
})

test('sums that are kept look at no order but the least and the most of what is shown', async () => {
  await server.pool.query(`select refresh_day_rollups(${server.account_id}, '{}')`)
  const whole = { order_date_from: '2024-02-01', order_date_to: '2024-03-01' }
  for (const [names, filters, looks] of [
    [[], {}, 2],
    [['status'], {}, 2 + 2 * 2],
    [['customer'], {}, 2 + 2 * 2],
    [[], { id_customer: `${big}` }, 2],
    [['status'], { status: `${status},${status + 1}` }, 2],
    [['day'], {}, 0],
    [['week'], {}, 0],
    [['month'], {}, 0],
    [[], whole, 0],
    [['day'], whole, 0],
    [['month', 'day'], { order_date_from: '2024-02-01T05:00:00Z' }, 0],
    [['status', 'month'], {}, 0],
    [['status'], whole, 0],
    [['day'], { ...whole, status: `${status}` }, 0],
    // The hour in which it begins has one order.
    [['day'], { order_date_from: '2024-02-01T05:30:00Z' }, 1],
  ] as [GroupingName[], Record<string, string>, number][]) {
    for (const plan of plans) {
      const asked = JSON.stringify([names, filters])
      const scans = await scansIn(await sumOf(names, filters, 100), plan, asked)
      const found = scans.reduce((sum, scan) => sum + rowsFound(scan), 0)
      assert.ok(found <= looks, `${plan}: ${asked} looks at ${found} orders`)
    }
  }
})

test('all other sums find their orders by an index', async () => {
  const few = { order_date_from: '2024-02-01', order_date_to: '2024-02-03' }
  for (const [names, filters] of [
    [['customer'], few],
    [['user', 'branch_company'], few],
    [['product'], few],
    [['product', 'day'], { id_item: `${products.rare}` }],
    [['month'], { id_customer: `${small}` }],
    [[], { id_payment_type: `${rare['id_payment_type']}` }],
    [['category'], { fk_id_user: 'Rare' }],
    [['customer'], { total_from: '996' }],
    [['status'], { 'custom.rota': '44' }],
    [['customer'], { 'custom.entrega_from': '2024-02-01', 'custom.entrega_to': '2024-02-03' }],
  ] as [GroupingName[], Record<string, string>][]) {
    // By the values asked for: without them nobody knows how common they are.
    await scansIn(await sumOf(names, filters, 100), 'custom', JSON.stringify([names, filters]))
  }
})
