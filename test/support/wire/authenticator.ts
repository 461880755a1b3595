import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

// A device that makes passkeys and answers with them (WebAuthn, level 3), as far as a service can tell.

/** What a test has the device, or the page around it, do otherwise than it should. */
export interface Wrongs {
  origin?: string
  rpId?: string
  /** Another challenge than it was asked with. */
  challenge?: string
  type?: string
  /** The page was in a frame of one of another origin. */
  crossOrigin?: boolean
  topOrigin?: string
  /** It was touched, but asked for neither a finger nor a PIN. */
  isUnverified?: boolean
  counter?: number
  /** Another key signs. */
  isForged?: boolean
  userHandle?: string | null
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId: string
}

/** A device with one passkey at most. */
export interface Authenticator {
  /** The id of its passkey, as base64url. */
  id: string
  create(options: CreationOptions, wrongs?: Wrongs): object
  get(options: RequestOptions, wrongs?: Wrongs): object
}

const ORIGIN = 'http://localhost'
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

// WebAuthn, 6.1: flags of authenticator data.
const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** @param isCounting it counts how often it was used; those that are kept on several devices don't */
export function authenticator(isCounting = true): Authenticator {
  const credentialId = randomBytes(16)
  const keys = keyPair()
  let handle = ''
  let uses = 0

  const clientData = (challenge: string, usual: string, wrongs: Wrongs) =>
    JSON.stringify({
      type: wrongs.type ?? usual,
      challenge: wrongs.challenge ?? challenge,
      origin: wrongs.origin ?? ORIGIN,
      crossOrigin: wrongs.crossOrigin ?? false,
      topOrigin: wrongs.topOrigin,
    })

  const authData = (rpId: string, { isUnverified, counter }: Wrongs, more = Buffer.alloc(0)) => {
    if (isCounting) uses++
    const flags = PRESENT | (isUnverified ? 0 : VERIFIED) | (more.length > 0 ? HAS_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? uses)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, more])
  }

  /** RFC 9052 and 9053: a COSE_Key of P-256. */
  const coseKey = () => {
    const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    return isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    )
  }

  const around = (response: object) => ({
    id: base64(credentialId),
    rawId: base64(credentialId),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  })

  return {
    id: base64(credentialId),
    create({ challenge, rp, user }, wrongs = {}) {
      handle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()])
      const data = authData(wrongs.rpId ?? rp.id, wrongs, credential)
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]),
      )
      return around({
        clientDataJSON: base64(clientData(challenge, 'webauthn.create', wrongs)),
        attestationObject: base64(attestation),
        transports: ['internal', 'hybrid'],
      })
    },
    get({ challenge, rpId }, wrongs = {}) {
      const client = clientData(challenge, 'webauthn.get', wrongs)
      const data = authData(wrongs.rpId ?? rpId, wrongs)
      const { privateKey } = wrongs.isForged ? keyPair() : keys
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const userHandle = wrongs.userHandle === undefined ? handle : wrongs.userHandle
      return around({
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
        ...(userHandle === null ? {} : { userHandle }),
      })
    },
  }
}
