import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventTypes } from '../../src/events/types.ts'
import { eventText } from '../../src/files/event-words.ts'
import { type Server, startServer } from '../harness.ts'
import { follow, runJobs } from '../support/feed.ts'
import { recordsOf } from '../support/files/csv.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { readXlsx } from '../support/files/xlsx.ts'
import { data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// What files for people say, and how.

let server: Server
let records: Sample
before(async () => {
  server = await startServer()
  await server.pool.query('update accounts set time_zone = $2 where account_id = $1', [
    server.account_id,
    'America/Sao_Paulo',
  ])
  records = await sample(server)
})
after(() => server.close())

/** An export that must succeed; its text. */
async function exported(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { text } = await succeed(server, 'GET', path, undefined, { headers })
  return text
}

function createOrder(fields: object): Promise<{ id: number; fk_id: string }> {
  return data(server, 'POST', '/orders', {
    id_customer: records.customer,
    date: '2026-03-01T02:30:00Z',
    items: [
      { id_item: records.product, quantity: 3, price: 1234.5 },
      { id_item: records.product, quantity: 0.125, price: 8, description: 'a second line' },
    ],
    ...fields,
  })
}

test('CSV as spreadsheets in Brazil read it', async () => {
  await createOrder({ fk_id: 'br', observations: 'a; b, c', date: '2026-03-01T02:30:00Z' })
  const answer = await succeed(server, 'GET', '/orders?format=csv&csv=br&rows=items&fk_id=br')
  assert.deepEqual([...answer.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  const [line] = recordsOf(answer.text, ';')
  assert.equal(line?.['Data'], '28/02/2026 23:30')
  assert.equal(line?.['Valor total'], '3704,5')
  assert.equal(line?.['Observações'], 'a; b, c')
  assert.equal(line?.['Preço unitário'], '1234,5')
  const english = await exported('/orders?format=csv&csv=br&fk_id=br', {
    'accept-language': 'en-US',
  })
  assert.equal(recordsOf(english, ';')[0]?.['Total value'], '3704,5')
  const named = await exported('/customers?format=csv&language=pt-BR')
  assert.ok('Criado em' in (recordsOf(named)[0] ?? {}))
})

test('files for people have house numbers and CEPs as they are written', async () => {
  const { id: id_address } = await data(server, 'POST', '/customers/aurora/address', {
    number_text: 'KM 12',
    zip_code: 1_310_200,
  })
  await createOrder({ fk_id: 'cep', id_address })
  const path = '/orders?fk_id=cep&format='
  const [plain] = recordsOf(await exported(`${path}csv`))
  assert.deepEqual(
    ['number', 'number_text', 'zip_code', 'postal_code'].map((name) => plain?.[`address.${name}`]),
    ['', 'KM 12', '1310200', '01310-200'],
  )
  const [brazilian] = recordsOf(await exported(`${path}csv&csv=br`), ';')
  assert.deepEqual(
    ['Número', 'Número (inteiro)', 'CEP', 'CEP (inteiro)'].map((name) => brazilian?.[name]),
    ['KM 12', '', '01310-200', '1310200'],
  )
  const [english] = recordsOf(await exported(`${path}csv&csv=br&language=en`), ';')
  assert.deepEqual([english?.['Number'], english?.['Zip code']], ['KM 12', '01310-200'])
  const { sheets } = await readXlsx((await succeed(server, 'GET', `${path}xlsx`)).bytes)
  const [heading = [], row = []] = sheets[0]?.rows ?? []
  const cell = row[heading.findIndex(({ text }) => text === 'CEP')]
  assert.deepEqual(cell, { style: 6, text: '01310-200', isText: true })
})

test('files for people say statuses, kinds and yes or no in words, with the customer’s tax id', async () => {
  await data(server, 'PATCH', `/customers/${records.customer}`, { document: '52998224725' })
  const { id } = await createOrder({
    fk_id: 'words',
    id_order_status: records.statuses['Invoiced'],
  })
  const { id: id_customer } = await data(server, 'POST', '/customers', { name: 'Sem CPF' })
  await createOrder({ fk_id: 'words-2', id_customer })
  const path = '/orders?rows=items&sort=id&format=csv'
  const rows = async (query: string) =>
    recordsOf(await exported(`${path}&csv=br&${query}`), ';').filter((row) =>
      /^words/.test(row['Pedido (código)'] ?? row['Order (code)'] ?? ''),
    )
  const [brazilian, , other] = await rows('language=pt-BR')
  assert.deepEqual(
    ['Pedido (id)', 'Situação', 'Tipo', 'Cliente (CNPJ/CPF)'].map((name) => brazilian?.[name]),
    [`${id}`, 'Faturado', 'produto', '52998224725'],
  )
  assert.equal(other?.['Cliente (CNPJ/CPF)'], '')
  const [english] = await rows('language=en')
  assert.deepEqual(
    ['Status', 'Type', 'Customer (CNPJ/CPF)'].map((name) => english?.[name]),
    ['Invoiced', 'product', '52998224725'],
  )
  const statuses = recordsOf(await exported('/order-statuses?format=csv&csv=br&fk_id=draft'), ';')
  assert.deepEqual(
    ['Inicial', 'Bloqueada', 'Conta como venda'].map((name) => statuses[0]?.[name]),
    ['Sim', 'Não', 'Não'],
  )
})

test('files of events for people say what happened in words', async () => {
  const { id } = await createOrder({ fk_id: 'told' })
  await data(server, 'PATCH', `/orders/${id}`, { observations: 'x' })
  const stopJobs = runJobs(server)
  await follow(server, 2, { query: `wait=30&subject=/orders/${id}` })
  await stopJobs()
  const types = async (query: string, column: string) => {
    const path = `/events?type=order.*&subject=/orders/${id}&format=csv&${query}`
    const separator = query.includes('csv=br') ? ';' : ','
    return recordsOf(await exported(path), separator).map((row) => row[column])
  }
  assert.deepEqual(await types('csv=br', 'Tipo'), ['Pedido criado', 'Pedido alterado'])
  assert.deepEqual(await types('language=en', 'Type'), ['Order created', 'Order changed'])
  assert.deepEqual(await types('', 'type'), ['order.created', 'order.updated'])
  for (const language of ['pt-BR', 'en'] as const) {
    const said = eventTypes.map((type) => eventText(type, language))
    assert.deepEqual(
      said.filter((text) => text.includes('.')),
      [],
    )
  }
})

test('declared fields have columns of their own, typed, and come back by them', async () => {
  const declared = [
    { key: 'km', label: 'Quilômetros', type: 'decimal' },
    { key: 'entrega', label: '=Dia', type: 'date' },
    { key: 'vip', label: 'VIP', type: 'boolean' },
    { key: 'rota', type: 'choice', choices: ['Norte', 'Sul'] },
  ]
  for (const field of declared) {
    await data(server, 'POST', '/custom-fields', { resource: 'customers', ...field })
  }
  const custom_fields = { km: '1234.50', entrega: '2026-12-31', vip: 'true', rota: 'Sul' }
  await data(server, 'POST', '/customers', { name: 'Rota', fk_id: 'rota', custom_fields })
  const named = (row: Record<string, string> = {}) =>
    Object.entries(row).filter(([name]) => /custom|\(\p{Ll}+\)$/u.test(name))
  const path = '/customers?fk_id=rota&fields=fk_id,custom_fields&format='
  const [plain] = recordsOf(await exported(`${path}csv`))
  assert.deepEqual(named(plain), [
    ['custom_fields.km', '1234.50'],
    ['custom_fields.entrega', '2026-12-31'],
    ['custom_fields.vip', 'true'],
    ['custom_fields.rota', 'Sul'],
    ['custom_fields', ''],
  ])
  const text = await exported(`${path}csv&csv=br`)
  const [brazilian] = recordsOf(text, ';')
  assert.deepEqual(named(brazilian), [
    ['Quilômetros (km)', '1234,50'],
    ["'=Dia (entrega)", '31/12/2026'],
    ['VIP (vip)', 'Sim'],
    ['rota (rota)', 'Sul'],
  ])
  const { sheets } = await readXlsx((await succeed(server, 'GET', `${path}xlsx`)).bytes)
  assert.deepEqual(sheets[0]?.rows[1]?.slice(1, 5), [
    { style: 0, text: '1234.50', isText: false },
    { style: 7, text: '46387', isText: false },
    { style: 0, text: 'Sim', isText: true },
    { style: 0, text: 'Sul', isText: true },
  ])
  const importer = importerOf(server)
  const changed = text.replace('Sim;Sul', 'Não;norte').replace('1234,50', '1234,5')
  const { done } = await bringIn(server, importer, 'customers', changed)
  assert.deepEqual(done.counts.updated, 1)
  const now = await data(server, 'GET', '/customers/fk_id/rota')
  assert.deepEqual(now.custom_fields, { ...custom_fields, vip: 'false', rota: 'Norte' })
  const wrong = text.replace('Sim;Sul', 'talvez;Leste').replace('31/12/2026', '31/11/2026')
  const refused = await bringIn(server, importer, 'customers', wrong)
  assert.deepEqual(
    refused.done.first_faults.map((fault: { heading: string }) => fault.heading),
    ['=Dia (entrega)', 'VIP (vip)', 'rota (rota)'],
  )
  await importer.close()
})
