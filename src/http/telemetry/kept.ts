import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_ERRORS, type Problem } from '../../base/problems.ts'
import { pointersAsSent } from '../returned/understand.ts'
import { maskedBody, maskedPath, maskedPlace, maskedQuery, type Shape } from './masked.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request was answered with, where it is a problem. */
    problem: Problem | null
  }
}

/** A request of a token as it is kept: nothing personal and no secret is in it. */
export interface KeptRequest {
  account_id: number
  id_token: number
  /** When it was answered. */
  time: string
  method: string
  path: string
  /** Null where there is no such address. */
  operation: string | null
  /** Who has it may see the body; null: everybody who sees the request. */
  scope: string | null
  status: number
  code: string | null
  /** JSON, of a refused one. */
  errors: string | null
  query: string | null
  body: string | null
  request_id: string
  milliseconds: number
}

/**
 * Hands on each change that a token asked for and each of its requests that was refused. What people do
 * who signed in is not handed on.
 */
export function keepRequests(app: FastifyInstance, keep: (request: KeptRequest) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { actor, method } = request
    const isKept = reply.statusCode >= 400 || CHANGES.has(method)
    if (isKept && actor !== null && actor.kind !== 'session') keep(keptOf(request, reply))
    done()
  })
}

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Records that are people: of them nothing but ids and words of lists is kept. */
const OF_PEOPLE = /^\/(customers|users|members|session|sessions|sign-in-provider)(\/|$)/

function keptOf(request: FastifyRequest, reply: FastifyReply): KeptRequest {
  const { actor, id, method, routeOptions, problem } = request
  if (actor === null) throw new Error('a request without a token is not kept')
  const { scope } = routeOptions.config
  const isRefused = reply.statusCode >= 400
  return {
    account_id: actor.account_id,
    id_token: actor.id_token,
    time: new Date().toISOString(),
    method,
    path: pathOf(request),
    operation: schemasOf(request).operationId ?? null,
    scope: scope === 'public' || scope === 'session' ? null : (scope ?? null),
    status: reply.statusCode,
    code: problem?.code ?? null,
    errors: problem ? errorsOf(request, problem) : null,
    query: isRefused ? queryOf(request) : null,
    body: isRefused ? bodyOf(request) : null,
    request_id: id,
    milliseconds: Math.round(reply.elapsedTime),
  }
}

interface Schemas {
  operationId?: string
  params?: Shape
  querystring?: Shape
  body?: Shape
}

const schemasOf = ({ routeOptions }: FastifyRequest) => (routeOptions.schema ?? {}) as Schemas

/** Of an address that there is not, its beginning, where that can be the name of a list. */
function pathOf(request: FastifyRequest): string {
  const { url: pattern } = request.routeOptions
  if (pattern === undefined || request.is404) {
    const [, first = ''] = /^\/([a-z_-]{0,40})(?=[/?]|$)/.exec(request.url) ?? []
    return request.url.length === first.length + 1 ? `/${first}` : `/${first || '***'}/***`
  }
  const params = (request.params ?? {}) as Record<string, unknown>
  return maskedPath(pattern, params, schemasOf(request).params, namedBy(request))
}

function errorsOf(request: FastifyRequest, problem: Problem): string {
  const errors = pointersAsSent(request, problem.errors.slice(0, MAX_ERRORS))
  const kept = errors.map(({ pointer, parameter, header, code }) => {
    const place = pointer ?? parameter ?? header
    return { place: place === undefined ? null : maskedPlace(place), code }
  })
  return JSON.stringify(kept)
}

function queryOf(request: FastifyRequest): string | null {
  const query = (request.query ?? {}) as Record<string, unknown>
  if (Object.keys(query).length === 0) return null
  return JSON.stringify(maskedQuery(query, schemasOf(request).querystring, namedBy(request)))
}

/** As it was sent, also where it was understood as another one. */
function bodyOf(request: FastifyRequest): string | null {
  const { body, understood, rawBody } = request
  const sent = understood && rawBody !== undefined ? JSON.parse(rawBody) : body
  const isOfPerson = OF_PEOPLE.test(request.routeOptions.url ?? '')
  const masked = maskedBody(sent, schemasOf(request).body, namedBy(request), isOfPerson)
  return masked ? JSON.stringify(masked) : null
}

const namedBy = (request: FastifyRequest) => (name: string) => request.server.getSchema(name)
