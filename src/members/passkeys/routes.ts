import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { baseOf } from '../../access/browser.ts'
import type { App } from '../../http/app.ts'
import { change, prefixOf } from '../../http/change.ts'
import { deletedEnvelope, manyEnvelope, sendJson, singleEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, deleted, idParams, single } from '../../http/schemas.ts'
import { withoutBodies } from '../../http/wire/bodiless.ts'
import { laterWork } from '../../jobs/later.ts'
import type { Services } from '../../services.ts'
import { many } from '../schema.ts'
import {
  beginning,
  fromOf,
  guessing,
  refuseUnsafe,
  SET_COOKIE,
  sendSession,
  signInProblems,
} from '../sign-in/routes.ts'
import { type AuditedMember, recordFailures } from '../sign-in/sign-ins.ts'
import {
  beginPasskey,
  beginSignIn,
  deleteMemberPasskey,
  deletePasskey,
  keepPasskey,
  readPasskeys,
  renamePasskey,
  signInByPasskey,
} from './commands.ts'
import {
  beginBody,
  creationOptions,
  memberPasskeyParams,
  passkey,
  passkeyBody,
  passkeyPatch,
  signInBody,
  signInOptions,
} from './schema.ts'
import { passkeys_list } from './sql.ts'
import { type RelyingParty, relyingParty } from './webauthn.ts'

const ref = Type.Ref('Passkey')
const open = { tag: 'Passkeys', scope: 'public' } as const
const own = { tag: 'Passkeys', scope: 'session' } as const
const managed = { tag: 'Members', scope: 'members:manage' } as const
// A cookie and a token at once; a page of others.
const ofSessions = ['bad_request', 'cross_site'] as const

/** Signing in by passkeys, and the passkeys of the member who asks. */
export async function passkeyRoutes(app: App, services: Services): Promise<void> {
  for (const schema of [passkey, signInOptions, creationOptions]) app.addSchema(schema)
  const partyOf = (request: FastifyRequest) =>
    relyingParty(baseOf(request, services.config.PUBLIC_URL))
  await withoutBodies(app, (scope) => beginRoute(scope, services, partyOf))
  signInRoute(app, services, partyOf)
  makingRoutes(app, services, partyOf)
  keepingRoutes(app, services)
  managingRoutes(app, services)
}

type PartyOf = (request: FastifyRequest) => RelyingParty

const sendOptions = (reply: FastifyReply, options: object) =>
  sendJson(reply.header('Cache-Control', 'no-store'), singleEnvelope(JSON.stringify(options)))

function beginRoute(app: App, services: Services, partyOf: PartyOf): void {
  const { primary, config } = services
  app.post(
    '/session/passkey/options',
    operation({
      ...open,
      operationId: 'beginPasskeySignIn',
      summary: 'Begin to sign in by a passkey',
      description:
        'The options with which the browser asks the person’s devices; no e-mail is needed.',
      success: single(Type.Ref('PasskeySignInOptions')),
      problems: ['rate_limited', 'cross_site', 'insecure_connection', 'passkeys_unavailable'],
    }),
    async (request, reply) => {
      refuseUnsafe(request, config.ALLOW_INSECURE_SIGN_IN)
      const party = partyOf(request)
      await beginning(services, request, reply)
      return sendOptions(reply, await beginSignIn(primary, party))
    },
  )
}

function signInRoute(app: App, services: Services, partyOf: PartyOf): void {
  const { primary, sessionTimes, config } = services
  const later = laterWork(app)
  app.post(
    '/session/passkey',
    operation({
      ...open,
      operationId: 'signInByPasskey',
      summary: 'Sign in by a passkey',
      description:
        'Send what the device answered; the answer sets the session in a cookie. Failed attempts make the next ones wait, as with passwords.',
      body: signInBody,
      success: changed(Type.Ref('Session')),
      status: 201,
      responseHeaders: SET_COOKIE,
      problems: [
        ...signInProblems,
        'invalid_credentials',
        'challenge_gone',
        'passkeys_unavailable',
      ],
    }),
    async (request, reply) => {
      refuseUnsafe(request, config.ALLOW_INSECURE_SIGN_IN)
      const party = partyOf(request)
      const { credential } = request.body
      const from = fromOf(request, config)
      const onFailure = (members: AuditedMember[]) =>
        later(request.log, async () => {
          await recordFailures(primary, members, from, 'passkey')
          for (const { account_id } of members) app.onCommitted(account_id)
        })
      const started = await guessing(services, request, reply, () =>
        signInByPasskey(primary, credential, party, from, sessionTimes, onFailure),
      )
      return sendSession(request, reply, services, from, started)
    },
  )
}

function makingRoutes(app: App, services: Services, partyOf: PartyOf): void {
  const { primary } = services
  app.post(
    '/session/passkeys/options',
    operation({
      ...own,
      operationId: 'beginPasskey',
      summary: 'Begin to make a passkey',
      description:
        'The options with which the browser asks your device. If you signed in more than ten minutes ago, send your password.',
      body: beginBody,
      success: single(Type.Ref('PasskeyCreationOptions')),
      problems: [...ofSessions, 'recent_sign_in_needed', 'passkeys_unavailable', 'limit_reached'],
    }),
    async (request, reply) => {
      const { current_password } = request.body
      const party = partyOf(request)
      const actor = actorOf(request)
      return sendOptions(reply, await beginPasskey(services, actor, current_password, party))
    },
  )

  app.post(
    '/session/passkeys',
    operation({
      ...own,
      operationId: 'createPasskey',
      summary: 'Keep a passkey that a device of yours has made',
      description: 'From then on you sign in with it, too.',
      body: passkeyBody,
      success: changed(ref),
      status: 201,
      problems: [...ofSessions, 'challenge_gone', 'passkeys_unavailable'],
    }),
    async (request, reply) => {
      const party = partyOf(request)
      const actor = actorOf(request)
      const document = await keepPasskey(primary, actor, request.body, party)
      app.onCommitted(actor.account_id)
      reply.code(201).header('Location', `${prefixOf(request)}/session/passkeys`)
      return sendJson(reply, singleEnvelope(document, 'Resource created successfully'))
    },
  )
}

function keepingRoutes(app: App, { primary }: Services): void {
  app.get(
    '/session/passkeys',
    operation({
      ...own,
      operationId: 'listPasskeys',
      summary: 'List your passkeys',
      description: 'The first one comes first.',
      success: many(ref),
      problems: ['bad_request'],
    }),
    async (request, reply) => {
      const { account_id, id_member } = actorOf(request)
      const rows = await passkeys_list(primary, [account_id, id_member ?? 0])
      const documents = rows.map(({ document }) => document)
      return sendJson(reply.header('Cache-Control', 'no-store'), manyEnvelope(documents))
    },
  )

  app.patch(
    '/session/passkeys/:id',
    operation({
      ...own,
      operationId: 'updatePasskey',
      summary: 'Rename one of your passkeys',
      description: 'The name is for you alone: devices know nothing of it.',
      params: idParams,
      body: passkeyPatch,
      success: changed(ref),
      problems: ofSessions,
    }),
    async (request, reply) => {
      const { id } = request.params
      const document = await renamePasskey(primary, actorOf(request), id, request.body.name)
      return sendJson(reply, singleEnvelope(document, 'Resource updated successfully'))
    },
  )

  app.delete(
    '/session/passkeys/:id',
    operation({
      ...own,
      operationId: 'deletePasskey',
      summary: 'Remove one of your passkeys',
      description: 'Sessions that began with it go on: end those that are not yours.',
      params: idParams,
      success: deleted,
      problems: ['cross_site'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const actor = actorOf(request)
      await deletePasskey(primary, actor, id)
      app.onCommitted(actor.account_id)
      return sendJson(reply, deletedEnvelope(id))
    },
  )
}

function managingRoutes(app: App, { primary }: Services): void {
  app.get(
    '/members/:id/passkeys',
    operation({
      ...managed,
      operationId: 'listMemberPasskeys',
      summary: 'List a member’s passkeys',
      description: 'The first one comes first.',
      params: idParams,
      success: many(ref),
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const documents = await readPasskeys(primary, account_id, request.params.id)
      return sendJson(reply.header('Cache-Control', 'no-store'), manyEnvelope(documents))
    },
  )

  app.delete(
    '/members/:id/passkeys/:id_passkey',
    operation({
      ...managed,
      operationId: 'deleteMemberPasskey',
      summary: 'Remove a member’s passkey',
      description:
        'Sessions that began with it go on: also end those that are not the member’s. You can’t change a member who may do or see more than you.',
      params: memberPasskeyParams,
      success: deleted,
      changes: true,
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        deleteMemberPasskey(tx, actor, request.params),
      ),
  )
}
