import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { scopes } from '../../src/base/scopes.ts'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'
import { EXAMPLE, place, register, rowOf } from '../support/webhooks/webhooks.ts'

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

describe('a webhook', () => {
  test('is registered with a secret that is shown this once', async () => {
    const body = {
      url: `${EXAMPLE}?a=1`,
      types: ['order.*', 'customer.updated'],
      description: 'Estoque',
      enabled: true,
      headers: { Authorization: 'Bearer segredo', 'X-Loja': '7' },
    }
    const created = await server.send('POST', '/v2/webhooks', { body })
    assert.equal(created.status, 201)
    const { secret, ...record } = created.body.data
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id, created_at, updated_at, ...rest } = record
    const { headers, ...written } = body
    assert.deepEqual(rest, {
      ...written,
      scopes: ['*'],
      only: null,
      token: { id: 1, name: 'test *' },
      disabled_reason: null,
      disabled_at: null,
      header_names: ['Authorization', 'X-Loja'],
      old_secret_until: null,
    })
    assert.equal(created_at, updated_at)
    assert.equal(created.headers['location'], `/v2/webhooks/${id}`)

    const read = await server.send('GET', `/webhooks/${id}`)
    assert.deepEqual(read.body.data, record)
    assert.equal(read.headers['etag'], created.headers['etag'])
    const listed = await server.send('GET', '/webhooks?sort=-created_at&limit=1')
    assert.deepEqual(listed.body.data, [record])
    const byCursor = await server.send('GET', '/webhooks?pagination=cursor&sort=-id&limit=1')
    assert.deepEqual(byCursor.body.data, [record])

    const row = JSON.stringify(await rowOf(server, 'webhooks', id), (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    for (const hidden of [secret, secret.slice(6), 'segredo']) assert.ok(!row.includes(hidden))
  })

  test('takes what is left out as its defaults', async () => {
    const { types, description, enabled, header_names, disabled_at } = await register(server)
    assert.deepEqual(
      { types, description, enabled, header_names, disabled_at },
      {
        types: ['*'],
        description: null,
        enabled: true,
        header_names: [],
        disabled_at: null,
      },
    )
    const off = await register(server, { enabled: false })
    assert.deepEqual([off.enabled, off.disabled_at], [false, off.created_at])
  })

  test('begins with what comes after it', async () => {
    await succeed(server, 'POST', '/customers', { name: 'Antes' })
    await place(server)
    const { id } = await register(server)
    const { behind } = await data(server, 'GET', `/webhooks/${id}/status`)
    assert.equal(behind, 0)
    await succeed(server, 'POST', '/customers', { name: 'Depois' })
    await place(server)
    // Its own `webhook.created` is one.
    assert.equal((await data(server, 'GET', `/webhooks/${id}/status`)).behind, 2)
  })

  test('is one when it is asked for twice with the same key, with the same secret', async () => {
    const options = { body: { url: EXAMPLE }, headers: { 'idempotency-key': 'twice' } }
    const first = await server.send('POST', '/webhooks', options)
    const second = await server.send('POST', '/webhooks', options)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(second.text, first.text)
    const stored = await sql<{ body: string }>`
      select body from idempotency_keys where key = 'twice'`.execute(server.db)
    assert.ok(!stored.rows[0]?.body.includes('whsec_'))
    const token = await server.newToken('*')
    const other = await server.send('POST', '/webhooks', { ...options, token })
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_mismatch'])
  })

  test('is not more than a hundred', async () => {
    const { token, account_id } = await server.newAccount('many')
    const { id } = await register(server, {}, { token })
    await sql`insert into webhooks (account_id, url, types, scopes, id_token, token_name, enabled, header_names, secret)
      select account_id, url, types, scopes, id_token, token_name, enabled, header_names, secret
        from webhooks, generate_series(1, 98) where account_id = ${account_id} and id = ${id}`.execute(
      server.db,
    )
    await register(server, {}, { token })
    const full = { status: 409, code: 'limit_reached', detail: /at most 100 webhooks/ }
    await refusedBy(server, 'POST', '/webhooks', { token, body: { url: EXAMPLE } }, full)
    await succeed(server, 'DELETE', `/webhooks/${id}`, undefined, { token })
    const both = [1, 2].map(() =>
      server.send('POST', '/webhooks', { token, body: { url: EXAMPLE } }),
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [201, 409])
  })
})

describe('a wrong body', () => {
  const cases: [body: Record<string, unknown>, ...at: string[]][] = [
    [{}, '/url'],
    [{ url: null }, '/url'],
    [{ url: '' }, '/url'],
    [{ url: 'erp.example.com' }, '/url'],
    [{ url: 'ftp://erp.example.com/' }, '/url'],
    [{ url: 'http://erp.example.org/' }, '/url'],
    [{ url: 'https://10.0.0.1/' }, '/url'],
    [{ url: 'https://user:password@erp.example.com/' }, '/url'],
    [{ url: 'https://nobody.example.org/' }, '/url'],
    [{ url: `${EXAMPLE}/${'x'.repeat(2000)}` }, '/url'],
    [{ url: EXAMPLE, types: [] }, '/types'],
    [{ url: EXAMPLE, types: 'order.*' }, '/types'],
    [{ url: EXAMPLE, types: ['order.*', 'order.*'] }, '/types'],
    [{ url: EXAMPLE, types: ['order.*', 'order.eaten', 'token.*'] }, '/types/1', '/types/2'],
    [{ url: EXAMPLE, types: ['webhook.test'] }, '/types/0'],
    [{ url: EXAMPLE, types: null }, '/types'],
    [{ url: EXAMPLE, description: 'a\u0000' }, '/description'],
    [{ url: EXAMPLE, description: 'x'.repeat(5001) }, '/description'],
    [{ url: EXAMPLE, enabled: 1 }, '/enabled'],
    [{ url: EXAMPLE, headers: [] }, '/headers'],
    [{ url: EXAMPLE, headers: null }, '/headers'],
    [{ url: EXAMPLE, headers: { 'X-A': 1 } }, '/headers/X-A'],
    [{ url: EXAMPLE, headers: { 'webhook-signature': 'v1,x' } }, '/headers/webhook-signature'],
    [{ url: EXAMPLE, headers: { 'Content-Type': 'text/plain' } }, '/headers/Content-Type'],
    [{ url: EXAMPLE, headers: { 'a/b': 'x', 'X-A': 'é' } }, '/headers/a~1b', '/headers/X-A'],
    [{ url: 'https://10.0.0.1/', headers: { Host: 'x' } }, '/url', '/headers/Host'],
    [{ url: EXAMPLE, secret: 'whsec_x' }, '/secret'],
    [{ url: EXAMPLE, disabled_reason: 'x', id: 999_999 }, '/disabled_reason', '/id'],
  ]
  for (const [body, ...at] of cases) {
    test(JSON.stringify(body).slice(0, 80), async () => {
      const expected = { status: 422, code: 'validation_failed', at }
      await refusedBy(server, 'POST', '/webhooks', { body }, expected)
      if (Object.keys(body).length === 0) return
      const { id, secret: _, ...record } = await register(server)
      await refusedBy(server, 'PATCH', `/webhooks/${id}`, { body }, expected)
      assert.deepEqual(await data(server, 'GET', `/webhooks/${id}`), { id, ...record })
    })
  }

  test('more than ten headers', async () => {
    const headers = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, 'x']))
    const expected = { status: 422, code: 'validation_failed', at: ['/headers'] }
    await refusedBy(server, 'POST', '/webhooks', { body: { url: EXAMPLE, headers } }, expected)
  })
})

test('as delivered, only public addresses by https can be registered', async () => {
  const strict = await startServer({ WEBHOOK_ALLOW: undefined })
  after(() => strict.close())
  for (const url of ['https://127.0.0.1/', 'https://localhost/', EXAMPLE, 'https://[::1]/']) {
    const answer = await strict.send('POST', '/webhooks', { body: { url } })
    assert.deepEqual(problemOf(answer), [422, 'validation_failed', ['/url url']], url)
  }
  await register(strict, { url: 'https://1.1.1.1/' })
})

describe('access', () => {
  test('takes the scope webhooks:manage, and no other', async () => {
    const others = scopes.filter((scope) => scope !== 'webhooks:manage')
    const token = await server.newToken(...others)
    assert.equal((await server.send('GET', '/webhooks', { token })).status, 403)
    const own = await server.newToken('webhooks:manage')
    await register(server, {}, { token: own })
  })

  test('is to the own account’s', async () => {
    const { id } = await register(server)
    const { token } = await server.newAccount('elsewhere')
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/status'],
      ['GET', '/deliveries'],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['POST', '/replay'],
    ] as const) {
      const body = method === 'PATCH' ? {} : path === '/replay' ? { from: '2026-11-21' } : undefined
      const answer = await server.send(method, `/webhooks/${id}${path}`, { token, body })
      assert.equal(answer.status, 404, `${method} ${path}`)
    }
    const { body } = await server.send('GET', '/webhooks', { token })
    assert.deepEqual([body.data, body.pagination.total], [[], 0])
  })
})

describe('without a key for secrets', () => {
  test('nothing that has one can be made, and all else works', async () => {
    const keyless = await startServer({ DATABASE_URL: 'postgres://nowhere', SECRET_KEY: undefined })
    after(() => keyless.close())
    const missing = { status: 503, code: 'secret_key_missing' }
    await refusedBy(keyless, 'POST', '/webhooks', { body: { url: EXAMPLE } }, missing)
    const { rows } = await sql<{ id: number }>`
      with w as (
        insert into webhooks (account_id, url, types, scopes, id_token, token_name, enabled, header_names, secret)
        values (${keyless.account_id}, ${EXAMPLE}, '{*}', '{*}', 1, 'test', true, '{}', 'x') returning account_id, id
      ), l as (
        insert into webhook_cursors (account_id, id_webhook, position) select account_id, id, 0 from w
      ) select id from w`.execute(keyless.db)
    const at = `/webhooks/${rows[0]?.id}`
    for (const action of ['rotate-secret', 'test'])
      await refusedBy(keyless, 'POST', `${at}/${action}`, {}, missing)
    await refusedBy(keyless, 'PATCH', at, { body: { headers: { 'X-A': 'um' } } }, missing)
    await succeed(keyless, 'PATCH', at, { headers: {}, description: 'x' })
    await succeed(keyless, 'DELETE', at)
  })

  test('secrets of a lost key can be replaced', async () => {
    const { id } = await register(server, { headers: { 'X-A': 'um' } })
    await sql`update webhooks set secret = overlay(secret placing '\\x0000' from 2), headers = overlay(headers placing '\\x0000' from 2)
      where id = ${id}`.execute(server.db)
    const missing = { status: 503, code: 'secret_key_missing', detail: /lacks the key/ }
    await refusedBy(server, 'POST', `/webhooks/${id}/test`, {}, missing)
    const { old_secret_until } = await data(server, 'POST', `/webhooks/${id}/rotate-secret`)
    assert.equal(old_secret_until, null)
    await refusedBy(server, 'POST', `/webhooks/${id}/test`, {}, missing)
    await succeed(server, 'PATCH', `/webhooks/${id}`, { headers: { 'X-A': 'um' } })
    await succeed(server, 'POST', `/webhooks/${id}/test`)
  })
})
