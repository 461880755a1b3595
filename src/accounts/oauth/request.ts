import { isUtf8 } from 'node:buffer'
import { allows, type Scope, scopes } from '../../base/scopes.ts'

// What a client sends for an access token, as RFC 6749 has it.

/** The codes of RFC 6749, 5.2, that can come of client credentials. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'

/** A problem of the token endpoint. RFC 6749 lets its text have ASCII only, so it is in English. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.code = code
  }
}

/** The token that is the client, as it was sent. */
export interface Credentials {
  id: string
  secret: string
}

/**
 * The parameters of a body. One without a value is one that was not sent.
 * @throws OAuthError where it is no form, or a parameter stands twice
 */
export function readForm(body: unknown): Map<string, string> {
  if (body === undefined) return new Map()
  if (!Buffer.isBuffer(body) || !isUtf8(body)) {
    throw new OAuthError(
      'invalid_request',
      'Send a form: application/x-www-form-urlencoded, in UTF-8.',
    )
  }
  const sent = [...new URLSearchParams(body.toString('utf8'))].filter(([, value]) => value !== '')
  const form = new Map(sent)
  if (form.size === sent.length) return form
  throw new OAuthError('invalid_request', 'A parameter stands twice.')
}

/**
 * The client that asks: by the Authorization header or by the body, never both.
 * @throws OAuthError
 */
export function credentialsOf(
  authorization: string | undefined,
  form: ReadonlyMap<string, string>,
): Credentials {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')]
  if (authorization === undefined) {
    if (id !== undefined && secret !== undefined) return { id, secret }
    throw new OAuthError('invalid_client', 'Send client_id and client_secret.')
  }
  const basic = basicCredentials(authorization)
  if (!basic)
    throw new OAuthError('invalid_client', 'The Authorization header is not that of Basic.')
  if (secret !== undefined || (id !== undefined && id !== basic.id)) {
    throw new OAuthError(
      'invalid_request',
      'Send the client in one way: by the header or by the body.',
    )
  }
  return basic
}

/** RFC 6749, 2.3.1: both are form-encoded before they are put together. */
function basicCredentials(authorization: string): Credentials | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('latin1').split(':')
  const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  try {
    return { id: decoded(id), secret: decoded(rest.join(':')) }
  } catch {
    return undefined
  }
}

/**
 * The scopes that are asked for, all of the client's where none are.
 * @throws OAuthError `invalid_scope`
 */
export function scopesOf(asked: string | undefined, granted: readonly string[]): readonly string[] {
  if (asked === undefined) return granted
  const wanted = [...new Set(asked.split(' '))]
  const known = (scope: string) => scope === '*' || (scopes as readonly string[]).includes(scope)
  if (!wanted.every(known)) {
    throw new OAuthError(
      'invalid_scope',
      `Scopes are ${scopes.join(', ')} and *, with a space between.`,
    )
  }
  const lacking = wanted.filter((scope) => !allows(granted, scope as Scope))
  if (lacking.length === 0) return wanted
  throw new OAuthError('invalid_scope', `The client lacks ${lacking.join(', ')}.`)
}
