import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import { databaseFailure, LOCK_NOT_AVAILABLE } from '../failures.ts'
import { isDistributed } from '../schema/delegate.ts'
import { inOneTransaction } from '../schema/strategies.ts'
import { accountTables } from './account.ts'
import { untimed } from './snapshot.ts'
import type { DumpTable, SequenceState } from './tables.ts'

const LOCK_TIMEOUT = '500ms'
const LOCK_PAUSE_MS = 200

/**
 * The tables that an account comes into.
 * @throws OperatorError on a Citus cluster: the sequences of its nodes can't be raised
 */
export async function tablesToLoad(pool: Pool): Promise<DumpTable[]> {
  const client = await pool.connect()
  try {
    if (await isDistributed(client)) {
      throw new OperatorError(
        msg`The tables are spread over the nodes of a Citus cluster, into which no account can be imported. Import it into an installation on one PostgreSQL, or the embedded database.`,
      )
    }
    return await accountTables(client)
  } finally {
    client.release()
  }
}

/**
 * Runs `work`, which puts the rows of an account into tables that others use, wholly or not at all.
 * What it writes was checked where it comes from; keys and constraints are checked here.
 * @param isScratch in a database that is thrown away and may be of an older version: its triggers would
 *   call functions that it does not have, so that keys are not checked either
 */
export async function loadingAccount(
  pool: Pool,
  isScratch: boolean,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await inOneTransaction(client, async () => {
      await untimed(client)
      await client.query(`set local pedido.loading = 'on'`)
      if (isScratch) await client.query(`set local session_replication_role = replica`)
      await work(client)
    })
  } finally {
    client.release()
  }
}

/** Whether an id is, or was, another account's. */
export async function isAccountTaken(client: PoolClient, account_id: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select exists (select from accounts where account_id = $1)
            or exists (select from account_deletions where account_id = $1) as taken`,
    [account_id],
  )
  return rows[0]?.taken ?? false
}

/** The account of this name; undefined where there is none. */
export async function findNamed(client: PoolClient, name: string): Promise<number | undefined> {
  const { rows } = await client.query<{ account_id: number }>(
    'select account_id from accounts where name = $1 limit 1',
    [name],
  )
  return rows[0]?.account_id
}

/** Whether another account is known by this uid: events name it. */
export async function isUidTaken(client: PoolClient, uid: string): Promise<boolean> {
  const { rowCount } = await client.query('select from accounts where uid = $1', [uid])
  return rowCount !== 0
}

/** The number that a column's sequence gives next. */
export async function nextNumber(
  client: PoolClient,
  table: string,
  column: string,
): Promise<number> {
  const { rows } = await client.query<{ next: string }>(
    'select nextval(pg_get_serial_sequence($1, $2))::text as next',
    [table, column],
  )
  return Number(rows[0]?.next)
}

/**
 * Lets sequences give no number up to these, while others draw from them. Each is locked for a
 * moment, so that nobody gets a number that somebody has.
 */
export async function raiseSequences(
  pool: Pool,
  tables: DumpTable[],
  states: Pick<SequenceState, 'table' | 'column' | 'last_value'>[],
): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { table, column, last_value } of states) {
      const isThere = tables.some(({ name, columns }) => name === table && column in columns)
      if (isThere) await raiseSequence(client, table, column, last_value)
    }
  } finally {
    client.release()
  }
}

async function raiseSequence(
  client: PoolClient,
  table: string,
  column: string,
  last_value: string,
): Promise<void> {
  const { rows } = await client.query<{ sequence: string | null }>(
    'select pg_get_serial_sequence($1, $2) as sequence',
    [table, column],
  )
  const sequence = rows[0]?.sequence
  if (!sequence || !(await isBelow(client, sequence, last_value))) return
  for (;;) {
    try {
      return await inOneTransaction(client, async () => {
        await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        // Changes nothing, and lets nobody draw until the commit.
        await client.query(`alter sequence ${sequence} no cycle`)
        if (!(await isBelow(client, sequence, last_value))) return
        await client.query(`alter sequence ${sequence} restart with ${BigInt(last_value) + 1n}`)
      })
    } catch (error) {
      if (databaseFailure(error)?.code !== LOCK_NOT_AVAILABLE) throw error
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

async function isBelow(client: PoolClient, sequence: string, value: string): Promise<boolean> {
  const { rows } = await client.query<{ below: boolean }>(
    `select last_value < $1::bigint as below from ${sequence}`,
    [value],
  )
  return rows[0]?.below ?? false
}
