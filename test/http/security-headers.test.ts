import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../harness.ts'

test('browsers are told to stay with TLS only where the request came by it', async () => {
  for (const [TRUST_PROXY, proto, expected] of [
    [1, 'https', 'max-age=31536000; includeSubDomains'],
    [['127.0.0.1'], 'https', 'max-age=31536000; includeSubDomains'],
    [1, 'http', undefined],
    [1, undefined, undefined],
    // Whoever may write the header, it is not believed.
    [0, 'https', undefined],
  ] as const) {
    const server = await startServer({ TRUST_PROXY: TRUST_PROXY as number | string[] })
    const headers = proto === undefined ? {} : { 'X-Forwarded-Proto': proto }
    for (const path of ['/orders', '/nowhere']) {
      const answer = await server.send('GET', path, { headers })
      assert.equal(answer.headers['strict-transport-security'], expected, `${proto} ${path}`)
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    }
    await server.close()
  }
})
