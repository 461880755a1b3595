import { sql } from 'kysely'
import { type Reader, singleRow, statement, type Tx } from '../../database/database.ts'
import { type Condition, whereAll } from '../../database/list.ts'
import type { RecordDefinition } from '../definitions.ts'
import { type RecordRow, rowOf } from '../sql.ts'
import { type Named, namesOf } from './named.ts'

// Records of one kind, as many as there are codes or ids, by one statement each.

/** A record that is locked for this transaction. */
export interface LockedRecord extends RecordRow {
  fk_id: string | null
  /** Its columns as JSON, where they were asked for. */
  present: string | null
}

const presentOf = (columns: 'all' | readonly string[]) => {
  if (columns === 'all') return 'to_jsonb(r)::text'
  if (columns.length === 0) return 'null::text'
  return `jsonb_build_object(${columns.map((name) => `'${name}', r.${name}`).join(', ')})::text`
}

/**
 * Locks the records with these codes and ids, in the order of the codes, as `record_lock` does one. The
 * order is of another collation than the index has, whose whole length PostgreSQL may walk for it.
 */
export async function records_lock(
  tx: Tx,
  definition: RecordDefinition,
  account_id: number,
  named: readonly Named[],
  columns: 'all' | readonly string[],
): Promise<LockedRecord[]> {
  const { codes, ids } = namesOf(named)
  const isCoded = sql`r.fk_id = any(${codes}::text[])`
  const isNamed = ids.length > 0 ? sql`(${isCoded} or r.id = any(${ids}::bigint[]))` : isCoded
  const present = sql.raw(presentOf(columns))
  const { rows } = await sql<LockedRecord>`
    select ${rowOf(definition, account_id)}, r.fk_id, ${present} as present from ${sql.table(definition.table)} r
     where r.account_id = ${account_id} and ${isNamed}
     order by r.fk_id collate "C", r.id for no key update`.execute(tx)
  return rows
}

/** Locks the first of the records `r` that fulfil these conditions, by their ids, with their columns. */
export async function records_lockChosen(
  tx: Tx,
  definition: RecordDefinition,
  account_id: number,
  conditions: Condition[],
  limit: number,
): Promise<LockedRecord[]> {
  const { rows } = await sql<LockedRecord>`
    select ${rowOf(definition, account_id)}, r.fk_id, to_jsonb(r)::text as present from ${sql.table(definition.table)} r
     ${whereAll(conditions)} order by r.id limit ${limit} for no key update`.execute(tx)
  return rows
}

/** → how many records `r` fulfil these conditions */
export async function records_count(
  db: Reader,
  { table }: RecordDefinition,
  conditions: Condition[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} r ${whereAll(conditions)}`.execute(db)
  return singleRow(rows).count
}

/** Ids of so many new records. */
export async function records_drawIds(
  db: Reader,
  { table }: RecordDefinition,
  count: number,
): Promise<number[]> {
  const sequence = sql.lit(`${table}_id_seq`)
  const { rows } = await sql<{ ids: number[] }>`
    select array(select nextval(${sequence}) from generate_series(1, ${count}::integer)) as ids`.execute(
    db,
  )
  return singleRow(rows).ids
}

/** `rows` as JSON: see `write_records` in the schema. → ids of what is new or really changed */
export const records_write = statement<
  { id: number },
  [account_id: number, table: string, own: string[], written: string[], rows: string]
>('select w.id from write_records($1, $2, $3, $4, $5) as w (id)')

export async function records_read(
  db: Reader,
  definition: RecordDefinition,
  account_id: number,
  ids: number[],
): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select ${rowOf(definition, account_id)} from ${sql.table(definition.table)} r
     where r.account_id = ${account_id} and r.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
