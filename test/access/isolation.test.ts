import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Account, type Answer, type Server, startServer } from '../harness.ts'
import { attach } from '../support/files/attachments.ts'
import { sendFile } from '../support/files/imports.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { person, registered } from '../support/people.ts'
import { kinds } from '../support/records/records.ts'
import { type Sample, sample } from '../support/sample.ts'

// Two accounts: the server's own keeps one record of every kind, and the other one, a stranger,
// asks every route of the service for them.

/** The fk_id of each kept record, and its name. */
const SECRET = 'segredo'
const HIDDEN = 'escondido'
const NEVER = 8_999_999_999_999_999

/** Nobody answers there. */
const hook = { url: 'https://erp.example.com/' }

let server: Server
let stranger: Account
let theirs: Sample
/** The kept records, by the path that stands before their id. */
const kept = new Map<string, number>()

before(async () => {
  server = await startServer()
  stranger = await server.newAccount('stranger')
  theirs = await sample(server, stranger.token)
  // Identifiers that stand for nothing else in an answer.
  await sql`select setval(oid::regclass, 771000000 + oid::bigint) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(
    server.db,
  )
  for (const { path } of kinds) {
    kept.set(path, (await data(server, 'POST', path, { name: HIDDEN, fk_id: SECRET })).id)
  }
  const series = { name: HIDDEN, fk_id: SECRET }
  kept.set('/number-series', (await data(server, 'POST', '/number-series', series)).id)
  const rule = { name: HIDDEN, fk_id: SECRET, cst: '40' }
  kept.set('/tax-rules', (await data(server, 'POST', '/tax-rules', rule)).id)
  kept.set('/tax-rules/versions', 1)
  const address = { street: HIDDEN, fk_id: SECRET }
  const at = `/customers/${SECRET}/address`
  kept.set('/customers/address', (await data(server, 'POST', at, address)).id)
  const made = await data(server, 'POST', '/orders', {
    ...references(kept),
    fk_id: SECRET,
    observations: HIDDEN,
    items: [{ id_item: kept.get('/products'), quantity: 1, price: 1, fk_id: SECRET }],
  })
  kept.set('/orders', made.id)
  kept.set('/orders/items', made.items[0].id)
  kept.set('/orders/versions', 1)
  const noted = await data(server, 'POST', `/orders/${made.id}/comments`, { text: HIDDEN })
  kept.set('/orders/comments', noted.id)
  const attached = await attach(server, `/orders/${made.id}`, HIDDEN, `${SECRET}.txt`)
  kept.set('/orders/attachments', attached.id)
  kept.set('/orders/fk_id/attachments', attached.id)
  const link = await data(server, 'POST', `/orders/${made.id}/links`, {})
  kept.set('/orders/links', link.id)
  kept.set('/orders/fk_id/versions', 1)
  const token = await data(server, 'POST', '/tokens', { name: HIDDEN, scopes: ['*'] })
  kept.set('/tokens', token.id)
  const issuer = { name: HIDDEN, issuer: 'https://login.example.com', scopes: ['*'] }
  kept.set('/trusted-issuers', (await data(server, 'POST', '/trusted-issuers', issuer)).id)
  const webhook = await data(server, 'POST', '/webhooks', { ...hook, description: HIDDEN })
  kept.set('/webhooks', webhook.id)
  const { id: member, send } = await person(server, { email: `${SECRET}@aurora.example` })
  kept.set('/members', member)
  await registered({ send })
  kept.set('/session/passkeys', (await send('GET', '/session/passkeys')).body.data[0].id)
  kept.set('/sessions', (await send('GET', '/sessions')).body.data[0].id)
  kept.set('/members/sessions', kept.get('/sessions') ?? 0)
  kept.set('/members/passkeys', kept.get('/session/passkeys') ?? 0)
  const signIn = {
    name: HIDDEN,
    issuer: 'https://login.example.com',
    client_id: SECRET,
    client_secret: 'x',
  }
  await succeed(server, 'PUT', '/sign-in-provider', signIn)
  const tested = await data(server, 'POST', `/webhooks/${webhook.id}/test`)
  kept.set('/webhooks/deliveries', tested.id)
  kept.set('/imports', (await sendFile(server, 'customers', `Código;Nome\n1;${HIDDEN}`)).id)
  const work = await data(server, 'POST', `/orders/recalculate?q=${SECRET}`)
  kept.set('/orders/recalculations', work.id)
  const mapping = { resource: 'customers', columns: { A: 'fk_id' } }
  await succeed(server, 'PUT', `/import-mappings/${SECRET}`, mapping)
  const field = { resource: 'products', key: SECRET, label: HIDDEN, type: 'text', filterable: true }
  const saved = { resource: 'orders', name: HIDDEN, query: { q: SECRET }, shared: true }
  kept.set('/views', (await data(server, 'POST', '/views', saved)).id)
  kept.set('/custom-fields', (await data(server, 'POST', '/custom-fields', field)).id)
})
after(() => server.close())

/** All references of an order, by the written field. */
function references(ids: Map<string, number>): Record<string, number> {
  const named = kinds
    .filter(({ path }) => path !== '/products')
    .map(({ path, singular }) => [
      `id_${singular.toLowerCase().replaceAll(' ', '_')}`,
      ids.get(path) as number,
    ])
  return { ...Object.fromEntries(named), id_address: ids.get('/customers/address') }
}

const asStranger = (method: string, path: string, body?: object, headers = {}) =>
  server.send(method, path, { token: stranger.token, headers, ...(body ? { body } : {}) })

/** An answer but for what differs from request to request, and the identifiers asked for. */
function essence({ status, text, headers }: Answer, ...asked: (string | number)[]): unknown[] {
  const same = asked.reduce<string>((left, one) => left.replaceAll(String(one), '?'), text)
  const body = same.replace(/"(request_id|timestamp|version)":"[^"]*"/g, '')
  return [status, body, headers['etag'], headers['location'], headers['www-authenticate']]
}

interface Route {
  method: string
  template: string
  hasBody: boolean
}

/** Every route that the service itself says it has. */
function routes(): Route[] {
  const { paths } = server.app.swagger() as unknown as {
    paths: Record<string, Record<string, object>>
  }
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      method: verb.toUpperCase(),
      template,
      hasBody: 'requestBody' in operation,
    })),
  )
}

/** A template with the identifiers of the kept records, or with ones that never were. */
function addressed(template: string, exists: boolean): { path: string; asked: string[] } {
  const asked: string[] = []
  const path = template.replaceAll(/(.*?)\{(\w+)\}/g, (_, fixed: string, name: string) => {
    const collection = template
      .slice(0, template.indexOf(`{${name}}`) - 1)
      .replace(/\/\{\w+\}/g, '')
    const id = kept.get(collection)
    const isText = /fk_id$|^customerId$|^name$/.test(name)
    assert.ok(isText || id, `say in this test which record {${name}} of ${template} is`)
    const value = isText ? (exists ? SECRET : 'never') : String(exists ? id : NEVER)
    asked.push(value)
    return fixed + value
  })
  return { path, asked }
}

let goods = 0

/** A body that the route takes, as far as this account is concerned. */
function bodyFor({ method, template, hasBody }: Route): object | undefined {
  if (!hasBody) return undefined
  if (/\/(image|attachments)$/.test(template)) return undefined
  const product = { id_item: theirs.product, quantity: 1 }
  if (template.endsWith('/replay')) return { from: '2020-01-01' }
  if (template.startsWith('/import-mappings')) return { resource: 'customers' }
  if (template === '/views') return { resource: 'orders', name: 'taken', query: {}, shared: true }
  if (template.startsWith('/views')) return { name: 'taken' }
  if (template.startsWith('/webhooks')) return method === 'PATCH' ? { description: 'taken' } : hook
  if (template.startsWith('/custom-fields'))
    return method === 'PATCH'
      ? { label: 'taken' }
      : { resource: 'products', key: 'taken', type: 'text' }
  if (method === 'PATCH') {
    if (template.endsWith('/items')) return { add: [product], remove: [{ fk_id: SECRET }] }
    if (template.includes('/items')) return { quantity: 7 }
    return template.startsWith('/orders') ? { observations: 'taken' } : { fk_id: 'taken' }
  }
  if (template.includes('/items')) return product
  if (/^\/orders\/.*\}\/(changes|preview)$/.test(template))
    return { observations: 'taken', items: { add: [product], remove: [{ fk_id: SECRET }] } }
  if (template.includes('/address')) return { city: 'Natal' }
  if (template.startsWith('/orders')) return { id_customer: theirs.customer, items: [product] }
  if (template === '/tax-rules/preview') return { items: [{ quantity: 1, price: 1 }] }
  // No two rules are about the same goods.
  if (template.startsWith('/tax-rules'))
    return { name: 'taken', cst: '40', ncm: String(1_000 + ++goods) }
  return { name: 'taken' }
}

const picture = {
  body: '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nGIF89a\r\n--b--\r\n',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
}

/** All that the own account can read of its own. */
async function everything(): Promise<string> {
  const lists = routes().filter(
    ({ method, template }) => method === 'GET' && !template.includes('{'),
  )
  const orders = kept.get('/orders')
  const paths = [
    // What is refused here is among the account's own requests from then on; a PDF tells when it was made.
    ...lists
      .map(({ template }) => template)
      .filter((path) => !/^\/(health|requests|orders\/labels)/.test(path)),
    `/orders/${orders}`,
    `/orders/${orders}/history`,
    `/customers/${SECRET}/address`,
    `/webhooks/${kept.get('/webhooks')}/status`,
    `/webhooks/${kept.get('/webhooks')}/deliveries`,
  ]
  const found: Answer[] = []
  // One after another: of many at once a busy machine refuses some (503), now these and now those.
  for (const path of paths) found.push(await server.send('GET', path))
  for (const { status, text } of found) assert.ok(status < 500, text)
  return found
    .map(({ text }) => text.replace(/"(timestamp|last_used_at|request_id)":"[^"]*"/g, ''))
    .join('\n')
}

test('no route tells or does more for another account’s record than for one that never was', async () => {
  const before = await everything()
  const withParameters = routes().filter(({ template }) => template.includes('{'))
  assert.ok(withParameters.length > 60)
  for (const route of withParameters) {
    const { method, template } = route
    if (method === 'PUT') continue
    const requests = [true, false].map((exists) => addressed(template, exists))
    const isUpload = /\/(image|attachments)$/.test(template) && method === 'POST'
    const options = isUpload ? picture : { body: bodyFor(route) }
    const answers = []
    for (const { path, asked } of requests) {
      const sent = { token: stranger.token, ...options }
      answers.push(essence(await server.send(method, path, sent), ...asked))
      if (!isUpload) {
        const headers = {
          'if-match': '*',
          'if-none-match': '"x"',
          'idempotency-key': `${path}${method}`,
        }
        answers.push(essence(await server.send(method, path, { ...sent, headers }), ...asked))
      }
    }
    const half = answers.length / 2
    assert.deepEqual(answers.slice(0, half), answers.slice(half), `${method} ${template}`)
    assert.ok((answers[0]?.[0] as number) >= 400, `${method} ${template}: ${answers[0]}`)
  }
  assert.equal(await everything(), before)
})

test('a member is told of no session of another account', async () => {
  const { send } = await person(server, { account_id: stranger.account_id })
  const [own, ...others] = (await send('GET', '/sessions')).body.data
  assert.deepEqual([own.current, others], [true, []])
  const ask = async (id: number) => essence(await send('DELETE', `/sessions/${id}`), id)
  assert.deepEqual(await ask(kept.get('/sessions') ?? 0), await ask(NEVER))
})

test('another account’s fk_ids are free, and writing to one is writing to one’s own', async () => {
  const before = await everything()
  // The account's own settings have no code.
  const byCode = routes().filter(({ method, template }) => method === 'PUT' && /{/.test(template))
  for (const route of byCode) {
    const template = route.template
      .replace('{customerId}', 'aurora')
      .replace('{id_customer}', String(theirs.customer))
      .replace('{customer_fk_id}', 'aurora')
    for (const exists of [true, false]) {
      const { path } = addressed(template, exists)
      const answer = await asStranger('PUT', path, bodyFor(route))
      assert.equal(answer.status, 201, `${template}: ${answer.text}`)
      const read = await asStranger('GET', path)
      assert.deepEqual(read.body.data, answer.body.data)
      assert.ok(!read.text.includes(HIDDEN))
      // Several paths lead to a customer's addresses: each writes it anew.
      if (path.includes('/address'))
        await asStranger('DELETE', `/customers/address/${read.body.data.id}`)
    }
  }
  const { body } = await asStranger('POST', '/orders', {
    id_customer: theirs.customer,
    fk_id: 'own',
  })
  const patched = await asStranger('PATCH', `/orders/${body.data.id}`, { fk_id: `${SECRET}2` })
  assert.equal(patched.status, 200)
  assert.equal(await everything(), before)
})

test('references to another account’s records are refused just as ones to nothing', async () => {
  const own = await data(
    server,
    'POST',
    '/orders',
    { id_customer: theirs.customer },
    {
      token: stranger.token,
    },
  )
  const customer = { id_customer: theirs.customer }
  const cases: [method: string, path: string, body: (id: number) => object, id: number][] =
    Object.entries(references(kept)).flatMap(([field, id]) => [
      ['POST', '/orders', (value: number) => ({ ...customer, [field]: value }), id],
      ['PATCH', `/orders/${own.id}`, (value: number) => ({ [field]: value }), id],
      ['PUT', '/orders/fk_id/mine', (value: number) => ({ ...customer, [field]: value }), id],
    ])
  const product = kept.get('/products') as number
  const lines = (id_item: number) => ({ ...customer, items: [{ id_item, quantity: 1 }] })
  cases.push(['POST', '/orders', lines, product])
  cases.push([
    'POST',
    `/orders/${own.id}/items`,
    (id_item: number) => ({ id_item, quantity: 1 }),
    product,
  ])
  const status = kept.get('/order-statuses') as number
  const next = (id: number) => ({ name: 'x', next: [id] })
  cases.push(['POST', '/order-statuses', next, status])
  cases.push(['PATCH', `/order-statuses/${theirs.statuses['Draft']}`, next, status])
  for (const [method, path, body, id] of cases) {
    const real = await asStranger(method, path, body(id))
    const unreal = await asStranger(method, path, body(NEVER))
    const what = `${method} ${path} ${JSON.stringify(body(id))}`
    assert.equal(real.status, 422, `${what} ${real.text}`)
    assert.deepEqual(essence(real, id), essence(unreal, NEVER), what)
  }
  await assertConsistent(server)
})

test('lists and their filters show nothing of another account', async () => {
  const found = routes().filter(
    ({ method, template }) => method === 'GET' && !template.includes('{'),
  )
  for (const { template } of found.filter(({ template }) => !template.startsWith('/health'))) {
    for (const query of ['', '?pagination=cursor', `?fk_id=${SECRET}`, `?name=${HIDDEN}`]) {
      const { body } = await asStranger('GET', `${template}${query}`)
      assert.ok(!(JSON.stringify(body.data) ?? '').includes(HIDDEN), `${template}${query}`)
    }
  }
  for (const [filter, id] of [
    ['id_customer', kept.get('/customers')],
    ['id_quotation', kept.get('/quotations')],
  ]) {
    const real = await asStranger('GET', `/orders?${filter}=${id}`)
    const unreal = await asStranger('GET', `/orders?${filter}=${NEVER}`)
    assert.equal(real.body.pagination.total, 0)
    assert.deepEqual(essence(real, `${filter}=${id}`), essence(unreal, `${filter}=${NEVER}`))
  }
})

test('a cursor of another account is refused', async () => {
  for (const path of ['/orders', ...kinds.map(({ path }) => path)]) {
    const body = path === '/orders' ? { id_customer: kept.get('/customers') } : { name: 'second' }
    await succeed(server, 'POST', path, body)
    const { next_cursor } = (await succeed(server, 'GET', `${path}?pagination=cursor&limit=1`)).body
    assert.ok(next_cursor, path)
    const refused = await asStranger('GET', `${path}?cursor=${next_cursor}`)
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_cursor'], path)
  }
})
