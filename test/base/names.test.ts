import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { refreshDocuments } from '../../src/orders/reads/refresh.ts'
import { orders_build } from '../../src/orders/reads/sql.ts'
import { type Answer, type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { kinds } from '../support/records/records.ts'

// Orders embed the names of the records they refer to, and their JSON is stored. Whatever is read
// or written at the same time: once a rename is answered, nobody sees the old name again.

let server: Server
/** The record of each kind that all orders refer to, by its path. */
const ids: Record<string, number> = {}
let orders: number[] = []
let item: number

before(async () => {
  server = await startServer()
  for (const { path } of kinds) {
    const body = {
      name: `${path} 0`,
      fk_id: `${path} 0`,
      ...(path === '/products' && { price: 1 }),
    }
    ids[path] = (await data(server, 'POST', path, body)).id
  }
  const at = `/customers/id:${ids['/customers']}/address`
  ids['/customers/address'] = (await data(server, 'POST', at, { street: 'street 0' })).id
  for (const fk_id of ['A', 'B', 'C']) {
    const made = await data(server, 'POST', '/orders', { ...order(), fk_id })
    orders = [...orders, made.id]
    item = made.items[0].id
  }
})
after(() => server.close())

/** An order that refers to everything. */
const order = () => ({
  id_customer: ids['/customers'],
  id_user: ids['/users'],
  id_order_status: ids['/order-statuses'],
  id_freight_type: ids['/freight-types'],
  id_payment_type: ids['/payment-types'],
  id_payment_method: ids['/payment-methods'],
  id_category: ids['/categories'],
  id_operation: ids['/operations'],
  id_shipping_company: ids['/shipping-companies'],
  id_branch_company: ids['/branch-companies'],
  id_opportunity: ids['/opportunities'],
  id_quotation: ids['/quotations'],
  id_reason: ids['/reasons'],
  id_address: ids['/customers/address'],
  items: [{ id_item: ids['/products'], quantity: 1 }],
})

let writes = 0

/** Every path on which an order’s JSON leaves the service. */
const paths: (() => Promise<Answer>)[] = [
  () => succeed(server, 'GET', `/orders/${orders[0]}`),
  () => succeed(server, 'GET', `/orders/${orders[1]}`),
  () => succeed(server, 'GET', '/orders/fk_id/C'),
  () => succeed(server, 'GET', '/orders?limit=3&sort=id'),
  () => succeed(server, 'GET', '/orders?pagination=cursor&limit=3&sort=id'),
  () => succeed(server, 'PATCH', `/orders/${orders[0]}`, { observations: `${writes++}` }),
  () => succeed(server, 'PATCH', `/orders/${orders[1]}`, {}),
  () => succeed(server, 'PATCH', `/orders/${orders[2]}/items/${item}`, { quantity: ++writes }),
  () => succeed(server, 'PUT', '/orders/fk_id/B', { ...order(), observations: `${writes++}` }),
  async () => {
    const made = await succeed(server, 'POST', '/orders', order())
    await succeed(server, 'DELETE', `/orders/${made.body.data.id}`)
    return made
  },
]

const stop = new AbortController().signal
const refresh = async () => (await refreshDocuments(server.db, server.account_id, stop)).renewed

/**
 * Walks all paths at once, several times, while `rename` runs; demands that no answer to a request
 * that began after the rename’s own answer holds one of the old texts.
 */
async function renameUnderLoad(rename: () => Promise<unknown>, old: string[]): Promise<void> {
  let renamed = false
  let checked = 0
  const walk = async (path: () => Promise<Answer>) => {
    for (let left = 2; left > 0; ) {
      const isAfter = renamed
      const { text } = await path()
      if (!isAfter) continue
      left--
      checked++
      for (const word of old) assert.ok(!text.includes(word), `${word} in ${text}`)
    }
  }
  const renaming = async () => {
    await paths[0]?.()
    await rename()
    renamed = true
  }
  const refreshing = async () => {
    while (!renamed) await refresh()
    await refresh()
  }
  await Promise.all([renaming(), refreshing(), ...paths.map(walk)])
  assert.equal(checked, 2 * paths.length)
}

/** Every stored document that counts as fresh is what the tables say. */
async function assertFreshAreRight(): Promise<number> {
  const { rows } = await sql<{ id_order: number; document: string; fresh: boolean }>`
    select d.id_order, d.document, d.names_epoch = a.names_epoch as fresh
      from order_documents d join accounts a using (account_id)`.execute(server.db)
  for (const { id_order, document } of rows.filter(({ fresh }) => fresh)) {
    const [built] = await orders_build(server.db, [server.account_id, id_order])
    assert.equal(document, built?.document)
  }
  return rows.filter(({ fresh }) => !fresh).length
}

const epoch = async () => {
  const { rows } = await sql<{ names_epoch: number }>`
    select names_epoch from accounts where account_id = ${server.account_id}`.execute(server.db)
  return rows[0]?.names_epoch as number
}

for (const { path } of kinds) {
  test(`no answer holds the old name or fk_id of ${path} after its rename`, async () => {
    for (const n of [1, 2]) {
      const body = { name: `${path} ${n}`, fk_id: `${path} ${n}` }
      const rename = () => succeed(server, 'PATCH', `${path}/${ids[path]}`, body)
      await renameUnderLoad(rename, [`"${path} ${n - 1}"`])
      const { text } = await succeed(server, 'GET', `/orders/${orders[0]}`)
      assert.ok(text.includes(`"${path} ${n}"`))
    }
    await assertFreshAreRight()
  })
}

test('nor what a PUT by fk_id replaced', async () => {
  const at = `/customers/fk_id/${encodeURIComponent('/customers 2')}`
  const rename = () => succeed(server, 'PUT', at, { name: 'put' })
  await renameUnderLoad(rename, ['"name":"/customers 2"'])
})

test('nor the old type of a product', async () => {
  const rename = () =>
    succeed(server, 'PATCH', `/products/${ids['/products']}`, { type: 'service' })
  await renameUnderLoad(rename, ['"type":"product"'])
})

test('nor any old field of an address', async () => {
  const at = `/customers/address/${ids['/customers/address']}`
  const address = {
    street: 'street 1',
    number: 4711,
    complement: 'complement 1',
    zip_code: 87654321,
    neighborhood: 'neighborhood 1',
    city: 'city 1',
    state: 'SC',
    latitude: -27.123456,
    longitude: -48.654321,
    address_type: 'delivery',
    name: 'name 1',
    fk_id: 'fk 1',
  }
  await renameUnderLoad(() => succeed(server, 'PATCH', at, address), ['"street 0"'])
  for (const [field, value] of Object.entries(address)) {
    await succeed(server, 'PATCH', at, { [field]: null })
    const { text } = await succeed(server, 'GET', `/orders/${orders[0]}`)
    assert.ok(
      text.includes(`"${field}":null`) && !text.includes(`:${JSON.stringify(value)}`),
      field,
    )
  }
})

test('the job renews what is stale and changes no answer', async () => {
  await succeed(server, 'PATCH', `/users/${ids['/users']}`, { name: 'last' })
  const read = async () => {
    const all = await Promise.all(orders.map((id) => succeed(server, 'GET', `/orders/${id}`)))
    const list = await succeed(server, 'GET', '/orders')
    return [...all, list].map(({ body, headers }) => [body.data, headers['etag']])
  }
  const before = await read()
  assert.equal(await assertFreshAreRight(), orders.length)
  assert.equal(await refresh(), orders.length)
  assert.equal(await assertFreshAreRight(), 0)
  assert.deepEqual(await read(), before)
  assert.equal(await refresh(), 0)
})

test('the job comes back for an order that was being created while it ran', async () => {
  await succeed(server, 'PATCH', `/users/${ids['/users']}`, { name: 'later' })
  await refresh()
  // As a creation leaves it that began before the rename and was committed after the job.
  await sql`update order_documents set names_epoch = names_epoch - 1, document = replace(document, 'later', 'last')
             where account_id = ${server.account_id} and id_order = ${orders[0]}`.execute(server.db)
  const { text } = await succeed(server, 'GET', `/orders/${orders[0]}`)
  assert.ok(text.includes('"later"'))
  assert.equal(await refresh(), 1)
  assert.equal(await assertFreshAreRight(), 0)
  assert.equal(await refresh(), 0)
})

test('documents stay fresh where nothing that they show has changed', async () => {
  const before = await epoch()
  const { name, fk_id } = await data(server, 'GET', `/users/${ids['/users']}`)
  await succeed(server, 'PATCH', `/users/${ids['/users']}`, { name, fk_id })
  await succeed(server, 'PATCH', `/users/${ids['/users']}`, { email: 'a@b.example' })
  await succeed(server, 'PATCH', `/products/${ids['/products']}`, { price: 2, description: 'x' })
  await succeed(server, 'PATCH', `/order-statuses/${ids['/order-statuses']}`, { next: [] })
  await succeed(server, 'POST', '/users', { name: 'new' })
  assert.equal(await epoch(), before)
})
