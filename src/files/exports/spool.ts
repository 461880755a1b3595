import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

/** Parts that wait in memory; those behind them wait in a file. */
const MOST_IN_MEMORY = 8
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

type Waiting = { lines: string[] } | { offset: number; length: number }

/**
 * What was read of a snapshot and not yet taken: some parts in memory, the others in a file that
 * has no name any more. So a snapshot lasts as long as reading does, however slow a client is.
 */
export class Spool {
  readonly #folder: string
  readonly #waiting: Waiting[] = []
  #inMemory = 0
  #file: FileHandle | undefined
  #size = 0
  #isComplete = false
  #failure: unknown
  #changed = Promise.withResolvers<void>()

  /** @param folder where the file is made, if one is needed */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Puts a part behind the others. Its texts hold no line break. */
  async push(lines: string[]): Promise<void> {
    if (this.#inMemory < MOST_IN_MEMORY) {
      this.#inMemory++
      this.#waiting.push({ lines })
    } else this.#waiting.push(await this.#write(lines))
    this.#wake()
  }

  /** Nothing more comes. */
  complete(): void {
    this.#isComplete = true
    this.#wake()
  }

  /** Whoever takes parts learns of the first failure, in place of what waits. */
  fail(error: unknown): void {
    this.#failure ??= error
    this.#wake()
  }

  /** Resolves when there is something to take, or an end. */
  async ready(): Promise<void> {
    while (this.#waiting.length === 0 && !this.#isComplete && this.#failure === undefined) {
      await this.#changed.promise
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  /** The parts in their order, as they come. */
  async *parts(): AsyncGenerator<string[]> {
    for (;;) {
      await this.ready()
      const next = this.#waiting.shift()
      if (next === undefined) return
      if ('lines' in next) {
        this.#inMemory--
        yield next.lines
      } else yield await this.#read(next)
    }
  }

  /** Lets go of the file. Nothing may be pushed or taken any more. */
  async close(): Promise<void> {
    this.#waiting.length = 0
    await this.#file?.close()
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  async #write(lines: string[]): Promise<Waiting> {
    this.#file ??= await unnamedFile(this.#folder)
    const bytes = await compress(lines.join('\n'), fast)
    const offset = this.#size
    this.#size += bytes.length
    await this.#file.write(bytes, 0, bytes.length, offset)
    return { offset, length: bytes.length }
  }

  async #read({ offset, length }: { offset: number; length: number }): Promise<string[]> {
    const bytes = Buffer.alloc(length)
    await this.#file?.read(bytes, 0, length, offset)
    return (await decompress(bytes)).toString().split('\n')
  }
}

/** A file that is gone as soon as it is closed, or the process is. */
async function unnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
