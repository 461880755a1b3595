import assert from 'node:assert/strict'
import { inTransaction } from '../../src/database/database.ts'
import { inviteMember } from '../../src/members/commands.ts'
import type { Answer, SendOptions, Server } from '../harness.ts'
import { type Authenticator, authenticator } from './wire/authenticator.ts'

// People who sign in, as a browser has them: a cookie, and headers that say that the page is its own.

export const PASSWORD = 'quatro caixas de erva-mate'

/** Somebody who is signed in. */
export interface Person {
  id: number
  email: string
  password: string
  /** The cookie as a browser sends it. */
  cookie: string
  /** Sends a request as that browser's page. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
}

/** The one cookie that an answer sets, as it is sent back. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>): string {
  const [set] = [headers['set-cookie'] ?? []].flat()
  assert.ok(set, 'the answer sets a cookie')
  return set.split(';')[0] ?? ''
}

/** Sends requests with a cookie, of a page of the service itself. */
export function asBrowser(server: Server, cookie: string): Person['send'] {
  return (method, path, { headers, ...options } = {}) =>
    server.send(method, path, {
      token: null,
      ...options,
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
    })
}

let people = 0

/** The secret of an invitation, of a new member. */
export async function invited(
  server: Server,
  {
    role = 'owner',
    email = `pessoa-${++people}@aurora.example`,
    account_id = server.account_id,
  } = {},
): Promise<{ id: number; email: string; link: string }> {
  const member = { email, name: 'Ana Souza', role, language: 'pt-BR', id_user: null }
  const made = await inTransaction(server.db, (tx) => inviteMember(tx, account_id, member))
  return { email, ...made }
}

/** A new member who has accepted and is signed in. */
export async function person(
  server: Server,
  options: Parameters<typeof invited>[1] = {},
): Promise<Person> {
  const { id, email, link } = await invited(server, options)
  const body = { link, password: PASSWORD }
  const answer = await server.send('POST', '/session/link', { token: null, body })
  assert.equal(answer.status, 201, answer.text)
  const cookie = cookieOf(answer)
  return { id, email, password: PASSWORD, cookie, send: asBrowser(server, cookie) }
}

/** Signs in anew, as another browser. */
export async function signedIn(
  server: Server,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Person['send']> {
  const body = { email, password }
  const answer = await server.send('POST', '/session', { token: null, body })
  assert.equal(answer.status, 201, answer.text)
  return asBrowser(server, cookieOf(answer))
}

/** A device with a passkey of somebody who has just signed in. */
export async function registered(
  { send }: Pick<Person, 'send'>,
  device = authenticator(),
  name = 'Celular',
): Promise<Authenticator> {
  const options = await send('POST', '/session/passkeys/options', { body: {} })
  assert.equal(options.status, 200, options.text)
  const body = { name, credential: device.create(options.body.data) }
  const kept = await send('POST', '/session/passkeys', { body })
  assert.equal(kept.status, 201, kept.text)
  return device
}
