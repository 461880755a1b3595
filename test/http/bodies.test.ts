import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'

// Bodies that are another thing than somebody meant, and that are nothing.

let server: Server
let customer: number
before(async () => {
  server = await startServer()
  customer = (await server.send('POST', '/customers', { body: { name: 'Aurora' } })).body.data.id
})
after(() => server.close())

test('another charset is told as such, and not as another type', async () => {
  for (const charset of ['ISO-8859-1', '"windows-1252"', 'utf-16']) {
    const headers = { 'content-type': `application/json; charset=${charset}` }
    const answer = await server.send('POST', '/customers', { body: '{"name":"a"}', headers })
    assert.equal(answer.status, 415)
    assert.equal(
      answer.body.detail,
      `Send the body in UTF-8, with \`Content-Type: application/json\`: the charset "${charset}" is not taken.`,
    )
  }
  const other = { body: 'a', headers: { 'content-type': 'text/plain; charset=latin1' } }
  const { body } = await server.send('POST', '/customers', other)
  assert.equal(body.detail, 'Send the body with `Content-Type: application/json`.')
})

test('an empty body is an empty object where all is optional, and none where it was lost', async () => {
  const order = await server.send('POST', '/orders', { body: { id_customer: customer } })
  const { id } = order.body.data
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const nothing = { body: '', headers }
    const link = await server.send('POST', `/orders/${id}/links`, nothing)
    assert.equal(link.status, 201, link.text)
    for (const [method, path] of [
      ['POST', '/orders'],
      ['PATCH', `/orders/${id}`],
      ['PUT', '/orders/fk_id/nothing'],
    ] as const) {
      const { status, body } = await server.send(method, path, nothing)
      assert.deepEqual([status, body.code], [400, 'invalid_json'], `${method} ${path}`)
    }
  }
})
