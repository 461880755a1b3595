import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { type ErrorCode, Problem } from '../../src/base/problems.ts'
import { makeImage } from '../../src/images/decoding.ts'
import { prepareImage } from '../../src/images/images.ts'
import {
  type DiskSettings,
  type ImageStorage,
  openImageStorage,
  resizedName,
  type S3Settings,
} from '../../src/images/storage.ts'
import { type S3Server, startS3Server } from '../support/servers/s3-server.ts'

/** What `prepareImage` stores of a plain picture. */
async function prepared(width: number, height: number) {
  const create = { width, height, channels: 3, background: 'red' } as const
  return prepareImage(await sharp({ create }).png().toBuffer(), makeImage)
}

function refuses(code: ErrorCode) {
  return (error: unknown) => error instanceof Problem && error.code === code
}

interface Place {
  storage: ImageStorage
  settings: DiskSettings | S3Settings
  /** Keys of all files, sorted. */
  keys(): Promise<string[]>
}

async function onDisk(use: (place: Place & { folder: string }) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-images-'))
  try {
    const settings = { driver: 'disk', folder } as const
    const storage = await openImageStorage(settings)
    const keys = async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = found.filter((entry) => entry.isFile())
      return files.map((f) => join(f.parentPath, f.name).slice(folder.length + 1)).sort()
    }
    await use({ storage, settings, keys, folder })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function onS3(use: (place: Place & { server: S3Server }) => Promise<void>) {
  const server = await startS3Server({ pageSize: 2 })
  try {
    const { bucket, region, endpoint, credentials } = server
    const prefix = 'pedido/images'
    const settings = { driver: 's3', bucket, region, endpoint, credentials, prefix } as const
    const storage = await openImageStorage(settings)
    const keys = async () => {
      const under = [...server.objects.keys()].filter((key) => key.startsWith(`${prefix}/`))
      return under.map((key) => key.slice(prefix.length + 1)).sort()
    }
    await use({ storage, settings, keys, server })
  } finally {
    await server.close()
  }
}

const first = `${'a'.repeat(64)}.webp`
const second = `${'b'.repeat(64)}.webp`
const content = 'c'.repeat(64)
const otherContent = 'd'.repeat(64)
const bytes = Buffer.from([0, 1, 2, 253, 254, 255])

for (const [where, at] of [
  ['on disk', onDisk],
  ['in a bucket', onS3],
] as const) {
  describe(`image storage ${where}`, () => {
    test('puts, gets, finds and removes', () =>
      at(async ({ storage, keys }) => {
        const files = storage.forProduct(1, '20')
        assert.equal(await files.get(first), undefined)
        assert.equal(await files.exists(first), false)
        await files.put(first, bytes)
        await files.put(first, bytes)
        assert.deepEqual(await files.get(first), bytes)
        assert.equal(await files.exists(first), true)
        assert.deepEqual(await keys(), [`1/20/${first}`])
        await files.remove(first)
        await files.remove(first)
        assert.equal(await files.get(first), undefined)
        assert.deepEqual(await keys(), [])
      }))

    test('keeps accounts and products apart', () =>
      at(async ({ storage, keys }) => {
        await storage.forProduct(1, 2).put(first, bytes)
        assert.equal(await storage.forProduct(2, 2).exists(first), false)
        assert.equal(await storage.forProduct(1, 20).exists(first), false)
        await storage.forProduct(1, 20).put(first, bytes)
        await storage.forProduct(1, 2).removeOthers(null)
        assert.deepEqual(await keys(), [`1/20/${first}`])
      }))

    test('attachments of an order lie beside, and go but for those that it has', () =>
      at(async ({ storage, keys }) => {
        const files = storage.forOrder(1, 2)
        assert.equal(await files.stream(content), undefined)
        await files.removeAllBut(new Set())
        for (const id of [2, 20]) await storage.forOrder(1, id).put(content, bytes)
        await files.put(otherContent, bytes)
        await storage.forProduct(1, 2).put(first, bytes)
        assert.deepEqual(await buffer((await files.stream(content)) as Readable), bytes)
        await files.removeAllBut(new Set([otherContent]))
        assert.deepEqual(await keys(), [
          `1/2/${first}`,
          `1/orders/2/${otherContent}`,
          `1/orders/20/${content}`,
        ])
        await storage.removeAccount(1)
        assert.deepEqual(await keys(), [])
        for (const name of [first, `../${content}`, content.slice(1)])
          await assert.rejects(files.put(name, bytes), TypeError)
      }))

    test('removes all images of an account, and none of others', () =>
      at(async ({ storage, keys }) => {
        for (const [account, product] of [
          [1, 2],
          [1, 20],
          [1, 3],
          [10, 2],
          [11, 1],
        ] as const) {
          await storage.forProduct(account, product).put(first, bytes)
        }
        await storage.removeAccount(1)
        assert.deepEqual(await keys(), [`10/2/${first}`, `11/1/${first}`])
        await storage.removeAccount(1)
        await storage.removeAccount(12)
      }))

    test('removes all but the current image and its versions', () =>
      at(async ({ storage, keys }) => {
        const files = storage.forProduct(1, 2)
        await files.removeOthers(null)
        for (const name of [first, second]) {
          for (const width of [64, 512, 2_048]) await files.put(resizedName(name, width), bytes)
        }
        await files.removeOthers(second)
        const kept = [second, resizedName(second, 64), resizedName(second, 512)]
        assert.deepEqual(await keys(), kept.map((name) => `1/2/${name}`).sort())
      }))

    test('makes a smaller version once and keeps it', () =>
      at(async ({ storage, keys }) => {
        const files = storage.forProduct(1, 2)
        const image = await prepared(300, 100)
        await files.put(image.fileName, image.bytes)
        const wishes = [65, 100, 128, 128, 127]
        const versions = await Promise.all(
          wishes.map((w) => files.getResized(image.fileName, w, makeImage)),
        )
        const { width } = await sharp(versions[0]).metadata()
        assert.equal(width, 128)
        // The very same buffer: one encoding served all of them.
        assert.equal(new Set(versions).size, 1)
        assert.deepEqual(await files.getResized(image.fileName, 128, makeImage), versions[0])
        assert.deepEqual(await files.getResized(image.fileName, 300, makeImage), image.bytes)
        assert.deepEqual(await files.getResized(image.fileName, 2_048, makeImage), image.bytes)
        const expected = [image.fileName, resizedName(image.fileName, 128)]
        assert.deepEqual(await keys(), expected.map((name) => `1/2/${name}`).sort())
        assert.equal(await files.getResized(first, 64, makeImage), undefined)
        assert.equal(await files.getResized(first, 2_048, makeImage), undefined)
      }))

    test('takes no name and no id that it did not make', () =>
      at(async ({ storage, keys }) => {
        const files = storage.forProduct(1, 2)
        const names = [
          '',
          '..',
          `../3/${first}`,
          `/${first}`,
          `${first}/`,
          `${first}\n`,
          `x${first}`,
        ]
        for (const name of [...names, first.toUpperCase(), first.replace('.webp', '.png')]) {
          await assert.rejects(files.put(name, bytes), TypeError, name)
          await assert.rejects(files.get(name), TypeError, name)
          await assert.rejects(files.exists(name), TypeError, name)
          await assert.rejects(files.remove(name), TypeError, name)
          await assert.rejects(files.getResized(name, 64, makeImage), TypeError, name)
        }
        for (const id of ['', '..', '1/2', '-1', 0, 1.5, Number.NaN]) {
          assert.throws(() => storage.forProduct(id, 1), TypeError)
          assert.throws(() => storage.forProduct(1, id), TypeError)
        }
        assert.deepEqual(await keys(), [])
      }))
  })
}

describe('image storage on disk', () => {
  test('leaves nothing half-written when a write fails', () =>
    onDisk(async ({ storage, folder, keys }) => {
      // A folder where the file should go: the last step of the write fails.
      await mkdir(join(folder, '1', '2', first), { recursive: true })
      await assert.rejects(storage.forProduct(1, 2).put(first, bytes), refuses('unavailable'))
      await writeFile(join(folder, '3'), 'a file where a folder should be')
      await assert.rejects(storage.forProduct(3, 2).put(first, bytes), refuses('unavailable'))
      assert.deepEqual(await keys(), ['3'])
    }))

  test('makes folders for this user alone', () =>
    onDisk(async ({ folder }) => {
      const below = join(folder, 'data', 'images')
      const storage = await openImageStorage({ driver: 'disk', folder: below })
      await storage.forProduct(1, 2).put(first, bytes)
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const made = found.filter((entry) => entry.isDirectory() && entry.parentPath !== folder)
      assert.ok(made.length >= 3)
      for (const { parentPath, name } of made) {
        const { mode } = await stat(join(parentPath, name))
        assert.equal(mode & 0o777, 0o700, name)
      }
      const { mode } = await stat(join(folder, 'data'))
      assert.equal(mode & 0o777, 0o700)
    }))

  test('clears away what a crash left an hour ago, not what is being written', () =>
    onDisk(async ({ settings, folder, keys }) => {
      const twoHoursAgo = Date.now() / 1_000 - 7_200
      for (const name of ['old', 'new']) await writeFile(join(folder, '.incoming', name), 'half')
      await utimes(join(folder, '.incoming', 'old'), twoHoursAgo, twoHoursAgo)
      await openImageStorage(settings)
      assert.deepEqual(await keys(), [join('.incoming', 'new')])
    }))

  test('fails at the start when the folder can’t be made', () =>
    onDisk(async ({ folder }) => {
      await writeFile(join(folder, 'file'), '')
      await assert.rejects(openImageStorage({ driver: 'disk', folder: join(folder, 'file', 'x') }))
    }))
})

describe('image storage in a bucket', () => {
  test('stores with the right type, under the prefix, without a prefix too', () =>
    onS3(async ({ storage, settings, server }) => {
      await storage.forProduct(1, 2).put(first, bytes)
      assert.equal(server.objects.get(`pedido/images/1/2/${first}`)?.type, 'image/webp')
      const bare = await openImageStorage({ ...(settings as S3Settings), prefix: '' })
      await bare.forProduct(1, 2).put(first, bytes)
      assert.ok(server.objects.has(`1/2/${first}`))
      const bad = { ...(settings as S3Settings), prefix: 'a b' }
      await assert.rejects(openImageStorage(bad), /prefix/)
    }))

  test('signs with the credentials it was given, and tells of a refusal', () =>
    onS3(async ({ settings, server }) => {
      const credentials = { ...server.credentials, secretAccessKey: 'another' }
      const wrong = await openImageStorage({ ...(settings as S3Settings), credentials })
      const files = wrong.forProduct(1, 2)
      await assert.rejects(files.put(first, bytes), refuses('unavailable'))
      await assert.rejects(files.get(first), refuses('unavailable'))
      await assert.rejects(files.exists(first), refuses('unavailable'))
      assert.deepEqual(server.requests, [])
    }))

  test('makes no smaller version that outlives its image', async () => {
    const image = await prepared(300, 100)
    const wanted = `1/2/${resizedName(image.fileName, 128)}`
    const server = await startS3Server({
      // The image goes in the very moment when its smaller version arrives.
      onRequest(request, objects) {
        if (request === `PUT ${wanted}`) objects.delete(`1/2/${image.fileName}`)
      },
    })
    const storage = await openImageStorage({ driver: 's3', ...server })
    const files = storage.forProduct(1, 2)
    await files.put(image.fileName, image.bytes)
    assert.ok(await files.getResized(image.fileName, 128, makeImage))
    assert.deepEqual([...server.objects.keys()], [])
    await server.close()
  })

  test('refuses with `unavailable` when nothing answers', async () => {
    const server = await startS3Server()
    const storage = await openImageStorage({ driver: 's3', ...server })
    await server.close()
    await assert.rejects(storage.forProduct(1, 2).put(first, bytes), refuses('unavailable'))
  })
})
