import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import { UNRESTRICTED } from '../../src/access/row-scope.ts'
import { listPage } from '../../src/database/list.ts'
import { allConditions, filtersOf } from '../../src/http/lists/lists.ts'
import { orderQuery } from '../../src/orders/reads/filters/order-query.ts'
import { orders } from '../../src/orders/reads/list.ts'
import type { Answer } from '../harness.ts'
import { recordsOf } from '../support/files/csv.ts'
import { data, succeed } from '../support/orders.ts'
import { type Owned, type Restricted, type Seen, startRestricted } from '../support/restricted.ts'

// Tokens that are restricted to orders of some sellers or branches (`only`) ask every route, and
// get what an unrestricted token gets of just those orders.

const NEVER = 8_999_999_999_999_999

let all: Restricted
before(async () => {
  all = await startRestricted()
})
after(() => all.server.close())

interface Route {
  method: string
  template: string
  hasBody: boolean
}

/** Every route that the service itself says it has. */
function routes(): Route[] {
  const { paths } = all.server.app.swagger() as unknown as {
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

/**
 * What each route has to do with orders, and where that is held to the restriction. One that stands
 * nowhere here fails the first test: say what it shows or changes of orders, and test it.
 */
const dealings: Record<string, RegExp> = {
  /** An order by its id or code: here, all methods. */
  record: /^\w+ \/orders\/(\{id\}|\{id_order\}|fk_id\/\{(order_)?fk_id\})(\/|$)/,
  /** Lists, sums and files of orders: here. */
  list: /^GET \/orders(\/summary)?$/,
  /** `only-writes.test.ts` */
  write: /^POST (\/orders|\/orders\/preview|\/bulk\/orders)$/,
  /** `test/orders/invoice-check/orders.test.ts` */
  checks: /^POST \/orders\/invoice-check$/,
  /** `test/orders/recalculations.test.ts` */
  recalculations: /^\w+ \/orders\/(recalculate$|recalculations)/,
  /** A comment or an attachment by itself: `test/orders/{comments,attachments-kept}.test.ts`. */
  beside: /^GET \/orders\/(comments|attachments)\//,
  /** A link by itself, and papers: `test/files/{order-links,warehouse}.test.ts`. */
  files: /^\w+ \/orders\/(links\/|(picking-list|loading-list|labels)$)/,
  /** `test/taxes/coverage.test.ts` */
  coverage: /^GET \/tax-rules\/coverage$/,
  /** `only-writes.test.ts` */
  imports: /^\w+ \/imports/,
  /** `only-events.test.ts` */
  events: /^GET \/events(\/stream)?$/,
  /** `only-events.test.ts` */
  webhooks: /^\w+ \/webhooks/,
  /** `only-writes.test.ts`: records of orders that break a declaration. */
  declarations: /^\w+ \/custom-fields/,
  /** `tokens.test.ts` */
  tokens: /^\w+ \/tokens/,
  /** Who sees some orders lists his own: `test/requests/requests.test.ts`. */
  requests: /^GET \/requests$/,
  /** Access tokens see what their clients see: `test/accounts/oauth.test.ts`. */
  accessTokens: /^POST \/oauth\/token$/,
  /** Issuers whose JWTs are restricted: `test/accounts/issuers.test.ts`. */
  issuers: /^\w+ \/trusted-issuers/,
  /** Members who are restricted: `test/members/members.test.ts`. */
  members: /^\w+ \/members/,
  /** For who sees all of them: `test/members/provider-settings.test.ts`. */
  provider: /^\w+ \/sign-in-provider/,
  /** Nothing of orders. */
  none: /^\w+ \/(health|roles|account|test-account|session|customers|products|users|order-statuses|reasons|freight-types|payment-types|payment-methods|categories|operations|shipping-companies|branch-companies|number-series|opportunities|quotations|taxes|tax-rules(?!\/coverage)|import-mappings|views|lookups|bulk\/(?!orders))/,
}

const dealingsOf = ({ method, template }: Route) =>
  Object.keys(dealings).filter((name) => dealings[name]?.test(`${method} ${template}`))

test('what each route has to do with orders is known', () => {
  for (const route of routes()) {
    const found = dealingsOf(route)
    assert.equal(found.length, 1, `${route.method} ${route.template}: ${found}`)
  }
})

/** An answer but for what differs from request to request, and the identifiers asked for. */
function essence({ status, text, headers }: Answer, ...asked: string[]): unknown[] {
  const same = asked.reduce((left, one) => left.replaceAll(one, '?'), text)
  const body = same.replace(/"request_id":"[^"]*"|"timestamp":"[^"]*"/g, '')
  return [status, body, headers['etag'], headers['location']]
}

/** A template with the identifiers of this order, or with ones that never were. */
function addressed(template: string, order: (Owned & { items: { id: number }[] }) | undefined) {
  const [item] = order?.items ?? []
  const isItem = template.includes('/items/')
  const values: Record<string, string> = {
    id_order: String(order?.id ?? NEVER),
    id: String((isItem ? item?.id : order?.id) ?? NEVER),
    order_fk_id: order?.fk_id ?? 'never',
    fk_id: isItem ? 'L-0' : (order?.fk_id ?? 'never'),
    ...{ version: '1', id_attachment: String(NEVER) },
  }
  const asked: string[] = []
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? assert.fail(`say in this test what {${name}} of ${template} is`)
    asked.push(value)
    return value
  })
  return { path, asked }
}

function bodyFor({ method, template, hasBody }: Route): object | undefined {
  if (!hasBody) return undefined
  const product = { id_item: all.records.product, quantity: 1 }
  if (template.endsWith('/comments')) return { text: 'taken' }
  if (template.endsWith('/links')) return { days: 1 }
  if (template.endsWith('/items')) return method === 'PATCH' ? { add: [product] } : product
  if (template.includes('/items/')) return { quantity: 7 }
  return method === 'PATCH' ? { observations: 'taken' } : { id_customer: all.records.customer }
}

test('no route tells or does more for an order of others than for one that never was', async () => {
  const { server, orders, tokens } = all
  const state = async () => (await succeed(server, 'GET', '/orders?limit=100')).body.data
  const before = await state()
  for (const { name, token, sees } of tokens) {
    const hidden = orders.filter((order) => !sees(order)) as Parameters<typeof addressed>[1][]
    assert.ok(hidden.length > 0, name)
    const found = routes().filter((route) => dealingsOf(route)[0] === 'record')
    assert.ok(found.length > 15)
    for (const route of found.filter(({ method }) => method !== 'PUT')) {
      const body = bodyFor(route)
      for (const headers of [{}, { 'if-match': '*' }, { 'if-none-match': '"x"' }]) {
        const answers = []
        for (const order of [hidden[0], undefined]) {
          const { path, asked } = addressed(route.template, order)
          const sent = { token, headers, ...(body ? { body } : {}) }
          answers.push(essence(await server.send(route.method, path, sent), ...asked))
        }
        const what = `${name}: ${route.method} ${route.template}`
        assert.deepEqual(answers[0], answers[1], what)
        assert.equal(answers[0]?.[0], 404, what)
      }
    }
  }
  assert.deepEqual(await state(), before)
})

test('an order of one’s own is there, in every way', async () => {
  const { server, orders, tokens } = all
  for (const { token, sees } of tokens) {
    const order = orders.find(sees) as Parameters<typeof addressed>[1]
    for (const route of routes().filter((one) => dealingsOf(one)[0] === 'record')) {
      if (route.method !== 'GET' || /\/items\/fk_id\/|\{id_attachment\}/.test(route.template))
        continue
      const { path } = addressed(route.template, order)
      const [own, whole] = await Promise.all([
        server.send('GET', path, { token }),
        server.send('GET', path),
      ])
      assert.equal(own.status, 200, `${path} ${own.text}`)
      assert.deepEqual(own.body.data, whole.body.data, path)
      assert.equal(own.headers['etag'], whole.headers['etag'])
    }
  }
})

/** Queries of lists that touch each way of finding, counting and sorting orders. */
const queries = [
  '',
  'sort=-date',
  'sort=date,-id',
  'limit=2&page=2',
  'sort=-delivery_date',
  'fk_id=P-1',
  'order_date_from=2026-03-02&order_date_to=2026-03-03',
  'create_date_from=2020-01-01',
  'update_date_from=2020-01-01&sort=id',
  'total_from=20&total_to=60',
  'id_customer=CUSTOMER',
  'fk_id_customer=aurora',
  'status=DRAFT',
  'status=DRAFT,OPEN',
  'id_item=PRODUCT',
  'q=aurora',
  'q=P-1',
  'q=cafe',
  'custom.rota=1',
  'custom.rota=1,2',
  'custom.rota=1&status=DRAFT',
  'sort=custom.rota',
  'fields=id,user,branch_company',
  'fields=id,items',
]

/** Further ones that name sellers or branches themselves. */
const own = [
  'id_user=ANA',
  'id_user=BIA',
  'id_user=ANA,BIA',
  'fk_id_user=ana',
  'fk_id_user=ana,bia,nobody',
  'id_branch_company=NORTH',
  'id_branch_company=SOUTH&status=DRAFT',
  'id_user=ANA&id_branch_company=NORTH,SOUTH',
]

function filled(query: string): string {
  const { records, users, branches } = all
  const values: Record<string, unknown> = {
    CUSTOMER: records.customer,
    PRODUCT: records.product,
    DRAFT: records.statuses['Draft'],
    OPEN: records.statuses['Open'],
    ANA: users[0],
    BIA: users[1],
    NORTH: branches[0],
    SOUTH: branches[1],
  }
  return query.replaceAll(/[A-Z]{3,}/g, (name) => String(values[name]))
}

test('lists and their totals are of one’s own orders alone', async () => {
  const { server, tokens } = all
  for (const { name, token, filters } of tokens) {
    for (const query of queries.map(filled)) {
      const what = `${name}: ${query}`
      const asOwn = await succeed(server, 'GET', `/orders?${query}`, undefined, { token })
      const asked = await succeed(server, 'GET', `/orders?${query}&${filters}`)
      assert.deepEqual(asOwn.body.data, asked.body.data, what)
      assert.equal(asOwn.body.pagination.total, asked.body.pagination.total, what)
      assert.equal(asOwn.body.pagination.totalPages, asked.body.pagination.totalPages, what)
      if (query.includes('page=')) continue
      assert.deepEqual(
        await walked(`/orders?${query}&limit=2`, token),
        await walked(`/orders?${query}&limit=2&${filters}`, server.token),
        what,
      )
    }
  }
})

/** All records of a list, by cursors. */
async function walked(path: string, token: string): Promise<unknown[]> {
  const found: unknown[] = []
  let cursor = ''
  do {
    const at = cursor === '' ? `${path}&pagination=cursor` : `/orders?cursor=${cursor}`
    const { body } = await succeed(all.server, 'GET', at, undefined, { token })
    found.push(...body.data)
    cursor = body.next_cursor ?? ''
  } while (cursor !== '')
  return found
}

test('filters by sellers and branches narrow what one sees, and never widen it', async () => {
  const { server, tokens } = all
  for (const { name, token, sees } of tokens) {
    for (const query of own.map(filled)) {
      const what = `${name}: ${query}`
      const { body } = await succeed(server, 'GET', `/orders?${query}`, undefined, { token })
      const whole = await data(server, 'GET', `/orders?${query}`)
      assert.deepEqual(body.data, whole.filter(sees), what)
      assert.equal(body.pagination.total, whole.filter(sees).length, what)
      const walk = await walked(`/orders?${query}&limit=2`, token)
      assert.deepEqual(walk, whole.filter(sees), what)
    }
  }
})

test('a cursor that an unrestricted token got shows no more', async () => {
  const { server, tokens, orders } = all
  const path = '/orders?pagination=cursor&limit=1&sort=id'
  const { next_cursor } = (await succeed(server, 'GET', path)).body
  for (const { token, sees } of tokens) {
    const at = `/orders?cursor=${next_cursor}&limit=100`
    const rest = await data(server, 'GET', at, undefined, { token })
    const ids = rest.map(({ id }: Owned) => id)
    assert.deepEqual(
      ids,
      orders
        .slice(1)
        .filter(sees)
        .map(({ id }) => id),
    )
  }
})

test('sums are of one’s own orders alone', async () => {
  const { server, tokens } = all
  const groups = [
    '',
    'status',
    'customer',
    'user',
    'branch_company',
    'product',
    'day',
    'month,status',
  ]
  const chosen = queries.filter((query) => !/sort|page|fields/.test(query)).map(filled)
  for (const { name, token, filters } of tokens) {
    for (const by of groups) {
      for (const query of by === '' || by === 'status' ? chosen : ['']) {
        const path = `/orders/summary?${by && `group_by=${by}&`}${query}`
        const asOwn = await data(server, 'GET', path, undefined, { token })
        const asked = await data(server, 'GET', `${path}&${filters}`)
        assert.deepEqual(asOwn, asked, `${name}: ${path}`)
      }
    }
  }
  const wider = `/orders/summary?group_by=user&id_user=${all.users}`
  const { groups: found } = await data(server, 'GET', wider, undefined, {
    token: tokens[0]?.token as string,
  })
  assert.deepEqual(
    found.map(({ user }: Owned) => user?.id),
    [all.users[0]],
  )
})

test('files of lists are of one’s own orders alone', async () => {
  const { server, tokens, orders } = all
  for (const { name, token, sees } of tokens) {
    const ids = orders.filter(sees).map(({ id }) => String(id))
    const csv = await succeed(server, 'GET', '/orders?format=csv&sort=id', undefined, { token })
    assert.deepEqual(
      recordsOf(csv.text).map(({ id }) => id),
      ids,
      name,
    )
    const lines = await succeed(server, 'GET', '/orders?format=ndjson&sort=id', undefined, {
      token,
    })
    assert.deepEqual(
      (lines.body as Owned[]).map(({ id }) => String(id)),
      ids,
      name,
    )
  }
})

test('an answer that was stored for who sees more is not given again to who sees less', async () => {
  const { server, tokens } = all
  const [{ token }] = tokens as [Seen]
  const hidden = all.orders.find((order) => !tokens[0]?.sees(order)) as Owned
  const headers = { 'idempotency-key': 'shared' }
  const request = { body: { observations: 'once' }, headers }
  const path = `/orders/${hidden.id}`
  assert.equal((await server.send('PATCH', path, request)).status, 200)
  const refused = await server.send('PATCH', path, { ...request, token })
  assert.deepEqual([refused.status, refused.body.code], [422, 'idempotency_mismatch'])
  assert.ok(!refused.text.includes('once'))
})

test('a list is found by the statement of one that asks for its sellers and branches', async () => {
  const { account_id, pool } = all.server
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<unknown>({ dialect, log: ({ query }) => void sent.push(query) })
  const [[ana, bia], [north]] = [all.users, all.branches]
  for (const [users, branches] of [
    [[ana], null],
    [[ana, bia], null],
    [[ana], [north]],
  ]) {
    const asked = {
      ...(users && { id_user: users }),
      ...(branches && { id_branch_company: branches }),
    }
    const viewer = { account_id, time_zone: 'UTC' }
    const only = { users: users ?? null, branches: branches ?? null, customers: null }
    const sort = [{ field: 'id', descending: true }]
    for (const list of [
      orderQuery({ ...viewer, only }, {}),
      orderQuery({ ...viewer, only: UNRESTRICTED }, asked),
    ]) {
      const conditions = await allConditions(db, list, filtersOf(list))
      await listPage(db, orders, account_id, conditions, sort, { limit: 25, offset: 0 })
    }
    const [restricted, asking] = sent.splice(0)
    assert.equal(restricted?.sql, asking?.sql)
    assert.deepEqual(restricted?.parameters, asking?.parameters)
  }
})
