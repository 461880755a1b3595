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
const TICK_MS = 500
const TICKS_A_ROUND = 10

/**
 * What one table needs most. The thresholds are autovacuum's own rule and defaults:
 * https://www.postgresql.org/docs/18/routine-vacuuming.html. All requests wait for as long as a large
 * table takes (measured: 0.3 to 1.5 s for 30,000 orders), so that it may wait for a quiet moment until
 * it needs it four times over. $1: is it a busy moment?
 */
const MOST_NEEDED = `
  with needs as (
    select s.relid, case when $1 and c.relpages > 1000 then 4 else 1 end as due,
           greatest(s.n_dead_tup / (50 + 0.2 * n), s.n_ins_since_vacuum / (1000 + 0.2 * n)) as vacuum,
           s.n_mod_since_analyze / (50 + 0.1 * n) as "analyze"
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid, greatest(c.reltuples, 0) as n)
  select case when vacuum > due then 'vacuum ' else 'analyze ' end || relid::regclass as statement
    from needs
   where greatest(vacuum, "analyze") > due
   order by greatest(vacuum, "analyze") desc
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
  let [ticks, last, seen] = [0, 0, 0]
  const timer = setInterval(() => {
    const now = messages()
    const busy = now !== last
    last = now
    ticks += 1
    // An idle database needs none, and would keep a process alive that has nothing else to do.
    if (ticks % TICKS_A_ROUND !== 0 || now === seen) return
    // Not before the last one is done: each waits for the one connection.
    running = running
      .then(() => upkeep(pool, { busy, dataDir }))
      .then((tookCheckpoint) => upkeepDone.emit({ tookCheckpoint }))
      .catch((error: Error) => log.warn(`Upkeep of the embedded database failed: ${error.message}`))
      .then(() => {
        // After a busy round some may be left to do.
        if (!busy) seen = messages()
      })
  }, TICK_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * One round: what the one table needs that needs it most, and a checkpoint where one is due. In this
 * order, as vacuum may log every page of its table (measured: 105 MB for a table of 102 MB). Whoever
 * waits for the connection has it in between.
 * @param options.busy large tables wait for a quiet moment
 * @param options.dataDir none in memory
 * @returns whether there was a checkpoint
 */
export async function upkeep(
  pool: pg.Pool,
  { busy, dataDir }: { busy: boolean; dataDir?: string | undefined },
): Promise<boolean> {
  const needed = await pool.query<{ statement: string }>(MOST_NEEDED, [busy])
  const statement = needed.rows[0]?.statement
  if (statement !== undefined) await untilDone(pool, statement)
  const log = await pool.query<{ bytes: number }>(LOG_BYTES)
  if ((log.rows[0]?.bytes ?? 0) <= CHECKPOINT_BYTES) return false
  // Not while a backup copies the files: its copy needs the log since the last one.
  const lock = dataDir === undefined ? undefined : await tryLock(dataDir, CHECKPOINT_LOCK)
  if (dataDir !== undefined && !lock) return false
  try {
    await untilDone(pool, 'checkpoint')
    return true
  } finally {
    lock?.release()
  }
}

/** However long it takes. */
async function untilDone(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(statement)
    await client.query('reset statement_timeout')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
