import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// GET /orders/{id}/versions, one of them, at an instant, and what differs between two.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
type Json = any

const get = async (path: string) => data(server, 'GET', path)
const refused = async (path: string, token = server.token) =>
  problemOf(await server.send('GET', path, { token }))
const NOT_FOUND = [404, 'not_found', []]

/** An order of five versions, with what each answered. */
async function changed(fk_id: string): Promise<{ id: number; answers: Json[] }> {
  const line = { id_item: ids.product, quantity: 2, price: 10.123456789 }
  const made = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    fk_id,
    items: [line, { ...line, id_item: ids.service, price: 5 }],
  })
  const [first, second] = made.items
  const path = `/orders/${made.id}`
  const answers = [made]
  const change = async (...request: [string, string, object]) =>
    answers.push(await data(server, ...request))
  await change('PATCH', path, { observations: 'a/b', custom_fields: { 'a/b~': '1', c: '2' } })
  await change('PATCH', `${path}/items/${first.id}`, { quantity: 3, price: 0.3 })
  await change('POST', `${path}/changes`, {
    id_freight_type: ids.charged_freight,
    freight_value: 7.5,
    custom_fields: { c: null },
    items: { remove: [{ id: second.id }], add: [{ id_item: ids.product, quantity: 1 }] },
  })
  await change('PATCH', path, { freight_value: 10.1, id_user: ids.user })
  return { id: made.id, answers }
}

test('every version is read as it was answered, and listed without its order', async () => {
  const { id, answers } = await changed('V1')
  for (const at of [`/orders/${id}`, '/orders/fk_id/V1']) {
    for (const [i, answer] of answers.entries()) {
      assert.deepEqual(await get(`${at}/versions/${i + 1}`), answer)
    }
    const listed = await get(`${at}/versions`)
    const history = await get(`${at}/history`)
    assert.deepEqual(
      listed,
      history.map(({ id: _, data: __, previous: ___, ...event }: Json) => ({
        ...event,
        reason: null,
        restored_version: null,
      })),
    )
    assert.equal(listed.length, 5)
  }
  const page = await succeed(server, 'GET', `/orders/${id}/versions?limit=3`)
  assert.deepEqual(
    page.body.data.map(({ version }: Json) => version),
    [1, 2, 3],
  )
  const { headers } = await succeed(server, 'GET', `/orders/${id}/versions/2`)
  const again = await server.send('GET', `/orders/${id}/versions/2`, {
    headers: { 'If-None-Match': String(headers['etag']) },
  })
  assert.equal(again.status, 304)
  assert.deepEqual(await refused(`/orders/${id}/versions/6`), NOT_FOUND)
  assert.deepEqual(await refused('/orders/4000000/versions/1'), NOT_FOUND)
  assert.deepEqual(await refused(`/orders/${id}/versions/0`), [
    400,
    'invalid_parameter',
    ['version minimum'],
  ])
})

test('an order is read as it was at an instant', async () => {
  const { id, answers } = await changed('V2')
  const events = await get(`/orders/${id}/history`)
  const at = (time: string) => `/orders/${id}?at=${encodeURIComponent(time)}`
  for (const { time } of events) {
    const last = events.findLastIndex((event: Json) => event.time <= time)
    assert.deepEqual(await get(at(time)), answers[last])
  }
  assert.deepEqual(await get(at('2199-01-01')), answers.at(-1))
  assert.deepEqual(await get('/orders/fk_id/V2?at=2199-01-01T00:00:00-03:00'), answers.at(-1))
  assert.deepEqual(await refused(at('2000-01-01')), NOT_FOUND)
  assert.deepEqual(await refused(at('yesterday')), [400, 'invalid_parameter', ['at format']])
  await succeed(server, 'DELETE', `/orders/${id}`)
  assert.deepEqual(await refused(at('2199-01-01')), NOT_FOUND)
  assert.deepEqual(await get(`/orders/${id}/versions/5`), answers[4])
  assert.deepEqual(await get(`/orders/${id}/versions/6`), answers[4])
  assert.deepEqual(await refused(`/orders/${id}/versions/5/diff`), NOT_FOUND)
  const diff = await get(`/orders/${id}/versions/5/diff?with=6`)
  assert.deepEqual([diff.changes, Object.values(diff.items).flat()], [[], []])
})

test('a diff says value by value what differs, with exact differences', async () => {
  const { id, answers } = await changed('V3')
  const diff = await get(`/orders/${id}/versions/1/diff`)
  const [last, made] = [answers.at(-1), answers[0]]
  const [item] = last.items
  assert.deepEqual([diff.from_version, diff.to_version], [1, 5])
  const { id: id_freight, name } = last.freight
  assert.deepEqual(diff.changes, [
    { pointer: '/freight', from: null, to: { id: id_freight, name, value: 10.1, fk_id: null } },
    { pointer: '/user', from: null, to: last.user },
    { pointer: '/observations', from: null, to: 'a/b' },
    ...['/total_value', '/payable_value'].map((pointer) => ({
      pointer,
      from: made.total_value,
      to: last.total_value,
      difference: -Number((made.total_value - last.total_value).toFixed(2)),
    })),
    { pointer: '/custom_fields/a~1b~0', from: null, to: '1' },
  ])
  assert.deepEqual(diff.items.added, [last.items[1]])
  assert.deepEqual(diff.items.removed, [made.items[1]])
  const [{ changes, ...named }] = diff.items.changed
  assert.deepEqual(named, { id: item.id, item: item.item })
  const price = changes.find(({ pointer }: Json) => pointer === '/price')
  assert.deepEqual(price, {
    pointer: '/price',
    from: 10.123456789,
    to: 0.3,
    difference: -9.823456789,
  })
  const freight = await get(`/orders/${id}/versions/4/diff?with=5`)
  assert.deepEqual(freight.changes[0], {
    pointer: '/freight/value',
    from: 7.5,
    to: 10.1,
    difference: 2.6,
  })
  const same = await get(`/orders/${id}/versions/2/diff?with=2`)
  assert.deepEqual([same.changes, same.items], [[], { added: [], removed: [], changed: [] }])
  assert.deepEqual(await refused(`/orders/${id}/versions/1/diff?with=9`), NOT_FOUND)
  assert.deepEqual(await refused(`/orders/${id}/versions/1/diff?with=0`), [
    400,
    'invalid_parameter',
    ['with pattern'],
  ])
})

test('what has gone to files is gone, and what never was is not found', async () => {
  const { id } = await changed('V4')
  const { rows } = await sql<{ time: Date }>`
    delete from events where resource = 'order' and id_record = ${id} and version < 4 returning time`.execute(
    server.db,
  )
  const GONE = [410, 'version_gone', []]
  const before = rows[0]?.time as Date
  for (const at of [`/orders/${id}`, '/orders/fk_id/V4']) {
    for (const path of ['versions/3', 'versions/1/diff', 'versions/4/diff?with=2']) {
      assert.deepEqual(await refused(`${at}/${path}`), GONE, path)
    }
    assert.deepEqual(await refused(`${at}?at=${before.toISOString()}`), GONE)
  }
  assert.deepEqual(await refused(`/orders/${id}/versions/9`), NOT_FOUND)
  assert.equal((await get(`/orders/${id}/versions`)).length, 2)
  assert.equal((await get(`/orders/${id}/versions/4`)).id, id)
  await sql`delete from events where resource = 'order' and id_record = ${id}`.execute(server.db)
  assert.deepEqual(await refused(`/orders/${id}/versions/5`), GONE)
  assert.deepEqual(await refused(`/orders/${id}/versions/9`), NOT_FOUND)
  assert.deepEqual(await get(`/orders/${id}/versions`), [])
  for (const at of [`/orders/${id}`, '/orders/fk_id/V4']) {
    const restore = await server.send('POST', `${at}/versions/5/restore`)
    assert.deepEqual(problemOf(restore), GONE)
  }
})

test('another account sees nothing of it', async () => {
  const { id } = await changed('V5')
  const other = await server.newAccount('Other')
  for (const path of ['versions', 'versions/1', 'versions/1/diff']) {
    assert.deepEqual(await refused(`/orders/${id}/${path}`, other.token), NOT_FOUND, path)
  }
})
