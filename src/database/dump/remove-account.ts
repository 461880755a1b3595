import type { Pool, PoolClient } from 'pg'
import { inOneTransaction } from '../schema/strategies.ts'
import { countRows, removableTables } from './account.ts'
import { untimed } from './snapshot.ts'
import type { DumpTable } from './tables.ts'

/** Rows that one statement removes at most; some take others along. */
const BATCH = 1_000
const CASCADING_BATCH = 100

/** Runs `work` on a connection. */
async function using<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** A table of which rows are removed. */
export interface RemovableTable extends DumpTable {
  /** Its primary key, without the account. */
  key: string[]
  /** Rows that go take rows of other tables along. */
  cascades: boolean
}

/** The tables of accounts in the order in which their rows go, `accounts` last. */
export async function tablesToRemove(pool: Pool): Promise<RemovableTable[]> {
  return using(pool, async (client) => withKeys(client, await removableTables(client)))
}

/** Where the files are that the account's old events went into. */
export async function historyFiles(pool: Pool, account_id: number): Promise<string[]> {
  return using(pool, async (client) => {
    const { rows } = await client.query<{ place: string }>(
      'select place from history_archives where account_id = $1 and place is not null',
      [account_id],
    )
    return rows.map(({ place }) => place)
  })
}

async function withKeys(client: PoolClient, tables: DumpTable[]): Promise<RemovableTable[]> {
  const { rows } = await client.query<{ name: string; key: string[]; cascades: boolean }>(`
    select c.relname as name,
           array(select a.attname::text from unnest(i.indkey) with ordinality k (num, n)
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
                  where a.attname <> 'account_id' order by k.n) as key,
           exists (select from pg_constraint f
                    where f.contype = 'f' and f.confdeltype = 'c' and f.confrelid = c.oid) as cascades
      from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = current_schema::regnamespace`)
  return tables.map((table) => {
    const { key = [], cascades = false } = rows.find(({ name }) => name === table.name) ?? {}
    return { ...table, key, cascades }
  })
}

/** How many rows an account has of each table where it has any. Counting takes its time. */
export async function countsOf(
  pool: Pool,
  tables: DumpTable[],
  account_id: number,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  await using(pool, (client) =>
    inOneTransaction(client, async () => {
      await untimed(client)
      for (const table of tables) {
        const count = await countRows(client, table, account_id)
        if (count > 0) counts[table.name] = count
      }
    }),
  )
  return counts
}

/**
 * Removes some rows of a table, in a transaction of its own.
 * @returns how many; undefined where another process is at it
 */
export async function removeBatch(
  pool: Pool,
  account_id: number,
  { name, key, cascades }: RemovableTable,
): Promise<number | undefined> {
  return using(pool, async (client) => {
    let removed: number | undefined
    const table = client.escapeIdentifier(name)
    const columns = key.map((column) => client.escapeIdentifier(column)).join(', ')
    const some =
      key.length === 0
        ? ''
        : ` and (${columns}) in (select ${columns} from ${table} where account_id = $1
             order by ${columns} limit ${cascades ? CASCADING_BATCH : BATCH})`
    await inOneTransaction(client, async () => {
      const { rowCount: mine } = await client.query(
        'select from account_deletions where account_id = $1 and ended_at is null for update skip locked',
        [account_id],
      )
      if (!mine) return
      const text = `delete from ${table} where account_id = $1${some}`
      removed = (await client.query(text, [account_id])).rowCount ?? 0
    })
    return removed
  })
}
