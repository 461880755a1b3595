import { type FieldError, Problem } from '../base/problems.ts'
import type { Reader } from '../database/database.ts'
import { CHECK_VIOLATION, UNIQUE_VIOLATION, violates } from '../database/failures.ts'
import { msg } from '../texts/message.ts'
import { noun } from '../texts/nouns.ts'
import {
  type CustomResource,
  type CustomValues,
  customErrors,
  indexed,
  pointerTo,
  type Rule,
} from './rules.ts'
import { rules_active, values_holder } from './sql.ts'

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
export async function errorsByRules(
  db: Reader,
  account_id: number,
  { resource, before, after }: Attempted,
): Promise<FieldError[]> {
  const rules = await rules_active(db, [account_id, resource])
  return customErrors(resource, rules, before, after)
}

/**
 * Which values other records have; undefined where nobody has them any more.
 * @param mayKnow whether the caller may know of the record with this id
 */
export async function takenValues(
  db: Reader,
  account_id: number,
  { resource, before, after }: Attempted,
  cause: unknown,
  mayKnow: (id: number) => Promise<boolean> = async () => true,
): Promise<Problem | undefined> {
  const rules = await rules_active(db, [account_id, resource])
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after))]
  const changed = rules.filter(({ key, unique }) => unique && is.get(key) !== was.get(key))
  const taken = await Promise.all(
    changed.map(async (rule) => {
      const value = is.get(rule.key)
      return value === undefined
        ? undefined
        : await taker(db, account_id, rule, value, resource, mayKnow)
    }),
  )
  const found = taken.filter((one) => one !== undefined)
  const [first] = found
  if (!first) return undefined
  const errors = found.map(({ fieldError }) => fieldError)
  return new Problem(
    'duplicate_value',
    msg`${first.fieldError.pointer}: ${first.fieldError.detail}`,
    {
      errors,
      extra: first.id === undefined ? {} : { existing_id: first.id },
      cause,
    },
  )
}

async function taker(
  db: Reader,
  account_id: number,
  rule: Rule,
  value: string,
  resource: CustomResource,
  mayKnow: (id: number) => Promise<boolean>,
): Promise<{ id: number | undefined; fieldError: FieldError } | undefined> {
  const holder = await holderOf(db, account_id, rule, value)
  if (holder === undefined) return undefined
  const id = (await mayKnow(holder)) ? holder : undefined
  const [quoted, record] = [JSON.stringify(value), noun(resource.slice(0, -1))]
  const detail =
    id === undefined
      ? msg`${quoted} belongs to another ${record}.`
      : msg`${quoted} belongs to ${record} ${id}.`
  return { id, fieldError: { pointer: pointerTo(rule.key), code: 'duplicate_value', detail } }
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
