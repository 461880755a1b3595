import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { lines, listen, talk } from '../support/wire/wire.ts'

let server: Server
let port: number
before(async () => {
  server = await startServer({ MAX_CONNECTIONS: 2 })
  port = await listen(server.app)
})
after(() => server.close())

const request = (path: string, ...more: string[]) =>
  lines(`GET ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${server.token}`, ...more, '')

async function silent() {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

test('a connection beyond the limit gets one answer, which says so, and ends', async () => {
  const sockets = [await silent(), await silent()]
  const twice = request('/customers') + request('/customers')
  const [refused, ...more] = await talk(port, (socket) => socket.write(twice))
  assert.deepEqual(more, [])
  assert.deepEqual([refused?.status, refused?.body.code], [503, 'unavailable'])
  assert.match(refused?.body.detail, /2 connections, as many as it may/)
  assert.match(refused?.headers['retry-after'] ?? '', /^\d+$/)
  assert.equal(refused?.headers['connection'], 'close')
  const [live] = await talk(port, (socket) => socket.write(request('/health/live')))
  assert.deepEqual([live?.status, live?.headers['connection']], [200, 'close'])

  for (const socket of sockets) socket.destroy()
  for (let status = 0; status !== 200; ) {
    const bytes = request('/customers', 'Connection: close')
    const [answer] = await talk(port, (socket) => socket.write(bytes))
    status = answer?.status ?? 0
  }
})
