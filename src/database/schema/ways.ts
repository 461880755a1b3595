import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { databaseFailure, isRetryable } from '../failures.ts'
import { noteApplied } from './ledger.ts'
import { type Migration, statementsOf } from './migrations.ts'

// How a migration is carried out while the program before serves: nothing here makes writers wait for
// longer than LOCK_TIMEOUT.

/** Tells a person how it goes. */
export type Tell = (text: string) => void

/**
 * A lock on a table waits behind whoever uses the table, and everybody after it waits behind the lock:
 * so it gives up soon, and tries again.
 */
const LOCK_TIMEOUT = '500ms'
const LOCK_TRIES = 100
const LOCK_PAUSE_MS = 1_000

/** One of all processes fills at a time. */
const FILLING_LOCK = 7_301_948_213

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/**
 * Runs a migration in a transaction together with its row in the ledger, and again where it waits
 * for a lock.
 * @throws OperatorError where somebody holds the lock for minutes
 */
export async function applyAtOnce(
  client: PoolClient,
  migration: Migration,
  tell: Tell,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inOneTransaction(client, async () => {
        await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        await client.query(migration.text)
        await noteApplied(client, migration)
      })
    } catch (error) {
      const { code = '' } = databaseFailure(error) ?? {}
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error
      if (tries === LOCK_TRIES) throw heldUp(migration, error)
      if (tries === 1) tell(`${migration.name} waits for a lock that others hold.`)
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

function heldUp({ name }: Migration, cause: unknown): OperatorError {
  return new OperatorError(
    `${name} did not get the lock that it needs in ${LOCK_TRIES} tries: a transaction holds it for minutes. Nothing was changed by it. Find that transaction (select pid, xact_start, query from pg_stat_activity order by xact_start), let it end or end it (select pg_terminate_backend(pid)), and run "pedido migrate" again.`,
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
  tell: Tell,
): Promise<void> {
  for (const statement of statementsOf(migration.text)) {
    const [, index] = INDEX.exec(statement) ?? []
    if (index === undefined) {
      throw new Error(`it has more than "create index concurrently name on …": ${statement}`)
    }
    const isValid = await validityOf(client, index)
    if (isValid) continue
    if (isValid === false) {
      tell(`${migration.name}: the index ${index} was left unfinished, and is built again.`)
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

/** What became of a batch: how many rows it changed, or that another process is at it. */
export type Batch = number | 'busy'

/**
 * Changes one more batch of rows, in a transaction of its own; in that which finds none left the
 * migration is noted.
 */
export async function fillBatch(client: PoolClient, migration: Migration): Promise<Batch> {
  for (;;) {
    try {
      let batch: Batch = 'busy'
      await inOneTransaction(client, async () => {
        const { rows } = await client.query<{ mine: boolean }>(
          `select pg_try_advisory_xact_lock(${FILLING_LOCK}) as mine`,
        )
        if (!rows[0]?.mine) return
        batch = (await client.query(migration.text)).rowCount ?? 0
        if (batch === 0) await noteApplied(client, migration)
      })
      return batch
    } catch (error) {
      if (databaseFailure(error) === undefined || !isRetryable(error)) throw error
    }
  }
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
