import type { PoolClient } from 'pg'

/** A table whose rows are copied. */
export interface DumpTable {
  name: string
  /** Its columns that have values of their own, by name, with PostgreSQL's names of their types. */
  columns: Record<string, string>
  /** Bytes on the disk, TOAST included and indexes not; and what PostgreSQL thinks it has of rows. */
  size: number
  rowsAbout: number
}

/** Where a column's numbers go on. */
export interface SequenceState {
  table: string
  column: string
  last_value: string
  is_called: boolean
}

/** The ledger says what a restored database has by itself. */
const LEDGER = ['migrations', 'function_revisions']

/**
 * What a service fills from files of its release as soon as it starts. A backup has it, since an operator
 * may have loaded a newer file, and brings it in place of what is there.
 */
const OF_RELEASE = ['tax_rates', 'tax_effects', 'taxes', 'tax_catalogue']

/** The tables of the schema that hold records, without the ledger. */
export async function dumpTables(client: PoolClient): Promise<DumpTable[]> {
  const { rows } = await client.query<DumpTable>(
    `
    select c.relname as name, pg_table_size(c.oid)::float8 as size,
           greatest(c.reltuples, 0)::float8 as "rowsAbout",
           json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod) order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
                         and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema::regnamespace and c.relkind = 'r'
       and c.relname <> all ($1)
     group by c.oid
     order by c.relname`,
    [LEDGER],
  )
  return rows
}

/** The sequences behind the columns of these tables. They never stand below a number that was given. */
export async function sequenceStates(
  client: PoolClient,
  tables: DumpTable[],
): Promise<SequenceState[]> {
  const states: SequenceState[] = []
  for (const { table, column, sequence } of await sequencesOf(client, tables)) {
    const { rows } = await client.query<Pick<SequenceState, 'last_value' | 'is_called'>>(
      `select last_value::text, is_called from ${sequence}`,
    )
    for (const row of rows) states.push({ table, column, ...row })
  }
  return states
}

async function sequencesOf(
  client: PoolClient,
  tables: DumpTable[],
): Promise<{ table: string; column: string; sequence: string }[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column,
            pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema::regnamespace and c.relname = any($1)
        and a.attidentity <> '' order by c.relname, a.attname`,
    [tables.map(({ name }) => name)],
  )
  return rows
}

/** Lets the sequences go on where they were. What is not a column of these tables is left out. */
export async function setSequences(
  client: PoolClient,
  tables: DumpTable[],
  states: SequenceState[],
): Promise<void> {
  for (const { table, column, sequence } of await sequencesOf(client, tables)) {
    const state = states.find((one) => one.table === table && one.column === column)
    if (!state) continue
    const { last_value, is_called } = state
    await client.query('select setval($1::regclass, $2::bigint, $3::boolean)', [
      sequence,
      last_value,
      is_called,
    ])
  }
}

const listed = (client: PoolClient, tables: DumpTable[]) =>
  tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')

/** Nobody else reads or writes the tables until the transaction ends. */
export async function lockTables(client: PoolClient, tables: DumpTable[]): Promise<void> {
  await client.query(`lock table ${listed(client, tables)} in access exclusive mode`)
}

/**
 * Empties tables that hold nothing but what comes from files of a release, and gives back what dead rows
 * of a load that broke off take in them: so rows are read again in the order they come in.
 */
export async function emptyTables(client: PoolClient, tables: DumpTable[]): Promise<void> {
  await client.query(`truncate ${listed(client, tables)}`)
}

/** The names of tables that hold rows which no release brings, where there are any. */
export async function filledTables(client: PoolClient, tables: DumpTable[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables) {
    if (OF_RELEASE.includes(name)) continue
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`)
    if (rowCount) filled.push(name)
  }
  return filled
}
