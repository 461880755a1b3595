import { type RawBuilder, sql } from 'kysely'
import { PLANNED_BY_VALUES } from './prepared.ts'

/** Shorter words have no three letters to look up. */
const SHORTEST_PART = 3

/**
 * Whether a word, as `searchWords` gives it, is in a column `search`: any part of its text, or where
 * it has fewer than three characters the beginning of a word. Which index finds it best depends on
 * the word: a plan for any word walks through all of the account's rows to find a rare one.
 */
export function hasWord(column: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  const pattern = [...word].length < SHORTEST_PART ? `% ${word}%` : `%${word}%`
  return sql`${column} like lower(${pattern}) ${sql.raw(PLANNED_BY_VALUES)}`
}
