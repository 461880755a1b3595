import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { dayOfInstant } from '../../src/base/values/date-time.ts'
import { refreshDocuments } from '../../src/orders/reads/refresh.ts'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent } from '../support/fuzz/fuzz-consistency.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { kinds } from '../support/records/records.ts'

// An order in a locked status is a document: what it embeds stays as it was when it was locked,
// whatever is renamed later, and only what a change changes changes.

let server: Server
/** The record of each kind that orders here refer to, by its path. */
const ids: Record<string, number> = {}
/** The account's statuses by name. */
const statuses: Record<string, number> = {}
let address: string
let names = 0

before(async () => {
  server = await startServer()
  for (const { path } of kinds) {
    const body = { name: 'first', ...(path === '/products' && { price: 10 }) }
    ids[path] = (await data(server, 'POST', path, body)).id
  }
  const at = `/customers/id:${ids['/customers']}/address`
  const { id } = await data(server, 'POST', at, { name: 'first', street: 'Rua A', number: 1 })
  ids['/address'] = id
  address = `/customers/address/${id}`
  const listed = await data(server, 'GET', '/order-statuses?limit=100')
  for (const { id, name } of listed) statuses[name] = id
})
after(() => server.close())

/** An order that refers to everything, in this status. */
const order = (status: string, more: object = {}) => ({
  id_customer: ids['/customers'],
  id_user: ids['/users'],
  id_order_status: statuses[status],
  id_freight_type: ids['/freight-types'],
  freight_value: 5,
  id_payment_type: ids['/payment-types'],
  id_payment_method: ids['/payment-methods'],
  id_category: ids['/categories'],
  id_operation: ids['/operations'],
  id_shipping_company: ids['/shipping-companies'],
  id_branch_company: ids['/branch-companies'],
  id_opportunity: ids['/opportunities'],
  id_quotation: ids['/quotations'],
  id_reason: ids['/reasons'],
  id_address: ids['/address'],
  items: [{ id_item: ids['/products'], quantity: 2, price: 10.5, aliq_ipi: 10 }],
  ...more,
})

const create = (status: string, more?: object) =>
  data(server, 'POST', '/orders', order(status, more))
const read = (id: number) => data(server, 'GET', `/orders/${id}`)

/** Gives every record that orders embed another name; returns it. */
async function renameAll(): Promise<string> {
  const name = `name ${++names}`
  const type = names % 2 ? 'service' : 'product'
  for (const { path } of kinds) {
    const body = { name, fk_id: `${path} ${name}`, ...(path === '/products' && { type }) }
    await succeed(server, 'PATCH', `${path}/${ids[path]}`, body)
  }
  for (const [status, id] of Object.entries(statuses))
    await succeed(server, 'PATCH', `/order-statuses/${id}`, { name: `${status} ${name}` })
  await succeed(server, 'PATCH', address, { name, street: name, number: names })
  return name
}

const refresh = () => refreshDocuments(server.db, server.account_id, new AbortController().signal)

/** The order as every read shows it, which must be one and the same. */
async function everywhere(id: number, fk_id: string) {
  const single = await succeed(server, 'GET', `/orders/${id}`)
  const filter = `fk_id=${encodeURIComponent(fk_id)}`
  const reads = [
    await data(server, 'GET', `/orders/fk_id/${encodeURIComponent(fk_id)}`),
    ...(await data(server, 'GET', `/orders?${filter}`)),
    ...(await data(server, 'GET', `/orders?${filter}&pagination=cursor`)),
    ...(await data(server, 'GET', '/orders?limit=100')).filter(
      (one: { id: number }) => one.id === id,
    ),
    await data(server, 'PATCH', `/orders/${id}`, {}),
    (await data(server, 'GET', `/orders/${id}/history?limit=100`)).at(-1).data,
  ]
  for (const one of reads) assert.deepEqual(one, single.body.data)
  const [item] = single.body.data.items
  assert.deepEqual(await data(server, 'GET', `/orders/${id}/items/${item.id}`), item)
  return { order: single.body.data, etag: single.headers['etag'] as string }
}

test('no rename changes a locked order, in any read, nor its entity tag', async () => {
  const made = await create('Picking', { fk_id: 'everywhere' })
  const earlier = await renameAll()
  const locked = await data(server, 'PATCH', `/orders/${made.id}`, {
    id_order_status: statuses['Invoiced'],
  })
  assert.ok(JSON.stringify(locked).includes(earlier), 'locked with the names of that moment')
  const was = await everywhere(made.id, 'everywhere')
  assert.deepEqual(was.order, locked)
  for (const renew of [async () => 0, refresh]) {
    const later = await renameAll()
    await renew()
    assert.deepEqual(await everywhere(made.id, 'everywhere'), was)
    assert.ok(!JSON.stringify(was.order).includes(later))
  }
  const headers = { 'if-none-match': was.etag }
  const unchanged = await server.send('GET', `/orders/${made.id}`, { headers })
  assert.equal(unchanged.status, 304)
})

test('an order that is created in a locked status is a document from then on', async () => {
  const name = await renameAll()
  const made = await create('Delivered')
  assert.equal(made.customer.name, name)
  await renameAll()
  assert.deepEqual(await read(made.id), made)
})

test('of a locked order only what a change changes changes', async () => {
  const made = await create('Invoiced', { fk_id: 'changes' })
  const today = await renameAll()
  const carrier = await data(server, 'POST', '/shipping-companies', { name: 'Serra Azul' })
  const at = `/customers/id:${ids['/customers']}/address`
  const other = await data(server, 'POST', at, { street: 'Rua B' })
  let expected = made
  const change = async (patch: object, shown: object) => {
    const after = await data(server, 'PATCH', `/orders/${made.id}`, patch)
    const { updated_at } = after
    expected = { ...expected, ...shown, updated_at }
    assert.deepEqual(after, expected)
    assert.deepEqual(await read(made.id), expected)
    const event = (await data(server, 'GET', `/orders/${made.id}/history?limit=100`)).at(-1)
    assert.deepEqual(event.changed_fields, Object.keys(shown).sort())
  }
  await change({ observations: 'portaria 2' }, { observations: 'portaria 2' })
  // Its taxes stay those of the day that decided them when it was locked.
  const { time_zone } = await data(server, 'GET', '/account')
  const tax_date = dayOfInstant(made.date, time_zone)
  await change(
    { delivery_date: '2026-12-01T00:00:00Z', custom_fields: { nfe: '351' } },
    { delivery_date: '2026-12-01T00:00:00.000Z', custom_fields: { nfe: '351' }, tax_date },
  )
  await change({ fk_id: 'changes 2' }, { fk_id: 'changes 2' })
  const { id, name, fk_id } = carrier
  await change({ id_shipping_company: id }, { shipping_company: { id, name, fk_id } })
  await change({ id_shipping_company: null }, { shipping_company: null })
  await change({ id_address: other.id }, { address: other })
  await succeed(server, 'PATCH', `/customers/address/${other.id}`, { street: 'Rua C' })
  assert.deepEqual(await read(made.id), expected)
  // Chosen anew, it is today's.
  await change({ id_address: ids['/address'] }, { address: await data(server, 'GET', address) })
  assert.equal(expected.address.street, today)
  // The reason was one for the status before.
  await change(
    { id_order_status: statuses['Shipped'] },
    {
      status: { id: statuses['Shipped'], name: `Shipped ${today}`, fk_id: 'shipped' },
      reason: null,
    },
  )
  await renameAll()
  assert.deepEqual(await read(made.id), expected)
})

test('a PUT of what is there changes nothing, one of what is free just that', async () => {
  const made = await create('Invoiced', { fk_id: 'put' })
  await renameAll()
  const { id_order_status: _, ...body } = order('Invoiced', { fk_id: 'put' })
  const same = await succeed(server, 'PUT', '/orders/fk_id/put', body)
  assert.deepEqual(same.body.data, made)
  const { updated_at, ...after } = await data(server, 'PUT', '/orders/fk_id/put', {
    ...body,
    observations: 'x',
  })
  assert.deepEqual({ ...after, updated_at: made.updated_at }, { ...made, observations: 'x' })
  const refused = await server.send('PUT', '/orders/fk_id/put', { body: { ...body, items: [] } })
  assert.deepEqual(problemOf(refused).slice(0, 2), [409, 'order_locked'])
})

test('moved back to an unlocked status an order shows today’s names, and locked again those', async () => {
  const next = [statuses['Shipped'], statuses['Cancelled'], statuses['Open']]
  await succeed(server, 'PATCH', `/order-statuses/${statuses['Invoiced']}`, { next })
  const toInvoiced = { next: [statuses['Approved'], statuses['Invoiced'], statuses['Cancelled']] }
  await succeed(server, 'PATCH', `/order-statuses/${statuses['Open']}`, toInvoiced)
  const made = await create('Invoiced')
  const today = await renameAll()
  const move = (status: string) =>
    data(server, 'PATCH', `/orders/${made.id}`, { id_order_status: statuses[status] })
  const open = await move('Open')
  assert.deepEqual(
    [open.customer.name, open.address.street, open.items[0].item.name],
    [today, today, today],
  )
  assert.equal(open.items[0].item.type, names % 2 ? 'service' : 'product')
  const history = await data(server, 'GET', `/orders/${made.id}/history?limit=100`)
  assert.equal(history.at(-1).previous.customer.name, made.customer.name)
  const tomorrow = await renameAll()
  assert.equal((await read(made.id)).customer.name, tomorrow)
  const again = await move('Invoiced')
  await renameAll()
  assert.deepEqual(await read(made.id), again)
  assert.equal(again.customer.name, tomorrow)
})

test('a status that becomes locked makes documents of its orders, and back', async () => {
  const { id } = await data(server, 'POST', '/order-statuses', { name: 'Paid' })
  statuses['Paid'] = id
  const made = await create('Paid')
  const name = await renameAll()
  const inIt = await more(made.id, 1010)
  const flag = (locked: boolean) => succeed(server, 'PATCH', `/order-statuses/${id}`, { locked })
  // Their stored copies are stale at this moment: what counts is what a read showed.
  await flag(true)
  const later = await renameAll()
  for (const one of [made.id, inIt[0], inIt[999], inIt[1009]]) {
    const { customer, status } = await read(one as number)
    assert.deepEqual([customer.name, status.name], [name, `Paid ${name}`])
  }
  const frozen = await read(made.id)
  await flag(true)
  assert.deepEqual(await read(made.id), frozen)
  await flag(false)
  for (const one of [made.id, inIt[1009]])
    assert.equal((await read(one as number)).customer.name, later)
  const last = await renameAll()
  await refresh()
  assert.equal((await read(made.id)).customer.name, last)
  await assertConsistent(server.db)
})

/** Copies of an order, with stored JSON that is stale; their ids. */
async function more(id: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into orders (account_id, date, id_customer, id_order_status, total_value)
      select ${server.account_id}, date, id_customer, id_order_status, 0
        from orders, generate_series(1, ${count}::int) where account_id = ${server.account_id} and id = ${id}
      returning account_id, id, version, updated_at
    ), documents as (
      insert into order_documents (account_id, id_order, names_epoch, updated_at, document)
      select account_id, id, -1, updated_at, '{}' from made
    ), history as (
      insert into events (account_id, type, resource, id_record, version, data)
      select account_id, 'order.created', 'order', id, version, '{}' from made
    )
    select id from made order by id`.execute(server.db)
  return rows.map((row) => row.id)
}

test('an address that a document shows can’t be deleted', async () => {
  const at = `/customers/id:${ids['/customers']}/address`
  const other = await data(server, 'POST', at, { street: 'Rua D' })
  const made = await create('Invoiced', { id_address: other.id })
  const refused = await server.send('DELETE', `/customers/address/${other.id}`)
  assert.deepEqual(problemOf(refused).slice(0, 2), [409, 'record_in_use'])
  assert.deepEqual(await read(made.id), made)
})

test('orders that meet a change of their status’s lock, or a rename, are documents or are not', async () => {
  const { id } = await data(server, 'POST', '/order-statuses', { name: 'Held' })
  statuses['Held'] = id
  for (const locked of [true, false, true]) {
    const open = await Promise.all([1, 2, 3].map(() => create('Open')))
    await succeed(server, 'PATCH', `/order-statuses/${statuses['Open']}`, { next: [id] })
    const moves = open.map((one) =>
      succeed(server, 'PATCH', `/orders/${one.id}`, { id_order_status: id }),
    )
    const notes = (await data(server, 'GET', `/orders?id_order_status=${id}&limit=5`)).map(
      (one: { id: number }, n: number) =>
        succeed(server, 'PATCH', `/orders/${one.id}`, { observations: `${locked} ${n}` }),
    )
    const flag = succeed(server, 'PATCH', `/order-statuses/${id}`, { locked })
    await Promise.all([...moves, flag, create('Held'), ...notes, renameAll(), refresh()])
    await assertConsistent(server.db)
    const seen = await data(server, 'GET', `/orders?id_order_status=${id}&limit=100`)
    const name = await renameAll()
    await refresh()
    const then = await data(server, 'GET', `/orders?id_order_status=${id}&limit=100`)
    if (locked) assert.deepEqual(then, seen)
    else assert.ok(then.every((one: { user: { name: string } }) => one.user.name === name))
  }
})
