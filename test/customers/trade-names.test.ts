import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data, succeed } from '../support/orders.ts'

// What people call a customer, and what the house notes of it.

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

const idsOf = async (path: string) =>
  (await data(server, 'GET', path)).map(({ id }: { id: number }) => id)

test('both have their form, and a fault names its field', async () => {
  const body = { name: 'x', trade_name: 'a\nb', notes: 'x'.repeat(5001) }
  const answer = await server.send('POST', '/customers', { body })
  assert.equal(answer.status, 422)
  const pointers = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)
  assert.deepEqual(pointers.sort(), ['/notes', '/trade_name'])
  for (const trade_name of ['', 'x'.repeat(201)]) {
    const refused = await server.send('POST', '/customers', { body: { name: 'x', trade_name } })
    assert.equal(refused.status, 422)
  }
  const made = await data(server, 'POST', '/customers', {
    name: 'x',
    trade_name: ' Ação ',
    notes: 'uma\nduas',
  })
  assert.deepEqual([made.trade_name, made.notes], ['Ação', 'uma\nduas'])
})

test('searches find customers and their orders by the trade name, by the name or by both', async () => {
  const customer = { name: 'J. M. Comércio Ltda.', trade_name: 'Empório São Bento', fk_id: 'SB-9' }
  const { id } = await data(server, 'POST', '/customers', customer)
  const hidden = { name: 'Outro', trade_name: 'Pada\u200bria Vitória' }
  const other = await data(server, 'POST', '/customers', hidden)
  const { id: order } = await data(server, 'POST', '/orders', { id_customer: id })
  for (const q of ['sao bento', 'EMPÓRIO', 'bento sb-9', 'comercio bent'])
    assert.deepEqual(await idsOf(`/customers?q=${encodeURIComponent(q)}`), [id], q)
  assert.deepEqual(await idsOf('/customers?q=padaria'), [other.id])
  assert.deepEqual(await idsOf('/customers?q=bento%20padaria'), [])
  assert.deepEqual(await idsOf('/orders?q=bento'), [order])
  await data(server, 'PATCH', `/customers/${id}`, { trade_name: null })
  assert.deepEqual(await idsOf('/customers?q=bento'), [])
  assert.deepEqual(await idsOf('/orders?q=bento'), [])
})

test('a file’s “Nome fantasia” is the trade name beside another name, and else the name', async () => {
  const read = (code: string) => data(server, 'GET', `/customers/fk_id/${code}`)
  const both = 'Código;Razão social;Nome fantasia;Observações\nTN-1;Alfa Ltda.;Alfinha;Liga antes\n'
  await bringIn(server, importer, 'customers', both)
  const one = await read('TN-1')
  assert.deepEqual([one.name, one.trade_name, one.notes], ['Alfa Ltda.', 'Alfinha', 'Liga antes'])
  await bringIn(server, importer, 'customers', 'Código;Nome;Fantasia\nTN-2;Beta Ltda.;Betinha\n')
  const two = await read('TN-2')
  assert.deepEqual([two.name, two.trade_name], ['Beta Ltda.', 'Betinha'])
  await bringIn(server, importer, 'customers', 'Código;Nome fantasia\nTN-3;Gaminha\n')
  const three = await read('TN-3')
  assert.deepEqual([three.name, three.trade_name], ['Gaminha', null])
  const { text } = await succeed(server, 'GET', '/customers?fk_id=TN-1&format=csv&csv=br')
  const [head = '', row = ''] = text.trim().split(/\r?\n/)
  const at = head.split(';').indexOf('Nome fantasia')
  assert.equal(row.split(';')[at], 'Alfinha')
})
