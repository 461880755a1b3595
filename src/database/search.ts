import { type RawBuilder, sql } from 'kysely'

/** Shorter words have no three letters to look up. */
const SHORTEST_PART = 3

/**
 * Whether a word, as `searchWords` gives it, is in a column `search`: any part of its text, or where
 * it has fewer than three characters the beginning of a word.
 */
export function hasWord(column: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  const pattern = [...word].length < SHORTEST_PART ? `% ${word}%` : `%${word}%`
  return sql`${column} like lower(${pattern})`
}
