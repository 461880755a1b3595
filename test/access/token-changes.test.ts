import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { endOfFeed, runJobs } from '../support/feed.ts'
import { data, problemOf } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'

// Where a token may come from, and what else of it is changed without another secret.

let server: Server
before(async () => {
  server = await startServer({ TRUST_PROXY: 1 })
})
after(() => server.close())

const make = (body: object = {}, options: SendOptions = {}) =>
  data(server, 'POST', '/tokens', { name: 'ERP', scopes: ['customers:read'], ...body }, options)
const patch = (id: number, body: object, options: SendOptions = {}) =>
  data(server, 'PATCH', `/tokens/${id}`, body, options)
const from = (address: string, token: string, path = '/customers') =>
  server.send('GET', path, { token, headers: { 'x-forwarded-for': address } })

test('a token works from its networks, and is told which address was seen elsewhere', async () => {
  const addresses = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32']
  const { id, token, ...made } = await make({ addresses })
  assert.deepEqual(made.addresses, addresses)
  for (const inside of ['203.0.113.9', '198.51.100.7', '2001:db8::1', '::ffff:203.0.113.9'])
    assert.equal((await from(inside, token)).status, 200, inside)
  for (const outside of ['198.51.100.8', '2001:db9::1', '::ffff:198.51.100.8']) {
    const { status, body } = await from(outside, token)
    assert.deepEqual([status, body.code], [403, 'address_not_allowed'])
    assert.match(body.detail, new RegExp(`from the address ${outside.replaceAll('.', '\\.')}\\.`))
  }
  assert.equal((await from('198.51.100.8', token, '/requests')).status, 403)
  // What a proxy forwards and is no address counts for the connection.
  assert.match((await from('unknown', token)).body.detail, /from the address 127\.0\.0\.1\./)
  const [refused] = await data(server, 'GET', `/requests?id_token=${id}&code=address_not_allowed`)
  assert.equal(refused.status, 403)
  await patch(id, { addresses: [] })
  assert.equal((await from('198.51.100.8', token)).status, 200)
  await patch(id, { addresses: ['10.0.0.0/8'] })
  assert.equal((await from('203.0.113.9', token)).status, 403)
})

test('a token does not shut itself out', async () => {
  const { id, token } = await make({ scopes: ['tokens:manage'] })
  const change = (addresses: string[]) =>
    server.send('PATCH', `/tokens/${id}`, { token, body: { addresses } })
  const refused = await change(['10.0.0.0/8', '2001:db8::/32'])
  assert.deepEqual(problemOf(refused), [422, 'validation_failed', ['/addresses shuts_out']])
  assert.match(refused.body.errors[0].detail, /^must have 127\.0\.0\.1, /)
  assert.equal((await change(['10.0.0.0/8', '127.0.0.0/8'])).status, 200)
  assert.equal((await change([])).status, 422)
})

test('access tokens come from where their client may', async () => {
  const { id, token } = await make({ addresses: ['203.0.113.0/24'] })
  const form = `grant_type=client_credentials&client_id=${id}&client_secret=${token}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { body } = await server.send('POST', '/oauth/token', { token: null, body: form, headers })
  assert.equal((await from('203.0.113.9', body.access_token)).status, 200)
  assert.equal((await from('198.51.100.8', body.access_token)).status, 403)
  await patch(id, { name: 'ERP 2' })
  assert.equal((await from('203.0.113.9', body.access_token)).status, 200)
})

test('what is no network is refused where it stands', async () => {
  const { id } = await make()
  for (const wrong of ['203.0.113.0/33', 'erp.example.com', '203.0.113', '::1%eth0', '1.2.3.4/x']) {
    const addresses = ['10.0.0.1', wrong]
    for (const [method, path] of [
      ['POST', '/tokens'],
      ['PATCH', `/tokens/${id}`],
    ] as const) {
      const body = { ...(method === 'POST' && { name: 'x', scopes: ['*'] }), addresses }
      const answer = await server.send(method, path, { body })
      assert.deepEqual(problemOf(answer), [422, 'validation_failed', ['/addresses/1 format']])
    }
  }
  const many = Array.from({ length: 21 }, (_, i) => `10.0.0.${i}`)
  const answer = await server.send('PATCH', `/tokens/${id}`, { body: { addresses: many } })
  assert.deepEqual(problemOf(answer)[2], ['/addresses max_items'])
})

test('a change keeps what it does not name, follows If-Match, and stands in the audit', async () => {
  const { token, ...made } = await make({ expires_at: '2099-01-01T00:00:00Z' })
  const read = await server.send('GET', `/tokens/${made.id}`)
  const headers = { 'if-match': String(read.headers['etag']) }
  const changed = await server.send('PATCH', `/tokens/${made.id}`, {
    body: { name: 'ERP novo', expires_at: '2098-01-01T00:00:00Z' },
    headers,
  })
  assert.deepEqual(changed.body.data, {
    ...read.body.data,
    name: 'ERP novo',
    expires_at: '2098-01-01T00:00:00.000Z',
  })
  const again = await server.send('PATCH', `/tokens/${made.id}`, { body: { name: 'x' }, headers })
  assert.equal(again.status, 412)
  // Sent back as it was read, it changes nothing.
  const same = await server.send('GET', `/tokens/${made.id}`)
  const sent = await server.send('PATCH', `/tokens/${made.id}`, { body: same.body.data })
  assert.deepEqual([sent.status, sent.body.data], [200, same.body.data])
  assert.equal((await server.send('GET', '/customers', { token })).status, 200)
  await server.send('DELETE', `/tokens/${made.id}`)
  const stop = runJobs(server)
  await endOfFeed(server, server)
  await stop()
  const entries = await data(server, 'GET', '/events?type=audit.token_updated')
  const own = entries.filter(({ subject }: { subject: string }) => subject === `/tokens/${made.id}`)
  assert.deepEqual(
    own.map((one: { data: { changed_fields: string[] } }) => one.data.changed_fields),
    [['expires_at', 'name']],
  )
})

test('scopes and time only become less, and who asks has all that the token has', async () => {
  const { id, token } = await make({
    scopes: ['customers:read', 'orders:read'],
    expires_at: '2099-01-01T00:00:00Z',
  })
  const path = `/tokens/${id}`
  const more = { scopes: ['customers:read', 'orders:write'], expires_at: null }
  const answer = await server.send('PATCH', path, { body: more })
  const places = ['/expires_at outlives_maker', '/scopes/1 insufficient_scope']
  assert.deepEqual(problemOf(answer), [422, 'validation_failed', places])
  const past = await server.send('PATCH', path, { body: { expires_at: '2001-01-01' } })
  assert.deepEqual(problemOf(past)[2], ['/expires_at in_the_past'])
  await patch(id, { scopes: ['customers:read'] })
  assert.equal((await server.send('GET', '/orders', { token })).status, 403)
  assert.equal((await server.send('GET', '/customers', { token })).status, 200)
  const clerk = await server.newToken('tokens:manage')
  const lacking = { status: 403, code: 'insufficient_scope' }
  await refusedBy(server, 'PATCH', path, { body: { name: 'x' }, token: clerk }, lacking)
  const all = await make({ scopes: ['*'] })
  await patch(all.id, { scopes: ['orders:read', 'orders:write'] })
  assert.equal((await server.send('GET', '/orders', { token: all.token })).status, 200)
  assert.equal((await server.send('GET', '/customers', { token: all.token })).status, 403)
})

test('who comes from some addresses only gives no others', async () => {
  const addresses = ['203.0.113.0/24', '10.0.0.0/8']
  const { id, token } = await make({ scopes: ['tokens:manage', 'customers:read'], addresses })
  const as = { token, headers: { 'x-forwarded-for': '10.1.2.3' } }
  assert.deepEqual((await make({}, as)).addresses, addresses)
  assert.deepEqual((await make({ addresses: ['10.0.0.0/8'] }, as)).addresses, ['10.0.0.0/8'])
  for (const [wanted, place] of [
    [['10.0.0.0/8', '192.0.2.1'], '/addresses/1'],
    [[], '/addresses'],
  ] as const) {
    const answer = await server.send('PATCH', `/tokens/${id}`, {
      body: { addresses: wanted },
      ...as,
    })
    assert.deepEqual(problemOf(answer)[2], [`${place} outside_restriction`])
  }
})

test('the last one that manages tokens goes on doing so', async () => {
  const other = await server.newAccount('Só um')
  const asOther = { token: other.token }
  const [own] = await data(server, 'GET', '/tokens', undefined, asOther)
  const body = { scopes: ['orders:read'] }
  const answer = await server.send('PATCH', `/tokens/${own.id}`, { body, ...asOther })
  assert.deepEqual(problemOf(answer).slice(0, 2), [409, 'last_token'])
})
