// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, Options } from '../types.ts'
import type { DeletedResponse } from './orders-3.ts'
import type { Passkey } from './members.ts'
import type { Session } from './sessions.ts'

export interface PasskeysResource {
  /** Begin to sign in by a passkey. The options with which the browser asks the person’s devices; no e-mail is needed. */ beginSignIn(options?: Options): Call<PasskeySignInOptions>
  /** Sign in by a passkey. Send what the device answered; the answer sets the session in a cookie. Failed attempts make the next ones wait, as with passwords. */ signInByPasskey(body: PasskeySignIn, options?: Options): Call<Session>
  /** Begin to make a passkey. The options with which the browser asks your device. If you signed in more than ten minutes ago, send your password. */ begin(body: PasskeyBegin, options?: Options): Call<PasskeyCreationOptions>
  /** List your passkeys. The first one comes first. */ list(options?: Options): Call<Array<Passkey>>
  /** Keep a passkey that a device of yours has made. From then on you sign in with it, too. */ create(body: PasskeyInput, options?: Options): Call<Passkey>
  /** Rename one of your passkeys. The name is for you alone: devices know nothing of it. */ update(id: number, body: PasskeyPatch, options?: Options): Call<Passkey>
  /** Remove one of your passkeys. Sessions that began with it go on: end those that are not yours. */ delete(id: number, options?: Options): Call<DeletedResponse>
}

/** For `navigator.credentials.get`, by `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export interface PasskeySignInOptions {
  /** To be answered once, within five minutes. */ challenge: string
  /** Milliseconds. */ timeout: number
  rpId: string
  userVerification: "required"
}

export interface PasskeySignIn {
  credential: PasskeyAnswer
}

/** What `navigator.credentials.get` gave, as JSON. */
export interface PasskeyAnswer {
  id: string
  rawId: string
  type: "public-key"
  authenticatorAttachment?: "platform" | "cross-platform" | null
  /** The service ignores it. */ clientExtensionResults?: Record<string, unknown>
  response: PasskeyAssertion
}

export interface PasskeyAssertion {
  clientDataJSON: string
  authenticatorData: string
  signature: string
  /** A passkey without it can’t be used. */ userHandle?: string | null
}

export interface PasskeyBegin {
  /** Needed where the sign-in is more than ten minutes ago. */ current_password?: string
}

/** For `navigator.credentials.create`, by `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export interface PasskeyCreationOptions {
  /** To be answered once, within five minutes. */ challenge: string
  /** Milliseconds. */ timeout: number
  rp: PasskeyParty
  user: PasskeyUser
  pubKeyCredParams: Array<PasskeyAlgorithm>
  excludeCredentials: Array<PasskeyKnown>
  authenticatorSelection: PasskeySelection
  attestation: "none"
}

export interface PasskeyParty {
  id: string
  name: string
}

export interface PasskeyUser {
  id: string
  name: string
  displayName: string
}

export interface PasskeyAlgorithm {
  type: "public-key"
  alg: number
}

export interface PasskeyKnown {
  type: "public-key"
  id: string
  transports: Array<string>
}

export interface PasskeySelection {
  residentKey: "required"
  requireResidentKey: boolean
  userVerification: "required"
}

export interface PasskeyInput {
  /** On one line, with at least one visible character. */ name: string
  credential: PasskeyMade
}

/** What `navigator.credentials.create` gave, as JSON. */
export interface PasskeyMade {
  id: string
  rawId: string
  type: "public-key"
  authenticatorAttachment?: "platform" | "cross-platform" | null
  /** The service ignores it. */ clientExtensionResults?: Record<string, unknown>
  response: PasskeyAttestation
}

export interface PasskeyAttestation {
  clientDataJSON: string
  attestationObject: string
  authenticatorData?: string
  transports?: Array<string>
  publicKey?: string | null
  publicKeyAlgorithm?: number
}

export interface PasskeyPatch {
  /** On one line, with at least one visible character. */ name?: string
}
