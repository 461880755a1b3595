import { settledWithin } from '../base/pause.ts'
import { AccountQueue } from '../jobs/account-queue.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Wakes who gives events their place, and who waits for them. */
    eventHub: EventHub
  }
}

interface Waiter {
  account_id: number
  /** The position that is known to whoever waits. */
  after: number
  wake: () => void
}

/**
 * Who tells whom in this process: commands that something was committed, and the feed's jobs that
 * events have got positions. It only wakes; what there is to read the tables say.
 */
export class EventHub {
  readonly #waiters = new Set<Waiter>()
  readonly #commits: AccountQueue[] = []
  /** Accounts whose webhooks may have something to send. */
  readonly due = new AccountQueue()
  readonly #closed = Promise.withResolvers<void>()
  #isClosed = false

  /** Makes a queue that from now on gets each account of which a change was committed. */
  commits(): AccountQueue {
    const queue = new AccountQueue()
    this.#commits.push(queue)
    return queue
  }

  /** A change of the account was committed, or may have been. */
  committed(account_id: number): void {
    for (const queue of this.#commits) queue.add(account_id)
  }

  /** The account's feed goes up to this position, at least. */
  placed(account_id: number, position: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.account_id === account_id && waiter.after < position) waiter.wake()
    }
  }

  /** Waits until the account's feed goes beyond `after`, for `ms` at most. */
  async untilPlaced(
    account_id: number,
    after: number,
    ms: number,
    stop: AbortSignal,
  ): Promise<void> {
    if (this.#isClosed) return
    const { promise, resolve: wake } = Promise.withResolvers<void>()
    const waiter = { account_id, after, wake }
    this.#waiters.add(waiter)
    try {
      await settledWithin(promise, stop, ms)
    } finally {
      this.#waiters.delete(waiter)
    }
  }

  /** The accounts whose feed somebody waits for. */
  get awaited(): number[] {
    return [...new Set(Array.from(this.#waiters, ({ account_id }) => account_id))]
  }

  /** True when the process stops: nobody waits any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves when the process stops. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  close(): void {
    this.#isClosed = true
    this.#closed.resolve()
    for (const { wake } of this.#waiters) wake()
  }
}
