import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { actorOf } from '../access/authenticate.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { etagOf } from './conditional.ts'
import { deletedEnvelope, sendJson, singleEnvelope } from './envelope.ts'
import {
  type Answer,
  claim,
  findKnown,
  fingerprintOf,
  idempotencyKey,
  type Key,
  store,
  whileRunning,
} from './idempotency.ts'
import { untilKnown } from './unknown-outcome.ts'

declare module 'fastify' {
  interface FastifyInstance {
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

const messages = {
  created: 'Resource created successfully',
  updated: 'Resource updated successfully',
} as const

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

/** Runs the command and stores its answer, or gives the one that is stored. */
function answerOnce({ db, request, actor, command }: Work, key: Key): Promise<Answered> {
  return inTransaction(db, async (tx) => {
    const known = await claim(tx, actor, key)
    if (known) return { answer: known, replayed: true }
    const outcome = await command(tx, actor)
    const answer = answerOf(outcome, prefixOf(request))
    await store(tx, actor, key, answer, isSecret(outcome))
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

/** The answer shows what is shown this once. */
function isSecret(outcome: Outcome): boolean {
  return outcome.done !== 'deleted' && outcome.shownOnce !== undefined
}
