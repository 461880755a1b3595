import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

// A provider of OpenID Connect, the real library in this process, whose page asks who one is and
// believes it.

export const CLIENT = { client_id: 'pedido', client_secret: 'a secret of the client: & + / %' }
/** What this service asks it for, with the claim that it keeps roles in. */
export const SCOPE = 'openid email profile roles'

/** What it says of somebody; `sub` is what one types. */
export interface Account {
  email?: string
  email_verified?: boolean
  name?: string
  locale?: string
  roles?: string[]
  /** What its ID token says besides `sub`; all else is said at its userinfo endpoint. */
  id_token?: Omit<Account, 'id_token'>
}

export interface TestProvider {
  issuer: string
  /** By `sub`. Tests change it between sign-ins. */
  accounts: Map<string, Account>
  /** What every request to it is answered with instead; undefined: nothing. */
  broken: number | undefined
  /** How often its token endpoint was asked. */
  exchanges: number
  /**
   * Goes where a browser is sent and signs in there; → the address that it leads back to.
   * @param sub null: the person declines
   */
  visit(url: string, sub: string | null): Promise<URL>
  close(): Promise<void>
}

/** @param redirectUris where it may lead back to */
export async function startProvider(
  redirectUris: string[],
  configuration: Partial<Configuration> = {},
): Promise<TestProvider> {
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {}
  const server = createServer((request, response) => {
    if (request.url === '/token') test.exchanges++
    if (test.broken === undefined) handle(request, response)
    else response.writeHead(test.broken, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1', resolve)
  await listening
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const test: TestProvider = {
    issuer,
    accounts: new Map(),
    broken: undefined,
    exchanges: 0,
    visit: (url, sub) => visit(issuer, url, sub),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const provider = new Provider(issuer, {
    ...settings(test.accounts),
    clients: [{ ...CLIENT, redirect_uris: redirectUris }],
    ...configuration,
  })
  const answer = provider.callback()
  handle = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? interact(provider, request, response)
      : answer(request, response)
  return test
}

function settings(accounts: TestProvider['accounts']): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'first' }
  return {
    jwks: { keys: [key] } as NonNullable<Configuration['jwks']>,
    cookies: { keys: ['kept by nobody'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'locale'],
      roles: ['roles'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async (use) => {
        const { id_token, ...userinfo } = accounts.get(sub) ?? {}
        return { sub, ...(use === 'id_token' ? id_token : userinfo) }
      },
    }),
    // Nobody is asked what the service may know.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider, params } = oidc
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope(String(params?.['scope']))
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  }
}

/** The page that asks who one is. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    const form =
      '<form method="post"><label>Login <input name="login"></label><button>Continue</button></form>'
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>Provider</title>${form}`)
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const login = new URLSearchParams(Buffer.concat(chunks).toString()).get('login')
  const result = login
    ? { login: { accountId: login } }
    : { error: 'access_denied', error_description: 'Declined.' }
  await provider.interactionFinished(request, response, result)
}

async function visit(issuer: string, url: string, sub: string | null): Promise<URL> {
  const jar = new Map<string, string>()
  const go = async (address: URL, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    return answer
  }
  let at = new URL(url)
  let answer = await go(at)
  while (at.origin === issuer) {
    const location = answer.headers.get('location')
    if (location !== null) {
      at = new URL(location, at)
      if (at.origin === issuer) answer = await go(at)
    } else if (at.pathname.startsWith('/interaction/')) {
      answer = await go(at, new URLSearchParams({ login: sub ?? '' }))
    } else throw new Error(`${at.pathname} answered ${answer.status}: ${await answer.text()}`)
  }
  return at
}
