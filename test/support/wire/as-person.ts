import type { Answer, Server } from '../../harness.ts'
import { asBrowser, cookieOf, invited, PASSWORD, type Person, registered } from '../people.ts'
import { authenticator } from './authenticator.ts'

/** With what a device answers, which no example can tell. */
async function sendOfPasskeys(
  server: Server,
  method: string,
  path: string,
  body: object,
  send: Person['send'],
): Promise<Answer> {
  if (path.endsWith('/options')) return send(method, path, { body })
  if (path === '/session/passkeys') {
    const { data } = (await send('POST', `${path}/options`, { body: {} })).body
    return send(method, path, { body: { ...body, credential: authenticator().create(data) } })
  }
  const device = await registered({ send })
  if (path === '/session/passkey') {
    const { data } = (await server.send('POST', `${path}/options`, { token: null })).body
    return server.send(method, path, { token: null, body: { credential: device.get(data) } })
  }
  const [own] = (await send('GET', '/session/passkeys')).body.data
  return send(method, `/session/passkeys/${own.id}`, { body })
}

/** The example's member is there, and so is the link that is in a body: no two are the same. */
export async function sendAsPerson(
  server: Server,
  method: string,
  path: string,
  body: object,
): Promise<Answer> {
  const { account_id } = await server.newAccount(`Of the example of ${path}`)
  const { email } = { email: 'ana@aurora.example', ...body }
  const { link } = await invited(server, { email, account_id })
  if ('link' in body) return server.send(method, path, { token: null, body: { ...body, link } })
  const use = { token: null, body: { link, password: PASSWORD } }
  const cookie = cookieOf(await server.send('POST', '/session/link', use))
  const send = asBrowser(server, cookie)
  if (path.startsWith('/session/passkey')) return sendOfPasskeys(server, method, path, body, send)
  return path === '/session' && method === 'POST'
    ? server.send(method, path, { token: null, body: { ...body, account: account_id } })
    : send(method, path, { body })
}
