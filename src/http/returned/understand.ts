import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Actor } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import type { Outcome } from '../../base/outcomes.ts'
import { type FieldError, Problem, refuseInvalid } from '../../base/problems.ts'
import { msg } from '../../texts/message.ts'
import { parseJsonText } from '../wire/json-body.ts'
import { unfitOf } from '../wire/validation.ts'
import {
  isObject,
  readOnlyAt,
  type SentReference,
  type Translation,
  translated,
} from './translate.ts'
import { type Words, wordsOf } from './words.ts'

/** What of an operation is needed to understand bodies in the words of its answers. */
export interface Answered {
  body: TSchema
  /** The record as it is returned. */
  record: TSchema
  /** The record's JSON as it is now. POST has none. */
  current?: ((actor: Actor, params: never, request: FastifyRequest) => Promise<string>) | undefined
  /** The record in that JSON, where it is a part of another one. */
  part?: ((whole: Values, params: never) => unknown) | undefined
}

type Values = Record<string, unknown>

/** A body that was said in the words of an answer. */
interface Understood extends Translation {
  /** The JSON that it was compared with; null where there is none. */
  current: string | null
  /** It says what the record has, and nothing else. */
  isNothing: boolean
  /** What there is of the record in an answer. */
  partOf: (whole: Values) => unknown
}

declare module 'fastify' {
  interface FastifyContextConfig {
    answered?: Answered
  }
  interface FastifyRequest {
    understood: Understood | undefined
  }
}

/**
 * Has bodies understood that give back what an answer had, where the operation says how. Whatever is a
 * request as it stands never comes here: only a body that its schema refuses is looked at again.
 */
export function understandAnswers(app: FastifyInstance): void {
  app.decorateRequest('understood', undefined)
  app.addHook('onRoute', (route) => {
    const { answered } = route.config ?? {}
    if (answered === undefined) return
    let words: Words | undefined
    route.preHandler = async (request: FastifyRequest) => {
      const unfit = unfitOf(request.body)
      if (unfit === undefined) return
      const { body, record } = answered
      words ??= wordsOf(body, record, (name) => request.server.getSchema(name))
      if (!isObject(request.body) || !hasWords(request.body, words)) throw unfit.problem()
      request.understood = await understood(request, answered, words)
      const { body: meant, errors } = request.understood
      const wrong = unfit.errorsOf(meant)
      // What is read-only is compared under the lock, unless the request is none anyway.
      if (wrong.length > 0 || !answered.current) refuseInvalid([...wrong, ...errors])
      request.body = meant
    }
  })
}

/** No list of a request has more. */
const MOST_ELEMENTS = 1_000

/** Whether anything in it, or in what it lists, is called as answers call it; however many names it has. */
function hasWords(body: Values, { returned }: Words): boolean {
  return [...returned].some(([name, written]) => {
    if (!Object.hasOwn(body, name)) return false
    if (written.as !== 'same') return true
    const { inner } = written
    const value = body[name]
    const values = Array.isArray(value) ? value.slice(0, MOST_ELEMENTS) : [value]
    return inner !== undefined && values.some((one) => isObject(one) && hasWords(one, inner))
  })
}

async function understood(
  request: FastifyRequest,
  { current, part }: Answered,
  words: Words,
): Promise<Understood> {
  const { body, method } = request
  const params = request.params as never
  const document = current ? await currentOf(request, current) : null
  const whole = document === null ? undefined : (parseJsonText(document) as Values)
  const partOf = (record: Values) => (part ? part(record, params) : record)
  const now = whole && (partOf(whole) as Values | undefined)
  const translation = translated(body, words, now, method === 'PATCH')
  const isNothing = now !== undefined && isSame(body as Values, now, words, method === 'PATCH')
  return { ...translation, current: document, isNothing, partOf }
}

/** Whether a body says what the record has; one that is to replace it says all that can be written. */
function isSame(body: Values, now: Values, { returned }: Words, isPatch: boolean): boolean {
  const isWhole = [...returned].every(
    ([name, { as }]) => isPatch || as === 'read_only' || Object.hasOwn(body, name),
  )
  return (
    isWhole &&
    Object.entries(body).every(
      ([name, value]) => returned.has(name) && isDeepStrictEqual(now[name], value),
    )
  )
}

/** Null where a PUT would create it. */
async function currentOf(
  request: FastifyRequest,
  current: NonNullable<Answered['current']>,
): Promise<string | null> {
  try {
    return await current(actorOf(request), request.params as never, request)
  } catch (error) {
    const isNew = error instanceof Problem && error.code === 'not_found' && request.method === 'PUT'
    if (isNew) return null
    throw error
  }
}

/**
 * Checks what was understood against the record as it is under the lock.
 * @throws Problem `conflict` where another writer has changed it since it was compared,
 * `validation_failed` with `read_only` where the body says of the record what it is not
 */
export function checkUnderstood({ understood }: FastifyRequest, current: string | null): void {
  if (understood === undefined) return
  if (current !== understood.current)
    throw new Problem('conflict', msg`Another writer changed the record meanwhile.`)
  refuseInvalid(understood.errors)
  if (understood.isNothing) throw new NothingNew()
}

/** Ends a command under its lock: the record is as it was sent. */
class NothingNew extends Error {}

/** The command, and what it wrote compared with what was said of records that are referred to. */
export function comparing<A extends unknown[]>(
  { understood }: FastifyRequest,
  command: (...args: A) => Promise<Outcome>,
): (...args: A) => Promise<Outcome> {
  if (!understood) return command
  const { current, isNothing, references, partOf } = understood
  if (!isNothing && references.length === 0) return command
  return async (...args) => {
    const outcome = await command(...args).catch((error: unknown): Outcome => {
      if (error instanceof NothingNew && current !== null)
        return { done: 'updated', document: current }
      throw error
    })
    if (outcome.done !== 'deleted') {
      const record = partOf(parseJsonText(outcome.document) as Values)
      refuseInvalid(references.flatMap((one) => referenceErrors(record, one)))
    }
    return outcome
  }
}

function referenceErrors(record: unknown, { path, pointer, sent }: SentReference): FieldError[] {
  const named = path.reduce<unknown[]>(
    (values, name) => values.flatMap((one) => (isObject(one) ? (one[name] ?? []) : [])),
    [record],
  )
  const shown = named.filter(isObject)
  const { id, ...others } = sent
  const found = id === undefined ? shown : shown.filter((one) => one['id'] === id)
  return Object.entries(others).flatMap(([name, value]): FieldError[] => {
    if (value === undefined || found.length === 0) return []
    if (found.some((one) => JSON.stringify(one[name]) === JSON.stringify(value))) return []
    return [readOnlyAt(pointer, name, found[0]?.[name] ?? null)]
  })
}

/** The errors with the pointers of what was sent, where it was understood as another request. */
export function pointersAsSent(
  { understood }: FastifyRequest,
  errors: readonly FieldError[],
): FieldError[] {
  const pointers = understood?.pointers
  if (!pointers?.size) return [...errors]
  return errors.map((one) => {
    const sent = one.pointer === undefined ? undefined : pointers.get(one.pointer)
    return sent === undefined ? one : { ...one, pointer: sent }
  })
}
