import type { FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import { Type } from 'typebox'
import type { Actor } from '../../access/actor.ts'
import { type ErrorCode, errorCodes } from '../../base/problems.ts'
import type { Scope } from '../../base/scopes.ts'
import type { Answered } from '../returned/understand.ts'
import { closed } from '../schemas.ts'

/** Bodies by name, with a line that says what each shows. */
export type Examples = Record<string, { summary: string; value: Record<string, unknown> }>

/** What an endpoint promises: the one source of its validation, types and OpenAPI entry. */
export interface OperationSpec<P extends TSchema, Q extends TSchema, B extends TSchema> {
  operationId: string
  tag: string
  summary: string
  description?: string
  /** null: any valid token; `session`: a member who signed in. */
  scope: Scope | null | 'public' | 'session'
  params?: P
  query?: Q
  body?: B
  /** Requests to show, by name; each is accepted as it stands on a new account. */
  examples?: Examples
  success: TSchema
  /** Status of success; 200 unless given. PUT answers 200 or 201. */
  status?: 200 | 201 | readonly [200, 201]
  /** Another media type than JSON in the answer of success. */
  produces?: string
  /** Media types of success that can be asked for in its place, with what they hold. */
  alsoProduces?: Record<string, TSchema>
  /** Another media type than JSON in the request, */
  consumes?: string
  /** with what it holds: described only, the route reads it itself. */
  upload?: TSchema
  /** Headers of the request beside the ones that follow from the method. */
  headers?: Record<string, TSchema>
  /** What the answer's headers hold beside the ones that follow from the method. */
  responseHeaders?: Record<string, string>
  /** Answers that another standard prescribes in place of a problem, by their status. */
  otherAnswers?: Record<number, { description: string; schema: TSchema }>
  /** Problems beyond those that follow from parameters, body, scope and method. */
  problems?: readonly ErrorCode[]
  /** The method changes something: takes `Idempotency-Key`. */
  changes?: boolean
  /** It tells what a change would give, and writes nothing: a key has no use. */
  previews?: boolean
  /** A POST that reads what its body asks for: nothing is written, no other change can be in its way. */
  queries?: boolean
  /** It changes what a stream of records says, and takes no key: sending it again changes nothing. */
  writesMany?: boolean
  /**
   * The record's JSON as it is now, of which a body in the words of an answer says nothing new: PUT and
   * PATCH of what there is a GET of have it.
   */
  current?: (actor: Actor, params: Static<P>, request: FastifyRequest) => Promise<string>
  /** The record where the answer to the change has more than it, and how it is found in there. */
  part?: { record: TSchema; find?: (whole: Record<string, unknown>, params: Static<P>) => unknown }
  /** Takes `If-Match` (writes) or answers `If-None-Match` (reads). */
  conditional?: boolean
}

/** A read that takes no parameters says so of one that is sent, as lists do. */
const NONE = closed({})

/** Route options of an endpoint, for `app.get(path, operation({...}), handler)`. */
export function operation<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(spec: OperationSpec<P, Q, B>) {
  const {
    operationId,
    tag,
    summary,
    description,
    scope,
    params,
    query,
    body,
    consumes,
    upload,
    produces,
    alsoProduces,
  } = spec
  const headers = requestHeaders(spec)
  const answered = answeredOf(spec)
  const schema = {
    operationId,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : isRead(spec) ? { querystring: NONE } : {}),
    ...(body ? { body: answered ? { ...body, 'x-answered': true } : body } : {}),
    ...(headers ? { headers } : {}),
    ...(consumes && upload ? { 'x-upload': { [consumes]: { schema: upload } } } : {}),
    ...(body ? { 'x-body-examples': bodyExamples(spec) } : {}),
    ...(isRead(spec) ? { 'x-read': true } : {}),
    ...(query && 'patternProperties' in query ? { 'x-custom-fields': true } : {}),
    security: securityOf(scope),
    response: responsesOf(spec),
  } as unknown as { params: P; querystring: Q; body: B }
  return {
    schema,
    config: {
      scope,
      ...(produces ? { produces } : {}),
      ...(alsoProduces ? { alsoProduces: Object.keys(alsoProduces) } : {}),
      ...(consumes ? { consumes } : {}),
      ...(answered ? { answered } : {}),
    },
  }
}

/** Whether it takes what its answers give: to change what is there, or to create the like. */
function answeredOf<P extends TSchema>({
  body,
  success,
  status,
  changes,
  current,
  part,
}: OperationSpec<P, TSchema, TSchema>): Answered | undefined {
  const { data } = (success as unknown as TObject).properties ?? {}
  const record = part?.record ?? data
  if (!body || !record || !changes || (!current && status !== 201)) return undefined
  return { body, record, current, part: part?.find }
}

function securityOf(scope: Scope | null | 'public' | 'session') {
  if (scope === 'public') return []
  if (scope === 'session') return [{ session: [] }]
  const needed = scope ? [scope] : []
  return [{ bearer: needed }, { oauth2: needed }]
}

/** It only reads, for a token: it takes `Prefer`. */
function isRead(spec: OperationSpec<TSchema, TSchema, TSchema>): boolean {
  const { scope, changes, previews, queries, writesMany } = spec
  const posts = changes || previews || queries || writesMany
  return scope !== 'public' && scope !== 'session' && !posts
}

/** Those given, or the schema's own. Where the address holds the fk_id, bodies leave it out. */
function bodyExamples({
  body,
  params,
  examples,
}: OperationSpec<TSchema, TSchema, TSchema>): Examples {
  const [own] = ((body as { examples?: Record<string, unknown>[] }).examples ?? []) as [
    Record<string, unknown>?,
  ]
  const all = examples ?? (own ? { example: { summary: 'A whole record', value: own } } : {})
  const { fk_id: inAddress } =
    (params as { properties?: Record<string, unknown> })?.properties ?? {}
  if (!inAddress) return all
  return Object.fromEntries(
    Object.entries(all).map(([name, { summary, value }]) => {
      const { fk_id: _, ...rest } = value
      return [name, { summary, value: rest }]
    }),
  )
}

const IDEMPOTENCY_KEY = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
  description:
    'Makes a retry safe: the answer is kept 24 hours and given again to the same request with the same key.',
})

// Without examples: tools that make requests of a document would send them.
function entityTags(component: string, description: string) {
  return Type.String({
    format: 'text',
    maxLength: 4000,
    description,
    'x-component': component,
  })
}

const IF_MATCH = entityTags('IfMatch', 'Write only if this `ETag` still holds; `W/` never does.')
const IF_SAME = entityTags('IfMatchOfRead', 'Read only if this `ETag` still holds, else 412.')
const IF_NEW = entityTags('IfNew', '`*`: write only if there is no such record yet.')
const IF_CHANGED = entityTags('IfNoneMatch', '304 if this `ETag` still holds.')

function requestHeaders({
  changes,
  previews,
  conditional,
  status,
  headers,
}: OperationSpec<TSchema, TSchema, TSchema>) {
  const upserts = Array.isArray(status)
  const properties = {
    ...headers,
    ...(changes ? { 'Idempotency-Key': Type.Optional(IDEMPOTENCY_KEY) } : {}),
    ...(conditional && (changes || previews) ? { 'If-Match': Type.Optional(IF_MATCH) } : {}),
    ...(conditional && upserts ? { 'If-None-Match': Type.Optional(IF_NEW) } : {}),
    ...(conditional && !changes && !previews
      ? { 'If-Match': Type.Optional(IF_SAME), 'If-None-Match': Type.Optional(IF_CHANGED) }
      : {}),
  }
  return Object.keys(properties).length ? Type.Object(properties) : undefined
}

/** The codes an endpoint can refuse with, from what it takes. */
function problemsOf(spec: OperationSpec<TSchema, TSchema, TSchema>): ErrorCode[] {
  const { scope, params, query, body, headers, changes, conditional, problems = [] } = spec
  const { previews, queries, upload, writesMany } = spec
  const upserts = Array.isArray(spec.status)
  const codes: ErrorCode[] = [...problems, 'internal_error', 'unavailable', 'not_acceptable']
  if (scope !== 'public') codes.push('unauthorized', 'account_closed', 'rate_limited')
  if (scope !== 'public' && scope !== 'session') codes.push('address_not_allowed')
  if (scope === 'session') codes.push('session_required')
  else if (scope !== 'public' && scope !== null) codes.push('insufficient_scope')
  if (scope !== 'public' && (changes || previews || queries || writesMany)) codes.push('cross_site')
  if (params || query || isRead(spec)) codes.push('invalid_parameter')
  if (params && !upserts) codes.push('not_found')
  if (headers) codes.push('invalid_header')
  // Searches have their share.
  if (query && 'q' in (query as unknown as TObject).properties) codes.push('quota_exceeded')
  if (body)
    codes.push('invalid_json', 'body_too_large', 'unsupported_media_type', 'validation_failed')
  if (changes)
    codes.push(
      'invalid_header',
      'idempotency_in_flight',
      'idempotency_mismatch',
      'conflict',
      'outcome_unknown',
    )
  if (previews) codes.push('conflict')
  if ((body || upload) && scope !== 'public') codes.push('quota_exceeded')
  if (writesMany)
    codes.push(
      'invalid_header',
      'body_too_large',
      'unsupported_media_type',
      'quota_exceeded',
      'outcome_unknown',
    )
  if (conditional) codes.push('precondition_failed', 'invalid_header')
  return [...new Set(codes)]
}

function contentOf(media: Record<string, TSchema>) {
  return Object.fromEntries(Object.entries(media).map(([type, schema]) => [type, { schema }]))
}

function responsesOf(spec: OperationSpec<TSchema, TSchema, TSchema>) {
  const responses: Record<string, unknown> = {}
  for (const status of [spec.status ?? 200].flat()) {
    responses[status] = {
      description: successDescription(status, spec),
      headers: successHeaders(status, spec),
      content: {
        [spec.produces ?? 'application/json']: { schema: spec.success },
        ...contentOf(spec.alsoProduces ?? {}),
      },
    }
  }
  if (spec.conditional && !spec.changes && !spec.previews) {
    responses[304] = {
      description: 'Not modified: the caller has this version.',
      headers: headersNamed('ETag', 'Preference-Applied', ...EVERYWHERE),
      type: 'null',
    }
  }
  const byStatus = Map.groupBy(problemsOf(spec), (code) => errorCodes[code][0])
  for (const [status, codes] of byStatus) {
    responses[status] = {
      description: codes.join(', '),
      content: { 'application/problem+json': { schema: Type.Ref('Problem'), 'x-codes': codes } },
    }
  }
  for (const [status, { description, schema }] of Object.entries(spec.otherAnswers ?? {})) {
    responses[status] = {
      description,
      headers: headersNamed(...(status === '401' ? ['WWW-Authenticate'] : []), ...EVERYWHERE),
      content: contentOf({ 'application/json': schema }),
    }
  }
  return responses
}

function successDescription(
  status: 200 | 201,
  { changes, operationId }: { changes?: boolean; operationId: string },
) {
  if (status === 201) return 'Resource created successfully'
  if (!changes) return 'Successful operation'
  return operationId.startsWith('delete')
    ? 'Resource deleted successfully'
    : 'Resource updated successfully'
}

/** Headers of every answer to a token. */
const EVERYWHERE = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const

function successHeaders(status: number, spec: OperationSpec<TSchema, TSchema, TSchema>) {
  const { changes, conditional, operationId, previews, produces, query, scope, upload } = spec
  const { responseHeaders = {}, problems = [] } = spec
  const isLimited = scope !== 'public' || problems.includes('rate_limited')
  const isList = query !== undefined && 'cursor' in (query as unknown as TObject).properties
  const isRecord = !upload && !previews && !operationId.startsWith('delete')
  const own = Object.entries(responseHeaders).map(([name, description]) => [
    name,
    { type: 'string', format: 'text', maxLength: 3000, description },
  ])
  return {
    ...headersNamed(
      ...(isRecord && (conditional || status === 201) ? ['ETag'] : []),
      ...(status === 201 ? ['Location'] : []),
      ...(isList && !produces ? ['Link'] : []),
      ...(changes ? ['Idempotency-Replayed'] : []),
      ...(isRead(spec) ? ['Preference-Applied'] : []),
    ),
    ...Object.fromEntries(own),
    ...headersNamed(...(isLimited ? EVERYWHERE : ['X-Request-Id'])),
  }
}

/** Headers that the document describes once: `src/http/openapi/components.ts`. */
function headersNamed(...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
}
