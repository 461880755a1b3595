import { awakeTimeout } from '../base/awake-timeout.ts'
import type { Db } from '../database/database.ts'
import { databaseFailure, isConnectionLost } from '../database/failures.ts'
import { nodes_count, nodes_countReachable } from './sql.ts'

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
  const total = await nodes_count(db)
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
    return await db.transaction().execute(nodes_countReachable)
  } catch (error) {
    if (!databaseFailure(error) || isConnectionLost(error)) throw error
    return null
  }
}
