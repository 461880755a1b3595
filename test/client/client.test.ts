import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  ConnectionError,
  DuplicateFkIdError,
  etagOf,
  IdempotencyMismatchError,
  InsufficientScopeError,
  MoveNotAllowedError,
  NotFoundError,
  PreconditionFailedError,
  ProblemError,
  pedidoClient,
  RecordInUseError,
  UnauthorizedError,
  UnexpectedAnswerError,
  ValidationFailedError,
} from '../../packages/client/src/index.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { type ClientStand, startClients } from '../support/wire/client.ts'

let at: ClientStand
before(async () => {
  at = await startClients()
})
after(() => at.close())

/** What a call is refused with. */
async function problem<E extends Error>(
  call: Promise<unknown>,
  type: new (...given: never[]) => E,
): Promise<E> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof type, `${error}`)
  return error
}

test('records are created, read, changed and deleted by methods of their resource', async () => {
  const { pedido } = at
  const customer = await pedido.customers.create({ name: 'Mercado Aurora', fk_id: 'C-1' })
  const product = await pedido.products.putByFkId('P/1 ?', { name: 'Café', price: 18.9 })
  const order = await pedido.orders.create({
    id_customer: customer.id,
    items: [{ id_item: product.id, quantity: 2.5 }],
  })
  assert.equal(order.total_value, 47.25)
  assert.equal(order.items[0]?.item.fk_id, 'P/1 ?')
  assert.deepEqual(await pedido.orders.read(order.id), order)
  assert.equal((await pedido.products.readByFkId('P/1 ?')).id, product.id)

  const longer = await pedido.orders.createItem(order.id, { id_item: product.id, quantity: 1 })
  assert.equal(longer.items.length, 2)
  const changed = await pedido.orders.update(order.id, { observations: 'Doca 3' })
  assert.equal(changed.observations, 'Doca 3')
  assert.deepEqual(
    (await Array.fromAsync(pedido.orders.listHistory(order.id))).map(({ type }) => type),
    ['order.created', 'order.updated', 'order.updated'],
  )
  await pedido.products.update(product.id, { fk_id: 'P,1' })
  const query = { id_customer: customer.id, fk_id_item: ['P,1', 'P/2'] }
  assert.deepEqual(
    (await Array.fromAsync(pedido.orders.list(query))).map(({ id }) => id),
    [order.id],
  )
  const { success, deletedId } = await pedido.orders.delete(order.id)
  assert.deepEqual([success, deletedId], [true, order.id])
  assert.equal((await pedido.account.read()).name, 'default')
  assert.equal((await pedido.health.ready()).status, 'ok')
})

test('addresses are those of a customer by its id or by its code, never by either', async () => {
  const { customers, addresses } = at.pedido
  const other = await customers.create({ name: 'Outra rua' })
  const { id } = await customers.create({ name: 'Rua', fk_id: String(other.id) })
  const made = await customers.createAddress(id, { street: 'Rua A' })
  await customers.createAddressByFkId(String(other.id), { street: 'Rua B', fk_id: 'B' })
  const streets = async (list: AsyncIterable<{ street: string | null }>) =>
    (await Array.fromAsync(list)).map(({ street }) => street)
  assert.deepEqual(await streets(customers.listAddresses(id, { sort: 'id' })), ['Rua A', 'Rua B'])
  assert.deepEqual(await streets(customers.listAddresses(other.id)), [])
  assert.deepEqual(await addresses.read(made.id), made)
  assert.equal((await customers.readAddressByFkId(String(other.id), 'B')).street, 'Rua B')
})

test('a list is gone through to its end, or read page by page', async () => {
  const { pedido } = at
  const names = Array.from({ length: 230 }, (_, i) => `Lista ${String(i).padStart(3, '0')}`)
  await Promise.all(names.map((name) => pedido.categories.create({ name })))
  const found = await Array.fromAsync(pedido.categories.list({ sort: 'name', name: 'lista' }))
  assert.deepEqual(
    found.map(({ name }) => name),
    names,
  )

  const list = pedido.categories.list({ sort: 'name', name: 'lista', limit: 100 })
  const pages = await Array.fromAsync(list.pages())
  assert.deepEqual(
    pages.map(({ size }) => size),
    [100, 100, 30],
  )
  const rest = pedido.categories.list({ cursor: pages[0]?.next_cursor ?? '' })
  assert.equal((await Array.fromAsync(rest)).length, 130, 'from a cursor that was kept')

  const light = pedido.categories.list({
    name: 'lista',
    sort: 'name',
    fields: ['name'],
    limit: 500,
  })
  const parts = await Array.fromAsync(light)
  assert.deepEqual(
    parts,
    names.map((name) => ({ name })),
  )

  const { data, pagination } = await list.page({ page: 3 })
  assert.deepEqual([data.length, pagination.total, pagination.hasNext], [30, 230, false])
  for await (const { name } of list) {
    assert.equal(name, names[0], 'left whenever one likes')
    break
  }
})

test('the whole answer is at hand', async () => {
  const { pedido } = at
  const options = { idempotencyKey: 'whole-1' }
  const customer = { name: 'Inteiro' }
  const first = await pedido.customers.create(customer, options).withResponse()
  assert.equal(first.response.status, 201)
  assert.equal(first.response.headers.get('location'), `/customers/${first.data.id}`)
  assert.match(first.request_id, /^[0-9a-f]{32}$/)
  const again = await pedido.customers.create(customer, options).withResponse()
  assert.equal(again.response.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(again.data, first.data)

  const mismatch = await problem(
    pedido.customers.create({ name: 'Outro' }, options).withResponse(),
    IdempotencyMismatchError,
  )
  assert.equal(mismatch.idempotencyKey, 'whole-1')
})

test('each code of a refusal has a class, with what belongs to it', async () => {
  const { pedido, server, client } = at
  const duplicate = await problem(
    pedido.customers.create({ name: 'Outra', fk_id: 'C-1' }),
    DuplicateFkIdError,
  )
  const { id } = await pedido.customers.readByFkId('C-1')
  assert.equal(duplicate.existing_id, id)
  assert.equal(duplicate.status, 409)
  assert.equal(duplicate.name, 'DuplicateFkIdError')
  assert.match(duplicate.message, /^POST \/customers: .*\(duplicate_fk_id, request [0-9a-f]{32}\)$/)

  const invalid = await problem(
    // @ts-expect-error the types say so, too
    pedido.orders.create({ items: [{ quantity: 0.1 + 0.2 }] }),
    ValidationFailedError,
  )
  const faults = invalid.errors.map(({ pointer, code }) => `${pointer} ${code}`)
  assert.deepEqual(faults.sort(), [
    '/id_customer required',
    '/items/0/id_item required',
    '/items/0/quantity inexact_number',
  ])

  const order = await pedido.orders.create({ id_customer: id })
  const moved = await problem(
    pedido.orders.update(order.id, { id_order_status: 6 }),
    MoveNotAllowedError,
  )
  assert.deepEqual(
    moved.allowed?.map(({ name }) => name),
    ['Open', 'Cancelled'],
  )
  const used = await problem(pedido.customers.delete(id), RecordInUseError)
  assert.deepEqual(used.used_by, ['orders'])
  const unknown = await problem(pedido.orders.read(99_999), NotFoundError)
  assert.ok(unknown instanceof ProblemError)
  assert.equal(unknown.idempotencyKey, undefined)

  const reader = client({ token: await server.newToken('orders:read') })
  await problem(reader.orders.delete(order.id), InsufficientScopeError)
  await problem(client({ token: 'pdo_1_none' }).account.read(), UnauthorizedError)
})

test('a change can be made only where nobody was faster', async () => {
  const { pedido } = at
  const { id } = await pedido.customers.create({ name: 'Versão' })
  const mine = await pedido.customers.read(id)
  const theirs = await pedido.customers.update(id, { phone: '1' }, { ifMatch: mine })
  const conflict = await problem(
    pedido.customers.update(id, { phone: '2' }, { ifMatch: mine }),
    PreconditionFailedError,
  )
  assert.equal(conflict.etag, etagOf(theirs))
  assert.equal((await pedido.customers.read(id)).phone, '1', 'nothing is merged')
  assert.equal(conflict.attempts, 1)
  const kept = etagOf(theirs) ?? ''
  await pedido.customers.update(id, { phone: '3' }, { ifMatch: kept })

  const listed = await Array.fromAsync(pedido.customers.list({ fk_id: 'C-1' }))
  for (const record of [{ ...mine }, listed[0] ?? {}]) {
    assert.throws(() => pedido.customers.delete(id, { ifMatch: record }), TypeError)
  }
  await pedido.customers.putByFkId('V-1', { name: 'Novo' }, { ifNew: true })
  await problem(
    pedido.customers.putByFkId('V-1', { name: 'Novo' }, { ifNew: true }),
    PreconditionFailedError,
  )
})

test('a file is uploaded and read', async () => {
  const { pedido } = at
  const { id } = await pedido.products.create({ name: 'Com imagem' })
  const png = await import('sharp').then(({ default: sharp }) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  const bytes = new Uint8Array(png)
  const options = { idempotencyKey: 'image-1' }
  const { fileName } = await pedido.products.uploadImage(id, bytes, options)
  const again = await pedido.products.uploadImage(id, new Blob([bytes]), options)
  assert.equal(again.fileName, fileName)
  const image = await pedido.products.readImage(id, { width: 16 })
  assert.equal(image.type, 'image/webp')
  assert.ok(image.size > 0)
  const customer = await pedido.customers.create({ name: 'Com anexo' })
  const order = await pedido.orders.create({ id_customer: customer.id })
  const named = await pedido.orders.createAttachment(order.id, new File(['a;b'], 'ação.csv'))
  assert.deepEqual([named.name, named.media_type], ['ação.csv', 'text/csv'])
  const unnamed = await pedido.orders.createAttachment(order.id, bytes, { name: 'foto.png' })
  const content = await pedido.orders.readAttachmentContent(order.id, unnamed.id)
  assert.deepEqual(await content.bytes(), bytes)
})

test('nothing in an argument leads to another path', async () => {
  const { pedido } = at
  for (const fk_id of ['', '.', '..']) {
    assert.throws(() => pedido.customers.readByFkId(fk_id), TypeError)
  }
  assert.throws(() => pedido.customers.delete(undefined as unknown as number), TypeError)
  await problem(pedido.customers.readByFkId('../customers'), NotFoundError)
  await problem(pedido.customers.readByFkId('%2e%2e'), NotFoundError)
})

test('what answers instead of the service is told from it', async () => {
  assert.throws(() => pedidoClient({ url: 'pedido.example.com', token: '' }), TypeError)
  const other = await startReceiver((response, { path }) => {
    if (path === '/account') response.writeHead(301, { Location: at.address }).end()
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Login</p>')
  })
  try {
    const pedido = at.client({ url: `http://127.0.0.1:${other.port}` })
    const page = await problem(pedido.customers.create({ name: 'Portal' }), UnexpectedAnswerError)
    assert.equal(page.body, '<p>Login</p>')
    assert.ok(page.idempotencyKey)
    const moved = await problem(pedido.account.read(), UnexpectedAnswerError)
    assert.equal(moved.status, 301, 'a redirect would turn a POST into a GET')
    assert.deepEqual([page.attempts, moved.attempts], [1, 1])
  } finally {
    await other.close()
  }
  const nobody = at.client({ url: `http://127.0.0.1:${other.port}`, maxRetries: 1 })
  const unreached = await problem(nobody.account.read(), ConnectionError)
  assert.deepEqual([unreached.attempts, unreached.code], [2, 'connection'])
})
