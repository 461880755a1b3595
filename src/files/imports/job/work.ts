import type { BulkResource } from '../../../bulk/resources.ts'
import { activeFields } from '../../../custom/active-rules.ts'
import { type Db, inTransaction } from '../../../database/database.ts'
import { held, type Lease } from '../../../jobs/lease.ts'
import { WorkOver } from '../../../jobs/requester.ts'
import { type Language, type Message, megabytes, msg, numeral } from '../../../texts/message.ts'
import type { ImportField } from '../mapping/field.ts'
import { declaredFields } from '../mapping/fields.ts'
import { recordRows } from '../mapping/lines.ts'
import { type ImportWarning, Warnings } from '../mapping/warnings.ts'
import { UnreadableFile } from '../reading/rows.ts'
import { RecordReader } from '../records/records.ts'
import { import_parts_delete } from '../sql.ts'
import { Batch, type WorkParts } from './batch.ts'
import { NeedsMapping, type OpenFile, openFile } from './source.ts'
import {
  type ImportRow,
  imports_end,
  imports_read,
  imports_setLayout,
  imports_wait,
} from './sql.ts'
import { refuseAgain, refuseOfOthers, watchImport } from './watch.ts'

/**
 * Goes on with an import from where it was: each batch, what became of it and how far the import is
 * are one transaction, so that nothing is lost or done twice wherever it ends.
 * @throws LeaseLost
 */
export async function workOn(lease: Lease, parts: WorkParts): Promise<void> {
  const { db } = parts
  const key = [lease.account_id, lease.id, lease.epoch] as const
  const row = held(await imports_read(db, [...key]))
  const done = new AbortController()
  const over = watchImport(db, lease, row, done.signal)
  try {
    refuseAgain(row)
    await refuseOfOthers(db, lease, row)
    await readOn(lease, row, over, parts)
  } catch (thrown) {
    // What else fails then follows from it.
    const error = over.aborted ? over.reason : thrown
    if (error instanceof NeedsMapping) {
      const { found, detail } = error
      const layout = JSON.stringify(found)
      held(await imports_wait(db, [...key, layout, storedText(detail, row.language)]))
      return
    }
    if (!(error instanceof UnreadableFile || error instanceof WorkOver)) throw error
    await end(db, lease, 'failed', storedText(error.detail, row.language))
  } finally {
    done.abort()
  }
}

/** Reads the file, and writes what it has not written yet. */
async function readOn(
  lease: Lease,
  row: ImportRow,
  over: AbortSignal,
  parts: WorkParts,
): Promise<void> {
  const { db } = parts
  const { account_id, id, epoch } = lease
  const declared = declaredFields(await activeFields(db, account_id, row.resource))
  const file = await openFile({ db, key: lease, over }, row, declared)
  if (row.layout === null) {
    held(await imports_setLayout(db, [account_id, id, epoch, JSON.stringify(file.found)]))
  }
  if (!(await writeAll(lease, row, file, declared, over, parts))) return
  await end(db, lease, row.state === 'checking' ? 'checked' : 'done', null)
}

/** What may repeat what stands in the file. */
const storedText = (detail: Message, language: Language) =>
  detail
    .in(language)
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 5_000)
    .toWellFormed()

/** Parts of a file that waits to be done for good are kept. */
async function end(
  db: Db,
  { account_id, id, epoch }: Lease,
  state: 'checked' | 'done' | 'failed',
  failure: string | null,
): Promise<void> {
  const progress = state === 'failed' ? 0 : 1
  await inTransaction(db, async (tx) => {
    held(await imports_end(tx, [account_id, id, epoch, state, failure, progress]))
    if (state !== 'checked') await import_parts_delete(tx, [account_id, id])
  })
}

/** @returns false where others have their turn before its end */
async function writeAll(
  lease: Lease,
  row: ImportRow,
  file: OpenFile,
  declared: readonly ImportField[],
  over: AbortSignal,
  parts: WorkParts,
): Promise<boolean> {
  const { resource, format, language } = row
  const kind = parts.resources.get(resource) as BulkResource
  const canUnset = row.mode === 'put' ? unsettable(kind) : () => false
  const most = parts.maxItems + 1
  const { found } = file
  const warnings = new Warnings(JSON.parse(row.warnings) as ImportWarning[], language, row.line)
  const reader = new RecordReader(resource, found, declared, most, canUnset, language, warnings)
  const scattered =
    resource === 'orders' && format !== 'json'
      ? await reader.scattered(recordRows(await file.again(), found))
      : undefined
  const batch = new Batch(lease, row, reader, file, warnings, parts)
  for await (const record of reader.records(recordRows(file.rows, found, warnings), scattered)) {
    over.throwIfAborted()
    if (parts.stop.aborted) return false
    // Done before; the codes had to be seen again.
    if ((record.rows.at(-1)?.line ?? 0) <= row.line) continue
    batch.add(record)
    if (!batch.isFull) continue
    await batch.write()
    refuseTooManyRefused(batch, parts)
    if (parts.shouldYield()) return false
  }
  await batch.write(true)
  return true
}

/** Whether an empty cell of a field unsets it: where the field can be null. */
function unsettable({ schemas }: BulkResource): (field: string) => boolean {
  type Schema = { type?: unknown; properties?: Record<string, Schema>; items?: Schema }
  const record = schemas.patch as Schema
  return (field) => {
    if (field.startsWith('custom_fields.')) return true
    const address = /^address\.(.+)$/.exec(field)?.[1]
    const of = address ? record.properties?.['addresses']?.items : record
    const { type } = of?.properties?.[address ?? field] ?? {}
    return Array.isArray(type) && type.includes('null')
  }
}

/** @throws UnreadableFile where more is refused than is kept of one file */
function refuseTooManyRefused(
  { refused, refusedBytes }: Batch,
  { maxRefused, maxRefusedBytes }: WorkParts,
): void {
  const much =
    refused > maxRefused
      ? msg`More than ${numeral(maxRefused)} records are refused`
      : refusedBytes > maxRefusedBytes
        ? msg`The refused rows have more than ${megabytes(maxRefusedBytes)}`
        : undefined
  if (much === undefined) return
  throw new UnreadableFile(
    msg`${much}: nothing more of the file is read. Correct what the first ones are refused for, or split the file.`,
  )
}
