import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { readSort } from '../../src/base/values/sort.ts'
import { type Condition, listPage } from '../../src/database/list.ts'
import { definitions, type RecordDefinition } from '../../src/records/definitions.ts'
import { listSourceOf } from '../../src/records/json.ts'
import { recordFilters, searchFilterOf } from '../../src/records/lists/record-list.ts'
import { type Server, startServer } from '../harness.ts'
import { rowsFound, type Sent, scansOf } from '../support/plans.ts'

// What `q` and `document` find of customers and products is found by an index.

const LIMIT = 25

let server: Server
before(async () => {
  server = await startServer({}, false)
  const { account_id, pool } = server
  await pool.query(`
    insert into customers (account_id, name, trade_name, fk_id, document, phone)
    select ${account_id}, 'Mercado ' || g, 'Quitanda ' || g, 'K' || g, lpad(g::text, 14, '0'), '(11) 9' || 40000000 + g from generate_series(1, 6000) g;
    insert into products (account_id, name, fk_id)
    select ${account_id}, 'Produto ' || g, 'P' || g from generate_series(1, 6000) g`)
  for (const table of ['customers', 'products']) await pool.query(`vacuum (analyze) ${table}`)
})
after(() => server.close())

/** The statement that a list of records sends. */
async function recordsOf(path: string, filter: Condition, sort: string): Promise<Sent> {
  const sent: Sent[] = []
  const dialect = new PostgresDialect({ pool: server.pool })
  const db = new Kysely<unknown>({ dialect, log: ({ query }) => void sent.push(query) })
  const { account_id } = server
  const definition = definitions.find((one) => one.path === path) as RecordDefinition
  const source = listSourceOf(definition)
  const { fields } = readSort(sort, Object.keys(source.sortable))
  const conditions = [sql`r.account_id = ${account_id}`, filter]
  await listPage(db, source, account_id, conditions, fields, { limit: LIMIT, offset: 0 })
  return sent[0] as Sent
}

const { document } = recordFilters
const [customers, products] = ['/customers', '/products'].map((path) =>
  searchFilterOf(definitions.find((one) => one.path === path) as RecordDefinition),
) as [(words: string) => Condition, (words: string) => Condition]
const CNPJ = '00.000.000/0041-09'

test('customers and products are found by a word or a document among few', async () => {
  for (const [path, filter, byAnyPlan] of [
    ['/customers', customers('4109'), false],
    ['/customers', customers('mercado k4109'), false],
    ['/customers', customers('zzz'), false],
    ['/customers', customers('quitanda 4109'), false],
    ['/customers', customers('(11) 94000-4109'), false],
    ['/customers', customers('4000-4109'), false],
    ['/customers', document(CNPJ), true],
    ['/products', products('P4109'), false],
    ['/products', products('produto 4109'), false],
  ] as const) {
    for (const sort of ['id', '-id', 'name']) {
      for (const plan of byAnyPlan ? (['custom', 'generic'] as const) : (['custom'] as const)) {
        const asked = `${path} by ${sort}`
        const sent = await recordsOf(path, filter, sort)
        const scans = await scansOf(server.pool, sent, plan, asked, [path.slice(1)])
        const found = scans.reduce((sum, scan) => sum + rowsFound(scan), 0)
        assert.ok(found <= LIMIT, `${plan}: ${asked} looks at ${found}`)
      }
    }
  }
})

test('a list by a word is planned for that word, however often others were asked for', async () => {
  const sent = await Promise.all(
    [customers('mercado'), document(CNPJ)].map((filter) => recordsOf('/customers', filter, 'id')),
  )
  const client = await server.pool.connect()
  try {
    const kept: number[] = []
    for (const { sql: text, parameters } of sent) {
      for (let times = 0; times < 7; times++) await client.query(text, [...parameters])
      const { rows } = await client.query<{ kept: number }>(
        'select count(*) as kept from pg_prepared_statements where statement = $1',
        [text],
      )
      kept.push(rows[0]?.kept ?? NaN)
    }
    assert.deepEqual(kept, [0, 1])
  } finally {
    client.release()
  }
})
