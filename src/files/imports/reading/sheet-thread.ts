// A thread that reads a workbook, for workbook.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { HucreError } from 'hucre'
import { streamXlsxRows } from 'hucre/xlsx'
import type { Cell } from './rows.ts'

export interface SheetRow {
  /** Counted from 0. */
  index: number
  values: Cell[]
}

/** Rows, or the end: with what is wrong with the file, where something is. */
export interface FromThread {
  rows?: SheetRow[]
  fault?: string
}

const GROUP = 500

const { bytes, gate } = workerData as { bytes: Uint8Array; gate: Int32Array }

const tell = (message: FromThread) => parentPort?.postMessage(message)

/** Waits as a whole: the library reads ahead while whoever takes its rows only awaits something. */
function send(rows: SheetRow[]): void {
  Atomics.wait(gate, 0, 0)
  Atomics.sub(gate, 0, 1)
  tell({ rows })
}

try {
  let rows: SheetRow[] = []
  for await (const { index, values } of streamXlsxRows(bytes)) {
    rows.push({ index, values: values as Cell[] })
    if (rows.length < GROUP) continue
    send(rows)
    rows = []
  }
  send(rows)
  tell({})
} catch (error) {
  if (!(error instanceof HucreError)) throw error
  tell({ fault: error.message })
}
