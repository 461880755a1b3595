import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Account, type Server, startServer } from '../harness.ts'
import { follow, runJobs } from '../support/feed.ts'
import { data, problemOf, succeed } from '../support/orders.ts'

// Series of orders' numbers as records.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const inAccount = async () => {
  const account: Account = await server.newAccount(`Distribuidora ${randomUUID()}`)
  const send = (method: string, path: string, body?: object) =>
    server.send(method, path, { token: account.token, ...(body ? { body } : {}) })
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await send(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body.data
  }
  return { send, ok }
}

test('a series has a name alone, or all of it, and shows its branch', async () => {
  const { ok } = await inAccount()
  const plain = await ok('POST', '/number-series', { name: 'Todas' })
  const { id, created_at, updated_at, ...values } = plain
  assert.deepEqual(values, {
    name: 'Todas',
    fk_id: null,
    branch_company: null,
    template: null,
    period: 'none',
    next: 1,
  })
  assert.ok(id && created_at && updated_at)
  const branch = await ok('POST', '/branch-companies', { name: 'Matriz', fk_id: '01' })
  const sent = { name: 'Matriz', template: '{branch}-{YYYY}-{seq:6}', period: 'year', next: 42 }
  const whole = await ok('PUT', '/number-series/fk_id/S-01', {
    ...sent,
    fk_id_branch_company: '01',
  })
  assert.deepEqual(whole.branch_company, { id: branch.id, name: 'Matriz', fk_id: '01' })
  assert.deepEqual([whole.template, whole.period, whole.next], [sent.template, 'year', 42])
  const listed = await ok('GET', `/number-series?fk_id_branch_company=01`)
  assert.deepEqual(listed, [whole])
})

test('what is no template is refused', async () => {
  const { send } = await inAccount()
  const templates = [
    '',
    '{branch}',
    '{seq}{seq}',
    '{seq:0}',
    '{seq:10}',
    '{year}-{seq}',
    'Nº {seq}',
    `${'x'.repeat(36)}{seq}`,
  ]
  for (const template of templates) {
    const { status, body } = await send('POST', '/number-series', { name: 'X', template })
    assert.equal(status, 422, template)
    assert.equal(body.errors[0].pointer, '/template')
  }
  for (const next of [0, -1, 1.5, null, '7']) {
    const { status, body } = await send('POST', '/number-series', { name: 'X', next })
    assert.deepEqual([status, body.errors[0].pointer], [422, '/next'])
  }
})

test('a series that begins again says when', async () => {
  const { send, ok } = await inAccount()
  const refused: [period: string, template: string | null][] = [
    ['year', null],
    ['year', '{MM}{seq}'],
    ['month', '{YYYY}-{seq}'],
    ['month', '{MM}-{seq}'],
  ]
  for (const [period, template] of refused) {
    const answer = await send('POST', '/number-series', { name: 'X', period, template })
    assert.deepEqual(problemOf(answer), [422, 'validation_failed', ['/template period_needed']])
  }
  const { id } = await ok('POST', '/number-series', { name: 'X', template: '{YY}{seq}' })
  const path = `/number-series/${id}`
  assert.equal((await ok('PATCH', path, { period: 'year' })).period, 'year')
  const answer = await send('PATCH', path, { template: '{seq}' })
  assert.deepEqual(problemOf(answer), [422, 'validation_failed', ['/template period_needed']])
})

test('next only goes up, stays where it is left out, and what it leaves out is a gap', async () => {
  const { send, ok } = await inAccount()
  await ok('POST', '/customers', { name: 'Aurora', fk_id: 'aurora' })
  await ok('PATCH', '/order-statuses/fk_id/draft', { numbered: true })
  await ok('POST', '/number-series', { name: 'Todas', fk_id: 'S', template: 'P-{seq:3}' })
  const path = '/number-series/fk_id/S'
  // Before the first number nothing is left out.
  assert.equal((await ok('PATCH', path, { next: 10 })).next, 10)
  const order = await ok('POST', '/orders', { fk_id_customer: 'aurora' })
  assert.equal(order.number, 'P-010')
  const answer = await send('PATCH', path, { next: 10 })
  assert.deepEqual(problemOf(answer), [422, 'validation_failed', ['/next next_goes_up']])
  assert.equal((await ok('PUT', path, { name: 'Todas', template: 'P-{seq:3}' })).next, 11)
  assert.equal((await ok('PATCH', path, { next: 20 })).next, 20)
  const gaps = await ok('GET', `${path}/gaps`)
  const [{ number, last_number, state, id_order, deleted_by }] = gaps
  assert.deepEqual(
    [gaps.length, number, last_number, state, id_order, deleted_by],
    [1, 'P-011', 'P-019', 'passed', null, null],
  )
  const used = await send('DELETE', path)
  assert.deepEqual([used.status, used.body.used_by], [409, ['order numbers']])
})

test('what people change of a series is an event, and a number that is drawn is none', async () => {
  const stopJobs = runJobs(server)
  const ok = (method: string, path: string, body: object) => data(server, method, path, body)
  await ok('POST', '/customers', { name: 'Aurora', fk_id: 'aurora' })
  await ok('PATCH', '/order-statuses/fk_id/draft', { numbered: true })
  const { id } = await ok('POST', '/number-series', { name: 'Loja', fk_id: 'loja' })
  await ok('POST', '/orders', { fk_id_customer: 'aurora' })
  await ok('PATCH', `/number-series/${id}`, { next: 7 })
  await ok('PUT', '/number-series/fk_id/feira', { name: 'Feira' })
  await succeed(server, 'DELETE', '/number-series/fk_id/feira')
  const { events } = await follow(server, 4, { query: 'type=number_series.*&wait=30' })
  await stopJobs()
  assert.deepEqual(
    events.map(({ type, data: { record, version } }) => [type, record.name, record.next, version]),
    [
      ['number_series.created', 'Loja', 1, 1],
      ['number_series.updated', 'Loja', 7, 2],
      ['number_series.created', 'Feira', 1, 1],
      ['number_series.deleted', 'Feira', 1, 2],
    ],
  )
})

test('a series that has drawn nothing can be deleted, by its code, too', async () => {
  const { send, ok } = await inAccount()
  const { id } = await ok('POST', '/number-series', { name: 'Todas', fk_id: 'todas' })
  assert.equal((await send('DELETE', '/number-series/fk_id/todas')).status, 200)
  assert.equal((await send('GET', `/number-series/${id}`)).status, 404)
})
