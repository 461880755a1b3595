import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'
import { sample } from '../support/sample.ts'

// What is no record, what no field takes, and columns that go together: nothing vanishes in silence.

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
const bring = (resource: string, lines: string[], query = '') =>
  bringIn(server, importer, resource, lines.join('\r\n'), query)
const told = ({ warnings }: Import) =>
  warnings.map(({ code, heading, count, sum, lines }: Import) => [code, heading, count, sum, lines])

test('headings that come again, rules, totals and page numbers are no records, and are told', async () => {
  const { checked, done } = await bring('customers', [
    'Relatório de clientes;;',
    'Código;Nome;Telefone',
    'R-1;Loja A;11 1',
    'Código;Nome;Telefone',
    'R-2;Loja B;11 2',
    '-----;-----;-----',
    'Total;2 clientes;',
    'Página 1 de 3;;',
  ])
  assert.deepEqual(
    [done.counts.created, done.counts.refused, done.counts.lines],
    [2, 0, 2],
    JSON.stringify(done.first_faults),
  )
  const expected = [
    ['headings_skipped', null, 1, null, [4]],
    ['rules_skipped', null, 1, null, [6]],
    ['totals_skipped', null, 1, null, [7]],
    ['footers_skipped', null, 1, null, [8]],
  ]
  assert.deepEqual([told(checked), told(done)], [expected, expected])
})

test('a line that may be a total or a record is refused', async () => {
  const { done } = await bring('products', [
    'Código;Nome;Preço',
    'Total;Desodorante;10,00',
    'TOTAL-1;Total;3,00',
    'Total;;13,00',
  ])
  assert.deepEqual([done.counts.created, done.counts.refused], [1, 1])
  assert.match(done.first_faults[0].detail, /begins like one of totals/)
  assert.equal((await read('/products/fk_id/TOTAL-1')).name, 'Total')
})

test('cells beyond the headings refuse their row', async () => {
  const { done } = await bring('products', [
    'Código,Nome,Preço',
    'U-1,Arroz,10,50',
    'U-2,Feijão,"8,00"',
  ])
  assert.deepEqual([done.counts.created, done.counts.refused], [1, 1])
  assert.match(done.first_faults[0].detail, /4 cells below 3 headings/)
  assert.equal((await read('/products/fk_id/U-2')).price, 8)
})

test('of columns that go together the filled one is taken, and a difference told', async () => {
  const { checked } = await bring('customers', [
    'Código;Nome;CPF;CNPJ;Telefone;Celular',
    'T-1;Ana;529.982.247-25;;(11) 5555-0100;(11) 95555-0100',
    'T-2;Loja;;11.222.333/0001-81;;(11) 95555-0200',
    'T-3;Sem;;;;',
  ])
  assert.deepEqual(told(checked), [['other_column_preferred', 'Celular', 1, null, [2]]])
  const facts = async (code: string) => {
    const { document, phone } = await read(`/customers/fk_id/${code}`)
    return [document, phone]
  }
  assert.deepEqual(await facts('T-1'), ['52998224725', '(11) 5555-0100'])
  assert.deepEqual(await facts('T-2'), ['11222333000181', '(11) 95555-0200'])
  assert.deepEqual(await facts('T-3'), [null, null])
})

test('amounts, percentages and dates that no field takes are told by name, with their sum', async () => {
  const { checked } = await bring('products', [
    'Código;Nome;Preço;Preço de custo;Margem %;Última compra;Peso',
    'V-1;a;10,00;1.234,56;12,5;21/11/2026;1,5',
    'V-2;b;10,00;R$ -;0;;2',
    'V-3;c;10,00;0,44;10;  /  /    ;3',
  ])
  assert.deepEqual(told(checked), [
    ['amounts_not_taken', 'Preço de custo', 2, '1235', [2, 4]],
    ['percentages_not_taken', 'Margem %', 2, null, [2, 4]],
    ['dates_not_taken', 'Última compra', 1, null, [2]],
  ])
  const quiet = await bring(
    'products',
    ['Código;Nome;Preço de custo', 'V-4;d;5,00'],
    `&mapping=${encodeURIComponent('{"columns":{"Preço de custo":null}}')}`,
  )
  assert.deepEqual(told(quiet.checked), [])
})

test('what the service sets itself is told where a file has it that is no export of ours', async () => {
  const lines = ['Código;Nome;Criado em;Updated at;Imagem', 'S-1;a;21/11/2026;;x.png', 'S-2;b;;;']
  const { checked } = await bring('products', lines)
  assert.deepEqual(told(checked), [
    ['set_by_service', 'Criado em', 1, null, [2]],
    ['set_by_service', 'Imagem', 1, null, [2]],
  ])
  assert.match(
    checked.warnings[0].detail,
    /“Criado em” is set by the service itself, and not written/,
  )
  const { why } = checked.detected.columns[2]
  assert.equal(why, 'the service sets it itself')
  const { text } = await server.send('GET', '/products?format=csv&csv=br')
  const again = await bring('products', text.trimEnd().split('\r\n'))
  assert.deepEqual(told(again.checked), [])
})

test('years of two digits are told', async () => {
  const { checked } = await bring('orders', [
    'Pedido;Cód. cliente;Data',
    'Y-1;C-1;21/11/26',
    'Y-2;C-1;21/11/2026',
  ])
  assert.deepEqual(told(checked)[0], ['two_digit_years', 'Data', 1, null, [2]])
})
