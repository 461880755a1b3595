/** A job failed over something of an account. */
export class AccountFailed extends Error {
  readonly account_id: number

  constructor(account_id: number, cause: unknown) {
    super(`account ${account_id}: ${cause}`, { cause })
    this.account_id = account_id
  }
}

/**
 * Does `work` for each, one after the other, until `stop`. One over which it fails holds up nobody else.
 * @throws AccountFailed at the end: the first failure
 */
export async function forEachAlone<T extends { account_id: number }>(
  items: readonly T[],
  stop: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: AccountFailed[] = []
  for (const item of items) {
    if (stop.aborted) break
    try {
      await work(item)
    } catch (error) {
      const isNamed = error instanceof AccountFailed
      failures.push(isNamed ? error : new AccountFailed(item.account_id, error))
    }
  }
  if (failures.length > 0) throw failures[0]
}
