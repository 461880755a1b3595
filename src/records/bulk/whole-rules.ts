import { lockRules } from '../../access/account-locks.ts'
import type { Actor } from '../../access/actor.ts'
import type { Problem } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import { overlappingPairs } from '../../taxes/rules/overlap.ts'
import type { TaxRule } from '../../taxes/rules/rule.ts'
import type { RecordDefinition } from '../definitions.ts'
import { refuseTooMany } from '../tax-rules/rules.ts'
import { tax_rule_versions_insertMany, tax_rules_all } from '../tax-rules/sql.ts'
import { records_read } from './sql.ts'
import {
  type BulkMode,
  planRecords,
  type RecordInput,
  type Written,
  writePlanned,
} from './write.ts'

// A table of rules, as a file has it: written whole, and looked at when it is there. Row by row an order of
// its lines would decide which of two is refused, and a rule could not be put in another one's place.

/** Writes rules without a look at others: `overlapsOf` is asked before the transaction ends. */
export async function writeRules(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  records: RecordInput[],
  mode: BulkMode,
): Promise<(Written | Problem)[]> {
  const { account_id } = actor
  await lockRules(tx, account_id)
  const planned = await planRecords(tx, actor, definition, records, mode)
  const right = planned.filter(({ problem }) => !problem)
  const more = right.filter(({ before }) => !before).length
  if (more > 0) await refuseTooMany(tx, account_id, more)
  const written = await writePlanned(tx, actor, definition, right, mode)
  const changed = written.flatMap(({ id, status }) => (status === 'unchanged' ? [] : [id]))
  if (changed.length > 0) {
    const rows = await records_read(tx, definition, account_id, changed)
    await tax_rule_versions_insertMany(tx, account_id, rows)
  }
  const results = written.values()
  return planned.map(({ problem }) => problem ?? (results.next().value as Written))
}

/** Pairs of active rules of an account that would hold for one sale with the same rank. */
export async function overlapsOf(tx: Tx, account_id: number): Promise<[TaxRule, TaxRule][]> {
  const rows = await tax_rules_all(tx, [account_id])
  return overlappingPairs(rows.map(({ rule }) => rule))
}
