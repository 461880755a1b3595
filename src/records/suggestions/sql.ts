import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { type Condition, ofAccount } from '../../database/list.ts'
import { isSimilarTo, rowHasWord, similarity, takingAlike } from '../../database/search.ts'
import type { RecordDefinition } from '../definitions.ts'
import { documentOf } from '../json.ts'

// Records for a field in which somebody types: few, and found in three steps of which each is taken only
// where those before have left room. The account is in every condition.

export interface Suggested {
  id: number
  document: string
}

interface Choice {
  definition: RecordDefinition
  account_id: number
  /** What narrows them: the viewer’s sight, and filters. */
  within: readonly Condition[]
  /** Those that are there already. */
  except: readonly number[]
  limit: number
}

const where = ({ account_id, within, except }: Choice, found: Condition) =>
  sql.join(
    [
      sql`r.account_id = ${account_id}`,
      ...within,
      sql`r.id <> all (${except}::bigint[])`,
      sql`(${found})`,
    ],
    sql` and `,
  )

const shown = ({ definition, account_id }: Choice) =>
  ofAccount(`r.id, ${documentOf(definition)} as document`, account_id)

/** Those that a condition finds by an index, in the order of their ids. */
export async function records_suggestExact(
  db: Reader,
  choice: Choice,
  found: Condition,
): Promise<Suggested[]> {
  const { rows } = await sql<Suggested>`
    select ${shown(choice)} from ${sql.table(choice.definition.table)} r
     where ${where(choice, found)} order by r.id limit ${choice.limit}`.execute(db)
  return rows
}

/** So many of those that have all words are put in order. */
const ORDERED = 200

/** Those that have all words: first whose name begins as was typed, then the older ones. */
export async function records_suggestByWords(
  db: Reader,
  choice: Choice,
  found: Condition,
  begins: RawBuilder<unknown>,
): Promise<Suggested[]> {
  const table = sql.table(choice.definition.table)
  const { rows } = await sql<Suggested>`
    with found as materialized (
      select r.id, ${begins} as begins from ${table} r
       where ${where(choice, found)} order by r.id limit ${ORDERED}
    ), first as (select id, begins from found order by begins desc, id limit ${choice.limit})
    select ${shown(choice)} from first f join ${table} r on r.id = f.id
     where r.account_id = ${choice.account_id} order by f.begins desc, r.id`.execute(db)
  return rows
}

/**
 * So many of those that are alike are compared. Measured on the embedded database with 100,000 products, of which
 * 10,000 are alike: 200 ms for all of them.
 */
const COMPARED = 1_000

/** Those in which each word is, or one that is written much like it: the likest first. */
export async function records_suggestSimilar(
  db: Reader,
  choice: Choice,
  words: readonly string[],
): Promise<Suggested[]> {
  const { definition, account_id, limit } = choice
  const table = sql.table(definition.table)
  const { searchedColumns = [] } = definition
  const columns = ['search', ...searchedColumns].map((name) => sql.ref(`r.${name}`))
  const each = words.map(
    (word) => sql`(${rowHasWord('r', searchedColumns, word)} or ${isSimilarTo(columns, word)})`,
  )
  const likeness = sql.join(
    words.map((word) => similarity(columns, word)),
    sql` + `,
  )
  const { rows } = await sql<Suggested>`
    with near as materialized (
      select r.id, ${likeness} as likeness from ${table} r
       where ${takingAlike} and ${where(choice, sql.join(each, sql` and `))} limit ${COMPARED}
    ), found as (select id, likeness from near order by likeness desc, id limit ${limit})
    select ${shown(choice)} from found f join ${table} r on r.id = f.id
     where r.account_id = ${account_id} order by f.likeness desc, r.id`.execute(db)
  return rows
}
