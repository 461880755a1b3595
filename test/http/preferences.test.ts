import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'

// `Prefer` of RFC 7240.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const applied = async (method: string, path: string, prefer: string) =>
  (await server.send(method, path, { headers: { prefer } })).headers['preference-applied']

test('a read that asks for strong consistency is told that it got it', async () => {
  const kept = [
    'consistency=strong',
    'Consistency = "strong"',
    'respond-async, wait=10, consistency=strong; because="a, b"',
    'consistency=strong, consistency=weak',
  ]
  for (const path of ['/orders', '/v2/orders', '/customers/1', '/account']) {
    for (const prefer of kept) {
      assert.equal(await applied('GET', path, prefer), 'consistency=strong', `${path} ${prefer}`)
    }
  }
  assert.equal(await applied('HEAD', '/orders', 'consistency=strong'), 'consistency=strong')
})

test('other preferences are passed over, and writes have none', async () => {
  const others = [
    'consistency',
    'consistency=weak',
    'consistency=strongest',
    'consistency=weak, consistency=strong',
    'note="consistency=strong"',
    'note=", consistency=strong"',
    'x-consistency=strong',
    '',
  ]
  for (const prefer of others) {
    assert.equal(await applied('GET', '/orders', prefer), undefined, prefer)
  }
  const body = { name: 'Atacado' }
  const headers = { prefer: 'consistency=strong' }
  const created = await server.send('POST', '/categories', { body, headers })
  assert.equal(created.status, 201)
  assert.equal(created.headers['preference-applied'], undefined)
})
