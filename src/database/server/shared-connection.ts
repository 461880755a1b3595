import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import {
  CANCELLED,
  databaseFailure,
  isConnectionLost,
  isNodeLost,
  NotReplicated,
  StandbyAway,
} from '../failures.ts'
import type { PreparedClient } from '../prepared.ts'

/** While the shared connection can't be opened, reads use the pool for this time. */
const PAUSE_MS = 1000

/**
 * One connection that all requests share for statements that find rows by their keys, or draw ids:
 * what they ask in one turn of the event loop goes out together and comes back together. Measured
 * (read one, CPU of a request): Node 0.053 ms on the pool, 0.039 ms here; PostgreSQL 0.030 and 0.015 ms.
 *
 * Answers come in the order of the questions, so nothing slow may go this way: where one runs into
 * this connection's time-out, or the connection is lost, all that wait in it are asked again on
 * the pool. And there are no transactions, which `PreparedClient` sees to.
 * @param createClient with `pipeline`, and a short statement time-out; used for this alone
 * @param readOnPool see `readerOf`
 */
export function openSharedConnection(
  createClient: () => PreparedClient,
  readOnPool: Read,
  watch: { readonly isDown: boolean; add(client: PreparedClient): void },
): PostgresPool {
  let current: Promise<PreparedClient> | undefined
  let retryAt = 0
  const connected = () => {
    if (current) return current
    const client = createClient()
    client.isShared = true
    const opened = client.connect().then(() => {
      watch.add(client)
      return client
    })
    const forget = () => {
      if (current === opened) current = undefined
    }
    opened.catch(() => {
      forget()
      retryAt = performance.now() + PAUSE_MS
    })
    client.on('error', forget)
    client.on('end', forget)
    current = opened
    return opened
  }
  const read = async (text: string, parameters: unknown[]) => {
    if (watch.isDown || performance.now() < retryAt) return readOnPool(text, parameters)
    const used = connected()
    const client = await used.catch(() => undefined)
    if (!client) return readOnPool(text, parameters)
    try {
      return await client.query(text, parameters)
    } catch (error) {
      refuseUnconfirmed(error)
      if (isNodeLost(error)) return readOnPool(text, parameters)
      if (!isOfConnection(error)) throw error
      if (current === used) current = undefined
      client.cut()
      return readOnPool(text, parameters)
    }
  }
  const end = async () => (await current?.catch(() => undefined))?.end()
  return { ...asPool(read), end }
}

export type Read = (text: string, parameters: unknown[]) => Promise<unknown>

const TRIES = 5

/**
 * Runs a single statement on the pool, and again, up to five times in all, where its connection is
 * lost, or the server's to a node: as it only reads, or draws ids, that does no harm.
 */
export function readerOf(pool: pg.Pool): Read {
  return async (text, parameters) => {
    for (let attempt = 1; ; attempt++) {
      const client = await pool.connect()
      try {
        return await client.query(text, parameters)
      } catch (error) {
        refuseUnconfirmed(error)
        if (attempt === TRIES || !(isConnectionLost(error) || isNodeLost(error))) throw error
      } finally {
        client.release()
      }
    }
  }
}

/** @throws StandbyAway where no standby confirms what the statement drew; nothing else was stored */
function refuseUnconfirmed(error: unknown): void {
  if (error instanceof NotReplicated) throw new StandbyAway('no confirmation', { cause: error })
}

/** What Kysely needs of a pool, for single statements. */
export function asPool(query: Read): PostgresPool {
  const client = { query, release() {} } as unknown as PostgresPoolClient
  return { options: {}, connect: async () => client, end: async () => {} }
}

/** True where this connection failed, or was too slow, and not the statement. */
function isOfConnection(error: unknown): boolean {
  return isConnectionLost(error) || databaseFailure(error)?.code === CANCELLED
}
