import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// What an invoice says of who buys, and where.

let server: Server
let importer: LeasedWorker
let ids: Sample
before(async () => {
  server = await startServer()
  importer = importerOf(server)
  ids = await sample(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

/** What is wrong with the body of a request that is refused. */
async function errorsOf(method: string, path: string, body: object): Promise<string[][]> {
  const answer = await server.send(method, path, { body })
  assert.equal(answer.status, 422, answer.text)
  return answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ])
}

test('registrations have their form, and each error names its field', async () => {
  const wrong = {
    legal_name: 'A',
    ie_kind: 3,
    ie: '110.042.490.114',
    simples: 'yes',
    suframa: '1234567',
    public_kind: 5,
  }
  const errors = await errorsOf('POST', '/customers', { name: 'x', ...wrong })
  assert.deepEqual(
    [...new Set(errors.map(([pointer]) => pointer))],
    Object.keys(wrong).map((name) => `/${name}`),
  )
})

test('customers are found by their registration', async () => {
  const own = { name: 'Com IE', ie_kind: 9, ie: '7654321' }
  const { id } = await data(server, 'POST', '/customers', own)
  for (const query of ['ie_kind=9', 'ie=7654321']) {
    const found = await data(server, 'GET', `/customers?${query}`)
    assert.deepEqual(
      found.map((one: { id: number }) => one.id),
      [id],
    )
  }
})

test('a municipality is one of the state of its address', async () => {
  const path = '/customers/aurora/address'
  const wrong = [['/ibge', 'address_contradiction']]
  assert.deepEqual(await errorsOf('POST', path, { state: 'MG', ibge: '3550308' }), wrong)
  assert.deepEqual(await errorsOf('POST', path, { ibge: '3650308' }), wrong)
  assert.deepEqual(await errorsOf('POST', path, { ibge: '355030' }), [['/ibge', 'pattern']])
  const made = await data(server, 'POST', path, { state: 'sp', ibge: '3550308' })
  assert.deepEqual([made.state, made.ibge, made.country], ['SP', '3550308', 1058])
  const one = `/customers/address/${made.id}`
  assert.deepEqual(await errorsOf('PATCH', one, { state: 'RJ' }), wrong)
  const moved = await data(server, 'PATCH', one, { state: 'RJ', ibge: '3304557' })
  assert.equal(moved.ibge, '3304557')
  const abroad = { state: 'EX', ibge: '9999999', country: 1600 }
  assert.equal((await data(server, 'POST', path, abroad)).country, 1600)
  await assert.rejects(
    server.pool.query(`update addresses set state = 'AM' where id = $1`, [made.id]),
    /addresses_ibge_of_state/,
  )
})

test('an order shows them of its address; once locked, as they were', async () => {
  const place = { street: 'Rua 1', state: 'SP', ibge: '3550308' }
  const { id: id_address } = await data(server, 'POST', '/customers/aurora/address', place)
  const order = {
    id_customer: ids.customer,
    id_address,
    items: [{ id_item: ids.product, quantity: 1, price: 1 }],
  }
  const open = await data(server, 'POST', '/orders', order)
  const locked = await data(server, 'POST', '/orders', {
    ...order,
    id_order_status: ids.statuses['Invoiced'],
  })
  await data(server, 'PATCH', `/customers/address/${id_address}`, { ibge: '3509502' })
  const shown = async (id: number, query = '') => {
    const [one] = [
      await data(server, 'GET', `/orders${query ? `?id=${id}&${query}` : `/${id}`}`),
    ].flat()
    return [one.address.ibge, one.address.country]
  }
  assert.deepEqual(await shown(open.id), ['3509502', 1058])
  assert.deepEqual(await shown(locked.id), ['3550308', 1058])
  // As a version before stored it.
  await server.pool.query(
    `update order_documents set shape = 1, document = replace(document, ',"ibge":"3550308","country":1058', '')
      where id_order = $1`,
    [locked.id],
  )
  assert.deepEqual(await shown(locked.id), [null, 1058])
  assert.deepEqual(await shown(locked.id, 'fields=address'), [null, 1058])
})

test('a file of an ERP brings them, as people write them', async () => {
  const head = 'Código;Razão social;IE;Simples Nacional;Contribuinte do ICMS;Cidade;UF;Código IBGE'
  const lines = [
    'F1;Mercado;110.042.490.114;Sim;1 - Contribuinte ICMS;São Paulo;SP;3550308',
    'F2;Bar;ISENTO;;Isento de inscrição;Rio;RJ;',
    'F3;Loja;;;;Rio;RJ;3550308',
  ]
  const { done } = await bringIn(server, importer, 'customers', [head, ...lines].join('\n'))
  const first = await data(server, 'GET', '/customers/fk_id/F1')
  assert.deepEqual([first.ie, first.simples, first.ie_kind], ['110042490114', true, 1])
  const second = await data(server, 'GET', '/customers/fk_id/F2')
  assert.deepEqual([second.ie, second.simples, second.ie_kind], [null, null, 2])
  const [place] = await data(server, 'GET', '/customers/fk_id/F1/addresses')
  assert.equal(place.ibge, '3550308')
  assert.deepEqual(
    done.first_faults.map(({ line, field }: { line: number; field: string }) => [line, field]),
    [[4, 'address.ibge']],
  )
})
