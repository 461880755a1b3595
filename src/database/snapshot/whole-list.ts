import { type RawBuilder, sql } from 'kysely'
import { othersAreAbout } from '../../base/giving-way/turns.ts'
import type { SortField } from '../../base/values/sort.ts'
import { type Condition, keysOf, type ListSource, rowsFrom, tableFor, whereAll } from '../list.ts'
import type { Snapshot } from './snapshot.ts'

/** Documents that are read at once. */
const PART = 100
/** The same while other accounts are at work, which wait until the process has taken a part. */
const PART_BESIDE = 25

const ALL = { rows: sql`all`, skipped: sql``, lookahead: sql`all` }

/**
 * All documents of a list in their order, in parts. The ids come first, as one text: a million are 8 MB,
 * and come in half a second where a cursor over the documents would make a Citus cluster collect them
 * all before the first. Where the snapshot is not of one moment, records are left out that are gone when
 * their part is read, or that the list does not find any more.
 */
export async function* wholeList(
  { db, isOneMoment }: Pick<Snapshot, 'db' | 'isOneMoment'>,
  source: ListSource,
  account_id: number,
  conditions: Condition[],
  sort: SortField[],
): AsyncGenerator<string[]> {
  const keys = keysOf(source, account_id, conditions, sort, ALL)
  const found = await sql<{ ids: string | null }>`
    select string_agg(k.id::text, ',') as ids from (${keys}) k`.execute(db)
  const size = () => (othersAreAbout() ? PART_BESIDE : PART)
  for (const ids of partsOf(found.rows[0]?.ids ?? '', size)) {
    const read = async (text: string) => {
      const all = `{${ids}}`
      const listed = sql`unnest(${all}::bigint[]) with ordinality k(id, n)`
      const part = isOneMoment
        ? listed
        : sql`(select * from ${listed} where id in (${foundOf(source, account_id, conditions, all)})) k`
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

/** Those of the ids that the list finds. */
function foundOf(
  source: ListSource,
  account_id: number,
  asked: Condition[],
  ids: string,
): RawBuilder<unknown> {
  const { table, conditions } = tableFor(source, account_id, asked)
  return sql`select r.id from ${table} r ${whereAll([...conditions, sql`r.id = any(${ids}::bigint[])`])}`
}

/**
 * Some ids of a text at a time, with commas between them.
 * @param size how many, asked anew each time
 */
export function* partsOf(ids: string, size: () => number): Generator<string> {
  for (let start = 0; start < ids.length; ) {
    let end = start
    const most = size()
    for (let n = 0; n < most && end < ids.length; n++) {
      const comma = ids.indexOf(',', end + 1)
      end = comma === -1 ? ids.length : comma
    }
    yield ids.slice(start, end)
    start = end + 1
  }
}
