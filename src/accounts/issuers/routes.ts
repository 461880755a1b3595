import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { preconditionOf, sendRecord } from '../../http/conditional.ts'
import { sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, deleted, idParams, list, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import {
  checkKeysAddress,
  createIssuer,
  deleteIssuer,
  findIssuer,
  trustOf,
  updateIssuer,
} from './commands.ts'
import {
  issuerBody,
  issuerPatch,
  issuerQuery,
  issuerSource,
  MAX_ISSUERS,
  trustedIssuer,
} from './schema.ts'

const ref = Type.Ref('TrustedIssuer')
const issuers = { tag: 'Trusted issuers', scope: 'tokens:manage' } as const

/** Issuers whose JWTs the account takes in place of tokens. */
export function issuerRoutes(app: App, services: Services): void {
  app.addSchema(trustedIssuer)
  readRoutes(app, services)
  createRoute(app, services)
  changeRoutes(app, services)
}

function readRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/trusted-issuers',
    operation({
      ...issuers,
      operationId: 'listTrustedIssuers',
      summary: 'List the issuers whose JWTs are taken',
      query: issuerQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) =>
      sendList(readsOf(request), request, reply, {
        source: issuerSource,
        defaultSort: 'id',
        conditions: [
          sql`r.account_id = ${actorOf(request).account_id}`,
          sql`r.revoked_at is null and r.kind = 'issuer'`,
        ],
        filters: {},
        query: request.query,
      }),
  )

  app.get(
    '/trusted-issuers/:id',
    operation({
      ...issuers,
      operationId: 'readTrustedIssuer',
      summary: 'Read a trusted issuer',
      description: 'With the audience that the service gave it.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { document } = await findIssuer(readsOf(request).db, account_id, request.params.id)
      return sendRecord(request, reply, document)
    },
  )
}

function createRoute(app: App, { primary, outbound }: Services): void {
  app.post(
    '/trusted-issuers',
    operation({
      ...issuers,
      operationId: 'createTrustedIssuer',
      summary: 'Trust an issuer of JWTs',
      description: `From then on its JWTs for the \`audience\` of the answer are tokens of the account. Signed by RS256, PS256, ES256 or EdDSA, with \`exp\` and \`sub\`. You can’t give scopes, orders or a time that you lack yourself. At most ${MAX_ISSUERS} for an account.`,
      body: issuerBody,
      success: changed(ref),
      status: 201,
      changes: true,
      problems: ['limit_reached'],
    }),
    async (request, reply) => {
      const { issuer, jwks_url = null } = request.body
      return change(primary, request, reply, (tx, actor) => createIssuer(tx, actor, request.body), {
        before: () => checkKeysAddress(outbound, { issuer, jwks_url }),
      })
    },
  )
}

function changeRoutes(app: App, { primary, outbound, forgetTokens }: Services): void {
  app.patch(
    '/trusted-issuers/:id',
    operation({
      ...issuers,
      operationId: 'updateTrustedIssuer',
      summary: 'Change a trusted issuer',
      description:
        'Its JWTs follow within two seconds. You need everything that the issuer gave before and gives afterwards.',
      params: idParams,
      body: issuerPatch,
      current: async ({ account_id }, { id }) =>
        (await findIssuer(primary, account_id, id)).document,
      success: changed(ref),
      conditional: true,
      changes: true,
    }),
    async (request, reply) => {
      const { body } = request
      const { id } = request.params
      const update = () =>
        change(
          primary,
          request,
          reply,
          (tx, actor) => updateIssuer(tx, actor, id, body, preconditionOf(request)),
          {
            before: async () => {
              if (body.issuer === undefined && body.jwks_url === undefined) return
              const found = await findIssuer(primary, actorOf(request).account_id, id)
              await checkKeysAddress(outbound, { ...trustOf(found), ...given(body) })
            },
          },
        )
      const sent = await update()
      forgetTokens()
      return sent
    },
  )

  app.delete(
    '/trusted-issuers/:id',
    operation({
      ...issuers,
      operationId: 'deleteTrustedIssuer',
      summary: 'Trust an issuer no longer',
      description:
        'Its JWTs are refused within two seconds on every process, and so are the tokens that they made. A token can’t delete an issuer that gives more than the token has.',
      params: idParams,
      success: deleted,
      conditional: true,
      changes: true,
    }),
    async (request, reply) => {
      const sent = await change(primary, request, reply, (tx, actor) =>
        deleteIssuer(tx, actor, request.params.id, preconditionOf(request)),
      )
      forgetTokens()
      return sent
    },
  )
}

/** What a change says of where keys are. */
function given({ issuer, jwks_url }: { issuer?: string; jwks_url?: string | null }) {
  return {
    ...(issuer === undefined ? {} : { issuer }),
    ...(jwks_url === undefined ? {} : { jwks_url }),
  }
}
