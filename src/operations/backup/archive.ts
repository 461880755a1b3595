import { createHash, hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, rmSync, type WriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile as ReadZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { syncFolder } from '../../base/durable-files.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { FORMAT, type Manifest } from './manifest.ts'

// A backup is a zip: any tool opens it, and each part can be read without the ones before. The
// manifest comes last, as it says what the others were; the comment of the zip has its digest.

const MANIFEST = 'manifest.json'
const COMMENT = /^pedido backup sha256=([0-9a-f]{64})$/
/** Zip begins so. */
const ZIP_HEAD = Buffer.from('PK\u0003\u0004')
/** More compresses rows a little better and takes much longer. */
const LEVEL = 3

/** The file is no backup that can be used. The message says why and what to do. */
export class BadBackup extends OperatorError {}

export interface Written {
  bytes: number
  sha256: string
}

/** A backup that is being written: beside its place until it is whole. */
export class ArchiveWriter {
  readonly #zip = new ZipFile()
  readonly #path: string
  readonly #partial: string
  readonly #file: WriteStream
  readonly #saved: Promise<void>

  /** @param path of the file; `<path>.partial` until `finish` */
  constructor(path: string) {
    this.#path = path
    this.#partial = `${path}.partial`
    // What one that was killed left may be a link, or open to others.
    rmSync(this.#partial, { force: true })
    this.#file = createWriteStream(this.#partial, { flags: 'wx', mode: 0o600, flush: true })
    this.#saved = pipeline(this.#zip.outputStream, this.#file)
    // It is waited for with each entry.
    this.#saved.catch(() => {})
  }

  /**
   * Adds an entry; the next only when this one has been taken.
   * @param isPacked what it holds can't be compressed further
   */
  async add(path: string, parts: AsyncIterable<Buffer>, isPacked = false): Promise<Written> {
    const digest = createHash('sha256')
    let bytes = 0
    async function* counted() {
      for await (const part of parts) {
        digest.update(part)
        bytes += part.length
        yield part
      }
    }
    const stream = Readable.from(counted(), { objectMode: false })
    const ended = once(stream, 'end')
    this.#zip.addReadStream(
      stream,
      path,
      isPacked ? { compress: false } : { compress: true, compressionLevel: LEVEL },
    )
    // Where the disk is full the file fails, and nobody takes the entry's end.
    await Promise.race([ended, this.#saved.then(() => ended)])
    return { bytes, sha256: digest.digest('hex') }
  }

  /**
   * Writes what the backup says of itself, and gives the file its name.
   * @returns its bytes
   */
  async finish(manifest: Manifest): Promise<number> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    this.#zip.addBuffer(text, MANIFEST)
    const comment = `pedido backup sha256=${hash('sha256', text)}`
    this.#zip.end({ comment, forceZip64Format: false })
    await this.#saved
    await rename(this.#partial, this.#path)
    await syncFolder(dirname(this.#path))
    return this.#file.bytesWritten
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    ;(this.#zip.outputStream as Readable).destroy()
    await this.#saved.catch(() => {})
    await rm(this.#partial, { force: true })
  }
}

/** A backup that is read. */
export class ArchiveReader {
  readonly manifest: Manifest
  readonly #zip: ReadZip
  readonly #entries: Map<string, Entry>
  readonly #path: string

  private constructor(path: string, zip: ReadZip, entries: Map<string, Entry>, manifest: Manifest) {
    this.#path = path
    this.#zip = zip
    this.#entries = entries
    this.manifest = manifest
  }

  /** @throws BadBackup, or the system's error where the file can't be read */
  static async open(path: string): Promise<ArchiveReader> {
    const zip = await openZip(path)
    try {
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      const manifest = await readManifest(path, zip, entries.get(MANIFEST))
      return new ArchiveReader(path, zip, entries, manifest)
    } catch (error) {
      zip.close()
      throw error instanceof BadBackup ? error : damaged(path, (error as Error).message)
    }
  }

  /** The names of the entries that begin so. */
  named(head: string): string[] {
    return [...this.#entries.keys()].filter((name) => name.startsWith(head) && name !== head)
  }

  /**
   * The bytes of an entry, as they come.
   * @param sha256 what they must be; known only after the last of them
   * @throws BadBackup where the entry is missing or damaged
   */
  async *read(name: string, sha256: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw damaged(this.#path, `${name} is missing`)
    const digest = createHash('sha256')
    const parts = await this.#partsOf(entry)
    for (;;) {
      const { done, value } = await parts.next().catch((error: Error) => {
        throw damaged(this.#path, `${name}: ${error.message}`)
      })
      if (done) break
      digest.update(value)
      yield value
    }
    if (digest.digest('hex') !== sha256) throw damaged(this.#path, `${name} was changed`)
  }

  async #partsOf(entry: Entry): Promise<AsyncIterator<Buffer>> {
    try {
      return (await this.#zip.openReadStreamPromise(entry))[Symbol.asyncIterator]()
    } catch (error) {
      throw damaged(this.#path, `${entry.fileName}: ${(error as Error).message}`)
    }
  }

  close(): void {
    this.#zip.close()
  }
}

function damaged(path: string, what: string): BadBackup {
  return new BadBackup(
    `The backup ${path} is damaged: ${what}. Nothing of it was used; take another copy of it, or another backup.`,
  )
}

async function openZip(path: string): Promise<ReadZip> {
  const file = await open(path, 'r')
  await file.close()
  try {
    return await openPromise(path, { autoClose: false })
  } catch (error) {
    const [head] = await Array.fromAsync(createReadStream(path, { end: ZIP_HEAD.length - 1 }))
    if (head?.equals(ZIP_HEAD)) {
      throw new BadBackup(
        `The file ${path} is cut off: its end is missing. Copy it again from where it was made, or take another backup.`,
        { cause: error },
      )
    }
    throw foreign(path)
  }
}

function foreign(path: string): BadBackup {
  return new BadBackup(
    `The file ${path} is no backup of Pedido. Name one that "pedido backup" has made.`,
  )
}

async function readManifest(
  path: string,
  zip: ReadZip,
  entry: Entry | undefined,
): Promise<Manifest> {
  const [, sha256] = COMMENT.exec(zip.comment) ?? []
  if (sha256 === undefined || !entry) throw foreign(path)
  const text = Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry)))
  if (hash('sha256', text) !== sha256) throw damaged(path, `${MANIFEST} was changed`)
  const manifest = JSON.parse(text.toString()) as Manifest
  if (manifest.format > FORMAT) {
    throw new BadBackup(
      `The backup ${path} was made by a newer Pedido (${manifest.version}); use that one.`,
    )
  }
  return manifest
}
