import { claimOf, valuesOf } from '../../access/machines/jwts.ts'
import { type RoleName, roleNames } from '../../access/roles.ts'
import { isEmail, plainEmail } from '../../base/values/emails.ts'
import { composed, nameError, onOneLine } from '../../base/values/texts.ts'
import type { ProviderRow } from './sql.ts'

// What the claims of a provider say of somebody.

export type Claims = Record<string, unknown>

const LONGEST_EMAIL = 254
const LONGEST_NAME = 200

/** The e-mail, in small letters, where the provider vouches for it. */
export function emailOf(
  claims: Claims,
  { trusts_emails }: Pick<ProviderRow, 'trusts_emails'>,
): string | undefined {
  const { email, email_verified } = claims
  // Some providers write it as a text.
  const isVerified = email_verified === true || email_verified === 'true'
  if (!isVerified && !(email_verified === undefined && trusts_emails)) return undefined
  if (typeof email !== 'string' || email.length > LONGEST_EMAIL) return undefined
  const plain = plainEmail(email)
  return isEmail(plain) ? plain : undefined
}

/**
 * What the ID token and the userinfo endpoint say together; the ID token first. The e-mail and whether
 * it is verified come from one of them as a pair (OpenID Connect Core, 5.1): else one address would be
 * taken for verified because another one is.
 */
export function mergedClaims(
  idToken: Claims,
  userInfo: Claims,
  party: Pick<ProviderRow, 'trusts_emails'>,
): Claims {
  const sources = [idToken, userInfo]
  const vouching = sources.find((source) => emailOf(source, party) !== undefined)
  const { email, email_verified } = vouching ?? sources.find(({ email }) => email) ?? {}
  return { ...userInfo, ...idToken, email, email_verified }
}

/** What somebody new is called: his e-mail where the provider has no name for him. */
export function nameOf({ name }: Claims, email: string): string {
  if (typeof name !== 'string') return email
  const short = composed(onOneLine(name).trim().slice(0, LONGEST_NAME))
  return short === '' || nameError(short) ? email : short
}

/** In which language somebody new reads. */
export function languageOf({ locale }: Claims): 'pt-BR' | 'en' {
  return typeof locale === 'string' && /^en\b/i.test(locale) ? 'en' : 'pt-BR'
}

/**
 * The role that the claim gives, the first of all where it gives several.
 * @returns null where it gives none; undefined where roles are not the provider's
 */
export function roleOf(
  claims: Claims,
  { role_claim, role_map }: Pick<ProviderRow, 'role_claim' | 'role_map'>,
): RoleName | null | undefined {
  if (role_map === null) return undefined
  const map = new Map(Object.entries(JSON.parse(role_map) as Record<string, RoleName>))
  const value = claimOf(claims, role_claim)
  // A text is one value, which may have spaces, or several.
  const values = [...(typeof value === 'string' ? [value] : []), ...valuesOf(value)]
  const given = values.map((one) => map.get(one))
  return roleNames.find((role) => given.includes(role)) ?? null
}
