import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** → the records among these ids and codes. None of them is deleted before the transaction ends. */
export async function records_named(
  tx: Tx,
  table: string,
  account_id: number,
  ids: number[],
  codes: string[],
): Promise<{ id: number; fk_id: string | null }[]> {
  const { rows } = await sql<{ id: number; fk_id: string | null }>`
    select id, fk_id from ${sql.table(table)}
     where account_id = ${account_id} and (id = any (${ids}::bigint[]) or fk_id = any (${codes}::text[]))
     order by id for key share`.execute(tx)
  return rows
}
