import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, type SendOptions, type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Refusals in the language that `Accept-Language` asks for. That each sentence of ours has its
// Portuguese is what `scripts/texts.ts` holds; this is about what is sent.

let server: Server
let ids: Sample
let order: { id: number }
before(async () => {
  server = await startServer({ MAX_ITEMS: 5 })
  ids = await sample(server)
  order = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    fk_id: 'taken',
    id_order_status: ids.statuses['Open'],
    items: [{ id_item: ids.product, quantity: 1, fk_id: 'a' }],
  })
})
after(() => server.close())

type Asked = [method: string, path: string, options?: SendOptions]

const body = (value: unknown): SendOptions => ({ body: value }) as SendOptions

/** Requests that are refused, each for reasons of its own. */
function refused(): Asked[] {
  const { customer, product, statuses } = ids
  const at = `/orders/${order.id}`
  const ndjson = { 'content-type': 'application/x-ndjson' }
  return [
    ['GET', '/nowhere'],
    ['PUT', '/orders'],
    ['GET', '/orders', { token: null }],
    ['GET', '/orders', { token: 'pdo_1_nobody' }],
    ['GET', '/orders?limit=0&page=x&nothing=1&order_date_from=yesterday&sort=size'],
    ['GET', '/orders?sort=size,id,id'],
    ['GET', '/orders?fields=id,id,nothing'],
    ['GET', '/orders?cursor=altered'],
    ['GET', '/orders?pagination=cursor&page=2'],
    ['GET', '/orders?total_from=2&total_to=1'],
    ['GET', '/orders?q=a%20b%20c%20d%20e%20f%20g%20h%20i'],
    ['GET', '/orders?custom.canal=loja'],
    ['GET', '/orders?format=csv&page=2'],
    ['GET', '/orders/%ff'],
    ['GET', '/orders/999999999'],
    ['GET', '/orders/fk_id/nobody'],
    ['GET', `${at}/items/999999999`],
    ['GET', '/customers/999999999'],
    ['GET', '/customers/7/address'],
    ['GET', '/webhooks/999999999'],
    ['GET', '/imports/999999999'],
    ['GET', '/import-mappings/nobody'],
    ['GET', '/tokens/999999999'],
    ['GET', `/products/${product}/image`],
    ['GET', '/events?type=nothing&subject=x'],
    ['GET', '/orders', { headers: { accept: 'text/html;q=0, application/json;q=0' } }],
    ['POST', '/orders', body('{')],
    ['POST', '/orders', body('{"a": 1, "a": 2}')],
    ['POST', '/orders', body('')],
    ['POST', '/orders', { body: 'x', headers: { 'content-type': 'text/plain' } } as SendOptions],
    ['POST', '/orders', body([])],
    ['POST', '/orders', body({ id_customer: 'x', fk_id: ' x', date: 'x', nothing: 1 })],
    [
      'POST',
      '/orders',
      body({
        id_customer: 999_999_999,
        fk_id_user: 'nobody',
        freight_value: 1,
        id_freight_type: ids.free_freight,
        items: [
          { id_item: product, quantity: 1, discount_value: 99 },
          { id_item: product, quantity: 2, price: 1, total_item: 5, aliq_icms_st: 3 },
          { id_item: ids.service, quantity: 1 },
          { fk_id_item: 'nobody', quantity: 1, price: 1 },
        ],
      }),
    ],
    ['POST', '/orders', body({ id_customer: customer, freight_value: 1.123 })],
    ['POST', '/orders', body({ id_customer: customer, freight_value: 1 })],
    ['POST', '/orders', body({ id_customer: customer, fk_id: 'taken' })],
    ['POST', '/orders', body({ id_customer: customer, fk_id_customer: 'nobody' })],
    ['POST', '/orders', { ...body({}), headers: { 'idempotency-key': 'a b' } }],
    ['PATCH', at, body({ items: [] })],
    ['PATCH', at, body({ id_order_status: statuses['Invoiced'] })],
    ['PATCH', at, { ...body({}), headers: { 'if-match': '"another"' } }],
    ['POST', `${at}/preview`, body({ items: { remove: [{ id: 9 }, { fk_id: 'x' }] } })],
    ['PATCH', `${at}/items`, body({ add: Array(5).fill({ id_item: product, quantity: 1 }) })],
    ['DELETE', `/customers/${customer}`],
    ['DELETE', `/order-statuses/${statuses['Draft']}`],
    ['POST', '/customers', body({ name: '', email: 'x', document: '1' })],
    ['POST', '/customers', body({ name: 'x', fk_id: 'aurora' })],
    ['POST', '/products', body({ name: 'x', price: -1, type: 'thing' })],
    ['POST', '/custom-fields', body({ resource: 'orders', key: 'a,b', type: 'choice' })],
    ['POST', '/custom-fields', body({ resource: 'orders', key: 'a', type: 'choice' })],
    ['POST', '/customers', body({ name: 'x', custom_fields: { rota: '1' } })],
    ['POST', '/webhooks', body({ url: 'http://127.0.0.1/#x' })],
    ['POST', '/webhooks', body({ url: 'https://a.example/', headers: { host: 'x', a: '' } })],
    ['POST', '/tokens', body({ name: 'x', scopes: ['all'], expires_at: '2020-01-01T00:00:00Z' })],
    ['PATCH', '/account', body({ time_zone: 'Nowhere' })],
    ['POST', '/imports?resource=customers', body({})],
    ['POST', `/products/${product}/image`, body({})],
    ['POST', '/bulk/orders', { body: '', headers: { 'idempotency-key': 'a', ...ndjson } }],
    ['POST', '/bulk/orders', body({})],
  ]
}

async function inBoth([method, path, options = {}]: Asked): Promise<[Answer, Answer]> {
  const ask = (language: string) =>
    server.send(method, path, {
      ...options,
      headers: { ...options.headers, 'accept-language': language },
    })
  return [await ask('en'), await ask('pt-BR')]
}

type Problem = Record<string, unknown> & { detail: string; errors: Record<string, unknown>[] }

/** What is not for people; a title and every `detail` must differ. */
function compare(english: Problem, portuguese: Problem, what: string): void {
  const bare = ({
    detail: _,
    title: __,
    meta: ___,
    request_id: ____,
    errors,
    ...rest
  }: Problem) => ({
    ...rest,
    errors: errors.map(({ detail: _, ...fault }) => fault),
  })
  assert.deepEqual(bare(portuguese), bare(english), what)
  assert.notEqual(portuguese.detail, english.detail, what)
  for (const [i, fault] of portuguese.errors.entries()) {
    assert.notEqual(fault['detail'], english.errors[i]?.['detail'], what)
  }
}

test('a refusal says the same in English and in Portuguese, in other words', async () => {
  const codes = new Set<string>()
  for (const asked of refused()) {
    const [english, portuguese] = await inBoth(asked)
    const what = `${asked.join(' ').slice(0, 100)} ${portuguese.text.slice(0, 400)}`
    assert.ok(english.status >= 400, what)
    assert.equal(portuguese.headers['content-language'], 'pt-BR', what)
    assert.equal(english.headers['content-language'], 'en', what)
    assert.match(portuguese.headers['vary'] ?? '', /Accept-Language/, what)
    assert.notEqual(portuguese.body.title, english.body.title, what)
    compare(english.body, portuguese.body, what)
    codes.add(english.body.code)
    for (const fault of english.body.errors) codes.add(fault.code)
  }
  assert.ok(codes.size >= 40, [...codes].sort().join(' '))
})

test('lines in bulk are refused in the language of the request', async () => {
  const lines = [
    { fk_id: 'b1', id_customer: ids.customer, items: [{ fk_id_item: 'nobody', quantity: 1 }] },
    { fk_id: 'b2', nothing: 1 },
    { fk_id: 'b3', id_customer: ids.customer, freight_value: 3 },
  ]
  const [english, portuguese] = await inBoth([
    'POST',
    '/bulk/orders',
    {
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    },
  ])
  assert.equal(portuguese.status, 200, portuguese.text)
  for (const [i, line] of portuguese.body.entries()) compare(english.body[i], line, line.detail)
})

test('sentences read well', async () => {
  const said = async (...asked: Asked) => (await inBoth(asked))[1].body
  const missing = await said('GET', '/orders/999999999')
  assert.deepEqual(
    [missing.title, missing.detail],
    ['Não encontrado', 'O pedido 999999999 não existe.'],
  )
  const wrong = await said('POST', '/orders', body({ id_customer: 'x', items: [{}] }))
  assert.deepEqual(
    wrong.errors.map(({ pointer, detail }: Record<string, string>) => [pointer, detail]),
    [
      ['/id_customer', 'deve ser número inteiro, e não texto.'],
      ['/items/0/id_item', 'é obrigatório, ou então fk_id_item.'],
      ['/items/0/quantity', 'é obrigatório.'],
    ],
  )
  const used = await said('DELETE', `/customers/${ids.customer}`)
  assert.equal(used.detail, `Cliente ${ids.customer} está em uso por pedidos e endereços.`)
})

test('English is spoken unless Portuguese is wanted more', async () => {
  const spoken = async (headers: Record<string, string>) =>
    (await server.send('GET', '/nowhere', { headers })).headers['content-language']
  assert.equal(await spoken({}), 'en')
  for (const [wanted, language] of [
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['PT-pt;q=0.5', 'pt-BR'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
    ['en-US,en;q=0.9,pt;q=0.8', 'en'],
    ['pt;q=0.1, en;q=0.2', 'en'],
    ['pt;q=0', 'en'],
    ['fr, pt;q=0.3', 'pt-BR'],
    ['*', 'en'],
    ['de', 'en'],
  ] as const) {
    assert.equal(await spoken({ 'accept-language': wanted }), language, wanted)
  }
})
