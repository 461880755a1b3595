import type { Actor } from '../../../access/actor.ts'
import { onlyOf } from '../../../access/only.ts'
import { Refusal } from '../../../base/refusals.ts'
import { writeBatch } from '../../../bulk/engine.ts'
import { type BulkRecord, type BulkResource, checkerOf } from '../../../bulk/resources.ts'
import { fieldsInForce } from '../../../custom/in-force.ts'
import { type Db, inTransaction, type Tx } from '../../../database/database.ts'
import { numeral, say } from '../../../texts/text.ts'
import type { ImportField } from '../mapping/field.ts'
import { declaredFields } from '../mapping/fields.ts'
import { type CellFault, type FileRecord, RecordReader } from '../mapping/records.ts'
import { type ImportWarning, Warnings } from '../mapping/warnings.ts'
import { UnreadableFile } from '../reading/rows.ts'
import { cellText, type FoundOut } from '../refused.ts'
import { MAX_FIRST_FAULTS } from '../schema.ts'
import { type Counts, import_parts_delete } from '../sql.ts'
import { type OpenFile, openFile } from './source.ts'
import {
  type ImportLease,
  type ImportRow,
  import_refusals_insert,
  imports_end,
  imports_read,
  imports_save,
  imports_setLayout,
} from './sql.ts'

/** What a transaction writes at most: records, and rows of them. */
const BATCH_RECORDS = 250
const BATCH_ROWS = 1_000

/** Of a file of which more is refused nothing more is read: each refused row is kept, with why. */
const MAX_REFUSED = 100_000

/** Somebody else goes on with the import, or it was cancelled. */
export class ImportLeaseLost extends Error {}

export interface WorkParts {
  db: Db
  /** Kinds of records by their names. */
  resources: Map<string, BulkResource>
  maxItems: number
  /** Something was committed, or may have been. */
  onCommitted: (account_id: number) => void
  /** Ends it after the batch under way. */
  stop: AbortSignal
  /** Whether others have their turn; looked at after each batch. */
  shouldYield: () => boolean
}

/**
 * Goes on with an import from where it was: each batch, what became of it and how far the import is
 * are one transaction, so that nothing is lost or done twice wherever it ends.
 * @throws ImportLeaseLost
 */
export async function workOn(lease: ImportLease, parts: WorkParts): Promise<void> {
  const { db } = parts
  const key = [lease.account_id, lease.id, lease.epoch] as const
  const [row] = await imports_read(db, [...key])
  if (!row) throw new ImportLeaseLost()
  try {
    const declared = declaredFields(await fieldsInForce(db, lease.account_id, row.resource))
    const file = await openFile(db, lease, row, declared)
    if (row.layout === null) {
      keep(await imports_setLayout(db, [...key, JSON.stringify(file.found)]))
    }
    if (!(await writeAll(lease, row, file, declared, parts))) return
    await end(db, lease, row.state === 'checking' ? 'checked' : 'done', null)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    // It may repeat what stands in the file.
    await end(
      db,
      lease,
      'failed',
      error.detail
        .in(row.language)
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, 5_000),
    )
  }
}

/** Parts of a file that waits to be done for good are kept. */
async function end(
  db: Db,
  { account_id, id, epoch }: ImportLease,
  state: 'checked' | 'done' | 'failed',
  failure: string | null,
): Promise<void> {
  const progress = state === 'failed' ? 0 : 1
  await inTransaction(db, async (tx) => {
    keep(await imports_end(tx, [account_id, id, epoch, state, failure, progress]))
    if (state !== 'checked') await import_parts_delete(tx, [account_id, id])
  })
}

/** The row that a statement under the lease has written. */
function keep<Row>([row]: Row[]): Row {
  if (row === undefined) throw new ImportLeaseLost()
  return row
}

/** @returns false where others have their turn before its end */
async function writeAll(
  lease: ImportLease,
  row: ImportRow,
  file: OpenFile,
  declared: readonly ImportField[],
  parts: WorkParts,
): Promise<boolean> {
  const { resource, language } = row
  const reader = new RecordReader(resource, file.found, declared, parts.maxItems + 1, language)
  const warnings = new Warnings(JSON.parse(row.warnings) as ImportWarning[], language, row.line)
  const batch = new Batch(lease, row, reader, file, warnings, parts)
  for await (const record of reader.records(file.rows)) {
    if (parts.stop.aborted) return false
    // Done before; of orders the codes had to be seen again.
    if ((record.rows[0]?.line ?? 0) <= row.line) continue
    batch.add(record)
    if (!batch.isFull) continue
    await batch.write()
    if (batch.refused > MAX_REFUSED) throw tooManyRefused()
    if (parts.shouldYield()) return false
  }
  await batch.write()
  return true
}

function tooManyRefused(): UnreadableFile {
  return new UnreadableFile(
    say`More than ${numeral(MAX_REFUSED)} records are refused: nothing more of the file is read. Correct what the first ones are refused for, or split the file.`,
  )
}

/** Records that are written together. */
class Batch {
  /** Records of the import that are refused, as of the last batch. */
  refused = 0
  readonly #lease: ImportLease
  readonly #row: ImportRow
  readonly #reader: RecordReader
  readonly #file: OpenFile
  readonly #warnings: Warnings
  readonly #parts: WorkParts
  readonly #resource: BulkResource
  readonly #check: ReturnType<typeof checkerOf>
  readonly #firstFaults: CellFault[]
  #records: FileRecord[] = []
  #rows = 0

  constructor(
    lease: ImportLease,
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
    this.#parts = parts
    this.#resource = parts.resources.get(row.resource) as BulkResource
    this.#check = checkerOf(this.#resource, row.mode)
    this.#firstFaults = JSON.parse(row.first_faults) as CellFault[]
  }

  add(record: FileRecord): void {
    this.#records.push(record)
    this.#rows += record.rows.length
  }

  get isFull(): boolean {
    return this.#records.length >= BATCH_RECORDS || this.#rows >= BATCH_ROWS
  }

  async write(): Promise<void> {
    if (this.#records.length === 0) return
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
  }

  /** The records that can be written; the others have got faults. */
  #checked(): { record: FileRecord; ready: BulkRecord }[] {
    return this.#records.flatMap((record) => {
      if (record.faults.length > 0) return []
      const checked = this.#check(record.body)
      if ('record' in checked) return [{ record, ready: checked.record }]
      this.#refuse(record, checked.refusal)
      return []
    })
  }

  #refuse(record: FileRecord, refusal: Refusal): void {
    record.faults.push(...this.#faultsOf(record, refusal))
  }

  #faultsOf(record: FileRecord, refusal: Refusal): CellFault[] {
    const { code, detail, faults } = refusal
    if (faults.length === 0) return [this.#reader.faultAt(record, '', code, detail)]
    return faults.map((fault) =>
      this.#reader.faultAt(record, fault.pointer ?? '', fault.code, fault.detail),
    )
  }

  /** What would become of them: the transaction is taken back. */
  async #tried(ready: { record: FileRecord; ready: BulkRecord }[]): Promise<Outcome> {
    const taken = new TakenBack()
    let outcome: Outcome | undefined
    try {
      await inTransaction(this.#parts.db, async (tx) => {
        outcome = await this.#written(tx, ready)
        throw taken
      })
    } catch (error) {
      if (error !== taken) throw error
    }
    return outcome as Outcome
  }

  async #written(tx: Tx, ready: { record: FileRecord; ready: BulkRecord }[]): Promise<Outcome> {
    const results =
      ready.length === 0
        ? []
        : await writeBatch(
            tx,
            this.#actor(),
            this.#resource,
            ready.map((one) => one.ready),
            this.#row.mode,
          )
    const counts = { lines: this.#rows, created: 0, updated: 0, unchanged: 0, refused: 0 }
    const refusals = new Map<FileRecord, CellFault[]>()
    for (const record of this.#records) {
      if (record.faults.length > 0) refusals.set(record, record.faults)
    }
    for (const [i, result] of results.entries()) {
      const record = ready[i]?.record as FileRecord
      if (result instanceof Refusal) refusals.set(record, this.#faultsOf(record, result))
      else counts[result.status]++
    }
    counts.refused = refusals.size
    return { counts, refusals }
  }

  async #save(tx: Tx, { counts, refusals }: Outcome): Promise<void> {
    const { account_id, id, epoch } = this.#lease
    const inOrder = this.#records.filter((record) => refusals.has(record))
    const faults = inOrder.flatMap((record) => refusals.get(record) ?? [])
    if (inOrder.length > 0) {
      const kept = inOrder.map((record) => this.#kept(record, refusals.get(record) ?? []))
      await import_refusals_insert(tx, [account_id, id, JSON.stringify(kept)])
    }
    const last = this.#records.at(-1)?.rows.at(-1) ?? { line: 0, cells: [] }
    const firstFaults = [...this.#firstFaults, ...faults].slice(0, MAX_FIRST_FAULTS)
    const saved = keep(
      await imports_save(tx, [
        account_id,
        id,
        epoch,
        last.line,
        this.#file.progressAt(last),
        counts.lines,
        counts.created,
        counts.updated,
        counts.unchanged,
        counts.refused,
        JSON.stringify(firstFaults),
        JSON.stringify(this.#warnings.settled(last.line)),
      ]),
    )
    this.#firstFaults.splice(0, Infinity, ...firstFaults)
    this.refused = saved.refused
  }

  #kept({ rows }: FileRecord, faults: CellFault[]) {
    const { found } = this.#file
    const texts = rows.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, i) => cellText(cell, markOf(found, i))),
    }))
    return { line: rows[0]?.line, rows: JSON.stringify(texts), faults: JSON.stringify(faults) }
  }

  /** Whoever asked for it, with the settings that the account has now. */
  #actor(): Actor {
    const { scopes, id_token, token_name, request_id, time_zone, amounts, cursor_secret } =
      this.#row
    return {
      account_id: this.#lease.account_id,
      id_token,
      token_name,
      kind: 'token',
      id_member: null,
      role: null,
      scopes,
      only: onlyOf(this.#row),
      time_zone,
      amounts,
      cursor_secret,
      expires_at: null,
      used_lately: true,
      secret: '',
      request_id,
      traceparent: null,
    }
  }
}

interface Outcome {
  counts: Counts
  refusals: Map<FileRecord, CellFault[]>
}

/** Ends the transaction of a dry run. */
class TakenBack extends Error {}

function markOf({ columns }: FoundOut, column: number): ',' | '.' {
  return columns[column]?.decimal ?? ','
}
