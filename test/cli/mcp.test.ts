import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { callService } from '../support/call.ts'
import { killRunning, PEDIDO, type Service, startService } from '../support/service.ts'

// `pedido mcp` as an assistant uses it, against a running service.

let folder: string
let service: Service
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-mcp-'))
  service = await startService({ DATA_DIR: join(folder, 'data') })
})
after(async () => {
  await service.stop('SIGTERM')
  killRunning()
  await rm(folder, { recursive: true })
})

const create = async (path: string, body: object) =>
  (await callService(service, service.token ?? '', path, { method: 'POST', body })).body.data

/** An assistant that has started the command with these words. */
async function assistant(words: string[], token = service.token ?? '') {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PEDIDO, 'mcp', ...words],
      env: { PEDIDO_URL: service.address, PEDIDO_TOKEN: token },
    }),
  )
  const call = async (name: string, input: object = {}) => {
    const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
    const [content] = result.content as { type: string; text: string }[]
    return { isError: result.isError === true, text: content?.text ?? '' }
  }
  const value = async (name: string, input: object = {}) => {
    const { isError, text } = await call(name, input)
    assert.equal(isError, false, text)
    return JSON.parse(text)
  }
  return { client, call, value }
}

test('an assistant finds, reads, previews and explains, and is offered nothing that writes', async () => {
  const customer = await create('/customers', { name: 'Mercado Aurora', phone: '11 98765-4321' })
  const product = await create('/products', { name: 'Café torrado 500 g', price: 18.9 })
  const items = [{ id_item: product.id, quantity: 12 }]
  const order = await create('/orders', { id_customer: customer.id, items })
  const { client, value } = await assistant([])
  try {
    const { tools } = await client.listTools()
    assert.ok(tools.length >= 11)
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
    assert.ok(tools.every(({ description = '' }) => description.length > 40))
    assert.ok(!tools.some(({ name }) => name === 'create_order'))

    const [found] = (await value('find_customers', { q: '98765-4321' })).data
    assert.equal(found.id, customer.id)
    const [coffee] = (await value('find_products', { q: 'cafe' })).data
    assert.deepEqual([coffee.id, coffee.price], [product.id, 18.9])
    const listed = await value('find_orders', { id_customer: customer.id, limit: 5 })
    assert.deepEqual(Object.keys(listed.data[0]).sort(), [
      'customer',
      'date',
      'fk_id',
      'id',
      'number',
      'status',
      'total_value',
    ])
    assert.equal((await value('read_order', { id: order.id })).total_value, 226.8)
    assert.equal((await value('read_customer', { id: customer.id })).name, 'Mercado Aurora')
    assert.equal((await value('read_order_history', { id: order.id })).data.length, 1)
    const preview = await value('preview_order', { id_customer: customer.id, items })
    assert.equal(preview.total_value, 226.8)
    const sums = await value('sum_up_orders', { group_by: 'customer' })
    assert.match(JSON.stringify(sums), /226\.8/)
    for (const name of ['explain_taxes', 'check_invoice']) {
      assert.ok(Object.keys(await value(name, { id: order.id })).length > 0, name)
    }
    assert.ok((await value('list_statuses')).data.length > 1)
  } finally {
    await client.close()
  }
})

test('with --write it creates, moves and comments, and is told what the service refuses', async () => {
  const customer = await create('/customers', { name: 'Padaria Pão & Cia' })
  const product = await create('/products', { name: 'Farinha 25 kg', price: 99.9 })
  const items = [{ id_item: product.id, quantity: 2, discount_percentage: 10 }]
  const { client, call, value } = await assistant(['--write'])
  try {
    const order = await value('create_order', { id_customer: customer.id, items })
    assert.equal(order.total_value, 179.82)
    const statuses = (await value('list_statuses')).data
    const open = statuses.find(({ fk_id }: { fk_id: string }) => fk_id === 'open')
    const moved = await value('move_order', { id: order.id, id_order_status: open.id })
    assert.equal(moved.status.id, open.id)
    const comment = await value('comment_on_order', { id: order.id, text: 'Cliente confirmou.' })
    assert.equal(comment.id_order, order.id)
    assert.equal((await value('find_orders', { fk_id_order_status: ['open'] })).data.length, 1)

    const wrong = { id_customer: customer.id, items: [{ id_item: 999_999, quantity: 1 }] }
    const refused = await call('create_order', wrong)
    assert.equal(refused.isError, true)
    assert.match(refused.text, /\/items\/0\/id_item/)
    const missing = await call('read_order', { id: 999_999 })
    assert.deepEqual([missing.isError, missing.text.split(':')[0]], [true, 'not_found'])
    const malformed = await call('read_order', { id: 'um' })
    assert.equal(malformed.isError, true)
  } finally {
    await client.close()
  }
})

test('it can do no more than its token', async () => {
  const body = { name: 'Assistente', scopes: ['orders:read', 'products:read'] }
  const { token } = await create('/tokens', body)
  const { client, call } = await assistant(['--write'], token)
  try {
    for (const [name, input] of [
      ['find_customers', { q: 'a' }],
      ['comment_on_order', { id: 1, text: 'x' }],
    ] as const) {
      const { isError, text } = await call(name, input)
      assert.deepEqual([isError, text.split(':')[0]], [true, 'insufficient_scope'])
    }
    assert.equal((await call('find_products', { q: 'cafe' })).isError, false)
  } finally {
    await client.close()
  }
})
