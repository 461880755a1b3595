import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureColumns } from '../../src/model/item.ts'
import { columnOf, isComputed, rows, writtenRows } from '../../src/model/order.ts'
import { read } from '../support/house/sources.ts'

// What migrations say by hand of an order, against the rows. Functions are made from them.

const schema = read('schema.sql')

const missing = (names: readonly string[], text: string) =>
  names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))

const columnsOf = (table: string) =>
  new RegExp(`create table ${table} \\((.*?)^\\)`, 'ms').exec(schema)?.[1] ?? ''

test('each row is a column', () => {
  const columns = columnsOf('orders')
  assert.deepEqual(missing(writtenRows.map(columnOf), columns), [])
  const computed = rows.filter((row) => isComputed(row) && row.kind !== 'items')
  const names = computed.map(({ name }) => name)
  assert.deepEqual(missing(names, columns), [])
  assert.deepEqual(missing(figureColumns, columnsOf('order_items')), [])
})
