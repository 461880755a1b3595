import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { file, multipart } from '../support/wire/multipart.ts'

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

const BY_ID = () => `/products/${id}/image`

test('it is taken away, by the code and by the id, and the product stays', async () => {
  for (const path of [PATH, BY_ID()]) {
    assert.equal((await upload(png)).status, 201)
    const gone = await server.send('DELETE', path)
    assert.deepEqual([gone.status, gone.body.deletedId], [200, id], gone.text)
    assert.equal((await server.send('GET', `/products/${id}`)).body.data.image, null)
    assert.equal((await server.send('GET', PATH)).status, 404)
    const again = await server.send('DELETE', path)
    assert.deepEqual([again.status, again.body.code], [404, 'not_found'])
  }
  assert.equal((await server.send('DELETE', '/products/999999/image')).status, 404)
  assert.equal((await upload(png)).status, 201)
})

test('nobody else takes it away, nor who may only read', async () => {
  const other = await server.newAccount('Other')
  assert.equal((await server.send('DELETE', BY_ID(), { token: other.token })).status, 404)
  const body = { name: 'reader', scopes: ['products:read'] }
  const { token } = (await server.send('POST', '/tokens', { body })).body.data
  assert.equal((await server.send('DELETE', BY_ID(), { token })).status, 403)
  assert.equal((await server.send('GET', BY_ID())).status, 200)
})

test('a keyed upload is answered again when the product is gone, and leaves no file', async () => {
  const body = { name: 'Relé', fk_id: 'RL-1' }
  const made = (await server.send('POST', '/products', { body })).body.data.id
  const send = (key: string) =>
    server.send(
      'POST',
      '/products/fk_id/RL-1/image',
      multipart([file(png)], undefined, { headers: { 'idempotency-key': key } }),
    )
  const first = await send('rele-1')
  assert.equal(first.status, 201, first.text)
  assert.equal((await server.send('DELETE', `/products/${made}`)).status, 200)
  await filesGone(made)
  const again = await send('rele-1')
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true'])
  assert.deepEqual(again.body, first.body)
  assert.equal((await send('rele-2')).status, 404)
  assert.deepEqual(await filesOf(made), [])
})

test('the files go with a product that is deleted by its code', async () => {
  assert.ok((await filesOf(id)).length > 0)
  const gone = await server.send('DELETE', '/products/fk_id/DJ-32%2F%C3%A1')
  assert.deepEqual([gone.status, gone.body.deletedId], [200, id])
  await filesGone(id)
})

const filesOf = (product: number) =>
  readdir(join(server.config.DATA_DIR, 'images', `${server.account_id}`, `${product}`)).catch(
    () => [],
  )

async function filesGone(product: number): Promise<void> {
  const deadline = Date.now() + 20_000
  while ((await filesOf(product)).length > 0) {
    assert.ok(Date.now() < deadline, `files of product ${product} stay`)
    await setImmediate()
  }
}
