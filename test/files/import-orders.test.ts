import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf } from '../support/files/imports.ts'
import { assertConsistent, data } from '../support/orders.ts'
import { sample } from '../support/sample.ts'

// An order of a file is written whole or not at all, wherever its lines stand; nothing is taken away
// that the file does not speak of.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer({ MAX_ITEMS: 5 })
  importer = importerOf(server)
  await sample(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const HEADINGS = 'Pedido;Cliente;Produto;Quantidade;Preço unitário'
const file = (...lines: string[]) => [HEADINGS, ...lines].join('\n')
const bring = (content: string, query = '') => bringIn(server, importer, 'orders', content, query)
const quantities = async (code: string): Promise<number[] | undefined> => {
  const { status, body } = await server.send('GET', `/orders/fk_id/${encodeURIComponent(code)}`)
  return status === 404 ? undefined : body.data.items.map((one: Import) => one.quantity)
}
const places = ({ first_faults }: Import) =>
  first_faults.map(({ line, letter, code }: Import) => [line, letter, code])

test('lines of an order may stand apart, and come in their order', async () => {
  const { done } = await bring(
    file(
      'A-1;aurora;cafe;10;1,00',
      'A-2;aurora;cafe;20;1,00',
      'A-1;aurora;cafe;5;1,00',
      'A-3;aurora;cafe;7;1,00',
      'A-2;aurora;cafe;21;1,00',
      'A-1;aurora;cafe;6;1,00',
    ),
  )
  assert.deepEqual([done.counts.created, done.counts.refused, done.counts.lines], [3, 0, 6])
  assert.deepEqual(await quantities('A-1'), [10, 5, 6])
  assert.deepEqual(await quantities('A-2'), [20, 21])
  assert.deepEqual(await quantities('A-3'), [7])
})

test('codes are compared as they are stored', async () => {
  const composed = 'São-1'.normalize('NFC')
  const { done } = await bring(
    file(
      `${composed};aurora;cafe;1;1,00`,
      'B-9;aurora;cafe;2;1,00',
      `"${composed.normalize('NFD')} ";aurora;cafe;3;1,00`,
    ),
  )
  assert.equal(done.counts.created, 2)
  assert.deepEqual(await quantities(composed), [1, 3])
})

test('lines without a code are of the order above, and none of the first', async () => {
  const { done } = await bring(
    file(';aurora;cafe;1;1,00', 'C-1;aurora;cafe;10;1,00', ';;cafe;20;1,00', ';aurora;cafe;30;'),
  )
  assert.deepEqual(places(done), [[2, 'A', 'required']])
  assert.deepEqual(await quantities('C-1'), [10, 20, 30])
  const other = await bring(file('C-2;aurora;cafe;10;1,00', ';boreal;cafe;20;1,00'))
  assert.deepEqual(places(other.done), [[3, 'B', 'lines_differ']])
  assert.equal(await quantities('C-2'), undefined)
})

test('an order with a refused line comes back whole, and loses nothing when it is corrected', async () => {
  const lines = [
    'D-1;aurora;cafe;10;1,00',
    'D-2;aurora;cafe;1;1,00',
    'D-1;aurora;nada;5;1,00',
    ';;cafe;x;1,00',
  ]
  for (const query of ['&mode=put', '&mode=patch']) {
    await bring(file('D-1;aurora;cafe;99;1,00'), query)
    const { done } = await bring(file(...lines), query)
    assert.deepEqual(await quantities('D-1'), [99], query)
    assert.deepEqual(places(done), [
      [5, 'D', 'type'],
      [4, 'C', 'unknown_reference'],
    ])
    const refused = await server.send('GET', `/imports/${done.id}/refused`)
    const rows = refused.text.trim().split('\r\n')
    assert.equal(rows.length, 4)
    const corrected = refused.text.replace('nada;5', 'cafe;5').replace(';x;', ';6;')
    const again = await bring(corrected, query)
    assert.deepEqual(again.done.counts.refused, 0)
    assert.deepEqual(await quantities('D-1'), [10, 5, 6], query)
    await server.send('DELETE', '/orders/fk_id/D-1')
  }
  await assertConsistent(server)
})

test('an order of more lines than one may have is refused whole', async () => {
  const line = (code: string, quantity: number) => `${code};aurora;cafe;${quantity};1,00`
  const long = Array.from({ length: 14 }, (_, i) => line('E-1', i + 1))
  const apart = long.flatMap((one, i) => [one, line(`E-2-${i}`, 1)])
  for (const lines of [long, apart]) {
    const { done } = await bring(file(...lines))
    assert.equal(await quantities('E-1'), undefined)
    assert.ok(places(done).every(([, , code]: [number, string, string]) => code === 'max_items'))
    const refused = await server.send('GET', `/imports/${done.id}/refused`)
    const codes = refused.text.trim().split('\r\n').slice(1)
    assert.equal(codes.filter((one) => one.startsWith('E-1;')).length, 14)
  }
})

test('a file without items leaves them, and one without a column leaves what it would hold', async () => {
  await bring(file('F-1;aurora;cafe;10;2,00', 'F-1;aurora;cafe;5;2,00'))
  await data(server, 'PATCH', '/orders/fk_id/F-1', {
    observations: 'Portaria 2',
    delivery_date: '2026-12-01T00:00:00Z',
    custom_fields: { rota: 'Sul' },
  })
  for (const mode of ['patch', 'put']) {
    const { done } = await bring('Pedido;Data de entrega\nF-1;02/12/2026', `&mode=${mode}`)
    assert.equal(done.counts.refused, 0)
    const order = await data(server, 'GET', '/orders/fk_id/F-1')
    assert.deepEqual(
      [order.items.length, order.observations, order.custom_fields, order.delivery_date],
      [2, 'Portaria 2', { rota: 'Sul' }, '2026-12-02T00:00:00.000Z'],
    )
  }
  const { done } = await bring('Pedido;Data de entrega;Observações\nF-1;;', '&mode=put')
  assert.equal(done.counts.updated, 1)
  const order = await data(server, 'GET', '/orders/fk_id/F-1')
  assert.deepEqual([order.delivery_date, order.observations], [null, null])
  assert.equal(order.items.length, 2)
})

test('a dry run tells the sum, and which orders would lose items or value', async () => {
  await bring(file('G-1;aurora;cafe;10;2,00', 'G-1;aurora;cafe;5;2,00', 'G-2;aurora;cafe;1;0,10'))
  const { checked, done } = await bring(
    file('G-1;aurora;cafe;10;2,05', 'G-2;aurora;cafe;1;0,10', 'G-3;aurora;cafe;3;0,10'),
  )
  const counts = {
    lines: 3,
    created: 1,
    updated: 1,
    unchanged: 1,
    refused: 0,
    reduced: 1,
    total_value: 20.8,
    reduced_by: 9.5,
  }
  assert.deepEqual([checked.counts, done.checked, done.counts], [counts, counts, counts])
  assert.deepEqual(await quantities('G-1'), [10])
})

test('a code that stands twice in a file of customers is told, not the last one taken', async () => {
  const { done } = await bringIn(
    server,
    importer,
    'customers',
    ['Código;Nome', 'H-1;Um', 'H-2;Dois', 'H-1;Outro', 'H-1 ;Um'].join('\n'),
  )
  assert.deepEqual(places(done), [
    [4, 'A', 'duplicate_fk_id'],
    [5, 'A', 'duplicate_fk_id'],
  ])
  assert.match(done.first_faults[0].detail, /^“?H-1”?.*line 2|line 2/)
  assert.equal((await data(server, 'GET', '/customers/fk_id/H-1')).name, 'Um')
})

test('what the service says of an item is told of its line and column', async () => {
  const content = [
    'Pedido;Cliente;Produto;Quantidade;Desconto (R$)',
    'Q-1;aurora;cafe;1;',
    'Q-1;aurora;nada;0;',
    'Q-2;aurora;cafe;1;99',
  ].join('\n')
  const { done } = await bring(content)
  assert.deepEqual(places(done), [
    [3, 'D', 'exclusive_minimum'],
    [4, 'E', 'discount_exceeds_total'],
  ])
  const next = await bring(content.replace('nada;0', 'nada;2'))
  assert.deepEqual(places(next.done)[0], [3, 'C', 'unknown_reference'])
})
