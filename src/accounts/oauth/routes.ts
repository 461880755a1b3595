import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findClient, issueAccessToken } from '../../access/machines/clients.ts'
import { scopes } from '../../base/scopes.ts'
import type { App } from '../../http/app.ts'
import { metaNow } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import type { Services } from '../../services.ts'
import { credentialsOf, OAuthError, readForm, scopesOf } from './request.ts'
import { accessToken, oauthError, tokenForm } from './schema.ts'

const FORM = 'application/x-www-form-urlencoded'
const TOKEN_PATH = '/oauth/token'

/** Access tokens for clients by OAuth 2.0 (RFC 6749, 4.4), and where they find them (RFC 8414). */
export async function oauthRoutes(app: App, services: Services): Promise<void> {
  for (const schema of [accessToken, oauthError]) app.addSchema(schema)
  metadataRoute(app, services)
  await app.register(async (scope: App) => {
    takeForms(scope)
    tokenRoute(scope, services)
  })
}

/** A body that is no form comes to the handler as null, which refuses it in the words of OAuth. */
function takeForms(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(headers['content-type'] ?? '')
    // Fastify refuses some types before it asks for a parser.
    if (isForm && headers['content-encoding'] === undefined) headers['content-type'] = FORM
    else delete headers['content-type']
    done()
  })
  scope.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, null)
  })
}

function tokenRoute(app: App, services: Services): void {
  const refused = (description: string) => ({ description, schema: Type.Ref('OAuthError') })
  app.post(
    TOKEN_PATH,
    operation({
      tag: 'Tokens',
      scope: 'public',
      operationId: 'createAccessToken',
      summary: 'Get an access token by OAuth 2.0 client credentials',
      description:
        'For programs that speak OAuth 2.0 (RFC 6749, 4.4). The client is a token of the account: `client_id` is its `id`, `client_secret` the token itself, sent by `Authorization: Basic` or in the form. The access token works for a short time, sees the orders that its client sees, and ends with it. Asked again, the service gives the same one until half of its time is over.',
      consumes: FORM,
      upload: tokenForm,
      success: Type.Ref('AccessToken'),
      problems: ['rate_limited', 'body_too_large'],
      otherAnswers: {
        400: refused('`invalid_request`, `unsupported_grant_type`, `invalid_scope`'),
        401: refused('`invalid_client`'),
      },
      responseHeaders: { 'Cache-Control': '`no-store`: nobody else keeps it.' },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      try {
        return await answer(services, request, reply)
      } catch (error) {
        if (error instanceof OAuthError) return sendError(services, request, reply, error)
        throw error
      }
    },
  )
}

async function answer(
  { primary, config, countRequest }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = readForm(request.body)
  const { id, secret } = credentialsOf(request.headers.authorization, form)
  const client = await findClient(primary, id, secret)
  if (!client) throw new OAuthError('invalid_client', 'The client is unknown, expired or revoked.')
  await countRequest({ account_id: client.account_id, id_token: client.id }, reply)
  const grant = form.get('grant_type')
  if (grant === undefined) throw new OAuthError('invalid_request', 'Send grant_type.')
  if (grant !== 'client_credentials') {
    throw new OAuthError('unsupported_grant_type', 'The grant_type is client_credentials.')
  }
  const wanted = scopesOf(form.get('scope'), client.scopes)
  const lifetimeS = config.ACCESS_TOKEN_MINUTES * 60
  const { token, scopes, expires_in } = await issueAccessToken(primary, client, wanted, lifetimeS)
  return reply.send({
    access_token: token,
    token_type: 'Bearer',
    expires_in,
    scope: scopes.join(' '),
    meta: metaNow(),
  })
}

/** A client that is refused may be a guess at a secret, and is counted as such. */
async function sendError(
  { countFailure }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { code, message }: OAuthError,
): Promise<FastifyReply> {
  const isGuess = code === 'invalid_client'
  if (isGuess) {
    await countFailure(request, reply)
    reply.header('WWW-Authenticate', 'Basic realm="pedido"')
  }
  const status = isGuess ? 401 : 400
  return reply.code(status).send({
    error: code,
    error_description: message,
    status,
    request_id: request.id,
    meta: metaNow(),
  })
}

/** What programs that speak OAuth find out by themselves; no operation of the API. */
function metadataRoute(app: App, { config }: Services): void {
  app.get(
    '/.well-known/oauth-authorization-server',
    { schema: { hide: true }, config: { scope: 'public' } },
    async ({ protocol, host }, reply) => {
      const issuer = config.PUBLIC_URL ?? `${protocol}://${host}`
      return reply.header('Cache-Control', 'no-store').send({
        issuer,
        token_endpoint: `${issuer}${TOKEN_PATH}`,
        response_types_supported: [],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        scopes_supported: [...scopes, '*'],
        service_documentation: `${issuer}/docs/machines`,
      })
    },
  )
}
