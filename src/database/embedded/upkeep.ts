import type pg from 'pg'
import { upkeepDone } from '../../base/telemetry/topics.ts'
import type { Log } from '../pool.ts'
import { tryLock } from './data-dir-lock.ts'

/** Whoever holds it keeps this database from making checkpoints; a file of `DATA_DIR`. */
export const CHECKPOINT_LOCK = 'checkpoint.lock'

/**
 * Write-ahead log after which a checkpoint is due. It bounds the disk it takes and the replay after
 * a crash.
 */
const CHECKPOINT_BYTES = 64 * 1024 * 1024
const INTERVAL_MS = 5_000

/** Autovacuum's own rule and defaults: https://www.postgresql.org/docs/18/routine-vacuuming.html */
const NEEDIEST_TABLE = `
  select format('%I.%I', s.schemaname, s.relname) as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
   where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
      or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
   order by s.n_dead_tup + s.n_ins_since_vacuum + s.n_mod_since_analyze desc
   limit 1`

const LOG_BYTES = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes
    from pg_control_checkpoint()`

/**
 * What a server's background processes do and a PostgreSQL in one thread never does by itself:
 * checkpoints (measured: 2.1 GB of log piled up past `max_wal_size`), vacuum, planner statistics.
 */
export function startUpkeep(
  pool: pg.Pool,
  log: Log,
  messages: () => number,
  dataDir?: string,
): { stop(): Promise<void> } {
  let running = Promise.resolve()
  let seen = 0
  const timer = setInterval(() => {
    // An idle database needs none, and would keep a process alive that has nothing else to do.
    if (messages() === seen) return
    // Not before the last one is done: each waits for the one connection.
    running = running
      .then(() => upkeep(pool, dataDir))
      .then((tookCheckpoint) => upkeepDone.emit({ tookCheckpoint }))
      .catch((error: Error) => log.warn(`Upkeep of the embedded database failed: ${error.message}`))
      .then(() => {
        seen = messages()
      })
  }, INTERVAL_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * One round: vacuum for the one table that needs it most, and a checkpoint where one is due. In this
 * order, as vacuum may log every page of its table (measured: 105 MB for a table of 102 MB).
 * @param dataDir none in memory
 * @returns whether there was a checkpoint
 */
export async function upkeep(pool: pg.Pool, dataDir?: string): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const tookCheckpoint = await tidyUp(client, dataDir)
    await client.query('reset statement_timeout')
    client.release()
    return tookCheckpoint
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function tidyUp(client: pg.PoolClient, dataDir?: string): Promise<boolean> {
  const tables = await client.query<{ name: string }>(NEEDIEST_TABLE)
  const table = tables.rows[0]?.name
  if (table !== undefined) await client.query(`vacuum (analyze) ${table}`)
  const log = await client.query<{ bytes: number }>(LOG_BYTES)
  if ((log.rows[0]?.bytes ?? 0) <= CHECKPOINT_BYTES) return false
  // Not while a backup copies the files: its copy needs the log since the last one.
  const lock = dataDir === undefined ? undefined : await tryLock(dataDir, CHECKPOINT_LOCK)
  if (dataDir !== undefined && !lock) return false
  try {
    await client.query('checkpoint')
    return true
  } finally {
    lock?.release()
  }
}
