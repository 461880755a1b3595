import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { BrowserContext } from 'playwright-core'
import type { Server } from '../../harness.ts'
import { cookieOf, invited, PASSWORD, signedIn } from '../../support/people.ts'

export type Role = 'owner' | 'manager' | 'operator' | 'seller' | 'viewer'
export type Language = 'pt-BR' | 'en'

/** Somebody of this role who has accepted an invitation, and the cookie of that browser. */
export async function member(server: Server, role: Role, language: Language) {
  const { link, email } = await invited(server, { role })
  const body = { link, password: PASSWORD, name: 'Maria Aparecida Nascimento', language }
  const answer = await server.send('POST', '/session/link', { token: null, body })
  assert.equal(answer.status, 201, answer.text)
  const [name = '', value = ''] = cookieOf(answer).split('=')
  return { email, password: PASSWORD, cookie: { name, value } }
}

/** Somebody sees orders of these sellers alone. */
export async function restrict(server: Server, email: string, users: number[]): Promise<void> {
  await sql`update members set only_users = ${users}
             where account_id = ${server.account_id} and email = ${email}`.execute(server.db)
}

/** As from another browser: "where you are signed in". */
export async function endSessions(
  server: Server,
  who: { email: string; password: string },
): Promise<void> {
  const send = await signedIn(server, who)
  const { body } = await send('GET', '/sessions')
  for (const { id, current } of body.data) {
    if (!current) assert.equal((await send('DELETE', `/sessions/${id}`)).status, 200)
  }
}

/** Gives a browser that cookie. */
export async function signIn(
  context: BrowserContext,
  origin: string,
  { name, value }: { name: string; value: string },
): Promise<void> {
  // The cookie is for TLS and this machine: Chromium takes it for an address that looks like TLS.
  const url = origin.replace('http:', 'https:')
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
}
