import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { PreparedClient } from '../../src/database/prepared.ts'
import { ServerWatch } from '../../src/database/server/watch.ts'
import { serverUrl } from '../support/database.ts'

if (serverUrl !== undefined) {
  const watched = async (
    createClient: () => PreparedClient,
    work: (watch: ServerWatch, warnings: string[]) => Promise<void>,
  ) => {
    const warnings: string[] = []
    const watch = new ServerWatch({
      createClient,
      name: 'PostgreSQL',
      confirmationMs: 15_000,
      log: { info() {}, warn: (text) => warnings.push(text) },
    })
    try {
      await work(watch, warnings)
    } finally {
      watch.close()
    }
  }
  const clientOf = (connectionString: string | undefined) =>
    new PreparedClient({ connectionString })

  test('a process that was busy itself does not call the server gone', () =>
    watched(
      () => clientOf(serverUrl),
      async (watch, warnings) => {
        const looking = watch.look()
        // Longer than a look may take: what the server answers meanwhile is not read.
        setImmediate(() => {
          for (const until = performance.now() + 2_000; performance.now() < until; );
        })
        await looking
        assert.equal(watch.isDown, false)
        assert.deepEqual(warnings, [])
      },
    ))

  test('a server that answers others is busy, and not gone; one that answers nobody is', async () => {
    // Lets connections in and answers nothing, as a server does that has no time for a look.
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    await watched(
      () => clientOf(`postgres://nobody@127.0.0.1:${port}/none`),
      async (watch, warnings) => {
        const other = clientOf(serverUrl)
        await other.connect()
        watch.add(other)
        const looking = watch.look()
        await other.query('select $1::int', [1])
        await looking
        assert.deepEqual(warnings, [])
        await assert.rejects(watch.look(), /known to be gone/)
        assert.equal(watch.isDown, true)
        assert.equal(warnings.length, 1)
        await other.end()
      },
    )
    mute.close()
  })
}
