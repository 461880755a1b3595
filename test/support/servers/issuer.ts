import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'

/** An issuer of JWTs on this machine, with its metadata and keys. */
export interface LocalIssuer {
  /** Its `iss`, and where its metadata are. */
  url: string
  /** What it answers with in place of its keys; undefined: with them. */
  answer: { status: number; text: string } | undefined
  /** What its token endpoint gives, where it has one. */
  tokens: object | undefined
  /** How often its keys were asked for. */
  asked: number
  /** Another key, published from now on, that signs from now on. */
  newKey(alg?: string): Promise<string>
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** What it publishes. */
  keys(): object[]
  close(): Promise<void>
}

export async function startIssuer(): Promise<LocalIssuer> {
  const published: object[] = []
  let signing: { key: CryptoKey; alg: string; kid: string }
  const server = createServer((request, response) => {
    const isKeys = request.url === '/keys'
    if (isKeys) issuer.asked++
    const { url, tokens } = issuer
    const endpoints = {
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      id_token_signing_alg_values_supported: ['ES256'],
    }
    const metadata = { issuer: url, jwks_uri: `${url}/keys`, ...(tokens && endpoints) }
    const known: Record<string, object | undefined> = {
      '/keys': { keys: published },
      '/.well-known/openid-configuration': metadata,
      '/token': tokens,
    }
    const found = known[request.url ?? '']
    const { status, text } = (isKeys ? issuer.answer : undefined) ?? {
      status: found ? 200 : 404,
      text: JSON.stringify(found ?? metadata),
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer: LocalIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: undefined,
    tokens: undefined,
    asked: 0,
    async newKey(alg = 'ES256') {
      const { publicKey, privateKey } = await generateKeyPair(alg)
      const kid = `key-${published.length}`
      published.push({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })
      signing = { key: privateKey, alg, kid }
      return kid
    },
    sign: (claims, header = {}) =>
      new SignJWT({ iss: issuer.url, sub: 'erp', ...claims })
        .setProtectedHeader({ alg: signing.alg, kid: signing.kid, ...header })
        .setExpirationTime(claims.exp ?? '5 minutes')
        .sign(signing.key),
    keys: () => published,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await issuer.newKey()
  return issuer
}
