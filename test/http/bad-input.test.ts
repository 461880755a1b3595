import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { type Expected, refusedBy } from '../support/refused.ts'
import { type Sample, sample } from '../support/sample.ts'

// What a client may get wrong, in the body, the headers and the address. The harness holds every
// answer to the published document; here it is also the right refusal, and names the right place.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const refused = (method: string, path: string, options: SendOptions, expected: Expected) =>
  refusedBy(server, method, path, options, expected)

const order = (fields: object = {}) => ({
  id_customer: ids.customer,
  items: [{ id_item: ids.product, quantity: 1 }],
  ...fields,
})
const badBody = (at: string[]): Expected => ({ status: 422, code: 'validation_failed', at })
const notJson = (detail?: RegExp): Expected => ({
  status: 400,
  code: 'invalid_json',
  ...(detail ? { detail } : {}),
})
const customer = (body: unknown, headers = {}) => ({ body, headers })

describe('values of a body', () => {
  const numbers = ['1', true, [], {}, [1]]
  const texts = [1, true, [], {}, ['a']]
  const years = ['0026-12-31T00:00:00', '1899-12-31', '2200-01-01', '9999-12-31T23:59:59-01:00']
  const wrong: Record<string, unknown[]> = {
    '/id_customer': [...numbers, null, 0, -1, 1.5, 2 ** 53],
    '/id_user': [...numbers, 0, -1, 1.5],
    '/date': [...texts, null, '', '2026', '2026-02-30T00:00:00Z', '2026-11-31', 'now', ...years],
    '/fk_id': [...texts, '', ' ', 'id:1', 'x'.repeat(101), 'a\u0000', 'a\u0007'],
    '/observations': [...texts, 'a\rb', '\u007f', 'x'.repeat(5001)],
    '/freight_value': [...numbers, -0.01, 0.001, 1e13],
    '/custom_fields': ['', 1, [], null],
    '/custom_fields/a': [1, null, {}, [], true, '\u0000', 'x'.repeat(2001)],
    '/items': ['', 1, {}, null],
    '/items/0': [null, 1, 'a', []],
    '/items/0/id_item': [...numbers, null, 0],
    '/items/0/quantity': [...numbers, null, 0, -1, 0.00001, 1e11],
    '/items/0/price': [...numbers, -1, 1e-11, 1e11, 1e308, 1e-308],
    '/items/0/recurrency_period': [...numbers, -1, 0.5, 2 ** 31],
  }
  for (const [pointer, values] of Object.entries(wrong)) {
    test(`${pointer} refuses what it is not`, async () => {
      for (const value of values) {
        const body = order()
        put(body, pointer.slice(1).split('/'), value)
        await refused('POST', '/orders', { body }, badBody([pointer]))
      }
    })
  }

  function put(into: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
    if (rest.length === 0) into[key] = value
    else {
      into[key] ??= {}
      put(into[key] as Record<string, unknown>, rest, value)
    }
  }

  test('numbers beyond what JSON carries exactly are named, not rounded', async () => {
    const long = ['9'.repeat(400), `1.${'0'.repeat(400)}`, `1${'0'.repeat(60_000)}1`]
    const huge = ['1e400', '-1e400', '1e1000000', '-1e1000000', '1e-400', '1e-1000000']
    for (const number of [...huge, ...long, '0.1234567890123456']) {
      const body = `{"id_customer":${ids.customer},"freight_value":${number}}`
      await refused('POST', '/orders', { body }, badBody(['/freight_value']))
      const id = `{"id_customer":${number}}`
      await refused('POST', '/orders', { body: id }, badBody(['/id_customer']))
    }
  })

  test('NUL and lone surrogates never reach the database', async () => {
    for (const escaped of ['\\u0000', '\\ud800', '\\udc00', '\\udc00\\ud800']) {
      const body = `{"name":"a${escaped}b"}`
      await refused('POST', '/customers', { body }, badBody(['/name']))
      const fields = `{"id_customer":${ids.customer},"custom_fields":{"${escaped}":"x"}}`
      await refused('POST', '/orders', { body: fields }, badBody(['/custom_fields']))
    }
    const raw = { body: '{"name":"a\u0000b"}' }
    await refused('POST', '/customers', raw, notJson(/column 11 /))
  })

  test('keys that JavaScript gives a meaning are unknown properties like others', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      for (const value of ['{"name":"x"}', 'null', '1', '[]']) {
        const body = `{"name":"a","${key}":${value}}`
        await refused('POST', '/customers', { body }, badBody([`/${key}`]))
        const item = `{"id_item":${ids.product},"quantity":1,"${key}":${value}}`
        const whole = `{"id_customer":${ids.customer},"items":[${item}]}`
        await refused('POST', '/orders', { body: whole }, badBody([`/items/0/${key}`]))
      }
    }
    const inherited = { body: '{"__proto__":{"name":"a"}}' }
    await refused('POST', '/customers', inherited, badBody(['/__proto__', '/name']))
    assert.equal(({} as Record<string, unknown>)['name'], undefined)
  })

  test('custom fields may have such keys, and give them back', async () => {
    const custom_fields = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}')
    const created = await server.send('POST', '/orders', { body: order({ custom_fields }) })
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(created.body.data.custom_fields, custom_fields)
  })

  test('a custom field whose key has a newline is checked like others', async () => {
    for (const value of [1, null, { a: 1 }, 'x'.repeat(2001), '\ud800', '\u0000']) {
      const custom_fields = { 'a\nb': value }
      const expected = badBody(['/custom_fields/a\nb'])
      await refused('POST', '/orders', { body: order({ custom_fields }) }, expected)
    }
  })

  test('a pointer escapes what JSON pointers escape', async () => {
    const body = order({ 'a/b~c': 1, '': 2 })
    await refused('POST', '/orders', { body }, badBody(['/', '/a~1b~0c']))
  })

  test('of thousands of faults the first hundred are listed, and the answer says so', async () => {
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]))
    const answer = await server.send('POST', '/customers', { body })
    assert.equal(answer.status, 422)
    assert.equal(answer.body.errors.length, 100)
    assert.match(answer.body.detail, /the first 100 faults/)
  })
})

describe('bodies', () => {
  test('what is not JSON is 400', async () => {
    const bodies = ['{', '{"name":}', "{'name':'a'}", '{"name":"a"}x', '{"name":"a",}', 'NaN', '01']
    for (const body of [...bodies, '{"name":undefined}', '"', '{"name":"\\x"}', '{"name":1.}']) {
      await refused('POST', '/customers', { body }, notJson())
    }
  })

  test('where it is not JSON is told, in the language of who asks', async () => {
    const found: [body: string, english: string, portuguese: string][] = [
      [
        '{"name":"a","price":18,9}',
        'This is not JSON: line 1, column 24 has `9}`, which can’t stand there.',
        'Isto não é JSON: na linha 1, coluna 24 está `9}`, que não pode estar ali.',
      ],
      [
        '{\n "name": "a\nb"\n}',
        'This is not JSON: line 2, column 12 has `\\nb"\\n}`, which can’t stand there.',
        'Isto não é JSON: na linha 2, coluna 12 está `\\nb"\\n}`, que não pode estar ali.',
      ],
      [
        '{"name":"a"',
        'This is not JSON: it ends too early, behind `{"name":"a"`.',
        'Isto não é JSON: acaba cedo demais, depois de `{"name":"a"`.',
      ],
    ]
    for (const [body, english, portuguese] of found) {
      const send = (language: string) =>
        server.send('POST', '/customers', { body, headers: { 'accept-language': language } })
      assert.equal((await send('en')).body.detail, english)
      assert.equal((await send('pt-BR')).body.detail, portuguese)
    }
  })

  test('an empty one is 400, with a content type or without', async () => {
    for (const body of ['', ' ', '\n\t']) {
      await refused('POST', '/customers', { body }, notJson(/empty/))
    }
    await refused('POST', '/customers', {}, notJson(/empty/))
    await refused('PATCH', `/customers/${ids.customer}`, {}, notJson(/empty/))
  })

  test('JSON that is no object is 422', async () => {
    for (const body of ['[]', '"a"', 'null', '5', 'true', '[{"name":"a"}]']) {
      await refused('POST', '/customers', { body }, badBody(['']))
      await refused('POST', '/orders', { body }, badBody(['']))
      await refused('PATCH', `/customers/${ids.customer}`, { body }, badBody(['']))
    }
  })

  test('nesting of 100,000 levels is 400, of a thousand a wrong type', async () => {
    const levels = 100_000
    for (const body of ['['.repeat(levels), '{"name":'.repeat(levels), nested(levels)]) {
      await refused('POST', '/customers', { body }, notJson())
    }
    await refused('POST', '/customers', { body: nested(1000) }, badBody(['/name']))
  })
  const nested = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`

  test('a key that stands twice is 400 and named', async () => {
    for (const body of [
      '{"name":"a","name":"b"}',
      '{"name":"a","__proto__":1,"__proto__":2}',
      '{"name":"a","n\\u0061me":"b"}',
    ]) {
      await refused('POST', '/customers', { body }, notJson(/stands twice/))
    }
  })

  test('2 MB are 413', async () => {
    const tooLarge = { status: 413, code: 'body_too_large' }
    const body = { name: 'x'.repeat(2_000_000) }
    await refused('POST', '/customers', { body }, tooLarge)
    await refused('PATCH', `/customers/${ids.customer}`, { body }, tooLarge)
  })

  test('bytes that are not UTF-8 are 400, not replaced', async () => {
    for (const bytes of [
      '\xff',
      '\xc0\x80',
      '\xed\xa0\x80',
      '\xf5\x80\x80\x80',
      '\xe2\x82',
      'caf\xe9',
    ]) {
      const body = Buffer.from(`{"name":"${bytes}"}`, 'latin1')
      await refused('POST', '/customers', { body }, notJson(/UTF-8/))
    }
    const utf16 = Buffer.from('{"name":"a"}', 'utf16le')
    for (const body of [utf16, Buffer.from(utf16).swap16(), Buffer.from('\0\0\0{\0\0\0}')]) {
      await refused('POST', '/customers', { body }, notJson(/is UTF-16 or UTF-32, not UTF-8/))
    }
  })

  test('a byte order mark is passed over', async () => {
    const created = await server.send('POST', '/customers', { body: '\ufeff{"name":"BOM"}' })
    assert.equal(created.status, 201)
    await refused('POST', '/customers', { body: '\ufeff\ufeff{"name":"a"}' }, notJson())
    await refused('POST', '/customers', { body: '\ufeff' }, notJson(/empty/))
  })

  test('a DELETE’s is not read', async () => {
    const { body } = await server.send('POST', '/categories', { body: { name: 'Short' } })
    const broken = { body: '{"broken', headers: { 'content-type': 'text/plain' } }
    const gone = await server.send('DELETE', `/categories/${body.data.id}`, broken)
    assert.equal(gone.status, 200)
  })
})

describe('headers', () => {
  const unsupported = { status: 415, code: 'unsupported_media_type' }

  test('another content type or charset is 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'application/json-patch+json',
      'application/problem+json',
      'application/json; charset=latin1',
      'application/json; charset=utf-16',
      'application/json; q=1; charset=iso-8859-1',
      'json',
      'application/',
      '*/*',
      '',
      'undefined',
    ]) {
      await refused(
        'POST',
        '/customers',
        customer('{"name":"a"}', { 'content-type': type }),
        unsupported,
      )
    }
  })

  test('JSON is JSON in any spelling', async () => {
    for (const type of [
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json; charset=utf8',
      'application/json; profile=x; charset=utf-8',
      'application/merge-patch+json',
    ]) {
      const answer = await server.send(
        'PATCH',
        `/customers/${ids.customer}`,
        customer('{"phone":"1"}', { 'content-type': type }),
      )
      assert.equal(answer.status, 200, type)
    }
  })

  test('only a PATCH takes a patch', async () => {
    const patch = customer('{"name":"a"}', { 'content-type': 'Application/Merge-Patch+JSON' })
    for (const [method, path, header] of [
      ['POST', '/customers', 'accept-post'],
      ['PUT', `/customers/fk_id/patched`, 'accept'],
    ] as const) {
      const { headers } = await refused(method, path, patch, unsupported)
      assert.equal(headers[header], 'application/json')
    }
  })

  test('a body that is compressed by another encoding than gzip is 415', async () => {
    for (const encoding of ['br', 'deflate', 'x', 'identity, gzip']) {
      const answer = await refused(
        'POST',
        '/customers',
        customer('{"name":"a"}', { 'content-encoding': encoding }),
        unsupported,
      )
      assert.equal(answer.headers['accept-encoding'], 'gzip, identity')
    }
  })

  test('an Accept that leaves out JSON is 406', async () => {
    for (const accept of [
      'text/html',
      'application/xml',
      'application/json;q=0',
      'garbage',
      'image/*',
    ]) {
      const answer = { status: 406, code: 'not_acceptable' }
      await refused('GET', '/orders', { headers: { accept } }, answer)
    }
    for (const accept of ['*/*', 'application/*', 'text/html, application/json;q=0.1', '']) {
      assert.equal(
        (await server.send('GET', '/orders', { headers: { accept } })).status,
        200,
        accept,
      )
    }
  })

  test('an Idempotency-Key that can’t be one is 400', async () => {
    for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'é', 'a, b']) {
      const expected = { status: 400, code: 'invalid_header' }
      const { status, body } = await server.send('POST', '/customers', {
        body: { name: 'a' },
        headers: { 'idempotency-key': key },
      })
      assert.deepEqual({ status, code: body.code }, expected, JSON.stringify(key))
      assert.match(body.errors[0].header, /^idempotency-key$/i)
    }
  })
})

test('an entity tag without quotes is 400 and says how it is written, never 412', async () => {
  const { headers } = await server.send('GET', `/customers/${ids.customer}`)
  const etag = String(headers['etag'])
  const at = `/customers/${ids.customer}`
  for (const bare of [
    etag.replaceAll('"', ''),
    '',
    ',',
    `${etag}, x`,
    `"${etag}`,
    '"',
    'W/*',
    '* *',
  ]) {
    for (const [method, name, path] of [
      ['PATCH', 'If-Match', at],
      ['DELETE', 'If-Match', at],
      ['GET', 'If-Match', at],
      ['GET', 'If-Match', '/account'],
      ['GET', 'If-Match', '/roles'],
      ['PUT', 'If-None-Match', '/customers/fk_id/tagged'],
    ] as const) {
      const body = method === 'PATCH' || method === 'PUT' ? { body: { name: 'x' } } : {}
      const answer = await server.send(method, path, { ...body, headers: { [name]: bare } })
      const [error] = answer.body.errors
      assert.deepEqual(
        [answer.status, answer.body.code, error.header, error.code],
        [400, 'invalid_header', name, 'entity_tag'],
        `${method} ${bare}`,
      )
      assert.match(error.detail, /quotes/)
    }
  }
  for (const good of [`"x", ${etag}`, `"a,b",${etag}`, `,${etag},`]) {
    assert.equal((await server.send('GET', at, { headers: { 'If-Match': good } })).status, 200)
  }
  // A read loses nothing by it.
  const whole = await server.send('GET', at, { headers: { 'If-None-Match': 'x' } })
  assert.equal(whole.status, 200)
})

test('a number where a text belongs is told to be that, however many digits it has', async () => {
  const body = `{"name":1${'0'.repeat(60_000)}1}`
  const { status, body: refused } = await server.send('POST', '/categories', { body })
  const faults = refused.errors.map(({ code, detail }: Record<string, string>) => [code, detail])
  assert.deepEqual([status, faults], [422, [['type', 'must be string, not number.']]])
})
