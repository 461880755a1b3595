import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { data, makerOf, problemOf, succeed } from '../support/orders.ts'
import { person } from '../support/people.ts'

// Links by which somebody without an account sees an order.

let server: Server
const ids: Record<string, number> = {}
const make = makerOf(() => server, ids)
before(async () => {
  server = await startServer()
  await make('seller', '/users', { name: 'Marina' })
  await make('customer', '/customers', { name: 'Mercado <Aurora>', document: '11222333000181' })
  await make('product', '/products', { name: 'Feijão & arroz', fk_id: 'F-1', price: 8.5 })
})
after(async () => server.close())

const order = async (more: object = {}): Promise<number> => {
  const items = [{ id_item: ids['product'], quantity: 3 }]
  const body = { id_customer: ids['customer'], items, observations: 'Entregar <cedo>', ...more }
  return (await data(server, 'POST', '/orders', { internal_observations: 'segredo', ...body })).id
}
const linkTo = async (id: number, body: object = {}, token = server.token) => {
  const link = await data(server, 'POST', `/orders/${id}/links`, body, { token })
  return { ...link, path: new URL(link.url).pathname as string }
}
/** As a browser that nobody has signed in with. */
const open = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url: path,
    headers: { accept: 'text/html', 'accept-language': 'pt-BR', ...headers },
  })
const answer = (path: string, form: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url: `${path}/answer`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: new URLSearchParams(form).toString(),
  })

test('who has the link sees the order as its document shows it, and gets the PDF', async () => {
  const id = await order()
  const link = await linkTo(id, { channel: 'whatsapp' })
  assert.match(link.url, /\/shared\/pdv_\d+_[\w-]{43}$/)
  const page = await open(link.path)
  assert.equal(page.statusCode, 200)
  for (const shown of [
    'Mercado &lt;Aurora&gt;',
    '11.222.333/0001-81',
    'Feijão &amp; arroz',
    'Entregar &lt;cedo&gt;',
    'R$ 25,50',
  ]) {
    assert.ok(page.body.includes(shown), shown)
  }
  assert.ok(!page.body.includes('segredo'))
  assert.ok(!page.body.includes('<form'))
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.equal(page.headers['x-robots-tag'], 'noindex, nofollow')
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; style-src 'sha256-/)
  const english = await open(`${link.path}?language=en`)
  assert.ok(english.body.includes('Order total') && english.body.includes('lang="en"'))
  const pdf = await open(`${link.path}/document`, { accept: 'application/pdf' })
  assert.equal(pdf.statusCode, 200)
  assert.equal(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-')
})

test('it is told how often it was opened, but not by programs, and its secret is told once', async () => {
  const id = await order()
  const link = await linkTo(id)
  await open(link.path)
  await open(link.path)
  await open(link.path, { 'user-agent': 'WhatsApp/2.23' })
  const read = await data(server, 'GET', `/orders/links/${link.id}`)
  assert.equal(read.opened_count, 2)
  assert.ok(Date.parse(read.opened_at) > 0)
  assert.ok(!('url' in read))
  const days = (Date.parse(read.expires_at) - Date.parse(read.created_at)) / 86_400_000
  assert.equal(Math.round(days), 14)
  assert.deepEqual(await data(server, 'GET', `/orders/${id}/links`), [read])
  const { rows } = await sql<{ kept: string }>`
    select row_to_json(l)::text as kept from order_links l`.execute(server.db)
  const secret = link.path.slice('/shared/'.length)
  assert.ok(rows.every(({ kept }) => !kept.includes(secret)))
})

test('whoever is asked answers once, and the answer is a comment of the order', async () => {
  const id = await order()
  const link = await linkTo(id, { asks_answer: true })
  // What it comes to is seen before the answer is asked for.
  const asking = (await open(link.path)).body
  assert.match(asking, /<h1>[^<]*<\/h1>\n<p>Total do pedido: <b>R\$ 25,50<\/b><\/p>.*<form/s)
  const form = { answer: 'accepted', text: ' Pode entregar\n<hoje> ', language: 'pt-BR' }
  const sent = await answer(link.path, form)
  assert.deepEqual(
    [sent.statusCode, sent.headers['location']],
    [303, `${link.path}?language=pt-BR`],
  )
  await answer(link.path, { answer: 'declined', language: 'pt-BR' })
  const page = await open(link.path)
  assert.ok(page.body.includes('Aprovado. Obrigado') && !page.body.includes('<form'))
  const comments = await data(server, 'GET', `/orders/${id}/comments`)
  assert.deepEqual(
    comments.map((one: { text: string; token: { name: string } }) => [one.text, one.token.name]),
    [['Aprovado: Pode entregar\n<hoje>', `Cliente, pelo link ${link.id}`]],
  )
  const read = await data(server, 'GET', `/orders/links/${link.id}`)
  assert.equal(read.answer, 'accepted')
  // Who was not asked says nothing, whatever is sent.
  const silent = await linkTo(id)
  await answer(silent.path, form)
  await answer(link.path, { answer: 'maybe' })
  assert.equal((await data(server, 'GET', `/orders/${id}/comments`)).length, 1)
})

test('whoever is asked may comment before the answer, some times, and nobody else does', async () => {
  const id = await order()
  const link = await linkTo(id, { asks_answer: true })
  const said = async (): Promise<string[]> =>
    (await data(server, 'GET', `/orders/${id}/comments?limit=100`)).map(
      ({ text }: { text: string }) => text,
    )
  const comment = (text: string) => answer(link.path, { answer: 'comment', text, language: 'en' })
  const sent = await comment('  Falta o <feijão>  ')
  assert.equal(sent.headers['location'], `${link.path}?language=en&sent=comment`)
  const page = await open(`${link.path}?language=en&sent=comment`)
  assert.match(page.body, /Comment sent\. You can still accept or decline\..*<form/s)
  await comment('   ')
  assert.deepEqual(await said(), ['Falta o <feijão>'])
  assert.equal((await data(server, 'GET', `/orders/links/${link.id}`)).answer, null)
  for (let i = 2; i <= 21; i++) await comment(`${i}`)
  assert.equal((await said()).length, 20)
  await answer(link.path, { answer: 'declined', language: 'en' })
  assert.equal((await said()).at(-1), 'Declined')
  const silent = await linkTo(id)
  await answer(silent.path, { answer: 'comment', text: 'x' })
  const other = await linkTo(id, { asks_answer: true })
  await answer(other.path, { answer: 'accepted' })
  await answer(other.path, { answer: 'comment', text: 'x' })
  assert.ok(!(await said()).includes('x'))
})

test('it ends where somebody ends it, with its time, the order, the customer’s data and its maker', async () => {
  const ended = async (path: string) => {
    const page = await open(path)
    assert.equal(page.statusCode, 404, path)
    assert.ok(page.body.includes('Este link não vale mais'))
    const pdf = await open(`${path}/document`)
    assert.equal(pdf.statusCode, 404)
  }
  const id = await order()
  const revoked = await linkTo(id)
  await succeed(server, 'DELETE', `/orders/links/${revoked.id}`)
  await ended(revoked.path)
  assert.ok((await data(server, 'GET', `/orders/links/${revoked.id}`)).revoked_at)

  const expired = await linkTo(id, { days: 1 })
  await sql`update order_links set expires_at = now() - interval '1 second' where id = ${expired.id}`.execute(
    server.db,
  )
  await ended(expired.path)

  const gone = await order()
  const ofGone = await linkTo(gone)
  await succeed(server, 'DELETE', `/orders/${gone}`)
  await ended(ofGone.path)

  const made = await data(server, 'POST', '/tokens', {
    name: 'ERP',
    scopes: ['orders:write', 'orders:read'],
  })
  const ofToken = await linkTo(id, {}, made.token)
  assert.equal((await open(ofToken.path)).statusCode, 200)
  await succeed(server, 'DELETE', `/tokens/${made.id}`)
  await ended(ofToken.path)

  const ana = await person(server, { role: 'operator' })
  const { body } = await ana.send('POST', `/orders/${id}/links`, { body: {} })
  const ofMember = new URL(body.data.url).pathname
  assert.equal((await open(ofMember)).statusCode, 200)
  await succeed(server, 'DELETE', `/members/${ana.id}`)
  await ended(ofMember)

  const { id: customer } = await data(server, 'POST', '/customers', { name: 'Rui' })
  const ofRui = await linkTo(await order({ id_customer: customer }))
  assert.equal((await open(ofRui.path)).statusCode, 200)
  await succeed(server, 'POST', `/customers/${customer}/anonymise`, {})
  await ended(ofRui.path)
  for (const path of ['/shared/x', `/shared/pdv_1_${'x'.repeat(43)}`]) await ended(path)
})

test('a restricted seller sends their own orders alone, and sees the links of no others', async () => {
  const own = await order({ id_user: ids['seller'] })
  const others = await order()
  const scopes = ['orders:read', 'orders:write']
  const only = { id_user: [ids['seller']] }
  const { token } = await data(server, 'POST', '/tokens', { name: 'Marina', scopes, only })
  const link = await linkTo(own, {}, token)
  assert.equal((await open(link.path)).statusCode, 200)
  const foreign = await linkTo(others)
  for (const [method, path] of [
    ['POST', `/orders/${others}/links`],
    ['GET', `/orders/${others}/links`],
    ['GET', `/orders/links/${foreign.id}`],
    ['DELETE', `/orders/links/${foreign.id}`],
  ] as const) {
    const sent = method === 'POST' ? { body: {} } : {}
    const { status } = await server.send(method, path, { token, ...sent })
    assert.equal(status, 404, `${method} ${path}`)
  }
  assert.equal((await open(foreign.path)).statusCode, 200)
})

test('an order has at most 100 links, and one lasts at most 90 days', async () => {
  const id = await order()
  for (const days of [0, 91]) {
    const refused = await server.send('POST', `/orders/${id}/links`, { body: { days } })
    assert.equal(refused.status, 422)
  }
  await linkTo(id)
  await sql`insert into order_links (account_id, id_order, sha256, asks_answer, id_token, token_name, id_grantor, expires_at)
    select account_id, id_order, sha256(i::text::bytea), false, id_token, token_name, id_grantor, now()
      from order_links, generate_series(1, 99) i where id_order = ${id}`.execute(server.db)
  const refused = await server.send('POST', `/orders/${id}/links`, { body: {} })
  assert.deepEqual(problemOf(refused), [409, 'limit_reached', []])
})

test('the account writes what goes with a link, and a placeholder that is unknown is refused', async () => {
  const id = await order({ fk_id: 'P-9' })
  const usual = await linkTo(id)
  assert.match(usual.message, /^Olá, Mercado <Aurora>! Segue o pedido P-9 de .+: \{link\}$/)
  for (const order_message of [
    'Segue {link} {nome}',
    'Segue o pedido',
    'Segue {link',
    '{{link}}',
  ]) {
    const refused = await server.send('PATCH', '/account', { body: { order_message } })
    assert.deepEqual(problemOf(refused), [422, 'validation_failed', ['/order_message pattern']])
  }
  const order_message = 'Pedido {order}, {total}\n{link}'
  await succeed(server, 'PATCH', '/account', { order_message })
  assert.equal((await linkTo(id)).message, 'Pedido P-9, R$ 25,50\n{link}')
  await succeed(server, 'PATCH', '/account', { name: 'Aurora' })
  assert.equal((await data(server, 'GET', '/account')).order_message, order_message)
  await succeed(server, 'PATCH', '/account', { order_message: null })
  assert.equal((await linkTo(id)).message.endsWith('de Aurora: {link}'), true)
})
