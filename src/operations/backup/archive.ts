import { createHash, hash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile as ReadZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { OperatorError } from '../../base/system/operator-error.ts'
import { type Message, msg, verbatim } from '../../texts/message.ts'
import type { Source, Target } from './places.ts'

// An archive is a zip: any tool opens it, and each part can be read without the ones before. The
// manifest comes last, as it says what the others were; the comment of the zip has its digest.

/** What an archive holds. */
export interface ArchiveKind {
  /** In the comment of the zip. */
  mark: 'backup' | 'account'
  /** What it is called, such as `backup`. */
  name: Message
  madeBy: string
  /** The newest form that this program reads, and the one that it writes. */
  format: number
}

/** What every manifest says. */
interface AnyManifest {
  format: number
  /** Of the program that made it. */
  version: string
}

/** Which file is read, and as what. */
interface Origin {
  kind: ArchiveKind
  name: string
}

const MANIFEST = 'manifest.json'
const COMMENT = /^pedido (backup|account) sha256=([0-9a-f]{64})$/
/** Zip begins so. */
const ZIP_HEAD = Buffer.from('PK\u0003\u0004')
/** More compresses rows a little better and takes much longer. */
const LEVEL = 3

/** The file is no archive that can be used. The message says why and what to do. */
export class BadArchive extends OperatorError {}

export interface Written {
  bytes: number
  sha256: string
}

/** An archive that is being written. */
export class ArchiveWriter {
  readonly #kind: ArchiveKind
  readonly #zip = new ZipFile()
  readonly #target: Target
  readonly #saved: Promise<void>

  constructor(kind: ArchiveKind, target: Target) {
    this.#kind = kind
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
   * Writes what the archive says of itself, and gives it its name.
   * @returns its bytes
   */
  async finish<M extends AnyManifest>(manifest: M): Promise<number> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    this.#zip.addBuffer(text, MANIFEST)
    const comment = `pedido ${this.#kind.mark} sha256=${hash('sha256', text)}`
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

/** An archive that is read. */
export class ArchiveReader<M extends AnyManifest> {
  readonly manifest: M
  readonly #zip: ReadZip
  readonly #entries: Map<string, Entry>
  readonly #origin: Origin

  private constructor(origin: Origin, zip: ReadZip, entries: Map<string, Entry>, manifest: M) {
    this.#origin = origin
    this.#zip = zip
    this.#entries = entries
    this.manifest = manifest
  }

  /** @throws BadArchive, BucketFailed, or the system's error where the file can't be read */
  static async open<M extends AnyManifest>(
    kind: ArchiveKind,
    source: Source,
  ): Promise<ArchiveReader<M>> {
    const origin = { kind, name: source.name }
    const zip = await openZip(kind, source)
    try {
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      const manifest = await readManifest<M>(origin, zip, entries.get(MANIFEST))
      return new ArchiveReader(origin, zip, entries, manifest)
    } catch (error) {
      zip.close()
      throw asDamage(origin, error)
    }
  }

  /** The names of the entries that begin so. */
  named(head: string): string[] {
    return [...this.#entries.keys()].filter((name) => name.startsWith(head) && name !== head)
  }

  /**
   * The bytes of an entry, as they come.
   * @param sha256 what they must be; known only after the last of them
   * @throws BadArchive where the entry is missing or damaged
   */
  async *read(name: string, sha256: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw damaged(this.#origin, msg`${name} is missing`)
    const digest = createHash('sha256')
    const parts = await this.#partsOf(entry)
    for (;;) {
      const { done, value } = await parts.next().catch((error: Error) => {
        throw asDamage(this.#origin, error, `${name}: `)
      })
      if (done) break
      digest.update(value)
      yield value
    }
    if (digest.digest('hex') !== sha256) throw damaged(this.#origin, msg`${name} was changed`)
  }

  async #partsOf(entry: Entry): Promise<AsyncIterator<Buffer>> {
    try {
      return (await this.#zip.openReadStreamPromise(entry))[Symbol.asyncIterator]()
    } catch (error) {
      throw asDamage(this.#origin, error, `${entry.fileName}: `)
    }
  }

  close(): void {
    this.#zip.close()
  }
}

function damaged({ kind, name }: Origin, what: Message): BadArchive {
  return new BadArchive(
    msg`The ${kind.name} ${name} is damaged: ${what}. Nothing of it was used; take another copy of it, or another ${kind.name}.`,
  )
}

/** What a zip's own faults mean; a bucket that does not answer is another matter. */
function asDamage(origin: Origin, error: unknown, where = ''): Error {
  if (error instanceof OperatorError) return error
  return damaged(origin, verbatim(`${where}${(error as Error).message}`))
}

async function openZip(kind: ArchiveKind, source: Source): Promise<ReadZip> {
  try {
    return await source.open()
  } catch (error) {
    if (error instanceof OperatorError || (error as NodeJS.ErrnoException).syscall) throw error
    const head = await source.head(ZIP_HEAD.length)
    if (head?.equals(ZIP_HEAD)) {
      throw new BadArchive(
        msg`The file ${source.name} is cut off: its end is missing. Copy it again from where it was made, or take another ${kind.name}.`,
        { cause: error },
      )
    }
    throw foreign({ kind, name: source.name })
  }
}

function foreign({ kind, name }: Origin): BadArchive {
  return new BadArchive(
    msg`The file ${name} is no ${kind.name} of Pedido. Name one that "${kind.madeBy}" has made.`,
  )
}

async function readManifest<M extends AnyManifest>(
  origin: Origin,
  zip: ReadZip,
  entry: Entry | undefined,
): Promise<M> {
  const { kind, name } = origin
  const [, mark, sha256] = COMMENT.exec(zip.comment) ?? []
  if (mark !== kind.mark || !entry) throw foreign(origin)
  const text = Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry)))
  if (hash('sha256', text) !== sha256) throw damaged(origin, msg`${MANIFEST} was changed`)
  const manifest = JSON.parse(text.toString()) as M
  if (manifest.format > kind.format) {
    throw new BadArchive(
      msg`The ${kind.name} ${name} was made by a newer Pedido (${manifest.version}); use that one.`,
    )
  }
  return manifest
}
