import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import {
  cookieOf,
  hiddenCookie,
  homeCookieOf,
  isTrustworthy,
  noSessionCookies,
  refuseCrossSite,
  sessionCookie,
  sessionCookieOf,
} from '../../access/browser.ts'
import type { NewSession } from '../../access/sessions.ts'
import { sessions_find } from '../../access/sessions-sql.ts'
import { Problem } from '../../base/problems.ts'
import { traceParent } from '../../base/trace-context.ts'
import type { Config } from '../../config.ts'
import type { App } from '../../http/app.ts'
import { prefixOf } from '../../http/change.ts'
import { deletedEnvelope, sendJson, singleEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { changed, deleted, single } from '../../http/schemas.ts'
import { leftOf } from '../../http/turns/left.ts'
import { laterWork } from '../../jobs/later.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { findLink } from '../links.ts'
import { sessionGone, signIn, useLink } from './commands.ts'
import { isKnownBrowser, KNOWN_DAYS, rememberPlaces } from './delays.ts'
import { ownRoutes } from './own-routes.ts'
import { endFormerSession, endOwnSession, sessionJson } from './profile.ts'
import { linkBody, linkInfo, linkReadBody, openSession, session, signInBody } from './schema.ts'
import { type From, recordFailures } from './sign-ins.ts'
import { type Candidate, passkeys_named } from './sql.ts'

const ref = Type.Ref('Session')
const open = { tag: 'Sessions', scope: 'public' } as const
const own = { tag: 'Sessions', scope: 'session' } as const
// A cookie and a token at once.
const both = 'bad_request'

/** Signing in and out, and the sessions of the member who asks. */
export function sessionRoutes(app: App, services: Services): void {
  for (const schema of [session, openSession, linkInfo]) app.addSchema(schema)
  signInRoute(app, services)
  linkRoutes(app, services)
  sessionRoute(app, services)
  ownRoutes(app, services)
}

export const SET_COOKIE = {
  'Set-Cookie': 'The session, and the cookie that makes the browser known. Scripts read neither.',
}

function signInRoute(app: App, services: Services): void {
  const { primary, config } = services
  const later = laterWork(app)
  app.post(
    '/session',
    operation({
      ...open,
      operationId: 'signIn',
      summary: 'Sign in with e-mail and password',
      description:
        'The answer sets the session in a cookie. Another cookie makes the browser known, so that failed attempts of others do not delay it. After a few failed attempts from one address the next ones have to wait, each longer than the one before.',
      body: signInBody,
      success: changed(ref),
      status: 201,
      responseHeaders: SET_COOKIE,
      problems: [...signInProblems, 'invalid_credentials', 'account_needed'],
    }),
    async (request, reply) => {
      refuseUnsafe(request, config.ALLOW_INSECURE_SIGN_IN)
      const from = fromOf(request, config)
      const onFailure = (members: Candidate[]) =>
        later(request.log, async () => {
          await recordFailures(primary, members, from, 'password')
          for (const { account_id } of members) app.onCommitted(account_id)
        })
      const started = await guessing(services, request, reply, () =>
        signIn(services, request.body, from, onFailure),
      )
      return sendSession(request, reply, services, from, started)
    },
  )
}

export const signInProblems = [
  'rate_limited',
  'quota_exceeded',
  'cross_site',
  'insecure_connection',
  'conflict',
] as const

function linkRoutes(app: App, services: Services): void {
  const { primary, config } = services
  app.post(
    '/session/link',
    operation({
      ...open,
      operationId: 'useLink',
      summary: 'Use a one-time link: choose a password and be signed in',
      description:
        'An invitation, a reset, or the link of a first start, which makes the first member. Other sessions of the member end, and their passkeys are removed unless `keep_passkeys` is true.',
      body: linkBody,
      success: changed(ref),
      status: 201,
      responseHeaders: SET_COOKIE,
      problems: [...signInProblems, 'link_gone', 'duplicate_email'],
    }),
    async (request, reply) => {
      refuseUnsafe(request, config.ALLOW_INSECURE_SIGN_IN)
      const from = fromOf(request, config)
      const started = await guessing(services, request, reply, () =>
        useLink(services, request.body, from),
      )
      return sendSession(request, reply, services, from, started)
    },
  )

  app.post(
    '/session/link/read',
    operation({
      ...open,
      operationId: 'readLink',
      summary: 'Read who a one-time link is for, without using it',
      description: 'It is a POST, so that the link stands in no address.',
      body: linkReadBody,
      success: single(Type.Ref('Link')),
      problems: ['link_gone', 'rate_limited'],
    }),
    async (request, reply) => {
      const link = await guessing(services, request, reply, () =>
        findLink(primary, request.body.link),
      )
      const { purpose, email, name, account_id, id_member } = link
      const rows = await passkeys_named(primary, [account_id, id_member ?? 0])
      const passkeys = rows.map(({ document }) => JSON.parse(document))
      const account = { name: link.account_name }
      const document = JSON.stringify({ purpose, email, name, account, passkeys })
      return sendJson(reply.header('Cache-Control', 'no-store'), singleEnvelope(document))
    },
  )
}

const GUESSES: string[] = ['invalid_credentials', 'link_gone', 'challenge_gone', 'sign_in_refused']

/** Counts what may have been a guess at a secret. */
export async function guessing<T>(
  { countFailure }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isGuess = error instanceof Problem && GUESSES.includes(error.code)
    if (isGuess) await countFailure(request, reply)
    throw error
  }
}

/** Counts a sign-in that is begun: anybody may, and each time a row is written. */
export async function beginning(
  { primary, config, countBeginning }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const from = fromOf(request, config)
  const isKnown = await isKnownBrowser(primary, from)
  await countBeginning(isKnown ? from.browser : from.network, reply)
}

/** Neither a page of others nor a connection that others can read signs anybody in. */
export function refuseUnsafe(request: FastifyRequest, isInsecureAllowed: boolean): void {
  refuseCrossSite(request, false)
  if (isInsecureAllowed || isTrustworthy(request)) return
  throw new Problem(
    'insecure_connection',
    msg`Passwords and sessions are not sent over plain http. Open the service by https; for a trial in a closed network the operator sets ALLOW_INSECURE_SIGN_IN=true.`,
  )
}

export function fromOf(
  request: FastifyRequest,
  { ALLOW_INSECURE_SIGN_IN: isInsecureAllowed }: Pick<Config, 'ALLOW_INSECURE_SIGN_IN'>,
): From {
  const { ip, headers } = request
  const browser = cookieOf(request, 'pedido_browser', isInsecureAllowed) ?? ''
  return {
    address: ip.slice(0, 100),
    user_agent: headers['user-agent'] ?? null,
    network: networkOf(request),
    left: leftOf(request),
    browser: BROWSER.test(browser) ? browser : randomBytes(32).toString('base64url'),
    request_id: request.id,
    traceparent: traceParent(request) ?? null,
  }
}

const BROWSER = /^[A-Za-z0-9_-]{43}$/

/**
 * The session that began, in its cookie, and what the browser is known by from now on. The session that
 * it had before ends, unless the member comes back to it from a test account.
 */
export async function sendSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { primary, sessionTimes, forgetTokens, config }: Services,
  from: From,
  { row, secret, account_id }: NewSession & { account_id: number },
  isVisit = false,
): Promise<FastifyReply> {
  const isInsecureAllowed = config.ALLOW_INSECURE_SIGN_IN
  const before = sessionCookieOf(request, isInsecureAllowed) ?? ''
  const home = homeCookieOf(request, isInsecureAllowed)
  for (const old of isVisit ? [home] : [before, home]) {
    const former = await endFormerSession(primary, old, from)
    if (former !== undefined) request.server.onCommitted(former)
  }
  await rememberPlaces(primary, row.email, from)
  forgetTokens()
  request.server.onCommitted(account_id)
  reply.code(201).headers({
    'Set-Cookie': [
      sessionCookie(request, secret, sessionTimes.longestS),
      ...(isVisit ? [hiddenCookie(request, 'pedido_home', before, sessionTimes.longestS)] : []),
      ...(isVisit || home === '' ? [] : [hiddenCookie(request, 'pedido_home', '', 0)]),
      hiddenCookie(request, 'pedido_browser', from.browser, KNOWN_DAYS * 86_400),
    ],
    'Cache-Control': 'no-store',
    Location: `${prefixOf(request)}/session`,
  })
  return sendJson(reply, singleEnvelope(sessionJson(row, isVisit), 'Resource created successfully'))
}

// Sessions are read where they are written: who has just signed in reads his on any process.

function sessionRoute(app: App, { primary, forgetTokens, config }: Services): void {
  const { ALLOW_INSECURE_SIGN_IN: isInsecureAllowed } = config
  app.get(
    '/session',
    operation({
      ...own,
      operationId: 'readSession',
      summary: 'Read who is signed in, and what they may do',
      description: 'With the account. 401 where nobody is signed in.',
      success: single(ref),
      problems: [both],
    }),
    async (request, reply) => {
      const { account_id, id_token } = actorOf(request)
      const [row] = await sessions_find(primary, [account_id, id_token])
      if (!row) throw sessionGone()
      const document = sessionJson(row, homeCookieOf(request, isInsecureAllowed) !== '')
      return sendJson(reply.header('Cache-Control', 'no-store'), singleEnvelope(document))
    },
  )

  app.delete(
    '/session',
    operation({
      ...own,
      operationId: 'deleteSession',
      summary: 'Sign out',
      description: 'Ends the session, on every process within two seconds, and clears its cookie.',
      success: deleted,
      responseHeaders: SET_COOKIE,
      problems: ['cross_site', both],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { account_id, id_token } = actor
      await endOwnSession(primary, actor, id_token)
      const home = homeCookieOf(request, isInsecureAllowed)
      await endFormerSession(primary, home, fromOf(request, config))
      forgetTokens()
      app.onCommitted(account_id)
      reply.header('Set-Cookie', noSessionCookies(request))
      return sendJson(reply, deletedEnvelope(id_token))
    },
  )
}
