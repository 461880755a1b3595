// A thread that reads a workbook, for workbook.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from '../rows.ts'
import { type SheetRow, sheetRows } from './sheet-rows.ts'
import { Archive, readWorkbook } from './xlsx-parts.ts'

/** Rows, or the end: with what is wrong with the file, where something is. */
export interface FromThread {
  rows?: SheetRow[]
  /** What a `Text` is made of. */
  fault?: { strings: readonly string[]; values: readonly unknown[] }
}

const GROUP = 500

const { bytes, gate, path } = workerData as { bytes: Uint8Array; gate: Int32Array; path: string }

const post = (message: FromThread) => parentPort?.postMessage(message)

/** Waits as a whole: the parser reads ahead while whoever takes its rows only awaits something. */
function send(rows: SheetRow[]): void {
  Atomics.wait(gate, 0, 0)
  Atomics.sub(gate, 0, 1)
  post({ rows })
}

try {
  const archive = await Archive.open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const workbook = await readWorkbook(archive)
  let rows: SheetRow[] = []
  for await (const row of sheetRows(archive, path, workbook)) {
    rows.push(row)
    if (rows.length < GROUP) continue
    send(rows)
    rows = []
  }
  send(rows)
  post({})
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  const { strings, values } = error.detail
  post({ fault: { strings, values } })
}
