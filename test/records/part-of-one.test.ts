import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { kinds } from '../support/records/records.ts'
import { refusedBy } from '../support/refused.ts'
import { type Sample, sample } from '../support/sample.ts'

// A single record of which only some properties are asked for.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

async function made(path: string, body: object): Promise<number> {
  const answer = await server.send('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}

/** The text but for what PostgreSQL puts between the values of some, and the time. */
const digitsOf = (text: string) => text.split('"meta"')[0]?.replaceAll(/(?<=[:,]) /g, '')

/** Each property alone, and all, are what the whole record has; the tag is the record's. */
async function holdsTo(path: string): Promise<void> {
  const whole = await server.send('GET', path)
  const names = Object.keys(whole.body.data)
  for (const name of names) {
    const { body, headers } = await server.send('GET', `${path}?fields=${name}`)
    assert.deepEqual(body.data, { [name]: whole.body.data[name] }, `${path} ${name}`)
    assert.equal(headers['etag'], whole.headers['etag'])
  }
  const all = await server.send('GET', `${path}?fields=${names.toReversed().join(',')}`)
  assert.equal(digitsOf(all.text), digitsOf(whole.text))
  for (const wrong of ['fields=', 'fields=id,id', 'fields=id,nothing', 'fields=name.x']) {
    const expected = { status: 400, code: 'invalid_parameter', at: ['fields'] }
    await refusedBy(server, 'GET', `${path}?${wrong}`, {}, expected)
  }
  const unknown = { status: 400, code: 'invalid_parameter', at: ['field'] }
  await refusedBy(server, 'GET', `${path}?field=id`, {}, unknown)
}

for (const { path, written } of kinds) {
  test(`${path}/{id} and by code`, async () => {
    const id = await made(path, { name: 'Part', fk_id: 'part', ...written })
    await holdsTo(`${path}/${id}`)
    await holdsTo(`${path}/fk_id/part`)
  })
}

test('addresses, by every path', async () => {
  const customer = await made('/customers', { name: 'Lines', fk_id: 'lines' })
  const path = `/customers/${customer}/addresses`
  const id = await made(path, { fk_id: 'a-1', city: 'Olinda', latitude: -8.0089, number: 12 })
  await holdsTo(`/customers/address/${id}`)
  await holdsTo(`${path}/fk_id/a-1`)
  await holdsTo('/customers/fk_id/lines/addresses/fk_id/a-1')
  await holdsTo('/customers/lines/address/fk_id/a-1')
})

test('orders, whose figures keep all their digits', async () => {
  const items = [
    { id_item: ids.product, quantity: 3, price: 12345678.1234567 },
    { id_item: ids.product, quantity: 7, net_value: 10, price: 2 },
  ]
  const body = { id_customer: ids.customer, fk_id: 'o-1', items, custom_fields: { rota: '0012' } }
  const id = await made('/orders', body)
  await holdsTo(`/orders/${id}`)
  await holdsTo('/orders/fk_id/o-1')
  const at = new Date().toISOString()
  await server.send('PATCH', `/orders/${id}`, { body: { observations: 'Later' } })
  const then = await server.send('GET', `/orders/${id}?at=${at}&fields=id,observations`)
  assert.deepEqual(then.body.data, { id, observations: null })
})

test('its tag is that of a change, and of a read that has it', async () => {
  const id = await made('/customers', { name: 'Tag' })
  const path = `/customers/${id}`
  const { headers } = await server.send('GET', `${path}?fields=name`)
  const known = { headers: { 'if-none-match': headers['etag'] ?? '' } }
  assert.equal((await server.send('GET', `${path}?fields=name`, known)).status, 304)
  const match = { headers: { 'if-match': headers['etag'] ?? '' } }
  const body = { phone: '81 5555' }
  assert.equal((await server.send('PATCH', path, { ...match, body })).status, 200)
  const stale = { status: 412, code: 'precondition_failed' }
  await refusedBy(server, 'PATCH', path, { ...match, body: { phone: '1' } }, stale)
  // The part is the same as before, but not what a change would meet.
  assert.equal((await server.send('GET', `${path}?fields=name`, known)).status, 200)
})

test('reads that take no parameters refuse them, too', async () => {
  const order = await made('/orders', {
    id_customer: ids.customer,
    items: [{ id_item: ids.product, quantity: 1 }],
  })
  const whole = await server.send('GET', `/orders/${order}`)
  const hook = await server.send('POST', '/webhooks', {
    body: { url: 'https://erp.example.com/', types: ['order.*'] },
  })
  for (const path of [
    `/orders/${order}/items/${whole.body.data.items[0].id}`,
    `/webhooks/${hook.body.data.id}`,
  ]) {
    const unknown = { status: 400, code: 'invalid_parameter', at: ['expand'] }
    await refusedBy(server, 'GET', `${path}?expand=x`, {}, unknown)
    assert.equal((await server.send('GET', path)).status, 200, path)
  }
})
