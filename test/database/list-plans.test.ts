import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { readSort } from '../../src/base/values/sort.ts'
import { listAfter, listPage } from '../../src/database/list.ts'
import { keptCount } from '../../src/orders/reads/counts.ts'
import { orderConditions, orders } from '../../src/orders/reads/list.ts'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'

// The cost of a list must not grow with what it does not show: every plan goes through an index,
// and what is skipped or counted is never read from the table itself.

const ORDERS = 8_000
const LIMIT = 25

let server: Server
let big: number
let small: number
let status: number
before(async () => {
  server = await startServer({}, false)
  const create = async (name: string) => (await data(server, 'POST', '/customers', { name })).id
  ;[big, small] = [await create('Big'), await create('Small')]
  const { account_id, pool } = server
  // Dates go with ids, as they do; one customer has nearly all, the other one old orders only.
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into orders (account_id, fk_id, date, id_customer, id_order_status, total_value, created_at, updated_at)
    select ${account_id}, 'E' || g, d, case when g % 100 = 0 and g < 4000 then ${small} else ${big} end, s.id, 0, d, d
      from generate_series(1, ${ORDERS}) g
      cross join lateral (select timestamptz '2024-01-01' + g * interval '1 hour' as d) x
      join order_statuses s on s.account_id = ${account_id}
       and s.name = case when g % 50 = 0 then 'Open' else 'Delivered' end;
    insert into order_documents (account_id, id_order, names_epoch, document)
    select account_id, id, a.names_epoch, '{}' from orders join accounts a using (account_id);
    select recount_orders();
    commit`)
  await vacuumWhole(pool)
  const found = await pool.query<{ id: number }>(
    `select id from order_statuses where account_id = ${account_id} and name = 'Open'`,
  )
  status = found.rows[0]?.id ?? 0
})
after(() => server.close())

/** Vacuums until every row is known to be visible: what others do just now may hold that up. */
async function vacuumWhole(pool: Server['pool']): Promise<void> {
  for (;;) {
    await pool.query('vacuum (analyze)')
    const { rows } = await pool.query<{ whole: boolean }>(
      `select relallvisible = relpages as whole from pg_class where oid = 'orders'::regclass`,
    )
    if (rows[0]?.whole) return
  }
}

interface Asked {
  filters?: Record<string, string>
  sort?: string
  offset?: number
  /** Cursor mode, after these values. */
  after?: string[] | null
}

/** The statement that the list sends, with its parameters. */
async function statementOf({ filters = {}, sort = '-id', offset = 0, after }: Asked) {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: server.pool }),
    log: ({ query }) => {
      sent.push(query)
    },
  })
  const { account_id } = server
  const meanings = orderConditions('UTC')
  const chosen = Object.entries(filters).flatMap(([name, value]) => meanings[name]?.(value) ?? [])
  const conditions = [sql`r.account_id = ${account_id}`, ...chosen]
  const { fields } = readSort(sort, Object.keys(orders.sortable))
  const total = keptCount(account_id, filters, 'UTC')
  if (after === undefined)
    await listPage(db, orders, account_id, conditions, fields, { limit: LIMIT, offset, total })
  else await listAfter(db, orders, account_id, conditions, fields, { limit: LIMIT, after })
  assert.equal(sent.length, 1)
  return sent[0] as (typeof sent)[number]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Heap Fetches'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** What the statement does to find rows of `orders`, by the plan that is forced. */
async function scansOf(asked: Asked, plan: 'custom' | 'generic'): Promise<PlanNode[]> {
  const { sql: text, parameters } = await statementOf(asked)
  const values = parameters.map((value) => (typeof value === 'number' ? value : `'${value}'`))
  const client = await server.pool.connect()
  try {
    await client.query(`begin; set local plan_cache_mode = force_${plan}_plan`)
    await client.query(`prepare asked as ${text}`)
    const { rows } = await client.query(
      `explain (analyze, format json) execute asked(${values.join(', ')})`,
    )
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode)
    const scans = nodes.filter((node) => node['Relation Name'] === 'orders')
    assert.ok(scans.length > 0)
    const whole = scans.filter((node) => node['Node Type'] === 'Seq Scan')
    assert.deepEqual(whole, [], `${plan} plan of ${JSON.stringify(asked)}`)
    return scans
  } finally {
    await client.query('rollback; deallocate all')
    client.release()
  }
}

const rowsFound = (scan: PlanNode) =>
  (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']

/** Rows that were read from the table itself. */
const rowsRead = (scans: PlanNode[]) =>
  scans.reduce((sum, scan) => sum + (scan['Heap Fetches'] ?? rowsFound(scan)), 0)

const sorts = ['id', 'created_at', 'updated_at', 'date', 'id_customer'].flatMap((field) => [
  field,
  `-${field}`,
])
const days = { order_date_from: '2024-02-01', order_date_to: '2024-03-01' }

const cases: Record<string, () => Asked[]> = {
  'any page in any order': () =>
    sorts.flatMap((sort) => [0, LIMIT, 6_000].map((offset) => ({ sort, offset }))),
  'one customer or status': () =>
    ['-id', 'id', '-date', 'date'].flatMap((sort) => [
      ...[big, small].map((id) => ({ sort, filters: { id_customer: `${id}` } })),
      { sort, filters: { id_order_status: `${status}` } },
    ]),
  'an fk_id': () => [{ filters: { fk_id: 'E500' } }],
  'dates in the past': () => [
    ...['-id', 'date', '-date'].map((sort) => ({ sort, filters: days })),
    { filters: { ...days, id_customer: `${small}` } },
    { filters: { ...days, id_order_status: `${status}` }, sort: 'date' },
    { filters: { create_date_to: '2024-02-01' } },
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
  ],
}

for (const [name, asked] of Object.entries(cases)) {
  test(`nothing that is not shown is read from the table: ${name}`, async () => {
    for (const one of asked()) {
      for (const plan of ['custom', 'generic'] as const) {
        const scans = await scansOf(one, plan)
        assert.ok(rowsRead(scans) <= LIMIT + 1, `${plan}: ${JSON.stringify(one)}`)
      }
    }
  })
}

test('the total of whole days counts no order', async () => {
  const ends = Object.entries(days)
  for (const filters of [days, ...ends.map(([name, value]) => ({ [name]: value }))]) {
    for (const plan of ['custom', 'generic'] as const) {
      const scans = await scansOf({ filters, sort: '-date' }, plan)
      const found = scans.reduce((sum, scan) => sum + rowsFound(scan), 0)
      assert.equal(found, LIMIT, `${plan}: ${JSON.stringify(filters)}`)
    }
  }
})
