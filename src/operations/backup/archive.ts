import { createHash, hash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile as ReadZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { OperatorError } from '../../base/system/operator-error.ts'
import { FORMAT, type Manifest } from './manifest.ts'
import type { Source, Target } from './places.ts'

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

/** A backup that is being written. */
export class ArchiveWriter {
  readonly #zip = new ZipFile()
  readonly #target: Target
  readonly #saved: Promise<void>

  constructor(target: Target) {
    this.#target = target
    this.#saved = pipeline(this.#zip.outputStream, target.stream)
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
   * Writes what the backup says of itself, and gives it its name.
   * @returns its bytes
   */
  async finish(manifest: Manifest): Promise<number> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    this.#zip.addBuffer(text, MANIFEST)
    const comment = `pedido backup sha256=${hash('sha256', text)}`
    this.#zip.end({ comment, forceZip64Format: false })
    await this.#saved
    await this.#target.keep()
    return this.#target.bytes()
  }

  /** Leaves nothing of what was written. */
  async abandon(): Promise<void> {
    ;(this.#zip.outputStream as Readable).destroy()
    await this.#saved.catch(() => {})
    await this.#target.drop()
  }
}

/** A backup that is read. */
export class ArchiveReader {
  readonly manifest: Manifest
  readonly #zip: ReadZip
  readonly #entries: Map<string, Entry>
  readonly #name: string

  private constructor(name: string, zip: ReadZip, entries: Map<string, Entry>, manifest: Manifest) {
    this.#name = name
    this.#zip = zip
    this.#entries = entries
    this.manifest = manifest
  }

  /** @throws BadBackup, BucketFailed, or the system's error where the file can't be read */
  static async open(source: Source): Promise<ArchiveReader> {
    const zip = await openZip(source)
    try {
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      const manifest = await readManifest(source.name, zip, entries.get(MANIFEST))
      return new ArchiveReader(source.name, zip, entries, manifest)
    } catch (error) {
      zip.close()
      throw asDamage(source.name, error)
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
    if (!entry) throw damaged(this.#name, `${name} is missing`)
    const digest = createHash('sha256')
    const parts = await this.#partsOf(entry)
    for (;;) {
      const { done, value } = await parts.next().catch((error: Error) => {
        throw asDamage(this.#name, error, `${name}: `)
      })
      if (done) break
      digest.update(value)
      yield value
    }
    if (digest.digest('hex') !== sha256) throw damaged(this.#name, `${name} was changed`)
  }

  async #partsOf(entry: Entry): Promise<AsyncIterator<Buffer>> {
    try {
      return (await this.#zip.openReadStreamPromise(entry))[Symbol.asyncIterator]()
    } catch (error) {
      throw asDamage(this.#name, error, `${entry.fileName}: `)
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

/** What a zip's own faults mean; a bucket that does not answer is another matter. */
function asDamage(name: string, error: unknown, where = ''): Error {
  if (error instanceof OperatorError) return error
  return damaged(name, `${where}${(error as Error).message}`)
}

async function openZip(source: Source): Promise<ReadZip> {
  try {
    return await source.open()
  } catch (error) {
    if (error instanceof OperatorError || (error as NodeJS.ErrnoException).syscall) throw error
    const head = await source.head(ZIP_HEAD.length)
    if (head?.equals(ZIP_HEAD)) {
      throw new BadBackup(
        `The file ${source.name} is cut off: its end is missing. Copy it again from where it was made, or take another backup.`,
        { cause: error },
      )
    }
    throw foreign(source.name)
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
