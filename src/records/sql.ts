import { type RawBuilder, sql } from 'kysely'
import { type Reader, singleRow, type Tx } from '../database/database.ts'
import { ofAccount } from '../database/list.ts'
import { referenceRows } from '../model/order.ts'
import type { Key, RecordDefinition } from './definitions.ts'
import { documentOf } from './json.ts'

/** A record as commands see it. */
export interface RecordRow {
  id: number
  version: number
  /** Its JSON. */
  document: string
  /** The values that order documents embed, as JSON. */
  embedded: string
  /** The id of the record's owner, where its kind has one. */
  owner: number | null
  /** Its sellers, or those of the customer that it names; null: it is for everybody. */
  id_users: number[] | null
}

/** Column → value, in the order of the definition. */
export type Columns = Map<string, unknown>

/** What is read of a record over the row alias `r`. */
export function rowOf(definition: RecordDefinition, account_id: number): RawBuilder<unknown> {
  const embedded = definition.embedded.map((name) => `r.${name}`).join(', ')
  const row = `r.id, r.version, ${documentOf(definition)} as document,
    json_build_array(${embedded})::text as embedded, ${definition.owner ? `r.${definition.owner.column}` : 'null::bigint'} as owner,
    ${sellersOf(definition)} as id_users`
  return ofAccount(row, account_id)
}

/** As the row has them: a seller that was made while it was waited for is not in the JSON. */
function sellersOf({ hasSellers, customer }: RecordDefinition): string {
  if (hasSellers) return 'r.id_users'
  if (!customer) return 'null::bigint[]'
  return `(select c.id_users from customers c where c.account_id = $account and c.id = r.${customer})`
}

function isRecord(account_id: number, key: Key): RawBuilder<unknown> {
  return 'id' in key
    ? sql`r.account_id = ${account_id} and r.id = ${key.id}`
    : sql`r.account_id = ${account_id} and r.fk_id = ${key.fk_id}`
}

export async function record_find(
  db: Reader,
  definition: RecordDefinition,
  account_id: number,
  key: Key,
): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    select ${rowOf(definition, account_id)} from ${sql.table(definition.table)} r where ${isRecord(account_id, key)}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Reads the record and keeps other writers of it out until the transaction ends. To update,
 * `no key update` suffices: orders that refer to the record need not wait for it.
 */
export async function record_lock(
  tx: Tx,
  definition: RecordDefinition,
  account_id: number,
  key: Key,
  purpose: 'update' | 'delete',
): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    select ${rowOf(definition, account_id)} from ${sql.table(definition.table)} r where ${isRecord(account_id, key)}
       for ${sql.raw(purpose === 'update' ? 'no key update' : 'update')}`.execute(tx)
  return rows[0]
}

// What was written is read by a statement of its own: Citus lets RETURNING give columns only, and
// runs a `with` that inserts in parts.

export async function record_insert(
  tx: Tx,
  definition: RecordDefinition,
  account_id: number,
  columns: Columns,
  owner?: number,
): Promise<RecordRow> {
  const owned = owner === undefined ? undefined : definition.owner
  const names = ['account_id', ...(owned ? [owned.column] : []), ...columns.keys()]
  const written = columns.entries().map(([name, value]) => parameterOf(definition, name, value))
  const values = [account_id, ...(owned ? [owner] : []), ...written]
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(definition.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(values)}) returning id`.execute(tx)
  return (await record_find(tx, definition, account_id, singleRow(rows))) as RecordRow
}

/** A list that is JSON is no array of SQL, which drivers make of lists. */
function parameterOf({ fields }: RecordDefinition, name: string, value: unknown): unknown {
  return Array.isArray(value) && fields[name]?.type === 'jsonb' ? JSON.stringify(value) : value
}

/** Writes the columns if any of them really changes; undefined where none does. */
export async function record_update(
  tx: Tx,
  definition: RecordDefinition,
  account_id: number,
  id: number,
  columns: Columns,
): Promise<RecordRow | undefined> {
  if (columns.size === 0) return undefined
  const names = [...columns.keys()]
  const typed = (name: string) =>
    sql`${parameterOf(definition, name, columns.get(name))}::${sql.raw(definition.fields[name]?.type ?? 'text')}`
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(definition.table)} r
       set ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${typed(name)}`))},
           version = r.version + 1, updated_at = greatest(r.updated_at, date_trunc('milliseconds', now()))
     where ${isRecord(account_id, { id })}
       and row(${sql.join(names.map((name) => sql`r.${sql.ref(name)}`))})
           is distinct from row(${sql.join(names.map(typed))})
    returning r.id`.execute(tx)
  return rows.length > 0 ? record_find(tx, definition, account_id, { id }) : undefined
}

export async function record_delete(
  tx: Tx,
  { table }: RecordDefinition,
  account_id: number,
  id: number,
): Promise<void> {
  await sql`delete from ${sql.table(table)} r where ${isRecord(account_id, { id })}`.execute(tx)
}

/** What refers to the record, such as `orders`. */
export async function record_usedBy(
  db: Reader,
  { table: ofTable, usedBy = [] }: RecordDefinition,
  account_id: number,
  id: number,
): Promise<string[]> {
  const ofOrders = referenceRows
    .filter(({ table }) => table === ofTable)
    .map(({ column }) => ['orders', column, 'orders'] as const)
  const uses = [...ofOrders, ...usedBy].map(
    ([table, column, kind]) => sql`
      select ${kind}::text as kind where exists (
        select from ${sql.table(table)} t where t.account_id = ${account_id} and t.${sql.ref(column)} = ${id})`,
  )
  const { rows } = await sql<{ kind: string }>`${sql.join(uses, sql` union all `)}`.execute(db)
  return rows.map(({ kind }) => kind)
}
