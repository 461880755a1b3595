import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf } from '../support/orders.ts'

// Tags of customers: short words of the house's own.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const named = async (query: string): Promise<string[]> =>
  (await data(server, 'GET', `/customers?sort=name&${query}`)).map(
    ({ name }: { name: string }) => name,
  )

test('tags are a set, stay where a whole record says nothing of them, and are cleared by null or none', async () => {
  const { id, tags } = await data(server, 'POST', '/customers', {
    name: 'Aurora',
    fk_id: 'A-1',
    tags: ['vip', 'Rota-Sul', 'São'],
  })
  assert.deepEqual(tags, ['Rota-Sul', 'São', 'vip'])
  const put = await data(server, 'PUT', '/customers/fk_id/A-1', { name: 'Aurora Ltda' })
  assert.deepEqual(put.tags, tags)
  const one = await data(server, 'PATCH', `/customers/${id}`, { tags: ['vip'] })
  assert.deepEqual(one.tags, ['vip'])
  assert.deepEqual((await data(server, 'PATCH', `/customers/${id}`, { tags: null })).tags, [])
  await data(server, 'PATCH', `/customers/${id}`, { tags: ['vip'] })
  assert.deepEqual((await data(server, 'PATCH', `/customers/${id}`, { tags: [] })).tags, [])
  assert.deepEqual((await data(server, 'POST', '/customers', { name: 'Bela' })).tags, [])
})

test('a list finds those that have one, as it is written', async () => {
  await data(server, 'POST', '/customers', { name: 'C um', tags: ['feira', 'a'] })
  await data(server, 'POST', '/customers', { name: 'C dois', tags: ['feira'] })
  await data(server, 'POST', '/customers', { name: 'C três', tags: ['Feira'] })
  assert.deepEqual(await named('tags=feira'), ['C dois', 'C um'])
  assert.deepEqual(await named('tags=Feira'), ['C três'])
  assert.deepEqual(await named('tags=fei'), [])
})

test('what is no tag is refused at its place', async () => {
  const many = Array.from({ length: 21 }, (_, i) => `t${i}`)
  for (const [tags, place] of [
    [['dois nomes'], '/tags/0 pattern'],
    [['a', 'a'], '/tags unique_items'],
    [['x'.repeat(41)], '/tags/0 max_length'],
    [[''], '/tags/0 pattern'],
    [many, '/tags max_items'],
    ['vip', '/tags type'],
  ] as const) {
    const answer = await server.send('POST', '/customers', { body: { name: 'x', tags } })
    assert.deepEqual(problemOf(answer), [422, 'validation_failed', [place]])
  }
  const list = await server.send('GET', '/customers?tags=a%20b')
  assert.equal(list.status, 400)
})

test('nothing of them is left of an anonymised customer', async () => {
  const { id } = await data(server, 'POST', '/customers', { name: 'Ana', tags: ['devedora'] })
  await data(server, 'POST', `/customers/${id}/anonymise`, {})
  assert.deepEqual((await data(server, 'GET', `/customers/${id}`)).tags, [])
  const { text } = await server.send('GET', `/events?subject=/customers/${id}`)
  assert.ok(!text.includes('devedora'))
})
