import { composed } from '../../../base/values/texts.ts'
import { msg } from '../../../texts/message.ts'
import { type Cell, isEmptyCell, type Row, UnreadableFile } from '../reading/rows.ts'

// The lines of one order, which may stand anywhere in the file.

/** Lines of orders that wait for others of the same order. */
const MAX_WAITING = 100_000

/** Of the orders whose lines stand apart, by their codes: where the last one stands. */
export type Scattered = ReadonlyMap<string, number>

/** The code of an order as it is compared and stored; '' where the cell is empty. */
export function codeOf(cell: Cell | undefined): string {
  return isEmptyCell(cell) ? '' : composed(String(cell).trim())
}

/** Lines with the order that each is of: one without a code continues the one above. */
async function* withCodes(
  rows: AsyncIterable<Row>,
  codeAt: (row: Row) => string,
): AsyncGenerator<{ row: Row; code: string }> {
  let last = ''
  for await (const row of rows) {
    last = codeAt(row) || last
    yield { row, code: last }
  }
}

/**
 * Finds the orders whose lines stand apart.
 * @param otherAt what else a row calls its order, by which lines further up may have called it alone
 */
export async function scatteredOrders(
  rows: AsyncIterable<Row>,
  codeAt: (row: Row) => string,
  otherAt: (row: Row) => string,
): Promise<Scattered> {
  const seen = new Set<string>()
  const scattered = new Map<string, number>()
  let last = ''
  for await (const { row, code } of withCodes(rows, codeAt)) {
    if (code === '') continue
    const other = otherAt(row)
    const isApart = code !== last && (seen.has(code) || seen.has(other))
    if (scattered.has(code) || isApart) scattered.set(code, row.line)
    seen.add(code)
    last = code
  }
  return scattered
}

/**
 * The lines of each order together, in the order of their last lines: who goes on behind a line finds
 * just the orders that end after it. An order of more lines than `most` comes in parts.
 * @throws UnreadableFile where more lines wait for others than are kept
 */
export async function* orderLines(
  rows: AsyncIterable<Row>,
  codeAt: (row: Row) => string,
  scattered: Scattered,
  most: number,
): AsyncGenerator<Row[]> {
  const waiting = new Map<string, Row[]>()
  let waitingRows = 0
  let group: Row[] = []
  let groupCode = ''
  for await (const { row, code } of withCodes(rows, codeAt)) {
    const isSame = group.length > 0 && code === groupCode && code !== '' && group.length < most
    if (group.length > 0 && !isSame) {
      yield group
      group = []
    }
    const end = scattered.get(code)
    if (end === undefined) {
      group.push(row)
      groupCode = code
      continue
    }
    const known = waiting.get(code) ?? []
    known.push(row)
    waitingRows++
    if (row.line < end && known.length < most) {
      if (waitingRows > MAX_WAITING) throw tooScattered()
      waiting.set(code, known)
      continue
    }
    waiting.delete(code)
    waitingRows -= known.length
    yield known
  }
  if (group.length > 0) yield group
}

function tooScattered(): UnreadableFile {
  return new UnreadableFile(
    msg`The lines of more orders stand apart than can be put together. Sort the file by the orders’ codes.`,
  )
}
