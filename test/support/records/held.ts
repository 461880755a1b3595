import type { Server } from '../../harness.ts'
import { serverUrl } from '../database.ts'
import { findNodes } from '../servers/nodes.ts'
import { query } from '../servers/postgres.ts'
import { until } from '../workers.ts'

export interface Held {
  /** Somebody waits there. */
  untilThere(): Promise<void>
  release(): Promise<void>
}

/**
 * Keeps locked what a statement locks, until it is released. The embedded database has one connection:
 * there nobody else can hold a lock, and nobody is held up.
 * @param waiting what stands in the statement that comes to wait there
 */
export async function holdUp(server: Server, locks: string, waiting: string): Promise<Held> {
  if (serverUrl === undefined) return { untilThere: async () => {}, release: async () => {} }
  const holder = await server.pool.connect()
  await holder.query('begin')
  await holder.query(locks)
  const waits = `select from pg_stat_activity where datname = current_database()
     and wait_event_type = 'Lock' and query ~* '${waiting}'`
  // On a cluster it waits on the account's node.
  const { addresses } = await findNodes(server.url ?? '')
  const waitsAt = async (address: string) => (await query(address, waits)).length > 0
  return {
    untilThere: () => until(async () => (await Promise.all(addresses.map(waitsAt))).includes(true)),
    release: async () => {
      await holder.query('rollback')
      holder.release()
    },
  }
}
