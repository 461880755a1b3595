/** A job failed over something of an account. */
export class AccountFailed extends Error {
  readonly account_id: number

  constructor(account_id: number, cause: unknown) {
    super(`account ${account_id}: ${cause}`, { cause })
    this.account_id = account_id
  }
}

/**
 * Does `work` for each, one after the other, and ends behind the one that it is at when `stop` comes.
 * One over which it fails holds up nobody else.
 * @throws AccountFailed at the end: the first failure
 */
export async function forEachAlone<T extends { account_id: number }>(
  items: readonly T[],
  stop: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: AccountFailed[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      const isNamed = error instanceof AccountFailed
      failures.push(isNamed ? error : new AccountFailed(item.account_id, error))
    }
    if (stop.aborted) break
  }
  if (failures.length > 0) throw failures[0]
}
