import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib'
import { type Server, startServer } from '../harness.ts'
import { refusedBy } from '../support/refused.ts'
import { listen } from '../support/wire/wire.ts'

// Bodies that clients compress.

const LIMIT = 100_000
const GZIP = { 'content-encoding': 'gzip' }
const JSON_GZIP = { ...GZIP, 'content-type': 'application/json' }
const LINES_GZIP = { ...GZIP, 'content-type': 'application/x-ndjson' }

let server: Server
let port: number
before(async () => {
  server = await startServer({ MAX_BODY_BYTES: LIMIT })
  port = await listen(server.app)
})
after(() => server.close())

const packed = (value: unknown) => gzipSync(JSON.stringify(value))
const tooLarge = { status: 413, code: 'body_too_large' }
const notGzip = { status: 400, code: 'invalid_json', detail: /gzip/ }

describe('a JSON body', () => {
  test('is taken as gzip, by every method that has one', async () => {
    for (const name of ['gzip', 'GZip', 'x-gzip']) {
      const headers = { ...JSON_GZIP, 'content-encoding': name }
      const body = packed({ name: 'Açaí', fk_id: `c-${name}` })
      const made = await server.send('POST', '/customers', { headers, body })
      assert.deepEqual([made.status, made.body.data.name], [201, 'Açaí'])
      const path = `/customers/${made.body.data.id}`
      const changed = await server.send('PATCH', path, { headers, body: packed({ name: 'B' }) })
      assert.deepEqual([changed.status, changed.body.data.name], [200, 'B'])
    }
    const put = { headers: JSON_GZIP, body: packed({ name: 'C' }) }
    assert.equal((await server.send('PUT', '/customers/fk_id/put', put)).status, 201)
  })

  test('is checked once it is unpacked, and told of in the same words', async () => {
    const wrong = { status: 422, code: 'validation_failed', at: ['/name'] }
    const sent = { headers: JSON_GZIP, body: packed({ name: 1 }) }
    await refusedBy(server, 'POST', '/customers', sent, wrong)
    const empty = { headers: JSON_GZIP, body: gzipSync('') }
    const isEmpty = { status: 400, code: 'invalid_json', detail: /is empty/ }
    await refusedBy(server, 'POST', '/customers', empty, isEmpty)
    const latin = { headers: JSON_GZIP, body: gzipSync(Buffer.from('{"name":"\xe9"}', 'latin1')) }
    const notUtf8 = { status: 400, code: 'invalid_json', detail: /not UTF-8/ }
    await refusedBy(server, 'POST', '/customers', latin, notUtf8)
  })

  test('that is no gzip, is cut off or goes on behind its end is 400', async () => {
    const whole = packed({ name: 'a' })
    const bodies = [
      Buffer.from('{"name":"a"}'),
      whole.subarray(0, -1),
      whole.subarray(0, 5),
      Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8)]),
      Buffer.concat([whole, Buffer.from('more')]),
      brotliCompressSync('{"name":"a"}'),
    ]
    for (const body of bodies) {
      await refusedBy(server, 'POST', '/customers', { headers: JSON_GZIP, body }, notGzip)
    }
  })

  test('may be as long unpacked as any other, and no longer', async () => {
    const text = '{"name":"a"}'
    const send = (length: number) => gzipSync(text.padEnd(length))
    const fits = await server.send('POST', '/customers', { headers: JSON_GZIP, body: send(LIMIT) })
    assert.equal(fits.status, 201)
    for (const length of [LIMIT + 1, 1000 * LIMIT]) {
      const sent = { headers: JSON_GZIP, body: send(length) }
      const { body } = await refusedBy(server, 'POST', '/customers', sent, tooLarge)
      const plain = {
        headers: { 'content-type': 'application/json' },
        body: text.padEnd(LIMIT + 1),
      }
      const other = await refusedBy(server, 'POST', '/customers', plain, tooLarge)
      assert.equal(body.detail, other.body.detail)
    }
    // Nor is more read than that of one that is longer packed.
    const sent = { headers: JSON_GZIP, body: gzipSync(randomBytes(LIMIT + 1)) }
    await refusedBy(server, 'POST', '/customers', sent, tooLarge)
  })

  test('is the same request to Idempotency-Key, packed or not', async () => {
    const body = { name: 'Once', fk_id: 'once' }
    const key = { 'idempotency-key': 'packed-or-not' }
    const plain = await server.send('POST', '/customers', { headers: key, body })
    assert.equal(plain.status, 201)
    const again = { headers: { ...key, ...JSON_GZIP }, body: packed(body) }
    const replayed = await server.send('POST', '/customers', again)
    assert.equal(replayed.headers['idempotency-replayed'], 'true')
    assert.equal(replayed.text, plain.text)
    const other = { headers: { ...key, ...JSON_GZIP }, body: packed({ name: 'Twice' }) }
    const mismatch = { status: 422, code: 'idempotency_mismatch' }
    await refusedBy(server, 'POST', '/customers', other, mismatch)
  })
})

describe('the lines of a bulk request', () => {
  const path = '/bulk/categories'
  const linesOf = (...records: unknown[]) => records.map((one) => JSON.stringify(one)).join('\n')

  test('are taken as gzip', async () => {
    const records = Array.from({ length: 300 }, (_, i) => ({ fk_id: `k-${i}`, name: `Name ${i}` }))
    const body = gzipSync(linesOf(...records, { fk_id: 'no-name' }))
    const answer = await server.send('POST', path, { headers: LINES_GZIP, body })
    assert.equal(answer.status, 200, answer.text)
    const results = answer.body as { line: number; status: string }[]
    assert.equal(results.filter(({ status }) => status === 'created').length, 300)
    assert.deepEqual([results[300]?.line, results[300]?.status], [301, 'refused'])
    const atomic = await server.send('POST', `${path}?atomic=true`, { headers: LINES_GZIP, body })
    assert.equal(atomic.body[0].code, 'others_refused')
  })

  test('that are no gzip, or are cut off, are 400', async () => {
    const lines = linesOf({ fk_id: 'cut', name: 'Cut' })
    for (const body of [Buffer.from(lines), gzipSync(lines).subarray(0, 10)]) {
      await refusedBy(server, 'POST', path, { headers: LINES_GZIP, body }, notGzip)
    }
    assert.equal((await server.send('GET', '/categories/fk_id/cut')).status, 404)
  })

  test('cost no more than a body may where they are blank or endless', async () => {
    for (const bomb of [Buffer.alloc(3 * LIMIT, '\n'), Buffer.alloc(3 * LIMIT, 'a')]) {
      const sent = { headers: LINES_GZIP, body: gzipSync(bomb) }
      await refusedBy(server, 'POST', path, sent, tooLarge)
    }
    const few = gzipSync(`\n\n${linesOf({ fk_id: 'blank', name: 'Blank' })}\n\n`)
    const fine = await server.send('POST', path, { headers: LINES_GZIP, body: few })
    assert.equal(fine.body[0].status, 'created')
  })

  test('are answered while more are being sent', async () => {
    const headers = { ...LINES_GZIP, authorization: `Bearer ${server.token}` }
    const sending = request({ port, method: 'POST', path, headers })
    const lines = createGzip()
    lines.pipe(sending)
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    lines.write(`${linesOf({ fk_id: 's-1', name: 'One' })}\n`)
    lines.flush()
    const [answer] = await answered
    const results = createInterface({ input: answer })[Symbol.asyncIterator]()
    assert.equal(JSON.parse((await results.next()).value as string).status, 'created')
    lines.end(linesOf({ fk_id: 's-2', name: 'Two' }))
    assert.equal(JSON.parse((await results.next()).value as string).fk_id, 's-2')
    assert.equal((await results.next()).done, true)
  })

  test('that break off leave what was answered, and the service goes on', async () => {
    const headers = { ...LINES_GZIP, authorization: `Bearer ${server.token}` }
    const sending = request({ port, method: 'POST', path, headers })
    sending.on('error', () => {})
    const lines = createGzip()
    lines.pipe(sending)
    lines.write(`${linesOf({ fk_id: 'b-1', name: 'One' })}\n`)
    lines.flush()
    await once(sending, 'response')
    sending.destroy()
    assert.equal((await server.send('GET', '/categories/fk_id/b-1')).status, 200)
  })
})

test('a file is taken as it is', async () => {
  const headers = { ...GZIP, 'content-type': 'multipart/form-data; boundary=b' }
  const sent = { headers, body: gzipSync('--b--') }
  const unsupported = { status: 415, code: 'unsupported_media_type' }
  const { headers: told } = await refusedBy(
    server,
    'POST',
    '/imports?resource=customers',
    sent,
    unsupported,
  )
  assert.equal(told['accept-encoding'], 'identity')
})
