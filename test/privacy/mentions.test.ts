import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { anonymised, MARIA } from '../support/privacy/person.ts'

// What may be of somebody else stays, and is told to who asked.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const NAME = 'Projeto da MARIA APARECIDA ZANETTI'

test('records, tokens and members that mention the person stay, and are named', async () => {
  const { id } = await data(server, 'POST', '/customers', MARIA)
  const made = async (path: string, body: object = {}) => ({
    resource: path,
    id: (await data(server, 'POST', `/${path}`, { name: NAME, ...body })).id,
  })
  const telling = [
    await made('customers'),
    await made('products', { name: 'Kit', description: `para ${MARIA.email}` }),
    await made('users'),
    await made('categories', { name: 'CPF 529.982.247-25' }),
    await made('opportunities'),
    await made('quotations', { name: 'Ligar para 11 98765-4321' }),
    await made('tokens', { scopes: ['orders:read'] }),
    await made('members', { email: MARIA.email, role: 'viewer' }),
  ]
  const other = await server.newAccount('Outra')
  const { token } = other
  await server.send('POST', '/opportunities', { body: { name: NAME }, token })
  await data(server, 'POST', '/opportunities', { name: 'Projeto da Maria' })
  const before = await data(server, 'GET', '/opportunities')
  await anonymised(server, id)
  const { state, mentions } = await data(server, 'GET', `/customers/${id}/anonymisation`)
  assert.equal(state, 'done')
  const inOrder = (a: { resource: string }, b: { resource: string }) =>
    a.resource < b.resource ? -1 : 1
  assert.deepEqual(mentions.toSorted(inOrder), telling.toSorted(inOrder))
  assert.deepEqual(await data(server, 'GET', '/opportunities'), before)
})
