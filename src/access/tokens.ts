import { hash, randomBytes } from 'node:crypto'

/**
 * A bearer token: `pdo_<account>_<43 characters>`, 256 random bits. The account's id is in it so
 * that looking a token up touches that account's rows only. Only its SHA-256 is stored.
 */
export function newToken(account_id: number): string {
  return `pdo_${account_id}_${randomBytes(32).toString('base64url')}`
}

export function sha256(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The account a token names, or undefined where the text has not the form of a token. */
export function accountOfToken(token: string): number | undefined {
  const match = /^pdo_([1-9]\d{0,15})_[A-Za-z0-9_-]{43}$/.exec(token)
  const account = Number(match?.[1])
  return Number.isSafeInteger(account) ? account : undefined
}
