import { statement } from '../database/database.ts'
import type { ActiveField, CustomResource, Rule } from './rules.ts'

/** What writes are held to. */
export const rules_active = statement<Rule, [account_id: number, resource: CustomResource]>(`
  select id, id_field, key, type, required, "unique", filterable, choices, state
    from custom_rules where account_id = $1 and resource = $2 and state <> 'gone'
   order by key, state, id`)

/** → the declarations that writes are held to */
export const fields_active = statement<
  ActiveField,
  [account_id: number, resource: CustomResource]
>(`
  select f.key, f.label, f.type, f.choices from custom_fields f
   where f.account_id = $1 and f.resource = $2
     and exists (select from custom_rules r
                  where r.account_id = $1 and r.id_field = f.id and r.state <> 'gone')
   order by f.id`)

/** Whether the field's values are being looked at, and how far that is. */
export interface DeclaredField {
  id: number
  key: string
  status: 'active' | 'checking' | 'refused'
  progress: number
}

export const fields_named = statement<
  DeclaredField,
  [account_id: number, resource: CustomResource, keys: string[]]
>(`
  select id, key, status, progress from custom_fields
   where account_id = $1 and resource = $2 and key = any($3)`)

/** The record that has a value of a unique field. */
export const values_holder = statement<
  { id_record: number },
  [account_id: number, id_rule: number, number: string, text: string]
>(`
  select id_record from custom_values
   where account_id = $1 and id_rule = $2 and number = $3 and text = $4 and is_unique`)
