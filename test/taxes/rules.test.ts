import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { follow, runJobs } from '../support/feed.ts'
import { data } from '../support/orders.ts'

// Rules of taxes as records: what is refused, versions, and rules that would hold for one sale.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const ST = {
  name: 'Tools to MG',
  kind: 'icms',
  valid_from: '2026-01-01',
  cest: '0800100',
  destination_states: ['MG'],
  ie_kinds: [1],
  final_consumer: false,
  cst: '10',
  csosn: '202',
  margin: 45,
  st_rate: 18,
}

const create = (body: object) => data(server, 'POST', '/tax-rules', body)
const refusal = async (body: object) => {
  const answer = await server.send('POST', '/tax-rules', { body })
  assert.equal(answer.status, 422, answer.text)
  return (answer.body.errors as { pointer: string; code: string }[])
    .map(({ pointer, code }) => `${pointer} ${code}`)
    .sort()
}

test('a rule is created, read, changed and read as it was', async () => {
  const made = await create({ ...ST, fk_id: 'R-1', origins: [8, 1, 2] })
  assert.partialDeepStrictEqual(made, {
    active: true,
    valid_to: null,
    scope: null,
    destination_states: ['MG'],
    ie_kinds: [1],
    origins: [1, 2, 8],
    margin_kind: 'original',
    margin_decimals: 2,
    st_rate: 18,
    product: null,
  })
  const path = `/tax-rules/${made.id}`
  const changed = await data(server, 'PATCH', path, { margin: 47.5, valid_to: '2026-12-31' })
  assert.equal(changed.margin, 47.5)
  assert.equal(changed.valid_to, '2026-12-31')
  await data(server, 'PATCH', path, { margin: 47.5 })
  assert.equal((await data(server, 'GET', `${path}/versions/1`)).margin, 45)
  assert.deepEqual(await data(server, 'GET', `${path}/versions/2`), changed)
  assert.equal((await server.send('GET', `${path}/versions/3`)).status, 404)
  const deletion = await server.send('DELETE', path)
  assert.equal(deletion.status, 200)
  assert.equal((await data(server, 'GET', path)).active, false)
  assert.equal((await data(server, 'GET', `${path}/versions/3`)).active, false)
  assert.equal((await data(server, 'GET', '/tax-rules?kind=ipi')).length, 0)
})

test('what a rule lacks, and what does not go together, is refused at its field', async () => {
  assert.deepEqual(await refusal({ name: 'a' }), ['/cst rule_incomplete'])
  assert.deepEqual(await refusal({ name: 'a', scope: 'inside', cst: '00' }), [
    '/icms_rate rule_incomplete',
  ])
  assert.deepEqual(await refusal({ name: 'a', cst: '10', st_rate: 18 }), [
    '/final_consumer st_rule_needs_contributor',
    '/ie_kinds st_rule_needs_contributor',
    '/margin rule_incomplete',
  ])
  assert.deepEqual(await refusal({ ...ST, st_own_use: true }), [
    '/final_consumer st_rule_needs_contributor',
  ])
  assert.deepEqual(await refusal({ name: 'a', cst: '99', csosn: '105', difal_rate: 18 }), [
    '/csosn rule_contradiction',
    '/cst rule_contradiction',
    '/ie_kinds rule_contradiction',
  ])
  assert.deepEqual(await refusal({ name: 'a', kind: 'ipi', margin: 4, rate: 1, per_unit: 1 }), [
    '/cst rule_incomplete',
    '/margin rule_contradiction',
  ])
  assert.deepEqual(await refusal({ name: 'a', kind: 'ibs_cbs', class: '12', cst: '00' }), [
    '/class rule_incomplete',
    '/cst rule_contradiction',
  ])
  const dates = { valid_from: '2026-02-01', valid_to: '2026-01-31' }
  assert.deepEqual(await refusal({ name: 'a', cst: '40', ...dates }), [
    '/valid_to rule_contradiction',
  ])
  assert.deepEqual(
    await refusal({ name: 'a', cst: '40', destination_states: ['XX'], ie_kinds: [3], ncm: '8' }),
    ['/destination_states/0 pattern', '/ie_kinds/0 enum', '/ncm pattern'],
  )
  const { id } = await data(server, 'POST', '/products', { name: 'Furadeira' })
  assert.deepEqual(await refusal({ name: 'a', cst: '40', id_product: id, ncm: '82' }), [
    '/ncm rule_contradiction',
  ])
  const made = await create({ name: 'a', cst: '40', id_product: id })
  const answer = await server.send('PATCH', `/tax-rules/${made.id}`, { body: { ncm: '82' } })
  assert.deepEqual(answer.body.errors[0].pointer, '/ncm')
})

test('a rule that would hold for the same sale as another is refused, and names it', async () => {
  const first = await create({ ...ST, ncm: '82' })
  const overlap = async (method: string, path: string, body: object) => {
    const answer = await server.send(method, path, { body })
    assert.equal(answer.status, 409, answer.text)
    assert.equal(answer.body.code, 'tax_rule_overlap')
    return answer.body.meta.rule
  }
  const wider = { ...ST, ncm: '8202', destination_states: ['BA', 'MG'] }
  assert.equal(await overlap('POST', '/tax-rules', wider), first.id)
  const other = await create({ ...wider, destination_states: ['BA'] })
  const path = `/tax-rules/${other.id}`
  assert.equal(await overlap('PATCH', path, { destination_states: ['MG'] }), first.id)
  await data(server, 'PATCH', `/tax-rules/${first.id}`, { valid_to: '2026-12-31' })
  await data(server, 'PATCH', path, { destination_states: ['MG'], valid_from: '2027-01-01' })
  // An inactive rule is in nobody's way, until it is active again.
  await server.send('DELETE', path)
  const again = await create({ ...wider, valid_from: '2027-01-01' })
  assert.equal(await overlap('PATCH', path, { active: true }), again.id)
})

test('of two overlapping rules that are saved at once exactly one is there', async () => {
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      server.send('POST', '/tax-rules', {
        body: { name: `Rule ${i}`, cst: '40', ncm: '3926', destination_states: ['RJ', 'ES'] },
      }),
    ),
  )
  assert.deepEqual(sent.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
})

test('rules are read and written with scopes of their own', async () => {
  const token = async (scopes: string[]) =>
    (await data(server, 'POST', '/tokens', { name: scopes.join(), scopes })).token
  const reader = await token(['taxes:read'])
  const other = await token(['reference:write', 'orders:write'])
  assert.equal((await server.send('GET', '/tax-rules', { token: reader })).status, 200)
  const body = { name: 'a', cst: '41', ncm: '99' }
  assert.equal((await server.send('POST', '/tax-rules', { body, token: reader })).status, 403)
  assert.equal((await server.send('POST', '/tax-rules', { body, token: other })).status, 403)
})

test('many rules are written at once, and each one that overlaps is told', async () => {
  const lines = [
    { fk_id: 'B-1', name: 'one', cst: '40', ncm: '7001' },
    { fk_id: 'B-2', name: 'two', cst: '40', ncm: '7002' },
    { fk_id: 'B-3', name: 'three', cst: '40', ncm: '7001' },
  ]
  const answer = await server.send('POST', '/bulk/tax-rules', {
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  const results = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    results.slice(0, 3).map(({ status }) => status),
    ['created', 'created', 'refused'],
  )
})

test('a rule of one operation is more specific than one of all, and names what it refers to', async () => {
  const { id } = await data(server, 'POST', '/operations', { name: 'Bonificação', kind: 'bonus' })
  const of = { cst: '41', ncm: '1704' }
  await create({ ...of, name: 'All' })
  const made = await create({ ...of, name: 'Bonus', id_operation: id })
  assert.deepEqual(made.operation, { id, name: 'Bonificação', fk_id: null })
  const again = await server.send('POST', '/tax-rules', {
    body: { ...of, name: 'b', id_operation: id },
  })
  assert.equal(again.body.meta.rule, made.id)
  const deletion = await server.send('DELETE', `/operations/${id}`)
  assert.equal(deletion.status, 409, deletion.text)
})

test('changes of rules are events', async () => {
  const stopJobs = runJobs(server)
  const { id } = await create({ name: 'Told', cst: '41', ncm: '1806' })
  await data(server, 'PATCH', `/tax-rules/${id}`, { cst: '40' })
  await server.send('DELETE', `/tax-rules/${id}`)
  await server.send('DELETE', `/tax-rules/${id}`)
  const query = `type=tax_rule.*&subject=/tax-rules/${id}&wait=30`
  const { events } = await follow(server, 3, { query })
  await stopJobs()
  assert.deepEqual(
    events.map(({ type, data: { record } }) => [type, record.cst, record.active]),
    [
      ['tax_rule.created', '41', true],
      ['tax_rule.updated', '40', true],
      ['tax_rule.deleted', '40', false],
    ],
  )
})
