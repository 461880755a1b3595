import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import { isDistributed } from '../schema/delegate.ts'
import type { DumpTable } from './tables.ts'

/** Rows that are asked for first: some tables have rows of a megabyte. */
const FIRST_ROWS = 16
const MOST_ROWS = 5_000
/** About how many characters are asked for at once. */
const PART_LENGTH = 2_000_000

/**
 * Runs `work` on one state of the database, whatever is written meanwhile. No writer waits for it; what
 * changes the schema does.
 * @param isOfOneAccount what is read lies on one node of a cluster, too
 * @throws OperatorError where the nodes of a cluster would have to share one moment
 */
export async function inSnapshot<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  isOfOneAccount = false,
): Promise<T> {
  const client = await pool.connect()
  let isBroken = true
  try {
    if (!isOfOneAccount && (await isDistributed(client))) {
      throw new OperatorError(
        msg`The tables are spread over the nodes of a Citus cluster, which no backup of one moment can read: save the nodes themselves, as docs/backup.md says.`,
      )
    }
    await client.query('begin isolation level repeatable read read only')
    await untimed(client)
    // Values as texts that mean the same on any server.
    await client.query(
      "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1",
    )
    const result = await work(client)
    await client.query('rollback')
    isBroken = false
    return result
  } finally {
    client.release(isBroken)
  }
}

/** Lets this transaction take its time. */
export async function untimed(client: PoolClient): Promise<void> {
  await client.query(
    'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0',
  )
}

/**
 * The rows of a table, each as a line of JSON: an object of its columns' values as texts, without
 * those that are null. In parts of some lines each, as many as the memory takes easily.
 * @param account_id whose rows; all unless given
 */
export async function* rowsOf(
  client: PoolClient,
  { name, columns }: DumpTable,
  account_id?: number,
): AsyncGenerator<string[]> {
  const values = Object.keys(columns).map((column) => {
    const quoted = client.escapeIdentifier(column)
    return `${quoted}::text as ${quoted}`
  })
  const ofAccount = account_id === undefined ? '' : ` where t.account_id = ${account_id}`
  await client.query(`
    declare pedido_rows no scroll cursor for
     select json_strip_nulls(row_to_json(r))::text as line
       from (select ${values.join(', ')} from ${client.escapeIdentifier(name)} t${ofAccount}) r`)
  let wanted = FIRST_ROWS
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${wanted} from pedido_rows`)
    const lines = rows.map(({ line }) => line)
    if (lines.length > 0) yield lines
    if (lines.length < wanted) break
    const length = lines.reduce((sum, line) => sum + line.length, 0)
    const fitting = Math.floor((PART_LENGTH * lines.length) / length)
    wanted = Math.max(1, Math.min(MOST_ROWS, 4 * wanted, fitting))
  }
  await client.query('close pedido_rows')
}
