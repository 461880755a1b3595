import type { Reader } from '../database/database.ts'
import { type ActiveField, type CustomResource, customResources, type Rule } from './rules.ts'
import { fields_active, rules_active } from './sql.ts'

/** What the account has declared of such records; nothing of those that have no custom fields. */
export async function activeFields(
  db: Reader,
  account_id: number,
  resource: string,
): Promise<ActiveField[]> {
  const found = customResources.find((one) => one === resource)
  return found ? fields_active(db, [account_id, found]) : []
}

/** What writes of such records are held to. */
export async function activeRules(
  db: Reader,
  account_id: number,
  resource: CustomResource,
): Promise<Rule[]> {
  return rules_active(db, [account_id, resource])
}
