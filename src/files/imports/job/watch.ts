import { refuseLess, rightsOf, watched } from '../../../access/lasting.ts'
import { sightOf } from '../../../access/row-scope.ts'
import { Problem } from '../../../base/problems.ts'
import type { Db } from '../../../database/database.ts'
import { type Lease, LeaseLost } from '../../../jobs/lease.ts'
import { type Message, msg, numeral } from '../../../texts/message.ts'
import { scopeOf } from '../commands.ts'
import { type ImportRow, imports_keep, imports_look } from './sql.ts'

/** Deaths of a process in the middle of the same place, and failures of the service over it, that end an import. */
const MAX_DEATHS = 2
const MAX_FAILURES = 8

/** What ends an import for good that is not of its file. */
export class ImportOver extends Error {
  /** For a person. */
  readonly detail: Message

  constructor(detail: Message) {
    super(detail.toString())
    this.detail = detail
  }
}

/** @throws ImportOver where an import has ended the work on it too often at the same place */
export function refuseAgain({ deaths, failures, line }: ImportRow): void {
  if (deaths >= MAX_DEATHS) {
    throw new ImportOver(
      msg`The service stopped ${numeral(deaths)} times while it worked on this file behind line ${line}. What was written stays. Save the table as CSV, or split the file.`,
    )
  }
  if (failures < MAX_FAILURES) return
  throw new ImportOver(
    msg`Something failed on our side ${numeral(failures)} times, each time behind line ${line} of the file; the log of the service says what. What was written stays.`,
  )
}

/**
 * Looks again and again whether an import is still wanted: nobody else has its lease, it was not cancelled,
 * and whoever asked for it may do so. Keeps the lease meanwhile.
 * @param done ends the looking
 * @returns aborted with LeaseLost or ImportOver
 */
export function watchImport(db: Db, lease: Lease, row: ImportRow, done: AbortSignal): AbortSignal {
  const key = [lease.account_id, lease.id, lease.epoch] as const
  const look = async () => {
    const [held] = await imports_look(db, [...key])
    if (!held) throw new LeaseLost()
    if (held.is_ending) await imports_keep(db, [...key])
    await refuseOfOthers(db, lease, row)
  }
  const isEnd = (error: unknown) => error instanceof LeaseLost || error instanceof ImportOver
  return watched(look, isEnd, done)
}

/** @throws ImportOver where whoever asked for an import may no longer do so */
export async function refuseOfOthers(db: Db, { account_id }: Lease, row: ImportRow): Promise<void> {
  const now = await rightsOf(db, account_id, row.id_token)
  const over = (why: Message) =>
    new ImportOver(
      msg`${why} “${row.token_name}” had asked for this import, which ends here. What was written stays.`,
    )
  if (!now) throw over(msg`The token was revoked, or the member removed.`)
  try {
    refuseLess(now, { only: sightOf(row) }, 'imports:manage', scopeOf(row.resource))
  } catch (error) {
    throw error instanceof Problem ? over(error.detail) : error
  }
}
