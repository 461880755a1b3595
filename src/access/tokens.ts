import { hash, randomBytes } from 'node:crypto'

/**
 * What a secret is for, by how it begins: a bearer token, a session's cookie, a one-time link; the
 * audience of JWTs, which is no secret but can't be guessed either; a link to an order.
 */
const prefixes = {
  token: 'pdo',
  session: 'pds',
  link: 'pdl',
  audience: 'pda',
  order: 'pdv',
} as const

export type SecretKind = keyof typeof prefixes

/**
 * A secret: `pdo_<account>_<43 characters>`, 256 random bits. The account's id is in it so that
 * looking it up touches that account's rows only. Only its SHA-256 is stored.
 */
export function newSecret(kind: Exclude<SecretKind, 'token'>, account_id: number): string {
  return textOf(prefixes[kind], account_id, randomBytes(32))
}

/** What a bearer token is made for. */
interface TokenAccount {
  account_id: number
  /** A test account: its tokens begin with `pdo_test_`, so that people and scanners see what they are. */
  test: boolean
}

/** A new bearer token: a secret like the others. */
export const newToken = (account: TokenAccount) => tokenOf(account, randomBytes(32))

/** The bearer token that is made of these 32 bytes. */
export function tokenOf({ account_id, test }: TokenAccount, bytes: Buffer): string {
  return textOf(test ? `${prefixes.token}_test` : prefixes.token, account_id, bytes)
}

const textOf = (prefix: string, account_id: number, bytes: Buffer) =>
  `${prefix}_${account_id}_${bytes.toString('base64url')}`

export function sha256(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

const forms = {
  token: /^pdo_(?:test_)?([1-9]\d{0,15})_[A-Za-z0-9_-]{43}$/,
  session: /^pds_([1-9]\d{0,15})_[A-Za-z0-9_-]{43}$/,
  link: /^pdl_([1-9]\d{0,15})_[A-Za-z0-9_-]{43}$/,
  order: /^pdv_([1-9]\d{0,15})_[A-Za-z0-9_-]{43}$/,
  audience: /^pda_([1-9]\d{0,15})_[A-Za-z0-9_-]{43}$/,
} as const satisfies Record<SecretKind, RegExp>

/** The account that a secret names, or undefined where the text has not the form of one. */
export function accountOf(kind: SecretKind, secret: string): number | undefined {
  const account = Number(forms[kind].exec(secret)?.[1])
  return Number.isSafeInteger(account) ? account : undefined
}

/** The account that a bearer token names. */
export function accountOfToken(token: string): number | undefined {
  return accountOf('token', token)
}
