import type { CustomResource } from '../../custom/rules.ts'
import type { Tx } from '../../database/database.ts'
import { type BreakingRecord, fields_lockBroken, fields_setBreaking } from './sql.ts'

/**
 * Takes out of what is told of records that break a declaration, with their values, those of somebody
 * whose data is removed.
 * @param isOf whether such a record is the person's, or what is told of it mentions the person
 */
export async function redactBreaking(
  tx: Tx,
  account_id: number,
  isOf: (resource: CustomResource, records: BreakingRecord[]) => Promise<Set<number>>,
): Promise<void> {
  for (const { id, resource, breaking_records } of await fields_lockBroken(tx, [account_id])) {
    const theirs = await isOf(resource, breaking_records)
    const rest = breaking_records.filter((record) => !theirs.has(record.id))
    if (rest.length === breaking_records.length) continue
    await fields_setBreaking(tx, [account_id, id, JSON.stringify(rest)])
  }
}
