import { Worker } from 'node:worker_threads'
import { fromBuffer } from 'yauzl'
import { threadFile } from '../../../base/system/package.ts'
import { say, type Text } from '../../../texts/text.ts'
import { type Row, UnreadableFile } from './rows.ts'
import type { FromThread, SheetRow } from './sheet-thread.ts'

/** Bytes of a workbook, which is read as a whole: its directory stands at its end. */
export const MAX_WORKBOOK_BYTES = 32 * 1024 * 1024
/** What a part of it may be once it is unpacked: a sheet passes by, the rest is kept. */
const MAX_SHEET_BYTES = 2 ** 30
const MAX_PART_BYTES = 96 * 1024 * 1024
/** Memory of the thread that reads it, in MB. */
const THREAD_MEMORY_MB = 512
/** Groups of rows that the thread is ahead. */
const AHEAD = 2

/** Whether a file begins as a workbook does: with a ZIP archive's mark. */
export function isWorkbook(start: Uint8Array): boolean {
  return start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4
}

/** Whether it is a workbook as Excel wrote them before 2007 (.xls), or one with a password. */
export function isOldWorkbook(start: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, i) => start[i] === byte)
}

/**
 * The rows of the first sheet of a workbook (.xlsx), read in a thread of its own: that may take
 * seconds of the processor. The thread waits while it is two groups of rows ahead.
 * @throws UnreadableFile
 */
export async function* workbookRows(bytes: Buffer): AsyncGenerator<Row> {
  await refuseBombs(bytes)
  const gate = new Int32Array(new SharedArrayBuffer(4))
  gate[0] = AHEAD
  const copy = new Uint8Array(bytes)
  const thread = new Worker(threadFile('files/imports/reading/sheet-thread'), {
    workerData: { bytes: copy, gate },
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
      if (next.fault !== undefined)
        throw new UnreadableFile(say`The workbook can’t be read: ${next.fault}.`)
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

/** A small archive may unpack to any size; none of its parts becomes larger than it says. */
function refuseBombs(bytes: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const refuse = (why: Text) => reject(new UnreadableFile(why))
  fromBuffer(bytes, { lazyEntries: true }, (error, archive) => {
    if (error) return refuse(say`The file is no intact workbook (.xlsx): ${error.message}.`)
    archive.on('error', ({ message }: Error) => refuse(say`The workbook is broken: ${message}.`))
    archive.on('end', () => resolve())
    archive.on('entry', ({ fileName, uncompressedSize, compressedSize }) => {
      const most = /^xl\/worksheets\//.test(fileName) ? MAX_SHEET_BYTES : MAX_PART_BYTES
      const hides = uncompressedSize === 0 && compressedSize > 2
      if (uncompressedSize <= most && !hides) return archive.readEntry()
      refuse(say`${fileName} in the workbook is too large. Save the sheet as CSV.`)
      archive.close()
    })
    archive.readEntry()
  })
  return promise
}
