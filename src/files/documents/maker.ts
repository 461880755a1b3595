import { Worker } from 'node:worker_threads'
import { Problem } from '../../base/problems.ts'
import { threadFile } from '../../base/system/package.ts'
import { msg } from '../../texts/message.ts'
import type { PaperSource } from '../warehouse/papers/source.ts'
import type { DocumentSource } from './source.ts'

/** A thread that takes longer is ended: others wait for it. An order of 1,000 items takes some two seconds. */
const LONGEST_MS = 20_000
/** Of the thread's own values; 1,000 items of the longest texts take half of it. */
const THREAD_MEMORY_MB = 128

const FILE = threadFile('files/documents/worker')

/** What the thread is asked for. */
export interface DocumentRequest {
  source: DocumentSource | PaperSource
  /** Of `source.logo`, a PNG. */
  logo_image: Uint8Array | null
}

type Answer = { bytes: Uint8Array } | { error: string }

/**
 * Makes a PDF in the account's turn.
 * @param left whoever wants it has left
 * @throws Problem as the turn and the making do
 */
export type DocumentOf = (
  account_id: number,
  source: DocumentSource | PaperSource,
  logo_image: Buffer | null,
  left: AbortSignal,
) => Promise<Buffer>

/** Makes documents in a thread of its own, which begins with the first of them. */
export class DocumentMaker {
  readonly #longestMs: number
  #worker: Worker | undefined

  constructor(longestMs = LONGEST_MS) {
    this.#longestMs = longestMs
  }

  /**
   * One at a time: who asks waits for the one before.
   * @throws Problem `document_too_long` where it takes too much time or memory
   */
  async make(source: DocumentSource | PaperSource, logo_image: Buffer | null): Promise<Buffer> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => reject(tooLong(source)), this.#longestMs)
    const failed = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLong(source) : error)
    worker.once('message', resolve).once('error', failed)
    const exited = () => reject(new Error('The thread that makes documents has ended.'))
    worker.once('exit', exited)
    worker.ref()
    worker.postMessage({ source, logo_image } satisfies DocumentRequest)
    try {
      const answer = await promise
      if ('error' in answer) throw new Error(answer.error)
      return Buffer.from(answer.bytes)
    } catch (error) {
      await this.close()
      throw error
    } finally {
      clearTimeout(timer)
      worker.off('message', resolve).off('error', failed).off('exit', exited)
      worker.unref()
    }
  }

  /** Ends the thread, with what it makes. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(FILE, {
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    })
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    // Without a listener an error would end the process.
    worker.on('error', forget)
    worker.on('exit', forget)
    return worker
  }
}

function tooLong(source: DocumentSource | PaperSource): Problem {
  const detail =
    'paper' in source
      ? msg`The orders have too much text for one paper. Choose fewer orders.`
      : msg`The order has too much text for a document. Ask for its lines as a file: GET /orders with rows=items.`
  return new Problem('document_too_long', detail)
}
