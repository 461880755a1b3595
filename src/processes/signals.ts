/** Requests that still run after this time are cut off when the service stops. */
export const STOP_MS = 20_000

/** Resolves at the first SIGINT or other of these signals. A second SIGINT ends the process at once. */
export function stopSignal(...others: NodeJS.Signals[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of others) process.once(signal, () => resolve())
    process.once('SIGINT', () => {
      process.once('SIGINT', () => process.exit(130))
      resolve()
    })
  })
}
