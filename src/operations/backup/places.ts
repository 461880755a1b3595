import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PassThrough, pipeline, type Readable, type Writable } from 'node:stream'
import { fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { syncFolder } from '../../base/durable-files.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { type Bucket, BucketFailed, type Stored } from '../../storage/bucket.ts'
import { msg } from '../../texts/message.ts'

/** Where an archive is written. */
export interface Target {
  stream: Writable
  /** That were written. */
  bytes(): number
  /** Gives it its name, once all was written: nobody sees it before. */
  keep(): Promise<void>
  drop(): Promise<void>
}

/** Where an archive is read. */
export interface Source {
  name: string
  /** @throws BucketFailed, or the system's error where it can't be read */
  open(): Promise<ZipFile>
  /** Its first bytes. */
  head(length: number): Promise<Buffer | undefined>
}

/** Another process was faster: nothing was overwritten. */
export class TargetTaken extends OperatorError {
  constructor(name: string) {
    super(msg`There is a file ${name} by now, and nothing of it was changed: name a new one.`)
  }
}

/**
 * A file, for its owner alone.
 * @param scratch a folder beside it, of this process alone, whose rest is removed by who made it
 */
export function fileTarget(path: string, scratch: string): Target {
  const partial = join(scratch, basename(path))
  const stream = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  return {
    stream,
    bytes: () => stream.bytesWritten,
    async keep() {
      await moveToNew(partial, path)
      await syncFolder(dirname(path))
    },
    async drop() {
      stream.destroy()
    },
  }
}

/** A link is refused where there is a file already; some disks know no links. */
async function moveToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(to)) throw new TargetTaken(to)
    await rename(from, to)
  }
}

/** An object of a bucket. */
export function bucketTarget(bucket: Bucket, key: string): Target {
  const stream = bucket.upload(key)
  return {
    stream,
    bytes: () => stream.bytes,
    async keep() {
      if (await bucket.find(key)) throw new TargetTaken(`s3://${bucket.name}/${key}`)
      await stream.keep()
      const { bytes } = (await bucket.find(key)) ?? {}
      if (bytes === stream.bytes) return
      throw new BucketFailed(
        msg`s3://${bucket.name}/${key} has ${bytes} bytes in place of ${stream.bytes}: run the backup again.`,
      )
    },
    drop: () => stream.drop(),
  }
}

export function fileSource(path: string): Source {
  return {
    name: path,
    async open() {
      // Where it can't be opened, that is no fault of what is in it.
      const file = await open(path, 'r')
      const isFolder = (await file.stat()).isDirectory()
      await file.close()
      if (isFolder) throw new OperatorError(msg`${path} is a folder: name a file in it.`)
      return openPromise(path, { autoClose: false })
    },
    async head(length) {
      const [head] = await Array.fromAsync(createReadStream(path, { end: length - 1 }))
      return head
    },
  }
}

/** Reads what it needs of an object, when it needs it. */
export function bucketSource(bucket: Bucket, key: string): Source {
  const name = `s3://${bucket.name}/${key}`
  const found = async () => {
    const stored = await bucket.find(key)
    if (stored) return stored
    throw new BucketFailed(msg`There is no ${name}.`)
  }
  return {
    name,
    async open() {
      const stored = await found()
      const reader = new BucketReader(bucket, stored)
      return fromRandomAccessReaderPromise(reader, stored.bytes, { autoClose: false })
    },
    async head(length) {
      const stored = await found()
      if (stored.bytes < length) return undefined
      return Buffer.concat(await Array.fromAsync(bucket.read(stored, 0, length)))
    },
  }
}

/** The list of contents is read entry by entry: each would be a request of its own. */
const BLOCK_BYTES = 65_536
/** One is at the list, one at a part. */
const KEPT_BLOCKS = 2

class BucketReader extends RandomAccessReader {
  readonly #bucket: Bucket
  readonly #stored: Stored
  readonly #blocks = new Map<number, Promise<Buffer>>()

  constructor(bucket: Bucket, stored: Stored) {
    super()
    this.#bucket = bucket
    this.#stored = stored
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough()
    pipeline(this.#bucket.read(this.#stored, start, end), stream, () => {})
    return stream
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#copy(buffer, offset, length, position).then(
      () => callback(null),
      (error: Error) => callback(error),
    )
  }

  async #copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    for (let done = 0; done < length; ) {
      const at = position + done
      const start = at - (at % BLOCK_BYTES)
      const block = await this.#block(start)
      const part = block.subarray(at - start, at - start + length - done)
      if (part.length === 0) throw new Error('the end is missing')
      part.copy(buffer, offset + done)
      done += part.length
    }
  }

  #block(start: number): Promise<Buffer> {
    const known = this.#blocks.get(start)
    if (known) return known
    const end = Math.min(start + BLOCK_BYTES, this.#stored.bytes)
    const block = Array.fromAsync(this.#bucket.read(this.#stored, start, end)).then(Buffer.concat)
    this.#blocks.set(start, block)
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > KEPT_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest)
    return block
  }
}
