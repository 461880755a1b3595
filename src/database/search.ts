import { type RawBuilder, sql } from 'kysely'
import { INVISIBLE, type Phone, withoutInvisible } from '../base/values/search-words.ts'
import { PLANNED_BY_VALUES } from './prepared.ts'

/** Shorter words have no three letters to look up. */
const SHORTEST_PART = 3

/** As it stands in the text, or PostgreSQL does not see that it is the condition of an index. */
const invisible = sql.raw(`'[${INVISIBLE}]'`)

/**
 * Whether a word, as `searchWords` gives it, is in a column `search`: any part of its text, or where
 * it has fewer than three characters the beginning of a word. Which index finds it best depends on
 * the word: a plan for any word walks through all of the account's rows to find a rare one.
 */
export function hasWord(column: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  return sql`${column} like ${patternOf(word)} ${sql.raw(PLANNED_BY_VALUES)}`
}

/**
 * The same of a column whose texts may have characters that nobody sees: names, which keep what came
 * along when they were pasted. Rows with such are few, and an index has just these.
 */
export function hasSeenWord(column: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  return sql`(${hasWord(column, word)}
    or ${column} ~ ${invisible} and ${seen(column)} like ${patternOf(word)})`
}

/** Whether such a word is in the column `search` of a row or in one of others, without invisible characters. */
export function rowHasWord(
  alias: string,
  columns: readonly string[],
  word: string,
): RawBuilder<unknown> {
  const others = columns.map((name) => hasWord(sql.ref(`${alias}.${name}`), word))
  return sql`(${sql.join([hasSeenWord(sql.ref(`${alias}.search`), word), ...others], sql` or `)})`
}

/** Whether a column has a telephone: one that is kept without an area's number is found with any. */
export function hasPhone(column: RawBuilder<unknown>, { last, area }: Phone): RawBuilder<unknown> {
  const digits = sql`regexp_replace(${column}, '[^0-9]', '', 'g')`
  // As the index has it, which only has those that are not null.
  const ends = sql`${column} is not null and right(${digits}, 8) = ${last}`
  return area === ''
    ? sql`(${ends})`
    : sql`(${ends} and (length(${digits}) < 10 or ${digits} ~ ${`${area}9?${last}$`}))`
}

/** Whether a name begins with a text, whatever case, kind of space and what of both nobody sees. */
export function beginsWith(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const start = withoutInvisible(text).replace(/[\u00a0\u202f]/g, ' ')
  // Of a text that nobody sees nothing is left, with which every name begins.
  if (start.trim() === '' && text !== '') return sql`false`
  const pattern = `${escapeLike(start)}%`
  const plain = sql`regexp_replace(${seen(column)}, ${OTHER_SPACES}, ' ', 'g')`
  return sql`(${column} ilike ${pattern}
    or (${column} ~ ${invisible} or ${column} ~ ${OTHER_SPACES}) and ${plain} ilike ${pattern})`
}

const OTHER_SPACES = sql.raw(`'[\\u00a0\\u202f]'`)

const seen = (column: RawBuilder<unknown>) => sql`regexp_replace(${column}, ${invisible}, '', 'g')`

const patternOf = (word: string) =>
  sql`lower(${[...word].length < SHORTEST_PART ? `% ${word}%` : `%${word}%`})`

/** `\`, `%` and `_` stand for themselves. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** From which likeness on a word is taken for one that is typed wrong: `fejao` of `feijao` has 0.44. */
const LIKE_ENOUGH = 0.4

const lowered = (word: string) => sql`lower(${word})`

/**
 * Sets what `isSimilarTo` takes for alike, for this statement alone. It has to stand beside all other conditions, not
 * in one of them: there it is true before an index is looked at, since it depends on no row.
 */
export const takingAlike = sql`(select set_config('pg_trgm.word_similarity_threshold', ${String(LIKE_ENOUGH)}, true)) is not null`

/**
 * Whether others can be written much like a word: of a short one too few letters are left, and what has
 * digits is a code or a size, of which one that is much like it is another one.
 */
export const canBeSimilar = (word: string): boolean =>
  [...word].length > SHORTEST_PART && !/\d/.test(word)

/**
 * Whether one of the columns has a word that is written much like such a one, found by their indexes of
 * three letters, in a statement with `takingAlike`.
 */
export function isSimilarTo(
  columns: readonly RawBuilder<unknown>[],
  word: string,
): RawBuilder<unknown> {
  if (!canBeSimilar(word)) return sql`false`
  const any = columns.map((column) => sql`${lowered(word)} <% ${column}`)
  return sql`(${sql.join(any, sql` or `)}) ${sql.raw(PLANNED_BY_VALUES)}`
}

/** How much like the word something in the columns is: from 0 to 1. */
export function similarity(
  columns: readonly RawBuilder<unknown>[],
  word: string,
): RawBuilder<unknown> {
  const all = columns.map(
    (column) => sql`coalesce(word_similarity(${lowered(word)}, ${column}), 0)`,
  )
  return sql`greatest(${sql.join(all)})`
}
