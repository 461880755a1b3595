import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Actor } from '../../src/access/actor.ts'
import { inTransaction } from '../../src/database/database.ts'
import { createOrder } from '../../src/orders/creating/create.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { assertConsistent, problemOf } from '../support/orders.ts'

// Numbers of orders that people say. Each test has an account of its own.

let server: Server
before(async () => {
  server = await startServer()
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

/** An account with a customer, a branch 01 and orders that are numbered once they are open. */
class Desk {
  account: Account
  constructor(account: Account) {
    this.account = account
  }

  static async open(...series: object[]) {
    const desk = new Desk(await server.newAccount(`Distribuidora ${randomUUID()}`))
    await desk.ok('POST', '/customers', { name: 'Aurora', fk_id: 'aurora' })
    await desk.ok('POST', '/branch-companies', { name: 'Matriz', fk_id: '01' })
    await desk.ok('PATCH', '/order-statuses/fk_id/open', { numbered: true })
    for (const one of series) {
      await desk.ok('POST', '/number-series', { name: 'Pedidos', fk_id: 'S', ...one })
    }
    return desk
  }

  send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const { token } = this.account
    return server.send(method, path, { token, headers, ...(body ? { body } : {}) })
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
  async ok(method: string, path: string, body?: object): Promise<any> {
    const answer = await this.send(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body.data
  }

  order(more: object = {}) {
    return { fk_id_customer: 'aurora', fk_id_order_status: 'open', ...more }
  }

  async number(more: object = {}): Promise<string | null> {
    return (await this.ok('POST', '/orders', this.order(more))).number
  }

  async next(): Promise<number> {
    return (await this.ok('GET', '/number-series/fk_id/S')).next
  }

  async gaps(): Promise<object[]> {
    const gaps = await this.ok('GET', '/number-series/fk_id/S/gaps')
    return gaps.map(({ number, state }: Record<string, unknown>) => ({ number, state }))
  }

  actor(): Actor {
    const only = { users: null, branches: null, customers: null }
    const { account_id } = this.account
    const holder = { account_id, time_zone: 'UTC', amounts: 'verify', only, scopes: ['*'] }
    return { ...holder, id_token: null, token_name: null, request_id: null } as unknown as Actor
  }
}

/** Today's parts of a number, in UTC. */
const today = () => {
  const [year = '', month = ''] = new Date().toISOString().split('-')
  return { YYYY: year, YY: year.slice(2), MM: month }
}

test('a template makes a number of the branch, the moment and the count', async () => {
  const { YYYY, YY, MM } = today()
  const made: [template: string | null, next: number, number: string][] = [
    ['{seq}', 42, '42'],
    [null, 42, '42'],
    ['{branch}-{YYYY}-{seq:6}', 42, `01-${YYYY}-000042`],
    ['{YY}{MM}/{seq:4}', 42, `${YY}${MM}/0042`],
    ['{seq:2}', 1234, '1234'],
  ]
  for (const [template, next, number] of made) {
    const desk = await Desk.open({ template, next })
    assert.equal(await desk.number({ fk_id_branch_company: '01' }), number)
    assert.equal(await desk.next(), next + 1)
    assert.deepEqual(await desk.gaps(), [])
  }
})

test('a roll-back gives the number back', async () => {
  const desk = await Desk.open({ next: 7 })
  const { id: id_customer } = await desk.ok('GET', '/customers/fk_id/aurora')
  const { id: id_order_status } = await desk.ok('GET', '/order-statuses/fk_id/open')
  const undone = inTransaction(server.db, async (tx) => {
    const body = { id_customer, id_order_status }
    const { document } = await createOrder(tx, desk.actor(), body)
    throw new Error(JSON.parse(document).number)
  })
  await assert.rejects(undone, { message: '7' })
  assert.equal(await desk.number(), '7')
  assert.equal(await desk.next(), 8)
  assert.deepEqual(await desk.gaps(), [])
})

test('of two writers at once the second waits, and has the next number', async () => {
  const desk = await Desk.open({ next: 7 })
  const { id: id_customer } = await desk.ok('GET', '/customers/fk_id/aurora')
  const { id: id_order_status } = await desk.ok('GET', '/order-statuses/fk_id/open')
  const holds = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const first = inTransaction(server.db, async (tx) => {
    const { document } = await createOrder(tx, desk.actor(), { id_customer, id_order_status })
    holds.resolve()
    await goesOn.promise
    return JSON.parse(document).number
  })
  await holds.promise
  const second = desk.number()
  goesOn.resolve()
  assert.deepEqual(await Promise.all([first, second]), ['7', '8'])
  assert.equal(await desk.next(), 9)
  assert.deepEqual(await desk.gaps(), [])
})

/** As if the last number had been drawn in another year or month. */
const lastDrawnIn = (desk: Desk, period: string) =>
  sql`update number_series set current_period = ${period} where account_id = ${desk.account.account_id}`.execute(
    server.db,
  )

test('a year begins with 1, which is that of the moment and never goes back', async () => {
  const { YYYY, MM } = today()
  const desk = await Desk.open({ template: '{YYYY}-{seq:3}', period: 'year', next: 50 })
  assert.equal(await desk.number({ date: '2001-03-04' }), `${YYYY}-050`)
  await lastDrawnIn(desk, '2025')
  assert.equal(await desk.number({ date: '2025-12-31' }), `${YYYY}-001`)
  assert.equal(await desk.number(), `${YYYY}-002`)
  await lastDrawnIn(desk, '2199')
  assert.equal(await desk.number(), '2199-003')
  assert.deepEqual(await desk.gaps(), [])

  const monthly = await Desk.open({ template: '{YY}{MM}{seq:4}', period: 'month' })
  assert.equal(await monthly.number(), `${YYYY.slice(2)}${MM}0001`)
  await lastDrawnIn(monthly, '2026-01')
  // In a month that is over any count may come next.
  await monthly.ok('PATCH', '/number-series/fk_id/S', { next: 7 })
  assert.equal(await monthly.number(), `${YYYY.slice(2)}${MM}0007`)
})

test('a deleted order keeps its number', async () => {
  const desk = await Desk.open({})
  const made = []
  for (const number of ['1', '2', '3']) {
    const order = await desk.ok('POST', '/orders', desk.order())
    assert.equal(order.number, number)
    made.push(order.id)
  }
  await desk.send('DELETE', `/orders/${made[1]}`)
  assert.equal(await desk.next(), 4)
  assert.deepEqual(await desk.gaps(), [{ number: '2', state: 'deleted' }])
  const [gap] = await desk.ok('GET', '/number-series/fk_id/S/gaps')
  assert.deepEqual([gap.id_order, gap.last_number], [made[1], '2'])
  assert.ok(gap.deleted_by)
  const again = await desk.send('POST', '/orders', desk.order({ number: '2' }))
  assert.deepEqual(problemOf(again), [409, 'number_taken', ['/number number_taken']])
  assert.equal(again.body.existing_id, undefined)
  assert.equal(await desk.number(), '4')
})

test('an order brings a number of its own, which the series passes over', async () => {
  const desk = await Desk.open({ next: 6 })
  const { id } = await desk.ok('POST', '/orders', desk.order({ number: '5' }))
  const taken = await desk.send('POST', '/orders', desk.order({ number: '5' }))
  assert.deepEqual(problemOf(taken), [409, 'number_taken', ['/number number_taken']])
  assert.equal(taken.body.existing_id, id)
  assert.equal(await desk.number({ number: '9' }), '9')
  assert.equal(await desk.next(), 6)
  for (const number of ['6', '7', '8', '10']) assert.equal(await desk.number(), number)
  assert.deepEqual(await desk.gaps(), [{ number: '9', state: 'passed' }])
})

test('drafts draw none, and a number stays whatever becomes of the order', async () => {
  const desk = await Desk.open({})
  const draft = await desk.ok('POST', '/orders', { fk_id_customer: 'aurora', fk_id: 'PV-1' })
  assert.equal(draft.number, null)
  const path = `/orders/${draft.id}`
  const moved = await desk.ok('PATCH', path, { fk_id_order_status: 'open' })
  assert.equal(moved.number, '1')
  for (const number of [null, '2']) {
    const refused = await desk.send('PATCH', path, { number })
    assert.deepEqual(problemOf(refused), [422, 'validation_failed', ['/number given_once']])
  }
  const put = await desk.ok('PUT', '/orders/fk_id/PV-1', { fk_id_customer: 'aurora' })
  assert.equal(put.number, '1')
  await desk.ok('PATCH', path, { fk_id_order_status: 'cancelled' })
  assert.equal((await desk.ok('PATCH', path, { observations: 'Desistiu' })).number, '1')
  const copy = await desk.ok('POST', '/orders', { fk_id_customer: 'aurora' })
  assert.equal(copy.number, null)
  const history = await desk.ok('GET', `${path}/history`)
  assert.deepEqual(
    history.map((event: { data: { number: string } }) => event.data.number).slice(0, 2),
    [null, '1'],
  )
  assert.deepEqual(history[1].changed_fields.includes('number'), true)
})

test('a preview draws none', async () => {
  const desk = await Desk.open({})
  const preview = await desk.send('POST', '/orders/preview', desk.order())
  assert.deepEqual([preview.status, preview.body.data.number], [200, null])
  assert.equal(await desk.number(), '1')
})

test('a branch has its own series, the others have that of all, and without one there is none', async () => {
  const desk = await Desk.open()
  await desk.ok('POST', '/branch-companies', { name: 'Filial', fk_id: '02' })
  const own = { name: 'Matriz', template: 'M{seq}', fk_id_branch_company: '01' }
  await desk.ok('POST', '/number-series', own)
  assert.equal(await desk.number({ fk_id_branch_company: '01' }), 'M1')
  assert.equal(await desk.number({ fk_id_branch_company: '02' }), null)
  await desk.ok('POST', '/number-series', { name: 'Todas', template: '{branch}.{seq}' })
  assert.equal(await desk.number({ fk_id_branch_company: '02' }), '02.1')
  assert.equal(await desk.number(), '0.2')
  assert.equal(await desk.number({ fk_id_branch_company: '01' }), 'M2')
  // A newer one takes over.
  await desk.ok('POST', '/number-series', { ...own, template: 'N{seq}' })
  assert.equal(await desk.number({ fk_id_branch_company: '01' }), 'N1')
})

test('many orders at once have numbers in their order, of several series', async () => {
  const desk = await Desk.open({ next: 5 })
  const own = { name: 'Matriz', template: 'M{seq:3}', fk_id_branch_company: '01' }
  await desk.ok('POST', '/number-series', own)
  const lines = Array.from({ length: 40 }, (_, i) =>
    desk.order({ fk_id: `B-${i}`, ...(i % 2 ? { fk_id_branch_company: '01' } : {}) }),
  )
  const bulk = await server.send('POST', '/bulk/orders', {
    token: desk.account.token,
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  assert.equal(bulk.status, 200, bulk.text)
  const listed = await desk.ok('GET', '/orders?sort=id&limit=100')
  const numbers = listed.map((order: { number: string }) => order.number)
  const expected = lines.map((_, i) =>
    i % 2 ? `M${String((i + 1) / 2).padStart(3, '0')}` : String(5 + i / 2),
  )
  assert.deepEqual(numbers, expected)
})

test('orders are found by their number, in lists and by words, and sorted by it', async () => {
  const desk = await Desk.open({ template: 'PED/{seq:5}' })
  const unnumbered = await desk.ok('POST', '/orders', { fk_id_customer: 'aurora' })
  for (let i = 0; i < 3; i++) await desk.number()
  const found = async (query: string) =>
    (await desk.ok('GET', `/orders?${query}`)).map((order: { number: string }) => order.number)
  assert.deepEqual(await found('number=PED/00002'), ['PED/00002'])
  assert.deepEqual(await found('number=PED/0000'), [])
  assert.deepEqual(await found('q=ped/00003'), ['PED/00003'])
  assert.deepEqual(await found('q=00003'), ['PED/00003'])
  assert.deepEqual(await found('sort=-number'), ['PED/00003', 'PED/00002', 'PED/00001', null])
  assert.deepEqual(await found('sort=number'), [null, 'PED/00001', 'PED/00002', 'PED/00003'])
  const page = await desk.send('GET', '/orders?sort=number&pagination=cursor&limit=1')
  const { next_cursor } = page.body
  assert.equal(page.body.data[0].id, unnumbered.id)
  const rest = await desk.ok('GET', `/orders?cursor=${next_cursor}`)
  assert.deepEqual(rest[0].number, 'PED/00001')
  const nothing = await desk.send('GET', '/orders?number=')
  assert.deepEqual(problemOf(nothing), [400, 'invalid_parameter', ['number min_length']])
})

test('the database keeps a number, and gives it once, whoever writes', async () => {
  const desk = await Desk.open({})
  await desk.number()
  await desk.number()
  const of = sql`account_id = ${desk.account.account_id}`
  const changed = sql`update orders set number = 'X' where ${of} and number = '1'`.execute(
    server.db,
  )
  await assert.rejects(changed, /orders_number_stays/)
  await desk.ok('POST', '/orders', { fk_id_customer: 'aurora' })
  const taken = sql`update orders set number = '2' where ${of} and number is null`.execute(
    server.db,
  )
  await assert.rejects(taken, /orders_number_taken/)
  const lowered = sql`update number_series set next = 1 where ${of}`.execute(server.db)
  await assert.rejects(lowered, /number_series_next_goes_up/)
})
