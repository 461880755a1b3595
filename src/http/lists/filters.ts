import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { filterInstant } from '../../base/values/date-time.ts'
import { MAX_SEARCH } from '../../base/values/search-words.ts'
import type { Condition } from '../../database/list.ts'
import { dateFilter, id } from '../schemas.ts'

/** So many values a list parameter takes. */
const MAX_VALUES = 100

/** Ids in a parameter, with commas between them. */
export function idsFilter(description: string, maxItems = MAX_VALUES) {
  return Type.Array(id, { minItems: 1, maxItems, description, examples: [[1, 2]] })
}

/** Records that are named one by one: as many as a page of a light list has. */
const MOST_IDS = 500

/** @param plural what the list has */
export function namedFilter(plural: string) {
  return idsFilter(`These ${plural}: ids, with commas between them, at most ${MOST_IDS}.`, MOST_IDS)
}

/** External identifiers in a parameter, with commas between them. */
export function fkIdsFilter(description: string) {
  const code = Type.String({ format: 'text', minLength: 1, maxLength: 100 })
  return Type.Array(code, {
    minItems: 1,
    maxItems: MAX_VALUES,
    description,
    examples: [['ERP-1001', 'ERP-1002']],
  })
}

/** What a person types to find records. */
export function searchFilter(description: string) {
  return Type.String({
    format: 'search',
    minLength: 1,
    maxLength: MAX_SEARCH,
    description: `${description} Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing.`,
    examples: ['acucar'],
  })
}

/** One end of a range of instants. */
export function instantFilter(description: string) {
  return Type.Optional({
    ...dateFilter,
    description: `${description} RFC 3339 or a bare date; inclusive.`,
  })
}

/** When records last changed. */
export const changedParameters = {
  update_date_from: instantFilter('Last changed at or after.'),
  update_date_to: instantFilter('Last changed at or before.'),
}

/**
 * What these mean of the records `r`; dates without an offset are of `zone`. No index finds them, as
 * each change of a record would write to it: of 25,000 customers the list takes as long as without (13 ms).
 */
export function changedFilters(zone: string): Record<string, (value: string) => Condition> {
  const looked = (where: RawBuilder<unknown>): Condition => ({ hasNoIndex: true, where })
  return {
    update_date_from: (value) =>
      looked(sql`r.updated_at >= ${filterInstant(value, 'from', zone)}::timestamptz`),
    update_date_to: (value) =>
      looked(sql`r.updated_at <= ${filterInstant(value, 'to', zone)}::timestamptz`),
  }
}

/** Whether a range of instants ends before it begins, which is a mistake and no wish for nothing. */
export function isEmptyRange(
  query: Record<string, unknown>,
  parameter: string,
  zone: string,
): boolean {
  const [from, to] = [query[`${parameter}_from`], query[`${parameter}_to`]]
  if (from === undefined || to === undefined) return false
  return filterInstant(String(from), 'from', zone) > filterInstant(String(to), 'to', zone)
}

/** Before the key of a custom field in a filter or a sort. */
export const CUSTOM = 'custom.'

/** Options of a query's schema that let custom fields be asked for; which there are is data. */
export const customFilters = {
  patternProperties: {
    '^custom\\.': Type.Array(Type.String({ format: 'text', minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: MAX_VALUES,
    }),
  },
}
