import type pg from 'pg'
import { awakeTimeout } from '../../base/awake-timeout.ts'
import {
  DatabaseUnreachable,
  databaseFailure,
  isTooBusy,
  TOO_MANY_CONNECTIONS,
} from '../failures.ts'
import { FairPool } from '../pool.ts'
import type { PreparedClient } from '../prepared.ts'
import type { ServerWatch } from './watch.ts'

/** A connection that idles for longer is asked whether it lives before it is given out. */
const TRUST_MS = 1000
const PING_MS = 1000
/** How long a server that has no connection left is not asked for more. */
const FULL_MS = 5000

/**
 * A pool of connections to a server that may fail: nobody waits for a server that is known to be
 * gone, and no connection that died meanwhile is given out.
 */
export class ServerPool extends FairPool {
  readonly #watch: ServerWatch
  readonly #size: number
  #growing: NodeJS.Timeout | undefined
  /** Those that are connected; the pool counts those that only try to, too. */
  readonly #open = new Set<unknown>()
  /** When a connection was last found dead: those that lie ready since before may be too. */
  #lostAt = -Infinity

  constructor(config: ConstructorParameters<typeof FairPool>[0], watch: ServerWatch) {
    super(config)
    this.#watch = watch
    this.#size = config.max
    this.on('connect', (client) => {
      this.#open.add(client)
      watch.add(client as unknown as PreparedClient)
    })
    this.on('remove', (client) => this.#open.delete(client))
    this.on('release', (_, released) => {
      const client = released as unknown as PreparedClient
      client.idleSince = performance.now()
      if (client.isLost) this.#lostAt = client.idleSince
    })
    // The watch tells why connections end; without a listener here they would end the process.
    this.on('error', () => {
      this.#lostAt = performance.now()
    })
  }

  protected override async connected(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#watch.isDown && this.idleCount === 0) await this.#watch.look()
      const taken = await this.#opened()
      const client = taken as unknown as PreparedClient
      if (this.#trusts(client) || (await lives(client))) {
        client.idleSince = undefined
        return taken
      }
      taken.release(true)
    }
  }

  /** New, or used a moment ago and no other was lost since. */
  #trusts({ isLost, idleSince }: PreparedClient): boolean {
    if (isLost || idleSince === undefined) return !isLost
    return idleSince > this.#lostAt && performance.now() - idleSince < TRUST_MS
  }

  /** A connection, idle or new; asked for once more where the server is there after all. */
  async #opened(isAgain = false): Promise<pg.PoolClient> {
    try {
      return await super.connected()
    } catch (error) {
      if (this.ending || isTooBusy(error)) throw error
      if (databaseFailure(error)?.code === TOO_MANY_CONNECTIONS) {
        if (this.#open.size === 0) throw error
        this.#makeDo()
        return this.#opened(isAgain)
      }
      if (isAgain) throw new DatabaseUnreachable('gone again', { cause: error })
      await this.#watch.look()
      return this.#opened(true)
    }
  }

  /** Waits for the connections that there are, rather than ask a full server for one more. */
  #makeDo(): void {
    this.resize(this.#open.size)
    this.#growing ??= setTimeout(() => {
      this.#growing = undefined
      this.resize(this.#size)
    }, FULL_MS).unref()
  }
}

async function lives(client: PreparedClient): Promise<boolean> {
  if (client.isLost) return false
  const endTimeout = awakeTimeout(PING_MS, () => client.cut())
  try {
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    endTimeout()
  }
}
