import { onBehalfOf } from '../base/giving-way/turns.ts'
import { settledWithin } from '../base/pause.ts'
import { forEachAlone } from './for-each.ts'

/**
 * Accounts for which one worker has something to do: whoever knows of it says so, and the worker
 * takes them all at once. What there is to do the tables say.
 */
export class AccountQueue {
  #accounts = new Set<number>()
  #filled = Promise.withResolvers<void>()

  add(account_id: number): void {
    this.#accounts.add(account_id)
    this.#filled.resolve()
  }

  /** The accounts that were added since the last call, each once. */
  take(): number[] {
    const accounts = [...this.#accounts]
    this.#accounts = new Set()
    this.#filled = Promise.withResolvers()
    return accounts
  }

  /** Waits until there is an account, for `ms` at most where that is given. */
  async untilFilled(stop: AbortSignal, ms?: number): Promise<void> {
    await settledWithin(this.#filled.promise, stop, ms)
  }

  /**
   * Takes the accounts and does `work` for each. One over which it fails is kept for the next time,
   * and holds up nobody else.
   * @throws AccountFailed at the end: the first failure
   */
  async forEach(stop: AbortSignal, work: (account_id: number) => Promise<void>): Promise<void> {
    const accounts = this.take().map((account_id) => ({ account_id }))
    await forEachAlone(accounts, stop, async ({ account_id }) => {
      try {
        await onBehalfOf(account_id, () => work(account_id))
      } catch (error) {
        this.add(account_id)
        throw error
      }
    })
  }
}
