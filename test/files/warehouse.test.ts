import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { extractText } from 'unpdf'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let records: Sample
/** Ids by the names that the tests have for them. */
const ids: Record<string, number> = {}

before(async () => {
  server = await startServer()
  records = await sample(server)
  await data(server, 'PATCH', '/account', { name: 'Açúcar & Cia.', time_zone: 'America/Sao_Paulo' })
  await data(server, 'PATCH', `/branch-companies/${records.branch_company}`, {
    document: '11.222.333/0002-62',
    ie: '110042490114',
    address: 'Rua do Porto, 5, Centro',
    state: 'SC',
    phone: '(47) 3333-4444',
  })
  await data(server, 'PATCH', `/customers/${records.customer}`, { phone: '+55 41 99999-1234' })
  await data(server, 'PATCH', `/customers/address/${records.address}`, { postal_code: '80010100' })
  await make('p9', '/products', {
    name: 'Açúcar 1 kg',
    fk_id: 'P-9',
    price: 5,
    unit: 'FD',
    gross_weight: 10.125,
    gtin: '7891000315507',
    unit_gtin: '7891000315507',
  })
  await make('p10', '/products', { name: 'Arroz 5 kg', fk_id: 'P-10', price: 20 })
  const other = { name: 'Armazém Zulu', phone: '11 2222-3333' }
  await make('zulu', '/customers', other)
  await make('santos', `/customers/${ids['zulu']}/addresses`, {
    street: 'Av. Ana Costa',
    number_text: '10',
    city: 'Santos',
    state: 'SP',
    postal_code: '11060000',
  })
  await make('carrier', '/shipping-companies', { name: 'Braspress' })
  await order('W-1', [line('p9', 2.5), line('p10', 1, { description: 'Saco azul' })])
  await order('W-2', [line('p9', 0.1234), line('p9', 1), serviceLine()], {
    id_customer: ids['zulu'],
    id_address: ids['santos'],
    custom_fields: { volumes: '3', nota_fiscal: '4711' },
    observations: 'Entregar na doca 3',
  })
  await order('W-3', [line('p10', 7)], {
    id_shipping_company: ids['carrier'],
    custom_fields: { volumes: '2' },
  })
  await order('W-S', [serviceLine()])
  await order('W-C', [line('p9', 100)], { id_order_status: records.statuses['Cancelled'] })
})
after(() => server.close())

async function make(name: string, path: string, body: object): Promise<void> {
  ids[name] = (await data(server, 'POST', path, body)).id
}

const line = (name: string, quantity: number, more: object = {}) => ({
  id_item: ids[name],
  quantity,
  price: 10,
  ...more,
})
const serviceLine = () => ({ id_item: records.service, quantity: 1, price: 50 })

const order = (fk_id: string, items: object[], more: object = {}) =>
  make(fk_id, '/orders', {
    fk_id,
    id_customer: records.customer,
    id_address: records.address,
    id_shipping_company: records.shipping_company,
    id_branch_company: records.branch_company,
    ...more,
    items,
  })

const chosen = (...names: string[]) => `id=${names.map((name) => ids[name]).join(',')}`
const ALL = ['W-1', 'W-2', 'W-3', 'W-S', 'W-C']

async function pagesOf(path: string): Promise<string[]> {
  const { bytes, headers } = await succeed(server, 'GET', path)
  assert.equal(headers['content-type'], 'application/pdf')
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false })
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}

function assertHas(page: string | undefined, texts: string[]): void {
  for (const text of texts) assert.ok(page?.includes(text), `no "${text}" in: ${page}`)
}

const HEAD = [
  'Açúcar & Cia.',
  'Filial Norte',
  'CNPJ 11.222.333/0002-62',
  'IE 110042490114',
  'Rua do Porto, 5, Centro',
  'SC',
  'Tel. (47) 3333-4444',
]

test('a picking list adds up each product exactly, and says whose it is', async () => {
  const list = await data(server, 'GET', `/orders/picking-list?${chosen(...ALL)}`)
  type Line = { product: { fk_id: string }; quantity: number; gross_weight: number | null }
  assert.deepEqual(
    list.lines.map(({ product, quantity, gross_weight }: Line) => [
      product.fk_id,
      quantity,
      gross_weight,
    ]),
    [
      ['P-9', 3.6234, 36.686925],
      ['P-10', 8, null],
    ],
  )
  assert.deepEqual(list.lines[0].orders, [
    { id: ids['W-1'], fk_id: 'W-1', number: null, quantity: 2.5, description: null, lots: [] },
    { id: ids['W-2'], fk_id: 'W-2', number: null, quantity: 1.1234, description: null, lots: [] },
  ])
  assert.equal(list.lines[0].gtin, '7891000315507')
  assert.equal(list.lines[0].unit, 'FD')
  assert.equal(list.lines[1].orders[0].description, 'Saco azul')
  assert.deepEqual(list.totals, {
    orders: 3,
    lines: 2,
    gross_weight: 36.686925,
    lines_without_weight: 1,
  })
  assert.deepEqual(
    list.left_out.map(({ fk_id, reason }: Record<string, string>) => [fk_id, reason]),
    [
      ['W-S', 'no_goods'],
      ['W-C', 'cancelled'],
    ],
  )
  const byName = await data(server, 'GET', `/orders/picking-list?${chosen('W-1')}&sort=name`)
  assert.deepEqual(
    byName.lines.map(({ product }: Line) => product.fk_id),
    ['P-9', 'P-10'],
  )
})

test('lots that items say are fetched', async () => {
  await order('W-L', [
    line('p10', 5, {
      lots: [
        { number: 'L1', quantity: 2 },
        { number: 'L2', quantity: 3 },
      ],
    }),
    line('p10', 1.5, { lots: [{ number: 'L1', quantity: 1.5 }] }),
  ])
  const path = `/orders/picking-list?${chosen('W-L')}`
  const list = await data(server, 'GET', path)
  assert.deepEqual(list.lines[0].orders[0].lots, [
    { number: 'L1', quantity: 3.5 },
    { number: 'L2', quantity: 3 },
  ])
  assertHas((await pagesOf(`${path}&format=pdf`))[0], ['W-L: 6,5', 'lote L1: 3,5', 'lote L2: 3'])
})

test('a picking list on paper says what the list says, in both languages', async () => {
  const path = `/orders/picking-list?${chosen(...ALL)}&format=pdf`
  const [page] = await pagesOf(path)
  assertHas(page, [
    ...HEAD,
    'Lista de separação',
    '3 pedidos · 2 produtos',
    'EAN 7891000315507',
    '3,6234 FD',
    'W-1: 2,5 · W-2: 1,1234',
    'W-1: 1 (Saco azul)',
    'Peso bruto: 36,687 kg',
    '1 linha sem peso cadastrado',
    'W-2 · Armazém Zulu · Rápido Sul',
    'W-S (sem produtos), W-C (encerrado sem venda)',
    'Página 1 de 1',
  ])
  const [english] = await pagesOf(`${path}&language=en`)
  assertHas(english, ['Picking list', '3.6234 FD', 'W-C (over without a sale)', 'Page 1 of 1'])
})

test('a loading list goes by carrier and city, with totals of each', async () => {
  const path = `/orders/loading-list?${chosen(...ALL)}`
  const list = await data(server, 'GET', path)
  type Place = { city: string; orders: { fk_id: string }[] }
  const shape = list.carriers.map(
    ({ shipping_company, places }: { shipping_company: { name: string }; places: Place[] }) => [
      shipping_company.name,
      ...places.map(({ city, orders }) => [city, orders.map(({ fk_id }) => fk_id).join()]),
    ],
  )
  assert.deepEqual(shape, [
    ['Braspress', ['Curitiba', 'W-3']],
    ['Rápido Sul', ['Curitiba', 'W-1'], ['Santos', 'W-2']],
  ])
  const { orders: _, ...totals } = list.carriers[1].totals
  assert.deepEqual(totals, {
    volumes: null,
    gross_weight: 36.686925,
    lines_without_weight: 1,
    total_value: 96.23,
  })
  assert.equal(list.carriers[0].totals.volumes, 2)
  const loaded = list.carriers[1].places[1].orders[0]
  assert.equal(loaded.invoice, '4711')
  assert.equal(loaded.customer.phone, '11 2222-3333')
  assert.equal(list.totals.total_value, 166.23)
  const pages = await pagesOf(`${path}&format=pdf`)
  assert.equal(pages.length, 2)
  assertHas(pages[0], ['Romaneio de carga', 'Braspress', 'Curitiba/PR · 1 pedido', 'Motorista'])
  assertHas(pages[1], [
    ...HEAD,
    'Rápido Sul',
    'Santos/SP · 1 pedido',
    'Armazém Zulu',
    'Tel. 11 2222-3333',
    'Av. Ana Costa, 10',
    'CEP 11060-000',
    'Entregar na doca 3',
    '4711',
    'Total: 2 pedidos · Volumes: ________',
    'Valor: R$ 96,23',
    'assinatura do motorista',
    'Placa',
  ])
})

test('there is a label for each parcel', async () => {
  const path = `/orders/labels?${chosen('W-1', 'W-2')}`
  const pages = await pagesOf(path)
  assert.equal(pages.length, 4)
  assertHas(pages[1], [
    'Armazém Zulu',
    'Av. Ana Costa, 10',
    'CEP 11060-000',
    'Pedido W-2',
    'Volume 1/3',
    'NF 4711',
    'Rápido Sul',
    'CNPJ 11.222.333/0002-62',
  ])
  assertHas(pages[3], ['Volume 3/3'])
  const [sheet, ...more] = await pagesOf(`${path}&volumes=5&size=a4`)
  assert.equal(more.length, 0)
  assertHas(sheet, ['Volume 5/5', 'Volume 3/3'])
})

test('the lists are CSV, too', async () => {
  const br = await succeed(
    server,
    'GET',
    `/orders/picking-list?${chosen('W-1', 'W-2')}&format=csv&csv=br`,
  )
  assert.match(br.headers['content-disposition'] ?? '', /lista-de-separacao-.*\.csv/)
  assert.ok(br.text.includes('P-9;Açúcar 1 kg;7891000315507;FD;"3,6234";"36,686925";'), br.text)
  const rfc = await succeed(server, 'GET', `/orders/loading-list?${chosen('W-2')}`, undefined, {
    headers: { accept: 'text/csv' },
  })
  assert.match(rfc.text, /^shipping_company\.name,state,city,order\.id/)
  assert.ok(rfc.text.includes('Rápido Sul,SP,Santos'), rfc.text)
})

test('filters of the list choose orders; none is on paper where none is found', async () => {
  const list = await data(
    server,
    'GET',
    `/orders/picking-list?id_shipping_company=${ids['carrier']}`,
  )
  assert.deepEqual(
    list.orders.map(({ fk_id }: { fk_id: string }) => fk_id),
    ['W-3'],
  )
  for (const paper of ['picking-list?format=pdf&', 'loading-list?format=pdf&', 'labels?']) {
    const [page] = await pagesOf(`/orders/${paper}fk_id=nobody`)
    assertHas(page, ['Nenhum pedido com produtos.'])
  }
})

test('orders that are not there are named, and wrong parameters', async () => {
  const path = (more: string) => server.send('GET', `/orders/picking-list?${more}`)
  const unknown = await path(`${chosen('W-1')},999999998,999999999`)
  assert.deepEqual(problemOf(unknown), [
    400,
    'invalid_parameter',
    ['id unknown_reference', 'id unknown_reference'],
  ])
  assert.ok(unknown.text.includes('999999998') && unknown.text.includes('999999999'))
  assert.deepEqual(problemOf(await path('page=2')), [
    400,
    'invalid_parameter',
    ['page unknown_parameter'],
  ])
  assert.deepEqual(problemOf(await path('format=xml')), [400, 'invalid_parameter', ['format enum']])
  const many = Array.from({ length: 501 }, (_, i) => i + 1).join(',')
  assert.deepEqual(problemOf(await path(`id=${many}`)), [
    400,
    'invalid_parameter',
    ['id max_items'],
  ])
})

test('more orders than a paper has are refused, and more labels', async () => {
  const other = await server.newAccount('many')
  const own = await sample(server, other.token)
  const item = { id_item: own.product, quantity: 1, price: 1 }
  const lines = Array.from({ length: 501 }, (_, i) =>
    JSON.stringify({ fk_id: `M-${i}`, id_customer: own.customer, items: [item] }),
  )
  const { token } = other
  await server.send('POST', '/bulk/orders', {
    body: lines.join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
    token,
  })
  const all = await server.send('GET', '/orders/loading-list', { token })
  assert.deepEqual(problemOf(all), [400, 'invalid_parameter', ['order_date_from too_many_orders']])
  const { body } = await server.send('GET', '/orders?limit=500&fields=id', { token })
  const named = (body.data as { id: number }[]).map(({ id }) => id).join(',')
  const fits = await server.send('GET', `/orders/picking-list?id=${named}`, { token })
  assert.equal(fits.body.data.lines[0].quantity, 500)
  const labels = await server.send('GET', `/orders/labels?id=${named}&volumes=5`, { token })
  assert.deepEqual(problemOf(labels), [400, 'invalid_parameter', ['volumes maximum']])
})

test('who sees orders of some sellers has papers of these alone', async () => {
  await order('W-U', [line('p9', 4)], { id_user: records.user })
  const restricted = await data(server, 'POST', '/tokens', {
    name: 'Ana',
    scopes: ['orders:read', 'customers:read'],
    only: { id_user: [records.user] },
  })
  const { token } = restricted
  const all = await server.send('GET', '/orders/loading-list', { token })
  assert.deepEqual(
    all.body.data.carriers.flatMap(({ places }: { places: { orders: { fk_id: string }[] }[] }) =>
      places.flatMap(({ orders }) => orders.map(({ fk_id }) => fk_id)),
    ),
    ['W-U'],
  )
  // The customer is of another seller.
  assert.equal(all.body.data.carriers[0].places[0].orders[0].customer.phone, null)
  for (const paper of ['picking-list', 'loading-list', 'labels']) {
    const foreign = await server.send('GET', `/orders/${paper}?${chosen('W-1')}`, { token })
    assert.deepEqual(problemOf(foreign), [400, 'invalid_parameter', ['id unknown_reference']])
  }
})

test('papers need the right to read orders, and telephones that to read customers', async () => {
  const none = await server.newToken('customers:read')
  for (const paper of ['picking-list', 'loading-list', 'labels']) {
    assert.equal((await server.send('GET', `/orders/${paper}`, { token: none })).status, 403)
  }
  const token = await server.newToken('orders:read')
  const path = `/orders/loading-list?${chosen('W-2')}`
  const { body } = await server.send('GET', path, { token })
  assert.equal(body.data.carriers[0].places[0].orders[0].customer.phone, null)
})

test('an order as PDF has the branch at its head, units, and the telephone of its customer', async () => {
  const path = `/orders/${ids['W-1']}/document`
  const [page] = await pagesOf(path)
  assertHas(page, [...HEAD, '2,5 FD', 'Tel. +55 41 99999-1234'])
  const token = await server.newToken('orders:read')
  const { bytes } = await succeed(server, 'GET', path, undefined, { token })
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  assert.ok(!text.includes('99999-1234'))
})
