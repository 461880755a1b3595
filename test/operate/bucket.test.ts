import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Bucket, BucketFailed } from '../../src/storage/bucket.ts'
import { type S3Server, startS3Server } from '../support/servers/s3-server.ts'

// Large files in a bucket.

const MIB = 2 ** 20

let server: S3Server
let bucket: Bucket
let broken = 0
before(async () => {
  server = await startS3Server({
    pageSize: 2,
    breaks: (request) => request === 'GET /images/large' && broken-- > 0,
  })
  bucket = await Bucket.open(server)
})
after(() => server.close())

async function upload(key: string, bytes: Buffer, pieces: number) {
  const stream = bucket.upload(key)
  const length = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += length) {
    await new Promise<void>((resolve, reject) => {
      stream.write(bytes.subarray(at, at + length), (error) => (error ? reject(error) : resolve()))
    })
  }
  return stream
}

const readAll = async (key: string, start = 0, end?: number) => {
  const stored = await bucket.find(key)
  assert.ok(stored)
  return Buffer.concat(await Array.fromAsync(bucket.read(stored, start, end ?? stored.bytes)))
}

const large = randomBytes(40 * MIB)

test('a large file goes in parts, and is seen only when it is kept', async () => {
  const stream = await upload('large', large, 40)
  assert.equal(await bucket.find('large'), undefined)
  await stream.keep()
  assert.deepEqual([stream.bytes, server.uploads.size], [large.length, 0])
  assert.equal(server.requests.filter((one) => one === 'PUT large').length, 3)
  assert.ok((await readAll('large')).equals(large))
  assert.ok((await readAll('large', 1000, 3000)).equals(large.subarray(1000, 3000)))
})

test('a small one goes at once, and nothing that is there is overwritten', async () => {
  await (await upload('small', Buffer.from('one'), 1)).keep()
  const second = await upload('small', Buffer.from('two'), 1)
  await assert.rejects(second.keep(), /Somebody else was faster/)
  assert.equal((await readAll('small')).toString(), 'one')
  const parts = await upload('small', large, 4)
  await assert.rejects(parts.keep(), /Somebody else was faster/)
  await parts.drop()
  assert.equal(server.uploads.size, 0)
})

test('what is dropped leaves nothing; what a killed one left goes when it is old', async () => {
  await (await upload('dropped', large, 40)).drop()
  assert.deepEqual([server.uploads.size, await bucket.find('dropped')], [0, undefined])
  await upload('killed', large, 40)
  await bucket.removeUnfinished('', new Date(Date.now() - 60_000))
  assert.equal(server.uploads.size, 1)
  await bucket.removeUnfinished('', new Date(Date.now() + 60_000))
  assert.equal(server.uploads.size, 0)
})

test('a transfer that breaks off goes on where it was', async () => {
  broken = 3
  assert.ok((await readAll('large')).equals(large))
  broken = 99
  await assert.rejects(readAll('large'), BucketFailed)
  broken = 0
})

test('a list has all pages, and what is removed is gone', async () => {
  for (const key of ['a/1', 'a/2', 'a/3', 'b/1']) {
    await (await upload(key, Buffer.from(key), 1)).keep()
  }
  const keys = async (prefix: string) => (await bucket.list(prefix)).map(({ key }) => key)
  assert.deepEqual(await keys('a/'), ['a/1', 'a/2', 'a/3'])
  await bucket.remove('a/2')
  await bucket.remove('a/2')
  assert.deepEqual(await keys('a/'), ['a/1', 'a/3'])
})

test('what is wrong is told with what to look at', async () => {
  const told = async (more: object, expected: RegExp) => {
    const wrong = await Bucket.open({ ...server, ...more })
    await assert.rejects(wrong.list(''), (error: Error) => {
      assert.ok(error instanceof BucketFailed)
      assert.match(error.message, expected)
      assert.doesNotMatch(error.message, /test-secret|another/)
      return true
    })
  }
  await told({ bucket: 'nobody' }, /The bucket nobody at http.*NoSuchBucket/)
  const credentials = { ...server.credentials, secretAccessKey: 'another' }
  await told({ credentials }, /SignatureDoesNotMatch.*keys and their rights/)
  await told({ endpoint: 'http://127.0.0.1:9' }, /ECONNREFUSED/)
})
