import { statement } from '../../database/database.ts'
import type { TaxRule } from './rule.ts'

/** → how often the account's rules were written */
export const accounts_rulesEpoch = statement<{ rules_epoch: number }, [account_id: number]>(
  'select rules_epoch from accounts where account_id = $1',
)

/** → active rules, without what they don't say */
export const tax_rules_active = statement<{ rule: Partial<TaxRule> }, [account_id: number]>(`
  select json_strip_nulls(to_json(r)) as rule from (
    select id, version, name, active, kind, valid_from, valid_to, id_product, cest, ncm, id_category, scope, origin_states,
           destination_states, id_operation, id_branch_company, ie_kinds, final_consumer, customer_simples, origins, cst,
           csosn, icms_rate, icms_reduction, icms_deferral, fcp_rate, st_rate, margin, margin_kind, intra_rate,
           margin_decimals, unit_value, unit_kind, st_reduction, st_fcp_rate, deduction_rate, st_own_use, difal_rate,
           difal_fcp_rate, difal_reduction, difal_base, relief_rate, relief_reason, relief_deducts, cfop, benefit, note,
           rate, per_unit, class, reduction
      from tax_rules where account_id = $1 and active) r`)

/** A rule as it is shown: what it refers to stands in it with its name. */
export type RuleDocument = Partial<TaxRule> & {
  readonly [name in 'product' | 'category' | 'operation' | 'branch_company']?: { id: number } | null
}

/** → these versions of these rules */
export const tax_rule_versions_named = statement<
  { id: number; version: number; document: RuleDocument },
  [account_id: number, ids: number[], versions: number[]]
>(`
  select v.id_tax_rule as id, v.version, v.document
    from unnest($2::bigint[], $3::bigint[]) n(id, version)
    join tax_rule_versions v on v.account_id = $1 and v.id_tax_rule = n.id and v.version = n.version`)
