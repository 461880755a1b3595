import { lockRules } from '../../access/account-locks.ts'
import { Problem } from '../../base/problems.ts'
import { singleRow, type Tx } from '../../database/database.ts'
import { overlaps } from '../../taxes/rules/overlap.ts'
import type { TaxRule } from '../../taxes/rules/rule.ts'
import { msg } from '../../texts/message.ts'
import type { RecordRules } from '../rules.ts'
import { tax_rule_versions_insert, tax_rules_count, tax_rules_find, tax_rules_near } from './sql.ts'

/** So many an account may have, whether they are active or not. */
export const MAX_RULES = 50_000

/**
 * No two active rules of an account hold for one sale with the same rank: decided with the account's rules
 * locked. Each state of a rule is kept as a version.
 */
export const taxRuleRules: RecordRules = {
  keepsDeleted: true,

  async lock(tx, account_id) {
    await lockRules(tx, account_id)
  },

  async beforeWrite(tx, account_id, id, columns) {
    if (id === null) await refuseTooMany(tx, account_id)
    const rule = await ruleAfter(tx, account_id, id, columns)
    const other = (await near(tx, account_id, id, rule)).find((one) => overlaps(one, rule))
    if (other) throw overlapWith(other)
  },

  beforeDelete: () => Promise.resolve(),

  async afterWrite(tx, account_id, { id, version, document }) {
    await tax_rule_versions_insert(tx, [account_id, id, version, document])
  },
}

/** @throws Problem where so many new ones are more than an account may have */
export async function refuseTooMany(tx: Tx, account_id: number, more = 1): Promise<void> {
  const { count } = singleRow(await tax_rules_count(tx, [account_id, MAX_RULES]))
  if (count + more <= MAX_RULES) return
  throw new Problem('limit_reached', msg`The account has ${MAX_RULES} tax rules, the most.`)
}

async function near(
  tx: Tx,
  account_id: number,
  id: number | null,
  rule: TaxRule,
): Promise<TaxRule[]> {
  const { kind, id_category, destination_states, id_operation, id_branch_company } = rule
  const of = [id_category, destination_states, id_operation, id_branch_company] as const
  const rows = await tax_rules_near(tx, [account_id, kind, goodsOf(rule), id, ...of])
  return rows.map((row) => row.rule)
}

async function ruleAfter(
  tx: Tx,
  account_id: number,
  id: number | null,
  columns: ReadonlyMap<string, unknown>,
): Promise<TaxRule> {
  const found = id === null ? [] : await tax_rules_find(tx, [account_id, id])
  return { ...found[0]?.rule, ...Object.fromEntries(columns) } as TaxRule
}

/** By what `tax_rules_near` finds rules about the same goods. */
const goodsOf = ({ id_product, cest, ncm }: TaxRule) => String(id_product ?? cest ?? ncm ?? '')

function overlapWith({ id, name }: TaxRule): Problem {
  const detail = msg`Rule ${id} (${name}) holds for some of the same sales and is as specific: give one of the two another condition, or end one before the other begins.`
  return new Problem('tax_rule_overlap', detail, { meta: { rule: id } })
}
