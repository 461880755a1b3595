import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { SeedError, type Seeded, seed } from '../bench/seed/seed.ts'
import { itemFigures } from '../packages/model/item.ts'
import type { FigureColumn } from '../src/model/item.ts'
import { computeLine } from '../src/orders/amounts/amounts.ts'
import { type Account, type Server, startServer } from './harness.ts'
import { openDatabase } from './support/database.ts'
import { assertConsistent, data } from './support/orders.ts'
import { BARE_ENVIRONMENT } from './support/service.ts'

// `npm run seed` writes past the service and its triggers: what it leaves has to be what the
// service would have left.

const ORDERS = 300
const UNTIL = '2026-11-21'

let server: Server
let seeded: Seeded
before(async () => {
  server = await startServer({}, false)
  seeded = await fill(server, { events: true, connections: 2 })
})
after(() => server.close())

function fill({ account_id }: Account, options: object = {}): Promise<Seeded> {
  return seed(server.db, { account_id, orders: ORDERS, until: UNTIL, ...options })
}

test('a service lists what was seeded, with its total', async () => {
  const { body } = await server.send('GET', '/orders?limit=100&page=3&sort=id')
  assert.equal(body.pagination.total, ORDERS)
  assert.equal(body.data.length, 100)
  assert.equal(body.data.at(-1).id, seeded.firstOrder + ORDERS - 1)
  for (const column of ['id_customer', 'id_order_status']) {
    const { rows } = await sql<{ id: number; count: number }>`
      select ${sql.ref(column)} as id, count(*) as count from orders
       where account_id = ${server.account_id} group by 1`.execute(server.db)
    assert.ok(rows.length > 1)
    for (const { id, count } of rows) {
      const list = await server.send('GET', `/orders?${column}=${id}&limit=1`)
      assert.equal(list.body.pagination.total, count, `${column} ${id}`)
    }
  }
})

test('stored documents are what a rebuild gives, totals are sums, history is whole', async () => {
  const { rows } = await sql<{ document: string; built: string }>`
    select d.document, order_json(o.account_id, o.id) as built
      from orders o join accounts a on a.account_id = o.account_id
      left join order_documents d on d.account_id = o.account_id and d.id_order = o.id
       and (d.names_epoch is null or d.names_epoch = a.names_epoch)`.execute(server.db)
  assert.equal(rows.length, ORDERS)
  for (const { document, built } of rows) assert.equal(document, built)
  await assertConsistent(server)
})

test('every constraint holds, checked anew', async () => {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype in ('f', 'c') and connamespace = 'public'::regnamespace
       and conrelid <> 0`.execute(server.db)
  assert.ok(rows.length > 30)
  for (const { table, definition } of rows) {
    await sql`alter table ${sql.raw(table)} add constraint again ${sql.raw(definition)}`.execute(
      server.db,
    )
    await sql`alter table ${sql.raw(table)} drop constraint again`.execute(server.db)
  }
})

test('the figures of each line are those that the service would compute', async () => {
  const { rows } = await sql<Record<FigureColumn, string>>`select * from order_items`.execute(
    server.db,
  )
  const taxed = rows.filter(
    ({ vlr_icms_st, value_ipi }) => Number(vlr_icms_st) + Number(value_ipi) > 0,
  )
  assert.ok(taxed.length > rows.length / 4 && taxed.length < rows.length)
  for (const row of rows) {
    const sent = Object.fromEntries(
      Object.entries(itemFigures).map(([written, { column }]) => [written, row[column]]),
    )
    const { line, errors } = computeLine({ sent, defaultPrice: null, mode: 'verify' })
    assert.deepEqual(errors, [])
    for (const [column, figure] of Object.entries(line)) {
      assert.equal(Number(row[column as FigureColumn]), Number(figure), column)
    }
  }
})

test('orders are created, changed and read after it', async () => {
  const { customers, products } = seeded.records
  const { id } = await data(server, 'POST', '/orders', {
    id_customer: customers.first,
    items: [{ id_item: products.first, quantity: 2 }],
  })
  assert.equal(id, seeded.firstOrder + ORDERS)
  const { fk_id } = await data(server, 'PATCH', `/orders/${seeded.firstOrder}`, {
    observations: 'x',
  })
  assert.equal(fk_id, `ERP-${seeded.firstOrder}`)
  const { body } = await server.send('GET', '/orders?limit=1')
  assert.equal(body.pagination.total, ORDERS + 1)
  await assertConsistent(server)
})

test('few customers have most orders, Sundays are free, and what is old is done', async () => {
  const { customers, firstOrder } = { ...seeded.records, ...seeded }
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where o.id_customer = ${customers.first}) as of_first_customer,
           count(*) filter (where extract(isodow from o.date at time zone 'America/Sao_Paulo') = 7) as of_sundays,
           count(*) filter (where not is_old) as recent,
           count(*) filter (where is_old and s.fk_id in ('delivered', 'cancelled')) as done
      from (select *, date < ${UNTIL}::date - interval '30 days' as is_old from orders) o
      join order_statuses s on s.account_id = o.account_id and s.id = o.id_order_status
     where o.account_id = ${server.account_id} and o.id < ${firstOrder + ORDERS}`.execute(server.db)
  const { of_first_customer, of_sundays, recent, done } = rows[0] as Record<string, number>
  assert.equal(of_sundays, 0)
  assert.ok(Number(of_first_customer) > (3 * ORDERS) / customers.count)
  assert.ok(Number(recent) > 0 && Number(done) > 0.9 * (ORDERS - Number(recent)))
})

test('the same seed makes the same orders, another one others', async () => {
  const [same, other] = [await server.newAccount('same'), await server.newAccount('other')]
  await fill(same)
  await fill(other, { seed: 2 })
  const ordersOf = async ({ account_id }: Account) => {
    const { rows } = await sql`
      select date, total_value, (select sum(quantity) from order_items i
               where i.account_id = o.account_id and i.id_order = o.id) as quantity
        from orders o where account_id = ${account_id} order by id limit ${ORDERS}`.execute(
      server.db,
    )
    return rows
  }
  assert.deepEqual(await ordersOf(same), await ordersOf(server))
  assert.notDeepEqual(await ordersOf(other), await ordersOf(same))
})

test('an account with orders is filled only when told to', async () => {
  await assert.rejects(fill(server), SeedError)
  const account = await server.newAccount('twice')
  await fill(account, { orders: 10 })
  await fill(account, { orders: 15, append: true, itemsMin: 2, itemsMax: 2 })
  const { body } = await server.send('GET', '/orders?limit=25', { token: account.token })
  assert.equal(body.pagination.total, 25)
  assert.deepEqual(
    body.data.slice(0, 15).map(({ items }: { items: object[] }) => items.length),
    Array.from({ length: 15 }, () => 2),
  )
})

test('the command says what is wrong with its flags', async () => {
  const said = [
    [['--orders', '0'], /--orders takes a whole number/],
    [['--orders', '5', '--items-min', '3', '--items-max', '2'], /--items-min is above/],
    [['--orders', '5', '--until', '2026-02-30'], /--until takes a date/],
    [['--orders', '5', '--surprise'], /surprise/],
    [['--orders', '5'], /Name the database/],
  ] as const
  for (const [words, message] of said) {
    const { status, stderr } = runSeed(words)
    assert.equal(status, 1)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n +at /)
  }
})

test('the command fills a database by its address or its folder, and tells how far it is', async () => {
  const database = await openDatabase(undefined, false)
  const folder = await mkdtemp(join(tmpdir(), 'pedido-seed-'))
  try {
    const place = database.url ? ['--database-url', database.url] : ['--data-dir', folder]
    const first = runSeed(['--orders', '20', '--items-max', '2', ...place])
    assert.equal(first.status, 0, first.stderr)
    assert.match(first.stdout, /^20 orders, [\d,]+ a second$/m)
    const again = runSeed(['--orders', '20', ...place])
    assert.equal(again.status, 1)
    assert.match(again.stderr, /has orders already; --append adds to them/)
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})

function runSeed(words: readonly string[]) {
  const script = fileURLToPath(new URL('../bench/seed/run.ts', import.meta.url))
  return spawnSync(process.execPath, [script, ...words], {
    env: BARE_ENVIRONMENT,
    encoding: 'utf8',
  })
}
