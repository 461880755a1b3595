import { sql } from 'kysely'
import type { SortField } from '../../base/values/sort.ts'
import type { Reader } from '../database.ts'
import { type Condition, keysOf, type ListSource, rowsFrom } from '../list.ts'

/** Documents that are read at once. */
const PART = 100

const ALL = { rows: sql`all`, skipped: sql``, lookahead: sql`all` }

/**
 * All documents of a list in their order, in parts; the database must be a snapshot. The ids come
 * first, as one text: a million are 8 MB, and come in half a second where a cursor over the
 * documents would make a Citus cluster collect them all before the first.
 */
export async function* wholeList(
  db: Reader,
  source: ListSource,
  account_id: number,
  conditions: Condition[],
  sort: SortField[],
): AsyncGenerator<string[]> {
  const keys = keysOf(source, account_id, conditions, sort, ALL)
  const found = await sql<{ ids: string | null }>`
    select string_agg(k.id::text, ',') as ids from (${keys}) k`.execute(db)
  for (const ids of partsOf(found.rows[0]?.ids ?? '')) {
    const read = async (text: string) => {
      const part = sql`unnest(${`{${ids}}`}::bigint[]) with ordinality k(id, n)`
      const { document, from } = rowsFrom(source, account_id, text, part)
      const { rows } = await sql<{ document: string | null }>`
        select ${document} as document from ${from} order by k.n`.execute(db)
      return rows.map((row) => row.document)
    }
    const stored = await read(source.stored ?? source.document)
    const isStale = stored.includes(null)
    yield (isStale ? await read(source.document) : stored) as string[]
  }
}

/** Some ids of a text at a time. */
function* partsOf(ids: string): Generator<string> {
  for (let start = 0; start < ids.length; ) {
    let end = start
    for (let n = 0; n < PART && end < ids.length; n++) {
      const comma = ids.indexOf(',', end + 1)
      end = comma === -1 ? ids.length : comma
    }
    yield ids.slice(start, end)
    start = end + 1
  }
}
