import type { Pool, PoolClient } from 'pg'
import { isDistributed } from '../schema/delegate.ts'
import { type DumpTable, dumpTables } from './tables.ts'

// The rows of one account, in whichever tables the schema has: a table that a later migration makes
// is among them by itself.

/** A foreign key between two tables. */
interface Reference {
  table: string
  to: string
  /** Its rows go with those that they refer to. */
  isCascaded: boolean
}

/** Its rows stay when an account goes, and are of this installation. */
const RECORD = 'account_deletions'

/** The tables with rows of accounts. */
async function tablesOfAccounts(client: PoolClient): Promise<DumpTable[]> {
  const tables = await dumpTables(client)
  return tables.filter(({ name, columns }) => 'account_id' in columns && name !== RECORD)
}

async function references(client: PoolClient): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select t.relname as table, r.relname as to, k.confdeltype = 'c' as "isCascaded"
      from pg_constraint k
      join pg_class t on t.oid = k.conrelid
      join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = current_schema::regnamespace and k.conrelid <> k.confrelid`)
  return rows
}

/** The tables of an account, `accounts` first: each after those that its rows refer to. */
export async function accountTables(client: PoolClient): Promise<DumpTable[]> {
  const all = await references(client)
  return inOrder(
    await tablesOfAccounts(client),
    all.map(({ table, to }) => ({ before: to, after: table })),
  )
}

/**
 * The same in the order in which rows can go: none is referred to any more, or they take those along
 * that refer to them.
 */
export async function removableTables(client: PoolClient): Promise<DumpTable[]> {
  const all = await references(client)
  return inOrder(
    await tablesOfAccounts(client),
    all.map(({ table, to, isCascaded }) =>
      isCascaded ? { before: to, after: table } : { before: table, after: to },
    ),
  )
}

function inOrder(tables: DumpTable[], rules: { before: string; after: string }[]): DumpTable[] {
  const sorted: DumpTable[] = []
  let left = tables
  while (left.length > 0) {
    const names = left.map(({ name }) => name)
    const next = left.find(
      ({ name }) => !rules.some(({ before, after }) => after === name && names.includes(before)),
    )
    if (!next) throw new Error(`tables refer to each other in a circle: ${names.join(', ')}`)
    sorted.push(next)
    left = left.filter((one) => one !== next)
  }
  return sorted
}

/** What tells an account from others. */
export interface Identity {
  id: number
  uid: string
  name: string
}

export async function findIdentity(
  client: PoolClient,
  account_id: number,
): Promise<Identity | undefined> {
  const { rows } = await client.query<Identity>(
    'select account_id as id, uid, name from accounts where account_id = $1',
    [account_id],
  )
  return rows[0]
}

/** How many rows an account has in a table. */
export async function countRows(
  client: PoolClient,
  { name }: DumpTable,
  account_id: number,
): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from ${client.escapeIdentifier(name)} where account_id = $1`,
    [account_id],
  )
  return Number(rows[0]?.count)
}

/** What an account's copy is compared by, beside the rows of each table. */
export interface AccountSummary {
  orders: string
  /** The sum of all orders, as a decimal. */
  orders_total: string
  events: string
  feed_position: string
  /** When its last event was; null where it has none. */
  last_event: string | null
}

/** What an account has, as the transaction of this client sees it. Each statement is of one node. */
export async function accountSummary(
  client: PoolClient,
  account_id: number,
): Promise<AccountSummary> {
  const { rows } = await client.query<AccountSummary>(
    `select (select count(*) from orders where account_id = $1)::text as orders,
            (select coalesce(sum(total_value), 0) from orders where account_id = $1)::text as orders_total,
            (select count(*) from events where account_id = $1)::text as events,
            (select coalesce(sum(position), 0) from event_heads where account_id = $1)::text as feed_position,
            (select to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
               from events where account_id = $1 order by id desc limit 1) as last_event`,
    [account_id],
  )
  return rows[0] as AccountSummary
}

/** The highest number of a column that an account has; 0 where it has none. */
export async function highestId(
  client: PoolClient,
  { table, column }: { table: string; column: string },
  account_id: number,
): Promise<string> {
  const [from, what] = [table, column].map((name) => client.escapeIdentifier(name))
  const { rows } = await client.query<{ highest: string }>(
    `select coalesce(max(${what}), 0)::text as highest from ${from} where account_id = $1`,
    [account_id],
  )
  return rows[0]?.highest ?? '0'
}

/** What an account has in these columns of bytes, by row; those without an id have 0. */
export async function sealedValues(
  client: PoolClient,
  table: string,
  columns: string[],
  account_id: number,
): Promise<{ id: number; column: string; sealed: Buffer }[]> {
  const { rows } = await client.query<Record<string, Buffer | null> & { id?: number }>(
    `select * from ${client.escapeIdentifier(table)} where account_id = $1`,
    [account_id],
  )
  return rows.flatMap((row) =>
    columns.flatMap((column) => {
      const sealed = row[column]
      return sealed ? [{ id: Number(row.id ?? 0), column, sealed }] : []
    }),
  )
}

/**
 * About how many bytes an account has in the database, by its share of the rows of each table; null
 * on a cluster, whose coordinator does not know.
 */
export async function accountBytes(pool: Pool, account_id: number): Promise<number | null> {
  const client = await pool.connect()
  try {
    if (await isDistributed(client)) return null
    let bytes = 0
    for (const table of await accountTables(client)) {
      const own = await countRows(client, table, account_id)
      const { all, size } = await wholeOf(client, table)
      bytes += (size * own) / Math.max(1, own, all)
    }
    return Math.round(bytes)
  } finally {
    client.release()
  }
}

/** The rows and bytes of a table, its indexes with them. */
async function wholeOf(
  client: PoolClient,
  { name, rowsAbout }: DumpTable,
): Promise<{ all: number; size: number }> {
  const table = client.escapeIdentifier(name)
  // PostgreSQL has no idea of a table that it never looked through, which is small then.
  const { rows } = await client.query<{ size: number; count: string | null }>(
    `select pg_total_relation_size($1::regclass)::float8 as size${
      rowsAbout > 0 ? '' : `, (select count(*) from ${table}) as count`
    }`,
    [table],
  )
  return { size: rows[0]?.size ?? 0, all: rowsAbout > 0 ? rowsAbout : Number(rows[0]?.count) }
}
