import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { bareDocument, isGtin } from '../../src/base/values/check-digits.ts'
import { removeAccount } from '../../src/operations/accounts/removals.ts'
import { makeData } from '../../src/operations/test-accounts/making.ts'
import { type Answer, type SendOptions, type Server, startServer } from '../harness.ts'
import { assertConsistent, assertCounted, data, problemOf, succeed } from '../support/orders.ts'
import { asBrowser, person, signedIn } from '../support/people.ts'
import { sample } from '../support/sample.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'

// Test accounts: made, marked, used and removed.

let server: Server
before(async () => {
  server = await startServer()
  await sample(server)
})
after(() => server.close())

const SMALL = { customers: 10, products: 20, orders: 130 }
const nobody = new AbortController().signal

const make = (account_id: number, sizes = SMALL, more: object = {}, stop = nobody) =>
  makeData(server.db, account_id, { maxItems: 1_000, onCommitted: () => {}, sizes, ...more }, stop)

/** A new account with a test account of which nothing is made yet. */
async function begun(name: string) {
  const real = await server.newAccount(name)
  const made = await succeed(server, 'POST', '/test-account', undefined, { token: real.token })
  const { id, token } = made.body.data
  return { real, id: id as number, token: token as string }
}

const totalOf = async (path: string, token: string): Promise<number> =>
  (await server.send('GET', path, { token })).body.pagination.total

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
async function all(path: string, token: string): Promise<any[]> {
  const found = []
  for (let page = 1; ; page++) {
    const { body } = await server.send('GET', `${path}?limit=100&page=${page}`, { token })
    found.push(...body.data)
    if (!body.pagination.hasNext) return found
  }
}

test('a token gets a test account with a token that says so, and every answer is marked', async () => {
  const { real, id, token } = await begun('marked')
  assert.match(token, new RegExp(`^pdo_test_${id}_[\\w-]{43}$`))
  assert.equal((await data(server, 'GET', '/account', undefined, { token })).test, true)
  assert.equal((await data(server, 'GET', '/account', undefined, real)).test, false)
  const header = async (options: SendOptions) =>
    (await server.send('GET', '/orders', options)).headers['pedido-test-account']
  assert.deepEqual([await header({ token }), await header(real)], ['true', undefined])
  const other = await succeed(server, 'POST', '/tokens', { name: 'b', scopes: ['*'] }, { token })
  assert.match(other.body.data.token, /^pdo_test_/)
  const path = `/tokens/${other.body.data.id}/rotate-secret`
  const rotated = await succeed(server, 'POST', path, {}, { token })
  assert.match(rotated.body.data.token, /^pdo_test_/)
  assert.equal(await header({ token: rotated.body.data.token }), 'true')
  const client = {
    grant_type: 'client_credentials',
    client_id: String(other.body.data.id),
    client_secret: rotated.body.data.token,
  }
  const access = await server.send('POST', '/oauth/token', {
    token: null,
    body: new URLSearchParams(client).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.match(access.body.access_token, /^pdo_test_/, access.text)
})

test('its year of orders is as the service would have it, and as Brazil would', async () => {
  const { id, token } = await begun('whole')
  const shown = () => data(server, 'GET', '/test-account', undefined, { token })
  assert.equal((await shown()).progress, 0)
  await make(id, { customers: 120, products: 150, orders: 1_500 })
  assert.equal((await shown()).progress, 100)
  const customers = await all('/customers', token)
  const products = await all('/products', token)
  assert.deepEqual(
    [customers.length, products.length, await totalOf('/orders', token)],
    [120, 150, 1_500],
  )
  for (const { document, name } of customers) assert.equal(bareDocument(document), document, name)
  assert.equal(new Set(customers.map(({ document }) => document)).size, 120)
  for (const { gtin, unit_gtin, ncm } of products) {
    assert.ok(isGtin(gtin) && isGtin(unit_gtin) && /^\d{8}$/.test(ncm), gtin)
  }
  assert.equal(new Set(products.map(({ gtin }) => gtin)).size, 150)
  await assertConsistent(server)
  await assertCounted(server)
  const stopped = await totalOf('/customers?stopped_buying=true', token)
  assert.ok(stopped >= 5 && stopped < 40, `${stopped} customers stopped buying`)
  const orders = await all('/orders', token)
  assert.ok(orders.every(({ date }) => Date.parse(date) <= Date.now()))
  const statuses = new Set(orders.map(({ status }) => status.fk_id))
  for (const status of ['open', 'picking', 'invoiced', 'delivered', 'cancelled']) {
    assert.ok(statuses.has(status), status)
  }
  const lines = orders.flatMap(({ items }) => items)
  for (const tax of ['value_ipi', 'vlr_icms_st', 'vlr_icms', 'vlr_desc']) {
    assert.ok(
      lines.some((line) => line[tax] > 0),
      tax,
    )
  }
  const months = Map.groupBy(orders, ({ date }) => date.slice(0, 7))
  assert.ok(months.size >= 12 && months.size <= 13)
})

test('CEPs and area codes are of the state', async () => {
  const { id, token } = await begun('places')
  await make(id, { ...SMALL, customers: 60 })
  /** The first and last CEP by the first three digits, and the first digits of area codes. */
  const ofState: Record<string, [from: number, to: number, area: RegExp]> = {
    SP: [10, 199, /^1/],
    RJ: [200, 289, /^2[124]/],
    ES: [290, 299, /^2[78]/],
    MG: [300, 399, /^3/],
    BA: [400, 489, /^7[13457]/],
    PE: [500, 569, /^8[17]/],
    CE: [600, 639, /^8[58]/],
    DF: [700, 736, /^61/],
    GO: [728, 767, /^6[124]/],
    MT: [780, 788, /^6[56]/],
    MS: [790, 799, /^67/],
    PR: [800, 879, /^4[1-6]/],
    SC: [880, 899, /^4[789]/],
    RS: [900, 999, /^5/],
  }
  for (const { id: customer, phone } of await all('/customers', token)) {
    const [at] = await data(server, 'GET', `/customers/id:${customer}/address`, undefined, {
      token,
    })
    const [from, to, area] = ofState[at.state] ?? assert.fail(at.state)
    const first = Math.floor(at.zip_code / 100_000)
    assert.ok(first >= from && first <= to, `${at.zip_code} ${at.state}`)
    assert.match(phone.slice(1), area, at.state)
  }
})

test('making it goes on after it was cut off, also by two at once', async () => {
  const { id, token } = await begun('cut off')
  for (const wanted of [1, 2, 4]) {
    const stop = new AbortController()
    let steps = 0
    const onProgress = () => ++steps === wanted && stop.abort()
    await make(id, SMALL, { onProgress }, stop.signal)
  }
  await Promise.all([make(id), make(id)])
  assert.deepEqual(
    [
      await totalOf('/customers', token),
      await totalOf('/products', token),
      await totalOf('/orders', token),
    ],
    [10, 20, 130],
  )
  const whole = await begun('at once')
  await make(whole.id)
  const contents = async (own: string) =>
    (await all('/orders', own)).map(({ fk_id, total_value, customer }) => [
      fk_id,
      total_value,
      customer.fk_id,
    ])
  assert.deepEqual(await contents(token), await contents(whole.token))
})

test('there is one of an account, and none of a test account', async () => {
  const { real, token, id } = await begun('one')
  const again = (own: string) => server.send('POST', '/test-account', { token: own })
  assert.deepEqual(problemOf(await again(real.token)).slice(0, 2), [409, 'test_account_exists'])
  assert.equal((await again(real.token)).body.existing_id, id)
  assert.deepEqual(problemOf(await again(token)).slice(0, 2), [409, 'test_account_exists'])
  const weak = await server.newToken('orders:read')
  assert.equal((await again(weak)).status, 403)
})

/** Rows of an account by table, but for the record of its removal. */
async function rowsOf(account_id: number): Promise<Record<string, number>> {
  const { rows: tables } = await server.pool.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'account_id'
       and c.table_name <> 'account_deletions' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await server.pool.query(
      `select count(*)::int as count from ${name} where account_id = $1`,
      [account_id],
    )
    if (rows[0].count > 0) counts[name] = rows[0].count
  }
  return counts
}

const removed = (account_id: number) => {
  const { images } = server.resources
  return removeAccount(server, { images, removeHistory: async () => {} }, account_id, nobody)
}

test('it is removed in one act, half made or whole, and nothing else is', async () => {
  const { real, id, token } = await begun('removed')
  const stop = new AbortController()
  let steps = 0
  await make(id, SMALL, { onProgress: () => ++steps === 4 && stop.abort() }, stop.signal)
  const before = [await rowsOf(server.account_id), await rowsOf(real.account_id)]
  const gone = await succeed(server, 'DELETE', '/test-account', undefined, { token: real.token })
  assert.equal(gone.body.deletedId, id)
  assert.equal((await server.send('GET', '/orders', { token })).status, 403)
  await make(id)
  assert.equal(await removed(id), true)
  assert.deepEqual(await rowsOf(id), {})
  const after = [await rowsOf(server.account_id), await rowsOf(real.account_id)]
  assert.deepEqual(after, before)
  assert.equal((await server.send('GET', '/test-account', { token: real.token })).status, 404)
  await succeed(server, 'POST', '/test-account', undefined, { token: real.token })
})

test('a test account removes itself, and a real account is never removed', async () => {
  const { real, id, token } = await begun('itself')
  await succeed(server, 'DELETE', '/test-account', undefined, { token })
  assert.equal(await removed(id), true)
  const refused = await server.send('DELETE', '/test-account', { token: real.token })
  assert.equal(refused.status, 404)
  assert.equal((await server.send('GET', '/orders', { token: real.token })).status, 200)
})

/** The cookies that a browser has after an answer. */
function cookiesAfter(answer: Answer): string {
  const set = [answer.headers['set-cookie'] ?? []].flat() as string[]
  return set
    .map((one) => one.split(';')[0] ?? '')
    .filter((one) => !one.endsWith('='))
    .join('; ')
}

test('an owner goes there and back, and signing out ends both sessions', async () => {
  const ana = await person(server)
  assert.equal((await ana.send('POST', '/session/test-account')).status, 404)
  const made = await ana.send('POST', '/test-account')
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.data.token, undefined)
  const there = await ana.send('POST', '/session/test-account')
  assert.equal(there.status, 201, there.text)
  const { account, visit, member } = there.body.data
  assert.deepEqual(
    [account.test, account.id, visit, member.role],
    [true, made.body.data.id, true, 'owner'],
  )
  const visitor = asBrowser(server, cookiesAfter(there))
  const session = (await visitor('GET', '/session')).body.data
  assert.deepEqual([session.visit, session.account.id], [true, account.id])
  assert.equal((await visitor('POST', '/session/test-account')).status, 409)
  const back = await visitor('DELETE', '/session/test-account')
  assert.equal(back.status, 200, back.text)
  assert.equal((await visitor('GET', '/session')).status, 401)
  const home = asBrowser(server, cookiesAfter(back))
  assert.equal((await home('GET', '/session')).body.data.account.id, server.account_id)
  assert.equal((await home('DELETE', '/session/test-account')).status, 404)
  const again = await home('POST', '/session/test-account')
  const out = asBrowser(server, cookiesAfter(again))
  assert.equal((await out('DELETE', '/session')).status, 200)
  assert.equal((await home('GET', '/session')).status, 401)
  const manager = await person(server, { role: 'manager' })
  assert.equal((await manager.send('POST', '/session/test-account')).status, 403)
  await succeed(server, 'DELETE', '/test-account')
})

test('who removes the test account from within is back where they came from', async () => {
  const ana = await person(server)
  await ana.send('POST', '/test-account')
  const visitor = asBrowser(server, cookiesAfter(await ana.send('POST', '/session/test-account')))
  const gone = await visitor('DELETE', '/test-account')
  assert.equal(gone.status, 200, gone.text)
  const home = asBrowser(server, cookiesAfter(gone))
  assert.equal((await home('GET', '/session')).body.data.account.id, server.account_id)
  assert.equal((await home('GET', '/test-account')).status, 404)
  assert.equal((await visitor('GET', '/session')).status, 401)
})

test('the way back is shut where the session has ended meanwhile', async () => {
  const ana = await person(server)
  await ana.send('POST', '/test-account')
  const visitor = asBrowser(server, cookiesAfter(await ana.send('POST', '/session/test-account')))
  const elsewhere = await signedIn(server, ana)
  const password = { current_password: ana.password, new_password: 'outras caixas de erva-mate' }
  assert.equal((await elsewhere('PUT', '/session/password', { body: password })).status, 200)
  const back = await visitor('DELETE', '/session/test-account')
  assert.equal(back.status, 200)
  assert.equal(cookiesAfter(back), '')
  await succeed(server, 'DELETE', '/test-account')
})

test('who signs in anew can’t come to a session of somebody else', async () => {
  const [ana, bia] = [await person(server), await person(server)]
  await ana.send('POST', '/test-account')
  const there = cookiesAfter(await ana.send('POST', '/session/test-account'))
  const body = { email: bia.email, password: bia.password }
  const signed = await server.send('POST', '/session', {
    token: null,
    body,
    headers: { cookie: there },
  })
  assert.equal(signed.status, 201, signed.text)
  assert.equal(signed.body.data.visit, false)
  assert.ok(!/pedido_home/.test(cookiesAfter(signed)))
  assert.equal((await ana.send('GET', '/session')).status, 401)
  await succeed(server, 'DELETE', '/test-account')
})

test('webhooks of a test account say so', async () => {
  const { real, token } = await begun('webhooks')
  const receiver = await startReceiver()
  try {
    const url = `http://127.0.0.1:${receiver.port}/`
    const marks = []
    for (const own of [token, real.token]) {
      const webhook = await data(server, 'POST', '/webhooks', { url }, { token: own })
      await succeed(server, 'POST', `/webhooks/${webhook.id}/test`, undefined, { token: own })
      marks.push(receiver.received.at(-1)?.headers['pedido-test-account'])
    }
    assert.deepEqual(marks, ['true', undefined])
    const headers = { 'Pedido-Test-Account': 'false' }
    const refused = await server.send('POST', '/webhooks', { body: { url, headers }, token })
    assert.equal(refused.status, 422)
  } finally {
    receiver.close()
  }
})

test('what goes out of a test account says that it is worth nothing', async () => {
  const { id, token } = await begun('papers')
  await make(id)
  const [{ id: order }] = await data(server, 'GET', '/orders?limit=1', undefined, { token })
  const says = async (language: string, pattern: RegExp) => {
    const path = `/orders/${order}/document?language=${language}`
    const { bytes } = await server.send('GET', path, { token })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
    for (const page of text) assert.match(page, pattern)
    return text.length
  }
  assert.ok((await says('pt-BR', /TESTE – sem valor comercial/)) > 0)
  await says('en', /TEST – no commercial value/)
  const link = await data(server, 'POST', `/orders/${order}/links`, {}, { token })
  const page = await server.app.inject({
    url: new URL(link.url).pathname,
    headers: { accept: 'text/html' },
  })
  assert.match(page.payload, /TESTE – sem valor comercial/)
})
