import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startServer } from '../harness.ts'
import { startService } from '../support/service.ts'
import { wireTests } from '../support/wire/bad-wire.ts'
import { lines, listen, talk } from '../support/wire/wire.ts'

// What a client may get wrong below HTTP's surface, of one process.

wireTests(async () => {
  const server = await startServer({ REQUEST_TIMEOUT_MS: 1_000, MAX_UPLOAD_BYTES: 100_000 })
  const { app, token, close } = server
  const port = await listen(app)
  const { body } = await server.send('POST', '/products', { body: { name: 'Café' } })
  const accepted = async () => {
    const [peer] = (await once(app.server, 'connection')) as [Socket]
    return peer
  }
  return { port, token, product: `/products/${body.data.id}`, accepted, close }
})

test('the log carries the request_id of a refusal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-wire-'))
  const service = await startService({ LOG_LEVEL: 'debug', DATA_DIR: folder })
  const { port: own } = new URL(service.address)
  const headers = ['Host: localhost', 'Connection: close']
  const ids: string[] = []
  for (const bytes of [lines('GET /nowhere HTTP/1.1', ...headers, ''), 'garbage\r\n\r\n']) {
    const [answer] = await talk(Number(own), (socket) => socket.write(bytes))
    ids.push(answer?.body.request_id)
  }
  const { stdout } = await service.stop('SIGTERM')
  await rm(folder, { recursive: true })
  for (const id of ids) {
    const line = stdout.split('\n').find((one) => one.includes(id) && one.includes('refused'))
    assert.match(line ?? '', /"code":"(unauthorized|bad_request)"/)
  }
})
