import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { kinds } from '../support/records/records.ts'

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const send = (method: string, path: string, options?: SendOptions) =>
  server.send(method, path, options)
const ok = async (method: string, path: string, body?: object, options: SendOptions = {}) => {
  const answer = await send(method, path, { ...options, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

test('a record that an order refers to is not deleted, and the answer says by what', async () => {
  const ids: Record<string, number> = {}
  for (const { path } of kinds) ids[path] = (await ok('POST', path, { name: 'Used' })).id
  const address = await ok('POST', `/customers/id:${ids['/customers']}/address`, { city: 'Santos' })
  const order = await ok('POST', '/orders', {
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
    id_address: address.id,
    items: [{ id_item: ids['/products'], quantity: 1, price: 1 }],
  })
  for (const { path, singular } of kinds) {
    const { status, body } = await send('DELETE', `${path}/${ids[path]}`)
    assert.deepEqual([status, body.code], [409, 'record_in_use'], path)
    const users = path === '/customers' ? ['orders', 'addresses'] : ['orders']
    assert.deepEqual(body.used_by, users)
    assert.equal(body.detail, `${singular} ${ids[path]} is used by ${users.join(' and ')}.`)
  }
  const used = await send('DELETE', `/customers/address/${address.id}`)
  assert.deepEqual([used.status, used.body.used_by], [409, ['orders']])

  await ok('DELETE', `/orders/${order.id}`)
  await ok('DELETE', `/customers/address/${address.id}`)
  for (const { path } of kinds) await ok('DELETE', `${path}/${ids[path]}`)
})

test('a product takes its image with it', async () => {
  const { id } = await ok('POST', '/products', { name: 'Shown' })
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const head = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--b--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const sent = await send('POST', `/products/${id}/image`, { body, headers })
  assert.ok(sent.status < 300, sent.text)
  const { fileName } = sent.body.data
  assert.equal((await ok('GET', `/products/${id}`)).image, fileName)
  const kept = async () => {
    const folder = join(server.config.DATA_DIR, 'images')
    // A folder that goes away while it is read is an error: then the file counts as still there.
    const files = await readdir(folder, { recursive: true }).catch(() => [fileName])
    return files.filter((name) => name.includes(fileName))
  }
  assert.equal((await kept()).length, 1)
  await ok('DELETE', `/products/${id}`)
  while ((await kept()).length > 0) await setImmediate()
})

test('a request with an Idempotency-Key is done once, whatever it is', async () => {
  const headers = { 'idempotency-key': 'record-1' }
  const first = await send('POST', '/v2/customers', { body: { name: 'Once' }, headers })
  const again = await send('POST', '/v2/customers', { body: { name: 'Once' }, headers })
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.headers['idempotency-replayed'], 'true')
  for (const header of ['location', 'etag'])
    assert.equal(again.headers[header], first.headers[header])
  assert.equal(first.headers['location'], `/v2/customers/${first.body.data.id}`)
  const other = await send('POST', '/v2/customers', { body: { name: 'Twice' }, headers })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_mismatch'])

  const { id } = first.body.data
  const remove = () =>
    send('DELETE', `/customers/${id}`, { headers: { 'idempotency-key': 'record-2' } })
  assert.equal((await remove()).status, 200)
  assert.equal((await remove()).status, 200)
  assert.equal((await send('DELETE', `/customers/${id}`)).status, 404)

  const put = () =>
    send('PUT', '/customers/fk_id/once', {
      body: { name: 'P' },
      headers: { 'idempotency-key': 'record-3' },
    })
  assert.deepEqual([(await put()).status, (await put()).status], [201, 201])
})

test('changes of customers and products are events, changes of nothing are none', async () => {
  for (const [path, resource] of [
    ['/customers', 'customer'],
    ['/products', 'product'],
  ] as const) {
    const { id } = await ok('POST', path, { name: 'One', fk_id: 'event' })
    await ok('PATCH', `${path}/${id}`, { name: 'Two' })
    await ok('PATCH', `${path}/${id}`, { name: 'Two' })
    const last = await ok('PUT', `${path}/fk_id/event`, { name: 'Three' })
    await ok('DELETE', `${path}/${id}`)
    const { rows } = await sql<{
      type: string
      version: number
      name: string
      previous: object | null
    }>`
      select type, version, data::json ->> 'name' as name, previous from events
       where account_id = ${server.account_id} and resource = ${resource} and id_record = ${id} order by id`.execute(
      server.db,
    )
    const seen = rows.map(({ type, version, name, previous }) => [
      type,
      Number(version),
      name,
      (previous as { name?: string } | null)?.name ?? null,
    ])
    assert.deepEqual(seen, [
      [`${resource}.created`, 1, 'One', null],
      [`${resource}.updated`, 2, 'Two', 'One'],
      [`${resource}.updated`, 3, 'Three', 'Two'],
      [`${resource}.deleted`, 4, 'Three', null],
    ])
    assert.equal(last.name, 'Three')
  }
})

/** The account's statuses by fk_id. */
async function statuses(token: string) {
  const { body } = await send('GET', '/order-statuses?limit=100', { token })
  const all = body.data as {
    id: number
    fk_id: string
    initial: boolean
    locked: boolean
    counts: boolean
    next: number[]
  }[]
  return new Map(all.map((status) => [status.fk_id, status]))
}

test('a new account has the statuses and moves of the usual life of an order', async () => {
  const { token } = await server.newAccount('New statuses')
  const found = await statuses(token)
  const names = [...found.keys()]
  assert.deepEqual(names, [
    'draft',
    'open',
    'approved',
    'picking',
    'invoiced',
    'shipped',
    'delivered',
    'cancelled',
  ])
  for (const [i, fk_id] of names.entries()) {
    const status = found.get(fk_id)
    const isEnd = fk_id === 'delivered' || fk_id === 'cancelled'
    const next = isEnd ? [] : [names[i + 1], 'cancelled'].map((name) => found.get(name ?? '')?.id)
    assert.deepEqual(status?.next, next, fk_id)
    assert.equal(status?.initial, fk_id === 'draft')
    assert.equal(status?.locked, i >= 4)
    assert.equal(status?.counts, fk_id !== 'draft' && fk_id !== 'cancelled')
  }
})

test('exactly one status is initial', async () => {
  const { token } = await server.newAccount('Initial')
  const initials = async () =>
    [...(await statuses(token)).values()].filter((s) => s.initial).map((s) => s.fk_id)
  const found = await statuses(token)
  const draft = `/order-statuses/${found.get('draft')?.id}`
  const open = `/order-statuses/${found.get('open')?.id}`

  for (const initial of [false, null]) {
    const { status, body } = await send('PATCH', draft, { token, body: { initial } })
    assert.equal(status, 422)
    assert.deepEqual(
      [body.errors[0].pointer, body.errors[0].code],
      ['/initial', 'initial_required'],
    )
  }
  const put = await send('PUT', '/order-statuses/fk_id/draft', { token, body: { name: 'Draft' } })
  assert.equal(put.status, 422)
  const kept = await send('DELETE', draft, { token })
  assert.deepEqual([kept.status, kept.body.code], [409, 'record_in_use'])

  await ok('PATCH', open, { initial: true }, { token })
  assert.deepEqual(await initials(), ['open'])
  await ok('PATCH', draft, { initial: false }, { token })
  await ok('POST', '/order-statuses', { name: 'Inbox', fk_id: 'inbox', initial: true }, { token })
  assert.deepEqual(await initials(), ['inbox'])
  await ok('PUT', '/order-statuses/fk_id/quote', { name: 'Quote', initial: true }, { token })
  assert.deepEqual(await initials(), ['quote'])

  const racers = [...(await statuses(token)).values()].map(({ id }) =>
    send('PATCH', `/order-statuses/${id}`, { token, body: { initial: true } }),
  )
  for (const { status } of await Promise.all(racers)) assert.equal(status, 200)
  assert.equal((await initials()).length, 1)
})

test('next holds statuses of the account only, and forgets a deleted one', async () => {
  const { token } = await server.newAccount('Moves')
  const found = await statuses(token)
  const [draft, open, approved] = ['draft', 'open', 'approved'].map(
    (fk_id) => found.get(fk_id)?.id ?? 0,
  )
  const foreign = [...(await statuses(server.token)).values()][0]?.id ?? 0
  const wrong = await send('PATCH', `/order-statuses/${draft}`, {
    token,
    body: { next: [open, foreign, 999999] },
  })
  assert.equal(wrong.status, 422)
  const pointers = wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)
  assert.deepEqual(pointers, ['/next/1', '/next/2'])
  const twice = await send('PATCH', `/order-statuses/${draft}`, {
    token,
    body: { next: [open, open] },
  })
  assert.deepEqual([twice.status, twice.body.errors[0].pointer], [422, '/next'])

  await ok('PATCH', `/order-statuses/${draft}`, { next: [approved, open] }, { token })
  await ok('DELETE', `/order-statuses/${open}`, undefined, { token })
  const after = await statuses(token)
  assert.deepEqual(after.get('draft')?.next, [approved])
  const cleared = await ok('PATCH', `/order-statuses/${draft}`, { next: null }, { token })
  assert.deepEqual(cleared.next, [])
})
