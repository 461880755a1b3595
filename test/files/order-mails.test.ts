import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { orderMailLookingJob } from '../../src/files/links/mailing.ts'
import { startJobs } from '../../src/jobs/job.ts'
import { openMailer } from '../../src/members/mail/mailer.ts'
import { jobsOf } from '../../src/processes/jobs.ts'
import { type Server, startServer } from '../harness.ts'
import { strictLog } from '../support/feed.ts'
import { data, makerOf, problemOf } from '../support/orders.ts'
import { person } from '../support/people.ts'
import { until } from '../support/workers.ts'

// Orders that the service mails to their customers, through a real mail server.

const PUBLIC_URL = 'https://pedidos.aurora.example'

interface Received {
  to: string
  head: string
  /** The parts, decoded: texts first. */
  parts: Buffer[]
}

let received: Received[] = []
/** What the mail server says to the next recipients, in place of taking them. */
let refusals: { responseCode: number; message: string }[] = []

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onRcptTo: (_address, _session, done) => {
    const refusal = refusals.shift()
    done(refusal ? Object.assign(new Error(refusal.message), refusal) : null)
  },
  onData: (stream, { envelope }, done) => {
    void text(stream).then((raw) => {
      const [head = ''] = raw.split('\r\n\r\n', 1)
      received.push({
        to: envelope.rcptTo[0]?.address ?? '',
        head: wordsOf(head.replaceAll(/\r\n\s+/g, ' ')),
        parts: partsOf(raw),
      })
      done()
    })
  },
})

/** Encoded words of a head (RFC 2047). */
const wordsOf = (head: string) =>
  head.replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/g, (_, form: string, words: string) =>
    form === 'B'
      ? Buffer.from(words, 'base64').toString()
      : quotedPrintable(words.replaceAll('_', ' ')).toString(),
  )

function quotedPrintable(body: string): Buffer {
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1')
}

/** Each part that is no list of parts, decoded. */
const partsOf = (raw: string): Buffer[] =>
  raw.split(/\r\n--[^\r\n]+\r\n/).flatMap((part) => {
    const at = part.indexOf('\r\n\r\n')
    const head = part.slice(0, at)
    if (at < 0 || /^Content-Type: multipart/im.test(head)) return []
    const body = part.slice(at + 4)
    if (/base64/i.test(head)) return [Buffer.from(body.split('\r\n--')[0] ?? '', 'base64')]
    return [/quoted-printable/i.test(head) ? quotedPrintable(body) : Buffer.from(body)]
  })

let server: Server
let stopJobs: () => Promise<void>
const ids: Record<string, number> = {}
const make = makerOf(() => server, ids)

before(async () => {
  await new Promise<void>((done) => void smtp.listen(0, '127.0.0.1', done))
  const { port } = smtp.server.address() as AddressInfo
  server = await startServer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Pedido <pedido@aurora.example>',
    PUBLIC_URL,
    ACCOUNT_ORDER_MAILS_PER_DAY: 6,
  })
  const { db, app, config, sessions } = server
  const mailer = openMailer(config) ?? assert.fail('a mail server is set')
  const { mailsDue: due, orderMailsDue: ordersDue, documentOf } = app
  const mails = { due, ordersDue, mailer, base: PUBLIC_URL, documentOf }
  const parts = { config, hub: app.eventHub, log: strictLog, sessions, mails }
  stopJobs = startJobs(jobsOf(parts), db, strictLog)
  await make('customer', '/customers', { name: 'Mercado Aurora & Filhos' })
  await make('product', '/products', { name: 'Feijão carioca', fk_id: 'F-1', price: 8.5 })
})
after(async () => {
  await stopJobs()
  await server.close()
  await new Promise<void>((done) => void smtp.close(done))
})
beforeEach(() => {
  received = []
  refusals = []
})

const anOrder = (fk_id: string) =>
  data(server, 'POST', '/orders', {
    id_customer: ids['customer'],
    fk_id,
    items: [{ id_item: ids['product'], quantity: 3 }],
  })
const readLink = (id: number) => data(server, 'GET', `/orders/links/${id}`)

test('an order is mailed with its link and its PDF, and answers go to who sends it', async () => {
  const ana = await person(server)
  const { id } = await anOrder('PED-7')
  const sent = await ana.send('POST', `/orders/${id}/links`, {
    body: { to: 'compras@mercado.example', asks_answer: true },
  })
  assert.equal(sent.status, 201, sent.text)
  const { url, channel, mail } = sent.body.data
  assert.deepEqual([url, channel, mail.to], [undefined, 'email', 'compras@mercado.example'])
  await until(async () => received.length === 1)
  const [{ to, head, parts }] = received as [Received]
  assert.equal(to, 'compras@mercado.example')
  assert.match(head, /^Subject: Pedido PED-7 – /m)
  assert.match(head, new RegExp(`^Reply-To: .*<${ana.email}>`, 'm'))
  assert.match(head, /^Content-Language: pt-BR/m)
  assert.doesNotMatch(head, /Auto-Submitted/i)
  const [plain, html, pdf] = parts.map(String)
  const link = /https:\/\/pedidos\.aurora\.example(\/shared\/pdv_[\w-]+)/.exec(plain ?? '')
  assert.ok(link, plain ?? 'no text')
  assert.match(plain ?? '', /Mercado Aurora & Filhos/)
  assert.match(html ?? '', /Mercado Aurora &amp; Filhos/)
  assert.match(pdf ?? '', /^%PDF-/)
  await until(async () => (await readLink(sent.body.data.id)).mail.sent_at !== null)
  const page = await server.app.inject({
    url: link[1] ?? '',
    headers: { accept: 'text/html', 'accept-language': 'pt-BR' },
  })
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /Feijão carioca/)
  assert.equal((await readLink(sent.body.data.id)).opened_count, 1)
})

test('what the mail server refuses is told, and tried again where that may help', async () => {
  const { id } = await anOrder('PED-8')
  refusals = [{ responseCode: 550, message: 'No such mailbox' }]
  const gone = await data(server, 'POST', `/orders/${id}/links`, { to: 'nao@mercado.example' })
  await until(async () => (await readLink(gone.id)).mail.error !== null)
  const { mail } = await readLink(gone.id)
  assert.match(mail.error, /550.*No such mailbox/)
  assert.deepEqual([mail.sent_at, mail.next_attempt_at], [null, null])

  refusals = [{ responseCode: 451, message: 'Try later' }]
  const busy = await data(server, 'POST', `/orders/${id}/links`, { to: 'cheio@mercado.example' })
  await until(async () => (await readLink(busy.id)).mail.error !== null)
  assert.ok((await readLink(busy.id)).mail.next_attempt_at > new Date().toISOString())
  // Its time has come: whoever looks finds it, and the mail goes.
  const past = "update order_links set mail_next_at = now() - interval '1 second' where id = $1"
  await server.pool.query(past, [busy.id])
  await orderMailLookingJob(server.app.orderMailsDue)(server.db)
  await until(async () => received.length === 1)
  await until(async () => (await readLink(busy.id)).mail.sent_at !== null)
  assert.equal((await readLink(busy.id)).mail.error, null)
})

test('a link that ends before it is mailed is not mailed', async () => {
  const { id } = await anOrder('PED-9')
  refusals = [{ responseCode: 451, message: 'Try later' }]
  const link = await data(server, 'POST', `/orders/${id}/links`, { to: 'a@mercado.example' })
  await until(async () => (await readLink(link.id)).mail.error !== null)
  await server.send('DELETE', `/orders/links/${link.id}`)
  assert.equal((await readLink(link.id)).mail.next_attempt_at, null)
})

test('to whom an order was mailed is forgotten with the customer’s data', async () => {
  const { id: id_customer } = await data(server, 'POST', '/customers', { name: 'Ana Só' })
  const body = { id_customer, items: [{ id_item: ids['product'], quantity: 1 }] }
  const { id } = await data(server, 'POST', '/orders', body)
  const link = await data(server, 'POST', `/orders/${id}/links`, { to: 'ana.so@example.com' })
  await until(async () => (await readLink(link.id)).mail.sent_at !== null)
  const path = `/customers/${id_customer}`
  await data(server, 'POST', `${path}/anonymise`, {})
  await until(async () => (await readLink(link.id)).mail.to === null)
})

test('who sends what can’t be mailed is told why', async () => {
  const { id } = await anOrder('PED-10')
  const send = (body: object) => server.send('POST', `/orders/${id}/links`, { body })
  const other = await send({ to: 'a@mercado.example', channel: 'whatsapp' })
  assert.deepEqual(problemOf(other), [422, 'validation_failed', ['/channel enum']])
  const wrong = await send({ to: 'nobody' })
  assert.deepEqual(problemOf(wrong)[2], ['/to format'])
  // The day's mails of the account.
  let answer = await send({ to: 'a@mercado.example' })
  for (let i = 0; i < 10 && answer.status === 201; i++)
    answer = await send({ to: 'a@mercado.example' })
  assert.equal(answer.body.code, 'rate_limited')
  assert.ok(Number(answer.headers['retry-after']) > 0)
  const silent = await startServer()
  try {
    const customer = await data(silent, 'POST', '/customers', { name: 'A' })
    const order = await data(silent, 'POST', '/orders', { id_customer: customer.id })
    const none = await silent.send('POST', `/orders/${order.id}/links`, {
      body: { to: 'a@b.example' },
    })
    assert.deepEqual(problemOf(none), [422, 'validation_failed', ['/to no_mails']])
  } finally {
    await silent.close()
  }
})
