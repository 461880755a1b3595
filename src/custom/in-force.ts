import type { Reader } from '../database/database.ts'
import { type CustomResource, customResources, type FieldInForce, type Rule } from './rules.ts'
import { fields_inForce, rules_inForce } from './sql.ts'

/** What the account has declared of such records; nothing of those that have no custom fields. */
export async function fieldsInForce(
  db: Reader,
  account_id: number,
  resource: string,
): Promise<FieldInForce[]> {
  const found = customResources.find((one) => one === resource)
  return found ? fields_inForce(db, [account_id, found]) : []
}

/** What writes of such records are held to. */
export async function rulesInForce(
  db: Reader,
  account_id: number,
  resource: CustomResource,
): Promise<Rule[]> {
  return rules_inForce(db, [account_id, resource])
}
