import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problems.ts'
import { requireScope, type Scope } from '../base/scopes.ts'
import { traceParent } from '../base/trace-context.ts'
import type { Database, Db } from '../database/database.ts'
import { databaseProblem } from '../database/failures.ts'
import { type Message, msg } from '../texts/message.ts'
import type { Actor, TokenHolder } from './actor.ts'
import { mayChange, refuseCrossSite, sessionCookieOf } from './browser.ts'
import { refuseLess, watched } from './lasting.ts'
import { refuseElsewhere } from './machines/addresses.ts'
import type { IssuerKeys } from './machines/issuer-keys.ts'
import { issuers_findByAudience } from './machines/issuers-sql.ts'
import { isJwt, type JwtVerifier, jwtVerifier, nameOfJwt } from './machines/jwts.ts'
import { scopesOfRole } from './roles.ts'
import { sightOf } from './row-scope.ts'
import { closedUntil, type SessionTimes } from './sessions.ts'
import { sessions_touch } from './sessions-sql.ts'
import {
  type ActorRow,
  tokens_findByOldSecret,
  tokens_findBySha256,
  tokens_touch,
  tokens_touchOld,
} from './sql.ts'
import { TEST_HEADER } from './test-accounts/sql.ts'
import { accountOf, type SecretKind, sha256 } from './tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Looks whether a token still works, where a request lasts. */
    findToken: Authenticator['find']
  }
  interface FastifyRequest {
    actor: TokenHolder | null
  }
  interface FastifyContextConfig {
    /**
     * The scope that the route needs; null: any valid token. `session`: a member who signed in.
     * `public` routes need no token.
     */
    scope?: Scope | 'public' | 'session' | null
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
  /** Resolves the secret of a token or session; refuses with `unauthorized`. */
  find(secret: string): Promise<TokenHolder>
  /** Forgets all tokens at once, in this process; the others do within a second. */
  forget(): void
}

/** @param keys of the issuers whose JWTs are taken */
export function authenticator(
  databases: Databases,
  times: SessionTimes,
  keys: IssuerKeys,
): Authenticator {
  const cache = new Map<string, { actor: TokenHolder; until: number }>()
  const jwts = jwtVerifier(keys, (detail) => unauthorized(detail, 'invalid_token'))
  return {
    forget: () => cache.clear(),
    async find(token) {
      const now = Date.now()
      const name = isJwt(token) ? nameOfJwt(token) : token
      const cached = cache.get(name)
      if (cached && cached.until > now) return cached.actor
      const actor = isJwt(token)
        ? await lookUpJwt(databases, jwts, token)
        : await lookUp(databases, times, token)
      if (cache.size >= CACHE_SIZE) cache.clear()
      cache.set(name, {
        actor,
        until: Math.min(now + CACHE_MS, actor.expires_at?.getTime() ?? Infinity),
      })
      return actor
    },
  }
}

async function lookUp(
  { db, pipelined }: Databases,
  times: SessionTimes,
  secret: string,
): Promise<TokenHolder> {
  const kind: SecretKind = secret.startsWith('pds_') ? 'session' : 'token'
  const account = accountOf(kind, secret)
  if (account === undefined)
    throw unknown(kind, msg`The token is malformed: one looks like \`pdo_1_…\`.`)
  const digest = sha256(secret)
  const [found] = await tokens_findBySha256(pipelined, [account, digest])
  const [row] =
    found || kind === 'session'
      ? [found]
      : await tokens_findByOldSecret(pipelined, [account, digest])
  if (!row) throw unknown(kind, msg`The token is unknown, expired or revoked.`)
  refuseClosed(row)
  if (!row.used_lately) await touch(db, row, times, row !== found)
  const { only_users, only_branches, delete_at: _, ...holder } = row
  const only = sightOf(row)
  const scopes = row.role === null ? row.scopes : [...scopesOfRole(row.role)]
  return { ...holder, scopes, only, secret }
}

/**
 * Whoever an issuer says that the bearer is. The issuer is looked up as tokens are, so what changes
 * about it is known as soon; its signature is not looked at again.
 */
async function lookUpJwt(
  { db, pipelined }: Databases,
  jwts: JwtVerifier,
  secret: string,
): Promise<TokenHolder> {
  const [row] = await issuers_findByAudience(pipelined, jwts.audienceOf(secret))
  if (!row) {
    const detail = msg`The issuer that the audience of the JWT was given to is no longer trusted.`
    throw unauthorized(detail, 'invalid_token')
  }
  const { subject, scopes, expires_at: end } = await jwts.verify(secret, row)
  refuseClosed(row)
  if (!row.used_lately) await touch(db, row, { idleS: 0, longestS: 0 })
  const { only_users, only_branches, trust: _trust, delete_at: _, ...holder } = row
  const expires_at = row.expires_at && row.expires_at < end ? row.expires_at : end
  const token_name = [...`${row.token_name}: ${subject}`].slice(0, LONGEST_NAME).join('')
  const only = sightOf(row)
  return { ...holder, token_name, scopes, expires_at, only, secret }
}

/** Nobody reads or writes what is about to be removed; whoever has no token does not learn of it. */
function refuseClosed({ delete_at }: ActorRow): void {
  if (delete_at !== null) throw new Problem('account_closed', closedUntil(delete_at))
}

/** Of a token, in characters. */
const LONGEST_NAME = 200

function unknown(kind: SecretKind, detail: Message): Problem {
  if (kind === 'session') return unauthorized(msg`The session has ended: sign in again.`)
  return unauthorized(detail, 'invalid_token')
}

/** A database that takes no changes just now can still be read. */
async function touch(
  db: Db,
  { account_id, id_token, kind }: ActorRow,
  { idleS, longestS }: SessionTimes,
  isOld = false,
): Promise<void> {
  try {
    if (kind === 'session') await sessions_touch(db, [account_id, id_token, idleS, longestS])
    else await (isOld ? tokens_touchOld : tokens_touch)(db, [account_id, id_token])
  } catch (error) {
    if (databaseProblem(error)?.code !== 'unavailable') throw error
  }
}

/** RFC 6750, 3.1: no error code where another scheme or none was sent. */
export function unauthorized(
  detail: Message,
  error?: 'invalid_token' | 'invalid_request',
): Problem {
  const challenge = error ? `Bearer realm="pedido", error="${error}"` : 'Bearer realm="pedido"'
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } })
}

interface Options {
  /** Counts failures for the rate limit. */
  onFailure: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** People may sign in by plain http. */
  isInsecureAllowed: boolean
}

/**
 * Adds authentication before everything else: no route, not even an unknown path, answers without
 * a token or a session unless it is public.
 */
export function requireTokens(
  app: FastifyInstance,
  tokens: Authenticator,
  { onFailure, isInsecureAllowed }: Options,
): void {
  app.decorate('findToken', tokens.find)
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request, reply) => {
    const { scope } = request.routeOptions.config
    if (scope === 'public') return
    const session = sessionSecretOf(request, isInsecureAllowed)
    try {
      request.actor = await tokens.find(session ?? bearerToken(request.headers.authorization))
    } catch (error) {
      // A page of somebody who was signed out asks on, and guesses nothing.
      const isGuess = error instanceof Problem && error.code === 'unauthorized' && !session
      if (isGuess) await onFailure(request, reply)
      throw error
    }
    refuseElsewhere(request.actor, request)
    if (request.actor.test) reply.header(TEST_HEADER, 'true')
    if (scope === 'session') requireSession(request.actor)
    else if (scope) requireScope(request.actor.scopes, scope)
  })
}

/**
 * The secret in the cookie of a request, where it has one.
 * @throws Problem where a token came with it, or a page of another origin sent it
 */
function sessionSecretOf(request: FastifyRequest, isInsecureAllowed: boolean): string | undefined {
  const session = sessionCookieOf(request, isInsecureAllowed)
  if (session === undefined) return undefined
  if (request.headers.authorization !== undefined) {
    throw new Problem('bad_request', msg`Send a token or the cookie of a session, not both.`)
  }
  if (mayChange(request)) refuseCrossSite(request, true)
  // A token is no cookie.
  return session.startsWith('pds_') ? session : 'pds_'
}

function requireSession({ id_member }: TokenHolder): void {
  if (id_member !== null) return
  throw new Problem(
    'session_required',
    msg`This is for members who signed in; a token is no member.`,
  )
}

function bearerToken(header: string | undefined): string {
  if (!/^Bearer\b/i.test(header ?? '')) {
    throw unauthorized(msg`Send \`Authorization: Bearer <token>\`.`)
  }
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header ?? '')
  if (!match?.[1])
    throw unauthorized(msg`The Authorization header is not \`Bearer <token>\`.`, 'invalid_request')
  // A session is for the cookie that no script can read.
  return match[1].startsWith('pds_') ? 'pdo_' : match[1]
}

/** Who makes this request; the route is not public. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new Error('a public route has no actor')
  const traceparent = traceParent(request) ?? null
  return { ...request.actor, request_id: request.id, traceparent }
}

/** @throws Problem where who sent a request may no longer do what it needs */
export async function refuseEnded(request: FastifyRequest, ...needed: Scope[]): Promise<void> {
  const actor = actorOf(request)
  const now = await request.server.findToken(actor.secret)
  refuseElsewhere(now, request)
  refuseLess(now, actor, ...needed)
}

/**
 * Looks whether who sent a request may still do what it needs, as long as it lasts.
 * @param needed unless given, the scope of its route
 * @returns aborted with the Problem where he may not
 */
export function watchedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  ...needed: Scope[]
): AbortSignal {
  const { scope } = request.routeOptions.config
  const own = scope && scope !== 'public' && scope !== 'session' ? [scope] : []
  const done = new AbortController()
  reply.raw.once('close', () => done.abort())
  const look = () => refuseEnded(request, ...(needed.length > 0 ? needed : own))
  return watched(look, isOfAsker, done.signal)
}

const isOfAsker = (error: unknown) =>
  error instanceof Problem &&
  ['unauthorized', 'address_not_allowed', 'insufficient_scope', 'account_closed'].includes(
    error.code,
  )
