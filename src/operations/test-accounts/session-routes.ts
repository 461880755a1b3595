import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Actor } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import {
  hiddenCookie,
  homeCookieOf,
  noSessionCookies,
  sessionCookie,
} from '../../access/browser.ts'
import { notFound, Problem } from '../../base/problems.ts'
import { requireScope } from '../../base/scopes.ts'
import { inTransaction, type Tx } from '../../database/database.ts'
import type { App } from '../../http/app.ts'
import { deletedEnvelope, sendJson } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, deleted } from '../../http/schemas.ts'
import { joinAsOwner } from '../../members/commands.ts'
import { endOwnSession } from '../../members/sign-in/profile.ts'
import { fromOf, SET_COOKIE, sendSession } from '../../members/sign-in/routes.ts'
import { beginSession } from '../../members/sign-in/sign-ins.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { findTestAccount } from './commands.ts'

const own = { tag: 'Sessions', scope: 'session' } as const

/** Going to the test account and back, as who is signed in. */
export function testSessionRoutes(app: App, services: Services): void {
  enterRoute(app, services)
  leaveRoute(app, services)
}

function enterRoute(app: App, services: Services): void {
  const { primary, config, sessionTimes } = services
  app.post(
    '/session/test-account',
    operation({
      ...own,
      operationId: 'enterTestAccount',
      summary: 'Go to the test account',
      description:
        'The answer sets a session of the test account in the cookie, as its owner. The one that asks goes on, and `DELETE /session/test-account` leads back to it. For members who may manage tokens.',
      success: changed(Type.Ref('Session')),
      status: 201,
      responseHeaders: SET_COOKIE,
      problems: [
        'cross_site',
        'insufficient_scope',
        'not_found',
        'test_account_exists',
        'conflict',
        'bad_request',
      ],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      requireScope(actor.scopes, 'tokens:manage')
      if (actor.test) {
        throw new Problem('test_account_exists', msg`This is a test account itself.`)
      }
      const from = fromOf(request, config)
      const started = await inTransaction(primary, async (tx) =>
        beginSession(tx, await visitor(tx, actor), from, sessionTimes, 'session'),
      )
      return sendSession(request, reply, services, from, started, true)
    },
  )
}

/** Whoever asks, as a member of the test account. */
async function visitor(tx: Tx, { account_id, id_member }: Actor) {
  const { id } = await findTestAccount(tx, account_id)
  return joinAsOwner(tx, { account_id, id: id_member ?? 0 }, id)
}

function leaveRoute(app: App, services: Services): void {
  const { primary, forgetTokens } = services
  app.delete(
    '/session/test-account',
    operation({
      ...own,
      operationId: 'leaveTestAccount',
      summary: 'Go back from the test account',
      description:
        'Ends the session and sets the one before in the cookie (`visit` of the session says whether there is one). Where that has ended meanwhile, nobody is signed in any more.',
      success: deleted,
      responseHeaders: SET_COOKIE,
      problems: ['cross_site', 'not_found', 'bad_request'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const cookies = await wayBack(request, services)
      if (!cookies) throw notFound(msg`A session to go back to`)
      await endOwnSession(primary, actor, actor.id_token)
      forgetTokens()
      app.onCommitted(actor.account_id)
      return sendJson(reply.header('Set-Cookie', cookies), deletedEnvelope(actor.id_token))
    },
  )
}

/**
 * The cookies by which a browser goes back from a test account to the session before, or to none where that
 * has ended. Undefined where its member did not come from another account.
 */
export async function wayBack(
  request: FastifyRequest,
  { config, sessionTimes }: Pick<Services, 'config' | 'sessionTimes'>,
): Promise<string[] | undefined> {
  const home = homeCookieOf(request, config.ALLOW_INSECURE_SIGN_IN)
  if (!request.actor?.test || home === '') return undefined
  if (!(await works(request, home))) return noSessionCookies(request)
  return [
    sessionCookie(request, home, sessionTimes.longestS),
    hiddenCookie(request, 'pedido_home', '', 0),
  ]
}

/** Whether the secret is that of a session which goes on. */
async function works({ server }: FastifyRequest, secret: string): Promise<boolean> {
  if (!secret.startsWith('pds_')) return false
  return server.findToken(secret).then(
    () => true,
    () => false,
  )
}
