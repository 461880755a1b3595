import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { baseOf, cookieOf, hiddenCookie } from '../../access/browser.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { sendRecord } from '../../http/conditional.ts'
import { sendJson, singleEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { checkUnderstood } from '../../http/returned/understand.ts'
import { changed, deleted, idParams, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { unlinkMember } from '../manage.ts'
import {
  beginning,
  fromOf,
  guessing,
  refuseUnsafe,
  SET_COOKIE,
  sendSession,
} from '../sign-in/routes.ts'
import { providerClient } from './client.ts'
import { answerBody, beginBody, begun, provider, providerBody } from './schema.ts'
import { checkIssuer, deleteProvider, findProvider, providerJson, setProvider } from './settings.ts'
import { beginWay, finishWay, type ProviderParts, WAY_S } from './sign-in.ts'

const ref = Type.Ref('SignInProvider')
const open = { tag: 'Single sign-on', scope: 'public' } as const
const managed = { tag: 'Single sign-on', scope: 'members:manage' } as const
const COOKIE = 'pedido_provider'

/** Signing in by OpenID Connect, and where that is. */
export function providerRoutes(app: App, services: Services): void {
  for (const schema of [provider, begun]) app.addSchema(schema)
  const { primary: db, secrets, outbound, config } = services
  const client = providerClient(outbound)
  const partsOf = (request: FastifyRequest): ProviderParts => ({
    db,
    secrets,
    client,
    base: baseOf(request, config.PUBLIC_URL),
  })
  settingRoutes(app, services, partsOf)
  unlinkRoute(app, services)
  beginRoute(app, services, partsOf)
  finishRoute(app, services, partsOf)
}

type PartsOf = (request: FastifyRequest) => ProviderParts

function settingRoutes(app: App, { primary, outbound, readsOf }: Services, partsOf: PartsOf): void {
  app.get(
    '/sign-in-provider',
    operation({
      ...managed,
      operationId: 'readSignInProvider',
      summary: 'Read where members sign in by OpenID Connect',
      description: 'With the address to register there. The client’s secret is never shown.',
      success: single(ref),
      conditional: true,
      problems: ['not_found'],
    }),
    async (request, reply) => {
      const row = await findProvider(readsOf(request).db, actorOf(request).account_id)
      return sendRecord(request, reply, providerJson(row, partsOf(request).base))
    },
  )

  app.put(
    '/sign-in-provider',
    operation({
      ...managed,
      operationId: 'setSignInProvider',
      summary: 'Let members sign in by OpenID Connect',
      description:
        'Send it whole; only the secret may be left out, and then stays. An account has one provider. You need to be allowed to do and see everything, because the provider says who people are.',
      body: providerBody,
      current: async ({ account_id }, _params, request) =>
        providerJson(await findProvider(primary, account_id), partsOf(request).base),
      success: changed(ref),
      changes: true,
      problems: ['secret_key_missing'],
    }),
    async (request, reply) => {
      const { body } = request
      const parts = partsOf(request)
      const met = (current: string | null) => checkUnderstood(request, current)
      return change(
        primary,
        request,
        reply,
        (tx, actor) => setProvider(tx, actor, body, parts, met),
        {
          before: () => checkIssuer(outbound, body.issuer),
        },
      )
    },
  )

  app.delete(
    '/sign-in-provider',
    operation({
      ...managed,
      operationId: 'deleteSignInProvider',
      summary: 'Let nobody sign in by OpenID Connect any more',
      description:
        'Members and their sessions stay. A member who has no password needs a link to choose one. You need to be allowed to do and see everything.',
      success: deleted,
      changes: true,
      problems: ['not_found'],
    }),
    async (request, reply) => {
      const { base } = partsOf(request)
      return change(primary, request, reply, (tx, actor) => deleteProvider(tx, actor, base))
    },
  )
}

function unlinkRoute(app: App, { primary }: Services): void {
  app.delete(
    '/members/:id/provider',
    operation({
      tag: 'Members',
      scope: 'members:manage',
      operationId: 'unlinkMember',
      summary: 'Undo a member’s link to the sign-in provider',
      description:
        'For a member whose identity at the provider has changed. The next sign-in links them anew by their e-mail. Their sessions go on. You can’t change a member who may do or see more than you.',
      params: idParams,
      success: changed(Type.Ref('Member')),
      changes: true,
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) => unlinkMember(tx, actor, request.params.id)),
  )
}

function beginRoute(app: App, services: Services, partsOf: PartsOf): void {
  app.post(
    '/session/provider/options',
    operation({
      ...open,
      operationId: 'beginProviderSignIn',
      summary: 'Begin to sign in by the account’s provider',
      description:
        'The browser goes to the address of the answer, and comes back to a page of the console within fifteen minutes. A cookie knows it again.',
      body: beginBody,
      success: single(Type.Ref('ProviderSignInStarted')),
      responseHeaders: {
        'Set-Cookie': 'A cookie that makes the browser known when it comes back.',
      },
      problems: [
        'rate_limited',
        'cross_site',
        'insecure_connection',
        'not_found',
        'secret_key_missing',
      ],
    }),
    async (request, reply) => {
      refuseUnsafe(request, services.config.ALLOW_INSECURE_SIGN_IN)
      await beginning(services, request, reply)
      const { url, secret } = await beginWay(partsOf(request), request.body.account)
      reply.headers({
        'Set-Cookie': hiddenCookie(request, COOKIE, secret, WAY_S),
        'Cache-Control': 'no-store',
      })
      return sendJson(reply, singleEnvelope(JSON.stringify({ url })))
    },
  )
}

function finishRoute(app: App, services: Services, partsOf: PartsOf): void {
  const { config, forgetTokens, sessionTimes } = services
  app.post(
    '/session/provider',
    operation({
      ...open,
      operationId: 'signInByProvider',
      summary: 'Sign in by what the account’s provider has answered',
      description:
        'The page to which the provider leads back sends it. Each answer is taken once, from the browser that began. The answer sets the session in a cookie.',
      body: answerBody,
      success: changed(Type.Ref('Session')),
      status: 201,
      responseHeaders: SET_COOKIE,
      problems: [
        'rate_limited',
        'cross_site',
        'insecure_connection',
        'sign_in_refused',
        'challenge_gone',
        'not_found',
        'secret_key_missing',
      ],
    }),
    async (request, reply) => {
      refuseUnsafe(request, config.ALLOW_INSECURE_SIGN_IN)
      const secret = cookieOf(request, COOKIE, config.ALLOW_INSECURE_SIGN_IN)
      return guessing(services, request, reply, async () => {
        const from = fromOf(request, config)
        const signedIn = await finishWay(partsOf(request), request.body, secret, from, sessionTimes)
        if (!('denied' in signedIn)) return sendSession(request, reply, services, from, signedIn)
        if (signedIn.hasEnded) forgetTokens()
        app.onCommitted(request.body.account)
        throw signedIn.denied
      })
    },
  )
}
