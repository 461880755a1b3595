import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { endOfFeed, pageOf, runJobs } from '../support/feed.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { person } from '../support/people.ts'
import { anonymised } from '../support/privacy/person.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let ids: Sample
let stopJobs: () => Promise<void>
before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
  ids = await sample(server)
})
after(async () => {
  await stopJobs()
  await server.close()
})

const newOrder = (more: object = {}) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, ...more })
const textsOf = async (path: string) =>
  (await data(server, 'GET', `${path}/comments`)).map(({ text }: { text: string }) => text)

test('comments stand beside the order, the oldest first, and stay as they were written', async () => {
  const { id } = await newOrder({ fk_id: 'C-1' })
  const path = `/orders/${id}`
  const sent = { text: '  Ligar antes\ndas 14h: Joa\u0303o  ' }
  const made = await succeed(server, 'POST', `${path}/comments`, sent)
  assert.equal(made.status, 201)
  assert.equal(made.headers['location'], `/orders/comments/${made.body.data.id}`)
  const { id: id_comment, created_at, token, ...rest } = made.body.data
  assert.deepEqual(rest, { id_order: id, text: 'Ligar antes\ndas 14h: João', id_member: null })
  assert.deepEqual(Object.keys(token), ['id', 'name'])
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
  const read = await succeed(server, 'GET', `/orders/comments/${id_comment}`)
  assert.deepEqual(read.body.data, made.body.data)
  const headers = { 'if-none-match': read.headers['etag'] as string }
  const again = await server.send('GET', `/orders/comments/${id_comment}`, { headers })
  assert.equal(again.status, 304)

  await succeed(server, 'POST', '/orders/fk_id/C-1/comments', { text: 'Ligou' })
  assert.deepEqual(await textsOf('/orders/fk_id/C-1'), ['Ligar antes\ndas 14h: João', 'Ligou'])
  const newest = await data(server, 'GET', `${path}/comments?sort=-id&limit=1`)
  assert.equal(newest[0].text, 'Ligou')
  const first = await succeed(server, 'GET', `${path}/comments?pagination=cursor&limit=1`)
  const next = await data(server, 'GET', `${path}/comments?cursor=${first.body.next_cursor}`)
  assert.deepEqual([first.body.data[0].text, next[0].text], ['Ligar antes\ndas 14h: João', 'Ligou'])
  assert.deepEqual(await textsOf(`/orders/${(await newOrder()).id}`), [])
})

test('a comment leaves the order as it is, and a locked order takes it', async () => {
  const { id } = await newOrder({ id_order_status: ids.statuses['Invoiced'] })
  const path = `/orders/${id}`
  const before = await succeed(server, 'GET', path)
  await succeed(server, 'POST', `${path}/comments`, { text: 'Nota entregue' })
  const after = await succeed(server, 'GET', path)
  assert.deepEqual(after.body.data, before.body.data)
  assert.equal(after.headers['etag'], before.headers['etag'])
  const history = await data(server, 'GET', `${path}/history`)
  assert.deepEqual(
    history.map(({ type, version }: Record<string, unknown>) => [type, version]),
    [['order.created', 1]],
  )
  await assertConsistent(server)
})

// The embedded database has one connection.
if (serverUrl) {
  test('a comment does not wait for whoever is writing the order', async () => {
    const { id } = await newOrder()
    const client = await server.pool.connect()
    await client.query('begin')
    const held = 'select id from orders where account_id = $1 and id = $2 for update'
    await client.query(held, [server.account_id, id])
    await succeed(server, 'POST', `/orders/${id}/comments`, { text: 'meanwhile' })
    assert.deepEqual(await textsOf(`/orders/${id}`), ['meanwhile'])
    await client.query('rollback')
    client.release()
  })
}

test('a text that says nothing, is too long or is none is refused, and so is anything else', async () => {
  const { id } = await newOrder()
  const path = `/orders/${id}/comments`
  const wrong: [object, string][] = [
    [{}, '/text required'],
    [{ text: ' \n ' }, '/text min_length'],
    [{ text: 'x'.repeat(5001) }, '/text max_length'],
    [{ text: 5 }, '/text type'],
    [{ text: null }, '/text type'],
    [{ text: 'a\u0000' }, '/text format'],
    [{ text: 'a', at: '2026-01-01' }, '/at unknown_property'],
  ]
  for (const [body, fault] of wrong) {
    const answer = await server.send('POST', path, { body })
    assert.deepEqual(problemOf(answer), [422, 'validation_failed', [fault]])
  }
  assert.deepEqual(await textsOf(`/orders/${id}`), [])
  await succeed(server, 'POST', path, { text: 'x'.repeat(5000) })
})

test('an order that is not there has no comments, by id or code', async () => {
  for (const path of ['/orders/999999999', '/orders/fk_id/nobody']) {
    for (const [method, body] of [['GET'], ['POST', { text: 'x' }]] as const) {
      const answer = await server.send(method, `${path}/comments`, body ? { body } : {})
      assert.deepEqual(problemOf(answer), [404, 'not_found', []])
    }
  }
  const answer = await server.send('GET', '/orders/comments/999999999')
  assert.deepEqual(problemOf(answer), [404, 'not_found', []])
})

test('the same request again with its key is one comment', async () => {
  const { id } = await newOrder()
  const headers = { 'idempotency-key': 'one-comment' }
  const send = () =>
    server.send('POST', `/orders/${id}/comments`, { body: { text: 'once' }, headers })
  const [first, second] = [await send(), await send()]
  assert.deepEqual(second.body.data, first.body.data)
  assert.equal(second.headers['idempotency-replayed'], 'true')
  assert.deepEqual(await textsOf(`/orders/${id}`), ['once'])
})

test('a deleted order keeps its comments by id, and takes no more', async () => {
  const { id } = await newOrder({ fk_id: 'C-2' })
  const made = await data(server, 'POST', `/orders/${id}/comments`, { text: 'why it goes' })
  await succeed(server, 'DELETE', `/orders/${id}`)
  assert.deepEqual(await textsOf(`/orders/${id}`), ['why it goes'])
  assert.deepEqual(await data(server, 'GET', `/orders/comments/${made.id}`), made)
  const late = await server.send('POST', `/orders/${id}/comments`, { body: { text: 'late' } })
  assert.deepEqual(problemOf(late), [404, 'not_found', []])
  // As where old history goes into files.
  await sql`
    delete from events where account_id = ${server.account_id} and resource = 'order' and id_record = ${id}
       and not exists (select from event_queue q where q.account_id = events.account_id and q.id_event = events.id)`.execute(
    server.db,
  )
  assert.deepEqual(await textsOf(`/orders/${id}`), ['why it goes'])
  await newOrder({ fk_id: 'C-2' })
  assert.deepEqual(await textsOf('/orders/fk_id/C-2'), [])
})

test('who may change orders may comment, who may read them reads comments', async () => {
  const { id } = await newOrder()
  const path = `/orders/${id}/comments`
  const reader = await server.newToken('orders:read')
  const body = { text: 'x' }
  const refused = await server.send('POST', path, { token: reader, body })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  assert.match(refused.body.detail, /orders:write/)
  const writer = await server.newToken('orders:write')
  const made = await succeed(server, 'POST', path, body, { token: writer })
  assert.equal((await server.send('GET', path, { token: writer })).status, 403)
  assert.equal((await succeed(server, 'GET', path, undefined, { token: reader })).status, 200)
  const at = `/orders/comments/${made.body.data.id}`
  assert.equal((await server.send('GET', at, { token: writer })).status, 403)

  const ana = await person(server, { role: 'operator' })
  const written = await ana.send('POST', path, { body })
  assert.equal(written.body.data.token.name, 'Ana Souza')
  assert.equal(written.body.data.id_member, ana.id)
  const viewer = await person(server, { role: 'viewer', email: 'ver@aurora.example' })
  assert.equal((await viewer.send('GET', path)).status, 200)
  assert.equal((await viewer.send('POST', path, { body })).status, 403)
})

test('each comment is an event that names its order', async () => {
  const { id } = await newOrder()
  const made = await data(server, 'POST', `/orders/${id}/comments`, { text: 'told' })
  await endOfFeed(server, server)
  const { data: events } = await pageOf(server, `subject=/orders/comments/${made.id}`)
  assert.equal(events.length, 1)
  const [event] = events
  assert.equal(event?.type, 'comment.created')
  assert.deepEqual(
    [event?.data.version, event?.data.record, event?.data.changed_fields, event?.data.previous],
    [1, made, [], null],
  )
  const { data: newest } = await pageOf(server, 'type=comment.*&sort=-sequence&limit=1')
  assert.equal(newest[0]?.data.record.id, made.id)
})

test('who is restricted sees comments, and their events, of the orders that they see now', async () => {
  const [ana, bia] = [ids.user, (await data(server, 'POST', '/users', { name: 'Bia' })).id]
  await succeed(server, 'PATCH', `/customers/${ids.customer}`, { id_users: [ana, bia] })
  const { id } = await newOrder({ id_user: ana })
  const own = `/orders/${id}/comments`
  const tokenOf = async (user: number) => {
    const body = { name: `of ${user}`, scopes: ['*'], only: { id_user: [user] } }
    return { token: (await data(server, 'POST', '/tokens', body)).token as string }
  }
  const [anas, bias] = [await tokenOf(ana), await tokenOf(bia)]
  const made = await data(server, 'POST', own, { text: 'for Ana' }, anas)
  const seen = async (by: { token: string }) => {
    await endOfFeed(server, server)
    const { data: events } = await pageOf(server, 'type=comment.*&limit=100', by)
    return [
      (await server.send('GET', own, by)).status,
      (await server.send('GET', `/orders/comments/${made.id}`, by)).status,
      (await server.send('POST', own, { ...by, body: { text: 'x' } })).status,
      events.some(({ data: { record } }) => record.id === made.id),
    ]
  }
  assert.deepEqual(await seen(anas), [200, 200, 201, true])
  assert.deepEqual(await seen(bias), [404, 404, 404, false])
  await succeed(server, 'PATCH', `/orders/${id}`, { id_user: bia })
  assert.deepEqual(await seen(anas), [404, 404, 404, false])
  assert.deepEqual(await seen(bias), [200, 200, 201, true])
  await succeed(server, 'DELETE', `/orders/${id}`)
  assert.deepEqual(await seen(bias), [404, 404, 404, false])
})

test('comments on orders that are or were a person’s say nothing once the person is anonymised', async () => {
  const maria = await data(server, 'POST', '/customers', { name: 'Maria Zanetti' })
  const of = { id_customer: maria.id }
  const invoiced = { ...of, id_order_status: ids.statuses['Invoiced'] }
  const [open, kept, moved, gone, other] = [
    await newOrder(of),
    await newOrder(invoiced),
    await newOrder(of),
    await newOrder(of),
    await newOrder(),
  ]
  const headers = { 'idempotency-key': 'what-stood-there' }
  const body = { text: 'mora no sobrado azul' }
  for (const { id } of [kept, moved, gone, other])
    await succeed(server, 'POST', `/orders/${id}/comments`, body)
  const send = () => server.send('POST', `/orders/${open.id}/comments`, { body, headers })
  await send()
  await succeed(server, 'PATCH', `/orders/${moved.id}`, { id_customer: ids.customer })
  await succeed(server, 'DELETE', `/orders/${gone.id}`)
  await anonymised(server, maria.id)
  for (const { id } of [open, kept, moved, gone])
    assert.deepEqual(await textsOf(`/orders/${id}`), ['***'])
  assert.deepEqual(await textsOf(`/orders/${other.id}`), [body.text])
  const repeated = await send()
  assert.deepEqual([repeated.status, repeated.body.data.text], [201, '***'])
  const { rows } = await sql`
    select data::json ->> 'id_order' as id_order from events
     where resource = 'comment' and strpos(data, ${body.text}) > 0`.execute(server.db)
  assert.deepEqual(rows, [{ id_order: String(other.id) }])
})
