import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { isQueueing, runJobs } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'
import { until } from '../support/workers.ts'

// What a version before stored has not got the properties that came since, such as `reason` and
// `base_icms` here. Whoever reads it finds them, unset and in their place.

let server: Server
let ids: Sample
let stopJobs: () => Promise<void>
before(async () => {
  server = await startServer()
  ids = await sample(server)
  stopJobs = runJobs(server)
})
after(async () => {
  await stopJobs()
  await server.close()
})

/** An order in this status, with texts that look like properties. */
async function create(status: string, custom_fields: object = {}): Promise<number> {
  const line = { id_item: ids.product, quantity: 2, price: 1.23456789, aliq_ipi: 10 }
  const { id } = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    id_order_status: ids.statuses[status],
    observations: ',"items":[{"base_icms":0}],"reason":null',
    custom_fields,
    items: [line, { ...line, description: '{"base_icms":1}' }],
  })
  return id
}

/** Makes of all that is stored of orders what a version without these two properties would have stored. */
async function makeOlder(): Promise<void> {
  const stored = { order_documents: 'document', events: 'data' }
  for (const [table, column] of Object.entries(stored)) {
    const { rowCount } = await server.pool.query(`
      update ${table} set shape = order_shape() - 2,
             ${column} = replace(replace(${column}, ',"reason":null', ''), ',"base_icms":0', '')
       where ${column} like '%,"reason":null,%'`)
    assert.ok(Number(rowCount) > 0, table)
  }
}

/** What each path answers with: its tag, and the text of its data. */
async function answersTo(paths: string[]): Promise<string[]> {
  const answers: string[] = []
  for (const path of paths) {
    const { headers, body, text } = await succeed(server, 'GET', path)
    const isFile = path.includes('format=')
    answers.push(`${path} ${headers['etag']} ${isFile ? text : JSON.stringify(body.data)}`)
  }
  return answers
}

test('all reads show what was stored before as what is stored now', async () => {
  const fields = { items: ',"items":[', reason: '}' }
  const orders = [await create('Open', fields), await create('Invoiced', fields)]
  const gone = await create('Open')
  await succeed(server, 'DELETE', `/orders/${gone}`)
  await until(async () => !(await isQueueing(server, server.account_id)))
  const paths = [
    ...orders.map((id) => `/orders/${id}`),
    ...[...orders, gone].map((id) => `/orders/${id}/history`),
    '/orders?sort=id',
    '/orders?sort=id&pagination=cursor',
    '/orders?sort=id&fields=id,reason,total_value,items',
    '/orders?sort=id&format=ndjson',
    '/orders?sort=id&format=csv&rows=items',
    '/events?type=order.*',
    '/events?type=order.*&sort=-sequence',
  ]
  const asStoredNow = await answersTo(paths)
  await makeOlder()
  assert.deepEqual(await answersTo(paths), asStoredNow)
})

test('what falls to lines is null where a version stored them that did not know it', async () => {
  const id = await create('Invoiced')
  await server.pool.query(
    `update order_documents
        set shape = order_shape() - 5,
            document = regexp_replace(document, ',"freight_share":[^{}]*"line_total":[0-9.]+', '', 'g')
      where id_order = $1`,
    [id],
  )
  const { items } = await data(server, 'GET', `/orders/${id}`)
  const { freight_share, discount_share, line_total, vlr_icms } = items[1]
  assert.deepEqual([freight_share, discount_share, line_total, vlr_icms], [null, null, null, 0])
})

test('who read a locked order before changes it, and only what they change changes', async () => {
  const id = await create('Invoiced')
  await makeOlder()
  const { headers, body } = await succeed(server, 'GET', `/orders/${id}`)
  const options = { headers: { 'if-match': headers['etag'] ?? '' } }
  const change = { observations: 'changed' }
  const changed = await succeed(server, 'PATCH', `/orders/${id}`, change, options)
  const { updated_at } = changed.body.data
  assert.deepEqual(changed.body.data, { ...body.data, ...change, updated_at })
  const [, event] = await data(server, 'GET', `/orders/${id}/history`)
  assert.deepEqual(event.changed_fields, ['observations'])
  assert.equal(await isOlder(id), false)
})

test('an order that is not locked is built anew, and so is one whose status is not any more', async () => {
  const open = await create('Open')
  const invoiced = await create('Invoiced')
  const orders = [open, invoiced].map((id) => `/orders/${id}`)
  const asStoredNow = await answersTo(orders)
  await makeOlder()
  const status = `/order-statuses/${ids.statuses['Invoiced']}`
  for (const locked of [false, true]) {
    await succeed(server, 'PATCH', status, { locked })
    assert.deepEqual(await answersTo(orders), asStoredNow)
    assert.equal(await isOlder(invoiced), false)
  }
  await succeed(server, 'PATCH', `/customers/${ids.customer}`, { name: 'renamed' })
  await until(async () => !(await isOlder(open)))
  const { customer } = await data(server, 'GET', `/orders/${open}`)
  assert.equal(customer.name, 'renamed')
})

test('what a person’s removal leaves of a locked order has all properties', async () => {
  const customer = await data(server, 'POST', '/customers', { name: 'Maria' })
  const order = { id_customer: customer.id, id_order_status: ids.statuses['Invoiced'] }
  const line = { id_item: ids.product, quantity: 1, description: 'for Maria' }
  const made = await data(server, 'POST', '/orders', { ...order, items: [line] })
  await makeOlder()
  await succeed(server, 'POST', `/customers/${customer.id}/anonymise`, { kept_statuses: [] })
  await until(async () => !(await isOlder(made.id)))
  const left = await data(server, 'GET', `/orders/${made.id}`)
  assert.deepEqual(Object.keys(left), Object.keys(made))
  assert.deepEqual(Object.keys(left.items[0]), Object.keys(made.items[0]))
})

/** Whether what is stored of an order is of a version before. */
async function isOlder(id: number): Promise<boolean> {
  const { rows } = await sql<{ older: boolean }>`
    select shape < order_shape() as older from order_documents
     where account_id = ${server.account_id} and id_order = ${id}`.execute(server.db)
  return rows[0]?.older ?? false
}
