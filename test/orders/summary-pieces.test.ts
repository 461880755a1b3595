import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { readSort } from '../../src/base/values/sort.ts'
import type { Reader } from '../../src/database/database.ts'
import { orderConditions } from '../../src/orders/reads/filters/filters.ts'
import { type GroupingName, groupingOf } from '../../src/orders/reads/summary/groupings.ts'
import { summarizeInPieces } from '../../src/orders/reads/summary/pieces-sql.ts'
import { defaultSortOf, sortableOf, summarize } from '../../src/orders/reads/summary/summary-sql.ts'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'

// Sums of orders that are read in pieces are those of one statement.

const ORDERS = 30
const AT_ONCE = 7
/** Before the first piece: the last event, and the ids. */
const FIRST = 2

let server: Server
let ids: number[]
before(async () => {
  server = await startServer()
  const create = async (path: string, body: object): Promise<number> =>
    (await data(server, 'POST', path, body)).id
  const customers = await Promise.all(
    ['A', 'B', 'C'].map((name) => create('/customers', { name, fk_id: name })),
  )
  const users = await Promise.all(['Ana', 'Bia'].map((name) => create('/users', { name })))
  const products = await Promise.all(
    ['Café', 'Chá', 'Mate'].map((name) => create('/products', { name })),
  )
  ids = []
  for (let n = 0; n < ORDERS; n++) {
    const items = products
      .slice(0, n % 4)
      .map((id_item, i) => ({ id_item, quantity: 1 + (n % 5), price: (10 + 100 * n + i) / 100 }))
    const id_user = n % 3 ? users[n % 2] : null
    const date = `2026-03-${String(1 + (n % 9)).padStart(2, '0')}T02:30:00Z`
    ids.push(await create('/orders', { id_customer: customers[n % 3], id_user, date, items }))
  }
})
after(() => server.close())

function asked(names: GroupingName[], filters: Record<string, string> = {}) {
  const { account_id } = server
  const groupings = names.map(groupingOf)
  const meanings = orderConditions(account_id, 'America/Sao_Paulo')
  const chosen = Object.entries(filters).flatMap(([name, text]) => meanings[name]?.(text) ?? [])
  const { fields } = readSort(defaultSortOf(groupings), sortableOf(groupings))
  return {
    account_id,
    zone: 'America/Sao_Paulo',
    groupings,
    filters,
    // Read from orders, whatever is kept.
    isNarrowed: true,
    conditions: [sql`r.account_id = ${account_id}`, ...chosen],
    sort: fields.filter(({ field }) => field !== 'id'),
    limit: 2,
  }
}

test('they come to the same, whatever they are grouped by', async () => {
  const groupings: GroupingName[][] = [
    ...[[], ['user'], ['product'], ['day'], ['customer', 'month'], ['product', 'week']],
    ...[
      ['product', 'user'],
      ['status', 'product'],
    ],
  ] as GroupingName[][]
  const filters = [
    {},
    { total_from: '20' },
    { order_date_from: '2026-03-05' },
    { total_from: '1e9' },
  ]
  for (const names of groupings) {
    for (const filter of filters as Record<string, string>[]) {
      const query = asked(names, filter)
      const text = `${names} ${JSON.stringify(filter)}`
      const expected = await summarize(server.db, query)
      assert.equal(await summarizeInPieces(server.db, query, AT_ONCE), expected, text)
    }
  }
})

/** The database, in which something is done after each of these statements. */
function meanwhile(after: (statement: number) => Promise<void>): Reader {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await after(++statements)
      return result
    },
  }
  return server.db.withPlugin(plugin)
}

/** Moves what an order of the first piece is worth to one of the last. */
const move = async () => {
  await succeed(server, 'DELETE', `/orders/${ids[3]}`)
  const { items } = await data(server, 'GET', `/orders/${ids.at(-1)}`)
  await succeed(server, 'PATCH', `/orders/${ids.at(-1)}/items/${items[0].id}`, { quantity: 1000 })
}

test('what changes between the pieces is in all of them, or in none', async () => {
  const query = asked(['product'])
  let statements = 0
  const db = meanwhile(async (statement) => {
    statements = statement
    if (statement === FIRST + 2) await move()
  })
  const summed = await summarizeInPieces(db, query, AT_ONCE)
  assert.equal(summed, await summarize(server.db, query))
  const pieces = Math.ceil(ORDERS / AT_ONCE)
  assert.ok(statements > 2 * (FIRST + pieces), `read again, ${statements} statements in all`)
})

test('they end where the account changes all the time', async () => {
  const query = asked(['product'])
  let last = 0
  const db = meanwhile(async (statement) => {
    const path = `/orders/${ids.at(-1)}`
    await succeed(server, 'PATCH', path, { observations: `${statement}` })
    last = statement
  })
  assert.equal(await summarizeInPieces(db, query, AT_ONCE), await summarize(server.db, query))
  assert.ok(last > 0)
})
