import type { Scope } from '../../../base/scopes.ts'
import type { Db } from '../../../database/database.ts'
import type { Lease } from '../../../jobs/lease.ts'
import { refuseRequesterWithLess, WorkOver, watchWork } from '../../../jobs/requester.ts'
import { msg, numeral } from '../../../texts/message.ts'
import { scopeOf } from '../commands.ts'
import { type ImportRow, imports_keep, imports_look } from './sql.ts'

/** Deaths of a process in the middle of the same place, and failures of the service over it, that end an import. */
const MAX_DEATHS = 2
const MAX_FAILURES = 8

/** @throws WorkOver where an import has ended the work on it too often at the same place */
export function refuseAgain({ deaths, failures, line }: ImportRow): void {
  if (deaths >= MAX_DEATHS) {
    throw new WorkOver(
      msg`The service stopped ${numeral(deaths)} times while it worked on this file behind line ${line}. What was written stays. Save the table as CSV, or split the file.`,
    )
  }
  if (failures < MAX_FAILURES) return
  throw new WorkOver(
    msg`Something failed on our side ${numeral(failures)} times, each time behind line ${line} of the file; the log of the service says what. What was written stays.`,
  )
}

/** Looks again and again whether an import is still wanted: see `watchWork`. */
export function watchImport(db: Db, lease: Lease, row: ImportRow, done: AbortSignal): AbortSignal {
  const refuse = () => refuseOfOthers(db, lease, row)
  return watchWork(db, lease, { look: imports_look, keep: imports_keep, refuse }, done)
}

/** @throws WorkOver where whoever asked for an import may no longer do so */
export async function refuseOfOthers(db: Db, { account_id }: Lease, row: ImportRow): Promise<void> {
  const needed: Scope[] = ['imports:manage', scopeOf(row.resource)]
  await refuseRequesterWithLess(
    db,
    account_id,
    row,
    needed,
    (why) =>
      msg`${why} “${row.token_name}” had asked for this import, which ends here. What was written stays.`,
  )
}
