import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { callService } from '../support/call.ts'
import { MARIA, tracesIn } from '../support/privacy/person.ts'
import { killRunning, run } from '../support/service.ts'
import { startOnAny } from '../support/telemetry/started.ts'

// The command as a person types it, and the log of the service that does it.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-anonymise-'))
})
after(async () => {
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

test('a customer is anonymised by a running service, whose log says nothing of the person', async () => {
  const { service, token, close } = await startOnAny({ DATA_DIR: folder, LOG_LEVEL: 'debug' })
  const settings = { PEDIDO_URL: service.address, PEDIDO_TOKEN: token, LANG: 'C' }
  const call = async (path: string, body?: object) => {
    const { status, body: answer } = await callService(service, token, path, { body })
    assert.ok(status < 300, JSON.stringify(answer))
    return answer.data
  }
  const { id } = await call('/customers', MARIA)
  const statuses: { id: number; name: string }[] = await call('/order-statuses?limit=100')
  const statusOf = (name: string) => statuses.find((one) => one.name === name)?.id
  const order = { id_customer: id, items: [] }
  const invoiced = await call('/orders', { ...order, id_order_status: statusOf('Invoiced') })
  await call('/orders', { ...order, id_order_status: statusOf('Cancelled') })

  const unsure = await run(['customer', 'anonymise', String(id)], settings)
  assert.equal(unsure.code, 2)
  assert.match(unsure.stderr, /Customer \d+ is "Maria .*--yes; nothing was done yet/)
  assert.equal((await call(`/customers/${id}`)).name, MARIA.name)

  const words = ['customer', 'anonymise', String(id), '--yes', '--drop-fk-id']
  const kept = ['--keep-status', String(statusOf('Invoiced'))]
  const done = await run([...words, ...kept], settings)
  assert.equal(done.code, 0, done.stderr)
  assert.equal(done.stdout, `${invoiced.id}\t${new Date().getUTCFullYear() + 5}-12-31\n`)
  assert.match(done.stderr, /is anonymous\. 1 order stays as it is\. Going .*\nDone\.\n$/)
  assert.equal((await call(`/customers/${id}`)).fk_id, null)

  const none = await run([...words, '--keep-none'], { ...settings, LANG: 'pt_BR.UTF-8' })
  assert.equal(none.stdout, '')
  assert.match(none.stderr, /está anonimizado\. 0 pedidos ficam como estão/)
  const missing = await run(['customer', 'anonymise', '999', '--yes'], settings)
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /Customer 999 does not exist/)
  for (const wrong of [['x'], [], ['1', '2'], ['1', '--keep-none', '--keep-status', '5']]) {
    assert.equal((await run(['customer', 'anonymise', ...wrong, '--yes'], settings)).code, 2)
  }
  const { stdout, stderr } = await close()
  assert.deepEqual(tracesIn(stdout + stderr), [])
})
