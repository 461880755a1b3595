import { createSecretKey, hash, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { rowScopeText } from '../access/row-scope.ts'
import { Problem } from '../base/problems.ts'
import { BoxError, type SecretBox, secretBox } from '../base/secret-box.ts'
import type { Db, Reader, Tx } from '../database/database.ts'
import { LostRace } from '../database/failures.ts'
import { msg } from '../texts/message.ts'
import {
  type Answer,
  idempotency_keys_expired,
  idempotency_keys_find,
  idempotency_keys_forgetExpired,
  idempotency_keys_insert,
  idempotency_keys_mentioning,
  idempotency_keys_purge,
  idempotency_keys_rewrite,
  idempotency_keys_tryLock,
} from './idempotency-sql.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The idempotency keys, with their accounts, of the requests that run. */
    runningKeys: Set<string>
  }
}

/** Seconds for which an answer is given again. */
const ANSWER_TTL_S = 24 * 3600

/** What the stored answer of a request is found by. */
export interface IdempotencyKey {
  key: string
  fingerprint: Buffer
}

/**
 * The request's `Idempotency-Key`, where it has one.
 * @param content what the request says beside its method and address
 * @throws Problem `invalid_header`
 */
export function idempotencyKeyOf(
  request: FastifyRequest,
  content: string | Buffer,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) {
    return { key, fingerprint: fingerprintOf(request, content) }
  }
  const detail = msg`must be 1 to 255 visible ASCII characters without spaces.`
  throw new Problem('invalid_header', msg`Idempotency-Key ${detail}`, {
    errors: [{ header: 'Idempotency-Key', code: 'idempotency_key', detail }],
  })
}

function fingerprintOf(request: FastifyRequest, content: string | Buffer): Buffer {
  const contentHash = hash('sha256', content, 'hex')
  // Whoever sees fewer orders is not given what another one was answered.
  const only = (request.actor && rowScopeText(request.actor.only)) ?? ''
  return hash('sha256', `${request.method} ${request.url} ${contentHash}${only}`, 'buffer')
}

/**
 * Refuses a key whose first request still runs in this process; the lock in `claimKey` does so for
 * the others. (The embedded database has one session, in which a lock excludes nobody.)
 */
export async function whileRunning<T>(
  { server: { runningKeys } }: FastifyRequest,
  { account_id }: Actor,
  { key }: IdempotencyKey,
  work: () => Promise<T>,
): Promise<T> {
  const name = nameOf(account_id, key)
  if (runningKeys.has(name)) throw inFlight()
  runningKeys.add(name)
  try {
    return await work()
  } finally {
    runningKeys.delete(name)
  }
}

/** Takes the key for this transaction, or gives the stored answer. */
export async function claimKey(
  tx: Tx,
  actor: Actor,
  key: IdempotencyKey,
): Promise<Answer | undefined> {
  const [lock] = await idempotency_keys_tryLock(tx, [nameOf(actor.account_id, key.key)])
  if (!lock?.locked) throw inFlight()
  return findAnswer(tx, actor, key)
}

const nameOf = (account_id: number, key: string) => `${account_id} ${key}`

/**
 * The stored answer to an earlier request with this key, if there is one.
 * @throws Problem `idempotency_mismatch` where that was another request
 */
export async function findAnswer(
  db: Reader,
  actor: Actor,
  { key, fingerprint }: IdempotencyKey,
): Promise<Answer | undefined> {
  const [stored] = await idempotency_keys_find(db, [actor.account_id, key])
  if (!stored) return undefined
  if (!stored.fingerprint.equals(fingerprint)) {
    throw new Problem(
      'idempotency_mismatch',
      msg`This Idempotency-Key was used for another request.`,
    )
  }
  return { ...stored, body: unseal(stored.body, actor.secret) }
}

function inFlight(): Problem {
  return new Problem(
    'idempotency_in_flight',
    msg`The first request with this Idempotency-Key still runs.`,
    { retryAfter: 1 },
  )
}

/**
 * Stores the answer with the change that it tells of.
 * @param isSecret only who sent the request can be given it again
 * @throws LostRace where another run of the request has stored one that was not to be seen before:
 * the change is undone, and the next run finds it
 */
export async function storeAnswer(
  tx: Tx,
  { account_id, secret }: Actor,
  { key, fingerprint }: IdempotencyKey,
  { status, headers, body }: Answer,
  isSecret: boolean,
): Promise<void> {
  const kept = isSecret ? seal(body, secret) : body
  const store = () =>
    idempotency_keys_insert(tx, [
      account_id,
      key,
      fingerprint,
      status,
      JSON.stringify(headers),
      kept,
      ANSWER_TTL_S,
    ])
  const [stored] = await store()
  if (stored) return
  const [expired] = await idempotency_keys_forgetExpired(tx, [account_id, key])
  const [replaced] = expired ? await store() : []
  if (!replaced) throw new LostRace('the request was answered by another run of it')
}

/** Answers that one statement finds at most. */
const BATCH = 1_000

/** Forgets the answers that are not given again any more, account by account. */
export async function purgeAnswers(db: Db, stop: AbortSignal): Promise<void> {
  for (let found = BATCH; found === BATCH && !stop.aborted; ) {
    const expired = await idempotency_keys_expired(db, [BATCH])
    found = expired.reduce((sum, { keys }) => sum + keys.length, 0)
    for (const { account_id, keys } of expired) await idempotency_keys_purge(db, [account_id, keys])
  }
}

/**
 * Rewrites kept answers that mention somebody whose data is removed: a repeat is given what is left.
 * @param texts what stands in such an answer, in small letters
 * @param rewrite what a body is to be; undefined where it says nothing of the person
 * @returns the last key that was looked at; undefined where there are no more
 */
export async function rewriteAnswers(
  tx: Tx,
  account_id: number,
  texts: string[],
  rewrite: (body: string) => string | undefined,
  after: string,
): Promise<string | undefined> {
  const found = await idempotency_keys_mentioning(tx, [account_id, after, texts, REWRITTEN])
  for (const { key, body } of found) {
    const rest = body.startsWith(SEALED) ? undefined : rewrite(body)
    if (rest !== undefined) await idempotency_keys_rewrite(tx, [account_id, key, rest])
  }
  return found.at(-1)?.key
}

/** Answers that are rewritten in one transaction. */
const REWRITTEN = 200

// An answer that shows a secret once is stored encrypted under the caller's own token, which the
// database does not hold: only the caller that got it the first time can be given it again.

const SEALED = 'sealed:'
const PLACE = 'idempotent answer'

function boxOf(token: string): SecretBox {
  return secretBox([createSecretKey(Buffer.from(hkdfSync('sha256', token, '', PLACE, 32)))])
}

function seal(body: string, token: string): string {
  return SEALED + boxOf(token).seal(body, PLACE).toString('base64')
}

function unseal(body: string, token: string): string {
  if (!body.startsWith(SEALED)) return body
  try {
    return boxOf(token).open(Buffer.from(body.slice(SEALED.length), 'base64'), PLACE)
  } catch (error) {
    if (!(error instanceof BoxError)) throw error
    throw new Problem('idempotency_mismatch', msg`This Idempotency-Key was used by another token.`)
  }
}
