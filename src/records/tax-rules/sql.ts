import { sql } from 'kysely'
import { statement, type Tx } from '../../database/database.ts'
import type { TaxRule } from '../../taxes/rules/rule.ts'

/** A rule by the names of its columns. */
export interface RuleRow {
  rule: TaxRule
}

export const tax_rules_find = statement<RuleRow, [account_id: number, id: number]>(`
  select to_json(r) as rule from tax_rules r where account_id = $1 and id = $2`)

/**
 * → active rules about the same goods, states, operation and branch, but for the one with the id: others
 * can't have its rank and hold for one of its sales
 */
export const tax_rules_near = statement<
  RuleRow,
  [
    account_id: number,
    kind: string,
    goods: string,
    id: number | null,
    id_category: number | null,
    destination_states: readonly string[] | null,
    id_operation: number | null,
    id_branch_company: number | null,
  ]
>(`
  select to_json(r) as rule from tax_rules r
   where account_id = $1 and kind = $2 and coalesce(id_product::text, cest, ncm, '') = $3
     and active and id is distinct from $4::bigint
     and ($3 <> '' or id_category is not distinct from $5::bigint)
     and (destination_states && $6::text[] or destination_states is null and $6::text[] is null)
     and id_operation is not distinct from $7::bigint
     and id_branch_company is not distinct from $8::bigint
   order by id`)

/** → how many there are, up to one more than the limit */
export const tax_rules_count = statement<{ count: number }, [account_id: number, limit: number]>(`
  select count(*) as count from (select from tax_rules where account_id = $1 limit $2::bigint + 1) r`)

export const tax_rule_versions_insert = statement<
  never,
  [account_id: number, id: number, version: number, document: string]
>(`
  insert into tax_rule_versions (account_id, id_tax_rule, version, document)
  values ($1, $2, $3, $4::text::json)`)

export const tax_rule_versions_find = statement<
  { document: string },
  [account_id: number, id: number, version: number]
>(`
  select document::text as document from tax_rule_versions
   where account_id = $1 and id_tax_rule = $2 and version = $3`)

/** → active rules, with what decides for which sales they hold */
export const tax_rules_all = statement<RuleRow, [account_id: number]>(`
  select to_json(x) as rule from (
    select id, version, name, active, kind, valid_from, valid_to, id_product, cest, ncm, id_category, scope, origin_states,
           destination_states, id_operation, id_branch_company, ie_kinds, final_consumer, customer_simples, origins
      from tax_rules where account_id = $1 and active) x
   order by id`)

/** Keeps rules as they are now. */
export async function tax_rule_versions_insertMany(
  tx: Tx,
  account_id: number,
  rules: readonly { id: number; version: number; document: string }[],
): Promise<void> {
  const rows = rules.map(
    ({ id, version, document }) => sql`(${account_id}, ${id}, ${version}, ${document}::text::json)`,
  )
  await sql`insert into tax_rule_versions (account_id, id_tax_rule, version, document)
            values ${sql.join(rows)}`.execute(tx)
}
