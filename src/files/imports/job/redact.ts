import { isDeepStrictEqual } from 'node:util'
import { type Db, inTransaction, type Tx } from '../../../database/database.ts'
import type { Mapping } from '../mapping/columns.ts'
import { type Cell, isBad, UnreadableFile } from '../reading/rows.ts'
import type { CellError } from '../records/records.ts'
import { cellText, type FoundOut } from '../refused.ts'
import {
  import_mappings_lockAll,
  import_mappings_redact,
  import_parts_delete,
  import_refusals_after,
  import_refusals_deleteSome,
  imports_cancel,
  imports_countRefused,
  imports_lock,
  imports_next,
  imports_redact,
  type KeptImport,
} from '../sql.ts'
import { allRows } from './source.ts'

/** Refused records that are looked at at once. */
const PAGE = 500

/** What became of an import: gone through, or waited for as it is just worked on. */
interface Redacted {
  id: number
  isAtWork: boolean
}

/**
 * Takes out of the next import what mentions somebody whose data is removed: refused records, what was
 * reported of them, and a file that waits to be brought in, which is cancelled.
 * @returns undefined where there are no more
 */
export async function redactImport(
  db: Db,
  account_id: number,
  mentions: (text: string) => boolean,
  after: number,
): Promise<Redacted | undefined> {
  const [found] = await imports_next(db, [account_id, after])
  if (!found) return undefined
  const { id, state } = found
  if (state === 'checking' || state === 'running') return { id, isAtWork: true }
  // A file may be long: no transaction waits for it.
  const isKept = state === 'checked' || state === 'needs_mapping'
  const isMentioned = isKept && (await isMentionedIn(db, account_id, found, mentions))
  return inTransaction(db, async (tx) => {
    const [now] = await imports_lock(tx, [account_id, id])
    if (now && now.state !== state) return { id, isAtWork: true }
    if (isMentioned) {
      await imports_cancel(tx, [account_id, id])
      await import_parts_delete(tx, [account_id, id])
    }
    await redactRefused(tx, account_id, id, mentions)
    // How a file begins that is cancelled while its columns wait for their names goes with it.
    const isGone = isMentioned && state === 'needs_mapping'
    const row = isGone ? { ...found, layout: null, failure: null } : found
    await redactTexts(tx, account_id, row, mentions)
    return { id, isAtWork: false }
  })
}

/** Whether the file, which is kept until it is brought in, mentions the person. */
async function isMentionedIn(
  db: Db,
  account_id: number,
  found: KeptImport,
  mentions: (text: string) => boolean,
): Promise<boolean> {
  try {
    for await (const { cells } of allRows({ db, key: { account_id, id: found.id } }, found)) {
      // What is not kept of a cell is not known.
      const isIn = (cell: Cell) =>
        mentions(cellText(cell, ',')) || (isBad(cell) && cell.bad === 'long')
      if (cells.some(isIn)) return true
    }
    return false
  } catch (error) {
    if (error instanceof UnreadableFile) return true
    throw error
  }
}

/**
 * Takes out of saved mappings what mentions somebody whose data is removed: headings that were a record,
 * and the name.
 */
export async function redactMappings(
  tx: Tx,
  account_id: number,
  mentions: (text: string) => boolean,
): Promise<void> {
  for (const { id, name, mapping } of await import_mappings_lockAll(tx, [account_id])) {
    const rest = withoutColumns(mapping, mentions)
    const isNamed = mentions(name)
    if (!isNamed && rest === mapping) continue
    // Names are unique in an account.
    await import_mappings_redact(tx, [account_id, id, isNamed ? `*** ${id}` : name, rest])
  }
}

async function redactRefused(
  tx: Tx,
  account_id: number,
  id: number,
  mentions: (text: string) => boolean,
): Promise<void> {
  let isAnyGone = false
  for (let after = 0; ; ) {
    const page = await import_refusals_after(tx, [account_id, id, after, PAGE])
    const lines = page.filter(({ rows, faults }) => {
      const texts = (JSON.parse(rows) as { cells: string[] }[]).flatMap(({ cells }) => cells)
      const details = (JSON.parse(faults) as CellError[]).map(({ detail }) => detail)
      return [...texts, ...details].some(mentions)
    })
    if (lines.length > 0) {
      const gone = lines.map(({ line }) => line)
      await import_refusals_deleteSome(tx, [account_id, id, gone])
      isAnyGone = true
    }
    after = page.at(-1)?.line ?? after
    if (page.length < PAGE) break
  }
  if (isAnyGone) await imports_countRefused(tx, [account_id, id])
}

async function redactTexts(
  tx: Tx,
  account_id: number,
  { id, file_name, failure, first_faults, layout, mapping, warnings }: KeptImport,
  mentions: (text: string) => boolean,
): Promise<void> {
  const clean = (text: string | null) => (text !== null && mentions(text) ? null : text)
  const kept = [
    clean(file_name),
    clean(failure),
    withoutThose(first_faults, mentions),
    layout === null ? null : withoutHeadings(layout, mentions),
    withoutColumns(mapping, mentions),
    withoutThose(warnings, mentions),
  ] as const
  const before = [file_name, failure, first_faults, layout, mapping, warnings]
  if (isDeepStrictEqual([...kept], before)) return
  await imports_redact(tx, [account_id, id, ...kept])
}

/** Those of these sentences, as JSON, that mention nobody. */
function withoutThose(json: string, mentions: (text: string) => boolean): string {
  const sentences = JSON.parse(json) as { detail: string; heading: string | null }[]
  const rest = sentences.filter(({ detail, heading }) => ![detail, heading ?? ''].some(mentions))
  return rest.length === sentences.length ? json : JSON.stringify(rest)
}

/** The first line of a file may be a record where headings should be. */
function withoutHeadings(json: string, mentions: (text: string) => boolean): string {
  const layout = JSON.parse(json) as FoundOut
  if (!layout.columns.some(({ heading }) => mentions(heading))) return json
  const columns = layout.columns.map((one) =>
    mentions(one.heading) ? { ...one, heading: '' } : one,
  )
  return JSON.stringify({ ...layout, columns })
}

function withoutColumns(json: string, mentions: (text: string) => boolean): string {
  const mapping = JSON.parse(json) as Mapping
  const named = Object.entries(mapping.columns ?? {})
  const rest = named.filter(([column]) => !mentions(column))
  if (rest.length === named.length) return json
  return JSON.stringify({ ...mapping, columns: Object.fromEntries(rest) })
}
