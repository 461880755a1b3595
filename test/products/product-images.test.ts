import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { type Answer, type SendOptions, type Server, startServer } from '../harness.ts'
import { type Expected, refusedBy } from '../support/refused.ts'
import { file, multipart, type Part } from '../support/wire/multipart.ts'

// The two image endpoints over HTTP. What images become: test/products/images.test.ts; where they lie:
// test/images/image-storage.test.ts.

const MAX_UPLOAD_BYTES = 50_000

let server: Server
let other: string
before(async () => {
  server = await startServer({ MAX_UPLOAD_BYTES })
  other = (await server.newAccount('Other')).token
})
after(() => server.close())

async function newProduct(): Promise<number> {
  const { body } = await server.send('POST', '/products', { body: { name: 'Café 500 g' } })
  return body.data.id
}

function picture(background = 'red', width = 40, height = 30) {
  return sharp({ create: { width, height, channels: 3, background } })
}

const upload = (id: number, content: Buffer, options: SendOptions = {}, boundary?: string) =>
  server.send('POST', `/products/${id}/image`, multipart([file(content)], boundary, options))

async function uploaded(id: number, content: Buffer): Promise<string> {
  const answer = await upload(id, content)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.fileName
}

const refused = (id: number, options: SendOptions, expected: Expected) =>
  refusedBy(server, 'POST', `/products/${id}/image`, options, expected)

const read = (id: number, query = '', options: SendOptions = {}): Promise<Answer> =>
  server.send('GET', `/products/${id}/image${query}`, options)

/** The files that are kept for a product. */
async function filesOf(id: number): Promise<string[]> {
  const folder = join(server.config.DATA_DIR, 'images', String(server.account_id), String(id))
  return (await readdir(folder).catch(() => [])).sort()
}

/** Old files go after the answer: waits until just these are left. */
async function assertFiles(id: number, ...expected: string[]): Promise<void> {
  const deadline = Date.now() + 5000
  for (;;) {
    const files = await filesOf(id)
    if (isDeepStrictEqual(files, expected)) return
    if (Date.now() > deadline) assert.deepEqual(files, expected)
    await setImmediate()
  }
}

describe('uploading', () => {
  const formats = {
    jpeg: () => picture().jpeg(),
    png: () => picture().png(),
    webp: () => picture().webp(),
    avif: () => picture().avif(),
    gif: () => picture().gif(),
  }
  for (const [format, make] of Object.entries(formats)) {
    test(`${format} is taken, whatever the part says it is`, async () => {
      const id = await newProduct()
      const part = file(await make().toBuffer(), { type: 'application/pdf', filename: 'a.txt' })
      const answer = await server.send('POST', `/products/${id}/image`, multipart([part]))
      assert.equal(answer.status, 201, answer.text)
      const { fileName } = answer.body.data
      assert.match(fileName, /^[0-9a-f]{64}\.webp$/)
      assert.deepEqual(Object.keys(answer.body), ['data', 'meta'])
      assert.deepEqual(answer.body.data, { message: 'Image uploaded successfully', fileName })
      assert.equal(answer.headers['location'], `/products/${id}/image`)
      assert.equal((await server.send('GET', `/products/${id}`)).body.data.image, fileName)
      await assertFiles(id, fileName)
      const shown = await read(id)
      assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/webp'])
      const { width, height } = await sharp(shown.bytes).metadata()
      assert.deepEqual([width, height], [40, 30])
    })
  }

  test('a FormData of fetch is taken, with other fields around the file', async () => {
    const id = await newProduct()
    const form = new FormData()
    form.append('before', 'a')
    form.append('Фото', new Blob([new Uint8Array(await picture().png().toBuffer())]), 'ä "1".png')
    form.append('after', 'b')
    const { headers, body } = await encoded(form)
    const answer = await server.send('POST', `/v2/products/${id}/image`, { headers, body })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers['location'], `/v2/products/${id}/image`)
  })

  async function encoded(form: FormData) {
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return { headers, body: Buffer.from(await request.arrayBuffer()) }
  }

  test('any name of the part will do, and the name of the file does nothing', async () => {
    const png = await picture().png().toBuffer()
    const names: string[] = []
    for (const filename of [
      '../../etc/passwd',
      '/etc/passwd',
      '..\\a.exe',
      '',
      '.',
      'x'.repeat(3000),
    ]) {
      const id = await newProduct()
      const part = file(png, { filename, name: filename.slice(0, 20) })
      const answer = await server.send('POST', `/products/${id}/image`, multipart([part]))
      assert.equal(answer.status, 201, answer.text)
      names.push(answer.body.data.fileName)
      await assertFiles(id, answer.body.data.fileName)
    }
    assert.equal(new Set(names).size, 1)
  })

  test('a part with a type and no filename is a file', async () => {
    const png = await picture().png().toBuffer()
    for (const type of ['image/png', 'application/octet-stream']) {
      const part = { content: png, type }
      const answer = await server.send(
        'POST',
        `/products/${await newProduct()}/image`,
        multipart([part]),
      )
      assert.equal(answer.status, 201, answer.text)
    }
  })

  test('it is a change of the product: an event, a new ETag, and none if it is the same', async () => {
    const id = await newProduct()
    const before = await server.send('GET', `/products/${id}`)
    const fileName = await uploaded(id, await picture('navy').png().toBuffer())
    await uploaded(id, await picture('navy').png().toBuffer())
    const after = await server.send('GET', `/products/${id}`)
    assert.notEqual(after.headers['etag'], before.headers['etag'])
    const { rows } = await server.pool.query(
      `select type, version::int, data::json ->> 'image' as image, previous from events
        where resource = 'product' and id_record = $1 order by id`,
      [id],
    )
    assert.deepEqual(rows, [
      { type: 'product.created', version: 1, image: null, previous: null },
      { type: 'product.updated', version: 2, image: fileName, previous: { image: null } },
    ])
  })
})

describe('uploads that are refused', () => {
  const unsupported: Expected = { status: 415, code: 'unsupported_media_type' }
  const noFile: Expected = { status: 422, code: 'validation_failed', at: [''] }

  test('none, or more than one file is 422', async () => {
    const id = await newProduct()
    const png = await picture().png().toBuffer()
    const field: Part = { name: 'file', content: 'text' }
    await refused(id, multipart([]), noFile)
    await refused(id, multipart([field]), noFile)
    for (const count of [2, 3, 10]) {
      await refused(id, multipart([field, ...Array(count).fill(file(png))]), noFile)
    }
    await assertFiles(id)
  })

  test('a body that is not multipart is 415', async () => {
    const id = await newProduct()
    const png = await picture().png().toBuffer()
    await refused(id, { body: png, headers: { 'content-type': 'image/png' } }, unsupported)
    await refused(id, { body: { file: 'a' } }, unsupported)
    await refused(id, {}, unsupported)
    const compressed = multipart([file(png)], 'b', { headers: { 'content-encoding': 'gzip' } })
    await refused(id, compressed, unsupported)
    // No other address takes multipart bodies.
    await refusedBy(server, 'PATCH', `/products/${id}`, multipart([file(png)]), unsupported)
  })

  test('a file that is none of the five formats by its bytes is 415', async () => {
    const id = await newProduct()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    const tiff = await picture().tiff().toBuffer()
    for (const content of ['text', '', svg, '%PDF-1.7', tiff, Buffer.alloc(100)]) {
      await refused(id, multipart([file(content)]), unsupported)
    }
  })

  test('a broken image is 422', async () => {
    const id = await newProduct()
    const png = await picture().png().toBuffer()
    const invalid = { status: 422, code: 'image_invalid' }
    for (const content of [
      png.subarray(0, 40),
      Buffer.concat([png.subarray(0, 60), Buffer.alloc(99)]),
    ]) {
      await refused(id, multipart([file(content)]), invalid)
    }
    const tooMany = { status: 422, code: 'image_too_large' }
    const huge = Buffer.from(png)
    // Width and height stand in a PNG's first chunk, which a checksum follows.
    huge.writeUInt32BE(20_000, 16)
    huge.writeUInt32BE(20_000, 20)
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
    await refused(id, multipart([file(huge)]), tooMany)
    await assertFiles(id)
  })

  test('a file over the limit is 413, one just at it is read', async () => {
    const id = await newProduct()
    const png = await picture().png().toBuffer()
    const padded = (length: number) => Buffer.concat([png, Buffer.alloc(length - png.length)])
    const tooLarge = { status: 413, code: 'body_too_large' }
    await refused(id, multipart([file(padded(MAX_UPLOAD_BYTES + 1))]), tooLarge)
    await refused(id, multipart([file(padded(20 * MAX_UPLOAD_BYTES))]), tooLarge)
    const answer = await upload(id, padded(MAX_UPLOAD_BYTES))
    assert.equal(answer.status, 201, answer.text)
  })

  test('a multipart body that is broken is 400', async () => {
    const id = await newProduct()
    const { body } = multipart([file(await picture().png().toBuffer())])
    const whole = body as Buffer
    const broken = { status: 400, code: 'bad_request' }
    const headers = { 'content-type': 'multipart/form-data; boundary=b0und4ry' }
    for (const bytes of [whole.subarray(0, -20), whole.subarray(0, 60), Buffer.from('x')]) {
      await refused(id, { body: bytes, headers }, broken)
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
      await refused(id, { body: whole, headers: { 'content-type': type } }, broken)
    }
    const fields = Array.from({ length: 40 }, (): Part => ({ name: 'f', content: 'x' }))
    await refused(id, multipart(fields), broken)
  })

  test('an unknown product, or another account’s, is 404', async () => {
    const id = await newProduct()
    const png = await picture().png().toBuffer()
    const unknown = { status: 404, code: 'not_found' }
    await refused(999_999, multipart([file(png)]), unknown)
    await refused(id, multipart([file(png)], 'b', { token: other }), unknown)
    await uploaded(id, png)
    assert.equal((await read(id, '', { token: other })).status, 404)
    assert.equal((await read(999_999)).status, 404)
    assert.equal((await read(await newProduct())).status, 404)
  })
})

describe('reading', () => {
  test('a width gives the next step up, never enlarged', async () => {
    const id = await newProduct()
    const fileName = await uploaded(id, await picture('teal', 600, 300).png().toBuffer())
    for (const [asked, given] of [
      [16, 64],
      [64, 64],
      [65, 128],
      [500, 512],
      [513, 600],
      [2048, 600],
    ]) {
      const { width } = await sharp((await read(id, `?width=${asked}`)).bytes).metadata()
      assert.equal(width, given, `width=${asked}`)
    }
    const sizes = ['128', '512', '64'].map((width) => fileName.replace('.webp', `.${width}.webp`))
    assert.deepEqual(await filesOf(id), [...sizes, fileName].sort())
    for (const width of ['0', '15', '2049', '1.5', 'x', '', '64&width=64']) {
      const { status, body } = await read(id, `?width=${width}`)
      assert.deepEqual([status, body.errors[0].parameter], [400, 'width'], width)
    }
  })

  test('it is cacheable: 304 while it is the same', async () => {
    const id = await newProduct()
    const fileName = await uploaded(id, await picture('olive', 100, 100).png().toBuffer())
    for (const query of ['', '?width=64']) {
      const first = await read(id, query)
      const etag = first.headers['etag'] ?? ''
      assert.equal(first.headers['cache-control'], 'private, no-cache')
      const other = await read(id, query, { headers: { 'if-match': `"x", W/${etag}` } })
      assert.equal(other.status, 412)
      const same = await read(id, query, { headers: { 'if-none-match': `"x", W/${etag}` } })
      assert.deepEqual([same.status, same.text, same.headers['etag']], [304, '', etag])
    }
    const headers = { 'if-none-match': `"${fileName}"` }
    assert.equal((await read(id, '?width=64', { headers })).status, 200)
    await uploaded(id, await picture('plum').png().toBuffer())
    assert.equal((await read(id, '', { headers })).status, 200)
  })

  test('an Accept for images is fine, one that leaves WebP out is 406', async () => {
    const id = await newProduct()
    await uploaded(id, await picture().png().toBuffer())
    for (const accept of ['image/webp', 'image/*', 'image/avif,image/webp,*/*;q=0.8']) {
      assert.equal((await read(id, '', { headers: { accept } })).status, 200, accept)
    }
    for (const accept of ['application/json', 'image/png', 'image/webp;q=0']) {
      assert.equal((await read(id, '', { headers: { accept } })).status, 406, accept)
    }
  })
})

describe('the files', () => {
  test('a replacement removes the old ones', async () => {
    const id = await newProduct()
    await uploaded(id, await picture('red', 200, 200).png().toBuffer())
    await read(id, '?width=64')
    assert.equal((await filesOf(id)).length, 2)
    const fileName = await uploaded(id, await picture('blue').png().toBuffer())
    await assertFiles(id, fileName)
  })

  test('a change that is refused leaves none', async () => {
    const id = await newProduct()
    const fileName = await uploaded(id, await picture('red').png().toBuffer())
    const blue = await picture('blue').png().toBuffer()
    const key = { headers: { 'idempotency-key': `used for ${id}`.replaceAll(' ', '-') } }
    await server.send('PATCH', `/products/${id}`, { body: { price: 1 }, ...key })
    await refused(id, multipart([file(blue)], 'b', key), {
      status: 422,
      code: 'idempotency_mismatch',
    })
    await assertFiles(id, fileName)
    assert.equal((await server.send('GET', `/products/${id}`)).body.data.image, fileName)
  })

  test('they go with the product', async () => {
    const id = await newProduct()
    await uploaded(id, await picture('red', 200, 200).png().toBuffer())
    await read(id, '?width=64')
    assert.equal((await server.send('DELETE', `/products/${id}`)).status, 200)
    await assertFiles(id)
    assert.equal((await read(id)).status, 404)
  })

  test('uploads at once leave the one that the product names', async () => {
    const id = await newProduct()
    const pictures = await Promise.all(
      ['red', 'green', 'blue', 'white'].map((colour) => picture(colour).png().toBuffer()),
    )
    const answers = await Promise.all(pictures.map((one) => upload(id, one)))
    for (const { status, text } of answers) assert.equal(status, 201, text)
    const { image } = (await server.send('GET', `/products/${id}`)).body.data
    await assertFiles(id, image)
    assert.equal((await read(id)).status, 200)
  })
})

test('an Idempotency-Key replays an upload whose boundary is another', async () => {
  const id = await newProduct()
  const red = await picture('red').png().toBuffer()
  const options = { headers: { 'idempotency-key': `image-${id}` } }
  const first = await upload(id, red, options, 'one')
  const fileName = await uploaded(id, await picture('blue').png().toBuffer())
  const again = await upload(id, red, options, 'another')
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true'])
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers['location'], `/products/${id}/image`)
  // The stored answer changes nothing: the later image stays, alone.
  await assertFiles(id, fileName)
  const mismatch = { status: 422, code: 'idempotency_mismatch' }
  const green = await picture('green').png().toBuffer()
  await refused(id, multipart([file(green)], 'one', options), mismatch)
  await assertFiles(id, fileName)
})

test('uploads with one Idempotency-Key at once are one upload; those it waits for are 409', async () => {
  const red = await picture('red').png().toBuffer()
  const deadline = Date.now() + 20_000
  for (let round = 0, met = false; !met; round++) {
    assert.ok(Date.now() < deadline, 'no two uploads ever met')
    const id = await newProduct()
    const options = { headers: { 'idempotency-key': `at-once-${round}` } }
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(id, red, options)))
    const first = answers.filter(
      ({ status, headers }) => status === 201 && !headers['idempotency-replayed'],
    )
    assert.equal(first.length, 1)
    for (const { status, headers, body } of answers.filter(({ status }) => status !== 201)) {
      assert.deepEqual([status, body.code], [409, 'idempotency_in_flight'])
      assert.equal(headers['retry-after'], '1')
      met = true
    }
    await assertFiles(id, first[0]?.body.data.fileName)
  }
})
