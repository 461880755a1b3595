import { createSecretKey, hash, hkdfSync } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { actorOf } from '../access/authenticate.ts'
import { RETRY_SOON, Refusal } from '../base/refusals.ts'
import { BoxError, type SecretBox, secretBox } from '../base/secret-box.ts'
import { type Db, inTransaction, statement, type Tx } from '../database/database.ts'
import { etagOf } from './conditional.ts'
import { deletedEnvelope, sendJson, singleEnvelope } from './envelope.ts'
import { untilKnown } from './unknown-outcome.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The idempotency keys, with their accounts, of the requests that run. */
    runningKeys: Set<string>
    /** Hears of each commit. */
    onCommitted: () => void
  }
}

/** What a command did, for the answer. */
export type Outcome =
  | {
      done: 'created'
      document: string
      location: string
      /** The document with a secret that is shown this once, in place of the record's own. */
      shownOnce?: string
      /** The document is no record: it has a message of its own and no entity tag. */
      bare?: boolean
    }
  | { done: 'updated'; document: string; shownOnce?: string }
  | { done: 'deleted'; id: number }

/** What the stored answer of a request is found by. */
interface Key {
  key: string
  fingerprint: Buffer
}

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

interface Options {
  /**
   * What the request says beside its method and address, for the fingerprint; the raw JSON body
   * unless given (an upload's boundaries differ from try to try).
   */
  content?: string | Buffer
  /**
   * Runs once before the transaction: what asks others and must hold no connection meanwhile. A
   * repeat that gets the stored answer does without.
   */
  before?: (() => Promise<void>) | undefined
}

/**
 * Runs a command in one transaction and answers with its outcome. With an `Idempotency-Key` the
 * answer is stored in that same transaction and given again for 24 hours.
 */
export async function change(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  command: Command,
  { content = request.rawBody ?? '', before }: Options = {},
): Promise<FastifyReply> {
  const work = { db, request, actor: actorOf(request), command, before }
  const key = idempotencyKey(request)
  const { answer, replayed } =
    key === undefined
      ? { answer: await answerUnkeyed(work), replayed: false }
      : await answerKeyed(work, { key, fingerprint: fingerprintOf(request, content) })
  request.server.onCommitted()
  if (replayed) reply.header('Idempotency-Replayed', 'true')
  return sendAnswer(reply, answer)
}

type Command = (tx: Tx, actor: Actor) => Promise<Outcome>

interface Work extends Pick<Options, 'before'> {
  db: Db
  request: FastifyRequest
  actor: Actor
  command: Command
}

async function answerUnkeyed({ db, request, actor, command, before }: Work): Promise<Answer> {
  await before?.()
  return answerOf(await inTransaction(db, (tx) => command(tx, actor)), prefixOf(request))
}

interface Answered {
  answer: Answer
  /** It is the stored one. */
  replayed: boolean
}

function answerKeyed(work: Work, key: Key): Promise<Answered> {
  const { db, request, actor, before } = work
  return whileRunning(request, `${actor.account_id} ${key.key}`, async () => {
    const known = before && (await findKnown(db, actor, key))
    if (known) return { answer: known, replayed: true }
    await before?.()
    return untilKnown(() => answerOnce(work, key))
  })
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
function answerOnce({ db, request, actor, command }: Work, key: Key): Promise<Answered> {
  return inTransaction(db, async (tx) => {
    const known = await claim(tx, actor, key)
    if (known) return { answer: known, replayed: true }
    const outcome = await command(tx, actor)
    const answer = answerOf(outcome, prefixOf(request))
    await store(tx, actor, key, outcome, answer)
    return { answer, replayed: false }
  })
}

function answerOf(outcome: Outcome, prefix: string): Answer {
  if (outcome.done === 'deleted')
    return { status: 200, headers: {}, body: deletedEnvelope(outcome.id) }
  const { document } = outcome
  const bare = outcome.done === 'created' && outcome.bare === true
  const headers: Record<string, string> = {
    ...(bare ? {} : { ETag: etagOf(document) }),
    ...(outcome.done === 'created' ? { Location: prefix + outcome.location } : {}),
  }
  const shown = outcome.shownOnce ?? document
  if (outcome.shownOnce !== undefined) headers['Cache-Control'] = 'no-store'
  const body = singleEnvelope(shown, bare ? undefined : messages[outcome.done])
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
async function claim(tx: Tx, actor: Actor, key: Key): Promise<Answer | undefined> {
  const [lock] = await tryLock(tx, [`${actor.account_id} ${key.key}`])
  if (!lock?.locked) throw inFlight()
  return findKnown(tx, actor, key)
}

async function findKnown(
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

async function store(
  tx: Tx,
  actor: Actor,
  { key, fingerprint }: Key,
  outcome: Outcome,
  { status, headers, body }: Answer,
): Promise<void> {
  const isSecret = outcome.done !== 'deleted' && outcome.shownOnce !== undefined
  const kept = isSecret ? seal(body, actor.secret) : body
  const answer = [status, JSON.stringify(headers), kept]
  await storeAnswer(tx, [actor.account_id, key, fingerprint, ...answer, KEPT])
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
