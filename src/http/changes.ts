import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../accounts/actor.ts'
import { type Db, inTransaction, statement, type Tx } from '../database/database.ts'
import { RETRY_SOON, Refusal } from '../errors.ts'
import type { EventHub } from '../events/hub.ts'
import { isSettledRepeat } from '../workers/lost.ts'
import { relayedId } from '../workers/relayed.ts'
import { actorOf } from './authenticate.ts'
import { etagOf } from './conditional.ts'
import { deletedEnvelope, sendJson, singleEnvelope } from './envelope.ts'
import { untilKnown } from './outcomes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The idempotency keys, with their accounts, of the requests that run. */
    runningKeys: Set<string>
    /** Wakes who gives events their place, and who waits for them. */
    eventHub: EventHub
  }
}

/** What a command did, for the answer. */
export type Outcome =
  | {
      done: 'created'
      document: string
      location: string
      /** The answer shows a secret this once. */
      secret?: boolean
      /** The document is no record: it has a message of its own and no entity tag. */
      bare?: boolean
    }
  | { done: 'updated'; document: string }
  | { done: 'deleted'; id: number }

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

const messages = {
  created: 'Resource created successfully',
  updated: 'Resource updated successfully',
} as const

/** Seconds for which an answer is given again. */
const KEPT = 24 * 3600
/** A worker's death is noticed at once, and what it worked on repeated at once. */
const KEPT_FOR_RELAY = 10 * 60

/**
 * Runs a command in one transaction and answers with its outcome. With an `Idempotency-Key` the
 * answer is stored in that same transaction and given again for 24 hours. So it is for a request
 * without one that came through the relay, which repeats it when this process dies over it.
 * @param content what the request says beside its method and address, for the fingerprint;
 *   the raw JSON body unless given (an upload's boundaries differ from try to try)
 */
export async function change(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  command: (tx: Tx, actor: Actor) => Promise<Outcome>,
  content: string | Buffer = request.rawBody ?? '',
): Promise<FastifyReply> {
  const actor = actorOf(request)
  const key = idempotencyKey(request)
  const isRepeat = await isSettledRepeat(db, request.raw)
  if (key === undefined) {
    const answer = relayedId(request.raw)
      ? await answerRelayed(db, request, actor, isRepeat, command)
      : answerOf(await inTransaction(db, (tx) => command(tx, actor)), prefixOf(request))
    request.server.eventHub.committed()
    return sendAnswer(reply, answer)
  }
  const { answer, replayed } = await whileRunning(request, `${actor.account_id} ${key}`, () =>
    untilKnown(() => answerOnce(db, request, actor, key, fingerprintOf(request, content), command)),
  )
  request.server.eventHub.committed()
  if (replayed) reply.header('Idempotency-Replayed', 'true')
  return sendAnswer(reply, answer)
}

/**
 * Refuses a key whose first request still runs in this process; the lock in `claim` does so for
 * the others. (The embedded database has one session, in which a lock excludes nobody.)
 */
async function whileRunning<T>(
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

/** Runs the command and stores its answer, or gives the one that is stored. */
function answerOnce(
  db: Db,
  request: FastifyRequest,
  actor: Actor,
  key: string,
  fingerprint: Buffer,
  command: (tx: Tx, actor: Actor) => Promise<Outcome>,
): Promise<{ answer: Answer; replayed: boolean }> {
  return inTransaction(db, async (tx) => {
    const known = await claim(tx, actor, key, fingerprint)
    if (known) return { answer: known, replayed: true }
    const outcome = await command(tx, actor)
    const answer = answerOf(outcome, prefixOf(request))
    await store(tx, actor, { key, fingerprint, seconds: KEPT }, outcome, answer)
    return { answer, replayed: false }
  })
}

/** Nobody else can have this key, so it is looked for only where the request is a repeat. */
function answerRelayed(
  db: Db,
  request: FastifyRequest,
  actor: Actor,
  isRepeat: boolean,
  command: (tx: Tx, actor: Actor) => Promise<Outcome>,
): Promise<Answer> {
  // Keys of clients have no spaces.
  const key = `request ${request.id}`
  const fingerprint = Buffer.alloc(0)
  return inTransaction(db, async (tx) => {
    const known = isRepeat ? await claim(tx, actor, key, fingerprint) : undefined
    if (known) return known
    const outcome = await command(tx, actor)
    const answer = answerOf(outcome, prefixOf(request))
    await store(tx, actor, { key, fingerprint, seconds: KEPT_FOR_RELAY }, outcome, answer)
    return answer
  })
}

function answerOf(outcome: Outcome, prefix: string): Answer {
  if (outcome.done === 'deleted')
    return { status: 200, headers: {}, body: deletedEnvelope(outcome.id) }
  const { document } = outcome
  const bare = outcome.done === 'created' && outcome.bare === true
  const headers = {
    ...(bare ? {} : { ETag: etagOf(document) }),
    ...(outcome.done === 'created' ? { Location: prefix + outcome.location } : {}),
  }
  const body = singleEnvelope(document, bare ? undefined : messages[outcome.done])
  return { status: outcome.done === 'created' ? 201 : 200, headers, body }
}

/** `/v2` where the request used it: addresses in an answer keep the prefix of the request. */
export function prefixOf(request: FastifyRequest): string {
  return /^\/v2(?=[/?]|$)/.exec(request.originalUrl)?.[0] ?? ''
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return sendJson(reply.code(status).headers(headers), body)
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const detail = 'must be 1 to 255 visible ASCII characters without spaces.'
  throw new Refusal('invalid_header', `Idempotency-Key ${detail}`, {
    faults: [{ header: 'Idempotency-Key', code: 'idempotency_key', detail }],
  })
}

function fingerprintOf(request: FastifyRequest, content: string | Buffer): Buffer {
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
async function claim(
  tx: Tx,
  actor: Actor,
  key: string,
  fingerprint: Buffer,
): Promise<Answer | undefined> {
  const [lock] = await tryLock(tx, [`${actor.account_id} ${key}`])
  if (!lock?.locked) throw inFlight()
  const [stored] = await findAnswer(tx, [actor.account_id, key])
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

async function store(
  tx: Tx,
  actor: Actor,
  { key, fingerprint, seconds }: { key: string; fingerprint: Buffer; seconds: number },
  outcome: Outcome,
  { status, headers, body }: Answer,
): Promise<void> {
  const isSecret = outcome.done === 'created' && outcome.secret === true
  const kept = isSecret ? seal(body, actor.secret) : body
  const { account_id } = actor
  const answer = [status, JSON.stringify(headers), kept]
  await storeAnswer(tx, [account_id, key, fingerprint, ...answer, seconds])
}

// An answer that shows a secret once is stored encrypted under the caller's own token, which the
// database does not hold: only the caller that got it the first time can be given it again.

const SEALED = 'sealed:'

function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'pedido idempotent answer', 32))
}

function seal(body: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), iv)
  const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

function unseal(body: string, secret: string): string {
  if (!body.startsWith(SEALED)) return body
  const bytes = Buffer.from(body.slice(SEALED.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used by another token.')
  }
}
