import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type Server, startServer } from '../harness.ts'
import { sample } from '../support/sample.ts'

// The collection for Postman at `/docs/postman.json`.

interface Pair {
  key: string
  value: string
  disabled?: boolean
}

interface Item {
  name: string
  request: {
    method: string
    header: Pair[]
    url: { raw: string; path: string[]; query?: Pair[]; variable: Pair[] }
    body?: { raw: string }
  }
}

let server: Server
let folders: { name: string; item: Item[] }[]
before(async () => {
  server = await startServer()
  folders = (await server.app.inject('/docs/postman.json')).json().item
})
after(() => server.close())

/** The address as Postman fills it in where nobody has typed anything. */
function addressOf({ path, query = [], variable }: Item['request']['url']): string {
  const filledIn = (part: string) => {
    if (!part.startsWith(':')) return part
    const found = variable.find(({ key }) => `:${key}` === part)
    assert.ok(found, part)
    return encodeURIComponent(found.value)
  }
  const sent = query.filter(({ disabled }) => !disabled)
  assert.deepEqual(sent, [])
  return `/${path.map(filledIn).join('/')}`
}

test('sent as it stands, the collection reads and makes, and changes nothing that there is', async () => {
  const { customer, product } = await sample(server)
  const body = { id_customer: customer, items: [{ id_item: product, quantity: 2 }] }
  assert.equal((await server.send('POST', '/orders', { body })).status, 201)
  const before = await shown()
  assert.ok(before.size > 30)

  const counts = { read: 0, made: 0 }
  for (const { request, name } of folders.flatMap(({ item }) => item)) {
    const { method, url } = request
    assert.notEqual(method, 'DELETE', name)
    const answer = await server.send(method, addressOf(url), {
      ...(request.body ? { body: JSON.parse(request.body.raw) } : {}),
    })
    assert.ok(answer.status < 500, `${name}: ${answer.text}`)
    if (answer.status >= 300) continue
    if (method === 'GET') counts.read++
    else counts.made++
  }
  assert.ok(counts.read > 60 && counts.made > 15, JSON.stringify(counts))

  const after = await shown()
  for (const [path, records] of before) {
    const now = after.get(path) ?? []
    for (const record of records) {
      assert.ok(
        now.some((one) => isDeepStrictEqual(one, record)),
        `${path}: ${JSON.stringify(record)}`,
      )
    }
  }
})

test('the collection has a folder for each subject, a variable for the record, and what is asked for', () => {
  const names = folders.map(({ name }) => name)
  assert.equal(names[0], 'Orders')
  assert.ok(!names.includes('Tokens') || itemsOf('Tokens').every(({ method }) => method === 'GET'))
  const create = itemsOf('Orders').find(
    ({ method, url }) => method === 'POST' && url.path.join('/') === 'orders',
  )
  assert.equal(create?.url.raw, '{{baseUrl}}/orders')
  assert.deepEqual(
    create?.header.map(({ key, value }) => [key, value]),
    [
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', '{{$guid}}'],
    ],
  )
  assert.ok(JSON.parse(create?.body?.raw ?? '{}').items.length > 0)
  const list = itemsOf('Order lists').find(({ url }) => url.raw === '{{baseUrl}}/orders')
  assert.ok(list?.url.query?.some(({ key, disabled }) => key === 'status' && disabled))
  const change = itemsOf('Orders').find(({ method }) => method === 'PATCH')
  assert.deepEqual(
    change?.url.variable.map(({ value }) => value),
    [''],
  )
})

const itemsOf = (folder: string) =>
  (folders.find(({ name }) => name === folder)?.item ?? []).map(({ request }) => request)

/** What the lists of the collection show, by their addresses. */
/** Without what a customer buys, which an order that is made changes. */
function ofItsOwn(record: object): object {
  const beside = /^(?:last_order_at|order_interval_days|(?:orders|value)_12m)$/
  return Object.fromEntries(Object.entries(record).filter(([name]) => !beside.test(name)))
}

async function shown(): Promise<Map<string, unknown[]>> {
  const gets = folders
    .filter(({ name }) => name !== 'Tokens')
    .flatMap(({ item }) => item.filter(({ request }) => request.method === 'GET'))
  const lists = new Map<string, unknown[]>()
  for (const { request } of gets) {
    const path = addressOf(request.url)
    const { status, body } = await server.send('GET', path)
    if (status === 200 && Array.isArray(body.data)) lists.set(path, body.data.map(ofItsOwn))
  }
  return lists
}
