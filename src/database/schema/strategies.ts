import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import { databaseFailure, isRetryable, LOCK_NOT_AVAILABLE } from '../failures.ts'
import { changeNodesInTurn, giveToNodes, isDistributed, setOnNodes } from './delegate.ts'
import { noteApplied } from './ledger.ts'
import { type Functions, type Migration, statementsOf } from './migrations.ts'

// How a migration is carried out while the program before serves: nothing here makes writers wait for
// longer than LOCK_TIMEOUT.

/** Logs for a person how it goes. */
export type LogLine = (text: string) => void

/**
 * A lock on a table waits behind whoever uses the table, and everybody after it waits behind the lock:
 * so it gives up soon, and tries again.
 */
const LOCK_TIMEOUT = '500ms'
const LOCK_TRIES = 100
const LOCK_PAUSE_MS = 1_000

/** One of all processes backfills at a time. */
const BACKFILL_LOCK = 7_301_948_213

const DEADLOCK = '40P01'

/**
 * Runs a migration, or the functions, in a transaction together with `noted`, their row in the ledger,
 * and again where it waits for a lock. On a Citus cluster the nodes get what it makes in the same
 * transaction.
 * @throws OperatorError where somebody holds the lock for minutes
 */
export async function applyAtOnce(
  client: PoolClient,
  file: Migration | Functions,
  noted: () => Promise<void>,
  log: LogLine,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inOneTransaction(client, async () => {
        const isCluster = await isDistributed(client)
        if (isCluster) await changeNodesInTurn(client)
        // Writers have their locks on the nodes: functions run there as a whole.
        if (isCluster) await setOnNodes(client)
        await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        // One by one: Citus hands the nodes the whole text of which a statement is part.
        for (const statement of statementsOf(file.text)) await client.query(statement)
        if (isCluster) await giveToNodes(client)
        await noted()
      })
    } catch (error) {
      const { code = '' } = databaseFailure(error) ?? {}
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error
      if (tries === LOCK_TRIES) throw heldUp(file, error)
      if (tries === 1) log(`${file.name} waits for a lock that others hold.`)
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

function heldUp({ name }: Migration | Functions, cause: unknown): OperatorError {
  return new OperatorError(
    msg`${name} did not get the lock that it needs in ${LOCK_TRIES} tries: a transaction holds it for minutes. Nothing was changed by it. Find that transaction (select pid, xact_start, query from pg_stat_activity order by xact_start), let it end or end it (select pg_terminate_backend(pid)), and run "pedido migrate" again.`,
    { cause },
  )
}

const INDEX = /^create (?:unique )?index concurrently (\w+) on /i

/**
 * Builds indexes without holding writers, each outside a transaction. What a build that was
 * interrupted left is dropped, and built again.
 */
export async function buildIndexes(
  client: PoolClient,
  migration: Migration,
  log: LogLine,
): Promise<void> {
  for (const statement of statementsOf(migration.text)) {
    const [, index] = INDEX.exec(statement) ?? []
    if (index === undefined) {
      throw new Error(`it has more than "create index concurrently name on …": ${statement}`)
    }
    const isValid = await validityOf(client, index)
    if (isValid) continue
    if (isValid === false) {
      log(`${migration.name}: the index ${index} was left unfinished, and is built again.`)
      await client.query(`drop index concurrently ${index}`)
    }
    await client.query(statement)
  }
  await noteApplied(client, migration)
}

/** Whether an index is whole; undefined where there is none. */
async function validityOf(client: PoolClient, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  return rows[0]?.valid
}

/** The accounts whose rows are to be backfilled. One that is new has rows that need none. */
export async function accountsToBackfill(client: PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ account_id: number }>(
    'select account_id from accounts order by account_id',
  )
  return rows.map(({ account_id }) => account_id)
}

/**
 * What became of a batch: how many rows it changed, that another process is at it, or that no account
 * is left and the migration is noted.
 */
export type Batch = number | 'busy' | 'done'

/**
 * Changes one more batch of rows of the first of the accounts, in a transaction of its own, which on
 * a Citus cluster is one of the account's node. An account of which none is left is taken away.
 */
export async function backfillBatch(
  client: PoolClient,
  migration: Migration,
  accounts: number[],
): Promise<Batch> {
  const [account] = accounts
  if (account === undefined) {
    await noteApplied(client, migration)
    return 'done'
  }
  for (;;) {
    try {
      let changed: number | undefined
      await inOneTransaction(client, async () => {
        if (await holdsBackfillLock(client)) {
          changed = (await client.query(migration.text, [account])).rowCount ?? 0
        }
      })
      if (changed === 0) accounts.shift()
      return changed ?? 'busy'
    } catch (error) {
      if (databaseFailure(error) === undefined || !isRetryable(error)) throw error
    }
  }
}

/** Whether this transaction is the one of all processes that backfills. */
async function holdsBackfillLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(${BACKFILL_LOCK}) as mine`,
  )
  return rows[0]?.mine ?? false
}

/** Runs `work`, which uses this client, wholly or not at all. */
export async function inOneTransaction(
  client: PoolClient,
  work: () => Promise<void>,
): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
