import { type Fault, Refusal } from '../base/refusals.ts'
import type { Reader } from '../database/database.ts'
import { CHECK_VIOLATION, UNIQUE_VIOLATION, violates } from '../database/failures.ts'
import { noun } from '../texts/nouns.ts'
import { say } from '../texts/text.ts'
import {
  type CustomResource,
  type CustomValues,
  customFaults,
  indexed,
  pointerTo,
  type Rule,
} from './rules.ts'
import { rules_inForce, values_holder } from './sql.ts'

/** The database refused a record's custom fields: one breaks a rule, or is not declared. */
export function breaksRules(error: unknown): boolean {
  return violates(error, CHECK_VIOLATION, 'custom_fields_declared')
}

/** The database refused a value of a unique field that another record has. */
export function isTakenValue(error: unknown): boolean {
  return violates(error, UNIQUE_VIOLATION, 'custom_values_unique')
}

/** The custom fields of a record that a write would change. */
export interface Attempted {
  resource: CustomResource
  /** null for a new record. */
  before: CustomValues | null
  after: CustomValues
}

/** What the account's rules have against them. */
export async function faultsByRules(
  db: Reader,
  account_id: number,
  { resource, before, after }: Attempted,
): Promise<Fault[]> {
  const rules = await rules_inForce(db, [account_id, resource])
  return customFaults(resource, rules, before, after)
}

/**
 * Which values other records have; undefined where nobody has them any more.
 * @param tells whether the caller may know of the record with this id
 */
export async function takenValues(
  db: Reader,
  account_id: number,
  { resource, before, after }: Attempted,
  cause: unknown,
  tells: (id: number) => Promise<boolean> = async () => true,
): Promise<Refusal | undefined> {
  const rules = await rules_inForce(db, [account_id, resource])
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after))]
  const changed = rules.filter(({ key, unique }) => unique && is.get(key) !== was.get(key))
  const taken = await Promise.all(
    changed.map(async (rule) => {
      const value = is.get(rule.key)
      return value === undefined
        ? undefined
        : await taker(db, account_id, rule, value, resource, tells)
    }),
  )
  const found = taken.filter((one) => one !== undefined)
  const [first] = found
  if (!first) return undefined
  const faults = found.map(({ fault }) => fault)
  return new Refusal('duplicate_value', say`${first.fault.pointer}: ${first.fault.detail}`, {
    faults,
    extra: first.id === undefined ? {} : { existing_id: first.id },
    cause,
  })
}

async function taker(
  db: Reader,
  account_id: number,
  rule: Rule,
  value: string,
  resource: CustomResource,
  tells: (id: number) => Promise<boolean>,
): Promise<{ id: number | undefined; fault: Fault } | undefined> {
  const holder = await holderOf(db, account_id, rule, value)
  if (holder === undefined) return undefined
  const id = (await tells(holder)) ? holder : undefined
  const [said, record] = [JSON.stringify(value), noun(resource.slice(0, -1))]
  const detail =
    id === undefined
      ? say`${said} belongs to another ${record}.`
      : say`${said} belongs to ${record} ${id}.`
  return { id, fault: { pointer: pointerTo(rule.key), code: 'duplicate_value', detail } }
}

/** The id of the record that has this value of a unique field. */
export async function holderOf(
  db: Reader,
  account_id: number,
  { id, type }: Pick<Rule, 'id' | 'type'>,
  value: string,
): Promise<number | undefined> {
  const { number, text } = indexed(type, value)
  const [holder] = await values_holder(db, [account_id, id, number, text])
  return holder?.id_record
}
