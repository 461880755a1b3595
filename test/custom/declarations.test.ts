import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { checkFields } from '../../src/records/custom-fields/job.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'

// Declarations over records that are there: refused with how many break them, or checked by a job.

let server: Server
let own: Account
let customer: number
before(async () => {
  server = await startServer()
})
after(() => server.close())

/** An account of its own for each test. */
beforeEach(async (t) => {
  own = await server.newAccount(t.name)
  customer = (await send('POST', '/customers', { name: 'Aurora' })).id
})

const send = (method: string, path: string, body?: object) =>
  data(server, method, path, body, { token: own.token })
const answer = (method: string, path: string, body?: object) =>
  server.send(method, path, { token: own.token, ...(body ? { body } : {}) })
const order = (custom_fields: object) =>
  send('POST', '/orders', { id_customer: customer, custom_fields })
const declare = (body: object) => send('POST', '/custom-fields', { resource: 'orders', ...body })
const total = async (query: string): Promise<number> =>
  (await succeed(server, 'GET', `/orders?limit=1&${query}`, undefined, { token: own.token })).body
    .pagination.total

/** More than a request looks at by itself: each has `n`, its number, and every second one `par`. */
const MANY = 4_500
async function manyOrders(): Promise<number> {
  const { rows } = await server.pool.query<{ first: number }>(
    `with made as (
       insert into orders (account_id, date, id_customer, id_order_status, total_value, custom_fields)
       select s.account_id, now(), ${customer}, s.id, 0,
              jsonb_build_object('n', g::text) || case when g % 2 = 0 then '{"par": "sim"}' else '{}' end::jsonb
         from generate_series(1, ${MANY}) g join order_statuses s on s.account_id = ${own.account_id} and s.initial
       returning id)
     select min(id) as first from made`,
  )
  return rows[0]?.first ?? 0
}

const never = new AbortController().signal
const runJob = () => checkFields(server.db, own.account_id, never)

test('few records are looked at by the request', async () => {
  const first = await order({ rota: '1', nf: 'a' })
  const bad = await order({ rota: 'x', nf: 'a' })
  const worse = await order({})
  const refused = await answer('POST', '/custom-fields', {
    resource: 'orders',
    key: 'rota',
    type: 'integer',
    required: true,
  })
  assert.deepEqual(problemOf(refused), [409, 'records_break', []])
  assert.equal(refused.body.breaking, 2)
  assert.deepEqual(
    refused.body.breaking_records.map(({ id }: { id: number }) => id),
    [bad.id, worse.id],
  )
  assert.match(
    refused.body.detail,
    /2 records break this declaration, such as order \d+: rota must be a whole number/,
  )
  assert.deepEqual(await send('GET', '/custom-fields'), [])
  const unique = await answer('POST', '/custom-fields', {
    resource: 'orders',
    key: 'nf',
    type: 'text',
    unique: true,
  })
  assert.deepEqual(unique.body.breaking_records, [
    { id: bad.id, detail: `has the same value as order ${first.id}: "a".` },
  ])
  await send('PATCH', `/orders/${bad.id}`, { custom_fields: { rota: '2', nf: 'b' } })
  const rota = await declare({ key: 'rota', type: 'integer', filterable: true })
  assert.equal(rota.status, 'active')
  assert.equal((await declare({ key: 'nf', type: 'text', unique: true })).status, 'active')
  assert.equal(await total('custom.rota_from=1'), 2)
  const tighter = await answer('PATCH', `/custom-fields/${rota.id}`, { required: true })
  assert.deepEqual([tighter.status, tighter.body.breaking], [409, 1])
  assert.equal((await send('GET', `/custom-fields/${rota.id}`)).required, false)
  await order({})
})

test('what breaks a declaration is told in the language of the request', async () => {
  const headers = { 'accept-language': 'pt-BR' }
  const first = await order({ nf: 'a', rota: 'x' })
  const second = await order({ nf: 'a' })
  const refused = async (field: object) => {
    const body = { resource: 'orders', ...field }
    return (await server.send('POST', '/custom-fields', { token: own.token, headers, body })).body
  }
  const rota = await refused({ key: 'rota', type: 'integer' })
  const detail = 'deve ser um número inteiro de no máximo 15 dígitos, como "12".'
  assert.deepEqual(rota.breaking_records, [{ id: first.id, detail }])
  const example = `1 registro contraria esta declaração, por exemplo pedido ${first.id}: rota ${detail}`
  assert.equal(rota.detail, example)
  const { breaking_records } = await refused({ key: 'nf', type: 'text', unique: true })
  assert.deepEqual(breaking_records, [
    { id: second.id, detail: `tem o mesmo valor que pedido ${first.id}: "a".` },
  ])
  const start = await manyOrders()
  const body = { resource: 'orders', key: 'par', type: 'text', required: true }
  const made = await server.send('POST', '/custom-fields', { token: own.token, headers, body })
  await runJob()
  const found = await send('GET', `/custom-fields/${made.body.data.id}`)
  assert.deepEqual(found.breaking_records.at(-1), { id: start + 14, detail: 'é obrigatório.' })
  await answer('PATCH', `/custom-fields/${found.id}`, {})
  await runJob()
  const again = await send('GET', `/custom-fields/${found.id}`)
  assert.deepEqual(again.breaking_records.at(-1), { id: start + 14, detail: 'is required.' })
})

test('what asks less holds at once, what asks more is checked', async () => {
  const { id } = await declare({
    key: 'zona',
    type: 'choice',
    choices: ['N', 'S'],
    required: true,
    filterable: true,
  })
  const at = `/custom-fields/${id}`
  await order({ zona: 'N' })
  assert.equal((await answer('PATCH', at, { choices: ['S'] })).body.breaking, 1)
  assert.equal(
    (await send('PATCH', at, { choices: ['N', 'S', 'L'], required: false })).status,
    'active',
  )
  await order({ zona: 'L' })
  await order({})
  assert.equal(await total('custom.zona=N,L'), 2)
  assert.equal((await answer('PATCH', at, { required: true })).body.breaking, 1)
  assert.equal((await answer('PATCH', at, { choices: [] })).status, 422)
  assert.equal((await send('PATCH', at, { filterable: false })).status, 'active')
  assert.equal((await answer('GET', '/orders?custom.zona=N')).status, 400)
  await order({ zona: 'S' })
  assert.equal((await send('PATCH', at, { filterable: true })).status, 'active')
  assert.equal(await total('custom.zona=S'), 1)
  assert.equal((await send('PATCH', at, { unique: true })).status, 'active')
  assert.equal(
    (await answer('POST', '/orders', { id_customer: customer, custom_fields: { zona: 'S' } }))
      .status,
    409,
  )
})

test('many records are looked at by a job, while writes are held to the declaration', async () => {
  await manyOrders()
  const field = await declare({
    key: 'n',
    type: 'integer',
    required: true,
    unique: true,
    filterable: true,
  })
  assert.equal(field.status, 'checking')
  assert.ok(field.progress > 0 && field.progress < 100, `${field.progress}`)
  const early = await answer('GET', '/orders?custom.n=7')
  assert.match(early.body.detail, /still being checked \(\d+ %\)/)
  const bad = await answer('POST', '/orders', { id_customer: customer, custom_fields: { n: 'x' } })
  assert.deepEqual(problemOf(bad), [422, 'validation_failed', ['/custom_fields/n format']])
  const made = await order({ n: '100000' })
  await runJob()
  const done = await send('GET', `/custom-fields/${field.id}`)
  assert.deepEqual([done.status, done.progress, done.breaking], ['active', 100, 0])
  assert.equal(await total('custom.n_from=1'), MANY + 1)
  assert.equal(await total('custom.n=7,100000,99'), 3)
  const taken = await answer('POST', '/orders', {
    id_customer: customer,
    custom_fields: { n: '100000' },
  })
  assert.equal(taken.body.existing_id, made.id)
})

test('many that break it: it is refused with how many, and looked at again', async () => {
  const first = await manyOrders()
  const field = await declare({ key: 'par', type: 'text', required: true })
  assert.equal(field.status, 'checking')
  await runJob()
  const refused = await send('GET', `/custom-fields/${field.id}`)
  assert.deepEqual(
    [refused.status, refused.breaking, refused.previous],
    ['refused', MANY / 2, null],
  )
  assert.equal(refused.breaking_records.length, 10)
  assert.deepEqual(refused.breaking_records[1], { id: first + 2, detail: 'is required.' })
  await order({})
  await server.pool.query(
    `update orders set custom_fields = custom_fields || '{"par": "x"}' where account_id = ${own.account_id}`,
  )
  assert.equal((await send('PATCH', `/custom-fields/${field.id}`, {})).status, 'checking')
  await runJob()
  assert.equal((await send('GET', `/custom-fields/${field.id}`)).status, 'active')
  assert.equal((await answer('POST', '/orders', { id_customer: customer })).status, 422)
})

test('while a change is checked, and after it was refused, what held before holds on', async () => {
  const { id } = await declare({
    key: 'par',
    type: 'choice',
    choices: ['sim', 'não'],
    filterable: true,
  })
  const at = `/custom-fields/${id}`
  await manyOrders()
  assert.equal(await total('custom.par=sim'), MANY / 2)
  const changed = await send('PATCH', at, { choices: ['não', 'talvez'], unique: true })
  const previous = { required: false, unique: false, filterable: true, choices: ['sim', 'não'] }
  assert.deepEqual([changed.status, changed.previous], ['checking', previous])
  assert.equal(await total('custom.par=sim'), MANY / 2)
  for (const par of ['sim', 'talvez']) {
    const refused = await answer('POST', '/orders', {
      id_customer: customer,
      custom_fields: { par },
    })
    assert.deepEqual(problemOf(refused), [422, 'validation_failed', ['/custom_fields/par enum']])
  }
  await order({ par: 'não' })
  await runJob()
  const refused = await send('GET', at)
  assert.deepEqual(
    [refused.status, refused.breaking, refused.previous],
    ['refused', MANY / 2, previous],
  )
  await order({ par: 'sim' })
  await order({ par: 'não' })
  assert.equal(
    (await answer('POST', '/orders', { id_customer: customer, custom_fields: { par: 'talvez' } }))
      .status,
    422,
  )
  assert.equal(await total('custom.par=sim,n%C3%A3o'), MANY / 2 + 3)
  const back = await send('PATCH', at, { choices: ['sim', 'não'], unique: false })
  assert.deepEqual([back.status, back.previous, back.breaking], ['active', null, 0])
})

test('PostgreSQL knows how many values a job has kept', async () => {
  await server.pool.query('analyze custom_values')
  await manyOrders()
  await declare({ key: 'n', type: 'integer', filterable: true })
  await runJob()
  const { rows: rules } = await server.pool.query<{ id: number }>(
    'select id from custom_rules where account_id = $1',
    [own.account_id],
  )
  const { rows: plans } = await server.pool.query(
    `explain (format json) select from custom_values
      where account_id = ${own.account_id} and id_rule = ${rules[0]?.id}`,
  )
  assert.equal(rules.length, 1)
  assert.ok(plans[0]['QUERY PLAN'][0].Plan['Plan Rows'] > MANY / 10)
})

test('a check that was cut off goes on where it was', async () => {
  await manyOrders()
  const { id } = await declare({ key: 'n', type: 'integer', filterable: true })
  const cut = new AbortController()
  const steps = checkFields(server.db, own.account_id, cut.signal)
  cut.abort()
  await steps
  const between = await send('GET', `/custom-fields/${id}`)
  await Promise.all([runJob(), runJob()])
  const done = await send('GET', `/custom-fields/${id}`)
  assert.ok(between.progress < 100)
  assert.deepEqual([done.status, await total('custom.n_from=0')], ['active', MANY])
})

test('no declaration slips past writers', async () => {
  for (let round = 0; round < 6; round++) {
    const key = `r${round}`
    const isJob = round % 2 === 1
    if (isJob && round === 1) await manyOrders()
    const writers = Array.from({ length: 12 }, (_, i) =>
      answer('POST', '/orders', {
        id_customer: customer,
        custom_fields: { [key]: i % 3 ? `${i}` : 'x' },
      }),
    )
    const declared = await answer('POST', '/custom-fields', {
      resource: 'orders',
      key,
      type: 'integer',
      filterable: true,
    })
    await Promise.all(writers)
    await runJob()
    const { rows } = await server.pool.query<{ bad: number; all: number }>(
      `select count(*) filter (where custom_fields ->> $2 = 'x') as bad, count(custom_fields ->> $2) as all
         from orders where account_id = $1`,
      [own.account_id, key],
    )
    const [found] = rows
    const field =
      declared.status === 201
        ? await send('GET', `/custom-fields/${declared.body.data.id}`)
        : undefined
    if (field?.status !== 'active') continue
    assert.equal(found?.bad, 0)
    assert.equal(await total(`custom.${key}_from=0`), found?.all)
  }
})
