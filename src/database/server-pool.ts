import pg from 'pg'
import { DatabaseUnreachable, databaseFailure, isTooBusy } from './failures.ts'
import type { PreparedClient } from './prepared.ts'
import type { ServerWatch } from './server-watch.ts'

/** A connection that idled for longer is asked whether it lives before it is given out. */
const TRUST_MS = 1000
const PING_MS = 1000
/** How long a server that has no connection left is not asked for more. */
const FULL_MS = 5000

const TOO_MANY_CONNECTIONS = '53300'

type Callback = (error: Error | undefined, client: unknown, done: unknown) => void

/**
 * A pool of connections to a server that may fail: nobody waits for a server that is known to be
 * gone, and no connection that died meanwhile is given out.
 */
export class ServerPool extends pg.Pool {
  readonly #watch: ServerWatch

  constructor(config: pg.PoolConfig, watch: ServerWatch) {
    super(config)
    this.#watch = watch
    this.on('connect', (client) => watch.add(client as unknown as PreparedClient))
    this.on('release', (_, client) => {
      ;(client as unknown as PreparedClient).idleSince = performance.now()
    })
    // The watch tells why connections end; without a listener here they would end the process.
    this.on('error', () => {})
  }

  override connect = ((callback?: Callback) => {
    const taking = this.#take()
    if (!callback) return taking
    taking.then(
      // Out of the promise, so that an exception of the callback is not swallowed.
      (client) => process.nextTick(callback, undefined, client, client.release),
      (error: Error) => process.nextTick(callback, error, undefined, () => {}),
    )
    return undefined
  }) as pg.Pool['connect']

  async #take(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#watch.isDown && this.idleCount === 0) await this.#watch.look()
      const taken = await this.#connected()
      const client = taken as unknown as PreparedClient
      const { idleSince = Infinity } = client
      client.idleSince = undefined
      if (!client.isLost && performance.now() - idleSince < TRUST_MS) return taken
      if (await lives(client)) return taken
      taken.release(true)
    }
  }

  /** A connection, idle or new. */
  async #connected(): Promise<pg.PoolClient> {
    try {
      return await super.connect()
    } catch (error) {
      if (this.ending || isTooBusy(error)) throw error
      if (databaseFailure(error)?.code !== TOO_MANY_CONNECTIONS) {
        this.#watch.failed(error)
        throw new DatabaseUnreachable('connecting failed', { cause: error })
      }
      if (this.totalCount === 0) throw error
      this.#makeDo()
      return this.#connected()
    }
  }

  /** Waits for the connections that there are, rather than ask a full server for one more. */
  #makeDo(): void {
    const { max } = this.options
    if (this.totalCount >= max) return
    this.options.max = this.totalCount
    setTimeout(() => {
      this.options.max = max
    }, FULL_MS).unref()
  }
}

async function lives(client: PreparedClient): Promise<boolean> {
  if (client.isLost) return false
  const timer = setTimeout(() => client.cut(), PING_MS)
  try {
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
