import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { pageOf } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import { place, register, rowOf } from '../support/webhooks/webhooks.ts'

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const patch = (id: number, body: object, options: SendOptions = {}) =>
  server.send('PATCH', `/webhooks/${id}`, { body, ...options })

describe('a change', () => {
  test('is of what the body names, and is an event', async () => {
    const { id, secret: _, ...before } = await register(server, { headers: { 'X-A': 'um' } })
    const body = { types: ['order.*'], description: 'Novo', url: 'https://b.example.com/' }
    const changed = await patch(id, body)
    const { updated_at, ...after } = changed.body.data
    const { updated_at: earlier, ...same } = before
    // The address is of another origin.
    assert.deepEqual(after, { id, ...same, ...body, header_names: [] })
    assert.ok(updated_at >= earlier)
    assert.equal(
      (await server.send('GET', `/webhooks/${id}`)).headers['etag'],
      changed.headers['etag'],
    )
    await succeed(server, 'DELETE', `/webhooks/${id}`)

    await place(server)
    const { data: events } = await pageOf(server, `subject=/webhooks/${id}&type=webhook.*`)
    assert.deepEqual(
      events.map(({ type, data: { version, changed_fields } }) => [type, version, changed_fields]),
      [
        ['webhook.created', 1, []],
        ['webhook.updated', 2, ['description', 'header_names', 'types', 'url']],
        ['webhook.deleted', 3, []],
      ],
    )
    assert.deepEqual(events[0]?.data.record, { id, ...before })
    assert.deepEqual(events[2]?.data.record, changed.body.data)
    assert.ok(!JSON.stringify(events).includes('whsec_'))
  })

  test('to what is there already changes nothing', async () => {
    const headers = { Authorization: 'Bearer x', 'X-A': 'um' }
    const { id, secret: _, ...record } = await register(server, { headers, description: 'a' })
    const same = { url: record.url, types: ['*'], description: 'a', enabled: true }
    for (const body of [
      {},
      same,
      { headers },
      { headers: { 'X-A': 'um', Authorization: 'Bearer x' } },
    ]) {
      assert.deepEqual((await patch(id, body)).body.data, { id, ...record })
    }
    assert.equal((await rowOf(server, 'webhooks', id))?.['version'], 1)
  })

  test('of headers replaces all of them', async () => {
    const { id } = await register(server, { headers: { 'X-A': 'um', 'X-B': 'dois' } })
    const header_names = async (headers: object) =>
      (await patch(id, { headers })).body.data.header_names
    assert.deepEqual(await header_names({ 'X-A': 'outro', 'X-B': 'dois' }), ['X-A', 'X-B'])
    assert.equal((await rowOf(server, 'webhooks', id))?.['version'], 2)
    assert.deepEqual(await header_names({ 'X-C': 'tres' }), ['X-C'])
    assert.deepEqual(await header_names({}), [])
    assert.deepEqual(await header_names({}), [])
    const row = await rowOf(server, 'webhooks', id)
    assert.deepEqual([row?.['headers'], row?.['version']], [null, 4])
  })

  test('of the address to another origin drops the headers, unless they are sent again', async () => {
    const headers = { Authorization: 'Bearer segredo', 'X-A': 'um' }
    const names = Object.keys(headers)
    const { id } = await register(server, { url: 'https://a.example.com/um', headers })
    const moved = async (body: object) => (await patch(id, body)).body.data.header_names
    assert.deepEqual(await moved({ url: 'https://a.example.com/dois?x=1' }), names)
    assert.deepEqual(await moved({ url: 'https://A.example.com:443/tres' }), names)
    assert.deepEqual(await moved({ url: 'https://b.example.com/', headers }), names)
    assert.deepEqual(await moved({ description: 'x' }), names)
    assert.deepEqual(await moved({ url: 'https://a.example.com/um' }), [])
    assert.equal((await rowOf(server, 'webhooks', id))?.['headers'], null)
    assert.deepEqual(await moved({ url: 'https://b.example.com/' }), [])
    assert.deepEqual(await moved({ headers }), names)
    assert.deepEqual(await moved({ url: 'http://127.0.0.1/' }), [])
  })

  test('holds to If-Match', async () => {
    const { id } = await register(server)
    const { headers } = await server.send('GET', `/webhooks/${id}`)
    const match = { headers: { 'if-match': String(headers['etag']) } }
    assert.equal((await patch(id, { description: 'um' }, match)).status, 200)
    assert.equal((await patch(id, { description: 'dois' }, match)).status, 412)
    assert.equal((await server.send('POST', `/webhooks/${id}/rotate-secret`, match)).status, 412)
    assert.equal((await server.send('DELETE', `/webhooks/${id}`, match)).status, 412)
    assert.equal((await data(server, 'GET', `/webhooks/${id}`)).description, 'um')
  })

  test('does not look an address up that stays', async () => {
    const { id } = await register(server)
    await sql`update webhooks set url = 'https://gone.example.org/' where id = ${id}`.execute(
      server.db,
    )
    const body = { url: 'https://gone.example.org/', description: 'x' }
    assert.equal((await patch(id, body)).status, 200)
  })
})

describe('disabling and enabling', () => {
  /** As the sender leaves a webhook that fails. */
  async function failing(id: number): Promise<void> {
    await sql`update webhook_cursors set failures = 9, failing_since = now() - interval '3 days', next_at = now() + interval '1 hour'
      where id_webhook = ${id}`.execute(server.db)
    const waiting = (position: number, next: string) =>
      sql`
      insert into webhook_retries (account_id, id_webhook, position, resource, id_record, attempts, since, next_at)
      values (${server.account_id}, ${id}, ${position}, 'order', 1, 3, now() - interval '3 days', ${next}::timestamptz)`.execute(
        server.db,
      )
    await waiting(1, '2999-01-01T00:00:00Z')
    await waiting(2, 'infinity')
  }

  async function waitsOf(id: number): Promise<unknown[]> {
    const { rows } = await sql<{ position: number; due: boolean; fresh: boolean }>`
      select position, next_at <= now() as due, since > now() - interval '1 hour' as fresh
        from webhook_retries where id_webhook = ${id} order by position`.execute(server.db)
    return rows.map(({ position, due, fresh }) => [position, due, fresh])
  }

  test('by a request has no reason, and what failed begins anew afterwards', async () => {
    const { id } = await register(server)
    const disabled = (await patch(id, { enabled: false })).body.data
    assert.deepEqual([disabled.enabled, disabled.disabled_reason], [false, null])
    assert.equal(disabled.disabled_at, disabled.updated_at)
    assert.deepEqual((await patch(id, { enabled: false })).body.data, disabled)
    await failing(id)
    await sql`update webhooks set disabled_reason = 'failing' where id = ${id}`.execute(server.db)
    assert.equal((await data(server, 'GET', `/webhooks/${id}`)).disabled_reason, 'failing')
    assert.equal((await patch(id, { enabled: false })).body.data.disabled_reason, 'failing')
    const { position } = (await rowOf(server, 'webhook_cursors', id)) ?? {}

    const { enabled, disabled_reason, disabled_at } = (await patch(id, { enabled: true })).body.data
    assert.deepEqual([enabled, disabled_reason, disabled_at], [true, null, null])
    assert.deepEqual(await waitsOf(id), [
      [1, true, true],
      [2, false, true],
    ])
    const cursor = await rowOf(server, 'webhook_cursors', id)
    assert.deepEqual(
      [cursor?.['failures'], cursor?.['failing_since'], cursor?.['position']],
      [0, null, position],
    )
    assert.ok(Number(cursor?.['next_at']) < Date.now() + 60_000)
  })

  test('another address is tried at once, anything else changes no wait', async () => {
    const { id } = await register(server)
    await failing(id)
    await patch(id, { description: 'x', enabled: true })
    assert.deepEqual(await waitsOf(id), [
      [1, false, false],
      [2, false, false],
    ])
    assert.equal((await rowOf(server, 'webhook_cursors', id))?.['failures'], 9)
    await patch(id, { url: 'https://b.example.com/' })
    assert.deepEqual(await waitsOf(id), [
      [1, true, true],
      [2, false, true],
    ])
    assert.equal((await rowOf(server, 'webhook_cursors', id))?.['failures'], 0)
  })

  test('deleting leaves nothing but deliveries', async () => {
    const { id } = await register(server)
    await failing(id)
    await succeed(server, 'POST', `/webhooks/${id}/test`)
    await place(server)
    await succeed(server, 'DELETE', `/webhooks/${id}`)
    for (const table of ['webhooks', 'webhook_cursors', 'webhook_retries', 'webhook_replays'])
      assert.equal(await rowOf(server, table, id), undefined, table)
    assert.ok(await rowOf(server, 'webhook_deliveries', id))
    for (const path of ['', '/status', '/deliveries'])
      assert.equal((await server.send('GET', `/webhooks/${id}${path}`)).status, 404)
  })
})

describe('rotating the secret', () => {
  const rotate = (id: number, headers = {}) =>
    server.send('POST', `/webhooks/${id}/rotate-secret`, { headers })

  test('shows a new one once, and until when the old one signs', async () => {
    const { id, secret: first } = await register(server)
    const rotated = await rotate(id)
    const { secret, ...record } = rotated.body.data
    assert.equal(rotated.status, 200)
    assert.match(secret, /^whsec_/)
    assert.notEqual(secret, first)
    const hours = (Date.parse(record.old_secret_until) - Date.parse(record.updated_at)) / 3_600_000
    assert.equal(hours, 24)
    const read = await server.send('GET', `/webhooks/${id}`)
    assert.deepEqual(read.body.data, record)
    assert.equal(read.headers['etag'], rotated.headers['etag'])
    await sql`update webhooks set old_secret_until = now() - interval '1 second' where id = ${id}`.execute(
      server.db,
    )
    assert.equal((await data(server, 'GET', `/webhooks/${id}`)).old_secret_until, null)
  })

  test('takes no body: one that is sent has no meaning', async () => {
    const { id } = await register(server)
    const path = `/webhooks/${id}/rotate-secret`
    const types = ['application/json', 'text/html;q=0', 'application/x-www-form-urlencoded', ';']
    for (const type of types) {
      const options = { body: '{"secret":', headers: { 'content-type': type } }
      assert.equal((await server.send('POST', path, options)).status, 200, type)
    }
    const long = await server.send('POST', path, { body: 'x'.repeat(2 ** 21) })
    assert.equal(long.status, 200)
  })

  test('gives the same one to a repeat', async () => {
    const { id } = await register(server)
    const key = { 'idempotency-key': 'rotate' }
    const first = await rotate(id, key)
    const second = await rotate(id, key)
    assert.equal(second.text, first.text)
    const { rows } = await sql<{ body: string }>`
      select body from idempotency_keys where key = 'rotate'`.execute(server.db)
    assert.ok(!rows[0]?.body.includes('whsec_'))
  })
})
