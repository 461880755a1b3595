import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'
import { place, register, rowOf } from '../support/webhooks/webhooks.ts'

// What is told of deliveries, and asking for events again. Attempts are written as the sender does.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

/** A new customer's events so far, by place in the feed: created, and updated as often as asked. */
async function customer(updates = 0): Promise<{ id: number; positions: number[] }> {
  const { id } = await data(server, 'POST', '/customers', { name: 'Aurora' })
  for (let i = 1; i <= updates; i++)
    await succeed(server, 'PATCH', `/customers/${id}`, { name: `Aurora ${i}` })
  await place(server)
  const { rows } = await sql<{ position: number }>`
    select position from event_positions where resource = 'customer' and id_record = ${id} order by position`.execute(
    server.db,
  )
  return { id, positions: rows.map(({ position }) => position) }
}

interface Attempted {
  position: number
  subject?: string
  status?: number | null
  failure?: string | null
}

/** Keeps an attempt; its id. */
async function attempted(
  id_webhook: number,
  { position, subject = '/customers/1', status = 204, failure = null }: Attempted,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (account_id, id_webhook, position, id_event, type, subject, attempt, time, milliseconds, status, failure, detail, response)
    values (${server.account_id}, ${id_webhook}, ${position}, gen_random_uuid(), 'customer.created', ${subject}, 2,
            '2026-11-21T12:30:00.123Z', 87, ${status}, ${failure}, ${failure && 'why'}, ${status && 'ok'})
    returning id`.execute(server.db)
  return rows[0]?.id ?? 0
}

async function waitsOf(id: number): Promise<unknown[]> {
  const { rows } = await sql<{ position: number; when: string; attempts: number }>`
    select position, attempts, case when next_at = 'infinity' then 'never' when next_at <= now() then 'now' else 'later' end as when
      from webhook_retries where id_webhook = ${id} order by position`.execute(server.db)
  return rows.map(({ position, when, attempts }) => [position, when, attempts])
}

async function wait(id: number, position: number, record: number, next: string): Promise<void> {
  await sql`
    insert into webhook_retries (account_id, id_webhook, position, resource, id_record, attempts, next_at)
    values (${server.account_id}, ${id}, ${position}, 'customer', ${record}, 3, ${next}::timestamptz)`.execute(
    server.db,
  )
}

describe('deliveries', () => {
  test('tell what was sent, what came of it, and when it is sent again', async () => {
    const { id } = await register(server)
    const taken = await attempted(id, { position: 105 })
    const refused = await attempted(id, { position: 106, status: 500 })
    const lost = await attempted(id, { position: 107, status: null, failure: 'timeout' })
    await wait(id, 106, 1, '2999-01-01T00:00:00Z')
    await wait(id, 107, 1, 'infinity')
    const at = `/webhooks/${id}/deliveries`
    const { event_id, ...first } = await data(server, 'GET', `${at}/${taken}`)
    assert.match(event_id, /^[0-9a-f-]{36}$/)
    const common = {
      id_webhook: id,
      type: 'customer.created',
      subject: '/customers/1',
      attempt: 2,
      time: '2026-11-21T12:30:00.123Z',
      milliseconds: 87,
    }
    const answer = { failure: null, detail: null, response: 'ok' }
    const done = { outcome: 'delivered', status: 204, ...answer, next_attempt_at: null }
    assert.deepEqual(first, { id: taken, ...common, sequence: '0000000000000105', ...done })
    const listed = await server.send('GET', at)
    assert.equal(listed.body.next_cursor, null)
    const [third, second] = listed.body.data
    const { event_id: _, ...failed } = second
    const again = { next_attempt_at: '2999-01-01T00:00:00.000Z' }
    const error = { outcome: 'failed', status: 500, ...answer, ...again }
    assert.deepEqual(failed, { id: refused, ...common, sequence: '0000000000000106', ...error })
    const { outcome, status, failure, detail, response, next_attempt_at } = third
    assert.equal(third.id, lost)
    assert.deepEqual(
      [outcome, status, failure, detail, response],
      ['failed', null, 'timeout', 'why', null],
    )
    assert.equal(next_attempt_at, null)
  })

  test('are found by outcome, event and subject, and read page by page', async () => {
    const { id } = await register(server)
    const ids: number[] = []
    for (const status of [204, 500, 204, 302, 199, 299])
      ids.push(
        await attempted(id, { position: 200 + ids.length, status, subject: `/orders/${status}` }),
      )
    ids.push(await attempted(id, { position: 300, status: null, failure: 'dns' }))
    const other = await register(server)
    await attempted(other.id, { position: 200 })
    const found = async (query: string) => {
      const { body } = await succeed(server, 'GET', `/webhooks/${id}/deliveries?${query}`)
      return (body.data as { id: number }[]).map((one) => ids.indexOf(one.id))
    }
    assert.deepEqual(await found(''), [6, 5, 4, 3, 2, 1, 0])
    assert.deepEqual(await found('sort=id&limit=2'), [0, 1])
    assert.deepEqual(await found('outcome=delivered'), [5, 2, 0])
    assert.deepEqual(await found('outcome=failed'), [6, 4, 3, 1])
    assert.deepEqual(await found('subject=/orders/500'), [1])
    assert.deepEqual(await found('subject=/orders/204&outcome=delivered'), [2, 0])
    const { event_id } = await data(server, 'GET', `/webhooks/${id}/deliveries/${ids[3]}`)
    assert.deepEqual(await found(`event_id=${event_id}`), [3])

    const first = await succeed(server, 'GET', `/webhooks/${id}/deliveries?limit=2&outcome=failed`)
    const cursor = first.body.next_cursor
    assert.deepEqual(await found(`cursor=${cursor}&limit=5`), [3, 1])
    const elsewhere = `/webhooks/${other.id}/deliveries?cursor=${cursor}`
    assert.equal((await server.send('GET', elsewhere)).status, 400)
  })

  test('wrong filters are refused by name', async () => {
    const { id } = await register(server)
    for (const [query, at] of [
      ['outcome=lost', 'outcome'],
      ['event_id=1', 'event_id'],
      ['event_id=urn:uuid:0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c', 'event_id'],
      ['subject=42', 'subject'],
      ['sort=time', 'sort'],
      ['page=2', 'page'],
      ['limit=0', 'limit'],
    ] as const) {
      const expected = { status: 400, code: 'invalid_parameter', at: [at] }
      await refusedBy(server, 'GET', `/webhooks/${id}/deliveries?${query}`, {}, expected)
    }
  })

  test('are of one webhook', async () => {
    const { id } = await register(server)
    const other = await register(server)
    const delivery = await attempted(id, { position: 1 })
    const at = `/webhooks/${other.id}/deliveries/${delivery}`
    assert.equal((await server.send('GET', at)).status, 404)
    assert.equal((await server.send('POST', `${at}/retry`)).status, 404)
    await succeed(server, 'DELETE', `/webhooks/${id}`)
    assert.equal((await server.send('GET', `/webhooks/${id}/deliveries/${delivery}`)).status, 404)
  })

  test('of another account do not exist', async () => {
    const { id } = await register(server)
    const delivery = await attempted(id, { position: 1 })
    const { token } = await server.newAccount('other')
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/retry'],
    ] as const) {
      const at = `/webhooks/${id}/deliveries/${delivery}${path}`
      assert.equal((await server.send(method, at, { token })).status, 404)
    }
  })
})

describe('sending the event of a delivery again', () => {
  const retry = (id: number, delivery: number) =>
    server.send('POST', `/webhooks/${id}/deliveries/${delivery}/retry`)

  test('is due at once, whether or not it waits', async () => {
    const { positions, id: record } = await customer(1)
    const [first = 0, second = 0] = positions
    const { id } = await register(server)
    const delivery = await attempted(id, { position: first })
    await sql`update webhook_cursors set next_at = now() + interval '1 hour' where id_webhook = ${id}`.execute(
      server.db,
    )
    const answer = await retry(id, delivery)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.data.id, delivery)
    assert.ok(answer.body.data.next_attempt_at <= new Date(Date.now() + 60_000).toISOString())
    assert.deepEqual(await waitsOf(id), [[first, 'now', 0]])
    const row = await rowOf(server, 'webhook_retries', id)
    assert.deepEqual([row?.['resource'], row?.['id_record']], ['customer', record])
    assert.ok(
      Number((await rowOf(server, 'webhook_cursors', id))?.['next_at']) < Date.now() + 60_000,
    )

    await sql`update webhook_retries set next_at = now() + interval '1 hour', attempts = 3`.execute(
      server.db,
    )
    assert.equal((await retry(id, delivery)).status, 200)
    assert.deepEqual(await waitsOf(id), [[first, 'now', 3]])

    // The later event of the record comes after the earlier one.
    const later = await attempted(id, { position: second })
    await sql`update webhook_retries set next_at = now() + interval '1 hour'`.execute(server.db)
    assert.equal((await retry(id, later)).body.data.next_attempt_at, null)
    assert.deepEqual(await waitsOf(id), [
      [first, 'now', 3],
      [second, 'never', 0],
    ])
  })

  test('is refused where it can’t be', async () => {
    const { positions } = await customer()
    const [position = 0] = positions
    const { id } = await register(server)
    const at = (delivery: number) => `/webhooks/${id}/deliveries/${delivery}/retry`
    const gone = await attempted(id, { position: 999_999 })
    await refusedBy(server, 'POST', at(gone), {}, { status: 409, code: 'event_gone' })
    const tested = (await data(server, 'POST', `/webhooks/${id}/test`)).id
    await refusedBy(server, 'POST', at(tested), {}, { status: 409, code: 'delivery_was_test' })
    const delivery = await attempted(id, { position })
    await succeed(server, 'PATCH', `/webhooks/${id}`, { enabled: false })
    await refusedBy(server, 'POST', at(delivery), {}, { status: 409, code: 'webhook_disabled' })
    await refusedBy(server, 'POST', at(9_999_999), {}, { status: 404, code: 'not_found' })
    assert.deepEqual(await waitsOf(id), [])
  })
})

describe('replaying', () => {
  const replay = (id: number, body: object) =>
    server.send('POST', `/webhooks/${id}/replay`, { body })

  test('asks for a part of the feed, up to where the webhook is', async () => {
    const { positions } = await customer(3)
    const times = await sql<{ position: number; time: Date }>`
      select position, time from event_positions where position = any(${positions})`.execute(
      server.db,
    )
    const { id } = await register(server, { types: ['customer.*'] })
    const { position: until } = (await rowOf(server, 'webhook_cursors', id)) ?? {}
    await customer()
    const from = times.rows[1]?.time.toISOString() ?? ''
    const answer = await replay(id, { from })
    assert.equal(answer.status, 201)
    assert.equal(answer.headers['location'], `/webhooks/${id}/status`)
    const { id: own, events_at_most, ...rest } = answer.body.data
    assert.deepEqual(rest, { id_webhook: id, from, to: null, types: ['customer.*'] })
    const { rows } = await sql<Record<string, unknown>>`
      select position, until_position, types, from_time, to_time from webhook_replays where id = ${own}`.execute(
      server.db,
    )
    const [row] = rows
    assert.deepEqual(row, {
      position: Number(until) - events_at_most,
      until_position: until,
      types: ['customer.*'],
      from_time: times.rows[1]?.time,
      to_time: null,
    })
    // The position before it, or earlier where several events have one time.
    assert.ok(Number(row?.['position']) < Number(positions[1]))
    const status = await data(server, 'GET', `/webhooks/${id}/status`)
    const { id_webhook, ...shown } = rest
    assert.deepEqual(status.replays, [{ id: own, ...shown, remaining: events_at_most }])
  })

  test('understands dates in the account’s time zone, and types of its own', async () => {
    const zoned = await startServer()
    after(() => zoned.close())
    await succeed(zoned, 'PATCH', '/account', { time_zone: 'America/Sao_Paulo' })
    const { id } = await register(zoned)
    const body = { from: '2026-11-20', to: '2026-11-21', types: ['order.*', 'webhook.disabled'] }
    const { from, to, types, events_at_most } = await data(
      zoned,
      'POST',
      `/webhooks/${id}/replay`,
      body,
    )
    assert.deepEqual([from, to], ['2026-11-20T03:00:00.000Z', '2026-11-22T02:59:59.999Z'])
    assert.deepEqual(types, body.types)
    // Nothing had its place before the webhook came: the replay is done already.
    assert.equal(events_at_most, 0)
    assert.equal(await rowOf(zoned, 'webhook_replays', id), undefined)
  })

  test('a wrong body is refused by name', async () => {
    const { id } = await register(server)
    const cases: [body: object, ...at: string[]][] = [
      [{}, '/from'],
      [{ from: null }, '/from'],
      [{ from: 'yesterday' }, '/from'],
      [{ from: '2026-11-21', to: '2026-02-30' }, '/to'],
      [{ from: '2026-11-21', to: '2026-11-20' }, '/from'],
      [{ from: '2026-11-21', types: [] }, '/types'],
      [{ from: '2026-11-21', types: ['webhook.test', 'order.*'] }, '/types/0'],
      [{ since: '2026-11-21', from: 1 }, '/since', '/from'],
    ]
    for (const [body, ...at] of cases) {
      const expected = { status: 422, code: 'validation_failed', at }
      await refusedBy(server, 'POST', `/webhooks/${id}/replay`, { body }, expected)
    }
  })

  test('is done ten times at once, at most', async () => {
    await customer()
    const { id } = await register(server)
    const body = { from: '2020-01-01' }
    for (let i = 0; i < 10; i++) assert.equal((await replay(id, body)).status, 201)
    const full = { status: 409, code: 'limit_reached', detail: /at most 10 replays/ }
    await refusedBy(server, 'POST', `/webhooks/${id}/replay`, { body }, full)
    assert.equal((await data(server, 'GET', `/webhooks/${id}/status`)).replays.length, 10)
  })
})

describe('the status', () => {
  const statusOf = (id: number) => data(server, 'GET', `/webhooks/${id}/status`)

  test('of a webhook that has nothing to do', async () => {
    await place(server)
    const { id } = await register(server)
    assert.deepEqual(await statusOf(id), {
      behind: 0,
      waiting: 0,
      failures: 0,
      failing_since: null,
      next_attempt_at: null,
      replays: [],
      last_delivery_at: null,
    })
  })

  test('of one that fails', async () => {
    const { positions, id: record } = await customer(1)
    const [first = 0, second = 0] = positions
    const { id } = await register(server)
    await wait(id, first, record, '2999-01-01T00:00:00Z')
    await wait(id, second, record, 'infinity')
    await sql`update webhook_cursors set failures = 4, failing_since = '2026-11-21T12:30:00.123Z' where id_webhook = ${id}`.execute(
      server.db,
    )
    await attempted(id, { position: first, status: 500 })
    assert.deepEqual(await statusOf(id), {
      behind: 0,
      waiting: 2,
      failures: 4,
      failing_since: '2026-11-21T12:30:00.123Z',
      next_attempt_at: '2999-01-01T00:00:00.000Z',
      replays: [],
      last_delivery_at: '2026-11-21T12:30:00.123Z',
    })
    await sql`update webhook_cursors set next_at = '2999-12-31T00:00:00Z' where id_webhook = ${id}`.execute(
      server.db,
    )
    assert.equal((await statusOf(id)).next_attempt_at, '2999-12-31T00:00:00.000Z')
    await succeed(server, 'PATCH', `/webhooks/${id}`, { enabled: false })
    assert.equal((await statusOf(id)).next_attempt_at, null)
  })
})
