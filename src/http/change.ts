import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { actorOf } from '../access/authenticate.ts'
import type { Outcome } from '../base/outcomes.ts'
import { Problem } from '../base/problems.ts'
import { tracer } from '../base/telemetry/tracer.ts'
import { type Db, inTransaction, inUndoneTransaction, type Tx } from '../database/database.ts'
import { databaseProblem, OutcomeUnknown } from '../database/failures.ts'
import { untilKnown } from '../database/retries.ts'
import { etagOf } from './conditional.ts'
import { deletedEnvelope, sendJson, singleEnvelope, withMember } from './envelope.ts'
import {
  claimKey,
  findAnswer,
  type IdempotencyKey,
  idempotencyKeyOf,
  storeAnswer,
  whileRunning,
} from './idempotency.ts'
import type { Answer } from './idempotency-sql.ts'
import { comparing } from './returned/understand.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Hears of each commit, and of what may have become one. */
    onCommitted: (account_id: number) => void
  }
}

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
  /** The same command by one statement, for a request without a key: nothing else is to be stored with it. */
  autocommit?: ((actor: Actor) => Promise<Outcome>) | undefined
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
  { content = request.rawBody ?? '', before, autocommit }: Options = {},
): Promise<FastifyReply> {
  const compared = comparing(request, command)
  // What is compared after it was written must not be committed yet.
  const own = compared === command ? { command, autocommit } : { command: compared }
  const work = { db, request, actor: actorOf(request), before, ...own }
  const key = idempotencyKeyOf(request, content)
  const run = () =>
    hearing(request, work.actor, () => (key ? answerKeyed(work, key) : answerUnkeyed(work)))
  const { answer, replayed } = await (tracer()?.part(commandName(request), run) ?? run())
  if (replayed) reply.header('Idempotency-Replayed', 'true')
  return sendAnswer(reply, answer)
}

/** The operation by the name that its document gives it. */
function commandName({ routeOptions: { schema } }: FastifyRequest): string {
  return (schema as { operationId?: string } | undefined)?.operationId ?? 'command'
}

/** A record as it would be, as JSON, and what stands beside it in the answer. */
export interface Previewed {
  document: string
  beside: Readonly<Record<string, string>>
}

/** Runs a command and undoes it; answers with the record as it would be, as JSON. */
export async function preview(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  command: (tx: Tx, actor: Actor) => Promise<string | Previewed>,
): Promise<FastifyReply> {
  const made = await inUndoneTransaction(db, (tx) => command(tx, actorOf(request)))
  const { document, beside } = typeof made === 'string' ? { document: made, beside: {} } : made
  return sendJson(reply, singleEnvelope(document, undefined, beside))
}

/** Tells of the commit. What was perhaps committed may be in nobody else's mind. */
async function hearing(
  { server }: FastifyRequest,
  { account_id }: Actor,
  work: () => Promise<Answered>,
): Promise<Answered> {
  try {
    const answered = await work()
    server.onCommitted(account_id)
    return answered
  } catch (error) {
    if (error instanceof OutcomeUnknown) server.onCommitted(account_id)
    throw error
  }
}

export type Command = (tx: Tx, actor: Actor) => Promise<Outcome>

interface Work extends Pick<Options, 'before' | 'autocommit'> {
  db: Db
  request: FastifyRequest
  actor: Actor
  command: Command
}

async function answerUnkeyed(work: Work): Promise<Answered> {
  const { db, request, actor, command, before, autocommit } = work
  await before?.()
  const outcome = await (autocommit?.(actor) ?? inTransaction(db, (tx) => command(tx, actor)))
  return { answer: answerOf(outcome, prefixOf(request)), replayed: false }
}

interface Answered {
  answer: Answer
  /** It is the stored one. */
  replayed: boolean
}

function answerKeyed(work: Work, key: IdempotencyKey): Promise<Answered> {
  const { db, request, actor, before } = work
  return whileRunning(request, actor, key, async () => {
    const known = before && (await findAnswer(db, actor, key))
    if (known) return { answer: known, replayed: true }
    await before?.()
    return untilKnown(() => answerOnce(work, key))
  })
}

/**
 * Runs the command and stores its answer, or gives the one that is stored. Where it fails it is
 * looked for once more: an earlier run of the request may have been committed meanwhile, and then
 * it was that run's own work (its `fk_id`, its deletion) that stood in the way of this one.
 */
async function answerOnce(work: Work, key: IdempotencyKey): Promise<Answered> {
  try {
    return await runOnce(work, key)
  } catch (error) {
    if (isOfDatabase(error)) throw error
    const known = await findAnswer(work.db, work.actor, key)
    if (!known) throw error
    return { answer: known, replayed: true }
  }
}

/** What was not decided by anything that is stored. */
function isOfDatabase(error: unknown): boolean {
  const { code } = error instanceof Problem ? error : (databaseProblem(error) ?? {})
  return code !== undefined && OF_DATABASE.includes(code)
}

const OF_DATABASE = ['unavailable', 'outcome_unknown', 'idempotency_in_flight']

function runOnce({ db, request, actor, command }: Work, key: IdempotencyKey): Promise<Answered> {
  let wasClaimed = false
  return inTransaction(db, async (tx) => {
    const known = await claimKey(tx, actor, key).catch((error: unknown) => {
      const isTaken = error instanceof Problem && error.code === 'idempotency_in_flight'
      if (!isTaken || !wasClaimed) throw error
      // Who has it is the session that this request lost: `untilKnown` waits for its end.
      throw new OutcomeUnknown('a lost session has the key', { cause: error })
    })
    wasClaimed = true
    if (known) return { answer: known, replayed: true }
    const outcome = await command(tx, actor)
    const answer = answerOf(outcome, prefixOf(request))
    await storeAnswer(tx, actor, key, answer, shownOnce(outcome) !== undefined)
    return { answer, replayed: false }
  })
}

function answerOf(outcome: Outcome, prefix: string): Answer {
  if (outcome.done === 'deleted')
    return { status: 200, headers: {}, body: deletedEnvelope(outcome.id) }
  const { document, tagged = document, bare = false } = outcome
  const once = shownOnce(outcome)
  const headers: Record<string, string> = {
    ...(bare ? {} : { ETag: etagOf(tagged) }),
    ...(outcome.done === 'created' ? { Location: prefix + outcome.location } : {}),
    ...(once ? { 'Cache-Control': 'no-store' } : {}),
  }
  const shown = once ? withMember(document, once.name, once.secret) : document
  const body = singleEnvelope(shown, bare ? undefined : messages[outcome.done])
  return { status: outcome.done === 'created' ? 201 : 200, headers, body }
}

function shownOnce(outcome: Outcome) {
  return outcome.done === 'deleted' ? undefined : outcome.shownOnce
}

/** `/v2` where the request used it: addresses in an answer keep the prefix of the request. */
export function prefixOf(request: FastifyRequest): string {
  return /^\/v2(?=[/?]|$)/.exec(request.originalUrl)?.[0] ?? ''
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return sendJson(reply.code(status).headers(headers), body)
}
