import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { callService } from '../support/call.ts'
import { MARIA, tracesIn } from '../support/privacy/person.ts'
import { killRunning, startService } from '../support/service.ts'
import { startOnAny } from '../support/telemetry/started.ts'
import { until } from '../support/workers.ts'

// A service that is killed while it removes a person's data goes on with it when it is started again.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-killed-'))
})
after(async () => {
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

test('what was begun before kill -9 is done after it', async () => {
  const { service, token, settings, close } = await startOnAny({ DATA_DIR: folder })
  const call = async (path: string, body?: unknown, at = service) => {
    const { status, body: answer } = await callService(at, token, path, { body })
    assert.ok(status < 300, JSON.stringify(answer))
    return answer.data
  }
  const { id } = await call('/customers', MARIA)
  const order = { id_customer: id, observations: 'portão verde', items: [] }
  for (let i = 0; i < 250; i++) await call('/orders', order)
  await call(`/customers/${id}/anonymise`, {})
  await service.stop('SIGKILL')
  const again = await startService(settings)
  const read = (path: string) => call(path, undefined, again)
  await until(async () => (await read(`/customers/${id}/anonymisation`)).state === 'done')
  for (let page = 1; page <= 3; page++) {
    const orders = await read(`/orders?id_customer=${id}&limit=100&page=${page}`)
    assert.deepEqual(tracesIn(JSON.stringify(orders)), [])
  }
  await again.stop('SIGTERM')
  await close()
})
