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
  readonly #committed = new Signal()
  readonly #due = new Signal()
  readonly #dueAccounts = new Set<number>()
  readonly #closed = Promise.withResolvers<void>()
  #isClosed = false

  /** Some event may be in the queue. */
  committed(): void {
    this.#committed.raise()
  }

  /** Waits for a commit in this process since the last call, for `ms` at most. */
  async untilCommitted(ms: number, stop: AbortSignal): Promise<void> {
    await this.#committed.wait(ms, stop)
  }

  /** Some webhook of the account may have something to send. */
  due(account_id: number): void {
    this.#dueAccounts.add(account_id)
    this.#due.raise()
  }

  /** The accounts of which that was said since the last call. */
  takeDue(): number[] {
    const accounts = [...this.#dueAccounts]
    this.#dueAccounts.clear()
    return accounts
  }

  /** Waits for something to send in this process since the last call, for `ms` at most. */
  async untilDue(ms: number, stop: AbortSignal): Promise<void> {
    await this.#due.wait(ms, stop)
  }

  /** The account's feed goes up to this position, at least. */
  placed(account_id: number, position: number): void {
    this.due(account_id)
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
      await settledWithin(promise, ms, stop)
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

/** Raised by whoever, for one who waits: it counts from the last wait on. */
class Signal {
  #raised = Promise.withResolvers<void>()

  raise(): void {
    this.#raised.resolve()
  }

  async wait(ms: number, stop: AbortSignal): Promise<void> {
    await settledWithin(this.#raised.promise, ms, stop)
    this.#raised = Promise.withResolvers()
  }
}

async function settledWithin(promise: Promise<void>, ms: number, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, ms)
  stop.addEventListener('abort', end)
  try {
    await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}
