import { Writable } from 'node:stream'

export interface StoredPart {
  PartNumber: number
  ETag: string
}

/** What an upload asks of its bucket. */
interface Calls {
  store(bytes: Buffer): Promise<unknown>
  begin(): Promise<string>
  storePart(id: string, number: number, bytes: Buffer): Promise<StoredPart>
  complete(id: string, parts: StoredPart[]): Promise<unknown>
  abort(id: string): Promise<void>
}

const MIB = 2 ** 20
/** There are 10,000 parts at most: after so many they become larger. 400 GB fit. */
const SMALL_PARTS = 5_000
const partBytes = (number: number) => (number <= SMALL_PARTS ? 16 : 64) * MIB

/**
 * Takes bytes and stores them in parts, one at a time: whoever writes waits for the bucket. Nothing is
 * seen under the key before `keep`.
 */
export class Upload extends Writable {
  readonly #calls: Calls
  readonly #parts: StoredPart[] = []
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #id: string | undefined
  #isOver = false
  /** That were written so far. */
  bytes = 0

  constructor(calls: Calls) {
    super({ highWaterMark: MIB })
    this.#calls = calls
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    this.bytes += chunk.length
    if (this.#waitingBytes < partBytes(this.#parts.length + 1)) done()
    else this.#sendPart().then(() => done(), done)
  }

  async #sendPart(): Promise<void> {
    this.#id ??= await this.#calls.begin()
    const part = this.#takeWaiting()
    this.#parts.push(await this.#calls.storePart(this.#id, this.#parts.length + 1, part))
  }

  #takeWaiting(): Buffer {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    return bytes
  }

  /** Stores it under its key, once all was written. */
  async keep(): Promise<void> {
    if (this.#id === undefined) {
      await this.#calls.store(this.#takeWaiting())
    } else {
      if (this.#waitingBytes > 0) await this.#sendPart()
      await this.#calls.complete(this.#id, this.#parts)
    }
    this.#isOver = true
  }

  /** Stores nothing. What the bucket does not remove now, `removeUnfinished` does. */
  async drop(): Promise<void> {
    this.destroy()
    if (this.#isOver || this.#id === undefined) return
    this.#isOver = true
    await this.#calls.abort(this.#id).catch(() => {})
  }
}
