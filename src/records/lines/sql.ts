import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { Key, RecordDefinition } from '../definitions.ts'

/** The record that lines belong to. */
export interface FoundOwner {
  id: number
  /** Its sellers, where its kind has some. */
  id_users: number[]
}

/** @param keep it can't be deleted before the transaction ends; others may change it */
export async function owner_find(
  db: Reader,
  { table, hasSellers }: RecordDefinition,
  account_id: number,
  key: Key,
  keep: boolean,
): Promise<FoundOwner | undefined> {
  const id_users = sql.raw(hasSellers ? 'id_users' : "'{}'::bigint[] as id_users")
  const isNamed = 'id' in key ? sql`id = ${key.id}` : sql`fk_id = ${key.fk_id}`
  const { rows } = await sql<FoundOwner>`
    select id, ${id_users} from ${sql.table(table)}
     where account_id = ${account_id} and ${isNamed} ${sql.raw(keep ? 'for key share' : '')}`.execute(
    db,
  )
  return rows[0]
}
