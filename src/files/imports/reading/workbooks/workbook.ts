import { Worker } from 'node:worker_threads'
import { threadFile } from '../../../../base/system/package.ts'
import { say, Text } from '../../../../texts/text.ts'
import { type Row, UnreadableFile } from '../rows.ts'
import type { SheetRow } from './sheet-rows.ts'
import type { FromThread } from './sheet-thread.ts'
import { Archive, readSheets, type SheetName } from './xlsx-parts.ts'

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
  return (await readSheets(await Archive.open(bytes))).sheets
}

/**
 * The rows of a sheet of a workbook (.xlsx), read in a thread of its own: that may take
 * seconds of the processor. The thread waits while it is two groups of rows ahead.
 * @throws UnreadableFile
 */
export async function* workbookRows(bytes: Buffer, { path }: SheetName): AsyncGenerator<Row> {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  gate[0] = AHEAD
  const copy = new Uint8Array(bytes)
  const thread = new Worker(threadFile('files/imports/reading/workbooks/sheet-thread'), {
    workerData: { bytes: copy, gate, path },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  })
  try {
    for await (const group of groupsOf(thread)) {
      for (const { index, values } of group) yield { line: index + 1, cells: values }
      Atomics.add(gate, 0, 1)
      Atomics.notify(gate, 0)
    }
  } finally {
    await thread.terminate()
  }
}

async function* groupsOf(thread: Worker): AsyncGenerator<SheetRow[]> {
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
    if (next?.rows) yield next.rows
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
