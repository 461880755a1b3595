import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'

// Records of JSON come in as rows do: one object on each line, or all in one array.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
  for (const fk_id of ['cafe', 'acucar']) {
    await data(server, 'POST', '/products', { fk_id, name: fk_id, price: 10 })
  }
  await data(server, 'POST', '/customers', { fk_id: 'c-1', name: 'Aurora' })
})
after(async () => {
  await importer.close()
  await server.close()
})

const lines = (...records: unknown[]) =>
  records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')

const order = (fk_id: string) => data(server, 'GET', `/orders/fk_id/${fk_id}`)

test('orders come from lines of JSON with their items, by whichever names of the interface', async () => {
  const first = {
    fk_id: 'j-1',
    fk_id_customer: 'c-1',
    items: [{ fk_id_item: 'cafe', quantity: 2 }],
  }
  const written = await bringIn(server, importer, 'orders', lines(first))
  assert.equal(written.done.counts.created, 1)
  const file = lines(
    { fk_id: 'j-1', customer: null, items: [{ item: { fk_id: 'cafe' }, quantity: 2 }] },
    '',
    {
      fk_id: 'j-2',
      customer: { fk_id: 'c-1', name: 'another name' },
      observations: 'linha\nde baixo; "aspas"',
      custom_fields: { rota: 'Sul' },
      unknown: { deeply: [1, { a: 2 }] },
      items: [
        { item: { fk_id: 'cafe' }, quantity: 0.125, price: 8, total_item: 1 },
        { item: { fk_id: 'acucar' }, quantity: 3, vlr_desc: 1.5 },
      ],
    },
  )
  const { checked, done } = await bringIn(server, importer, 'orders', file)
  const { unchanged, created, refused } = done.counts
  assert.deepEqual([done.format, unchanged, created, refused], ['json', 1, 1, 0])
  assert.deepEqual(checked.warnings, [])
  const found = await order('j-2')
  assert.equal(found.observations, 'linha\nde baixo; "aspas"')
  assert.deepEqual(found.custom_fields, { rota: 'Sul' })
  assert.deepEqual(
    found.items.map((one: { item: { fk_id: string }; total_liq: number }) => [
      one.item.fk_id,
      one.total_liq,
    ]),
    [
      ['cafe', 1],
      ['acucar', 28.5],
    ],
  )
  const again = await bringIn(server, importer, 'orders', file)
  assert.deepEqual([again.done.counts.unchanged, again.done.counts.updated], [2, 0])
})

test('what a record does not speak of stays; its null unsets, where that was asked for', async () => {
  const record = (more: object) => lines({ fk_id: 'j-3', fk_id_customer: 'c-1', ...more })
  const items = [{ fk_id_item: 'cafe', quantity: 1 }]
  await bringIn(server, importer, 'orders', record({ observations: 'fica', items }))
  // Another record of the file has what this one lacks.
  const other = { fk_id: 'j-4', fk_id_customer: 'c-1', observations: 'x', items }
  const both = (more: object) => `${record(more)}\n${JSON.stringify(other)}`
  await bringIn(server, importer, 'orders', both({}), '&mode=put')
  assert.deepEqual(
    [(await order('j-3')).observations, (await order('j-3')).items.length],
    ['fica', 1],
  )
  await bringIn(server, importer, 'orders', both({ observations: null }))
  assert.equal((await order('j-3')).observations, 'fica')
  const put = await bringIn(
    server,
    importer,
    'orders',
    both({ observations: null, items: [] }),
    '&mode=put',
  )
  assert.deepEqual([put.done.counts.updated, put.done.counts.reduced], [1, 1])
  assert.deepEqual([(await order('j-3')).observations, (await order('j-3')).items], [null, []])
})

test('a record that can’t be read is refused with its line, and no other', async () => {
  const file = lines(
    { fk_id: 'p-1', name: 'Total', price: 1.5 },
    '{"fk_id": "p-2", "name": "cortado",',
    '{"fk_id": "p-3", "name": "duas", "name": "vezes"}',
    '[1]',
    { fk_id: 'p-4', name: 'caro', price: 'R$ x' },
    '{"fk_id": "p-5", "name": "longo", "price": 1234567.12345678901}',
    { fk_id: 'p-1', name: 'outra vez' },
    { name: 'sem código' },
    { fk_id: 'p-6', name: '---', price: '12,50', description: '=1+1' },
  )
  const { done } = await bringIn(server, importer, 'products', file)
  assert.deepEqual([done.counts.created, done.counts.refused], [2, 7])
  const faults = done.first_faults.map((one: { line: number; code: string }) => [
    one.line,
    one.code,
  ])
  assert.deepEqual(faults, [
    [2, 'format'],
    [3, 'format'],
    [4, 'format'],
    [5, 'type'],
    [6, 'inexact_number'],
    [7, 'duplicate_fk_id'],
    [8, 'required'],
  ])
  assert.equal((await data(server, 'GET', '/products/fk_id/p-6')).price, 12.5)
  const refused = await server.send('GET', `/imports/${done.id}/refused`)
  const [headings, ...rows] = refused.text.replace('\uFEFF', '').trim().split('\r\n')
  assert.equal(headings, 'fk_id;name;price;description;Reason for refusal')
  assert.equal(rows.length, 7)
  assert.match(rows[3] ?? '', /^p-4;caro;R\$ x;;price: /)
})

test('refused orders come back as a table that can be corrected and sent', async () => {
  const items = [
    { fk_id_item: 'cafe', quantity: 1.5 },
    { fk_id_item: 'nada', quantity: 2 },
  ]
  const file = lines({ fk_id: 'j-5', fk_id_customer: 'c-1', items })
  const { done } = await bringIn(server, importer, 'orders', file)
  assert.equal(done.counts.refused, 1)
  const refused = await server.send('GET', `/imports/${done.id}/refused`)
  const again = await bringIn(server, importer, 'orders', refused.text.replaceAll('nada', 'acucar'))
  assert.equal(again.done.counts.created, 1, JSON.stringify(again.done.first_faults))
  assert.equal((await order('j-5')).total_value, 35)
})

test('an array of objects is read, too, however it is laid out', async () => {
  const records = Array.from({ length: 600 }, (_, i) => ({
    fk_id: `a-${i}`,
    name: `[{"${i}\\`,
    price: i,
  }))
  for (const file of [JSON.stringify(records), `\uFEFF\n${JSON.stringify(records, null, 2)}\n`]) {
    const { done } = await bringIn(server, importer, 'products', file)
    assert.equal(
      done.counts.created + done.counts.unchanged,
      600,
      JSON.stringify(done.first_faults),
    )
  }
  assert.equal((await data(server, 'GET', '/products/fk_id/a-599')).name, '[{"599\\')
  for (const broken of [
    '[{"fk_id":"b-1","name":"x"}',
    '[{"fk_id":"b-1","name":"x"}]]',
    '[{"fk_id":"b-1"}}',
  ]) {
    const { id } = await sendFile(server, 'products', broken)
    const { state, failure } = await settled(server, importer, id)
    assert.equal(state, 'failed')
    assert.match(failure, /broken behind record [01]/)
  }
})
