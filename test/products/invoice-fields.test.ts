import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'

// What an invoice says of a product.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const GTIN = '7891000315507'

const errorsOf = async (method: string, path: string, body: object) => {
  const answer = await server.send(method, path, { body })
  assert.equal(answer.status, 422, answer.text)
  return answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ])
}

test('codes have the form of their tables, and each error names its field', async () => {
  const wrong = {
    ncm: '8536.20.00',
    cest: '123',
    gtin: '7891000315508',
    unit_gtin: 'none',
    origin: 9,
    unit: 'PACOTES',
    tax_factor: 0,
    ex_tipi: '1',
    ipi_class: '1000',
    benefit: 'SP0701',
    ibs_cbs_class: '1',
    net_weight: 1.2345,
    gross_weight: -1,
  }
  const errors = await errorsOf('POST', '/products', { name: 'x', ...wrong })
  const codes = new Map(errors as [string, string][])
  assert.deepEqual(
    [...codes.keys()].sort(),
    Object.keys(wrong)
      .map((name) => `/${name}`)
      .sort(),
  )
  assert.equal(codes.get('/gtin'), 'gtin_invalid')
  assert.equal(codes.get('/unit_gtin'), 'gtin_invalid')
  assert.equal(codes.get('/ncm'), 'pattern')
  for (const ncm of ['00', '85362000']) await data(server, 'POST', '/products', { name: 'x', ncm })
})

test('what is wrong is said in Portuguese, too', async () => {
  const { body } = await server.send('POST', '/products', {
    body: { name: 'x', ncm: '1', gtin: '1', unit_gtin: 'SEM GTIN' },
    headers: { 'accept-language': 'pt-BR' },
  })
  assert.deepEqual(
    body.errors.map(({ detail }: { detail: string }) => detail),
    [
      'deve ter 8 dígitos, ou 00 de um serviço.',
      'deve ser um GTIN de 8, 12, 13 ou 14 dígitos com o dígito verificador certo, como 7891000315507, ou SEM GTIN.',
    ],
  )
})

test('a product has both GTINs or none', async () => {
  const alone = [['/unit_gtin', 'companion_required']]
  assert.deepEqual(await errorsOf('POST', '/products', { name: 'x', gtin: GTIN }), alone)
  const both = { name: 'x', fk_id: 'both', gtin: GTIN, unit_gtin: 'SEM GTIN' }
  const { id } = await data(server, 'POST', '/products', both)
  assert.deepEqual(await errorsOf('PATCH', `/products/${id}`, { unit_gtin: null }), alone)
  assert.deepEqual(await errorsOf('PUT', '/products/fk_id/both', { name: 'x', unit_gtin: GTIN }), [
    ['/gtin', 'companion_required'],
  ])
  const none = await data(server, 'PATCH', `/products/${id}`, { gtin: null, unit_gtin: null })
  assert.equal(none.unit_gtin, null)
  await assert.rejects(
    server.pool.query('update products set gtin = $2 where id = $1', [id, GTIN]),
    /products_gtins/,
  )
  const lines = [
    { fk_id: 'lonely', name: 'x', gtin: GTIN },
    { fk_id: 'fine', name: 'x', gtin: GTIN, unit_gtin: GTIN },
  ]
  const { body } = await server.send('POST', '/bulk/products', {
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  const [lonely, fine] = body
  assert.equal(lonely?.errors?.[0]?.pointer, '/unit_gtin')
  assert.equal(fine?.status, 'created')
})

test('products are found by their codes', async () => {
  const own = { ncm: '22021000', cest: '0301000', gtin: '96385074', unit_gtin: '96385074' }
  const { id } = await data(server, 'POST', '/products', { name: 'Refrigerante', ...own })
  for (const query of ['ncm=22021000', 'cest=0301000', 'gtin=96385074']) {
    const found = await data(server, 'GET', `/products?${query}`)
    assert.deepEqual(
      found.map((one: { id: number }) => one.id),
      [id],
      query,
    )
  }
  assert.equal((await server.send('GET', '/products?ncm=1')).status, 400)
})

test('a file of an ERP brings them, as people write them', async () => {
  const head =
    'Código;Produto;NCM;CEST;EAN;Origem;Produção própria;Unidade;Preço;Peso líquido (kg);cClassTrib'
  const lines = [
    `E1;Café;0901.21.00;17.096.00;${GTIN};0 - Nacional;Não;CX;12,50;1,250;000001`,
    'E2;Chá;S/N;;sem gtin;2;Sim;UN;;;',
    'E3;Mate;1;;7891000315508;9;;;;;',
  ]
  const { done } = await bringIn(server, importer, 'products', [head, ...lines].join('\n'))
  const first = await data(server, 'GET', '/products/fk_id/E1')
  const second = await data(server, 'GET', '/products/fk_id/E2')
  assert.deepEqual(
    [first.ncm, first.cest, first.gtin, first.unit_gtin, first.origin, first.own_production],
    ['09012100', '1709600', GTIN, GTIN, 0, false],
  )
  assert.deepEqual([first.unit, first.net_weight, first.ibs_cbs_class], ['CX', 1.25, '000001'])
  assert.deepEqual(
    [second.ncm, second.gtin, second.unit_gtin, second.origin, second.own_production],
    [null, 'SEM GTIN', 'SEM GTIN', 2, true],
  )
  assert.deepEqual(
    done.first_faults.map(({ line, field }: { line: number; field: string }) => [line, field]),
    [
      [4, 'origin'],
      [4, 'ncm'],
      [4, 'gtin'],
    ],
  )
})
