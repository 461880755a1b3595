import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { definitions } from '../../src/records/definitions.ts'
import { type Server, startServer } from '../harness.ts'
import { follow, runJobs } from '../support/feed.ts'
import { readCsv, recordsOf } from '../support/files/csv.ts'
import { readXlsx } from '../support/files/xlsx.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let server: Server
let records: Sample

before(async () => {
  server = await startServer()
  const { account_id } = server
  // Before anybody asks: what a token's account is may be kept for a second.
  await server.pool.query('update accounts set time_zone = $2 where account_id = $1', [
    account_id,
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

let code = 0

function createOrder(fields: object = {}): Promise<{ id: number; fk_id: string }> {
  return data(server, 'POST', '/orders', {
    fk_id: `EXP-${++code}`,
    id_customer: records.customer,
    date: '2026-03-01T02:30:00Z',
    items: [
      { id_item: records.product, quantity: 3, price: 1234.5 },
      { id_item: records.product, quantity: 0.125, price: 8, description: 'a second line' },
    ],
    ...fields,
  })
}

interface Schema {
  properties: Record<string, Schema & { anyOf?: Schema[] }>
  items?: Schema
  $ref?: string
}

const ONE_COLUMN =
  /\/(ProductPackage|CustomerContact|TaxRegime|SimplesCreditRate|StRegistration|PaymentTerms|Installment|LineTax|Intermediary|Lot)$/

/** The names of a schema's properties, those of records within it behind a dot. */
function namesOf(schema: Schema, schemas: Record<string, Schema>, prefix = ''): string[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const [inner = property] = property.anyOf ?? []
    const one = inner.items ?? inner
    // Rows within a record, such as regimes by date, are one column, and so are terms and instalments.
    if (ONE_COLUMN.test(one.$ref ?? '')) return [`${prefix}${name}`]
    const found = one.$ref ? (schemas[one.$ref.split('/').at(-1) ?? ''] as Schema) : one
    const path = `${prefix}${name}`
    return found.properties ? namesOf(found, schemas, `${path}.`) : [path]
  })
}

test('every property of a record has a column', async () => {
  const document = (await server.app.inject('/openapi.json')).json()
  const { schemas } = document.components
  const records = definitions.map(({ path, title }) => [path, title] as const)
  for (const [path, schema] of [...records, ['/orders?rows=items', 'Order'] as const]) {
    const [heading] = readCsv(await exported(path, { accept: 'text/csv' }))
    // What is read beside a record on demand is in no file.
    const { expanded: _, ...properties } = schemas[schema].properties
    assert.deepEqual(heading, namesOf({ properties }, schemas))
    const asked = path.includes('?') ? `${path}&` : `${path}?`
    const [words = []] = readCsv(await exported(`${asked}format=csv&csv=br`), ';')
    assert.ok(!words.some((word) => heading?.includes(word)), `${path}: ${words}`)
  }
})

test('what is asked for decides the format', async () => {
  const typeOf = async (path: string, accept?: string) => {
    const answer = await server.send('GET', path, { headers: accept ? { accept } : {} })
    return answer.headers['content-type'] ?? ''
  }
  for (const path of ['/orders', '/customers', '/products', '/events']) {
    assert.match(await typeOf(path), /^application\/json/)
    assert.match(await typeOf(path, 'text/csv'), /^text\/csv; charset=utf-8/)
    assert.match(await typeOf(path, 'application/x-ndjson'), /^application\/x-ndjson/)
    assert.match(await typeOf(path, XLSX), /^application\/vnd\.openxml/)
    assert.match(await typeOf(path, 'text/csv;q=0.5, application/json'), /^application\/json/)
    assert.match(await typeOf(path, 'text/html, */*;q=0.1'), /^application\/json/)
    assert.match(await typeOf(path, 'text/html, text/*;q=0.1'), /^text\/csv/)
    assert.match(await typeOf(`${path}?format=csv`, 'text/html'), /^text\/csv/)
    assert.match(await typeOf(`${path}?format=json`, 'text/csv'), /^application\/json/)
  }
  const refused = await server.send('GET', '/orders', { headers: { accept: 'text/html' } })
  assert.deepEqual(problemOf(refused), [406, 'not_acceptable', []])
  for (const type of ['application/json', 'text/csv', 'application/x-ndjson', XLSX]) {
    assert.ok(refused.body.detail.includes(type), refused.body.detail)
  }
  const other = await server.send('GET', '/webhooks', { headers: { accept: 'text/csv' } })
  assert.equal(other.status, 406)
})

test('a file has a name in the language asked for, and says by what it differs', async () => {
  const headersOf = async (path: string, headers: Record<string, string> = {}) =>
    (await server.send('GET', path, { headers })).headers
  const nameOf = async (...asked: Parameters<typeof headersOf>) =>
    (await headersOf(...asked))['content-disposition']
  assert.match((await nameOf('/orders?format=csv')) ?? '', /^attachment; filename="orders-\d{4}-/)
  assert.match((await nameOf('/orders?format=csv&csv=br')) ?? '', /"pedidos-[\d-]{10}\.csv"$/)
  const english = { 'accept-language': 'en-GB,pt;q=0.5' }
  assert.match((await nameOf('/customers?format=xlsx', english)) ?? '', /"customers-.*\.xlsx"$/)
  assert.match((await nameOf('/products?format=xlsx')) ?? '', /"produtos-.*\.xlsx"$/)
  const brazilian = await nameOf('/payment-types?format=csv&csv=br')
  assert.match(brazilian ?? '', /"condicoes-de-pagamento-[\d-]{10}\.csv"$/)
  assert.match((await nameOf('/events?format=ndjson')) ?? '', /"events-.*\.ndjson"$/)
  const vary = (await headersOf('/orders?format=csv'))['vary'] ?? ''
  assert.deepEqual(vary.split(', ').sort(), [
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Cookie',
  ])
  assert.match((await headersOf('/orders'))['vary'] ?? '', /Accept/)
  const head = await server.send('HEAD', '/orders?format=csv')
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  assert.match(head.headers['content-type'] ?? '', /^text\/csv/)
})

test('CSV holds what the list holds, with any filter and sort', async () => {
  const first = await createOrder({ observations: 'two\nlines, and "marks"', fk_id: '00012' })
  const second = await createOrder({ delivery_date: '2026-03-09T12:00:00Z' })
  const path = `/orders?order_date_from=2026-02-28&order_date_to=2026-03-02&sort=id`
  const [one, other, ...more] = recordsOf(await exported(path, { accept: 'text/csv' }))
  assert.deepEqual([one?.['id'], other?.['id'], more], [`${first.id}`, `${second.id}`, []])
  assert.equal(one?.['fk_id'], '00012')
  assert.equal(one?.['observations'], 'two\nlines, and "marks"')
  assert.equal(one?.['date'], '2026-03-01T02:30:00.000Z')
  assert.equal(one?.['total_value'], '3704.5')
  assert.equal(one?.['user.id'], '')
  assert.equal(one?.['custom_fields'], '')
  const found = recordsOf(await exported(`/orders?format=csv&fk_id=00012&fields=total_value,id`))
  assert.deepEqual(found, [{ id: `${first.id}`, total_value: '3704.5' }])
  const lines = recordsOf(await exported(`${path}&format=csv&rows=items&fields=id,items`))
  assert.deepEqual(
    lines.map((line) => [line['id'], line['items.quantity'], line['items.total_liq']]),
    [first, first, second, second].map(({ id }, i) => [
      `${id}`,
      ...(i % 2 ? ['0.125', '1'] : ['3', '3703.5']),
    ]),
  )
  const empty = await createOrder({ items: [], fk_id: 'without' })
  const bare = recordsOf(await exported('/orders?format=csv&rows=items&fk_id=without'))
  assert.deepEqual(
    bare.map((line) => [line['id'], line['items.id']]),
    [[`${empty.id}`, '']],
  )
})

test('numbers keep all their digits', async () => {
  const price = 0.0000001234
  const { id } = await createOrder({
    fk_id: 'digits',
    items: [{ id_item: records.product, quantity: 3, total_item: 1, price: 0.3333333333 }],
  })
  const whole = await server.send('GET', `/orders/${id}`)
  const [, written] = /"unit_liq":([\d.]+)/.exec(whole.text) ?? []
  await data(server, 'POST', '/products', { name: 'Grain', fk_id: 'grain', price })
  const [line] = recordsOf(await exported('/orders?format=csv&rows=items&fk_id=digits'))
  assert.equal(line?.['items.unit_liq'], written)
  const [grain] = recordsOf(await exported('/products?format=csv&fk_id=grain'))
  assert.equal(grain?.['price'], '0.0000001234')
})

test('no cell becomes a formula', async () => {
  const names = ['=1+1', '+55 11', '-2+3', '@SUM(A1)', '＝1']
  for (const [i, name] of names.entries()) {
    await data(server, 'POST', '/products', { name, fk_id: `formula-${i}` })
  }
  for (const separator of [',', ';']) {
    const path = `/products?format=csv&sort=id${separator === ';' ? '&csv=br&language=en' : ''}`
    const rows = recordsOf(await exported(path), separator)
    const texts = rows.map((row) => row['name'] ?? row['Name'])
    assert.deepEqual(
      texts.filter((text) => /^'/.test(text ?? '')),
      names.map((name) => `'${name}`),
    )
  }
  const { sheets } = await readXlsx((await succeed(server, 'GET', '/products?format=xlsx')).bytes)
  const found = sheets[0]?.rows
    .map((row) => row[1])
    .filter((cell) => names.includes(cell?.text ?? ''))
  assert.equal(found?.length, names.length)
  assert.ok(found?.every((cell) => cell?.isText))
})

test('XLSX has typed cells, under a heading that stays', async () => {
  await createOrder({ fk_id: '007', observations: 'Açúcar & <café> \u{1F600}' })
  const { bytes } = await succeed(server, 'GET', '/orders?format=xlsx&rows=items&fk_id=007')
  const { sheets, styles } = await readXlsx(bytes)
  assert.equal(sheets[0]?.name, 'Pedidos')
  const [heading = [], first = [], second = [], ...more] = sheets[0]?.rows ?? []
  assert.equal(more.length, 0)
  const at = (row: typeof first, name: string) =>
    row[heading.findIndex(({ text }) => text === name)]
  assert.deepEqual(at(first, 'Pedido (código)'), { style: 6, text: '007', isText: true })
  assert.deepEqual(at(first, 'Valor total'), { style: 3, text: '3704.5', isText: false })
  assert.deepEqual(at(second, 'Quantidade'), { style: 4, text: '0.125', isText: false })
  assert.equal(at(first, 'Observações')?.text, 'Açúcar & <café> \u{1F600}')
  assert.equal(at(first, 'Vendedor'), undefined)
  // 28 February 2026, 23:30 in São Paulo, in days since the beginning of 1900.
  assert.deepEqual(at(first, 'Data'), { style: 2, text: '46081.9791666667', isText: false })
  assert.match(styles, /dd\/mm\/yyyy hh:mm/)
  assert.match(sheets[0]?.head ?? '', /state="frozen"/)
  const english = await succeed(server, 'GET', '/customers?format=xlsx&language=en')
  const [customers] = (await readXlsx(english.bytes)).sheets
  assert.equal(customers?.name, 'Customers')
  assert.equal(customers?.rows[0]?.[1]?.text, 'Name')
})

test('NDJSON holds whole records, as the list and the feed give them', async () => {
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const orders = lines(await exported('/orders?format=ndjson&sort=id'))
  const list = await data(server, 'GET', '/orders?sort=id&limit=100')
  assert.deepEqual(orders, list)
  const stopJobs = runJobs(server)
  await follow(server, orders.length)
  await stopJobs()
  const events = lines(await exported('/events?format=ndjson&type=order.*'))
  const feed = await data(server, 'GET', '/events?type=order.*&limit=100')
  assert.deepEqual(events, feed)
  assert.ok(orders.length > 3)
  const [event] = recordsOf(await exported('/events?format=csv&type=order.*'))
  assert.equal(event?.['sequence'], feed[0].sequence)
  assert.deepEqual(JSON.parse(event?.['data.record'] ?? ''), feed[0].data.record)
})

test('an export is compressed where that is asked for', async () => {
  const plain = await exported('/orders?format=csv')
  for (const encoding of ['gzip', 'br']) {
    const answer = await server.send('GET', '/orders?format=csv', {
      headers: { 'accept-encoding': encoding },
    })
    assert.equal(answer.headers['content-encoding'], encoding)
    assert.equal(answer.text, plain)
  }
})

test('an export has no pages, and refuses what the list refuses', async () => {
  const problem = async (query: string) => problemOf(await server.send('GET', query))
  assert.deepEqual(await problem('/orders?format=csv&limit=10&page=2&pagination=cursor'), [
    400,
    'invalid_parameter',
    ['limit not_in_export', 'page not_in_export', 'pagination not_in_export'],
  ])
  assert.deepEqual(await problem('/events?format=csv&wait=2'), [
    400,
    'invalid_parameter',
    ['wait not_in_export'],
  ])
  for (const [query, fault] of [
    ['sort=colour', 'sort sort'],
    ['fields=colour', 'fields fields'],
    ['fields=items', 'fields fields'],
    ['rows=items&fields=id', 'rows fields'],
    ['rows=lines', 'rows enum'],
    ['csv=excel', 'csv enum'],
    ['total_from=2&total_to=1', 'total_from empty_range'],
  ] as const) {
    const found = await problem(`/orders?format=csv&${query}`)
    assert.deepEqual(found, [400, 'invalid_parameter', [fault]], query)
  }
  const unknown = await server.send('GET', '/orders?format=pdf')
  assert.deepEqual(problemOf(unknown), [400, 'invalid_parameter', ['format enum']])
})

test('an export has the records of its account, and what its token may see', async () => {
  const other = await server.newAccount('other')
  for (const path of ['/orders', '/customers', '/products', '/events']) {
    const { text } = await succeed(server, 'GET', `${path}?format=csv`, undefined, other)
    assert.equal(readCsv(text).length, 1, path)
  }
  const token = await server.newToken('customers:read', 'events:read')
  const refused = await server.send('GET', '/orders?format=csv', { token })
  assert.equal(refused.status, 403)
  const { text } = await succeed(server, 'GET', '/events?format=csv', undefined, { token })
  assert.ok(recordsOf(text).every(({ type }) => /^(customer|address)\./.test(type ?? '')))
})
