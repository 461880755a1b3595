import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf } from '../../src/files/exports/columns.ts'
import { xlsxOf } from '../../src/files/exports/encoding/xlsx.ts'
import { readXlsx } from '../support/files/xlsx.ts'

test('rows that one sheet can’t take go on in the next', async () => {
  const asked = { resource: 'customers', rows: 'orders', language: 'en' } as const
  const columns = columnsOf({ ...asked, fields: ['id', 'name'] }, [])
  const parts = (async function* () {
    for (const first of [0, 4, 8]) {
      yield [1, 2, 3, 4].map((n) => `{"id":${first + n},"name":"Name ${first + n}"}`)
    }
  })()
  const called = { 'pt-BR': 'Clientes', en: 'Customers' }
  const style = { called, language: 'en', time_zone: 'UTC', mostRows: 6 } as const
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsxOf(parts, columns, style)) chunks.push(chunk)
  const { sheets } = await readXlsx(Buffer.concat(chunks))
  assert.deepEqual(
    sheets.map(({ name, rows }) => [name, rows.map(([id]) => id?.text)]),
    [
      ['Customers', ['Customer (id)', '1', '2', '3', '4', '5']],
      ['Customers 2', ['Customer (id)', '6', '7', '8', '9', '10']],
      ['Customers 3', ['Customer (id)', '11', '12']],
    ],
  )
})
