import { Worker } from 'node:worker_threads'
import { threadFile } from '../../../base/system/package.ts'
import type { Column } from '../columns.ts'
import type { FileStyle } from './encoded.ts'
import type { FileRequest } from './thread.ts'

/** Of the thread's own values: it has a group of records and a chunk of each file. */
const THREAD_MEMORY_MB = 128
/** Characters of the records that go to the thread at once, if it is not one record. */
const GROUP_LENGTH = 500_000

let running: Worker | undefined

/**
 * Records' JSON, which comes in parts, as the bytes of a file: made in a thread that gives way to requests,
 * which begins with the first file. It makes several at once, each as fast as its bytes are taken.
 * @throws Error what reading the parts throws; of the thread where that ends
 */
export async function* encodedAside(
  parts: AsyncIterable<string[]>,
  columns: Column[],
  style: FileStyle,
): AsyncGenerator<Uint8Array> {
  running ??= start()
  const thread = running
  const ended = Promise.withResolvers<never>()
  const exited = () => ended.reject(new Error('The thread that makes files has ended.'))
  // Nobody may be waiting just then.
  ended.promise.catch(() => {})
  thread.once('exit', exited)
  let failure: unknown
  const source = ReadableStream.from(
    groupsOf(parts, (error) => {
      failure = error
    }),
  )
  const { readable, writable } = new TransformStream<Uint8Array>()
  const request = { parts: source, columns, style, file: writable } satisfies FileRequest
  thread.postMessage(request, [source, writable])
  const reader = readable.getReader()
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), ended.promise])
      if (done) return
      yield value
    }
  } catch (error) {
    throw failure ?? error
  } finally {
    thread.off('exit', exited)
    void reader.cancel().catch(() => {})
  }
}

/** @param failed is given what reading them throws: of an error of a class of its own less comes through streams */
async function* groupsOf(
  parts: AsyncIterable<string[]>,
  failed: (error: unknown) => void,
): AsyncGenerator<string[]> {
  try {
    for await (const records of parts) {
      let group: string[] = []
      let length = 0
      for (const json of records) {
        if (length > 0 && length + json.length > GROUP_LENGTH) {
          yield group
          group = []
          length = 0
        }
        group.push(json)
        length += json.length
      }
      yield group
    }
  } catch (error) {
    failed(error)
    throw new Error('The records could not be read.')
  }
}

function start(): Worker {
  const worker = new Worker(threadFile('files/exports/encoding/thread'), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  })
  const forget = () => {
    if (running === worker) running = undefined
  }
  // Without a listener an error would end the process.
  worker.on('error', forget).on('exit', forget)
  worker.unref()
  return worker
}
