import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../../harness.ts'
import { data, problemOf, succeed } from '../../support/orders.ts'
import { type Sample, sample } from '../../support/sample.ts'

// The check before the invoice, of orders as they are stored and with the records as they are now.

let server: Server
let ids: Sample
let order: number
before(async () => {
  server = await startServer()
  ids = await sample(server)
  await data(server, 'PATCH', `/branch-companies/${ids.branch_company}`, {
    state: 'SP',
    regimes: [
      { since: '2024-01-01', crt: 1, ibs_cbs_regime: 'single' },
      { since: '2026-01-01', crt: 3, ibs_cbs_regime: 'regular' },
    ],
  })
  ;({ id: order } = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    id_branch_company: ids.branch_company,
    id_address: ids.address,
    id_freight_type: ids.charged_freight,
    freight_value: 25,
    discount_value: 10,
    items: [{ id_item: ids.product, quantity: 2, price: 50, aliq_icms: 12 }],
  }))
})
after(() => server.close())

interface Finding {
  code: string
  level: string
  pointer: string
  detail: string
}

const check = async (query = '', headers = {}) =>
  (await succeed(server, 'GET', `/orders/${order}/invoice-check${query}`, undefined, { headers }))
    .body as { ready: boolean; tax_date: string; totals: Record<string, number>; data: Finding[] }

const placesOf = (findings: Finding[], level: string) =>
  findings.filter((one) => one.level === level).map(({ code, pointer }) => `${code} ${pointer}`)

test('what is missing in the records is found, errors first, and mended there', async () => {
  const first = await check()
  assert.equal(first.ready, false)
  assert.deepEqual(placesOf(first.data, 'error'), [
    '208 /customer/document',
    'buyer_kind_unknown /customer/ie_kind',
    '777 /items/0/product/ncm',
  ])
  const levels = first.data.map(({ level }) => level)
  assert.deepEqual(levels, [...levels].sort())

  await data(server, 'PATCH', `/products/${ids.product}`, { ncm: '09012100', unit: 'PC' })
  await data(server, 'PATCH', `/customers/${ids.customer}`, {
    document: '11222333000181',
    ie_kind: 1,
    ie: '9012345688',
  })
  const second = await check()
  assert.deepEqual(placesOf(second.data, 'error'), [])
  assert.equal(second.ready, true)
})

test('totals are the sums of lines by the names of the layout', async () => {
  const { totals } = await check()
  const { vProd, vDesc, vFrete, vNF, vIPI } = totals
  assert.deepEqual(
    { vProd, vDesc, vFrete, vNF, vIPI },
    { vProd: 100, vDesc: 10, vFrete: 25, vNF: 115, vIPI: 0 },
  )
})

test('rules hold from their day to their day', async () => {
  const codes = async (day: string) =>
    (await check(`?tax_date=${day}`)).data.map(({ code }) => code)
  const [before, later] = [await codes('2026-12-31'), await codes('2027-01-01')]
  assert.ok(before.includes('745') && !later.includes('745'))
  assert.ok(!before.includes('1115') && later.includes('1115'))
})

test('findings are told in the language of who asks', async () => {
  const detailIn = async (language: string) =>
    (await check('', { 'accept-language': language })).data.find(({ code }) => code === '745')
      ?.detail
  assert.equal(await detailIn('en'), 'No line has PIS.')
  assert.equal(await detailIn('pt-BR'), 'Nenhuma linha tem PIS.')
})

test('orders are checked many at once, and by their codes', async () => {
  const other = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    fk_id: 'PED-88',
    items: [{ id_item: ids.product, quantity: 1 }],
  })
  const body = { ids: [other.id, order], tax_date: '2026-12-14' }
  const checks = await data(server, 'POST', '/orders/invoice-check', body)
  assert.deepEqual(
    checks.map((one: Record<string, unknown>) => [one['id'], one['ready'], one['tax_date']]),
    [
      [other.id, false, '2026-12-14'],
      [order, true, '2026-12-14'],
    ],
  )
  const { body: byCode } = await succeed(server, 'GET', '/orders/fk_id/PED-88/invoice-check')
  assert.deepEqual(placesOf(byCode.data, 'error'), placesOf(checks[0].findings, 'error'))
})

test('an order that is not there is named by its place', async () => {
  const body = { ids: [order, 999_999] }
  const answer = await server.send('POST', '/orders/invoice-check', { body })
  assert.deepEqual(problemOf(answer), [422, 'validation_failed', ['/ids/1 unknown_reference']])
  const single = await server.send('GET', '/orders/999999/invoice-check')
  assert.deepEqual(problemOf(single), [404, 'not_found', []])
})

test('a day of no calendar is refused', async () => {
  const answer = await server.send('GET', `/orders/${order}/invoice-check?tax_date=2026-02-30`)
  assert.deepEqual(problemOf(answer), [400, 'invalid_parameter', ['tax_date format']])
})

test('a preview has the check of what would be, where that is asked for', async () => {
  const lacking = { name: 'Sem NCM', price: 5 }
  const { id: id_item } = await data(server, 'POST', '/products', lacking)
  const body = { id_customer: ids.customer, fk_id: 'PRE-1', items: [{ id_item, quantity: 1 }] }
  const asked = async (path: string, sent: object) =>
    (await server.send('POST', path, { body: sent })).body as { data: object; check?: object }
  assert.equal((await asked('/orders/preview', body)).check, undefined)
  const { check: told } = await asked('/orders/preview?check=true', body)
  const { id } = await data(server, 'POST', '/orders', body)
  const checkOf = async () => {
    const { meta: _, ...rest } = (await succeed(server, 'GET', `/orders/${id}/invoice-check`)).body
    return rest
  }
  assert.deepEqual(told, await checkOf())
  const change = { id_branch_company: ids.branch_company, final_consumer: false }
  const previews = [`/orders/${id}/preview?check=true`, '/orders/fk_id/PRE-1/preview?check=true']
  for (const path of previews) {
    const { check } = await asked(path, change)
    assert.notDeepEqual(check, told)
    await asked(path, {})
  }
  const { check } = await asked(previews[0] as string, change)
  await data(server, 'PATCH', `/orders/${id}`, change)
  assert.deepEqual(check, await checkOf())
})
