import { type Db, inTransaction, type Tx } from '../../../database/database.ts'
import type { CellFault } from '../mapping/records.ts'
import { UnreadableFile } from '../reading/rows.ts'
import { cellText } from '../refused.ts'
import {
  import_parts_delete,
  import_refusals_after,
  import_refusals_deleteSome,
  imports_cancel,
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
 * told of them, and a file that waits to be brought in, which is cancelled.
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
  const isMentioned = state === 'checked' && (await isMentionedIn(db, account_id, found, mentions))
  return inTransaction(db, async (tx) => {
    const [now] = await imports_lock(tx, [account_id, id])
    if (now && now.state !== state) return { id, isAtWork: true }
    if (isMentioned) {
      await imports_cancel(tx, [account_id, id])
      await import_parts_delete(tx, [account_id, id])
    }
    await redactRefusals(tx, account_id, id, mentions)
    await redactTold(tx, account_id, found, mentions)
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
    for await (const { cells } of allRows(db, { account_id, id: found.id }, found)) {
      if (cells.some((cell) => mentions(cellText(cell, ',')))) return true
    }
    return false
  } catch (error) {
    if (error instanceof UnreadableFile) return true
    throw error
  }
}

async function redactRefusals(
  tx: Tx,
  account_id: number,
  id: number,
  mentions: (text: string) => boolean,
): Promise<void> {
  for (let after = 0; ; ) {
    const page = await import_refusals_after(tx, [account_id, id, after, PAGE])
    const lines = page.filter(({ rows, faults }) => {
      const texts = (JSON.parse(rows) as { cells: string[] }[]).flatMap(({ cells }) => cells)
      const details = (JSON.parse(faults) as CellFault[]).map(({ detail }) => detail)
      return [...texts, ...details].some(mentions)
    })
    if (lines.length > 0) {
      const gone = lines.map(({ line }) => line)
      await import_refusals_deleteSome(tx, [account_id, id, gone])
    }
    after = page.at(-1)?.line ?? after
    if (page.length < PAGE) return
  }
}

async function redactTold(
  tx: Tx,
  account_id: number,
  { id, file_name, failure, first_faults }: KeptImport,
  mentions: (text: string) => boolean,
): Promise<void> {
  const faults = JSON.parse(first_faults) as CellFault[]
  const rest = faults.filter(({ detail }) => !mentions(detail))
  const clean = (text: string | null) => (text !== null && mentions(text) ? null : text)
  const [name, reason] = [clean(file_name), clean(failure)]
  if (rest.length === faults.length && name === file_name && reason === failure) return
  await imports_redact(tx, [account_id, id, name, reason, JSON.stringify(rest)])
}
