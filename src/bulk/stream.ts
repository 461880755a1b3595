import { setImmediate } from 'node:timers/promises'
import type { Actor } from '../access/actor.ts'
import { inPieces } from '../base/giving-way/pieces.ts'
import { Problem } from '../base/problems.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { databaseProblem, isRetryable, OutcomeUnknown } from '../database/failures.ts'
import { parseJsonLine } from '../http/wire/json-body.ts'
import type { BulkMode } from '../records/bulk/write.ts'
import { type Language, msg } from '../texts/message.ts'
import { type BulkResult, writeBatch } from './engine.ts'
import type { Ending, Line, LineReader } from './lines.ts'
import type { BulkRecord, BulkResource, Checked } from './resources.ts'
import { failedText, resultText } from './results.ts'

/** What a request that writes many records is worked on with. */
export interface BulkRequest {
  db: Db
  actor: Actor
  resource: BulkResource
  mode: BulkMode
  /** Looks at one record before it is written. */
  check: (value: unknown) => Checked
  reader: LineReader
  /** Of problems. */
  language: Language
  /** Refuses where the token has ended. */
  mayGoOn: () => Promise<void>
  /** Something was committed, or may have been. */
  onCommitted: () => Promise<void>
  /** Has a batch looked at and written when the account has its turn. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  onFailure: (error: unknown) => void
}

/** A line with what is known of it. */
interface Entry {
  line: number
  fk_id: string | null
  checked: Checked
}

/**
 * Writes the lines of a request in batches, each in a transaction of its own, and gives the result
 * lines of each as soon as it is committed. Lines of many errors make smaller batches. Between
 * batches nothing is held: no connection, no lock. A failure before the first result is thrown; a
 * later one is told in a last line.
 */
export async function* writeLines(request: BulkRequest): AsyncGenerator<string> {
  let next = 1
  let hasAnswered = false
  const batchDone = inPieces()
  try {
    for (;;) {
      const { lines, ending } = await request.reader.read()
      if (ending === 'stopped' || ending === 'late') throw whyEnded(request, ending)
      for (let at = 0; at < lines.length; ) {
        // Lines that are all refused are work, too, though they wait for no database: without turns nobody
        // else would be answered.
        const { entries, text } = await request.inTurn(async () => {
          await request.mayGoOn()
          const entries = await nextEntries(request, lines, at)
          const text = textOf(request, entries, await writeEntries(request, entries))
          await setImmediate()
          await batchDone()
          return { entries, text }
        })
        hasAnswered = true
        at += entries.length
        next = (entries.at(-1)?.line ?? 0) + 1
        yield text
      }
      if (ending === 'end') return
    }
  } catch (error) {
    if (!hasAnswered || isOfClient(error)) throw error
    request.onFailure(error)
    yield failedText(next, problemOf(error), request.language)
  }
}

/** Lines of a request that is one transaction. */
const MAX_ATOMIC_LINES = 1000
/** Lines whose results are told in one turn of the event loop, however many errors they have. */
const LINES_AT_ONCE = 10

/**
 * Writes all the lines of a request in one transaction, or none of them where one is refused, and
 * gives the result lines of all.
 * @param maxBytes of all lines, which are kept until the last one has come
 */
export async function* writeAllOrNothing(
  request: BulkRequest,
  maxBytes: number,
): AsyncGenerator<string> {
  const entries: Entry[] = []
  let bytes = 0
  for (let isEnded = false; !isEnded; ) {
    const { lines, ending } = await request.reader.read()
    if (ending === 'stopped' || ending === 'late') throw whyEnded(request, ending)
    bytes += lines.reduce((sum, line) => sum + (line.bytes?.length ?? 0), 0)
    if (entries.length + lines.length > MAX_ATOMIC_LINES || bytes > maxBytes) {
      const detail = msg`With atomic=true a request has at most ${MAX_ATOMIC_LINES} lines and ${maxBytes} bytes.`
      throw new Problem('body_too_large', detail)
    }
    for (let at = 0; at < lines.length; ) {
      const some = await request.inTurn(() => nextEntries(request, lines, at))
      at += some.length
      entries.push(...some)
      await setImmediate()
    }
    isEnded = ending === 'end'
  }
  await request.mayGoOn()
  const results = await request.inTurn(() => writeAllOrNone(request, entries))
  for (let at = 0; at < entries.length; at += LINES_AT_ONCE) {
    const end = at + LINES_AT_ONCE
    yield textOf(request, entries.slice(at, end), results.slice(at, end))
    await setImmediate()
  }
}

/** The results of lines of which one transaction makes all, or none. */
async function writeAllOrNone(request: BulkRequest, entries: Entry[]): Promise<BulkResult[]> {
  const results = await writeEntries(request, entries, true)
  if (!results.some(isRefused)) return results
  return results.map((one) => (isRefused(one) ? one : othersRefused()))
}

const isRefused = (result: BulkResult) => result instanceof Problem

function othersRefused(): Problem {
  return new Problem('others_refused', msg`Not written, because other lines were refused.`)
}

/** Errors after which others have their turn: finding and telling so many takes milliseconds. */
const ERRORS_AT_ONCE = 1000

/** The lines from one on with what is known of them, as far as there are errors enough. */
async function nextEntries(request: BulkRequest, lines: Line[], from: number): Promise<Entry[]> {
  const pieceDone = inPieces()
  const entries: Entry[] = []
  let errors = 0
  for (const line of lines.slice(from)) {
    const entry = entryOf(request, line)
    entries.push(entry)
    if ('problem' in entry.checked) errors += entry.checked.problem.errors.length
    if (errors >= ERRORS_AT_ONCE) break
    await pieceDone()
  }
  return entries
}

function entryOf({ check }: BulkRequest, { line, bytes }: Line): Entry {
  const parsed = parsedLine(bytes)
  if (parsed instanceof Problem) return { line, fk_id: null, checked: { problem: parsed } }
  // Looked at before the schema cuts off spaces, for a line that is refused.
  const { fk_id } = (parsed ?? {}) as { fk_id?: unknown }
  const named = typeof fk_id === 'string' && fk_id.length <= 100 ? fk_id : null
  return { line, fk_id: named, checked: check(parsed) }
}

function parsedLine(bytes: Buffer | undefined): unknown {
  if (!bytes)
    return new Problem('body_too_large', msg`The line is longer than MAX_BODY_BYTES allows.`)
  try {
    return parseJsonLine(bytes)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/**
 * One transaction.
 * @param allOrNone undoes them all where one is refused
 */
async function writeEntries(
  { db, actor, resource, mode, onCommitted }: BulkRequest,
  entries: Entry[],
  allOrNone = false,
): Promise<BulkResult[]> {
  const records = entries.flatMap(({ checked }) => ('record' in checked ? [checked.record] : []))
  if (records.length === 0) return merged(entries, [])
  try {
    const results = await inTransaction<BulkResult[]>(db, async (tx, undo) => {
      const written = merged(entries, await writeBatch(tx, actor, resource, records, mode))
      return allOrNone && written.some(isRefused) ? undo(written) : written
    })
    await onCommitted()
    return results
  } catch (error) {
    if (error instanceof OutcomeUnknown) await onCommitted()
    if (isRetryable(error)) throw othersKeptChanging(error)
    throw error
  }
}

/** Not a conflict of this request's: which record it met is not known, and nothing has to be read anew. */
function othersKeptChanging(cause: unknown): Problem {
  const detail = msg`Other writers kept changing the same records; send these lines again.`
  return new Problem('unavailable', detail, { retryAfter: 1, cause })
}

/** The results of all entries, from those of the ones that could be written. */
function merged(entries: Entry[], written: BulkResult[]): BulkResult[] {
  const results = written.values()
  return entries.map(({ checked }) =>
    'problem' in checked ? checked.problem : (results.next().value as BulkResult),
  )
}

function textOf({ language }: BulkRequest, entries: Entry[], results: BulkResult[]): string {
  return entries
    .map(({ line, fk_id, checked }, i) => {
      const { record } = checked as { record?: BulkRecord }
      return resultText(line, record?.fk_id ?? fk_id, results[i] as BulkResult, language)
    })
    .join('')
}

function whyEnded({ reader }: BulkRequest, ending: Ending): unknown {
  if (ending === 'stopped') return reader.why
  return new Problem('request_timeout', msg`No more of the request came in time.`)
}

/** The connection broke off: there is nobody to tell. */
function isOfClient(error: unknown): boolean {
  return (error as { code?: string }).code === 'ECONNRESET' && !databaseProblem(error)
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  return (
    databaseProblem(error) ??
    new Problem('internal_error', msg`Something failed on our side; these lines were not written.`)
  )
}
