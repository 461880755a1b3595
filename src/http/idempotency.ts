import { createSecretKey, hash, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { RETRY_SOON, Refusal } from '../base/refusals.ts'
import { BoxError, type SecretBox, secretBox } from '../base/secret-box.ts'
import { type Db, statement, type Tx } from '../database/database.ts'

// `Idempotency-Key`: the first answer to a request is stored in the transaction of its change and
// given again to each repeat of it.

declare module 'fastify' {
  interface FastifyInstance {
    /** The idempotency keys, with their accounts, of the requests that run. */
    runningKeys: Set<string>
  }
}

/** What the stored answer of a request is found by. */
export interface Key {
  key: string
  fingerprint: Buffer
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Seconds for which an answer is given again. */
const ANSWER_TTL_S = 24 * 3600

/**
 * Refuses a key whose first request still runs in this process; the lock in `claim` does so for
 * the others. (The embedded database has one session, in which a lock excludes nobody.)
 */
export async function whileRunning<T>(
  { server: { runningKeys } }: FastifyRequest,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  if (runningKeys.has(key)) throw inFlight()
  runningKeys.add(key)
  try {
    return await work()
  } finally {
    runningKeys.delete(key)
  }
}

export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const detail = 'must be 1 to 255 visible ASCII characters without spaces.'
  throw new Refusal('invalid_header', `Idempotency-Key ${detail}`, {
    faults: [{ header: 'Idempotency-Key', code: 'idempotency_key', detail }],
  })
}

export function fingerprintOf(request: FastifyRequest, content: string | Buffer): Buffer {
  const contentHash = hash('sha256', content, 'hex')
  return hash('sha256', `${request.method} ${request.url} ${contentHash}`, 'buffer')
}

const tryLock = statement<{ locked: boolean }>(
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
)
const findAnswer = statement<Answer & { fingerprint: Buffer }>(`
  select fingerprint, status, headers, body from idempotency_keys
   where account_id = $1 and key = $2 and expires_at > now()`)
const storeAnswer = statement(`
  insert into idempotency_keys (account_id, key, fingerprint, status, headers, body, expires_at)
  values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, expires_at = excluded.expires_at`)

/** Takes the key for this transaction, or gives the stored answer. */
export async function claim(tx: Tx, actor: Actor, key: Key): Promise<Answer | undefined> {
  const [lock] = await tryLock(tx, [`${actor.account_id} ${key.key}`])
  if (!lock?.locked) throw inFlight()
  return findKnown(tx, actor, key)
}

export async function findKnown(
  db: Db,
  actor: Actor,
  { key, fingerprint }: Key,
): Promise<Answer | undefined> {
  const [stored] = await findAnswer(db, [actor.account_id, key])
  if (!stored) return undefined
  if (!stored.fingerprint.equals(fingerprint)) {
    throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used for another request.')
  }
  return { ...stored, body: unseal(stored.body, actor.secret) }
}

function inFlight(): Refusal {
  return new Refusal(
    'idempotency_in_flight',
    'The first request with this Idempotency-Key still runs.',
    { headers: RETRY_SOON },
  )
}

export async function store(
  tx: Tx,
  actor: Actor,
  { key, fingerprint }: Key,
  { status, headers, body }: Answer,
  isSecret: boolean,
): Promise<void> {
  const kept = isSecret ? seal(body, actor.secret) : body
  const answer = [status, JSON.stringify(headers), kept]
  await storeAnswer(tx, [actor.account_id, key, fingerprint, ...answer, ANSWER_TTL_S])
}

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
    throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used by another token.')
  }
}
