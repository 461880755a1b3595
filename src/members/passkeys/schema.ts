import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Type } from 'typebox'
import { closed, dateTimeOut, id, name, nameOut, nullable, textOut } from '../../http/schemas.ts'
import { passwordBody } from '../sign-in/schema.ts'

// What WebAuthn calls `…JSON`, in its own spelling: browsers make it and take it as it is.

/** Bytes as base64url, at most so many characters. */
function bytes(maxLength: number, options: Record<string, unknown> = {}) {
  return Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, ...options })
}

const LONGEST_ID = 1400

const credentialId = bytes(LONGEST_ID, { examples: ['q83vEjRWeJCrze8SNFZ4kA'] })
const publicKeyType = Type.String({ enum: ['public-key'] })
const transports = Type.Array(Type.String({ pattern: '^[a-z-]+$', maxLength: 32 }), {
  maxItems: 10,
  examples: [['internal', 'hybrid']],
})

/** What both answers of a device have around what it says. */
const around = {
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  authenticatorAttachment: Type.Optional(
    nullable(Type.String({ enum: ['platform', 'cross-platform'] })),
  ),
  clientExtensionResults: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^]*$' }), Type.Unknown(), {
      maxProperties: 20,
      description: 'The service ignores it.',
    }),
  ),
}

const clientDataJSON = bytes(4000, { examples: ['eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'] })
const authenticatorData = bytes(4000, {
  examples: ['SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ'],
})

const assertion = closed(
  {
    ...around,
    response: closed(
      {
        clientDataJSON,
        authenticatorData,
        signature: bytes(8000, { examples: ['MEUCIQ'] }),
        userHandle: Type.Optional(
          nullable(bytes(100, { description: 'A passkey without it can’t be used.' })),
        ),
      },
      { title: 'PasskeyAssertion' },
    ),
  },
  { title: 'PasskeyAnswer', description: 'What `navigator.credentials.get` gave, as JSON.' },
)

const attestation = closed(
  {
    ...around,
    response: closed(
      {
        clientDataJSON,
        attestationObject: bytes(40_000, { examples: ['o2NmbXRkbm9uZWdhdHRTdG10oA'] }),
        authenticatorData: Type.Optional(authenticatorData),
        transports: Type.Optional(transports),
        publicKey: Type.Optional(nullable(bytes(8000))),
        publicKeyAlgorithm: Type.Optional(Type.Integer({ minimum: -100_000, maximum: 100_000 })),
      },
      { title: 'PasskeyAttestation' },
    ),
  },
  { title: 'PasskeyMade', description: 'What `navigator.credentials.create` gave, as JSON.' },
)

const ANSWER = {
  id: 'q83vEjRWeJCrze8SNFZ4kA',
  rawId: 'q83vEjRWeJCrze8SNFZ4kA',
  type: 'public-key',
  clientExtensionResults: {},
}

/** Of a member's passkey, in addresses. */
export const memberPasskeyParams = Type.Object({
  id: { ...id, description: 'The member’s `id`.', 'x-component': 'MemberId' },
  id_passkey: { ...id, description: 'The passkey’s `id`.' },
})

export const signInBody = closed(
  { credential: Type.Unsafe<AuthenticationResponseJSON>(assertion) },
  {
    title: 'PasskeySignIn',
    examples: [
      {
        credential: {
          ...ANSWER,
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
            authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
            signature: 'MEUCIQ',
            userHandle: 'AAAAAAAAAAEAAAAAAAAAAQ',
          },
        },
      },
    ],
  },
)

export const beginBody = closed(
  {
    current_password: Type.Optional({
      ...passwordBody.properties.current_password,
      description: 'Needed where the sign-in is more than ten minutes ago.',
    }),
  },
  { title: 'PasskeyBegin', examples: [{ current_password: 'quatro caixas de erva-mate' }] },
)

const ownName = { ...name, examples: ['Celular da Ana'] }

export const passkeyBody = closed(
  { name: ownName, credential: Type.Unsafe<RegistrationResponseJSON>(attestation) },
  {
    title: 'PasskeyInput',
    examples: [
      {
        name: 'Celular da Ana',
        credential: {
          ...ANSWER,
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
            attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oA',
            transports: ['internal'],
          },
        },
      },
    ],
  },
)

export const passkeyPatch = closed(
  { name: Type.Optional(ownName) },
  { title: 'PasskeyPatch', examples: [{ name: 'Celular novo' }] },
)

export const passkey = closed(
  {
    id,
    name: { ...nameOut, examples: ['Celular da Ana'] },
    created_at: dateTimeOut,
    last_used_at: nullable(dateTimeOut),
  },
  { $id: 'Passkey', description: 'What a member signs in with instead of a password.' },
)

const challenge = bytes(43, { description: 'To be answered once, within five minutes.' })
const timeout = Type.Integer({ minimum: 1, maximum: 3_600_000, description: 'Milliseconds.' })
const userVerification = Type.String({ enum: ['required'] })
const host = textOut(255, { examples: ['pedido.aurora.example'] })

export const signInOptions = closed(
  { challenge, timeout, rpId: host, userVerification },
  {
    $id: 'PasskeySignInOptions',
    description:
      'For `navigator.credentials.get`, by `PublicKeyCredential.parseRequestOptionsFromJSON`.',
  },
)

export const creationOptions = closed(
  {
    challenge,
    timeout,
    rp: closed({ id: host, name: nameOut }, { title: 'PasskeyParty' }),
    user: closed(
      { id: bytes(100), name: nameOut, displayName: { ...nameOut, maxLength: 500 } },
      { title: 'PasskeyUser' },
    ),
    pubKeyCredParams: Type.Array(
      closed(
        { type: publicKeyType, alg: Type.Integer({ minimum: -100_000, maximum: 0 }) },
        { title: 'PasskeyAlgorithm' },
      ),
      { maxItems: 10 },
    ),
    excludeCredentials: Type.Array(
      closed({ type: publicKeyType, id: credentialId, transports }, { title: 'PasskeyKnown' }),
      { maxItems: 100 },
    ),
    authenticatorSelection: closed(
      {
        residentKey: Type.String({ enum: ['required'] }),
        requireResidentKey: Type.Boolean(),
        userVerification,
      },
      { title: 'PasskeySelection' },
    ),
    attestation: Type.String({ enum: ['none'] }),
  },
  {
    $id: 'PasskeyCreationOptions',
    description:
      'For `navigator.credentials.create`, by `PublicKeyCredential.parseCreationOptionsFromJSON`.',
  },
)
