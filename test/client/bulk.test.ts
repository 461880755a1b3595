import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Fate } from '../support/servers/relay.ts'
import { type ClientStand, startClients } from '../support/wire/client.ts'

let at: ClientStand
before(async () => {
  at = await startClients()
})
after(() => at.close())

function* products(prefix: string, count: number) {
  for (let i = 1; i <= count; i++) yield { fk_id: `${prefix}-${i}`, name: `Product ${i}` }
}

test('records go in several requests, and results come in their order', async () => {
  const results = await Array.fromAsync(at.pedido.products.bulk(products('many', 1100)))
  assert.deepEqual(
    results.map(({ line, fk_id, status }) => [line, fk_id, status]),
    Array.from({ length: 1100 }, (_, i) => [i + 1, `many-${i + 1}`, 'created']),
  )
  const read = await at.pedido.products.readByFkId('many-1100')
  assert.equal(read.id, results.at(-1)?.id)
})

test('a refused record has its errors, and a patch leaves alone what it does not name', async () => {
  await at.pedido.customers.putByFkId('p-1', { name: 'One', phone: '1' })
  const sent = [{ fk_id: 'p-1', email: 'a@x.example' }, { fk_id: 'p-2' }]
  const [first, second] = await Array.fromAsync(at.pedido.customers.bulk(sent, { mode: 'patch' }))
  assert.equal(first?.status, 'updated')
  assert.deepEqual([second?.status, second?.errors[0]?.pointer], ['refused', '/name'])
  assert.equal((await at.pedido.customers.readByFkId('p-1')).phone, '1')
  const all = await Array.fromAsync(at.pedido.customers.bulk(sent, { atomic: true }))
  assert.deepEqual(
    all.map(({ code }) => code),
    ['validation_failed', 'validation_failed'],
  )
})

test('a request whose answer is lost is sent again, which changes nothing', async () => {
  const fates: Fate[] = ['lose', 'refuse', 'cut']
  const { pedido } = await at.behind(() => fates.shift() ?? 'pass')
  const results = await Array.fromAsync(pedido.products.bulk(products('again', 3)))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['unchanged', 'unchanged', 'unchanged'],
  )
})

test('a source is taken from as results are, hears of the end, and may be slow', async () => {
  let taken = 0
  let isLeft = false
  const { promise: stillOpen, resolve: go } = Promise.withResolvers<void>()
  async function* slow() {
    try {
      for (const product of products('slow', 2000)) {
        taken++
        yield product
        if (taken === 3) await stillOpen
      }
    } finally {
      isLeft = true
    }
  }
  for await (const { line } of at.pedido.products.bulk(slow())) {
    // The first three are answered while the source is waiting.
    if (line === 3) go()
    if (line === 4) break
  }
  assert.ok(taken < 1000)
  assert.equal(isLeft, true)
})

test('a request that is refused as a whole is an error of the loop', async () => {
  const client = at.client({ token: await at.server.newToken('products:read') })
  await assert.rejects(Array.fromAsync(client.products.bulk(products('no', 1))), {
    code: 'insufficient_scope',
  })
})
