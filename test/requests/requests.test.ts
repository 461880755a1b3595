import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { removalJob } from '../../src/requests/job.ts'
import { MOST_BYTES, MOST_ROWS } from '../../src/requests/log.ts'
import { requests_trim } from '../../src/requests/sql.ts'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { person } from '../support/people.ts'
import { sample } from '../support/sample.ts'

// What tokens have changed and what they were refused, as programs' makers read it.

let server: Server
let ids: Awaited<ReturnType<typeof sample>>
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

/** A token that no other test has. */
const make = (scopes: string[], more: object = {}) =>
  data(server, 'POST', '/tokens', { name: `ERP ${scopes}`, scopes, ...more })
const requests = (query: string, token?: string) =>
  data(server, 'GET', `/requests?${query}`, undefined, token === undefined ? {} : { token })

test('a change is listed with its operation, and a refusal with what was wrong', async () => {
  const { id, token, name } = await make(['orders:write', 'orders:read'])
  const order = await data(server, 'POST', '/orders', { id_customer: ids.customer }, { token })
  await server.send('GET', `/orders/${order.id}`, { token })
  await server.send('POST', '/orders', {
    token,
    headers: { 'x-request-id': 'refused-1' },
    body: {
      id_customer: ids.customer,
      observations: 'Ligar para Ana 11 98765-4321',
      delivery_date: '2026-12-01',
      items: [{ id_item: ids.product, quantity: -1, description: 'segredo', other: 'x' }],
    },
  })
  await server.send('GET', '/customers?name=Ana&limit=10', { token })
  const [search, refused, created, ...more] = await requests(`id_token=${id}`)
  assert.deepEqual(more, [])
  assert.deepEqual(
    { ...created, id: 0, time: '', milliseconds: 0, request_id: '' },
    {
      id: 0,
      time: '',
      method: 'POST',
      path: '/orders',
      operation: 'createOrder',
      status: 201,
      code: null,
      errors: [],
      request_id: '',
      token: { id, name },
      milliseconds: 0,
      query: null,
      body: null,
    },
  )
  assert.ok(Math.abs(Date.parse(created.time) - Date.now()) < 60_000)
  const { status, code, request_id, errors, body } = refused
  assert.deepEqual([status, code, request_id], [422, 'validation_failed', 'refused-1'])
  assert.deepEqual(
    errors.map((one: { place: string; code: string }) => `${one.place} ${one.code}`).sort(),
    ['/items/0/other unknown_property', '/items/0/quantity exclusive_minimum'],
  )
  assert.deepEqual(body, {
    id_customer: ids.customer,
    observations: '***',
    delivery_date: '2026-12-01',
    items: [{ id_item: ids.product, quantity: -1, description: '***', other: '***' }],
  })
  assert.deepEqual(
    [search.path, search.operation, search.status, search.code, search.query, search.body],
    ['/customers', 'listCustomers', 403, 'insufficient_scope', { name: '***', limit: '10' }, null],
  )
})

test('what is asked for again by one request id, status, class, code, path and time', async () => {
  const { id, token } = await make(['orders:write', 'orders:read'])
  const order = await data(server, 'POST', '/orders', { id_customer: ids.customer }, { token })
  const send = (method: string, path: string, body?: object) =>
    server.send(method, path, { token, ...(body && { body }) })
  await send('PATCH', `/orders/${order.id}`, { observations: 'x' })
  await send('POST', `/orders/${order.id}/items`, { id_item: 999_999, quantity: 1 })
  await send('GET', '/orders/999999')
  await send('GET', '/orders/abc')
  await send('GET', '/ordrs/1?document=11144477735')
  await send('GET', '/orders/fk_id/11144477735')
  const found = async (query: string) =>
    (await requests(`id_token=${id}&sort=id&${query}`)).map(
      ({ method, path, status }: Record<string, unknown>) => `${method} ${path} ${status}`,
    )
  const all = [
    'POST /orders 201',
    `PATCH /orders/${order.id} 200`,
    `POST /orders/${order.id}/items 422`,
    'GET /orders/999999 404',
    'GET /orders/*** 400',
    'GET /ordrs/*** 404',
    'GET /orders/fk_id/*** 404',
  ]
  assert.deepEqual(await found(''), all)
  assert.deepEqual(await found('status=404'), [all[3], all[5], all[6]])
  assert.deepEqual(await found('status=2xx'), all.slice(0, 2))
  assert.deepEqual(await found('status=4xx&method=POST'), [all[2]])
  assert.deepEqual(await found(`path=/orders/${order.id}`), all.slice(1, 3))
  assert.deepEqual(await found('operation=updateOrder'), [all[1]])
  assert.deepEqual(await found('code=invalid_parameter'), [all[4]])
  const [last] = await requests(`id_token=${id}`)
  assert.deepEqual(await found(`request_id=${last.request_id}`), [all[6]])
  assert.deepEqual(await found(`from=${last.time}&to=2199-01-01`), [all[6]])
  assert.deepEqual(await found('to=2020-01-01'), [])
  const pages: string[] = []
  let next = `/requests?id_token=${id}&limit=3&pagination=cursor`
  while (next) {
    const { body } = await succeed(server, 'GET', next)
    pages.push(...body.data.map(({ path }: { path: string }) => path))
    next = body.next_cursor && `/requests?cursor=${body.next_cursor}`
  }
  assert.deepEqual(
    pages.toReversed(),
    all.map((one) => one.split(' ')[1]),
  )
  const wrong = await server.send('GET', '/requests?from=2026-12-01&to=2026-11-01&status=999')
  assert.deepEqual(problemOf(wrong).slice(0, 2), [400, 'invalid_parameter'])
  const range = await server.send('GET', '/requests?from=2026-12-01&to=2026-11-01')
  assert.deepEqual(problemOf(range), [400, 'invalid_parameter', ['from empty_range']])
})

test('a token lists its own; who may manage tokens all, but no body of what he may not do', async () => {
  const clerk = await make(['products:write'])
  const erp = await make(['orders:write'])
  const manager = await make(['tokens:manage'])
  const restricted = await make(['tokens:manage'], { only: { id_user: [ids.user] } })
  const refused = { id_customer: ids.customer, date: 'never' }
  await server.send('POST', '/orders', { token: erp.token, body: refused })
  const other = await server.newAccount('Outra')
  const [own] = await requests('', erp.token)
  assert.deepEqual([own.token.id, own.body], [erp.id, { ...refused, date: '***' }])
  assert.deepEqual(await requests('', clerk.token), [])
  const [seen] = await requests(`id_token=${erp.id}`, manager.token)
  assert.deepEqual([seen.request_id, seen.body], [own.request_id, null])
  assert.deepEqual(await requests('', restricted.token), [])
  assert.deepEqual(await requests('', other.token), [])
})

test('nothing of a person and no secret is kept, wherever it was sent', async () => {
  const { id, token } = await make(['*'])
  const secret = 'sigilo'
  const digits = 11144477735
  const customer = {
    name: secret,
    document: digits,
    email: `${secret}@aurora.example`,
    phone: [secret, digits],
    credit_limit: digits,
    [`${digits}`]: 1,
    addresses: [{ street: secret, number: 4711, zip_code: 1310200, state: 'SP', latitude: -23.5 }],
  }
  const bodies: [string, string, unknown][] = [
    ['POST', '/customers', customer],
    ['PATCH', `/customers/${ids.customer}`, { ...customer, wrong: { deep: [secret, digits] } }],
    ['POST', `/customers/${ids.customer}/addresses`, { ...customer.addresses[0], wrong: true }],
    ['POST', '/orders', { customer: { name: secret, document: digits }, observations: secret }],
    ['POST', '/webhooks', { url: `http://${secret}`, headers: { Authorization: secret } }],
    ['PUT', '/sign-in-provider', { client_secret: secret, name: secret }],
    ['POST', '/trusted-issuers', { name: secret, keys: [{ kty: secret, n: digits }] }],
    ['POST', '/tokens', { name: secret, scopes: [secret] }],
    ['PUT', `/customers/fk_id/${secret}`, [secret]],
    ['POST', '/orders', `{"broken": "${secret}"`],
    ['PUT', `/orders/fk_id/${digits}`, { id_customer: digits * 100_000_000_000 }],
  ]
  for (const [method, path, body] of bodies) {
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const { status } = await server.send(method, path, { token, body, headers })
    assert.ok(status >= 400, `${method} ${path} ${status}`)
  }
  await server.send('GET', `/customers?document=${digits}&q=${secret}&wrong=${secret}`, { token })
  const kept = await requests(`id_token=${id}`)
  assert.equal(kept.length, bodies.length + 1)
  for (const one of kept) {
    const text = JSON.stringify({ ...one, token: null })
    assert.doesNotMatch(text, /sigilo|11144477735|4711|1310200|-23\.5/, text)
  }
  const { rows } = await sql<{ text: string }>`
    select string_agg(r::text, '') as text from requests r where id_token = ${id}`.execute(
    server.db,
  )
  assert.doesNotMatch(rows[0]?.text ?? '', /sigilo|11144477735|4711|1310200/)
})

test('a long body is kept as far as there is room', async () => {
  const { id, token } = await make(['orders:write'])
  const items = Array.from({ length: 900 }, () => ({ id_item: ids.product, quantity: 0 }))
  await server.send('POST', '/orders', { token, body: { id_customer: ids.customer, items } })
  const [{ body, errors }] = await requests(`id_token=${id}`)
  assert.ok(JSON.stringify(body).length < 5_000)
  assert.equal(body.items.at(-1), '…')
  assert.equal(errors.length, 100)
})

test('what people do is not among them, nor what no token sent', async () => {
  const ana = await person(server, { role: 'owner' })
  const before = await requests('limit=1')
  await ana.send('POST', '/customers', { body: { name: 'Um' } })
  await ana.send('GET', '/customers/999999')
  await server.send('GET', '/orders', { token: null })
  assert.deepEqual(await requests('limit=1'), before)
})

test('they go after some days, and where an account has too many the oldest do', async () => {
  const { id } = await make(['*'])
  const add = (days: number, bytes = 1) =>
    sql`insert into requests (account_id, time, id_token, method, path, status, request_id, milliseconds, bytes)
      values (${server.account_id}, now() - make_interval(days => ${days}), ${id}, 'POST', ${`/old/${days}`}, 200, 'x', 1, ${bytes})`.execute(
      server.db,
    )
  const left = async () =>
    (await requests(`id_token=${id}&limit=100`)).map(({ path }: { path: string }) => path)
  await requests('')
  await sql`delete from requests where account_id = ${server.account_id}`.execute(server.db)
  for (const days of [9, 8, 6]) await add(days)
  const stop = new AbortController().signal
  await removalJob(7)(server.db, stop)
  assert.deepEqual(await left(), ['/old/6'])
  await add(5)
  await add(4, MOST_BYTES - 1)
  await requests_trim(server.db, [server.account_id, MOST_ROWS, MOST_BYTES])
  assert.deepEqual(await left(), ['/old/4', '/old/5'])
  await requests_trim(server.db, [server.account_id, 1, MOST_BYTES])
  assert.deepEqual(await left(), ['/old/4'])
  await removalJob(0)(server.db, stop)
  assert.deepEqual(await left(), [])
})

test('with a setting of 0 none is kept', async () => {
  const quiet = await startServer({ REQUEST_LOG_DAYS: 0 })
  try {
    await succeed(quiet, 'POST', '/customers', { name: 'Um' })
    assert.deepEqual(await data(quiet, 'GET', '/requests'), [])
  } finally {
    await quiet.close()
  }
})
