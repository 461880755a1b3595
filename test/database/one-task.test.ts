import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSync } from 'libpg-query'
import {
  bodyFaults,
  isEachBound,
  type Node,
  routingFaults,
  schemaFunctions,
} from '../support/house/one-task.ts'

// A change commits on one node of a Citus cluster: every statement that a request sends is one task
// (watched in every test, harness.ts), and the functions of the schema consist of such statements.

/**
 * They run seldom, and read the orders and what waits of them in one snapshot: Citus plans that anew each time, in
 * milliseconds, on the one node of the account.
 */
const IN_ONE_SNAPSHOT = ['rebuild_customer_figures', 'move_figures_since']

const all = schemaFunctions().filter(({ isOfAccount, isTrigger }) => isOfAccount || isTrigger)
const functions = all.filter(({ name }) => !IN_ONE_SNAPSHOT.includes(name))

test('there are functions', () => assert.ok(functions.length > 15))

for (const { name, statements, isGeneric } of functions) {
  test(`${name} consists of statements about one table of the account`, () => {
    const faults = statements.flatMap((text) =>
      bodyFaults(text, isGeneric).map((fault) => `${fault}: ${text}`),
    )
    assert.deepEqual(faults, [])
  })
}

for (const name of IN_ONE_SNAPSHOT) {
  test(`${name} reads nothing but what is the account's`, () => {
    const { statements = [] } = all.find((one) => one.name === name) ?? {}
    assert.ok(statements.length > 2)
    assert.deepEqual(
      statements.filter((text) => !isEachBound(text)),
      [],
    )
  })
}

test('a statement about tables that are not all bound to the account is seen', () => {
  const texts: Record<string, boolean> = {
    'select o.id from (select id from orders where account_id = of_account) o': true,
    'select o.id from (select id from orders where id = 1) o': false,
    'update orders o set version = 1 from (select id from customers) c where o.account_id = of_account': false,
    'select id from orders where account_id = of_account union all select id from customers': false,
  }
  for (const [text, expected] of Object.entries(texts))
    assert.equal(isEachBound(text), expected, text)
})

test('a statement in a function that is about more is seen', () => {
  const faults: Record<string, number> = {
    'select 1': 0,
    'select a.b from jsonb_each(fields) a join jsonb_each(lines) b using (key)': 0,
    'select name from orders where account_id = of_account and id = of_id': 0,
    'select name from orders where id = of_id': 1,
    'select name from orders where account_id = of_account or id = of_id': 1,
    'select o.id from orders o join customers c on c.id = o.id where o.account_id = of_account': 1,
    'select (select 1 from customers) from orders where account_id = of_account': 2,
    'select id from (select id from orders where account_id = of_account) o': 2,
    'with o as (select 1) select id from orders where account_id = of_account': 1,
    'insert into orders (account_id, id) values (of_account, 1)': 0,
    'insert into orders (id, account_id) values (of_account, 1)': 1,
    'insert into orders (account_id, id) values (of_account, case when a then 0 else b end)': 0,
    'insert into orders (account_id, id) values (of_account, case when a then b::bigint end)': 1,
    'insert into orders (account_id, id) select of_account, a.id from unnest(ids) a': 0,
    'insert into orders (account_id, id) select of_account, a.id from accounts a': 1,
    "insert into orders (account_id, id) values (of_account, 1) on conflict (id) do update set date = moment - interval '1 day'": 1,
    'insert into orders (account_id, id) values (of_account, 1) on conflict (id) do update set date = day_ago': 0,
    'update orders set version = 1 where id = of_id': 1,
    'delete from orders where account_id = old.account_id': 0,
  }
  for (const [text, expected] of Object.entries(faults)) {
    assert.equal(bodyFaults(text).length, expected, `${text}: ${bodyFaults(text)}`)
  }
})

test('a function that makes plans without values inserts none that are selected', () => {
  const text = 'insert into orders (account_id, id) select of_account, a.id from unnest(ids) a'
  assert.deepEqual([bodyFaults(text), bodyFaults(text, true).length], [[], 1])
})

test('a statement of a request that Citus runs in parts is seen', () => {
  const faults: Record<string, number> = {
    'select 1': 0,
    'with o as (update orders set version = 1 where account_id = $1 returning id) select id from o': 0,
    'with o as (insert into orders (account_id) values ($1) returning id) select id from o': 1,
    'insert into orders (account_id, id) values ($1, $2), ($1, $3)': 0,
    'insert into orders (account_id, id) select $1, unnest($2)': 1,
    'insert into orders as o (account_id) values ($1) on conflict (id) do update set id = 1 where o.id = 2': 0,
    'insert into orders as o (account_id) values ($1) on conflict (id) do update set id = 1 where o.date < now()': 1,
    "update orders set custom_fields = json_build_object('a', $2::text) where account_id = $1": 0,
    "update orders set custom_fields = json_build_object('a', version) where account_id = $1": 1,
    "update orders set date = date_trunc('day', created_at) where account_id = $1": 1,
    "update orders set date = now() + $2 * interval '1 day' where account_id = $1": 0,
    "update orders set date = created_at + $2 * interval '1 day' where account_id = $1": 1,
    "update orders set date = (created_at at time zone 'UTC' + interval '1 day') at time zone 'UTC' where account_id = $1": 0,
    'update orders set date = least(date, now()) where account_id = $1': 0,
    'update orders set date = coalesce(date, now()) where account_id = $1': 1,
    "select nextval('a')": 0,
    "select nextval('a') from orders where account_id = $1": 1,
  }
  for (const [text, expected] of Object.entries(faults)) {
    const [parsed] = (parseSync(text) as unknown as { stmts: { stmt: Node }[] }).stmts
    assert.equal(routingFaults(parsed?.stmt ?? {}).length, expected, text)
  }
})
