import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import {
  bringIn,
  type Import,
  importerOf,
  latin1,
  sendFile,
  settled,
} from '../support/files/imports.ts'
import { type RawSheet, rawWorkbook } from '../support/files/raw-workbook.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { sample } from '../support/sample.ts'

// A file without a recognised code waits until somebody says what its columns are.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
  await sample(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const read = (path: string) => data(server, 'GET', path)
const map = async (id: number, mapping: object, more = {}) => {
  const body = { mapping, ...more }
  return server.send('PATCH', `/imports/${id}`, { body })
}
const mapped = async (id: number, mapping: object, more = {}) => {
  const answer = await map(id, mapping, more)
  assert.equal(answer.status, 200, answer.text)
  return settled(server, importer, id)
}
const waiting = async (resource: string, file: string | Buffer, query = '') => {
  const { id } = await sendFile(server, resource, file, query)
  const found = await settled(server, importer, id)
  assert.equal(found.state, 'needs_mapping', JSON.stringify(found))
  return found
}
const offersOf = ({ detected }: Import) =>
  Object.fromEntries(
    detected.columns.flatMap(({ heading, offered }: { heading: string; offered?: string[] }) =>
      offered ? [[heading, offered]] : [],
    ),
  )

const TABLE = 'Identificador loja;Mercadoria;Valor de tabela\nA-1;Café;12,50\nA-2;Chá;8,00'

test('its columns are told with a sample and what they may be; nothing has run', async () => {
  const found = await waiting('products', TABLE)
  assert.match(found.failure, /No column holds the code/)
  assert.deepEqual(
    found.detected.columns.map(({ letter, heading, sample }: Import) => [letter, heading, sample]),
    [
      ['A', 'Identificador loja', ['A-1', 'A-2']],
      ['B', 'Mercadoria', ['Café', 'Chá']],
      ['C', 'Valor de tabela', ['12,50', '8,00']],
    ],
  )
  assert.deepEqual(offersOf(found), { 'Identificador loja': ['fk_id'] })
  assert.deepEqual([found.counts.lines, found.finished_at], [0, null])
  const early = await server.send('POST', `/imports/${found.id}/run`)
  assert.deepEqual([early.status, early.body.code], [409, 'import_state'])

  const columns = { 'Identificador loja': 'fk_id', B: 'name', C: 'price' }
  const checked = await mapped(found.id, { columns })
  assert.deepEqual([checked.state, checked.failure], ['checked', null])
  assert.equal('sample' in checked.detected.columns[0], false)
  await succeed(server, 'POST', `/imports/${found.id}/run`)
  const done = await settled(server, importer, found.id)
  assert.deepEqual([done.state, done.counts.created], ['done', 2])
  const { name, price } = await read('/products/fk_id/A-2')
  assert.deepEqual([name, price], ['Chá', 8])
  const late = await map(found.id, { columns })
  assert.deepEqual([late.status, late.body.code], [409, 'import_state'])
})

test('two columns with the heading of the code are both offered', async () => {
  const { detected } = await waiting('customers', 'Código;Código;Nome\n1;2;Um')
  assert.deepEqual(
    detected.columns.map(({ offered = [] }: { offered?: string[] }) => offered),
    [['fk_id'], ['fk_id'], []],
  )
})

test('what was to be done at once is done as soon as the columns are named', async () => {
  const { id } = await waiting('products', TABLE.replaceAll('A-', 'B-'), '&dry_run=false')
  const tried = await mapped(id, { columns: { A: 'fk_id', B: 'name' } }, { dry_run: true })
  assert.equal(tried.state, 'checked')
  const other = await waiting('products', TABLE.replaceAll('A-', 'B-'), '&dry_run=false')
  const done = await mapped(other.id, { columns: { A: 'fk_id', B: 'name' } })
  assert.deepEqual([done.state, done.counts.created], ['done', 2])
})

test('what was tried is tried again with other columns', async () => {
  const { id } = await sendFile(server, 'products', 'Código;Nome;Outro\nc1;Um;Dois\nc2;;Três')
  const first = await settled(server, importer, id)
  assert.deepEqual([first.counts.created, first.counts.refused], [1, 1])
  const second = await mapped(id, { columns: { Nome: null, Outro: 'name' } })
  assert.deepEqual([second.counts.created, second.counts.refused], [2, 0])
  assert.deepEqual(second.first_faults, [])
  await succeed(server, 'POST', `/imports/${id}/run`)
  await settled(server, importer, id)
  assert.equal((await read('/products/fk_id/c1')).name, 'Dois')
})

test('a mapping of what the file has not waits, too; one of no field is refused', async () => {
  const mapping = encodeURIComponent('{"columns":{"Cor":"name"}}')
  const found = await waiting('customers', 'Código;Nome\n1;Um', `&mapping=${mapping}`)
  assert.match(found.failure, /names “Cor”, and the file has no such column/)
  const wrong = await map(found.id, { columns: { Nome: ['name', 'price'] } })
  assert.deepEqual(problemOf(wrong), [422, 'validation_failed', ['/mapping/columns/Nome enum']])
  for (const [fed, at] of [
    [5, ''],
    [[], ''],
    [['name', 'name'], ''],
    [{}, ''],
    [[null], '/0'],
    [['name', null], '/1'],
  ] as const) {
    const { status, body } = await map(found.id, { columns: { Nome: fed } })
    const pointers = body.errors?.map(({ pointer }: { pointer: string }) => pointer)
    assert.deepEqual([status, pointers], [422, [`/mapping/columns/Nome${at}`]], `${fed}`)
  }
  const again = await mapped(found.id, { header_line: 9 })
  assert.match(again.failure, /names “Cor”|no line 9/)
  assert.equal((await mapped(found.id, { columns: {}, header_line: 1 })).state, 'checked')
})

test('a file without headings loses no line', async () => {
  const found = await waiting('customers', 'd1;Loja Um;12.5\nd2;Loja Dois;3.5')
  assert.equal(found.detected.header_line, 0)
  assert.deepEqual(found.detected.columns[0].sample, ['d1', 'd2'])
  const checked = await mapped(found.id, { columns: { A: 'fk_id', B: 'name' } })
  assert.equal(checked.counts.created, 2)
})

test('a sheet is chosen among several', async () => {
  const sheets: RawSheet[] = [
    { name: 'Capa', rows: [['Relatório'], ['de lojas']] },
    {
      name: 'Lojas',
      rows: [
        ['Loja', 'Quem'],
        ['e1', 'Loja Um'],
      ],
    },
  ]
  const found = await waiting('customers', await rawWorkbook(sheets))
  assert.deepEqual(found.detected.sheets, ['Capa', 'Lojas'])
  const none = await mapped(found.id, { sheet: 'Clientes' })
  assert.match(none.failure, /has no sheet “Clientes”/)
  const other = await mapped(found.id, { sheet: 'Lojas' })
  assert.deepEqual([other.state, other.detected.sheet], ['needs_mapping', 'Lojas'])
  const checked = await mapped(found.id, { columns: { Loja: 'fk_id', Quem: 'name' } })
  assert.equal(checked.counts.created, 1)
})

const NO_CODE = latin1(
  'CPF/CNPJ;Razão Social;Cidade\r\n11.222.333/0001-81;Mercado Boreal Ltda;Santos\r\n52998224725;Ana Exemplo;Itu\r\n11222333000181;Boreal;Santos\r\n',
)

test('a CPF or CNPJ is the code and stays the document, however it is punctuated', async () => {
  const found = await waiting('customers', NO_CODE)
  assert.deepEqual(offersOf(found), { 'CPF/CNPJ': ['fk_id'] })
  const checked = await mapped(found.id, { columns: { 'CPF/CNPJ': 'fk_id' } })
  assert.deepEqual(checked.detected.columns[0].also, ['document'])
  assert.deepEqual([checked.counts.created, checked.counts.refused], [2, 1])
  assert.match(checked.first_faults[0].detail, /line 2 already/)
  await succeed(server, 'POST', `/imports/${found.id}/run`)
  await settled(server, importer, found.id)
  const { name, document } = await read('/customers/fk_id/11222333000181')
  assert.deepEqual([name, document], ['Mercado Boreal Ltda', '11222333000181'])
  const orders = 'Pedido;CNPJ do cliente;Produto;Qtde;Preço\nF1;11.222.333/0001-81;;;'
  const mapping = encodeURIComponent('{"columns":{"CNPJ do cliente":"fk_id_customer"}}')
  const { done } = await bringIn(server, importer, 'orders', orders, `&mapping=${mapping}`)
  assert.equal(done.counts.created, 1, JSON.stringify(done.first_faults))
  assert.equal((await read('/orders/fk_id/F1')).customer.name, 'Mercado Boreal Ltda')
})

test('a mapping may list what a column feeds, and be saved so', async () => {
  const columns = { 'CPF/CNPJ': ['fk_id', 'document'], Cidade: null }
  const body = { resource: 'customers', columns }
  await succeed(server, 'PUT', '/import-mappings/sem-codigo', body)
  assert.deepEqual((await read('/import-mappings/sem-codigo')).columns, columns)
  const { id } = await sendFile(server, 'customers', NO_CODE, '&mapping=sem-codigo')
  const { state, mapping } = await settled(server, importer, id)
  assert.deepEqual([state, mapping.columns], ['checked', columns])
})

test('an encoding that the file surely has not is refused; another one reads it again', async () => {
  const { id } = await waiting('customers', 'Loja;Quem\nf1;São João')
  const wrong = await map(id, { encoding: 'cp850' })
  assert.deepEqual(problemOf(wrong), [400, 'invalid_parameter', ['encoding file_encoding']])
  const dos = await waiting(
    'customers',
    Buffer.from('Loja;Quem\nf2;S\xc6o Jo\xc6o do Para\xd6so\n', 'latin1'),
    '&encoding=windows-1252',
  )
  const said = { encoding: 'cp850', columns: { A: 'fk_id', B: 'name' } }
  const checked = await mapped(dos.id, said)
  assert.equal(checked.detected.encoding, 'cp850')
})

test('one that waits can be ended, and keeps nothing of the file then', async () => {
  const { id } = await waiting('customers', 'Loja;Quem\ng1;Fulano de Tal')
  await succeed(server, 'POST', `/imports/${id}/cancel`)
  const { state, detected, failure } = await read(`/imports/${id}`)
  assert.deepEqual([state, detected, failure], ['cancelled', null, null])
  const listed = await server.send('GET', '/imports?state=needs_mapping')
  assert.ok(listed.body.data.every((one: Import) => one.id !== id))
})
