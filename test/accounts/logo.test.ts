import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import sharp from 'sharp'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { type Expected, refusedBy } from '../support/refused.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// The account's logo over HTTP. How it stands in documents: test/files/order-document.test.ts.

const MAX_UPLOAD_BYTES = 50_000

let server: Server
before(async () => {
  server = await startServer({ MAX_UPLOAD_BYTES })
})
after(() => server.close())

beforeEach(() => server.send('DELETE', '/account/logo'))

function picture(width = 60, height = 20) {
  const background = { r: 200, g: 0, b: 0, alpha: 0.5 }
  return sharp({ create: { width, height, channels: 4, background } })
}

const set = (content: Buffer, options: SendOptions = {}) =>
  server.send('PUT', '/account/logo', multipart([file(content)], undefined, options))

const read = (options: SendOptions = {}) => server.send('GET', '/account/logo', options)

const formats = {
  jpeg: () => picture().jpeg(),
  png: () => picture().png(),
  webp: () => picture().webp(),
  avif: () => picture().avif(),
  gif: () => picture().gif(),
}
for (const [format, make] of Object.entries(formats)) {
  test(`${format} is kept as PNG, and the account names it`, async () => {
    const answer = await set(await make().toBuffer())
    assert.equal(answer.status, 200, answer.text)
    const { logo } = answer.body.data
    assert.match(logo, /^[0-9a-f]{64}\.png$/)
    assert.equal(answer.body.message, 'Resource updated successfully')
    const account = await succeed(server, 'GET', '/account')
    assert.equal(account.body.data.logo, logo)
    assert.equal(account.headers['etag'], answer.headers['etag'])
    const shown = await read()
    assert.equal(shown.headers['content-type'], 'image/png')
    const { format: kept, width, height } = await sharp(shown.bytes).metadata()
    assert.deepEqual([kept, width, height], ['png', 60, 20])
  })
}

test('transparency stays', async () => {
  await set(await picture().webp().toBuffer())
  const { data: pixels } = await sharp((await read()).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.equal(pixels[3], 128)
})

for (const [sent, kept] of [
  [
    [3000, 500],
    [1200, 200],
  ],
  [
    [500, 1000],
    [200, 400],
  ],
] as const) {
  test(`${sent.join(' × ')} becomes ${kept.join(' × ')}`, async () => {
    await set(
      await picture(...sent)
        .png()
        .toBuffer(),
    )
    const { width, height } = await sharp((await read()).bytes).metadata()
    assert.deepEqual([width, height], kept)
  })
}

test('it is sent again only when it has changed', async () => {
  await set(await picture().png().toBuffer())
  const first = await read()
  assert.equal(first.headers['cache-control'], 'private, no-cache')
  const headers = { 'if-none-match': first.headers['etag'] ?? '' }
  assert.equal((await read({ headers })).status, 304)
  await set(await picture(30, 30).png().toBuffer())
  const other = await read({ headers })
  assert.equal(other.status, 200)
  const stale = await read({ headers: { 'if-match': first.headers['etag'] ?? '' } })
  assert.equal(stale.status, 412)
  assert.equal((await read({ headers: { 'if-match': 'bare' } })).status, 400)
})

test('what is taken away is gone, once', async () => {
  await set(await picture().png().toBuffer())
  await succeed(server, 'DELETE', '/account/logo')
  assert.equal((await data(server, 'GET', '/account')).logo, null)
  for (const method of ['GET', 'DELETE'] as const) {
    const { status, body } = await server.send(method, '/account/logo')
    assert.deepEqual([status, body.code], [404, 'not_found'])
  }
})

test('a repeat with the same key is answered alike and does nothing', async () => {
  const content = await picture().png().toBuffer()
  const headers = { 'idempotency-key': 'logo-1' }
  const first = await set(content, { headers })
  await succeed(server, 'DELETE', '/account/logo')
  const again = await set(content, { headers })
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal((await read()).status, 404)
  const other = await set(await picture(9, 9).png().toBuffer(), { headers })
  assert.equal(other.status, 422)
  assert.equal(other.body.code, 'idempotency_mismatch')
})

test('of two requests with one key at once one is done, and the other is 409', async () => {
  const content = await picture().png().toBuffer()
  // Looked up now, it is known without a connection for a second.
  const token = await server.newToken('*')
  await read({ token })
  const all = Array.from({ length: server.pool.options.max }, () => server.pool.connect())
  const held = await Promise.all(all)
  const both = Array.from({ length: 2 }, () =>
    set(content, { token, headers: { 'idempotency-key': 'at-once' } }),
  )
  // The one that comes first waits for a connection, as long as there is none.
  const refused = await Promise.race(both)
  for (const client of held) client.release()
  assert.deepEqual([refused.status, refused.body.code], [409, 'idempotency_in_flight'])
  const statuses = (await Promise.all(both)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, 409])
})

describe('refused', () => {
  const refused = (options: SendOptions, expected: Expected) =>
    refusedBy(server, 'PUT', '/account/logo', options, expected)

  test('what is no image', async () => {
    await refused(multipart([file('<svg/>')]), { status: 415, code: 'unsupported_media_type' })
  })

  test('what is damaged', async () => {
    const png = await picture(200, 200).png().toBuffer()
    await refused(multipart([file(png.subarray(0, 90))]), { status: 422, code: 'image_invalid' })
  })

  test('what is too large, or no upload at all', async () => {
    const content = Buffer.alloc(MAX_UPLOAD_BYTES + 1)
    await refused(multipart([file(content)]), { status: 413, code: 'body_too_large' })
    await refused({ body: {} }, { status: 415, code: 'unsupported_media_type' })
    await refused(multipart([]), { status: 422, code: 'validation_failed', at: [''] })
  })

  test('who may not manage the account; whoever reads orders reads it', async () => {
    const token = await server.newToken('orders:read')
    const content = await picture().png().toBuffer()
    assert.equal((await set(content, { token })).status, 403)
    await set(content)
    assert.equal((await server.send('DELETE', '/account/logo', { token })).status, 403)
    assert.equal((await read({ token })).status, 200)
    const elsewhere = await server.newToken('events:read')
    assert.equal((await read({ token: elsewhere })).status, 403)
    const { token: stranger } = await server.newAccount('Other')
    assert.equal((await read({ token: stranger })).status, 404)
  })
})
