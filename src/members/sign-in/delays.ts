import { hash } from 'node:crypto'
import { Refusal } from '../../base/refusals.ts'
import type { Db } from '../../database/database.ts'
import { say } from '../../texts/text.ts'
import { sign_in_attempts_purge, sign_in_count, sign_in_forget, sign_in_forgetKey } from './sql.ts'

/** Attempts that wait for no other: of an e-mail or a passkey, and of a network, which many people may share. */
const FREE_OF_KEY = 5
const FREE_OF_NETWORK = 20
/** The longest that an attempt waits: whoever guesses has 288 a day, whoever is guessed at can still get in. */
const LONGEST_S = 300

/** The attempts are of no account: not even of those whose e-mails are known. */
const NOBODY = 0

/** What an attempt to sign in is counted by. */
export interface Attempt {
  /** Digest of what it is made with. */
  key: string
  networkKey: string
}

/**
 * An attempt with an e-mail, or a passkey.
 * @param network from where, as addresses are counted
 */
export function attemptOf(
  kind: 'email' | 'passkey' | 'reset',
  text: string,
  network: string,
): Attempt {
  // Who has forgotten the password has just tried it several times.
  const place = kind === 'reset' ? 'network of resets' : 'network'
  return { key: keyOf(kind, text), networkKey: keyOf(place, network) }
}

/**
 * Counts an attempt, in the database, so that it counts for all processes.
 * @throws Refusal `rate_limited` where the last ones were too shortly before
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<Attempt> {
  const keys = [
    { key: attempt.key, free: FREE_OF_KEY },
    { key: attempt.networkKey, free: FREE_OF_NETWORK },
  ].sort((a, b) => (a.key < b.key ? -1 : 1))
  const [counted] = await sign_in_count(db, [
    NOBODY,
    keys.map(({ key }) => key),
    keys.map(({ free }) => free),
    LONGEST_S,
  ])
  const wait = counted?.wait_s ?? 0
  if (wait === 0) return attempt
  throw new Refusal('rate_limited', say`Too many attempts to sign in: wait ${wait} seconds.`, {
    retryAfter: wait,
  })
}

/** An attempt was none to guess. */
export async function forgetAttempt(db: Db, { key, networkKey }: Attempt): Promise<void> {
  await sign_in_forget(db, [NOBODY, key, networkKey, FREE_OF_NETWORK])
}

/** Somebody has shown otherwise that the e-mail is his: attempts with it are forgotten. */
export async function forgetAttempts(db: Db, email: string): Promise<void> {
  await sign_in_forgetKey(db, [NOBODY, keyOf('email', email)])
}

/** Removes what makes nobody wait any more, so many at most → how many it was. */
export async function purgeAttempts(db: Db, limit: number): Promise<number> {
  return (await sign_in_attempts_purge(db, [NOBODY, limit])).length
}

/** Nobody reads there what was typed, which may be a password in the wrong field. */
function keyOf(kind: string, text: string): string {
  return hash('sha256', `${kind} ${text}`, 'base64url')
}
