// A thread that reads a workbook, for workbook.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../../../../base/giving-way/priority.ts'
import { type Language, msg } from '../../../../texts/message.ts'
import { lengthOf, UnreadableFile } from '../rows.ts'
import { Archive, unreadable } from './archive.ts'
import { isOpenDocument } from './ods-parts.ts'
import { odsRows, odsSheets } from './ods-rows.ts'
import type { SheetName, SheetRow } from './sheet.ts'
import { readSheets } from './xlsx-parts.ts'
import { xlsxRows } from './xlsx-rows.ts'

/** What is wanted of a workbook: the rows of the sheet at a place, so wide, or which sheets it has. */
export interface ToThread {
  bytes: Uint8Array
  gate: Int32Array
  place: number | undefined
  width: number | undefined
}

/** Rows, sheets, or the end: with what is wrong with the file, where something is. */
export interface FromThread {
  rows?: SheetRow[]
  sheets?: SheetName[]
  fieldError?: Record<Language, string>
}

giveWay()

/** What goes to the other thread at once: rows, and characters of their cells. */
const GROUP_ROWS = 500
const GROUP_LENGTH = 1_000_000
const MAX_ROW_LENGTH = 4_000_000

const { bytes, gate, place, width } = workerData as ToThread

const post = (message: FromThread) => parentPort?.postMessage(message)

/** Waits as a whole: the parser reads ahead while whoever takes its rows only awaits something. */
function send(rows: SheetRow[]): void {
  Atomics.wait(gate, 0, 0)
  Atomics.sub(gate, 0, 1)
  post({ rows })
}

/** @throws UnreadableFile */
function lengthOfRow({ index, values }: SheetRow): number {
  const length = lengthOf(values)
  if (length <= MAX_ROW_LENGTH) return length
  throw unreadable(msg`Row ${index + 1} of the sheet is too long. Save the sheet as CSV.`)
}

async function sendRows(rows: AsyncIterable<SheetRow>): Promise<void> {
  let group: SheetRow[] = []
  let length = 0
  for await (const row of rows) {
    group.push(row)
    length += lengthOfRow(row)
    if (group.length < GROUP_ROWS && length < GROUP_LENGTH) continue
    send(group)
    group = []
    length = 0
  }
  send(group)
}

try {
  const archive = await Archive.open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const isOds = isOpenDocument(archive)
  if (place !== undefined) await sendRows((isOds ? odsRows : xlsxRows)(archive, place, width))
  else if (isOds) post({ sheets: await odsSheets(archive) })
  else post({ sheets: (await readSheets(archive)).sheets })
  post({})
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  const { detail } = error
  post({ fieldError: { en: detail.in('en'), 'pt-BR': detail.in('pt-BR') } })
}
