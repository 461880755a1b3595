import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { isTrustworthy } from '../../access/browser.ts'
import { Problem } from '../../base/problems.ts'
import { msg } from '../../texts/message.ts'

// WebAuthn (W3C, level 3) as this service has it: a passkey is kept by the device, which asks for a
// finger, a face or a PIN before it answers.

/** EdDSA, ES256 and RS256 (IANA's registry of COSE algorithms): among them all devices find one. */
export const ALGORITHMS = [-8, -7, -257]

/** Whom passkeys are made for: browsers answer for no other. */
export interface RelyingParty {
  /** The name of the host. */
  id: string
  origin: string
}

/**
 * The party that passkeys of this service are made for.
 * @param base where people reach the service
 * @throws Problem `passkeys_unavailable` where browsers would answer for none of that name
 */
export function relyingParty(base: string): RelyingParty {
  const { origin, protocol, hostname } = new URL(base)
  const isSecure = isTrustworthy({ protocol: protocol.slice(0, -1), hostname })
  if (isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return { id: hostname, origin }
  throw new Problem(
    'passkeys_unavailable',
    msg`Browsers take passkeys for a host that has a name, by https or on this machine; ${origin} is none.`,
  )
}

/** What a passkey tells of the member whom it is of: no more than where to look for it. */
export interface Holder {
  account_id: number
  id_member: number
}

const HANDLE_BYTES = 16

/** The handle of a member: the same for all of his passkeys. */
export function handleOf({ account_id, id_member }: Holder): string {
  const bytes = Buffer.alloc(HANDLE_BYTES)
  bytes.writeBigUInt64BE(BigInt(account_id))
  bytes.writeBigUInt64BE(BigInt(id_member), 8)
  return bytes.toString('base64url')
}

/** Whom a handle names; undefined where nobody has such a one. */
export function holderOf(handle: string | undefined): Holder | undefined {
  const bytes = Buffer.from(handle ?? '', 'base64url')
  if (bytes.length !== HANDLE_BYTES) return undefined
  const account_id = Number(bytes.readBigUInt64BE())
  const id_member = Number(bytes.readBigUInt64BE(8))
  const isHolder = [account_id, id_member].every((id) => Number.isSafeInteger(id) && id > 0)
  return isHolder ? { account_id, id_member } : undefined
}

/** Uses up the challenge that a device says it has answered. @throws Problem */
type TakeChallenge = (challenge: string) => Promise<void>

/**
 * The passkey that a device has made; undefined where it was not made for this.
 * @throws Problem of `take`
 */
export async function madePasskey(
  response: RegistrationResponseJSON,
  { id, origin }: RelyingParty,
  take: TakeChallenge,
): Promise<WebAuthnCredential | undefined> {
  // Read at the first use of a passkey: it is large, and many installations have none.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  return verified(response, take, async (expectedChallenge) => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential
  })
}

/**
 * How often a passkey says that it was used, where it has answered; undefined where it has not. It is
 * looked at for as long where there is no such passkey.
 * @throws Problem of `take`
 */
export async function countOfAnswer(
  response: AuthenticationResponseJSON,
  passkey: { public_key: Buffer; counter: number } | undefined,
  { id, origin }: RelyingParty,
  take: TakeChallenge,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  return verified(response, take, async (expectedChallenge) => {
    const { verified: isAnswer, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey?.public_key ?? NOBODYS_KEY),
        counter: passkey?.counter ?? 0,
      },
    })
    return isAnswer && passkey ? authenticationInfo.newCounter : undefined
  })
}

/** A point of P-256 as COSE_Key, whose secret nobody has kept. */
const NOBODYS_KEY = Buffer.from(
  'pQECAyYgASFYIPugIaar9E/DxIHY8PegF7kp4A7i269FVYZ0gsiK7RsOIlggFfeUf2ID1PWEQZEAPh5KqksRyhndTETNrUyVr4/5+3k=',
  'base64',
)

/** The library throws an Error for whatever a device or a page got wrong: undefined then. */
async function verified<T>(
  response: RegistrationResponseJSON | AuthenticationResponseJSON,
  take: TakeChallenge,
  verify: (isExpected: (challenge: string) => Promise<boolean>) => Promise<T>,
): Promise<T | undefined> {
  let taking: Promise<void> | undefined
  const isExpected = async (challenge: unknown) => {
    if (typeof challenge !== 'string') return false
    taking = take(challenge)
    await taking
    return true
  }
  try {
    const found = await verify(isExpected)
    return (await isFramed(response)) ? undefined : found
  } catch {
    // What is thrown there is no fault of the passkey.
    await taking
    return undefined
  }
}

/** Whether a page of another origin had this one in a frame, which the library takes from some browsers. */
async function isFramed({
  response: { clientDataJSON },
}: RegistrationResponseJSON | AuthenticationResponseJSON): Promise<boolean> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON)
  return crossOrigin === true || topOrigin !== undefined
}
