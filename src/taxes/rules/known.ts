import type { TokenHolder } from '../../access/actor.ts'
import { type Reader, singleRow } from '../../database/database.ts'
import { indexRules, type RuleIndex } from './choose.ts'
import type { TaxRule } from './rule.ts'
import {
  accounts_rulesEpoch,
  type RuleDocument,
  tax_rule_versions_named,
  tax_rules_active,
} from './sql.ts'

// Rules of accounts, kept by each process: 50,000 of them take a second to read and index, and a choice
// among them microseconds.

interface Known {
  readonly epoch: number
  readonly size: number
  readonly index: RuleIndex
}

/** Rules of all accounts together; one has at most 50,000, of some 2 KB each. */
const MOST_RULES = 100_000

/** Whose rules they are: other databases have accounts of the same id, but not of the same secret. */
export type RulesOwner = Pick<TokenHolder, 'account_id' | 'cursor_secret'>

/** By the account's secret; the account that was asked for last stands last. */
const known = new Map<string, Known>()

/**
 * The active rules of an account, found by what a sale is about. They are read once, and again when the account's
 * epoch says that they were written since; of all accounts those that were asked for last are kept.
 */
export async function rulesOf(
  db: Reader,
  { account_id, cursor_secret }: RulesOwner,
): Promise<RuleIndex> {
  const key = cursor_secret.toString('base64')
  // Read first: rules that are written in between are newer than their epoch, and read again.
  const { rules_epoch: epoch } = singleRow(await accounts_rulesEpoch(db, [account_id]))
  const found = known.get(key)
  // A replica may be behind.
  if (found && found.epoch >= epoch) {
    keep(key, found)
    return found.index
  }
  const rules = (await tax_rules_active(db, [account_id])).map(({ rule }) => whole(rule))
  const read = { epoch, size: rules.length, index: indexRules(rules) }
  keep(key, read)
  return read.index
}

function keep(key: string, one: Known): void {
  known.delete(key)
  known.set(key, one)
  let size = known.values().reduce((sum, { size: own }) => sum + own, 0)
  for (const [other, { size: own }] of known) {
    if (size <= MOST_RULES || other === key) break
    known.delete(other)
    size -= own
  }
}

/** A rule that says nothing. */
const UNSET: Omit<TaxRule, 'id' | 'version' | 'name' | 'active' | 'kind' | 'valid_from'> = {
  valid_to: null,
  id_product: null,
  cest: null,
  ncm: null,
  id_category: null,
  scope: null,
  origin_states: null,
  destination_states: null,
  id_operation: null,
  id_branch_company: null,
  ie_kinds: null,
  final_consumer: null,
  customer_simples: null,
  origins: null,
  cst: null,
  csosn: null,
  icms_rate: null,
  icms_reduction: null,
  icms_deferral: null,
  fcp_rate: null,
  st_rate: null,
  margin: null,
  margin_kind: 'original',
  intra_rate: null,
  margin_decimals: 2,
  unit_value: null,
  unit_kind: null,
  st_reduction: null,
  st_fcp_rate: null,
  deduction_rate: null,
  st_own_use: false,
  difal_rate: null,
  difal_fcp_rate: null,
  difal_reduction: null,
  difal_base: 'single',
  relief_rate: null,
  relief_reason: null,
  relief_deducts: false,
  cfop: null,
  benefit: null,
  note: null,
  rate: null,
  per_unit: null,
  class: null,
  reduction: null,
}

const whole = (rule: Partial<TaxRule>): TaxRule => ({ ...UNSET, ...rule }) as TaxRule

/** A rule as it was in one of its versions. */
export interface RuleVersion {
  readonly id: number
  readonly version: number
}

/** Rules as they were: versions never change. */
export async function rulesOfVersions(
  db: Reader,
  account_id: number,
  asked: readonly RuleVersion[],
): Promise<TaxRule[]> {
  if (asked.length === 0) return []
  const ids = asked.map(({ id }) => id)
  const versions = asked.map(({ version }) => version)
  const rows = await tax_rule_versions_named(db, [account_id, ids, versions])
  return rows.map(({ id, version, document }) => ({ ...ofDocument(document), id, version }))
}

function ofDocument({
  product,
  category,
  operation,
  branch_company,
  ...rule
}: RuleDocument): TaxRule {
  return whole({
    ...rule,
    id_product: product?.id ?? null,
    id_category: category?.id ?? null,
    id_operation: operation?.id ?? null,
    id_branch_company: branch_company?.id ?? null,
  })
}
