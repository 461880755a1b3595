import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'

// CBS has no rate for 2027 yet: what an account does with orders of which rules ask for it.

let server: Server
let sale: Record<string, unknown>
let item: Record<string, unknown>

before(async () => {
  server = await startServer()
  const make = async (path: string, body: object) => (await data(server, 'POST', path, body)).id
  const regimes = [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  const branch = await make('/branch-companies', { name: 'Matriz', state: 'SP', regimes })
  const customer = await make('/customers', { name: 'Ferragens', ie_kind: 1, ie: '0623079040081' })
  await make(`/customers/${customer}/addresses`, { state: 'SP' })
  await make('/tax-rules', { name: 'IBS, CBS', kind: 'ibs_cbs', class: '000001' })
  item = { id_item: await make('/products', { name: 'Balde', price: 10 }), quantity: 10 }
  sale = { id_customer: customer, id_branch_company: branch, tax_date: '2027-01-04', items: [item] }
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

const refusal = async (method: 'POST' | 'PATCH', path: string, body: object) => {
  const { status, body: problem } = await server.send(method, path, { body })
  assert.equal(status, 422)
  return problem.errors.map(({ detail: _, ...error }: { detail: string }) => error)
}

const RATE = { code: 'rate_missing', meta: { tax: 'cbs', date: '2027-01-04' } }

test('a rate that no law has set is left out and told, unless the account refuses such orders', async () => {
  assert.equal((await data(server, 'GET', '/account')).missing_rate, 'warn')
  const order = await data(server, 'POST', '/orders', sale)
  assert.deepEqual(order.taxes_total, { ibs_uf: 0.05, ibs_mun: 0.05 })
  const { items } = await data(server, 'GET', `/orders/${order.id}/taxes`)
  assert.ok(
    items[0].findings.some(
      ({ code, tax }: Record<string, string>) => code === 'rate_missing' && tax === 'cbs',
    ),
  )

  await succeed(server, 'PATCH', '/account', { missing_rate: 'refuse' })
  assert.deepEqual(await refusal('POST', '/orders', sale), [{ pointer: '/items/0', ...RATE }])
  assert.deepEqual(await refusal('POST', '/orders/preview', sale), [
    { pointer: '/items/0', ...RATE },
  ])
  const path = `/orders/${order.id}/items/${order.items[0].id}`
  const [found] = await refusal('PATCH', path, { quantity: 11 })
  assert.partialDeepStrictEqual(found, RATE)

  // What works nothing out is as before, and so is what is sent, or of a day with a rate.
  await succeed(server, 'PATCH', `/orders/${order.id}`, { observations: 'Urgente' })
  await succeed(server, 'POST', '/orders', { ...sale, tax_date: '2026-12-31' })
  const taxes = [{ tax: 'cbs', rate: 8.7, base: 100, code: '000', class: '000001' }]
  await succeed(server, 'POST', '/orders', { ...sale, items: [{ ...item, taxes }] })
  await succeed(server, 'PATCH', '/account', { missing_rate: 'warn' })
  await succeed(server, 'PATCH', path, { quantity: 11 })
})
