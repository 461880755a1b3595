import { Worker } from 'node:worker_threads'
import { threadFile } from '../../base/system/package.ts'
import type { DocumentSource } from './order-document.ts'

/** A thread that takes longer is ended. An order of 10,000 items takes some seconds. */
const LONGEST_MS = 60_000

const FILE = threadFile('files/documents/worker')

/** What the thread is asked for. */
export interface Asked {
  source: DocumentSource
  /** Of `source.logo`, a PNG. */
  logo_image: Uint8Array | null
}

type Answer = { bytes: Uint8Array } | { error: string }

/** Makes documents in a thread of its own, which begins with the first of them. */
export class DocumentMaker {
  #worker: Worker | undefined

  /** One at a time: who asks waits for the one before. */
  async make(source: DocumentSource, logo_image: Buffer | null): Promise<Buffer> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => reject(new Error('A document took too long.')), LONGEST_MS)
    worker.once('message', resolve).once('error', reject)
    const exited = () => reject(new Error('The thread that makes documents has ended.'))
    worker.once('exit', exited)
    worker.ref()
    worker.postMessage({ source, logo_image } satisfies Asked)
    try {
      const answer = await promise
      if ('error' in answer) throw new Error(answer.error)
      return Buffer.from(answer.bytes)
    } catch (error) {
      await this.close()
      throw error
    } finally {
      clearTimeout(timer)
      worker.off('message', resolve).off('error', reject).off('exit', exited)
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
    const worker = new Worker(FILE)
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    // Without a listener an error would end the process.
    worker.on('error', forget)
    worker.on('exit', forget)
    return worker
  }
}
