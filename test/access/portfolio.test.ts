import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Server } from '../harness.ts'
import { recordsOf } from '../support/files/csv.ts'
import { importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data, succeed } from '../support/orders.ts'
import { withoutFigures } from '../support/records/figures.ts'
import {
  type Customer,
  essenceOf,
  openAll,
  type Portfolios,
  startPortfolios,
} from '../support/records/portfolios.ts'
import { refusedBy } from '../support/refused.ts'

// Who is restricted to orders of some sellers has to do with the customers of these alone: every route
// that deals with customers is asked, as the document has them.

const NEVER = '8999999999999999'

let all: Portfolios
let server: Server
let ana: number
let bia: number
let own: Customer
let others: Customer
let shared: Customer
let nobodys: Customer
let token: string
let both: string
before(async () => {
  all = await startPortfolios()
  ;({ server, ana, bia, own, others, shared, nobodys, token, both } = all)
})
after(() => server.close())

interface Route {
  method: string
  template: string
}

function routes(): Route[] {
  const { paths } = server.app.swagger() as unknown as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.keys(operations).map((verb) => ({ method: verb.toUpperCase(), template })),
  )
}

/**
 * What each route has to do with customers. One that stands nowhere here fails the first test: say what
 * it shows or changes of customers, and test it.
 */
const dealings: Record<string, RegExp> = {
  record:
    /^\w+ \/customers\/(\{id(_customer)?\}|\{customerId\}|fk_id\/\{(customer_)?fk_id\}|address\/(address|\{id\}))(\/|$)/,
  list: /^GET \/customers(\/suggestions)?$/,
  creates: /^POST \/customers$/,
  transfers: /^POST \/customers\/transfer$/,
  bulk: /^POST \/bulk\/customers$/,
  imports: /^\w+ \/imports/,
  /** Orders name a customer; what they show of one is theirs. `only.test.ts` has the orders. */
  orders: /^\w+ \/(orders|bulk\/orders)/,
  events: /^GET \/events(\/stream)?$/,
  webhooks: /^\w+ \/webhooks/,
  /** `only-writes.test.ts` */
  declarations: /^\w+ \/custom-fields/,
  account: /^\w+ \/account/,
  none: /^\w+ \/(health|roles|test-account|session|products|users|order-statuses|reasons|freight-types|payment-types|payment-methods|categories|operations|shipping-companies|branch-companies|number-series|opportunities|quotations|lookups|taxes|tax-rules|import-mappings|views|tokens|requests|oauth|trusted-issuers|members|sign-in-provider|bulk\/(?!orders|customers))/,
}

const dealingsOf = ({ method, template }: Route) =>
  Object.keys(dealings).filter((name) => dealings[name]?.test(`${method} ${template}`))

test('what each route has to do with customers is known', () => {
  for (const route of routes()) {
    const found = dealingsOf(route)
    assert.equal(found.length, 1, `${route.method} ${route.template}: ${found}`)
  }
})

/** A template with the identifiers of a customer and its address, or with ones that never were. */
async function addressed(template: string, customer: Customer | undefined) {
  const fk_id = customer?.fk_id ?? 'never'
  const path = `/customers/${customer?.id}/addresses`
  const address = customer ? (await data(server, 'GET', path))[0] : undefined
  const isAddress = template.startsWith('/customers/address/')
  const isItsCode = template.includes('/address/fk_id/')
  const values: Record<string, string> = {
    id: String((isAddress ? address?.id : customer?.id) ?? NEVER),
    fk_id: isItsCode ? `end-${fk_id}` : fk_id,
    id_customer: String(customer?.id ?? NEVER),
    customer_fk_id: fk_id,
    customerId: fk_id,
    address_fk_id: `end-${fk_id}`,
  }
  const asked: string[] = []
  const address_ = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? assert.fail(`say in this test what {${name}} of ${template} is`)
    asked.push(value)
    return value
  })
  const query = template.endsWith('/last-prices') ? '?id_item=1' : ''
  return { path: address_ + query, asked }
}

function bodyFor({ method, template }: Route): { body?: object } {
  if (method === 'GET' || method === 'DELETE') return {}
  if (template.endsWith('/anonymise')) return { body: {} }
  if (template.includes('address')) return { body: { city: 'Outra' } }
  return { body: { name: 'Cliente outro' } }
}

/** Puts a customer by its code: where one of others has it, it is taken. */
const puts = ({ method, template }: Route) =>
  method === 'PUT' && template === '/customers/fk_id/{fk_id}'
const isRecord = (route: Route) => dealingsOf(route)[0] === 'record'
const isOfAll = ({ template }: Route) => /anonymis/.test(template)

async function everything(): Promise<unknown> {
  const customers = (await succeed(server, 'GET', '/customers?limit=100')).body.data as Customer[]
  const addresses = customers.map(({ id }) => data(server, 'GET', `/customers/${id}/addresses`))
  return [customers, await Promise.all(addresses)]
}

test('no route tells or does more of a customer of others than of one that never was', async () => {
  const before = await everything()
  const found = routes().filter((route) => isRecord(route) && !puts(route))
  assert.ok(found.length > 20)
  for (const route of found) {
    // This path names the customer whose code is `address`, who is nobody's.
    const isFixed = route.template === '/customers/address/address'
    for (const headers of [{}, { 'if-match': '*' }, { 'if-none-match': '"x"' }]) {
      const answers: unknown[][] = []
      for (const customer of isFixed ? [undefined] : [others, nobodys, undefined]) {
        const { path, asked } = await addressed(route.template, customer)
        const sent = { token, headers, ...bodyFor(route) }
        answers.push(essenceOf(await server.send(route.method, path, sent), asked))
      }
      const what = `${route.method} ${route.template}`
      for (const answer of answers) assert.deepEqual(answer, answers.at(-1), what)
      assert.equal(answers[0]?.[0], isOfAll(route) ? 403 : 404, what)
    }
  }
  for (const { fk_id, id } of [others, nobodys]) {
    const put = { token, body: { name: 'Cliente outro' } }
    const { text } = await refusedBy(server, 'PUT', `/customers/fk_id/${fk_id}`, put, {
      status: 409,
      code: 'duplicate_fk_id',
      at: ['/fk_id'],
    })
    assert.ok(!text.includes(String(id)), text)
  }
  assert.deepEqual(await everything(), before)
})

test('customers of one’s own are there, in every way, and change', async () => {
  for (const route of routes().filter((one) => isRecord(one) && !isOfAll(one))) {
    if (route.template === '/customers/address/address' || route.method === 'DELETE') continue
    const { path } = await addressed(route.template, own)
    const what = `${route.method} ${path}`
    const answer = await server.send(route.method, path, { token, ...bodyFor(route) })
    assert.ok([200, 201].includes(answer.status), `${what} ${answer.text}`)
    if (route.method !== 'GET') continue
    const whole = await server.send('GET', path)
    assert.deepEqual(answer.body.data, withoutFigures(whole.body.data), what)
    assert.equal(answer.headers['etag'], whole.headers['etag'], what)
  }
  // What a PUT or PATCH does not speak of stays: whose the customer is.
  const { users } = await data(server, 'GET', `/customers/${own.id}`)
  assert.deepEqual(users, [{ id: ana, name: 'Ana', fk_id: 'ana' }])
})

test('who sees the customers of some sellers only hands none over', async () => {
  const before = await everything()
  for (const [body, query] of [
    [{ from: ana, to: bia }, ''],
    [{ from: ana, to: null, customers: [own.id] }, ''],
    [{ from: null, to: ana }, ''],
    [{ to: ana }, '?fk_id=hidden'],
  ] as const) {
    await refusedBy(
      server,
      'POST',
      `/customers/transfer${query}`,
      { token, body },
      { status: 403, code: 'insufficient_scope', detail: /restricted to some sellers/ },
    )
  }
  assert.deepEqual(await everything(), before)
  // Who is restricted to branches has to do with all customers.
  const branch = await data(server, 'POST', '/branch-companies', { name: 'Filial' })
  const only = { id_branch_company: [branch.id] }
  const made = { name: 'Filial', scopes: ['*'], only }
  const { token: ofBranch } = await data(server, 'POST', '/tokens', made)
  const moving = { from: bia, to: ana, customers: [others.id] }
  const sent = await data(server, 'POST', '/customers/transfer', moving, { token: ofBranch })
  assert.deepEqual(sent, { moved: 1, remaining: 0 })
  const back = { from: ana, to: bia, customers: [others.id] }
  await succeed(server, 'POST', '/customers/transfer', back, { token: ofBranch })
})

const codesOf = (list: Customer[]) => list.map(({ fk_id }) => fk_id)

test('lists, searches, filters, cursors and files have one’s own customers alone', async () => {
  for (const [query, expected] of [
    ['', ['own', 'shared']],
    ['q=cliente', ['own', 'shared']],
    ['q=hidden', []],
    ['fk_id=hidden', []],
    ['name=Cliente', ['own', 'shared']],
    [`id_user=${bia}`, ['shared']],
    ['fk_id_user=ana,bia', ['own', 'shared']],
    ['has_users=true', ['own', 'shared']],
    ['has_users=false', []],
    ['fields=id,fk_id,users', ['own', 'shared']],
  ] as const) {
    const path = `/customers?sort=id&${query}`
    const { body } = await succeed(server, 'GET', path, undefined, { token })
    assert.deepEqual(codesOf(body.data), expected, query)
    assert.equal(body.pagination.total, expected.length, query)
  }
  const first = await succeed(server, 'GET', '/customers?sort=id&limit=1&pagination=cursor')
  const path = `/customers?cursor=${first.body.next_cursor}&limit=100`
  assert.deepEqual(codesOf(await data(server, 'GET', path, undefined, { token })), [
    'own',
    'shared',
  ])
  for (const format of ['csv', 'ndjson']) {
    const file = await succeed(server, 'GET', `/customers?format=${format}`, undefined, { token })
    const rows = format === 'csv' ? recordsOf(file.text) : (file.body as Customer[])
    assert.deepEqual(
      rows.map(({ fk_id }) => fk_id),
      ['own', 'shared'],
    )
  }
  const whole = await data(server, 'GET', `/customers?fk_id_user=bia&sort=id`)
  assert.deepEqual(codesOf(whole), ['hidden', 'shared'])
  for (const [q, expected] of [
    ['clyente', ['own', 'shared']],
    ['hidden', []],
    ['own', ['own']],
  ] as const) {
    const found = await data(server, 'GET', `/customers/suggestions?q=${q}`, undefined, { token })
    assert.deepEqual(codesOf(found.map((one: { record: Customer }) => one.record)), expected, q)
  }
  const free = await data(server, 'GET', '/customers?has_users=false&q=address')
  assert.deepEqual(codesOf(free), ['address'])
})

test('who makes a customer has it, and hands none over nor takes one', async () => {
  const made = await data(server, 'POST', '/customers', { name: 'Novo' }, { token })
  assert.deepEqual([made.id_user, made.users.length], [ana, 1])
  const outside = (at: string) => ({ status: 422, code: 'validation_failed', at: [at] })
  const attempts: [string, string, object][] = [
    ['POST', '/customers', { name: 'Novo', id_user: bia }],
    ['PUT', '/customers/fk_id/newer', { name: 'Novo', fk_id_user: 'bia' }],
    ['PATCH', `/customers/${own.id}`, { id_user: null }],
    ['PATCH', `/customers/${own.id}`, { id_users: [ana, bia] }],
    ['PATCH', `/customers/${shared.id}`, { id_user: ana }],
  ]
  for (const [method, path, body] of attempts) {
    const at = `/${Object.keys(body).at(-1)}`
    const { body: problem } = await refusedBy(server, method, path, { token, body }, outside(at))
    assert.equal(problem.errors[0].code, 'outside_restriction', `${method} ${path}`)
  }
  // Where it could be of several it is to be said of whom.
  const sent = { token: both, body: { name: 'Novo' } }
  await refusedBy(server, 'POST', '/customers', sent, outside('/id_user'))
  const named = { name: 'Novo', id_user: bia }
  assert.equal((await data(server, 'POST', '/customers', named, { token: both })).id_user, bia)
  const order = await data(
    server,
    'PATCH',
    `/customers/${shared.id}`,
    { id_users: [ana, bia] },
    { token },
  )
  assert.deepEqual([order.id_user, order.users.length], [ana, 2])
})

test('what others’ customers have that is unique is taken, and nothing more is told', async () => {
  const patch = `/customers/${own.id}`
  for (const [method, path, body, code] of [
    ['POST', '/customers', { name: 'Novo', fk_id: 'hidden' }, 'duplicate_fk_id'],
    ['PATCH', patch, { fk_id: 'hidden' }, 'duplicate_fk_id'],
    ['PATCH', patch, { custom_fields: { placa: 'hidden' } }, 'duplicate_value'],
    ['PUT', `${patch}/addresses/fk_id/end-hidden`, { city: 'X' }, 'duplicate_fk_id'],
    ['POST', `${patch}/addresses`, { fk_id: 'end-hidden' }, 'duplicate_fk_id'],
  ] as const) {
    const { status, body: problem } = await server.send(method, path, { token, body })
    assert.deepEqual([status, problem.code], [409, code], `${method} ${path}`)
    assert.ok(!('existing_id' in problem), `${method} ${path}`)
    assert.ok(!problem.detail.includes(String(others.id)), problem.detail)
    const whole = await server.send(method, path, { body })
    assert.equal(typeof whole.body.existing_id, 'number', `${method} ${path}`)
  }
})

test('lines of many customers, and files of them, keep to it', async () => {
  const results = async (mode: string) => {
    const lines = [
      { fk_id: 'own', name: `Linha ${mode}` },
      { fk_id: `line-${mode}`, name: 'Nova' },
      { fk_id: 'hidden', name: 'Tomada' },
      { fk_id: `bias-${mode}`, name: 'Nova', fk_id_user: 'bia' },
      { fk_id: 'own', name: 'X', addresses: [{ fk_id: 'end-hidden', city: 'X' }] },
    ]
    const answer = await server.send('POST', `/bulk/customers?mode=${mode}`, {
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
      token,
    })
    assert.ok(!answer.text.includes(String(others.id)), answer.text)
    const [made] = await data(server, 'GET', `/customers?fk_id=line-${mode}`)
    assert.equal(made.id_user, ana)
    return (answer.body as { status: string; code?: string }[]).map(
      ({ status, code }) => code ?? status,
    )
  }
  const expected = ['updated', 'created', 'duplicate_fk_id', 'validation_failed', 'duplicate_fk_id']
  assert.deepEqual(await results('put'), expected)
  assert.deepEqual(await results('patch'), expected)

  const importer = importerOf(server)
  const text = 'Código;Nome\nown;Do arquivo\nhidden;Tomada\nfile-new;Nova'
  const mapping = { columns: { A: 'fk_id', B: 'name' } }
  const query = `&mapping=${encodeURIComponent(JSON.stringify(mapping))}&dry_run=false`
  const { id } = await sendFile(server, 'customers', text, query, { token })
  const { counts } = await settled(server, importer, id)
  assert.deepEqual([counts.created, counts.updated, counts.refused], [1, 1, 1])
  const [made] = await data(server, 'GET', '/customers?fk_id=file-new')
  assert.equal(made.id_user, ana)
  const ofAll = await sendFile(server, 'customers', text, query)
  await settled(server, importer, ofAll.id)
  const path = `/imports/${ofAll.id}`
  await refusedBy(server, 'GET', path, { token }, { status: 404, code: 'not_found' })
  const listed = await data(server, 'GET', '/imports', undefined, { token })
  assert.deepEqual(
    listed.map((one: { id: number }) => one.id),
    [id],
  )
  const { users } = await data(server, 'GET', `/customers/${shared.id}`)
  assert.equal(users.length, 2)
})

test('an account may let all customers be read, and not changed', async () => {
  const refused = { token, body: { restricted_read_all_customers: true } }
  const lacks = { status: 403, code: 'insufficient_scope' }
  await refusedBy(server, 'PATCH', '/account', refused, lacks)
  await openAll(all, true)
  const { restricted_read_all_customers } = await data(server, 'GET', '/account')
  assert.equal(restricted_read_all_customers, true)
  const before = await everything()
  for (const route of routes().filter((one) => isRecord(one) && !isOfAll(one))) {
    const isFixed = route.template === '/customers/address/address'
    const { path } = await addressed(route.template, isFixed ? nobodys : others)
    const sent = { token, ...bodyFor(route) }
    if (route.method !== 'GET') {
      await refusedBy(server, route.method, path, sent, lacks)
      continue
    }
    const [answer, whole] = [await server.send('GET', path, sent), await server.send('GET', path)]
    assert.deepEqual(
      [answer.status, answer.body.data],
      [200, withoutFigures(whole.body.data)],
      path,
    )
  }
  const lists = (at: string) =>
    data(server, 'GET', '/customers?limit=100', undefined, { token: at })
  assert.deepEqual(await lists(token), (await lists(server.token)).map(withoutFigures))
  const line = { fk_id: 'hidden', name: 'Tomada' }
  const { body: results } = await server.send('POST', '/bulk/customers', {
    body: `${JSON.stringify(line)}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
    token,
  })
  assert.equal(results[0].code, 'insufficient_scope')
  assert.deepEqual(await everything(), before)
  const order = { id_customer: others.id }
  assert.equal((await data(server, 'POST', '/orders', order, { token })).customer.id, others.id)
  await openAll(all, false)
})
