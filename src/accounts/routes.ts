import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import { refuseShutOut } from '../access/machines/addresses.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { preconditionOf, sendRecord } from '../http/conditional.ts'
import { sendList } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, cursorList, deleted, idParams, list, single } from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { updateToken } from './changes.ts'
import { grantToken, readAccount, readToken, revokeToken, updateAccount } from './commands.ts'
import { logoRoutes } from './logo-routes.ts'
import { endOldSecret, rotateToken } from './rotation.ts'
import {
  account,
  accountBody,
  newTokenSchema,
  rotationBody,
  token,
  tokenBody,
  tokenPatch,
  tokenQuery,
  tokenSource,
} from './schema.ts'

const ref = Type.Ref('Token')
const tokens = { tag: 'Tokens', scope: 'tokens:manage' } as const
const settings = { tag: 'Account', scope: 'tokens:manage', conditional: true } as const

/** Tokens, and the settings of the account they belong to. */
export async function accountRoutes(app: App, services: Services): Promise<void> {
  for (const schema of [token, newTokenSchema, account]) app.addSchema(schema)
  tokenReadRoutes(app, services)
  tokenWriteRoutes(app, services)
  tokenChangeRoute(app, services)
  tokenRotationRoutes(app, services)
  settingsRoutes(app, services)
  await logoRoutes(app, services)
}

function tokenReadRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/tokens',
    operation({
      ...tokens,
      operationId: 'listTokens',
      summary: 'List the tokens that are not revoked',
      description: 'Their names, scopes and times; the tokens themselves are never shown again.',
      query: tokenQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) =>
      sendList(readsOf(request), request, reply, {
        source: tokenSource,
        defaultSort: 'id',
        conditions: [
          sql`r.account_id = ${actorOf(request).account_id}`,
          sql`r.revoked_at is null and r.kind = 'token'`,
        ],
        filters: {},
        query: request.query,
      }),
  )

  app.get(
    '/tokens/:id',
    operation({
      ...tokens,
      operationId: 'readToken',
      summary: 'Read a token’s name, scopes and expiry',
      description: 'With the time of its last use.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) =>
      sendRecord(
        request,
        reply,
        await readToken(readsOf(request).db, actorOf(request).account_id, request.params.id),
      ),
  )
}

function tokenWriteRoutes(app: App, { primary, forgetTokens }: Services): void {
  app.post(
    '/tokens',
    operation({
      ...tokens,
      operationId: 'createToken',
      summary: 'Create a token; it is shown this once',
      description:
        'A token can give only scopes that it has itself, no expiry later than its own and, where it is restricted (`only`), no orders that it does not see.',
      body: tokenBody,
      success: changed(Type.Ref('NewToken')),
      status: 201,
      changes: true,
      problems: ['limit_reached'],
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) => grantToken(tx, actor, request.body)),
  )

  app.delete(
    '/tokens/:id',
    operation({
      ...tokens,
      operationId: 'deleteToken',
      summary: 'Revoke a token',
      description:
        'It stops working within two seconds on every process, and so do the tokens that were made by its OAuth access tokens. A token can’t revoke one that may do or see more than itself, and the last one with the scope `tokens:manage` stays.',
      params: idParams,
      success: deleted,
      changes: true,
      problems: ['last_token'],
    }),
    async (request, reply) => {
      const sent = await change(primary, request, reply, (tx, actor) =>
        revokeToken(tx, actor, request.params.id),
      )
      forgetTokens()
      return sent
    },
  )
}

function tokenChangeRoute(app: App, { primary, forgetTokens }: Services): void {
  app.patch(
    '/tokens/:id',
    operation({
      ...tokens,
      operationId: 'updateToken',
      summary: 'Change a token; its secret stays',
      description:
        'Its name, the `addresses` that it works from, and fewer `scopes` or an earlier `expires_at`: it never gets more than it has. It follows within two seconds on every process; access tokens that it has asked for end where its scopes become fewer. A token can’t change one that may do or see more than itself.',
      params: idParams,
      body: tokenPatch,
      current: ({ account_id }, { id }) => readToken(primary, account_id, id),
      success: changed(ref),
      conditional: true,
      changes: true,
      problems: ['last_token'],
    }),
    async (request, reply) => {
      const { body, params } = request
      const isItself = actorOf(request).id_token === params.id
      if (isItself && body.addresses) refuseShutOut(body.addresses, request)
      const sent = await change(primary, request, reply, (tx, actor) =>
        updateToken(tx, actor, params.id, body, preconditionOf(request)),
      )
      forgetTokens()
      return sent
    },
  )
}

function tokenRotationRoutes(app: App, { primary, forgetTokens }: Services): void {
  app.post(
    '/tokens/:id/rotate-secret',
    operation({
      ...tokens,
      operationId: 'rotateTokenSecret',
      summary: 'Give a token another secret; it is shown this once',
      description:
        'Its `id`, name, scopes and expiry stay. As it was it works until `old_secret_until`, and so do the access tokens that it has asked for; another rotation within that time ends the oldest at once. A token can’t rotate one that may do or see more than itself.',
      params: idParams,
      body: rotationBody,
      success: changed(Type.Ref('NewToken')),
      changes: true,
    }),
    async (request, reply) => {
      const { id } = request.params
      const { old_secret_expires_in: overlap } = request.body
      const sent = await change(primary, request, reply, (tx, actor) =>
        rotateToken(tx, actor, id, overlap),
      )
      forgetTokens()
      return sent
    },
  )

  app.delete(
    '/tokens/:id/old-secret',
    operation({
      ...tokens,
      operationId: 'deleteTokenOldSecret',
      summary: 'End the secret that a token had before its last rotation',
      description:
        'It stops working within two seconds on every process. Access tokens of the token end, too: asked again, it has new ones. 404 where no old secret works. A token can’t end that of one that may do or see more than itself.',
      params: idParams,
      success: deleted,
      changes: true,
    }),
    async (request, reply) => {
      const sent = await change(primary, request, reply, (tx, actor) =>
        endOldSecret(tx, actor, request.params.id),
      )
      forgetTokens()
      return sent
    },
  )
}

function settingsRoutes(app: App, { primary, forgetTokens, readsOf }: Services): void {
  const success = Type.Ref('Account')
  app.get(
    '/account',
    operation({
      ...settings,
      operationId: 'readAccount',
      summary: 'Read the account',
      description: 'The one that the token belongs to.',
      success: single(success),
    }),
    async (request, reply) =>
      sendRecord(
        request,
        reply,
        await readAccount(readsOf(request).db, actorOf(request).account_id),
      ),
  )

  app.patch(
    '/account',
    operation({
      ...settings,
      operationId: 'updateAccount',
      summary: 'Change the account’s settings',
      description: 'Other processes follow within a second.',
      body: accountBody,
      current: ({ account_id }) => readAccount(primary, account_id),
      success: changed(success),
      changes: true,
    }),
    async (request, reply) => {
      const sent = await change(primary, request, reply, (tx, actor) =>
        updateAccount(tx, actor, request.body, preconditionOf(request)),
      )
      forgetTokens()
      return sent
    },
  )
}
