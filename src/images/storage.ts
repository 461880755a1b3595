/**
 * Where product images and attachments of orders lie: a folder or an S3-compatible bucket, one interface.
 *
 * An image's key is `<account_id>/<product_id>/<name>`, an attachment's `<account_id>/orders/<order_id>/<sha256>`. Accounts never share a file, so none can
 * learn of another's; products don't either, so the product's row lock protects its files.
 *
 * A product never points to a file that is gone, and a crash leaves at most an orphan, if a
 * route goes this way (docs/decisions/0003-images.md says which race each step closes):
 *
 *   const image = await prepareImage(upload, make)
 *   const files = storage.forProduct(account_id, product_id)
 *   await files.put(image.fileName, image.bytes)             // 1 before the transaction
 *   await transaction(async (tx) => {
 *     …lock the product's row (`for no key update`), 404 when there is none…
 *     if (!(await files.exists(image.fileName))) {           // 2 a removal was faster
 *       await files.put(image.fileName, image.bytes)
 *     }
 *     …set products.image = image.fileName, write the event…
 *   })
 *   await transaction(async (tx) => {                        // 3 also when 2 was refused
 *     …lock the product's row, read products.image (null without a row)…
 *     await files.removeOthers(current)
 *   })
 *
 * Step 3 also follows a committed deletion of the product. It removes whatever an earlier
 * crash left in the product's folder, so there is no sweeping job. Attachments go the same way, but that
 * a job takes step 3: src/orders/attachments/cleaning.ts.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { syncFolder } from '../base/durable-files.ts'
import { Problem } from '../base/problems.ts'
import { type BucketSettings, openClient } from '../storage/client.ts'
import { msg } from '../texts/message.ts'
import { IMAGE_MAX_SIDE, type MakeImage, widthStep } from './images.ts'

export interface DiskSettings {
  driver: 'disk'
  /** Made when missing. */
  folder: string
}

export interface S3Settings extends BucketSettings {
  driver: 's3'
  /** Put before each key, such as `pedido/images`: letters, digits, `-`, `_`, `.` and `/`. */
  prefix?: string
}

/** The files of one record. Each call refuses with `unavailable` when the storage fails. */
export interface StoredFiles {
  /** On disk: atomic, and survives a power cut once it resolves. Writing again is harmless. */
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  exists(name: string): Promise<boolean>
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>
}

/** The images of one product. */
export interface ProductFiles extends StoredFiles {
  /** Removes all files but `current` and its smaller versions; all when it is null. */
  removeOthers(current: string | null): Promise<void>
  /**
   * The image at least `width` pixels wide (16…2,048; the next of IMAGE_WIDTH_STEPS), or as
   * it is when it is not wider. Made once and kept. Undefined when `name` does not exist.
   * Refuses as `make` does, too.
   */
  getResized(name: string, width: number, make: MakeImage): Promise<Buffer | undefined>
}

/** The attachments of one order, each named after its SHA-256 in hexadecimal. */
interface OrderFiles extends StoredFiles {
  /** A content as it is read, so that none is in memory as a whole; undefined where there is none. */
  stream(name: string): Promise<Readable | undefined>
  /** Removes all files but these. */
  removeAllBut(names: ReadonlySet<string>): Promise<void>
}

export interface ImageStorage {
  forProduct(account_id: number | string, product_id: number | string): ProductFiles
  forOrder(account_id: number | string, order_id: number | string): OrderFiles
  /** Removes the files of all products and orders, of those too that are gone. */
  removeAccount(account_id: number): Promise<void>
}

/** Opens the storage; on disk this makes the folder, and fails when it can't be written. */
export async function openImageStorage(settings: DiskSettings | S3Settings): Promise<ImageStorage> {
  return settings.driver === 'disk' ? openDisk(settings) : openS3(settings)
}

/** Name of what `getResized` returns; good as an ETag, as a name has one content. */
export function resizedName(name: string, width: number): string {
  const step = widthStep(width)
  // No stored image is wider than that.
  return step === IMAGE_MAX_SIDE ? name : name.replace('.webp', `.${step}.webp`)
}

type Put = (key: string, bytes: Buffer) => Promise<void>
type Making = Map<string, Promise<Buffer | undefined>>

async function openDisk({ folder }: DiskSettings): Promise<ImageStorage> {
  // Beside the accounts' folders, so on the same file system: rename is atomic.
  const incoming = join(folder, '.incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeStale(incoming)
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  const storage = storageOver(disk, '', (key, bytes) => putDurably(folder, incoming, key, bytes))
  return {
    ...storage,
    removeAccount: (account_id) =>
      available(rm(join(folder, String(account_id)), { recursive: true, force: true })),
  }
}

async function openS3(settings: S3Settings): Promise<ImageStorage> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const driver = new S3Driver({
    client: await openClient(settings, { requestTimeout: 20_000 }),
    bucket: settings.bucket,
    visibility: 'private',
    // New AWS buckets refuse ACLs, R2 and others don't know them; a bucket is private anyway.
    supportsACL: false,
  })
  const disk = new Disk(driver)
  const prefix = (settings.prefix ?? '').replace(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix)) throw new Error(`image storage: bad prefix ${prefix}`)
  return storageOver(disk, prefix && `${prefix}/`, (key, bytes) =>
    disk.put(key, bytes, { contentType: contentTypeOf(key) }),
  )
}

/** What somebody who looks into the bucket is told; the service goes by what its rows say. */
const contentTypeOf = (key: string) =>
  key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream'

function storageOver(disk: Disk, prefix: string, put: Put): ImageStorage {
  // Readers that want the same missing version wait for one encoding.
  const making: Making = new Map()
  return {
    forProduct(account_id, product_id) {
      refuseOtherIds(account_id, product_id)
      return productFiles(disk, `${prefix}${account_id}/${product_id}`, put, making)
    },
    forOrder(account_id, order_id) {
      refuseOtherIds(account_id, order_id)
      return orderFiles(disk, `${prefix}${account_id}/${ORDERS}/${order_id}`, put)
    },
    async removeAccount(account_id) {
      const folder = `${prefix}${account_id}`
      for (const product of await available(foldersOfIds(disk, folder))) {
        await this.forProduct(account_id, product).removeOthers(null)
      }
      for (const order of await available(foldersOfIds(disk, `${folder}/${ORDERS}`))) {
        await this.forOrder(account_id, order).removeAllBut(new Set())
      }
    },
  }
}

/** The folder of an account's attachments: no product's id. */
const ORDERS = 'orders'

function refuseOtherIds(...ids: (number | string)[]): void {
  for (const id of ids) {
    if (!/^[1-9]\d{0,18}$/.test(String(id))) throw new TypeError(`not an id: ${id}`)
  }
}

/** @param names which names files may have */
function storedFiles(disk: Disk, folder: string, names: RegExp, put: Put): StoredFiles {
  const keyOf = (name: string) => keyIn(folder, names, name)
  return {
    put: async (name, bytes) => available(put(keyOf(name), bytes)),
    get: async (name) => available(read(disk, keyOf(name))),
    exists: async (name) => available(disk.exists(keyOf(name))),
    remove: async (name) => available(disk.delete(keyOf(name))),
  }
}

function orderFiles(disk: Disk, folder: string, put: Put): OrderFiles {
  const files = storedFiles(disk, folder, ATTACHMENT, put)
  return {
    ...files,
    stream: async (name) => available(readStream(disk, keyIn(folder, ATTACHMENT, name))),
    async removeAllBut(names) {
      const found = await available(list(disk, folder, ATTACHMENT))
      await Promise.all(found.filter((name) => !names.has(name)).map(files.remove))
    },
  }
}

function productFiles(disk: Disk, folder: string, put: Put, making: Making): ProductFiles {
  const files: ProductFiles = {
    ...storedFiles(disk, folder, NAME, put),
    async removeOthers(current) {
      const isOriginal = (name: string) => name.length === ORIGINAL_LENGTH
      // Originals first: who makes a smaller version looks for its original afterwards.
      for (const originals of [true, false]) {
        const names = await available(list(disk, folder, NAME))
        const others = names.filter(
          (name) => isOriginal(name) === originals && !belongsTo(name, current),
        )
        await Promise.all(others.map(files.remove))
      }
    },
    async getResized(name, width, make) {
      const wanted = keyIn(folder, NAME, resizedName(name, width))
      const running = making.get(wanted)
      if (running) return running
      const result = getOrMake(files, name, width, make)
      making.set(wanted, result)
      return result.finally(() => making.delete(wanted))
    },
  }
  return files
}

async function getOrMake(
  files: ProductFiles,
  name: string,
  width: number,
  make: MakeImage,
): Promise<Buffer | undefined> {
  const wanted = resizedName(name, width)
  const kept = await files.get(wanted)
  if (kept) return kept
  const original = await files.get(name)
  if (!original) return undefined
  const made = await make(widthStep(width), original)
  // Not wider than asked: the same bytes a second time would only take space.
  if (made.equals(original)) return original
  await files.put(wanted, made)
  // The image may have been replaced meanwhile: its smaller version must not outlive it.
  if (!(await files.exists(name))) await files.remove(wanted)
  return made
}

const NAME = /^[0-9a-f]{64}(\.\d{1,4})?\.webp$/
const ORIGINAL_LENGTH = 64 + '.webp'.length
const ATTACHMENT = /^[0-9a-f]{64}$/

/** Refuses every name that `prepareImage`, `resizedName` or a digest can't have made: no traversal. */
function keyIn(folder: string, names: RegExp, name: string): string {
  if (!names.test(name)) throw new TypeError(`not the name of a file: ${JSON.stringify(name)}`)
  return `${folder}/${name}`
}

function belongsTo(name: string, current: string | null): boolean {
  return current !== null && name.slice(0, 64) === current.slice(0, 64)
}

async function read(disk: Disk, key: string): Promise<Buffer | undefined> {
  try {
    const bytes = await disk.getBytes(key)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function readStream(disk: Disk, key: string): Promise<Readable | undefined> {
  // A folder's stream says only while it is read that there is no file.
  if (!(await disk.exists(key))) return undefined
  try {
    return await disk.getStream(key)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const { code, $metadata } = (error as { cause?: StorageError }).cause ?? {}
  return code === 'ENOENT' || $metadata?.httpStatusCode === 404
}

interface StorageError {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** The ids of records that have a folder in this one. */
async function foldersOfIds(disk: Disk, folder: string): Promise<string[]> {
  const found: string[] = []
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(folder, paginationToken ? { paginationToken } : {})
    for (const object of page.objects) {
      if (object.isDirectory && /^[1-9]\d*$/.test(object.name)) found.push(object.name)
    }
    paginationToken = page.paginationToken
  } while (paginationToken)
  return found
}

async function list(disk: Disk, folder: string, wanted: RegExp): Promise<string[]> {
  const names: string[] = []
  let paginationToken: string | undefined
  do {
    // Not recursive: flydrive would list the folder 1/20 as part of 1/2.
    const page = await disk.listAll(folder, paginationToken ? { paginationToken } : {})
    for (const object of page.objects) if (wanted.test(object.name)) names.push(object.name)
    paginationToken = page.paginationToken
  } while (paginationToken)
  return names
}

async function available<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new Problem('unavailable', msg`The storage of files does not work just now.`, {
      retryAfter: 10,
      cause,
    })
  }
}

/**
 * flydrive's own disk `put` writes in place and never syncs (and its `move` copies): a reader
 * could see half a file, and a power cut could leave a product with an empty one.
 */
async function putDurably(folder: string, incoming: string, key: string, bytes: Buffer) {
  const temporary = join(incoming, randomUUID())
  const target = join(folder, key)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  // The file's name is in its record's folder, that one's in the one above, up to the first.
  for (let path = dirname(target); path !== dirname(folder); path = dirname(path)) {
    await syncFolder(path)
  }
}

/** What a crash left half-written. An hour: another process may be writing right now. */
async function removeStale(incoming: string): Promise<void> {
  const hour = 3_600_000
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    // Its writer may have renamed it since.
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > hour) await rm(path, { force: true })
  }
}
