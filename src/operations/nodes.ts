import { sql } from 'kysely'
import { awakeTimeout } from '../base/awake-timeout.ts'
import type { Db } from '../database/database.ts'
import { databaseFailure, isConnectionLost } from '../database/failures.ts'

/** The nodes of a cluster that hold accounts. */
export interface Nodes {
  total: number
  /** Null where that could not be counted in time. */
  reachable: number | null
}

/** After it nobody waits for the nodes. */
const PATIENCE_MS = 3_000
/** For so long everybody who asks gets the same answer. */
const KEPT_MS = 5_000

/**
 * Makes what counts the nodes that the coordinator of a Citus cluster reaches. It answers within
 * some three seconds, and costs nothing where nobody asks.
 * @throws what the coordinator's own failures are
 */
export function nodeCounter(db: Db): () => Promise<Nodes> {
  let counting: Promise<Nodes> | undefined
  const forget = () => {
    counting = undefined
  }
  return () => {
    if (!counting) {
      counting = count(db)
      counting.then(() => setTimeout(forget, KEPT_MS).unref(), forget)
    }
    return counting
  }
}

async function count(db: Db): Promise<Nodes> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from pg_dist_node where noderole = 'primary' and shouldhaveshards`.execute(
    db,
  )
  const total = rows[0]?.total ?? 0
  const late = Promise.withResolvers<null>()
  const endTimeout = awakeTimeout(PATIENCE_MS, () => late.resolve(null))
  try {
    return { total, reachable: await Promise.race([countReachable(db), late.promise]) }
  } finally {
    endTimeout()
  }
}

/**
 * Asks over new connections, all at once: those that the coordinator keeps may be silent for long.
 * Measured (Citus 13.0.5): a node that refuses is told at once, one that is silent (SIGSTOP) after
 * the time for connecting.
 */
async function countReachable(db: Db): Promise<number | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local citus.node_connection_timeout = '1s'`.execute(tx)
      await sql`set local statement_timeout = '2s'`.execute(tx)
      const { rows } = await sql<{ reachable: number }>`
        select count(*) filter (where n.groupid = 0 or w.success) as reachable
          from pg_dist_node n
          left join run_command_on_workers('select 1') w
            on w.nodename = n.nodename and w.nodeport = n.nodeport
         where n.noderole = 'primary' and n.shouldhaveshards`.execute(tx)
      return rows[0]?.reachable ?? 0
    })
  } catch (error) {
    if (!databaseFailure(error) || isConnectionLost(error)) throw error
    return null
  }
}
