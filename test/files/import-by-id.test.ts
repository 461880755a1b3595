import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { assertConsistent, data } from '../support/orders.ts'
import { type Portfolios, startPortfolios } from '../support/records/portfolios.ts'

// A row without a code is of the record that its id names, as exports have it: of none other, and of none
// that whoever sends it does not see.

let all: Portfolios
let importer: LeasedWorker
before(async () => {
  all = await startPortfolios()
  importer = importerOf(all.server)
})
after(async () => {
  await importer.close()
  await all.server.close()
})

const bring = async (resource: string, lines: string[], query = '', token?: string) => {
  const options = token === undefined ? {} : { token }
  const sent = `&dry_run=false${query}`
  const { id } = await sendFile(all.server, resource, lines.join('\n'), sent, options)
  return settled(all.server, importer, id)
}
const record = (path: string) => data(all.server, 'GET', path)
const create = (path: string, body: object) => data(all.server, 'POST', path, body)
const outcome = ({ counts: { created, updated, unchanged, refused } }: Import) => [
  created,
  updated,
  unchanged,
  refused,
]
const told = ({ first_faults }: Import) =>
  first_faults.map(({ line, field, code, detail }: Import) => [line, field, code, detail])

const anOrder = (body: object = {}) =>
  create('/orders', {
    id_customer: all.own.id,
    id_user: all.ana,
    date: '2026-03-01T00:00:00Z',
    items: [{ id_item: all.records.product, quantity: 1, price: 2 }],
    ...body,
  })

test('records and orders without a code are changed by their id', async () => {
  const made = {
    customers: await create('/customers', { name: 'Sem código', phone: '1', id_user: all.ana }),
    products: await create('/products', { name: 'Sem código', price: 1 }),
    users: await create('/users', { name: 'Sem código' }),
    'order-statuses': await create('/order-statuses', { name: 'Sem código' }),
  }
  for (const [resource, { id }] of Object.entries(made)) {
    const lines = ['id,fk_id,name', `${id},,Pelo id`]
    assert.deepEqual(outcome(await bring(resource, lines)), [0, 1, 0, 0], resource)
    const { name, fk_id } = await record(`/${resource}/${id}`)
    assert.deepEqual([name, fk_id], ['Pelo id', null])
    assert.deepEqual(outcome(await bring(resource, lines)), [0, 0, 1, 0], resource)
  }
  assert.equal((await record(`/customers/${made.customers.id}`)).phone, '1')
  const order = await anOrder()
  const lines = [
    'Pedido (id);Produto (código);Quantidade;Observações',
    `${order.id};cafe;3;Urgente`,
    `${order.id};cafe;4;Urgente`,
  ]
  const done = await bring('orders', lines)
  assert.deepEqual(outcome(done), [0, 1, 0, 0])
  assert.equal(done.counts.total_value, 2 * 3 + 4 * (await priceOfCafe()))
  const { items, observations, fk_id } = await record(`/orders/${order.id}`)
  assert.deepEqual(
    [items.map((one: Import) => one.quantity), observations, fk_id],
    [[3, 4], 'Urgente', null],
  )
  await assertConsistent(all.server)
})

const priceOfCafe = async (): Promise<number> => (await record('/products/fk_id/cafe')).price

test('a file with the id alone finds who has a code, too', async () => {
  const { id, fk_id } = await create('/products', { name: 'Antes', fk_id: 'has-code', price: 1 })
  const mapping = encodeURIComponent(JSON.stringify({ columns: { Interno: 'id' } }))
  const done = await bring('products', ['Interno;Nome', `${id};Depois`], `&mapping=${mapping}`)
  assert.deepEqual(outcome(done), [0, 1, 0, 0])
  const product = await record(`/products/${id}`)
  assert.deepEqual([product.name, product.fk_id], ['Depois', fk_id])
  const put = await bring('products', ['id,fk_id,name', `${id},,Depois`], '&mode=put')
  assert.deepEqual(outcome(put), [0, 0, 1, 0])
})

test('a record without a code gets the one beside its id', async () => {
  const { id } = await create('/customers', { name: 'Ganha código', id_user: all.ana })
  const lines = ['Cliente (id);Código;Nome', `${id};G-1;Ganha código`]
  assert.deepEqual(outcome(await bring('customers', lines)), [0, 1, 0, 0])
  assert.equal((await record('/customers/fk_id/G-1')).id, id)
  const order = await anOrder()
  await bring('orders', ['Pedido (id);Pedido (código)', `${order.id};G-2`])
  const { id: found, items } = await record('/orders/fk_id/G-2')
  assert.deepEqual([found, items.length], [order.id, 1])
})

test('a code and an id of different records are refused, and no id of another account counts', async () => {
  const coded = await create('/products', { name: 'Um', fk_id: 'one', price: 1 })
  const other = await create('/products', { name: 'Outro', fk_id: 'other', price: 1 })
  const bare = await create('/products', { name: 'Sem', price: 1 })
  const done = await bring('products', [
    'id,fk_id,name',
    `${other.id},one,X`,
    `${bare.id},other,X`,
    `${coded.id},new,X`,
  ])
  assert.deepEqual(outcome(done), [0, 0, 0, 3])
  const contradicts = 'reference_contradiction'
  assert.deepEqual(told(done), [
    [2, 'id', contradicts, `“${other.id}” names product "other", but fk_id is "one".`],
    [3, 'id', contradicts, `“${bare.id}” names product ${bare.id}, but fk_id is "other".`],
    [4, 'id', contradicts, `“${coded.id}” names product "one", but fk_id is "new".`],
  ])
  const { token } = await all.server.newAccount('other')
  const foreign = await data(
    all.server,
    'POST',
    '/products',
    { name: 'De lá', price: 1 },
    { token },
  )
  const lines = ['id,fk_id,name', `${foreign.id},one,Um mesmo`, `${foreign.id},from-there,De lá`]
  assert.deepEqual(
    outcome(await bring('products', [lines[0] as string, lines[1] as string])),
    [0, 1, 0, 0],
  )
  assert.deepEqual(
    outcome(await bring('products', [lines[0] as string, lines[2] as string])),
    [1, 0, 0, 0],
  )
  const { name } = await data(all.server, 'GET', `/products/${foreign.id}`, undefined, { token })
  assert.equal(name, 'De lá')
})

/** The faults of these ids, with `?` in their place. */
async function problems(resource: string, ids: number[], token?: string): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const id of ids) {
    const done = await bring(resource, ['id,fk_id,observations,name', `${id},,X,X`], '', token)
    assert.deepEqual(outcome(done), [0, 0, 0, 1], `${resource} ${id}`)
    answers.push(JSON.stringify([done.first_faults, done.warnings]).replaceAll(String(id), '?'))
  }
  return answers
}

test('an id of nobody, of another account and of who is not seen are refused alike', async () => {
  const { token: theirs } = await all.server.newAccount('third')
  const there = { token: theirs }
  const foreign = await data(all.server, 'POST', '/customers', { name: 'De lá' }, there)
  const unseen = await create('/customers', { name: 'Da Bia', id_user: all.bia })
  const hidden = await anOrder({ id_customer: all.others.id, id_user: all.bia })
  const never = 8_999_999_999
  for (const token of [undefined, all.token]) {
    const ids = [never, foreign.id, ...(token ? [unseen.id, all.others.id] : [])]
    const answers = await problems('customers', ids, token)
    assert.deepEqual(new Set(answers).size, 1, String(answers))
    assert.match(String(answers[0]), /"field":"id","code":"unknown_reference"/)
  }
  const answers = await problems('orders', [never, hidden.id], all.token)
  assert.deepEqual(new Set(answers).size, 1, String(answers))
  assert.equal((await record(`/customers/${unseen.id}`)).name, 'Da Bia')
  assert.equal((await record(`/orders/${hidden.id}`)).observations, null)
  // Beside a code of one's own it is as an id that nobody has.
  const lines = ['id,fk_id,name', `${unseen.id},own,Cliente own`]
  assert.deepEqual(outcome(await bring('customers', lines, '', all.token)), [0, 0, 1, 0])
})

test('what an order that is not seen comes to is told by no total of the file', async () => {
  const hidden = await anOrder({
    fk_id: 'unseen',
    id_customer: all.others.id,
    id_user: all.bia,
    items: [{ id_item: all.records.product, quantity: 1, price: 777 }],
  })
  const lines = [
    'Pedido (id);Pedido (código);Total do pedido',
    `;unseen;1,00`,
    `${hidden.id};;1,00`,
  ]
  const done = await bring('orders', lines, '', all.token)
  assert.deepEqual(outcome(done), [0, 0, 0, 2])
  assert.doesNotMatch(JSON.stringify(done), /777/)
})

test('a record is named once in a file, be it by its code or by its id', async () => {
  const { id } = await create('/products', { name: 'Duas vezes', fk_id: 'twice', price: 1 })
  for (const [first, second] of [
    [`${id},twice`, `${id},`],
    [`${id},`, `${id},twice`],
    [`${id},`, `0${id},`],
    [',twice', `${id},`],
  ]) {
    const done = await bring('products', ['id,fk_id,name', `${first},A`, `${second},B`])
    assert.equal(done.counts.refused, 1, `${first} ${second}`)
    assert.equal((await record(`/products/${id}`)).name, 'A')
  }
  const missing = await bring('products', ['id,fk_id,name', ',,Nenhum'])
  assert.deepEqual(told(missing), [[2, 'fk_id', 'required', 'The code is missing.']])
})

test('lines of an order that have its code or its id are one order, wherever they stand', async () => {
  const { id } = await anOrder({ fk_id: 'both-1' })
  const other = await anOrder()
  const rows = [`${id};both-1;10`, `${id};;11`, `;both-1;12`]
  const others = [`${other.id};;20`, `${other.id};;21`]
  for (const order of [
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
  ]) {
    const [a, b, c] = order.map((at) => rows[at] as string)
    const lines = [a, others[0], b, others[1], c].filter((line) => line !== undefined)
    const headings = 'Pedido (id);Pedido (código);Quantidade;Produto (código);Preço unitário'
    const done = await bring('orders', [headings, ...lines.map((line) => `${line};cafe;1,00`)])
    assert.equal(done.counts.refused, 0, JSON.stringify(done.first_faults))
    const quantitiesOf = async (path: string) =>
      (await record(path)).items.map((one: Import) => one.quantity)
    assert.deepEqual((await quantitiesOf(`/orders/${id}`)).toSorted(), [10, 11, 12], String(order))
    assert.deepEqual(await quantitiesOf(`/orders/${other.id}`), [20, 21])
  }
})

test('the id of another system is neither code nor id where a code stands beside it', async () => {
  const { id } = await create('/products', { name: 'Nosso', price: 1 })
  const done = await bring('products', ['id;Código;Nome', `${id};foreign-1;Deles`])
  assert.deepEqual(outcome(done), [1, 0, 0, 0])
  assert.equal((await record(`/products/${id}`)).name, 'Nosso')
})
