import { readJson, type Settings, send, type TokenSource } from './transport.ts'

/** The part of its life after which an access token is renewed. */
const RENEWED_AFTER = 0.9

/**
 * The access tokens of `client` by OAuth 2.0 client credentials. One is kept until its end is near,
 * and another is asked for once, however many calls wait for it.
 */
export function accessTokens(settings: Settings): TokenSource {
  let kept: { token?: string; renewAt: number } = { renewAt: 0 }
  let asked: ReturnType<typeof askToken> | undefined
  return async (refused) => {
    const { token, renewAt } = kept
    if (token !== undefined && token !== refused && Date.now() < renewAt) return token
    asked ??= askToken(settings).finally(() => {
      asked = undefined
    })
    const got = await asked
    kept = got
    return got.token
  }
}

/** Sent once: the calls that wait for it are what is tried again. */
async function askToken({ client, token: _, ...settings }: Settings) {
  const start = Date.now()
  const { id, secret = '', scopes } = client ?? {}
  const form = { grant_type: 'client_credentials', client_id: `${id}`, client_secret: secret }
  const { data } = await send(
    { ...settings, maxRetries: 0 },
    {
      method: 'POST',
      path: '/oauth/token',
      headers: {},
      body: new URLSearchParams(scopes ? { ...form, scope: scopes.join(' ') } : form),
      idempotencyKey: undefined,
      waitMs: 0,
      options: {},
    },
    readJson,
  )
  const { access_token: token, expires_in } = data as { access_token: string; expires_in: number }
  return { token, renewAt: start + expires_in * 1000 * RENEWED_AFTER }
}
