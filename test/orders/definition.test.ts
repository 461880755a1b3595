import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { headerParts } from '../../packages/model/totals.ts'
import { figureColumns } from '../../src/model/item.ts'
import { lineColumns } from '../../src/model/line.ts'
import { columnOf, isComputed, rows, writtenRows } from '../../src/model/order.ts'
import { isColumn } from '../../src/records/commands.ts'
import { definitions } from '../../src/records/definitions.ts'

// What migrations say by hand of an order and of other records, against the rows. Functions are made from them.

const schema = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8')

const columnsOf = (table: string): string[] => {
  const [, body = ''] = new RegExp(`create table ${table} \\((.*?)^\\)`, 'ms').exec(schema) ?? []
  return Array.from(body.matchAll(/^ {2}(?!constraint )(\w+) /gm), ([, name = '']) => name)
}

/** What is worked out where JSON is made. */
const WORKED_OUT = ['items', 'payable', 'taxes', 'flag']
const computed = rows.filter((row) => isComputed(row) && !WORKED_OUT.includes(row.kind))
const ofRows: string[] = [...writtenRows.map(columnOf), ...computed.map(({ name }) => name)]

/** Of whose order it is, of its changes, of its search; of its amounts, which are added, paid or were typed; of what follows from terms, and of its taxes. */
const own = [
  'account_id',
  'version',
  'search',
  'typed_discount',
  'installment_plan',
  'operation_payable',
  'has_taxes',
  'tax_base_includes_shares',
  ...headerParts.map(({ condition }) => condition),
]

/** What all records have, and what lists search. */
const OF_RECORDS = ['account_id', 'id', 'version', 'created_at', 'updated_at', 'search']

test('each row is a column', () => {
  const columns = columnsOf('orders')
  assert.deepEqual(
    ofRows.filter((name) => !columns.includes(name)),
    [],
  )
  const ofItems = columnsOf('order_items')
  assert.deepEqual(
    [...figureColumns, ...lineColumns].filter((name) => !ofItems.includes(name)),
    [],
  )
})

test('each column is of a row', () => {
  const others = columnsOf('orders').filter((name) => !ofRows.includes(name))
  assert.deepEqual(
    others.filter((name) => !own.includes(name)),
    [],
  )
})

/** What no request says: the year or month that a series of numbers is in, and the cities that searches find. */
const UNSAID = ['current_period', 'cities']

for (const { table, fields, searchedColumns = [] } of definitions) {
  test(`a row and a column go together in ${table}`, () => {
    const others = [...OF_RECORDS, ...UNSAID, ...searchedColumns]
    const columns = columnsOf(table).filter((name) => !others.includes(name))
    const written = Object.entries(fields).flatMap(([name, field]) =>
      isColumn(field) || (!field.written && !field.column) ? [name] : [],
    )
    assert.deepEqual(columns.toSorted(), written.toSorted())
  })
}
