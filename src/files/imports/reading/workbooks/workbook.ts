import { Worker } from 'node:worker_threads'
import { threadFile } from '../../../../base/system/package.ts'
import { msg, translated } from '../../../../texts/message.ts'
import { type Row, UnreadableFile } from '../rows.ts'
import type { SheetName } from './sheet.ts'
import type { FromThread, ToThread } from './sheet-thread.ts'

/** Bytes of a workbook, which is read as a whole: its directory stands at its end. */
export const MAX_WORKBOOK_BYTES = 32 * 1024 * 1024
/** Memory of the thread that reads it, in MB. */
const THREAD_MEMORY_MB = 128
/** A reader from which nothing comes for so long is ended. */
const LONGEST_SILENCE_MS = 2 * 60_000
/** Groups of rows that the thread is ahead. */
const AHEAD = 2

/**
 * The sheets of a workbook, in their order.
 * @param over ends the reading at once
 * @throws UnreadableFile, and why it is over
 */
export async function sheetsOf(bytes: Uint8Array, over?: AbortSignal): Promise<SheetName[]> {
  const found: SheetName[] = []
  for await (const { sheets = [] } of fromThread(bytes, over)) found.push(...sheets)
  return found
}

/**
 * The rows of a sheet of a workbook (.xlsx, .ods).
 * @param over ends the reading at once
 * @param width columns that somebody looks at; all, unless given
 * @throws UnreadableFile, and why it is over
 */
export async function* workbookRows(
  bytes: Uint8Array,
  { place }: SheetName,
  over?: AbortSignal,
  width?: number,
): AsyncGenerator<Row> {
  for await (const { rows = [] } of fromThread(bytes, over, place, width)) {
    for (const { index, values } of rows) yield { line: index + 1, cells: values }
  }
}

/**
 * What is read of a workbook in a thread of its own: that may take seconds of the processor. The thread
 * waits while it is two groups of rows ahead.
 */
async function* fromThread(
  bytes: Uint8Array,
  over?: AbortSignal,
  place?: number,
  width?: number,
): AsyncGenerator<FromThread> {
  over?.throwIfAborted()
  const gate = new Int32Array(new SharedArrayBuffer(4))
  gate[0] = AHEAD
  const thread = new Worker(threadFile('files/imports/reading/workbooks/sheet-thread'), {
    workerData: { bytes, gate, place, width } satisfies ToThread,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  })
  // Also while nobody waits for its rows.
  const end = () => void thread.terminate()
  over?.addEventListener('abort', end)
  try {
    for await (const message of messagesOf(thread, over)) {
      yield message
      Atomics.add(gate, 0, 1)
      Atomics.notify(gate, 0)
    }
  } finally {
    over?.removeEventListener('abort', end)
    await thread.terminate()
  }
}

async function* messagesOf(thread: Worker, over?: AbortSignal): AsyncGenerator<FromThread> {
  const come: FromThread[] = []
  let error: Error | undefined
  let { promise: news, resolve: wake } = Promise.withResolvers<void>()
  thread.on('message', (message: FromThread) => {
    come.push(message)
    wake()
  })
  thread.on('error', (thrown: Error) => {
    error = thrown
    wake()
  })
  thread.on('exit', () => {
    error ??= over?.reason ?? new Error('the thread that reads the workbook has ended')
    wake()
  })
  for (;;) {
    const next = come.shift()
    if (next?.rows || next?.sheets) yield next
    else if (next) {
      const { fieldError } = next
      if (fieldError) throw new UnreadableFile(translated(fieldError))
      return
    } else if (error) {
      throw explained(error)
    } else {
      const silence = setTimeout(() => {
        error = silent()
        wake()
      }, LONGEST_SILENCE_MS)
      await news.finally(() => clearTimeout(silence))
      ;({ promise: news, resolve: wake } = Promise.withResolvers<void>())
    }
  }
}

function silent(): UnreadableFile {
  const minutes = LONGEST_SILENCE_MS / 60_000
  return new UnreadableFile(
    msg`For ${minutes} minutes no row of the workbook came. Save the sheet as CSV, or split it.`,
  )
}

function explained(error: Error): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new UnreadableFile(
    msg`The workbook needs more than ${THREAD_MEMORY_MB} MB of memory. Save the sheet as CSV, or split it.`,
  )
}
