import type { Passkey, Session } from '@pedido/client'
import { pedido } from '../client.ts'

// The library that talks with browsers about passkeys is loaded when somebody uses one.

/** Whether this browser has passkeys, for the address at which the page was opened. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !isNumbers(window.location.hostname)
}

/** Browsers keep passkeys by the name of a host. */
export const isNumbers = (hostname: string) => /^[\d.]+$|^\[/.test(hostname)

/** The person closed what the browser asked with, or took too long. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}

/** The device, or the keeper of passwords, has one for this service already. */
export function isKnownAlready(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError'
}

/** What a device has answered, as the service wants it. */
function sendable<T extends object>({ id, rawId, response }: Answered<T>) {
  return { id, rawId, type: 'public-key' as const, response }
}

interface Answered<T> {
  id: string
  rawId: string
  response: T
}

/** Lets the person choose a passkey and signs in with it. */
export async function signInByPasskey(): Promise<Session> {
  const optionsJSON = await pedido.passkeys.beginSignIn({ maxRetries: 0 })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const credential = sendable(await startAuthentication({ optionsJSON }))
  return pedido.passkeys.signInByPasskey({ credential }, { maxRetries: 0 })
}

/** Has a device make a passkey, and keeps it under this name. */
export async function makePasskey(name: string, password: string | undefined): Promise<Passkey> {
  const proof = password === undefined ? {} : { current_password: password }
  const optionsJSON = await pedido.passkeys.begin(proof)
  const { startRegistration } = await import('@simplewebauthn/browser')
  const credential = sendable(await startRegistration({ optionsJSON }))
  return pedido.passkeys.create({ name, credential })
}
