import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureRows } from '../../src/model/item.ts'
import {
  columnOf,
  isComputed,
  orderColumns,
  referenceRows,
  rows,
  shownProperties,
  writtenRows,
} from '../../src/model/order.ts'
import { read } from '../support/house/sources.ts'

// The functions of the schema are written by hand. Here is what they must know of an order.

const schema = read('schema.sql')

/** The text of a function; of several with a name the one that takes these parameters. */
function bodyOf(name: string, parameters = ''): string {
  const all = schema.split(/^CREATE OR REPLACE FUNCTION public\./m)
  const found = all.filter((text) => text.startsWith(`${name}(`) && text.includes(parameters))
  assert.equal(found.length, 1, `${found.length} functions ${name}`)
  return found[0]?.split('$function$')[1] ?? ''
}

const missing = (names: readonly string[], text: string) =>
  names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))

test('an order is written and read with every column that requests set', () => {
  for (const name of ['update_order', 'order_states']) {
    assert.deepEqual(missing(orderColumns, bodyOf(name)), [], name)
  }
  const [, into = '', from = ''] =
    /insert into orders \(([^)]*)\)(.*)/s.exec(bodyOf('create_orders', 'authors jsonb')) ?? []
  assert.deepEqual(missing(orderColumns, into), [], 'create_orders, the columns')
  assert.deepEqual(missing(orderColumns, from), [], 'create_orders, the values')
})

test('a record that orders refer to is found by its code', () => {
  const body = bodyOf('resolve_external_ids')
  const branches = [...body.matchAll(/when '(\w+)' then\s+select id into found_id from (\w+)/g)]
  const known = branches.map(([, column, table]) => `${column} ${table}`)
  const expected = referenceRows.map(({ column, table }) => `${column} ${table}`)
  assert.deepEqual(known.sort(), [...expected, 'id_item products'].sort())
})

test('the JSON of an order has every property, in the order of the rows', () => {
  const built = bodyOf('orders_json').split('built := concat(')[1] ?? ''
  const shown = [...built.matchAll(/"(\w+)":/g)].map(([, name]) => name)
  assert.deepEqual(shown, shownProperties)
})

test('the JSON of a line has every figure that is returned', () => {
  const body = bodyOf('orders_json')
  const returned = figureRows.flatMap(([, { column, returned }]) => (returned ? [column] : []))
  assert.deepEqual(missing(returned, body), [])
})

test('each row is a column of orders, or what the service says', () => {
  const [, columns = ''] = /CREATE TABLE orders \((.*?)^\)/ims.exec(schema) ?? []
  assert.deepEqual(missing(writtenRows.map(columnOf), columns), [])
  const computed = rows.filter((row) => isComputed(row) && row.kind !== 'items')
  const names = computed.map(({ name }) => name)
  assert.deepEqual(missing(names, columns), [])
})
