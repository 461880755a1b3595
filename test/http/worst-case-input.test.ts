import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { importerOf, sendFile, settled } from '../support/files/imports.ts'
import { type Sample, sample } from '../support/sample.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// Whatever a client sends, it costs about what plain input of that size does: no parser looks at a
// part of it again and again. The one place where CPU is compared: as a ratio, of the least figures.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const BODY = 1024 * 1024
const UPLOAD = 4 * 1024 * 1024
/** Node.js takes 16 KiB of headers, the request line among them. */
const HEAD = 15_000
const ROUNDS = 2
const MOST_ROUNDS = 24
const AT_MOST = 3

interface Input {
  method?: 'GET' | 'POST' | 'PATCH'
  path?: string
  headers?: Record<string, string>
  payload?: string | Buffer
}

async function send({ method = 'GET', path = '/categories', headers, payload }: Input) {
  const authorization = `Bearer ${server.token}`
  return server.app.inject({
    method,
    url: path,
    headers: { authorization, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
}

/** What is more than one request. */
type Work = () => Promise<unknown>

async function cpuOf(input: Input | Work, times: number): Promise<number> {
  const began = process.cpuUsage()
  for (let i = 0; i < times; i++) await (typeof input === 'function' ? input() : send(input))
  const { user, system } = process.cpuUsage(began)
  return user + system
}

/**
 * Each of the inputs in turn: what slows one round down slows all of it down. What looks dear is
 * measured again, since a collection of garbage may have met it each time: the least of more rounds
 * is nearer to its own cost.
 */
async function assertNoneIsDear<T extends Input | Work>(
  plain: T,
  inputs: Record<string, T>,
  times: number,
  { rounds = ROUNDS, atMost = AT_MOST } = {},
) {
  const least: Record<string, number> = {}
  let measured = Object.entries({ plain, ...inputs })
  for (let round = 1; round <= MOST_ROUNDS && measured.length > 1; round++) {
    // The plain one first and last, since all are held to its least figure.
    const again = rounds > 1 ? measured.slice(0, 1) : []
    for (const [name, input] of [...measured, ...again]) {
      least[name] = Math.min(least[name] ?? Infinity, await cpuOf(input, times))
    }
    const isDear = (name: string) => (least[name] ?? 0) > atMost * (least['plain'] ?? 0)
    if (round >= rounds) measured = measured.filter(([name]) => name === 'plain' || isDear(name))
  }
  assert.deepEqual(
    measured
      .filter(([name]) => name !== 'plain')
      .map(
        ([name]) =>
          `${name}: ${((least[name] ?? 0) / (least['plain'] ?? 1)).toFixed(1)} times a plain one`,
      ),
    [],
  )
}

/** `unit` again and again, of this size as a whole. */
function filled(size: number, head: string, unit: string, tail = ''): string {
  return head + unit.repeat(Math.floor((size - head.length - tail.length) / unit.length)) + tail
}

/** Many that differ, each about the size of what `one` gives. */
function numbered(size: number, head: string, one: (i: number) => string, tail: string): string {
  const each = one(99_999).length
  const count = Math.floor((size - head.length - tail.length) / each)
  return head + Array.from({ length: count }, (_, i) => one(i)).join('') + tail
}

describe('bodies of the largest size', () => {
  const json = { 'content-type': 'application/json' }
  const customer = (payload: string): Input => ({
    method: 'POST',
    path: '/customers',
    headers: json,
    payload,
  })
  const order = (payload: string): Input => ({ ...customer(payload), path: '/orders' })
  const item = '{"id_item":1,"quantity":12.5,"price":19.9,"description":"as agreed"},'
  const plain = order(filled(BODY, '{"id_customer":1,"items":[', item, '{}]}'))

  test('numbers', () =>
    assertNoneIsDear(
      plain,
      {
        'zeros before a digit': customer(filled(BODY, '{"name":1', '0', '1}')),
        'zeros before a decimal': customer(filled(BODY, '{"name":0.', '0', '1}')),
        'zeros at the end': customer(filled(BODY, '{"name":1.5', '0', '}')),
        digits: customer(filled(BODY, '{"name":', '7', '}')),
        'a long exponent': customer(filled(BODY, '{"name":1e', '9', '}')),
        'a long broken number': customer(filled(BODY, '{"name":', '1', '.}')),
        'huge exponents': order(filled(BODY, '{"items":[', '{"quantity":1e1000000},', '{}]}')),
        'tiny exponents': order(filled(BODY, '{"items":[', '{"price":1e-1000000},', '{}]}')),
        'many decimals': order(filled(BODY, '{"items":[', '{"price":1.00000000001},', '{}]}')),
      },
      1,
    ))

  test('texts', () =>
    assertNoneIsDear(
      plain,
      {
        letters: customer(filled(BODY, '{"name":"', 'a', '"}')),
        escapes: customer(filled(BODY, '{"name":"', '\\u0061', '"}')),
        spaces: customer(filled(BODY, '{"name":"a', ' ', 'a"}')),
        marks: customer(filled(BODY, '{"name":"a', '\u0301\u0323', '"}')),
        'a long e-mail': customer(filled(BODY, '{"email":"', 'a.', '@a.example"}')),
        'a long host': customer(filled(BODY, '{"email":"a@', 'a-a.', '!"}')),
        'a long label': customer(filled(BODY, '{"email":"a@', 'a-', '"}')),
        'a long document': customer(filled(BODY, '{"document":"', '1.', '"}')),
        'a long fk_id': customer(filled(BODY, '{"fk_id":"', ' \\t', '"}')),
        'a long date': order(filled(BODY, '{"date":"2026-11-21T09:30:00.', '0', '"}')),
        'a long time zone': {
          ...customer(filled(BODY, '{"time_zone":"', 'A/', '"}')),
          path: '/account',
          method: 'PATCH',
        },
        'a long address of a webhook': {
          ...customer(filled(BODY, '{"url":"https://', 'a.', '","types":["*"]}')),
          path: '/webhooks',
        },
        'a long header of a webhook': {
          ...customer(filled(BODY, '{"headers":{"A":"', 'a ', '"}}')),
          path: '/webhooks',
        },
      },
      1,
    ))

  test('structure', () =>
    assertNoneIsDear(
      plain,
      {
        'open arrays': customer('['.repeat(BODY)),
        'nested objects': customer(filled(BODY, '', '{"a":')),
        'empty arrays': order(filled(BODY, '{"items":[', '[],', '[]]}')),
        zeros: order(filled(BODY, '{"items":[', '0,', '0]}')),
        'one key many times': customer(filled(BODY, '{', '"name":"a",', '"name":"a"}')),
        'one key with one large value': customer(
          filled(BODY, '{', `"name":[${'1,'.repeat(5000)}1],`, '"a":1}'),
        ),
        'many keys': customer(numbered(BODY, '{', (i) => `"k${i}":1,`, '"k":1}')),
        'many keys that are numbers': customer(numbered(BODY, '{', (i) => `"${i}":1,`, '"k":1}')),
        'many custom fields': order(
          numbered(BODY, '{"custom_fields":{', (i) => `"k${i}":1,`, '"k":1}}'),
        ),
        'many codes': order(numbered(BODY, '{"items":[', (i) => `{"fk_id_item":"${i}"},`, '{}]}')),
        'many changes of items': {
          ...customer(numbered(BODY, '{"remove":[', (i) => `{"fk_id":"${i}"},`, '{}]}')),
          path: '/orders/1/items',
          method: 'PATCH',
        },
        'many scopes': {
          ...customer(numbered(BODY, '{"name":"a","scopes":[', (i) => `"orders:${i}",`, '"*"]}')),
          path: '/tokens',
        },
        'many headers': {
          ...customer(numbered(BODY, '{"headers":{', (i) => `"A${i}":"a",`, '"a":"a"}}')),
          path: '/webhooks',
        },
      },
      1,
    ))
})

test('lines of requests in bulk', async () => {
  // Each is answered by a line: so it is lines that are compared, and not bytes.
  const lines = (line: string): Input => ({
    method: 'POST',
    path: '/bulk/customers',
    headers: { 'content-type': 'application/x-ndjson' },
    payload: `${line}\n`.repeat(5_000),
  })
  await assertNoneIsDear(
    lines('{"fk_id":"C-1","nome":"Mercado Aurora","email":"compras@aurora.example"}'),
    {
      digits: lines('1'),
      letters: lines('x'),
      'open arrays': lines('['),
      'empty objects': lines('{}'),
      codes: lines('{"fk_id":"1"}'),
      'bytes that are no UTF-8': {
        ...lines(''),
        payload: Buffer.from('\xff\n'.repeat(5_000), 'latin1'),
      },
    },
    1,
  )
})

test('uploads', async () => {
  const upload = (content: string): Input => {
    const { body, headers = {} } = multipart([file(content)])
    return {
      method: 'POST',
      path: `/products/${ids.product}/image`,
      headers,
      payload: body as Buffer,
    }
  }
  await assertNoneIsDear(
    upload('a'.repeat(UPLOAD)),
    {
      'beginnings of a boundary': upload(filled(UPLOAD, '', '\r\n--')),
      'line ends': upload(filled(UPLOAD, '', '\r\n')),
      hyphens: upload('-'.repeat(UPLOAD)),
    },
    1,
  )
})

test('headers', async () => {
  const header = (name: string, value: string): Input => ({ headers: { [name]: value } })
  const letters = 'a'.repeat(HEAD)
  await assertNoneIsDear(
    header('x-plain', letters),
    {
      'prefer: quotes': header('prefer', filled(HEAD, '"', '\\"')),
      'prefer: spaces': header('prefer', filled(HEAD, 'consistency=', ' ', '"')),
      'prefer: commas': header('prefer', filled(HEAD, '', ',')),
      'accept: commas in quotes': header('accept', filled(HEAD, 'a/b;c="', ',')),
      'accept: types': header('accept', filled(HEAD, '', 'a/b,', 'c/d')),
      'accept: parameters': header('accept', filled(HEAD, 'a/b', ';c="d"')),
      'accept: spaces': header('accept', filled(HEAD, 'a/b', ' ', '!')),
      'accept-encoding': header('accept-encoding', filled(HEAD, '', 'gzi ')),
      'x-request-id': header('x-request-id', filled(HEAD, '', 'a-')),
      traceparent: header('traceparent', filled(HEAD, '00-', '0-')),
      'last-event-id': {
        path: '/events/stream',
        ...header('last-event-id', filled(HEAD, '', 'a.')),
      },
      authorization: header('authorization', filled(HEAD, 'Bearer ', ' ', '!')),
      'authorization: a long token': header('authorization', filled(HEAD, 'Bearer ', 'a', '!')),
      'x-forwarded-for': header('x-forwarded-for', filled(HEAD, '', '1.1.1.1,')),
    },
    20,
  )
})

test('headers of writes', async () => {
  const change = (headers: Record<string, string>): Input => ({
    method: 'PATCH',
    path: '/categories/1',
    headers: { 'content-type': 'application/json', ...headers },
    payload: '{}',
  })
  await assertNoneIsDear(
    change({ 'x-plain': 'a'.repeat(HEAD) }),
    {
      'content-type: parameters': change({
        'content-type': filled(HEAD, 'application/json', '; a='),
      }),
      'content-type: letters': change({ 'content-type': filled(HEAD, 'application/json; ', 'a') }),
      'content-type: spaces': change({
        'content-type': filled(HEAD, 'application/json', '; ', '"'),
      }),
      'if-match: tags': change({ 'if-match': filled(HEAD, '', '"a",') }),
      'if-match: spaces': change({ 'if-match': filled(HEAD, '"a"', ' ', 'a') }),
      'idempotency-key': change({ 'idempotency-key': 'a'.repeat(HEAD) }),
    },
    10,
  )
})

test('addresses', async () => {
  const at = (path: string): Input => ({ path })
  await assertNoneIsDear(
    at(`/orders?fk_id=${'a'.repeat(HEAD)}`),
    {
      'a cursor': at(filled(HEAD, '/orders?cursor=', 'a')),
      'a sort': at(filled(HEAD, '/orders?sort=', 'id,')),
      parameters: at(filled(HEAD, '/orders?', 'a=b&')),
      'more parameters than are read': at(numbered(HEAD, '/orders?', (i) => `a${i}=b&`, '')),
      'empty parameters': at(filled(HEAD, '/orders?limit=0', '&')),
      'a number': at(filled(HEAD, '/orders?page=1', '0')),
      'a date': at(filled(HEAD, '/orders?create_date_from=2026-11-21T00:00:00.', '0')),
      'types of events': at(filled(HEAD, '/events?type=', 'order.*,')),
      'ids of a list': at(filled(HEAD, '/orders?status=', '1,')),
      'a list many times': at(filled(HEAD, '/orders?', 'status=1&')),
      'codes of a list': at(filled(HEAD, '/orders?fk_id_customer=', 'a,')),
      'empty codes': at(filled(HEAD, '/orders?fk_id_customer=', ',')),
      'backslashes in codes': at(filled(HEAD, '/orders?fk_id_customer=', '%5C')),
      'words of a search': at(filled(HEAD, '/orders?q=', 'a+')),
      'letters of a search that are long in another form': at(
        filled(HEAD, '/orders?q=', '%EF%B7%BA'),
      ),
      'accents of a search': at(filled(HEAD, '/orders?q=a', '%CC%81')),
      fields: at(filled(HEAD, '/orders?fields=', 'id,')),
      'an amount': at(filled(HEAD, '/orders?total_from=1', '0')),
      'a document': at(filled(HEAD, '/customers?document=', '1.')),
      'a subject of events': at(filled(HEAD, '/events?subject=', '/orders')),
      slashes: at(filled(HEAD, '/orders', '/')),
      'an fk_id': at(filled(HEAD, '/orders/fk_id/', '%20')),
      'broken encodings': at(filled(HEAD, '/orders?', 'a=%&')),
      dots: at(filled(HEAD, '/', '../')),
    },
    100,
  )
})

test('parameters beyond those that the answer lists', async () => {
  const unknown = (count: number): Input => {
    const names = Array.from({ length: count }, (_, i) => `a${i}=b`)
    return { path: `/orders?${names.join('&')}` }
  }
  // Both answers list a hundred errors, so that this bound is no wider than three times a refusal of one.
  const beyond = { 'as many as are read': unknown(500) }
  await assertNoneIsDear(unknown(100), beyond, 100, { atMost: 2 })
})

test('texts of an order that is made a document', async () => {
  const described = async (unit: string) => {
    const item = {
      id_item: ids.product,
      quantity: 1,
      price: 1,
      description: filled(5_000, '', unit),
    }
    const body = { id_customer: ids.customer, items: Array.from({ length: 5 }, () => item) }
    const made = await server.send('POST', '/orders', { body })
    assert.equal(made.status, 201, made.text)
    return { path: `/orders/${made.body.data.id}/document` }
  }
  await assertNoneIsDear(
    await described('caixas de erva-mate, '),
    {
      'one word': await described('a'),
      hyphens: await described('-'),
      'letters by themselves': await described('a '),
      'accents that stand apart': await described('e\u0301'),
    },
    1,
  )
})

test('rows of files that are imported', async () => {
  const importer = importerOf(server)
  const tried = (text: string) => async () => {
    const { id } = await sendFile(server, 'customers', text)
    await settled(server, importer, id)
  }
  const head = 'Código;Nome;E-mail;Município\n'
  const row = (i: number) => `C-${i};Mercado Aurora ${i};compras${i}@aurora.example;São Paulo\n`
  // Each lasts for seconds: one round is enough of what is not dear.
  await assertNoneIsDear(
    tried(numbered(BODY, head, row, '')),
    { letters: tried(filled(BODY, head, 'a\n')) },
    1,
    { rounds: 1 },
  )
  await importer.close()
})
