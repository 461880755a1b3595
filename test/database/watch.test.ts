import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PreparedClient } from '../../src/database/prepared.ts'
import { ServerWatch } from '../../src/database/server/watch.ts'
import { serverUrl } from '../support/database.ts'

if (serverUrl !== undefined) {
  test('a process that was busy itself does not call the server gone', async () => {
    const warnings: string[] = []
    const watch = new ServerWatch({
      createClient: () => new PreparedClient({ connectionString: serverUrl }),
      name: 'PostgreSQL',
      confirmationMs: 15_000,
      log: { info() {}, warn: (text) => warnings.push(text) },
    })
    try {
      const looking = watch.look()
      // Longer than a look may take: what the server answers meanwhile is not read.
      setImmediate(() => {
        for (const until = performance.now() + 2_000; performance.now() < until; );
      })
      await looking
      assert.equal(watch.isDown, false)
      assert.deepEqual(warnings, [])
    } finally {
      watch.close()
    }
  })
}
