import { Worker } from 'node:worker_threads'
import { threadFile } from '../../../../base/system/package.ts'
import { say, Text } from '../../../../texts/text.ts'
import { type Row, UnreadableFile } from '../rows.ts'
import type { SheetName } from './sheet.ts'
import type { FromThread, ToThread } from './sheet-thread.ts'

/** Bytes of a workbook, which is read as a whole: its directory stands at its end. */
export const MAX_WORKBOOK_BYTES = 32 * 1024 * 1024
/** Memory of the thread that reads it, in MB. */
const THREAD_MEMORY_MB = 512
/** Groups of rows that the thread is ahead. */
const AHEAD = 2

/**
 * The sheets of a workbook, in their order.
 * @throws UnreadableFile
 */
export async function sheetsOf(bytes: Buffer): Promise<SheetName[]> {
  const found: SheetName[] = []
  for await (const { sheets = [] } of fromThread(bytes)) found.push(...sheets)
  return found
}

/**
 * The rows of a sheet of a workbook (.xlsx, .ods).
 * @throws UnreadableFile
 */
export async function* workbookRows(bytes: Buffer, { place }: SheetName): AsyncGenerator<Row> {
  for await (const { rows = [] } of fromThread(bytes, place)) {
    for (const { index, values } of rows) yield { line: index + 1, cells: values }
  }
}

/**
 * What is read of a workbook in a thread of its own: that may take seconds of the processor. The thread
 * waits while it is two groups of rows ahead.
 */
async function* fromThread(bytes: Buffer, place?: number): AsyncGenerator<FromThread> {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  gate[0] = AHEAD
  const copy = new Uint8Array(bytes)
  const thread = new Worker(threadFile('files/imports/reading/workbooks/sheet-thread'), {
    workerData: { bytes: copy, gate, place } satisfies ToThread,
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  })
  try {
    for await (const message of messagesOf(thread)) {
      yield message
      Atomics.add(gate, 0, 1)
      Atomics.notify(gate, 0)
    }
  } finally {
    await thread.terminate()
  }
}

async function* messagesOf(thread: Worker): AsyncGenerator<FromThread> {
  const come: FromThread[] = []
  let error: Error | undefined
  let { promise: news, resolve: tell } = Promise.withResolvers<void>()
  thread.on('message', (message: FromThread) => {
    come.push(message)
    tell()
  })
  thread.on('error', (thrown: Error) => {
    error = thrown
    tell()
  })
  for (;;) {
    const next = come.shift()
    if (next?.rows || next?.sheets) yield next
    else if (next) {
      const { fault } = next
      if (fault) throw new UnreadableFile(new Text(fault.strings, fault.values))
      return
    } else if (error) {
      throw explained(error)
    } else {
      await news
      ;({ promise: news, resolve: tell } = Promise.withResolvers<void>())
    }
  }
}

function explained(error: Error): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new UnreadableFile(
    say`The workbook needs more than ${THREAD_MEMORY_MB} MB of memory. Save the sheet as CSV, or split it.`,
  )
}
