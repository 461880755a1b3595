import { decodeJwt, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import type { Problem } from '../../base/problems.ts'
import { allows, scopes as allScopes, type Scope } from '../../base/scopes.ts'
import { type Message, msg } from '../../texts/message.ts'
import { accountOf, sha256 } from '../tokens.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import type { IssuerRow } from './issuers-sql.ts'

/** What an account trusts an issuer in, as it is stored beside scopes and restriction. */
export interface Trust {
  /** The claim `iss`, to the letter. */
  issuer: string
  jwks_url: string | null
  /** Given by the service: it names the account, and nobody else has it. */
  audience: string
  /** The claim that says what a JWT may do. */
  claim: string
  /** The scopes of its values; null: they are scopes themselves. */
  scope_map: Record<string, string[]> | null
  /** The claims `sub` that are taken; null: all. */
  subjects: string[] | null
}

/** Asymmetric ones only: by a key that is published nobody else can sign. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
/** Seconds that the clock of an issuer may be wrong. */
const SKEW_S = 60
/** Verified ones that are kept in mind. */
const KEPT = 10_000
const LONGEST_SUBJECT = 255

/** Whether a bearer token has the form of a JWT. */
export function isJwt(token: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(token)
}

/** The name of what is kept about a JWT, which is long. */
export function nameOfJwt(jwt: string): string {
  return sha256(jwt).toString('base64')
}

/** What a JWT that was verified says. */
interface VerifiedJwt {
  subject: string
  /** What the issuer's trust makes of its claim, within the issuer's scopes. */
  scopes: string[]
  expires_at: Date
}

interface Kept extends VerifiedJwt {
  /** The trust and the scopes that it was verified under. */
  under: string
}

/** Makes a problem of a token. */
type Refuse = (detail: Message) => Problem

export interface JwtVerifier {
  /**
   * The account and the SHA-256 of the audience that an issuer is found by; nothing is verified yet.
   * @throws Problem where there is no such audience in it
   */
  audienceOf(jwt: string): [account_id: number, sha256: Buffer]
  /** @throws Problem where the issuer did not make it, or not for now */
  verify(jwt: string, issuer: IssuerRow): Promise<VerifiedJwt>
}

/** Verifies JWTs, each once while nothing changes: a signature costs 50 to 200 µs. */
export function jwtVerifier(keys: IssuerKeys, refuse: Refuse): JwtVerifier {
  const kept = new Map<string, Kept>()
  return {
    audienceOf: (jwt) => audienceOf(jwt, refuse),
    async verify(jwt, issuer) {
      const under = `${issuer.trust} ${issuer.scopes.join(' ')}`
      const name = nameOfJwt(jwt)
      const known = kept.get(name)
      if (known?.under === under && known.expires_at.getTime() + SKEW_S * 1000 > Date.now())
        return known
      const trust = JSON.parse(issuer.trust) as Trust
      const payload = await verified(jwt, trust, keys, refuse)
      const { sub: subject = '', exp = 0 } = payload
      const expires_at = new Date(exp * 1000)
      if (Number.isNaN(expires_at.getTime())) throw refuse(wrongClaim('exp'))
      if (!isSubject(subject))
        throw refuse(
          msg`The subject of the JWT is no text of at most ${LONGEST_SUBJECT} characters.`,
        )
      if (trust.subjects && !trust.subjects.includes(subject)) {
        throw refuse(msg`The subject of the JWT is none that the account trusts.`)
      }
      const scopes = scopesOf(payload, trust, issuer.scopes)
      const found = { subject, scopes, expires_at, under }
      if (kept.size >= KEPT) kept.clear()
      kept.set(name, found)
      return found
    },
  }
}

function audienceOf(jwt: string, refuse: Refuse): [number, Buffer] {
  let payload: JWTPayload
  try {
    payload = decodeJwt(jwt)
  } catch {
    throw refuse(msg`The JWT can’t be read.`)
  }
  for (const audience of [payload.aud ?? []].flat()) {
    const account = accountOf('audience', String(audience))
    if (account !== undefined) return [account, sha256(String(audience))]
  }
  throw refuse(msg`The JWT is for no audience that this service gave to an issuer.`)
}

async function verified(
  jwt: string,
  trust: Trust,
  keys: IssuerKeys,
  refuse: Refuse,
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: ALGORITHMS,
    issuer: trust.issuer,
    audience: trust.audience,
    clockTolerance: SKEW_S,
    requiredClaims: ['exp', 'sub'],
  }
  try {
    try {
      return (await jwtVerify(jwt, await keys.of(trust), options)).payload
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      const newer = await keys.newer(trust)
      if (!newer) throw error
      return (await jwtVerify(jwt, newer, options)).payload
    }
  } catch (error) {
    throw error instanceof errors.JOSEError ? refuse(reasonOf(error)) : error
  }
}

/** What an integrator has to look at; the audience is known by whoever gets that far. */
function reasonOf(error: errors.JOSEError): Message {
  if (error instanceof errors.JWTExpired) return msg`The JWT has expired.`
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf') return msg`The JWT is not valid yet.`
    if (error.claim === 'iss')
      return msg`The JWT is of another issuer than the one that its audience was given to.`
    return wrongClaim(error.claim)
  }
  if (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  ) {
    return msg`The key of the JWT is none that its issuer publishes.`
  }
  return msg`The signature of the JWT is wrong, or not by one of ${ALGORITHMS}.`
}

const wrongClaim = (claim: string) => msg`The claim ${claim} of the JWT is missing or wrong.`

/** What stands in history as it is. */
function isSubject(subject: unknown): subject is string {
  return (
    typeof subject === 'string' &&
    subject.isWellFormed() &&
    subject.length <= LONGEST_SUBJECT &&
    /^[^\p{Cc}]+$/u.test(subject)
  )
}

/** Never more than the account trusts the issuer with. */
function scopesOf(
  payload: JWTPayload,
  { claim, scope_map }: Trust,
  most: readonly string[],
): string[] {
  const values = valuesOf(claimOf(payload, claim))
  const asked = scope_map
    ? values.flatMap((value) => (Object.hasOwn(scope_map, value) ? (scope_map[value] ?? []) : []))
    : values
  if (asked.includes('*')) return [...most]
  return allScopes.filter((scope) => asked.includes(scope) && allows(most, scope as Scope))
}

/** A claim by its name, or by a path such as `realm_access.roles`. */
export function claimOf(payload: Record<string, unknown>, claim: string): unknown {
  if (Object.hasOwn(payload, claim)) return payload[claim]
  return claim.split('.').reduce<unknown>((value, key) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    return isObject ? (value as Record<string, unknown>)[key] : undefined
  }, payload)
}

/** RFC 8693 has scopes in one text, with spaces; roles are lists. */
export function valuesOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter(Boolean)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
