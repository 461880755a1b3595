import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bringIn, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'
import { type Owned, type Restricted, type Seen, startRestricted } from '../support/restricted.ts'

// A restricted token writes orders of its sellers and branches, leaves them there, and learns
// nothing of others by what stands in its way.

let all: Restricted
let one: Seen
let several: Seen
let both: Seen
/** An order that `one` does not see. */
let hidden: Owned
before(async () => {
  all = await startRestricted()
  const { tokens, orders } = all
  ;[one, , several, both] = tokens as [Seen, Seen, Seen, Seen]
  hidden = orders.find((order) => !one.sees(order) && order.user !== null) as Owned
})
after(() => all.server.close())

const outside = (...pointers: string[]) => [
  422,
  'validation_failed',
  pointers.map((pointer) => `${pointer} outside_restriction`),
]

const post = (seen: Seen, body: object) =>
  all.server.send('POST', '/orders', {
    body: { id_customer: all.records.customer, ...body },
    token: seen.token,
  })

test('a new order is of the only seller and branch, or names one', async () => {
  const { users, branches } = all
  const made = await post(both, {})
  assert.equal(made.status, 201, made.text)
  const { user, branch_company } = made.body.data
  assert.deepEqual([user.id, branch_company.id], [users[0], branches[0]])
  const read = await succeed(all.server, 'GET', made.headers['location'] as string, undefined, {
    token: both.token,
  })
  assert.deepEqual(read.body.data, made.body.data)
  assert.deepEqual(problemOf(await post(several, {})), outside('/id_user'))
  assert.equal((await post(several, { fk_id_user: 'bia' })).status, 201)
  assert.deepEqual(problemOf(await post(one, { id_user: users[1] })), outside('/id_user'))
  assert.deepEqual(problemOf(await post(one, { id_user: null })), outside('/id_user'))
  assert.deepEqual(problemOf(await post(one, { fk_id_user: 'bia' })), outside('/fk_id_user'))
  const unknown = await post(one, { fk_id_user: 'nobody' })
  assert.deepEqual(problemOf(unknown), [
    422,
    'validation_failed',
    ['/fk_id_user unknown_reference'],
  ])
  const faults = await post(both, { id_user: users[1], id_branch_company: null, id_category: 9 })
  assert.deepEqual(problemOf(faults), [
    422,
    'validation_failed',
    [
      '/id_branch_company outside_restriction',
      '/id_category unknown_reference',
      '/id_user outside_restriction',
    ],
  ])
})

test('no change moves an order out of reach', async () => {
  const { server, users, records } = all
  const { id } = (await post(one, { fk_id: 'stays' })).body.data
  for (const [method, path, body, pointer] of [
    ['PATCH', `/orders/${id}`, { id_user: users[1] }, '/id_user'],
    ['PATCH', `/orders/${id}`, { id_user: null }, '/id_user'],
    ['POST', `/orders/${id}/changes`, { id_user: users[1] }, '/id_user'],
    ['POST', `/orders/${id}/preview`, { id_user: users[1] }, '/id_user'],
    ['PATCH', '/orders/fk_id/stays', { fk_id_user: 'bia' }, '/fk_id_user'],
    [
      'PUT',
      '/orders/fk_id/stays',
      { id_customer: records.customer, id_user: users[1] },
      '/id_user',
    ],
  ] as const) {
    const answer = await server.send(method, path, { body, token: one.token })
    assert.deepEqual(problemOf(answer), outside(pointer), `${method} ${path}`)
  }
  const body = { id_customer: records.customer, observations: 'replaced' }
  const put = await server.send('PUT', '/orders/fk_id/stays', { body, token: one.token })
  assert.equal(put.status, 200, put.text)
  assert.equal(put.body.data.user.id, users[0])
  const moved = await server.send('PATCH', `/orders/${id}`, {
    body: { id_user: users[1] },
    token: several.token,
  })
  assert.equal(moved.status, 200, moved.text)
})

test('a code that an order of others has is taken, and nothing more is told', async () => {
  const { server, records } = all
  const own = (await post(one, {})).body.data
  const body = { id_customer: records.customer }
  const attempts: [string, string, object][] = [
    ['POST', '/orders', { ...body, fk_id: hidden.fk_id }],
    ['POST', '/orders/preview', { ...body, fk_id: hidden.fk_id }],
    ['PUT', `/orders/fk_id/${hidden.fk_id}`, body],
    ['PATCH', `/orders/${own.id}`, { fk_id: hidden.fk_id }],
    ['POST', `/orders/${own.id}/changes`, { fk_id: hidden.fk_id }],
    ['POST', `/orders/${own.id}/preview`, { fk_id: hidden.fk_id }],
  ]
  for (const [method, path, sent] of attempts) {
    const answer = await server.send(method, path, { body: sent, token: one.token })
    assert.deepEqual(problemOf(answer), [409, 'duplicate_fk_id', ['/fk_id duplicate_fk_id']], path)
    assert.equal(answer.body.existing_id, undefined)
    assert.ok(!answer.text.includes(String(hidden.id)), answer.text)
    const whole = await server.send('POST', '/orders', { body: { ...body, fk_id: hidden.fk_id } })
    assert.equal(whole.body.existing_id, hidden.id)
  }
  const headers = { 'if-match': '*' }
  const put = { body, headers, token: one.token }
  const answers = await Promise.all(
    [hidden.fk_id, 'never'].map((code) => server.send('PUT', `/orders/fk_id/${code}`, put)),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [412, 412],
  )
})

test('a unique value that an order of others has is taken, and nothing more is told', async () => {
  const { server, records } = all
  const field = { resource: 'orders', key: 'lote', label: 'Lote', type: 'text', unique: true }
  await data(server, 'POST', '/custom-fields', field)
  await succeed(server, 'PATCH', `/orders/${hidden.id}`, { custom_fields: { lote: '7' } })
  const taken = await post(one, { custom_fields: { lote: '7' } })
  assert.equal(taken.status, 409, taken.text)
  assert.equal(taken.body.code, 'duplicate_value')
  assert.equal(taken.body.existing_id, undefined)
  assert.ok(!taken.text.includes(String(hidden.id)), taken.text)
  const body = { id_customer: records.customer, custom_fields: { lote: '7' } }
  const whole = await server.send('POST', '/orders', { body })
  assert.equal(whole.body.existing_id, hidden.id)
})

test('declarations tell nothing of others’ orders that break them', async () => {
  const { server } = all
  const field = { resource: 'orders', key: 'rota', label: 'Rota', type: 'text' }
  const { id } = (await data(server, 'GET', '/custom-fields?key=rota'))[0]
  const narrow = { body: { choices: ['0'] }, token: one.token }
  const refused = await server.send('PATCH', `/custom-fields/${id}`, narrow)
  assert.equal(refused.status, 403, refused.text)
  const made = { body: { ...field, key: 'outra' }, token: one.token }
  assert.equal((await server.send('POST', '/custom-fields', made)).status, 403)
  assert.equal(
    (await server.send('DELETE', `/custom-fields/${id}`, { token: one.token })).status,
    403,
  )
  // Of customers a seller sees some, and a branch all.
  const body = { ...field, resource: 'customers' }
  assert.equal((await server.send('POST', '/custom-fields', { ...made, body })).status, 403)
  const ofBranch = { body, token: (all.tokens[1] as Seen).token }
  assert.equal((await server.send('POST', '/custom-fields', ofBranch)).status, 201)
  const read = await data(server, 'GET', `/custom-fields/${id}`, undefined, { token: one.token })
  assert.deepEqual(read.breaking_records, [])
})

test('lines of many orders keep to it, one by one', async () => {
  const { server, records, users } = all
  const own = (await post(one, { fk_id: 'line-own' })).body.data
  const order = { id_customer: records.customer }
  for (const mode of ['put', 'patch']) {
    const lines = [
      { ...order, fk_id: 'line-own', observations: mode },
      { ...order, fk_id: `line-new-${mode}` },
      { ...order, fk_id: hidden.fk_id, observations: 'taken' },
      { ...order, fk_id: `line-other-${mode}`, id_user: users[1] },
      { fk_id: 'line-own', ...order, id_user: users[1] },
    ]
    const answer = await server.send('POST', `/bulk/orders?mode=${mode}`, {
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
      token: one.token,
    })
    assert.equal(answer.status, 200, answer.text)
    const results = answer.body as { status: string; code?: string }[]
    assert.deepEqual(
      results.map(({ status, code }) => code ?? status),
      ['updated', 'created', 'duplicate_fk_id', 'validation_failed', 'validation_failed'],
      answer.text,
    )
    assert.ok(!answer.text.includes(String(hidden.id)), answer.text)
    const [made] = await data(server, 'GET', `/orders?fk_id=line-new-${mode}`)
    assert.equal(made.user.id, users[0])
  }
  const [kept] = await data(server, 'GET', `/orders?fk_id=${hidden.fk_id}`)
  assert.equal(kept.observations.startsWith('whose'), true)
  assert.equal((await data(server, 'GET', `/orders/${own.id}`)).user.id, users[0])
})

test('a file of orders is written as by its token, and is for who sees as much', async () => {
  const { server, users } = all
  const importer = importerOf(server)
  const text = `Pedido;Cliente;Produto;Quantidade\nF-1;aurora;cafe;2\n${hidden.fk_id};aurora;cafe;1`
  const mapping = {
    columns: { A: 'fk_id', B: 'fk_id_customer', C: 'items.fk_id_item', D: 'items.quantity' },
  }
  const query = `&mapping=${encodeURIComponent(JSON.stringify(mapping))}&dry_run=false`
  const { id } = await sendFile(server, 'orders', text, query, { token: one.token })
  const done = await settled(server, importer, id)
  assert.equal(done.state, 'done', JSON.stringify(done))
  assert.deepEqual([done.counts.created, done.counts.refused], [1, 1], JSON.stringify(done))
  const [made] = await data(server, 'GET', '/orders?fk_id=F-1')
  assert.equal(made.user.id, users[0])

  const products = await bringIn(server, importer, 'products', 'Código;Nome\n9;Nove')
  const ofAll = await sendFile(server, 'orders', text, query)
  await settled(server, importer, ofAll.id)
  const missing = { status: 404, code: 'not_found' }
  const asOne = { token: one.token }
  for (const path of [`/imports/${ofAll.id}`, `/imports/${ofAll.id}/refused`]) {
    await refusedBy(server, 'GET', path, asOne, missing)
  }
  for (const path of [`/imports/${ofAll.id}/run`, `/imports/${ofAll.id}/cancel`]) {
    await refusedBy(server, 'POST', path, asOne, missing)
  }
  const listed = await succeed(server, 'GET', '/imports?sort=id', undefined, asOne)
  assert.deepEqual(
    listed.body.data.map((each: { id: number }) => each.id),
    [id, products.done.id],
  )
  assert.equal(listed.body.pagination.total, 2)
  assert.equal((await server.send('GET', `/imports/${id}`, { token: several.token })).status, 200)
  assert.equal((await server.send('GET', `/imports/${id}`, { token: both.token })).status, 404)
})

test('a code that an order of others has is named, also where only the path has it', async () => {
  const path = `/orders/fk_id/${hidden.fk_id}`
  const body = { id_customer: all.records.customer }
  const { body: problem } = await refusedBy(
    all.server,
    'PUT',
    path,
    { body, token: one.token },
    { status: 409, code: 'duplicate_fk_id', at: ['/fk_id'] },
  )
  assert.equal(problem.detail, `The fk_id "${hidden.fk_id}" belongs to another order.`)
})
