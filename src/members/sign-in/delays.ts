import { hash } from 'node:crypto'
import { Problem } from '../../base/problems.ts'
import type { Db, Reader } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import type { From } from './sign-ins.ts'
import {
  sign_in_attempts_purge,
  sign_in_count,
  sign_in_forget,
  sign_in_forgetKeys,
  sign_in_places_known,
  sign_in_places_purge,
  sign_in_remember,
} from './sql.ts'

/** Attempts that wait for no other: of one browser or network for an e-mail, and of a network, which many people may share. */
const FREE_OF_PLACE = 5
const FREE_OF_NETWORK = 20
/** Those of an e-mail, from all networks where nobody has signed in with it. */
const FREE_OF_STRANGERS = 300
/** The longest that an attempt waits: whoever guesses has 288 a day, whoever is guessed at can still get in. */
const LONGEST_S = 300
/** Of strangers together: 1,440 a day, and one of them who is the member waits for a minute. */
const LONGEST_OF_STRANGERS_S = 60
/** Days for which it is known where somebody signed in. */
export const KNOWN_DAYS = 180

/** Attempts and places are of no account: not even of those whose e-mails are known. */
const NOBODY = 0

type Whence = Pick<From, 'browser' | 'network'>

/** How often something was tried lately, from somewhere. */
interface Count {
  key: string
  free: number
  longest_s: number
}

/** An attempt, by what it is counted. */
export interface Attempt {
  /** Whether somebody has signed in so from this browser or network. */
  isKnown: boolean
  /** Of this place alone: success ends it. */
  own: Count
  /** With others, who may be guessing. */
  shared: Count[]
}

/**
 * An attempt with an e-mail, to sign in or to get a link (`reset`). What others try elsewhere holds up
 * only those who come from a browser and a network that are new for the e-mail.
 */
export async function attemptOf(
  db: Reader,
  kind: 'email' | 'reset',
  email: string,
  from: Whence,
): Promise<Attempt> {
  const [browser, network] = placesOf(email, from)
  const known = await knownOf(db, [browser, network])
  if (known.has(browser)) {
    return { isKnown: true, own: ofPlace(keyOf(kind, browser)), shared: [] }
  }
  const isReset = kind === 'reset'
  // Who has forgotten the password has just tried it several times.
  const ofAll = ofNetwork(isReset ? 'network of resets' : 'network', from)
  // A link that somebody else has asked for is in the member's mailbox, so few are enough.
  const ofStrangers = isReset
    ? ofPlace(keyOf('reset', email))
    : {
        key: keyOf('email', email),
        free: FREE_OF_STRANGERS,
        longest_s: LONGEST_OF_STRANGERS_S,
      }
  const isKnown = known.has(network)
  const shared = isKnown ? [ofAll] : [ofAll, ofStrangers]
  return { isKnown, own: ofPlace(keyOf(kind, network)), shared }
}

/** An attempt with a passkey, which nobody guesses: a browser that has signed in is known for any. */
export async function passkeyAttempt(db: Reader, id: string, from: Whence): Promise<Attempt> {
  if (await isKnownBrowser(db, from)) {
    return { isKnown: true, own: ofPlace(keyOf('passkey', browserKey(from))), shared: [] }
  }
  const own = ofPlace(keyOf('passkey', `${id} ${from.network}`))
  return { isKnown: false, own, shared: [ofNetwork('network', from)] }
}

/** An attempt of somebody who is signed in to show that it is still he. */
export function sessionAttempt({ account_id, id_token }: { account_id: number; id_token: number }) {
  const own = ofPlace(keyOf('session', `${account_id} ${id_token}`))
  return { isKnown: true, own, shared: [] }
}

/** Whether anybody has signed in from this browser. */
export async function isKnownBrowser(db: Reader, from: Whence): Promise<boolean> {
  return (await knownOf(db, [browserKey(from)])).size > 0
}

/** Somebody with this e-mail has signed in there. */
export async function rememberPlaces(db: Db, email: string, from: Whence): Promise<void> {
  const keys = [...placesOf(email, from), browserKey(from)].sort()
  await sign_in_remember(db, [NOBODY, keys, KNOWN_DAYS])
}

async function knownOf(db: Reader, keys: string[]): Promise<Set<string>> {
  const known = await sign_in_places_known(db, [NOBODY, keys])
  return new Set(known.map(({ key }) => key))
}

const placesOf = (email: string, { browser, network }: Whence) =>
  [keyOf('browser', `${email} ${browser}`), keyOf('place', `${email} ${network}`)] as const

const browserKey = ({ browser }: Whence) => keyOf('browser', browser)

const ofPlace = (key: string): Count => ({ key, free: FREE_OF_PLACE, longest_s: LONGEST_S })

const ofNetwork = (kind: string, { network }: Whence): Count => ({
  key: keyOf(kind, network),
  free: FREE_OF_NETWORK,
  longest_s: LONGEST_S,
})

/**
 * Counts an attempt, in the database, so that it counts for all processes.
 * @throws Problem `rate_limited` where the last ones were too shortly before
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  const counts = inOrder(attempt)
  const [counted] = await sign_in_count(db, [
    NOBODY,
    counts.map(({ key }) => key),
    counts.map(({ free }) => free),
    counts.map(({ longest_s }) => longest_s),
  ])
  const wait = counted?.wait_s ?? 0
  if (wait === 0) return
  throw new Problem('rate_limited', msg`Too many attempts to sign in: wait ${wait} seconds.`, {
    retryAfter: wait,
  })
}

/** An attempt was none to guess. */
export async function forgetAttempt(db: Db, attempt: Attempt): Promise<void> {
  const counts = inOrder(attempt)
  await sign_in_forget(db, [
    NOBODY,
    counts.map(({ key }) => key),
    counts.map(({ free }) => free),
    attempt.own.key,
  ])
}

const inOrder = ({ own, shared }: Attempt) =>
  [own, ...shared].sort((a, b) => (a.key < b.key ? -1 : 1))

/** Somebody has shown otherwise that the e-mail is his: what was tried there, or by strangers, is forgotten. */
export async function forgetAttempts(db: Db, email: string, from: Whence): Promise<void> {
  const keys = [email, ...placesOf(email, from)].map((text) => keyOf('email', text))
  await sign_in_forgetKeys(db, [NOBODY, keys])
}

/** Removes what makes nobody wait any more, so many at most → how many it was. */
export async function purgeAttempts(db: Db, limit: number): Promise<number> {
  return (await sign_in_attempts_purge(db, [NOBODY, limit])).length
}

/** Removes places where nobody has signed in for long, so many at most → how many it was. */
export async function purgePlaces(db: Db, limit: number): Promise<number> {
  return (await sign_in_places_purge(db, [NOBODY, limit])).length
}

/** Nobody reads there what was typed, which may be a password in the wrong field. */
function keyOf(kind: string, text: string): string {
  return hash('sha256', `${kind} ${text}`, 'base64url')
}
