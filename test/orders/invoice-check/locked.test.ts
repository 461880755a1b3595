import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../../harness.ts'
import { data, makerOf, succeed } from '../../support/orders.ts'
import { anonymised } from '../../support/privacy/person.ts'

// A locked order is a document: its check and its draft say of records what they were when it was locked.

let server: Server
const ids: Record<string, number> = {}
const make = makerOf(() => server, ids)
const statuses: Record<string, number> = {}
const DAY = 'tax_date=2026-12-14'

before(async () => {
  server = await startServer()
  for (const { id, name } of await data(server, 'GET', '/order-statuses?limit=100')) {
    statuses[name] = id
  }
  await make('branch', '/branch-companies', {
    name: 'Distribuidora Serra Azul Ltda',
    document: '11222333000181',
    state: 'SP',
    ibge: '3550308',
    ie: '110042490114',
    regimes: [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }],
  })
  await make('coffee', '/products', { name: 'Café torrado 500 g', ncm: '09012100', unit: 'PCT' })
  await make('sugar', '/products', { name: 'Açúcar cristal 5 kg', ncm: '17019900', unit: 'FD' })
  await make('freight', '/freight-types', { name: 'CIF', charged: true, mode: 0 })
  await make('carrier', '/shipping-companies', { name: 'Rápido Sul', state: 'SP' })
  await make('sale', '/operations', { name: 'Venda de mercadoria', kind: 'sale' })
  await make('pix', '/payment-methods', { name: 'Pix', code: '17' })
})
after(() => server.close())

/** A customer with a main address, and an order of theirs in this status. */
async function orderIn(status: string) {
  await make('customer', '/customers', {
    name: 'Mercado Bom Preço Ltda',
    document: '04252011000110',
    ie_kind: 9,
    email: 'compras@bompreco.example',
  })
  await make('address', `/customers/${ids['customer']}/addresses`, {
    street: 'Rua das Palmeiras',
    number: 120,
    neighborhood: 'Centro',
    city: 'Campinas',
    state: 'SP',
    zip_code: 13010000,
    ibge: '3509502',
  })
  const { id } = await data(server, 'POST', '/orders', {
    id_customer: ids['customer'],
    id_branch_company: ids['branch'],
    id_operation: ids['sale'],
    id_payment_method: ids['pix'],
    id_shipping_company: ids['carrier'],
    id_freight_type: ids['freight'],
    freight_value: 12.5,
    final_consumer: true,
    id_order_status: statuses[status],
    items: [{ id_item: ids['coffee'], quantity: 10, price: 18.9, cfop: '5102' }],
  })
  return `/orders/${id}`
}

/** What the invoice would say, and what is wrong with it. */
const invoiceOf = async (path: string) => ({
  draft: (await data(server, 'GET', `${path}/nfe-draft?${DAY}`)).infNFe,
  check: await data(server, 'GET', `${path}/invoice-check?${DAY}`),
})

let edits = 0

/** Edits every record that the order's invoice speaks of. */
async function editAll(): Promise<string> {
  const text = `editado ${++edits}`
  const edit = (path: string, body: object) => succeed(server, 'PATCH', path, body)
  await edit(`/branch-companies/${ids['branch']}`, {
    name: text,
    state: 'MG',
    ibge: '3106200',
    regimes: [{ since: '2020-01-01', crt: 1, ibs_cbs_regime: 'single' }],
  })
  await edit(`/customers/${ids['customer']}`, {
    name: text,
    document: '33000167000101',
    ie_kind: 1,
    email: 'outro@bompreco.example',
  })
  await edit(`/customers/address/${ids['address']}`, { street: text, state: 'BA', ibge: null })
  await edit(`/products/${ids['coffee']}`, { ncm: null, unit: 'KG', net_weight: 0.5 + edits })
  await edit(`/freight-types/${ids['freight']}`, { mode: 1 })
  await edit(`/shipping-companies/${ids['carrier']}`, { name: text, state: 'MG' })
  await edit(`/operations/${ids['sale']}`, { name: text })
  await edit(`/payment-methods/${ids['pix']}`, { code: edits % 2 ? '15' : '17' })
  return text
}

test('edited records change no invoice of an order that is locked', async () => {
  const path = await orderIn('Picking')
  const before = await editAll()
  await succeed(server, 'PATCH', path, { id_order_status: statuses['Invoiced'] })
  const was = await invoiceOf(path)
  for (const part of ['emit', 'dest', 'transp', 'ide'])
    assert.ok(JSON.stringify(was.draft[part]).includes(before), `${part} is of the locking`)
  await editAll()
  assert.deepEqual(await invoiceOf(path), was)
  await succeed(server, 'PATCH', path, { id_order_status: statuses['Shipped'], observations: '' })
  assert.deepEqual(await invoiceOf(path), was, 'nor does a move to another locked status')
})

test('an order that is created locked has its records of that moment', async () => {
  const path = await orderIn('Delivered')
  const was = await invoiceOf(path)
  await editAll()
  assert.deepEqual(await invoiceOf(path), was)
})

test('another carrier of a locked order is the one of that moment, and all else stays', async () => {
  const path = await orderIn('Invoiced')
  const { draft } = await invoiceOf(path)
  await editAll()
  const carrier = { name: 'Expresso Mineiro', state: 'MG' }
  const { id } = await data(server, 'POST', '/shipping-companies', carrier)
  await succeed(server, 'PATCH', path, { id_shipping_company: id })
  await succeed(server, 'PATCH', `/shipping-companies/${id}`, { name: 'Outro', state: 'RJ' })
  const transp = { ...draft.transp, transporta: { xNome: 'Expresso Mineiro', UF: 'MG' } }
  assert.deepEqual((await invoiceOf(path)).draft, { ...draft, transp })
})

test('a correction takes what it brings as it is today, and keeps the rest', async () => {
  const path = await orderIn('Invoiced')
  const { draft } = await invoiceOf(path)
  await editAll()
  await succeed(server, 'POST', `${path}/items?correction=Faltou%20o%20a%C3%A7%C3%BAcar`, {
    id_item: ids['sugar'],
    quantity: 2,
    price: 25,
  })
  await succeed(server, 'PATCH', `/products/${ids['sugar']}`, { ncm: '17011400' })
  const { det, dest, emit } = (await invoiceOf(path)).draft
  assert.deepEqual([dest, emit], [draft.dest, draft.emit])
  const ncms = det.map(({ prod }: { prod: { NCM: string } }) => prod.NCM)
  assert.deepEqual(ncms, [draft.det[0].prod.NCM, '17019900'])
  await succeed(server, 'PATCH', `/products/${ids['sugar']}`, { ncm: '17019900' })
})

test('an order that is no longer locked has the records of today', async () => {
  const path = await orderIn('Invoiced')
  const was = await invoiceOf(path)
  const name = await editAll()
  const set = (locked: boolean) =>
    succeed(server, 'PATCH', `/order-statuses/${statuses['Invoiced']}`, { locked })
  await set(false)
  const open = await invoiceOf(path)
  assert.notDeepEqual(open, was)
  assert.equal(open.draft.dest.xNome, name)
  await set(true)
  await editAll()
  assert.deepEqual(await invoiceOf(path), open, 'locked again')
})

test('a person who is anonymised is gone from the records of locked orders', async () => {
  const path = await orderIn('Invoiced')
  const { draft } = await invoiceOf(path)
  await editAll()
  await anonymised(server, ids['customer'] as number, { kept_statuses: [] })
  const after = (await invoiceOf(path)).draft
  const text = JSON.stringify(after)
  for (const gone of ['Bom Preço', '04252011000110', 'compras@', 'Palmeiras'])
    assert.ok(!text.includes(gone), gone)
  assert.deepEqual([after.det, after.emit], [draft.det, draft.emit])
})
