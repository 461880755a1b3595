import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import { isDistributed } from '../schema/delegate.ts'
import { inOneTransaction } from '../schema/strategies.ts'
import { untimed } from './snapshot.ts'
import type { DumpTable } from './tables.ts'

/**
 * Runs `work`, which fills empty tables with rows as they were, wholly or not at all. Triggers are off
 * meanwhile, since what they would write is among the rows; foreign keys are checked at the end,
 * each at once. Nobody else reads or writes the tables before that.
 * @throws OperatorError on a Citus cluster
 */
export async function loading(
  pool: Pool,
  tables: DumpTable[],
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    if (await isDistributed(client)) {
      throw new OperatorError(
        msg`The tables are spread over the nodes of a Citus cluster, into which no backup can be restored. Restore it into one PostgreSQL, or the embedded database.`,
      )
    }
    await inOneTransaction(client, async () => {
      await untimed(client)
      const names = tables.map(({ name }) => client.escapeIdentifier(name))
      for (const name of names) await client.query(`lock table ${name} in access exclusive mode`)
      const keys = await foreignKeys(client)
      for (const { table, name } of keys) {
        await client.query(`alter table ${table} drop constraint ${name}`)
      }
      for (const name of names) await client.query(`alter table ${name} disable trigger user`)
      await work(client)
      for (const name of names) await client.query(`alter table ${name} enable trigger user`)
      for (const { table, name, definition } of keys) {
        await client.query(`alter table ${table} add constraint ${name} ${definition}`)
      }
    })
  } finally {
    client.release()
  }
}

async function foreignKeys(client: PoolClient) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
           pg_get_constraintdef(oid) as definition
      from pg_constraint
     where contype = 'f' and connamespace = current_schema::regnamespace and conparentid = 0
     order by conrelid::regclass::text, conname`)
  return rows
}

/**
 * Puts lines of `rowsOf` into a table.
 * @param account_id whose they become, where they are without one
 */
export async function loadRows(
  client: PoolClient,
  { name, columns }: DumpTable,
  lines: string[],
  account_id?: number,
): Promise<void> {
  const quoted = Object.keys(columns).map((column) => client.escapeIdentifier(column))
  const values = Object.values(columns).map((type, i) => `r.${quoted[i]}::${type}`)
  const [column, value] = account_id === undefined ? ['', ''] : ['account_id, ', `${account_id}, `]
  await client.query(
    `insert into ${client.escapeIdentifier(name)} (${column}${quoted.join(', ')}) overriding system value
     select ${value}${values.join(', ')}
       from json_to_recordset($1::json) as r(${quoted.map((one) => `${one} text`).join(', ')})`,
    [`[${lines.join(',')}]`],
  )
}

/** Tells the planner about tables that have just been filled. */
export async function analyse(pool: Pool, tables: DumpTable[]): Promise<void> {
  const client = await pool.connect()
  try {
    const names = tables.map(({ name }) => client.escapeIdentifier(name))
    await inOneTransaction(client, async () => {
      await untimed(client)
      await client.query(`analyze ${names.join(', ')}`)
    })
  } finally {
    client.release()
  }
}
