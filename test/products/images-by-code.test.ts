import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { file, multipart } from '../support/multipart.ts'

// The image of a product by the product's code: as by its id.

const MAX_UPLOAD_BYTES = 50_000
const PATH = '/products/fk_id/DJ-32%2F%C3%A1/image'

let server: Server
let id: number
let png: Buffer
before(async () => {
  server = await startServer({ MAX_UPLOAD_BYTES })
  const body = { name: 'Disjuntor', fk_id: 'DJ-32/á' }
  id = (await server.send('POST', '/products', { body })).body.data.id
  const create = { width: 40, height: 30, channels: 3 as const, background: 'red' }
  png = await sharp({ create }).png().toBuffer()
})
after(() => server.close())

const upload = (content: Buffer, headers: Record<string, string> = {}) =>
  server.send('POST', PATH, multipart([file(content)], undefined, { headers }))

test('it is uploaded and read', async () => {
  assert.equal((await server.send('GET', PATH)).status, 404)
  const answer = await upload(png)
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.headers['location'], `/products/${id}/image`)
  const { fileName } = answer.body.data
  for (const path of [PATH, `/products/${id}/image`, `${PATH}?width=64`]) {
    const read = await server.send('GET', path)
    assert.deepEqual([read.status, read.headers['content-type']], [200, 'image/webp'], path)
  }
  const { headers } = await server.send('GET', PATH)
  assert.equal(headers['etag'], `"${fileName}"`)
  const known = { headers: { 'if-none-match': String(headers['etag']) } }
  assert.equal((await server.send('GET', PATH, known)).status, 304)
  const other = { headers: { 'if-match': '"x"' } }
  assert.equal((await server.send('GET', PATH, other)).status, 412)
})

test('an unknown code is 404, and what is wrong is refused as by id', async () => {
  const unknown = multipart([file(png)])
  const nobody = await server.send('POST', '/products/fk_id/nobody/image', unknown)
  assert.equal(nobody.body.detail, 'Product with fk_id "nobody" does not exist.')
  const image = await server.send('GET', '/products/fk_id/nobody/image')
  assert.equal(image.body.detail, 'An image of product with fk_id "nobody" does not exist.')
  const cases: [options: SendOptions, status: number, code: string][] = [
    [{ body: {} }, 415, 'unsupported_media_type'],
    [multipart([]), 422, 'validation_failed'],
    [multipart([file(Buffer.alloc(MAX_UPLOAD_BYTES + 1))]), 413, 'body_too_large'],
  ]
  for (const [options, status, code] of cases) {
    const answer = await server.send('POST', PATH, options)
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  }
})

test('uploads with one Idempotency-Key at once are one upload; those it waits for are 409', async () => {
  for (let round = 0, met = false; !met; round++) {
    assert.ok(round < 50, 'no two uploads ever met')
    const headers = { 'idempotency-key': `at-once-${round}` }
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(png, headers)))
    assert.ok(answers.some(({ status }) => status === 201))
    const waiting = answers.filter(({ status }) => status !== 201)
    for (const { body } of waiting) assert.equal(body.code, 'idempotency_in_flight')
    met = waiting.length > 0
  }
})

test('the files go with a product that is deleted by its code', async () => {
  const folder = join(server.config.DATA_DIR, 'images', String(server.account_id), String(id))
  const files = async () => (await readdir(folder).catch(() => [])).length
  assert.ok((await files()) > 0)
  const gone = await server.send('DELETE', '/products/fk_id/DJ-32%2F%C3%A1')
  assert.deepEqual([gone.status, gone.body.deletedId], [200, id])
  const deadline = Date.now() + 5000
  while ((await files()) > 0) {
    assert.ok(Date.now() < deadline)
    await setImmediate()
  }
})
