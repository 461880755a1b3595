/** Seconds for which nobody else sends a mail: far longer than a mail server may take. */
export const LEASE_S = 300
/** Seconds between attempts, at first and at most, and those after which there is no other one. */
const FIRST_PAUSE_S = 30
const LONGEST_PAUSE_S = 3600
const LONGEST_S = 24 * 3600

/** An attempt to send a mail. */
interface Attempt {
  /** Counts it with those before. */
  attempts: number
  /** When the mail was to be sent at first. */
  since: Date
  leased_until: Date
}

/** Seconds until the next attempt, by the database's clock alone; null: there is none. */
export function pauseAfter({ attempts, since, leased_until }: Attempt): number | null {
  const isLast = leased_until.getTime() - since.getTime() > (LONGEST_S + LEASE_S) * 1000
  return isLast ? null : Math.min(FIRST_PAUSE_S * 2 ** (attempts - 1), LONGEST_PAUSE_S)
}
