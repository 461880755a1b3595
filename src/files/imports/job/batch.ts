import Big from 'big.js'
import { Problem } from '../../../base/problems.ts'
import { type BulkResult, writeBatch } from '../../../bulk/engine.ts'
import { type BulkRecord, type BulkResource, checkerOf } from '../../../bulk/resources.ts'
import { type Db, inTransaction, inUndoneTransaction, type Tx } from '../../../database/database.ts'
import { inUndoneSavepoint } from '../../../database/savepoint.ts'
import { held, type Lease } from '../../../jobs/lease.ts'
import { requesterOf } from '../../../jobs/requester.ts'
import { namesOf } from '../../../records/bulk/named.ts'
import { amount, msg } from '../../../texts/message.ts'
import { TOTAL } from '../mapping/columns.ts'
import type { Warnings } from '../mapping/warnings.ts'
import { lengthOf, type Row } from '../reading/rows.ts'
import type { CellError, FileRecord, RecordReader } from '../records/records.ts'
import { cellText, type FoundOut } from '../refused.ts'
import { MAX_FIRST_ERRORS } from '../schema.ts'
import type { Counts } from '../sql.ts'
import { causesFirst, refuseMore, writeWhole } from './contradictions.ts'
import { keepEqualNumbers } from './equal-numbers.ts'
import type { OpenFile } from './source.ts'
import {
  type ImportRow,
  import_refusals_insert,
  imports_save,
  type OrderWorth,
  orders_worth,
} from './sql.ts'

/** What a transaction writes at most: records, rows of them, and characters of these. */
const BATCH_RECORDS = 250
const BATCH_ROWS = 1_000
const BATCH_LENGTH = 2_000_000

export interface WorkParts {
  db: Db
  /** Kinds of records by their names. */
  resources: Map<string, BulkResource>
  maxItems: number
  /** After more refused records the rest of the file is not read. */
  maxRefused: number
  maxRefusedBytes: number
  /** Something was committed, or may have been. */
  onCommitted: (account_id: number) => void
  /** Ends it after the batch under way. */
  stop: AbortSignal
  /** Whether others have their turn; looked at after each batch. */
  shouldYield: () => boolean
}

/** Records that are written together. */
export class Batch {
  /** Records of the import that are refused, as of the last batch. */
  refused = 0
  /** Bytes of what is kept of them. */
  refusedBytes = 0
  readonly #lease: Lease
  readonly #row: ImportRow
  readonly #reader: RecordReader
  readonly #file: OpenFile
  readonly #warnings: Warnings
  readonly #parts: WorkParts
  readonly #resource: BulkResource
  readonly #check: ReturnType<typeof checkerOf>
  readonly #firstErrors: CellError[]
  #records: FileRecord[] = []
  #isLast = false
  #last: Row
  #rows = 0
  #length = 0

  constructor(
    lease: Lease,
    row: ImportRow,
    reader: RecordReader,
    file: OpenFile,
    warnings: Warnings,
    parts: WorkParts,
  ) {
    this.#lease = lease
    this.#row = row
    this.#reader = reader
    this.#file = file
    this.#warnings = warnings
    this.#last = { line: row.line, cells: [], bytes: row.bytes }
    this.#parts = parts
    this.#resource = parts.resources.get(row.resource) as BulkResource
    this.#check = checkerOf(this.#resource, 'patch')
    this.#firstErrors = JSON.parse(row.first_faults) as CellError[]
  }

  add(record: FileRecord): void {
    this.#records.push(record)
    this.#rows += record.rows.length
    for (const { cells } of record.rows) this.#length += lengthOf(cells)
  }

  get isFull(): boolean {
    const most = this.#resource.whole?.most
    if (most !== undefined) {
      refuseMore(this.#records.length, most)
      return false
    }
    const isMuch = this.#rows >= BATCH_ROWS || this.#length >= BATCH_LENGTH
    return isMuch || this.#records.length >= BATCH_RECORDS
  }

  /** @param isLast whether notes of lines behind the last record are saved, too */
  async write(isLast = false): Promise<void> {
    const isNoted = isLast && this.#warnings.isWaiting
    if (this.#records.length === 0 && !isNoted) return
    this.#isLast = isLast
    const { db, onCommitted } = this.#parts
    const { account_id } = this.#lease
    const ready = this.#checked()
    if (this.#row.state === 'checking') {
      const outcome = await this.#tried(ready)
      await inTransaction(db, (tx) => this.#save(tx, outcome))
    } else {
      try {
        await inTransaction(db, async (tx) => {
          await this.#save(tx, await this.#written(tx, ready))
        })
      } finally {
        onCommitted(account_id)
      }
    }
    this.#records = []
    this.#rows = 0
    this.#length = 0
  }

  /**
   * The records that their schema takes; the others have got errors. Some of these have cells that could
   * not be read: they are only tried, so that all that is wrong with them is reported at once.
   */
  #checked(): Ready[] {
    return this.#records.flatMap((record) => {
      if (record.isUnread) return []
      const checked = this.#check(record.body, record.id)
      if ('record' in checked) return [{ record, ready: { ...checked.record, fills: true } }]
      this.#refuse(record, checked.problem)
      return []
    })
  }

  /** An error of a cell that is reported already is not reported again. */
  #refuse(record: FileRecord, problem: Problem): void {
    const isReported = ({ line, letter }: CellError) =>
      letter !== null && record.errors.some((one) => one.line === line && one.letter === letter)
    record.errors.push(...this.#errorsOf(record, problem).filter((one) => !isReported(one)))
  }

  #errorsOf(record: FileRecord, problem: Problem): CellError[] {
    const { code, detail, errors } = problem
    if (errors.length === 0) return [this.#reader.errorAt(record, '', code, detail)]
    return errors.map((fieldError) =>
      this.#reader.errorAt(record, fieldError.pointer ?? '', fieldError.code, fieldError.detail),
    )
  }

  /** What would become of them: the transaction is taken back. */
  #tried(ready: Ready[]): Promise<Outcome> {
    return inUndoneTransaction(this.#parts.db, (tx) => this.#written(tx, ready))
  }

  async #written(tx: Tx, checked: Ready[]): Promise<Outcome> {
    const sound = checked.filter(({ record }) => record.errors.length === 0)
    const doubtful = checked.filter(
      ({ record }) => record.errors.length > 0 && record.errors.every(isOfCell),
    )
    await this.#try(tx, doubtful)
    const { account_id } = this.#lease
    const bodies = sound.map(({ ready }) => ready)
    await keepEqualNumbers(tx, account_id, this.#row.resource, this.#reader.decimals, bodies)
    await this.#checkTotals(tx, sound)
    const right = sound.filter(({ record }) => record.errors.length === 0)
    const before = await this.#worth(tx, namesOf(right.map(({ ready }) => ready)))
    const contradicting = new Map<FileRecord, CellError[]>()
    const results = await this.#writeAll(tx, right, contradicting)
    const counts = { ...NOTHING, lines: this.#rows }
    const problems = new Map<FileRecord, CellError[]>()
    for (const record of this.#records) {
      if (record.errors.length > 0) problems.set(record, record.errors)
    }
    for (const [record, errors] of contradicting) problems.set(record, errors)
    const written: number[] = []
    for (const [i, result] of results.entries()) {
      const one = right[i] as Ready
      if (contradicting.has(one.record)) continue
      if (result instanceof Problem) problems.set(one.record, this.#errorsOf(one.record, result))
      else counts[result.status]++
      if (!(result instanceof Problem) && result.status !== 'unchanged') written.push(result.id)
    }
    counts.refused = problems.size
    const worth = worthOf(before, await this.#worth(tx, { codes: [], ids: written }))
    return { counts: { ...counts, ...worth }, problems }
  }

  /** @param errors gets those of all records where some contradict each other */
  async #writeAll(
    tx: Tx,
    ready: Ready[],
    errors: Map<FileRecord, CellError[]>,
  ): Promise<BulkResult[]> {
    const { whole } = this.#resource
    const write = () => this.#write(tx, ready)
    if (!whole || ready.length === 0) return write()
    const records = ready.map(({ record }) => record)
    const { account_id } = this.#lease
    return writeWhole({ tx, account_id, whole, reader: this.#reader, errors }, records, write)
  }

  async #write(tx: Tx, records: Ready[]): Promise<BulkResult[]> {
    if (records.length === 0) return []
    const bodies = records.map(({ ready }) => ready)
    const { whole } = this.#resource
    const resource = whole ? { ...this.#resource, write: whole.write } : this.#resource
    return writeBatch(tx, requesterOf(this.#row, this.#lease.account_id), resource, bodies, 'patch')
  }

  /**
   * Finds what else is wrong with records of which a cell could not be read. What follows from several
   * figures can't be told without it.
   */
  async #try(tx: Tx, doubtful: Ready[]): Promise<void> {
    if (doubtful.length === 0) return
    const results = await inUndoneSavepoint(tx, () => this.#write(tx, doubtful))
    for (const [i, result] of results.entries()) {
      if (!(result instanceof Problem)) continue
      const errors = result.errors.filter(({ code }) => !OF_FIGURES.includes(code))
      if (errors.length === 0) continue
      const { code, detail } = result
      this.#refuse((doubtful[i] as Ready).record, new Problem(code, detail, { errors }))
    }
  }

  /** Refuses the orders that would not come to what the file says, which are written and undone first. */
  async #checkTotals(tx: Tx, sound: Ready[]): Promise<void> {
    const withTotals = sound.filter(({ record }) => record.total !== undefined)
    if (withTotals.length === 0) return
    const worth = await inUndoneSavepoint(tx, async () => {
      const results = await this.#write(tx, withTotals)
      const ids = results.map((result) => (result instanceof Problem ? undefined : result.id))
      const found = await this.#worth(tx, { codes: [], ids: ids.filter((id) => id !== undefined) })
      return ids.map((id) => found.get(id as number))
    })
    for (const [i, { record }] of withTotals.entries()) {
      const total = worth[i]?.total_value
      const apart = total === undefined ? new Big(0) : new Big(total).minus(record.total ?? 0)
      if (apart.abs().lt('0.005')) continue
      const detail = msg`is not what the order comes to, which is ${amount(total ?? '0')}.`
      record.errors.push(this.#reader.errorAt(record, `/${TOTAL}`, 'amount_contradiction', detail))
    }
  }

  /** What these orders are worth by their ids; nothing of other records. */
  async #worth(
    tx: Tx,
    { codes, ids }: ReturnType<typeof namesOf>,
  ): Promise<Map<number, OrderWorth>> {
    if (this.#row.resource !== 'orders' || codes.length + ids.length === 0) return new Map()
    const rows = await orders_worth(tx, [this.#lease.account_id, codes, ids])
    return new Map(rows.map((row) => [row.id, row]))
  }

  async #save(tx: Tx, { counts, problems }: Outcome): Promise<void> {
    const { account_id, id, epoch } = this.#lease
    const inOrder = this.#records.filter((record) => problems.has(record))
    const errors = inOrder.flatMap((record) => problems.get(record) ?? []).sort(causesFirst)
    if (inOrder.length > 0) {
      const kept = inOrder.map((record) => this.#kept(record, problems.get(record) ?? []))
      await import_refusals_insert(tx, [account_id, id, JSON.stringify(kept)])
    }
    const last = this.#records.at(-1)?.rows.at(-1) ?? this.#last
    this.#last = last
    const line = this.#isLast ? Math.max(last.line, this.#warnings.lastLine) : last.line
    const firstErrors = [...this.#firstErrors, ...errors].slice(0, MAX_FIRST_ERRORS)
    const saved = held(
      await imports_save(tx, [
        account_id,
        id,
        epoch,
        line,
        this.#file.progressAt(last),
        counts.lines,
        counts.created,
        counts.updated,
        counts.unchanged,
        counts.refused,
        counts.total_value,
        counts.reduced,
        counts.reduced_by,
        JSON.stringify(firstErrors),
        JSON.stringify(this.#warnings.settled(line)),
      ]),
    )
    this.#firstErrors.splice(0, Infinity, ...firstErrors)
    this.refused = saved.refused
    this.refusedBytes = saved.refused_bytes
  }

  /** The cells that have a column, as they come back in the file of refused rows. */
  #kept({ rows }: FileRecord, errors: CellError[]) {
    const { found } = this.#file
    const { length } = found.columns
    const texts = rows.map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, length).map((cell, i) => cellText(cell, markOf(found, i))),
    }))
    return { line: rows[0]?.line, rows: JSON.stringify(texts), faults: JSON.stringify(errors) }
  }
}

interface Outcome {
  counts: Counts
  problems: Map<FileRecord, CellError[]>
}

/** A record that its schema takes. */
interface Ready {
  record: FileRecord
  ready: BulkRecord
}

const NOTHING: Counts = {
  lines: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  total_value: '0',
  reduced: 0,
  reduced_by: '0',
}

/** Whether an error is of one cell, and the rest of the record is what it seems to be. */
const isOfCell = ({ letter, code }: CellError) =>
  letter !== null && code !== 'duplicate_fk_id' && code !== 'max_items'

/** Errors that follow from several figures of an order. */
const OF_FIGURES: readonly string[] = [
  'price_required',
  'base_required',
  'discount_exceeds_total',
  'amount_contradiction',
  'amount_out_of_range',
  'total_out_of_range',
  'freight_type_required',
]

/** What the orders written are worth, and how many of those that were there lose items or value. */
function worthOf(before: Map<number, OrderWorth>, after: Map<number, OrderWorth>) {
  let total = new Big(0)
  let lost = new Big(0)
  let reduced = 0
  for (const [id, now] of after) {
    total = total.plus(now.total_value)
    const was = before.get(id)
    const less = was ? new Big(was.total_value).minus(now.total_value) : new Big(0)
    if (was && (now.items < was.items || less.gt(0))) {
      reduced++
      if (less.gt(0)) lost = lost.plus(less)
    }
  }
  return { total_value: total.toFixed(), reduced, reduced_by: lost.toFixed() }
}

function markOf({ columns }: FoundOut, column: number): ',' | '.' {
  return columns[column]?.decimal ?? ','
}
