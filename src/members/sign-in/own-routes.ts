import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { homeCookieOf } from '../../access/browser.ts'
import { sessions_find, sessions_list } from '../../access/sessions-sql.ts'
import { notFound } from '../../base/problems.ts'
import { composed } from '../../base/values/texts.ts'
import type { App } from '../../http/app.ts'
import { deletedEnvelope, manyEnvelope, sendJson, singleEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, deleted, idParams } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { many } from '../schema.ts'
import { changePassword, sessionGone } from './commands.ts'
import { endOwnSession, introduceSelf, sessionJson } from './profile.ts'
import { ownBody, passwordBody } from './schema.ts'

const ref = Type.Ref('Session')
const own = { tag: 'Sessions', scope: 'session' } as const
// A cookie and a token at once.
const both = 'bad_request'

/** What the member who asks does with their own sessions, password and name. */
export function ownRoutes(app: App, services: Services): void {
  openSessionRoutes(app, services)
  passwordRoute(app, services)
  ownMemberRoute(app, services)
}

function openSessionRoutes(app: App, { primary, forgetTokens }: Services): void {
  app.get(
    '/sessions',
    operation({
      ...own,
      operationId: 'listSessions',
      summary: 'List where you are signed in',
      description: 'The last sign-in comes first.',
      success: many(Type.Ref('OpenSession')),
      problems: [both],
    }),
    async (request, reply) => {
      const { account_id, id_member, id_token } = actorOf(request)
      const rows = await sessions_list(primary, [account_id, id_member ?? 0, id_token])
      const documents = rows.map(({ document }) => document)
      return sendJson(reply.header('Cache-Control', 'no-store'), manyEnvelope(documents))
    },
  )

  app.delete(
    '/sessions/:id',
    operation({
      ...own,
      operationId: 'deleteOpenSession',
      summary: 'End one of your sessions',
      description: 'It ends within two seconds on every process.',
      params: idParams,
      success: deleted,
      problems: ['cross_site'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const actor = actorOf(request)
      if (!(await endOwnSession(primary, actor, id))) throw notFound(msg`Session ${id}`)
      forgetTokens()
      app.onCommitted(actor.account_id)
      return sendJson(reply, deletedEnvelope(id))
    },
  )
}

function passwordRoute(app: App, services: Services): void {
  const { primary, forgetTokens, config } = services
  app.put(
    '/session/password',
    operation({
      ...own,
      operationId: 'changePassword',
      summary: 'Change your password',
      description:
        'Your other sessions end, and links to choose one no longer work. Your passkeys stay.',
      body: passwordBody,
      success: changed(ref),
      problems: ['cross_site', both],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      await changePassword(services, actor, request.body)
      forgetTokens()
      app.onCommitted(actor.account_id)
      const [row] = await sessions_find(primary, [actor.account_id, actor.id_token])
      if (!row) throw sessionGone()
      const document = sessionJson(row, homeCookieOf(request, config.ALLOW_INSECURE_SIGN_IN) !== '')
      return sendJson(reply, singleEnvelope(document, 'Resource updated successfully'))
    },
  )
}

function ownMemberRoute(app: App, { primary, forgetTokens, config }: Services): void {
  app.patch(
    '/session/member',
    operation({
      ...own,
      operationId: 'updateOwnMember',
      summary: 'Change your name and language',
      description: 'Later changes bear the new name.',
      body: ownBody,
      success: changed(ref),
      problems: ['cross_site', both],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { account_id, id_token } = actor
      const { name, language = null } = request.body
      const own = { name: name === undefined ? null : composed(name), language }
      await introduceSelf(primary, actor, own)
      forgetTokens()
      app.onCommitted(account_id)
      const [row] = await sessions_find(primary, [account_id, id_token])
      if (!row) throw sessionGone()
      const document = sessionJson(row, homeCookieOf(request, config.ALLOW_INSECURE_SIGN_IN) !== '')
      return sendJson(reply, singleEnvelope(document, 'Resource updated successfully'))
    },
  )
}
