import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Stand, startStand } from '../support/stand.ts'

let stand: Stand
before(async () => {
  stand = await startStand()
})
after(() => stand.close())

test('a server that is gone makes 503, and the service goes on by itself when it is back', async () => {
  const { postgres, call, service } = stand
  assert.equal((await call('/orders')).status, 200)
  await postgres.halt('SIGQUIT')
  for (const path of ['/orders', '/orders/1', '/customers', '/health/ready']) {
    const { status, headers, body } = await call(path)
    assert.deepEqual([path, status, body.code], [path, 503, 'unavailable'])
    assert.match(headers.get('retry-after') ?? '', /^\d+$/)
  }
  assert.equal((await call('/health/live')).status, 200)
  await postgres.start()
  while ((await call('/health/ready')).status !== 200);
  assert.equal((await call('/orders')).status, 200)
  assert.equal(service.child.exitCode, null)
})
