import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { data, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'
import { type Owned, type Restricted, type Seen, startRestricted } from '../support/restricted.ts'

// An item that is a copy of another one: `copy_of`.

let all: Restricted
let one: Seen
/** An order that `one` does not see. */
let hidden: Owned
before(async () => {
  all = await startRestricted()
  ;[one] = all.tokens as [Seen]
  hidden = all.orders.find((order) => !one.sees(order) && order.user !== null) as Owned
})
after(() => all.server.close())

interface Item extends Record<string, unknown> {
  id: number
}

const figuresOf = ({ id, created_at, fk_id, ...figures }: Item) => figures
const send = (path: string, body: object, method = 'POST') => data(all.server, method, path, body)

/** An item with a reduced base of ICMS, a presumed one taken off ICMS-ST, and a discount in percent. */
async function source(): Promise<Item> {
  const { customer, product } = all.records
  const item = {
    id_item: product,
    quantity: 12,
    price: 19.9,
    discount_percentage: 7.5,
    base_ipi: 150,
    aliq_ipi: 5,
    base_icms_st: 310,
    aliq_icms_st: 18,
    value_icms_st: 20,
    description: 'Entregar na doca 3',
    recurrency_period: 30,
    fk_id: 'L1',
  }
  const order = await send('/orders', { id_customer: customer, items: [item] })
  return order.items[0]
}

test('what is not said of a copy is as there, and its figures go with what is said', async () => {
  const { customer, product } = all.records
  const item = await source()
  const copy = { copy_of: item.id, id_item: product }
  const preview = await send('/orders/preview', {
    id_customer: customer,
    items: [
      { ...copy, quantity: 12 },
      { ...copy, quantity: 24, description: null, fk_id: 'L2' },
    ],
  })
  const [same, twice] = preview.items
  assert.deepEqual(figuresOf(same), figuresOf(item))
  assert.equal(same.fk_id, null)
  assert.deepEqual(
    [twice.perc_desc, twice.base_ipi, twice.vlr_icms_st, twice.description, twice.fk_id],
    [7.5, 300, 40, null, 'L2'],
  )
})

test('wherever an item is new, it may be a copy', async () => {
  const { server, records } = all
  const { customer, product } = records
  const item = await source()
  const body = { copy_of: item.id, id_item: product, quantity: 12 }
  const whole = { id_customer: customer, items: [body] }
  const made = await send('/orders', whole)
  const path = `/orders/${made.id}`
  const lines = JSON.stringify({ ...whole, fk_id: 'bulk' })
  const headers = { 'content-type': 'application/x-ndjson' }
  await succeed(server, 'POST', '/bulk/orders', lines, { headers })
  const orders = [
    made,
    await send(`${path}/items`, body),
    await send(`${path}/items`, { add: [body] }, 'PATCH'),
    await send(`${path}/changes`, { items: { add: [body] } }),
    await send('/orders/fk_id/copies', whole, 'PUT'),
    await send('/orders/fk_id/copies', { ...whole, observations: 'de novo' }, 'PUT'),
    await data(server, 'GET', '/orders/fk_id/bulk'),
  ]
  for (const { items } of orders) assert.deepEqual(figuresOf(items.at(-1)), figuresOf(item))
})

test('a copy of what the caller does not see is one of what there is not', async () => {
  const { server, records } = all
  const body = { id_item: records.product, quantity: 1 }
  const [{ id }] = (await data(server, 'GET', `/orders/${hidden.id}`)).items
  const own = await send('/orders', { id_customer: records.customer, id_user: all.users[0] })
  for (const copy_of of [id, 999_999_999]) {
    const copy = { ...body, copy_of }
    const whole = { id_customer: records.customer, items: [body, copy] }
    const unknown = { status: 422, code: 'validation_failed' }
    for (const [method, path, sent, at] of [
      ['POST', '/orders', whole, '/items/1/copy_of'],
      ['POST', '/orders/preview', whole, '/items/1/copy_of'],
      ['POST', `/orders/${own.id}/items`, copy, '/copy_of'],
      ['POST', `/orders/${own.id}/preview`, { items: { add: [copy] } }, '/items/add/0/copy_of'],
    ] as const) {
      const options = { body: sent, token: one.token }
      const detail = new RegExp(`item ${copy_of}, which does not exist`)
      await refusedBy(server, method, path, options, { ...unknown, at: [at], detail })
      const headers = { 'accept-language': 'pt-BR' }
      const portuguese = new RegExp(`indica o item ${copy_of}, que não existe`)
      const expected = { ...unknown, at: [at], detail: portuguese }
      await refusedBy(server, method, path, { ...options, headers }, expected)
    }
  }
  const seen = { id_customer: records.customer, items: [{ ...body, copy_of: id }] }
  await succeed(server, 'POST', '/orders/preview', seen)
})

test('an item of another account is none', async () => {
  const { server } = all
  const item = await source()
  const { token } = await server.newAccount('outra')
  const customer = await succeed(server, 'POST', '/customers', { name: 'Bar do Zé' }, { token })
  const product = await succeed(server, 'POST', '/products', { name: 'Gelo', price: 9 }, { token })
  const body = {
    id_customer: customer.body.data.id,
    items: [{ id_item: product.body.data.id, quantity: 1, copy_of: item.id }],
  }
  const expected = { status: 422, code: 'validation_failed', at: ['/items/0/copy_of'] }
  await refusedBy(server, 'POST', '/orders', { body, token }, expected)
})
