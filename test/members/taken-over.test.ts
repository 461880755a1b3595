import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, type Server, startServer } from '../harness.ts'
import { PASSWORD, type Person, person, registered } from '../support/people.ts'
import { type Authenticator, authenticator } from '../support/wire/authenticator.ts'

// Somebody got in as a member and made a passkey of his own: how he is kept out.

let server: Server
let ana: Person
before(async () => {
  server = await startServer()
  ana = await person(server)
})
after(() => server.close())

function assertRefused({ status, body, text }: Answer, ...expected: unknown[]): void {
  assert.deepEqual([status, body.code], expected, text)
}

const open = (path: string, body?: object) =>
  server.send('POST', path, { token: null, ...(body ? { body } : {}) })

async function signIn(device: Authenticator): Promise<Answer> {
  const options = (await open('/session/passkey/options')).body.data
  return open('/session/passkey', { credential: device.get(options) })
}

/** A member as whom somebody else has made a passkey. */
async function takenOver() {
  const bia = await person(server)
  return { bia, thief: await registered(bia, authenticator(), 'Do invasor') }
}
const list = async ({ id }: Person) => (await ana.send('GET', `/members/${id}/passkeys`)).body.data
/** A link that another member has made. */
const linkFor = async ({ id }: Person) =>
  (await ana.send('POST', `/members/${id}/link`)).body.data.url.split('#')[1]
const useLink = (link: string, more: object = {}) =>
  open('/session/link', { link, password: 'sete rolos de fita crepe', ...more })

test('he is kept out by who manages the members, who sees the passkeys and removes them', async () => {
  const { bia, thief } = await takenOver()
  const [passkey, ...others] = await list(bia)
  assert.deepEqual([passkey.name, others], ['Do invasor', []])
  const path = `/members/${bia.id}/passkeys`
  // It is of this member alone.
  assertRefused(
    await ana.send('DELETE', `/members/${ana.id}/passkeys/${passkey.id}`),
    404,
    'not_found',
  )
  assertRefused(await bia.send('GET', `/members/999999/passkeys`), 404, 'not_found')
  const { status, body } = await ana.send('DELETE', `${path}/${passkey.id}`)
  assert.deepEqual([status, body.deletedId], [200, passkey.id])
  assertRefused(await signIn(thief), 401, 'invalid_credentials')
  assert.deepEqual(await list(bia), [])
  const viewer = await person(server, { role: 'viewer' })
  assertRefused(await viewer.send('GET', path), 403, 'insufficient_scope')
})

test('but by no manager who may do less than the member', async () => {
  const { bia } = await takenOver()
  const [{ id }] = await list(bia)
  const manager = await server.newToken('members:manage')
  const path = `/members/${bia.id}/passkeys/${id}`
  assertRefused(await server.send('DELETE', path, { token: manager }), 403, 'insufficient_scope')
  assert.equal((await list(bia)).length, 1)
})

test('he is kept out by a link for another password, which says what it removes', async () => {
  const { bia, thief } = await takenOver()
  const link = await linkFor(bia)
  const read = (await open('/session/link/read', { link })).body.data
  const [{ created_at }] = await list(bia)
  assert.deepEqual(read.passkeys, [{ name: 'Do invasor', created_at }])
  // He was about to make another one.
  const options = await bia.send('POST', '/session/passkeys/options', { body: {} })
  const credential = authenticator().create(options.body.data)
  assert.equal((await useLink(link)).status, 201)
  const late = await bia.send('POST', '/session/passkeys', { body: { name: 'x', credential } })
  assert.equal(late.status, 401, late.text)
  assertRefused(await signIn(thief), 401, 'invalid_credentials')
  assert.deepEqual(await list(bia), [])
})

test('he is no concern of who keeps the passkeys', async () => {
  const { bia, thief } = await takenOver()
  assert.equal((await useLink(await linkFor(bia), { keep_passkeys: true })).status, 201)
  assert.equal((await signIn(thief)).status, 201)
})

test('he has no use of a link once the member chose another password himself', async () => {
  const { bia } = await takenOver()
  const link = await linkFor(bia)
  const body = { current_password: PASSWORD, new_password: 'sete rolos de fita crepe' }
  assert.equal((await bia.send('PUT', '/session/password', { body })).status, 200)
  assertRefused(await useLink(link), 410, 'link_gone')
})
