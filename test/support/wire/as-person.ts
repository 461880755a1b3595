import type { Account, Answer, Server } from '../../harness.ts'
import { asBrowser, cookieOf, invited, PASSWORD, type Person, registered } from '../people.ts'
import { CLIENT, startProvider } from '../servers/oidc-provider.ts'
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

/** With what a provider answers, of an account that has one. */
async function sendOfProvider(
  server: Server,
  path: string,
  { account_id: account, token }: Account,
): Promise<Answer> {
  const provider = await startProvider([`http://localhost/console/provider/${account}`])
  const sub = 'ana'
  provider.accounts.set(sub, { email: 'ana@aurora.example', email_verified: true })
  const setting = { name: 'Aurora', issuer: provider.issuer, ...CLIENT }
  await server.send('PUT', '/sign-in-provider', { token, body: setting })
  const begin = { token: null, body: { account } }
  const begun = await server.send('POST', '/session/provider/options', begin)
  if (path.endsWith('/options')) {
    await provider.close()
    return begun
  }
  const back = await provider.visit(begun.body.data.url, sub)
  const headers = { cookie: cookieOf(begun) }
  const body = { account, answer: back.search.slice(1) }
  const finished = await server.send('POST', path, { token: null, headers, body })
  await provider.close()
  return finished
}

/** The example's member is there, and so is the link that is in a body: no two are the same. */
export async function sendAsPerson(
  server: Server,
  method: string,
  path: string,
  body: object,
): Promise<Answer> {
  const account = await server.newAccount(`Of the example of ${path}`)
  const { account_id } = account
  const { email } = { email: 'ana@aurora.example', ...body }
  const { link } = await invited(server, { email, account_id })
  if ('link' in body) return server.send(method, path, { token: null, body: { ...body, link } })
  const use = { token: null, body: { link, password: PASSWORD } }
  const cookie = cookieOf(await server.send('POST', '/session/link', use))
  const send = asBrowser(server, cookie)
  if (path.startsWith('/session/provider')) return sendOfProvider(server, path, account)
  if (path.startsWith('/session/passkey')) return sendOfPasskeys(server, method, path, body, send)
  return path === '/session' && method === 'POST'
    ? server.send(method, path, { token: null, body: { ...body, account: account_id } })
    : send(method, path, { body })
}
