import { createHmac, hash } from 'node:crypto'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { Problem } from '../../base/problems.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { msg } from '../../texts/message.ts'
import { type Claims, emailOf, mergedClaims, roleOf } from './claims.ts'
import type { ProviderRow } from './sql.ts'

// OpenID Connect, by the code flow with PKCE. `openid-client` makes the addresses and validates what
// comes back; it is loaded at the first use, since many installations have no provider.

const MOST_BYTES = 256 * 1024
/** What a provider says about itself is kept so long. */
const FRESH_MS = 10 * 60_000
const KEPT = 1000
const PAUSE_S = 10

/** A provider, and what this service is there. */
export interface Party extends ProviderRow {
  /** Opened. */
  secret: string
}

/** A way to a provider and back. All that must be the same at its end comes from one secret. */
export interface Way {
  redirect_uri: string
  /** Kept by the browser. */
  secret: string
}

const derived = ({ secret }: Way, what: string) =>
  createHmac('sha256', secret).update(what).digest('base64url')

/** What a provider gives back to show that somebody comes from this very way. */
export const stateOf = (way: Way) => derived(way, 'state')

export interface ProviderClient {
  /**
   * Where the browser is to go.
   * @throws Problem `unavailable`
   */
  address(party: Party, way: Way): Promise<string>
  /**
   * What the provider says of who has come back.
   * @param answer the parameters that the provider sent with him
   * @throws Problem `unavailable`, `sign_in_refused`
   */
  claims(party: Party, way: Way, answer: string): Promise<Claims>
}

const library = () => import('openid-client')

export function providerClient(outbound: Pick<Outbound, 'ask'>): ProviderClient {
  const kept = new Map<string, { configuration: Configuration; until: number }>()
  const fetch = guardedFetch(outbound)

  async function configurationOf(party: Party): Promise<Configuration> {
    const { account_id, issuer, client_id, secret } = party
    const name = JSON.stringify([account_id, issuer, client_id, hash('sha256', secret)])
    const found = kept.get(name)
    if (found && found.until > performance.now()) return found.configuration
    const configuration = await discovered(party, fetch)
    if (kept.size >= KEPT) kept.clear()
    kept.set(name, { configuration, until: performance.now() + FRESH_MS })
    return configuration
  }

  async function address(party: Party, way: Way): Promise<string> {
    const configuration = await configurationOf(party)
    const { buildAuthorizationUrl } = await library()
    return buildAuthorizationUrl(configuration, {
      redirect_uri: way.redirect_uri,
      scope: party.scope,
      state: stateOf(way),
      nonce: derived(way, 'nonce'),
      code_challenge: hash('sha256', derived(way, 'verifier'), 'base64url'),
      code_challenge_method: 'S256',
    }).href
  }

  async function claims(party: Party, way: Way, answer: string): Promise<Claims> {
    const configuration = await configurationOf(party)
    const { authorizationCodeGrant, fetchUserInfo } = await library()
    const url = new URL(way.redirect_uri)
    url.search = answer
    try {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: stateOf(way),
        expectedNonce: derived(way, 'nonce'),
        pkceCodeVerifier: derived(way, 'verifier'),
        idTokenExpected: true,
      })
      const claims: Claims = { ...tokens.claims() }
      const isAll = emailOf(claims, party) !== undefined && roleOf(claims, party) !== null
      if (isAll || !configuration.serverMetadata().userinfo_endpoint) return claims
      const more = await fetchUserInfo(configuration, tokens.access_token, String(claims['sub']))
      return mergedClaims(claims, more, party)
    } catch (error) {
      throw await explained(error)
    }
  }

  return { address, claims }
}

async function discovered(party: Party, fetch: CustomFetch): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } =
    await library()
  try {
    const issuer = new URL(party.issuer)
    const authentication = await authenticationOf(party)
    const configuration = await discovery(issuer, party.client_id, undefined, authentication, {
      [customFetch]: fetch,
      // The guard decides what may be called by plain http; the signature of what comes is verified.
      execute: [allowInsecureRequests, enableNonRepudiationChecks],
    })
    refuseForeign(issuer, configuration)
    return configuration
  } catch (error) {
    const known = problemIn(error)
    if (known) throw known
    const detail = msg`The sign-in provider does not answer as one: ${(error as Error).message}.`
    throw new Problem('unavailable', detail, { retryAfter: PAUSE_S, cause: error })
  }
}

/** The library lets some hosts answer for other issuers, and calls the address of no page. */
function refuseForeign(issuer: URL, configuration: Configuration): void {
  const { issuer: found, authorization_endpoint: page = '' } = configuration.serverMetadata()
  if (new URL(found).href !== issuer.href) throw new Error(`it is ${found}`)
  const { protocol } = new URL(page)
  if (protocol !== 'https:' && protocol !== issuer.protocol) throw new Error('its page is no https')
}

/** In the body where the provider takes that, else in a header, as all do. */
async function authenticationOf({ secret }: Party): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await library()
  const ways = { body: ClientSecretPost(secret), header: ClientSecretBasic(secret) }
  return (server, ...others) => {
    const taken = server.token_endpoint_auth_methods_supported
    const way = taken?.includes('client_secret_post') ? 'body' : 'header'
    return ways[way](server, ...others)
  }
}

/** `fetch` by the one guarded way to addresses of others. */
function guardedFetch(outbound: Pick<Outbound, 'ask'>): CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body ? { body: String(body) } : {}
    const answer = await outbound.ask(url, { method, headers, ...sent }, MOST_BYTES)
    if ('failure' in answer) throw unreachable(answer.failure, answer.detail)
    const { status, type, text } = answer
    if (status < 200 || status >= 500) throw unreachable(String(status))
    const isEmpty = status === 204 || status === 205 || status === 304
    return new Response(isEmpty ? null : text, { status, headers: { 'content-type': type } })
  }
}

function unreachable(reason: string, cause?: unknown): Problem {
  const detail = msg`The sign-in provider can’t be reached just now (${reason}): try again, or sign in with your password.`
  return new Problem('unavailable', detail, { retryAfter: PAUSE_S, cause })
}

/** One of ours, which the library may have wrapped. */
function problemIn(error: unknown): Problem | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof Problem) return one
  }
  return undefined
}

export function refused(detail: ReturnType<typeof msg>, cause?: unknown): Problem {
  return new Problem('sign_in_refused', detail, { cause })
}

/** Why nobody is signed in, for who tried to and for whoever set the provider up. */
async function explained(error: unknown): Promise<unknown> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library()
  const known = problemIn(error)
  if (known) return known
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied')
      return refused(msg`The sign-in provider let nobody in.`, error)
    return refused(msg`The sign-in provider answered “${plainCode(error.error)}”.`, error)
  }
  if (error instanceof ResponseBodyError) {
    if (error.error === 'invalid_client')
      return refused(
        msg`The sign-in provider does not know this service: its client or secret is wrong.`,
        error,
      )
    if (error.error === 'invalid_grant')
      return refused(msg`The sign-in provider takes this answer no more: sign in again.`, error)
    return refused(msg`The sign-in provider answered “${plainCode(error.error)}”.`, error)
  }
  if (error instanceof ClientError || error instanceof TypeError) {
    const reason = plainCode(('code' in error && error.code) || error.message)
    return refused(msg`The answer of the sign-in provider does not hold (${reason}).`, error)
  }
  return error
}

/** It may come from the address bar: as much as a code of the standard may be. */
const plainCode = (text: unknown) =>
  String(text)
    .replaceAll(/[^\w .-]/g, '')
    .slice(0, 80)
