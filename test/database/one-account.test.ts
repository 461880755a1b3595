import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { EventHub } from '../../src/events/hub.ts'
import { startJobs } from '../../src/jobs/job.ts'
import { jobsOf } from '../../src/processes/jobs.ts'
import { type Server, startServer } from '../harness.ts'
import { findingsOf, watchStatements } from '../support/house/one-account.ts'
import { data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'
import { addDeliveries } from '../support/webhooks/retention.ts'

// All rows of an account can live on one node: keys start with account_id, and statements name it.
// Every request of every test is watched for it (harness.ts); here are the catalogue, the jobs, and
// what the watch itself sees.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

/** Tables that stay where they are, and why. */
const withoutAccount = new Map([
  ['migrations', 'the ledger of the schema, which the coordinator alone reads and writes'],
  ['function_revisions', 'the same of its functions'],
  [
    'tax_catalogue',
    'the catalogue of taxes is the same for all accounts; no statement joins it to theirs',
  ],
  ['taxes', 'the same'],
  ['tax_effects', 'the same'],
  ['tax_rates', 'the same'],
])

const CATALOGUE = {
  'a table without account_id': `
    select c.relname as name, c.relname as table from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_attribute a
                        where a.attrelid = c.oid and a.attname = 'account_id' and a.attnotnull)`,
  'a table without a primary key': `
    select c.relname as name, c.relname as table from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  'a primary key or unique index that does not start with account_id': `
    select n.relname as name, c.relname as table
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_attribute a
                        where a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'account_id')`,
  'a foreign key that does not start with account_id on both sides': `
    select k.conname as name, c.relname as table
      from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
       and 2 <> (select count(*) from pg_attribute a
                  where a.attname = 'account_id'
                    and ((a.attrelid = k.conrelid and a.attnum = k.conkey[1])
                      or (a.attrelid = k.confrelid and a.attnum = k.confkey[1])))`,
}

for (const [what, query] of Object.entries(CATALOGUE)) {
  test(`there is not ${what}`, async () => {
    const { rows } = await server.pool.query<{ name: string; table: string }>(query)
    assert.deepEqual(
      rows.filter(({ table }) => !withoutAccount.has(table)),
      [],
    )
  })
}

test('the catalogue shows such tables, keys and references', async () => {
  const { pool } = server
  await pool.query('create table strays (id integer primary key, other integer references strays)')
  try {
    for (const [what, query] of Object.entries(CATALOGUE)) {
      const { rows } = await pool.query<{ table: string }>(query)
      const seen = rows.some(({ table }) => table === 'strays')
      assert.equal(seen, what !== 'a table without a primary key', what)
    }
  } finally {
    await pool.query('drop table strays')
  }
})

test('a statement that does not bind each table to the account is seen', () => {
  const faults: Record<string, string[]> = {
    'select 1': [],
    'select * from orders where id = $1': ['orders'],
    'select * from orders where account_id = $1': [],
    'select * from orders where account_id = $1 or id = $2': ['orders'],
    'select * from orders o join customers c on c.account_id = o.account_id where o.account_id = $1':
      [],
    'select * from orders o join customers c on c.id = o.id_customer where o.account_id = $1': [
      'c',
    ],
    'select (select name from customers c where c.account_id = o.account_id) from orders o where o.account_id = $1':
      ['c'],
    'select (select name from customers c where c.account_id = $1) from orders o where o.account_id = $1':
      [],
    'select * from orders where account_id = $1 union all select * from orders where id = $2': [
      'orders',
    ],
    'select * from (select * from orders where account_id = $1 limit 9) k join orders r on r.account_id = k.account_id':
      ['r'],
    'update orders set version = 1 where id = $1': ['orders'],
    'delete from orders where account_id = $1 and id = $2': [],
    'with gone as (delete from orders where id = $1 returning id) select * from gone': ['orders'],
    'select (select count(*) from tax_rates) from taxes t join tax_effects e using (tax)': [],
    'select * from orders o join taxes t on t.tax = o.state where o.account_id = $1': ['t'],
    'vacuum (analyze) orders; checkpoint': [],
    'lock table accounts': ['a LockStmt is for no request'],
  }
  for (const [text, expected] of Object.entries(faults)) {
    const found = findingsOf(text).faults.map((fault) => fault.replace(/ is not bound.*/, ''))
    assert.deepEqual(found, expected, text)
  }
  assert.deepEqual(findingsOf('insert into tokens (account_id, name) values ($2, $1)').faults, [])
  assert.equal(findingsOf('insert into tokens (name) values ($1)').faults.length, 1)
  assert.equal(findingsOf('insert into tokens (account_id) select 1').faults.length, 2)
  assert.deepEqual(findingsOf('select lock_order($2, $1)'), {
    faults: [],
    parameters: new Set([2]),
  })
  assert.equal(
    findingsOf('select lock_order(id, 1) from orders where account_id = $1').faults.length,
    1,
  )
})

test('the watch sees what a request sends, and another account’s id in it', async () => {
  const text = 'select id from customers where account_id = $1'
  const ask = (account: number) => () => server.pool.query(text, [account])
  const own = server.account_id
  assert.deepEqual((await watchStatements(own, ask(own))).faults, [])
  const { faults } = await watchStatements(own, ask(own + 1))
  assert.deepEqual(faults, [`$1 is not the account: ${text}`])
  const everybody = () => server.pool.query('select id from customers where id = $1', [1])
  assert.equal((await watchStatements(own, everybody)).faults.length, 1)
})

test('the watch sees lists, reads by key and changes of a request', async () => {
  const order = { id_customer: ids.customer, items: [{ id_item: ids.product, quantity: 1 }] }
  const { id } = await data(server, 'POST', '/orders', order)
  const [headers, another] = [{ authorization: `Bearer ${server.token}` }, server.account_id + 1]
  const seen = async (request: InjectOptions) => {
    const ask = () => server.app.inject({ headers, ...request })
    const { result, faults } = await watchStatements(another, ask)
    assert.ok(result.statusCode < 300, result.body)
    return faults.join('\n')
  }
  assert.match(await seen({ url: `/orders/${id}` }), /is not the account: .*order_documents/s)
  assert.match(await seen({ url: '/orders' }), /is not the account: .*order_counts/s)
  const created = await seen({ method: 'POST', url: '/orders', payload: order })
  assert.match(created, /is not the account: .*create_order/s)
})

test('ids that anybody sees are not drawn by a node of a cluster, whose own begin at 2^49', async () => {
  const order = { id_customer: ids.customer, items: [{ id_item: ids.product, quantity: 1 }] }
  const { id, items } = await data(server, 'POST', '/orders', order)
  const line = { id_item: ids.product, quantity: 2 }
  const { items: added } = await data(server, 'POST', `/orders/${id}/items`, line)
  await data(server, 'POST', '/webhooks', { url: 'https://erp.example.com/events' })
  const { rows } = await server.pool.query<{ id: number }>(
    'select id from events where account_id = $1',
    [server.account_id],
  )
  const listed = await server.send('GET', '/webhooks')
  const seen = [{ id }, ...items, ...added, ...rows, ...listed.body.data].map((one) => one.id)
  assert.ok(seen.length > 6)
  assert.deepEqual(
    seen.filter((one) => one > 2 ** 31),
    [],
  )
})

/** The statements of jobs that are about all accounts, by what they begin with, and why. */
const forAllAccounts = {
  'select distinct account_id from (': 'finds who has something left to do',
  'select h.account_id, h.position': 'finds who has the events that somebody waits for',
  'select h.account_id from event_heads h': 'finds who has what is no longer kept',
  'select c.account_id from order_counts c': 'finds whose twelve months begin on another day',
  'select account_id, id from imports': 'finds imports that nobody goes on with',
  'select account_id from accounts where test_step is not null':
    'finds test accounts whose data is not all made',
  'select account_id, id from recalculations': 'finds recalculations that ended long ago',
  'select account_id, array_agg(key) as keys': 'finds old answers wherever they are',
  'select account_id, array_agg(id) as ids': 'finds sessions and links that are over, likewise',
}

test('jobs work account by account, but for looking for work', async () => {
  const order = { id_customer: ids.customer, items: [{ id_item: ids.product, quantity: 1 }] }
  const { id } = await data(server, 'POST', '/orders', order)
  await succeed(server, 'PATCH', `/customers/${ids.customer}`, { name: 'Renamed' })
  await addDeliveries(server, server, 1, 90)
  const renewed = async () => {
    const { rows } = await server.pool.query<{ done: boolean }>(
      `select a.names_epoch = d.names_epoch
              and not exists (select from order_count_deltas where account_id = $1)
              and not exists (select from event_queue where account_id = $1)
              and not exists (select from webhook_deliveries where account_id = $1) as done
         from accounts a join order_documents d on d.account_id = a.account_id
        where a.account_id = $1 and d.account_id = $1 and d.id_order = $2`,
      [server.account_id, id],
    )
    return rows[0]?.done === true
  }
  const errors: object[] = []
  const over = new AbortController()
  const { faults } = await watchStatements(server.account_id, async () => {
    const hub = new EventHub()
    // For more events than there are, so that it ends when everything is done.
    const waiting = hub.untilPlaced(server.account_id, 1_000_000, 600_000, over.signal)
    const note = (fields: object) => errors.push(fields)
    const log = { info() {}, error: note, warn: note }
    const { db, config, sessions } = server
    const stop = startJobs(jobsOf({ config, hub, log, sessions }), db, log)
    while (!(await renewed()));
    over.abort()
    await Promise.all([waiting, stop()])
  })
  assert.deepEqual(errors, [])
  const excused = (fault: string) =>
    Object.keys(forAllAccounts).find((text) => fault.includes(text)) ?? fault
  assert.deepEqual([...new Set(faults.map(excused))].sort(), Object.keys(forAllAccounts).sort())
})
