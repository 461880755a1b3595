import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../base/refusals.ts'
import { requireScope, type Scope } from '../base/scopes.ts'
import { traceParent } from '../base/trace-context.ts'
import type { Database, Db } from '../database/database.ts'
import { databaseRefusal } from '../database/failures.ts'
import type { Actor, TokenHolder } from './actor.ts'
import { type ActorRow, tokens_findBySha256, tokens_touch } from './sql.ts'
import { accountOfToken, sha256 } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: TokenHolder | null
  }
  interface FastifyContextConfig {
    /** The scope that the route needs; `public` routes need no token; null: any valid token. */
    scope?: Scope | 'public' | null
    /** The media type of the answer, where it is not JSON. */
    produces?: string
    /** Other media types that are asked for by `Accept` or `format`. */
    alsoProduces?: readonly string[]
    /** The media type of the request, where it is not JSON. */
    consumes?: string
  }
}

/** A revoked token works for at most this long: its cached row is looked up again after it. */
const CACHE_MS = 1000
const CACHE_SIZE = 10_000

type Databases = Pick<Database, 'db' | 'pipelined'>

export interface Authenticator {
  /** Resolves the token of a request; refuses with `unauthorized`. */
  find(token: string): Promise<TokenHolder>
  /** Forgets all tokens at once, in this process; the others do within a second. */
  forget(): void
}

export function authenticator(databases: Databases): Authenticator {
  const cache = new Map<string, { actor: TokenHolder; until: number }>()
  return {
    forget: () => cache.clear(),
    async find(token) {
      const now = Date.now()
      const cached = cache.get(token)
      if (cached && cached.until > now) return cached.actor
      const actor = await lookUp(databases, token)
      if (cache.size >= CACHE_SIZE) cache.clear()
      cache.set(token, {
        actor,
        until: Math.min(now + CACHE_MS, actor.expires_at?.getTime() ?? Infinity),
      })
      return actor
    },
  }
}

async function lookUp({ db, pipelined }: Databases, token: string): Promise<TokenHolder> {
  const account = accountOfToken(token)
  if (account === undefined)
    throw unauthorized('The token is malformed: one looks like `pdo_1_…`.', 'invalid_token')
  const [row] = await tokens_findBySha256(pipelined, [account, sha256(token)])
  if (!row) throw unauthorized('The token is unknown, expired or revoked.', 'invalid_token')
  if (!row.used_lately) await touch(db, row)
  return { ...row, secret: token }
}

/** A database that takes no changes just now can still be read. */
async function touch(db: Db, { account_id, id_token }: ActorRow): Promise<void> {
  try {
    await tokens_touch(db, [account_id, id_token])
  } catch (error) {
    if (databaseRefusal(error)?.code !== 'unavailable') throw error
  }
}

/** RFC 6750, 3.1: no error code where another scheme or none was sent. */
function unauthorized(detail: string, error?: 'invalid_token' | 'invalid_request'): Refusal {
  const challenge = error ? `Bearer realm="pedido", error="${error}"` : 'Bearer realm="pedido"'
  return new Refusal('unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } })
}

/**
 * Adds authentication before everything else: no route, not even an unknown path, answers without
 * a token unless it is public. `onFailure` counts failures for the rate limit.
 */
export function requireTokens(
  app: FastifyInstance,
  tokens: Authenticator,
  onFailure: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request, reply) => {
    const scope = request.routeOptions.config.scope
    if (scope === 'public') return
    try {
      request.actor = await tokens.find(bearerToken(request.headers.authorization))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unauthorized') await onFailure(request, reply)
      throw error
    }
    if (scope) requireScope(request.actor.scopes, scope)
  })
}

function bearerToken(header: string | undefined): string {
  if (!/^Bearer\b/i.test(header ?? '')) {
    throw unauthorized('Send `Authorization: Bearer <token>`.')
  }
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header ?? '')
  if (!match?.[1])
    throw unauthorized('The Authorization header is not `Bearer <token>`.', 'invalid_request')
  return match[1]
}

/** Who makes this request; the route is not public. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new Error('a public route has no actor')
  const traceparent = traceParent(request) ?? null
  return { ...request.actor, request_id: request.id, traceparent }
}
