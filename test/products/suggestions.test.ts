import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'

// Products and customers while somebody types: by codes that are scanned, by words, and typed wrong.

let server: Server
before(async () => {
  server = await startServer()
  const gtin = '7891000315507'
  for (const body of [
    { name: 'Feijão carioca 1 kg', fk_id: 'F-1', gtin, unit_gtin: gtin },
    { name: 'Feijão preto 1 kg', fk_id: 'F-2', active: false },
    { name: 'Arroz branco', fk_id: 'A-1', gtin: '00012345678905', unit_gtin: 'SEM GTIN' },
    { name: 'Peça 7891000315507X', fk_id: 'P-1' },
    { name: 'Kit de feijão', fk_id: 'K-1' },
  ]) {
    await data(server, 'POST', '/products', body)
  }
  await data(server, 'POST', '/customers', { name: 'Hotel Fazenda Boa Vista', fk_id: 'C-1' })
  await data(server, 'POST', '/customers', { name: 'Outro', trade_name: 'Padaria Estrêla' })
})
after(async () => server.close())

const suggested = async (path: string, query: Record<string, string>) => {
  const found = await data(server, 'GET', `/${path}/suggestions?${new URLSearchParams(query)}`)
  return found.map(({ match, record }: { match: string; record: { name: string } }) => [
    match,
    record.name,
  ])
}

test('a code that is scanned is the first, whatever else has its digits', async () => {
  const scanned = await suggested('products', { q: '7891000315507' })
  assert.deepEqual(scanned[0], ['exact', 'Feijão carioca 1 kg'])
  assert.deepEqual(scanned[1], ['words', 'Peça 7891000315507X'])
  // A scanner leaves the zeros in front out, and may add some.
  for (const q of ['12345678905'.padStart(12, '0'), '0012345678905', '00012345678905']) {
    assert.deepEqual((await suggested('products', { q }))[0], ['exact', 'Arroz branco'])
  }
  assert.deepEqual((await suggested('products', { q: 'F-2' }))[0], ['exact', 'Feijão preto 1 kg'])
  const listed = await data(server, 'GET', '/products?q=7891000315507')
  assert.deepEqual(
    listed.map(({ fk_id }: { fk_id: string }) => fk_id),
    ['F-1', 'P-1'],
  )
  const filtered = await data(server, 'GET', '/products?gtin=7891000315507')
  assert.equal(filtered.length, 1)
})

test('words find before what is written much like them, and names that begin so first', async () => {
  assert.deepEqual(await suggested('products', { q: 'feijao' }), [
    ['words', 'Feijão carioca 1 kg'],
    ['words', 'Feijão preto 1 kg'],
    ['words', 'Kit de feijão'],
  ])
  assert.deepEqual(await suggested('products', { q: 'feijao', limit: '1' }), [
    ['words', 'Feijão carioca 1 kg'],
  ])
  assert.deepEqual(await suggested('products', { q: 'feijao', active: 'false' }), [
    ['words', 'Feijão preto 1 kg'],
  ])
})

test('typed wrong it is found all the same', async () => {
  for (const q of ['fejao', 'FEJÃO', 'feijaum', 'feijoa']) {
    const found = await suggested('products', { q, active: 'true' })
    assert.deepEqual(
      found.map(([match]: string[]) => match),
      ['similar', 'similar'],
      q,
    )
  }
  assert.deepEqual(await suggested('products', { q: 'fejao preto' }), [
    ['similar', 'Feijão preto 1 kg'],
  ])
  assert.deepEqual(await suggested('customers', { q: 'hotel fazeda' }), [
    ['similar', 'Hotel Fazenda Boa Vista'],
  ])
  assert.deepEqual(await suggested('customers', { q: 'padria estrela' }), [['similar', 'Outro']])
  assert.deepEqual(await suggested('products', { q: 'xyzw' }), [])
  // A code that is much like another is another one.
  for (const q of ['7891000315508', '7891000315507Y', 'fejao 2']) {
    assert.deepEqual(await suggested('products', { q }), [], q)
  }
  assert.deepEqual(await suggested('products', { q: 'fejao carioca 1' }), [
    ['similar', 'Feijão carioca 1 kg'],
  ])
  assert.deepEqual(await suggested('products', { q: '...' }), [])
  // The statement after it looks for alike words as before.
  assert.deepEqual(await suggested('products', { q: 'xq' }), [])
})

test('what was sent of the stock is shown with when it was so', async () => {
  const before = Date.now() - 1000
  const made = await data(server, 'POST', '/products', {
    name: 'Óleo',
    fk_id: 'O-1',
    stock_quantity: -2.5,
  })
  assert.equal(made.stock_quantity, -2.5)
  assert.ok(Date.parse(made.stock_at) > before)
  const at = await data(server, 'PATCH', `/products/${made.id}`, {
    stock_quantity: 10,
    stock_at: '2026-11-20T09:30:00-03:00',
  })
  assert.deepEqual([at.stock_quantity, at.stock_at], [10, '2026-11-20T12:30:00.000Z'])
  // The same quantity, said again, is as of now.
  const again = await data(server, 'PATCH', `/products/${made.id}`, { stock_quantity: 10 })
  assert.ok(Date.parse(again.stock_at) > before)
  // Who writes the whole product need not know of its stock.
  const whole = await data(server, 'PUT', '/products/fk_id/O-1', { name: 'Óleo de soja' })
  assert.deepEqual([whole.stock_quantity, whole.stock_at], [10, again.stock_at])
  const lines = [
    { name: 'Óleo', fk_id: 'O-1', stock_quantity: 7 },
    { name: 'Sal', fk_id: 'S-1' },
  ]
  await succeed(
    server,
    'POST',
    '/bulk/products',
    lines.map((line) => JSON.stringify(line)).join('\n'),
    {
      headers: { 'content-type': 'application/x-ndjson' },
    },
  )
  const both = await data(server, 'GET', '/products?fk_id=O-1')
  assert.equal(both[0].stock_quantity, 7)
  assert.ok(Date.parse(both[0].stock_at) >= Date.parse(again.stock_at))
  const gone = await data(server, 'PATCH', `/products/${made.id}`, { stock_quantity: null })
  assert.deepEqual([gone.stock_quantity, gone.stock_at], [null, null])
})
