import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { killRunning, run } from '../support/service.ts'
import { endRun, startChanges, startOnHeldSocket } from './held-socket.ts'

// The socket is another's, as systemd's is (deploy/systemd/pedido.socket): a restart refuses nobody.

const CLIENTS = 6

let folder: string
let database: TestDatabase | undefined
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-socket-'))
  database = process.env['DATABASE_URL'] ? await openEmptyDatabase() : undefined
  settings = { DATA_DIR: folder, ...(database?.url && { DATABASE_URL: database.url }) }
})
after(async () => {
  killRunning()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

async function firstToken(): Promise<string | undefined> {
  if (!database) return undefined
  await run(['account', 'create', 'Aurora'], settings)
  const words = ['token', 'create', '--account', 'Aurora', '--name', 'test', '--scope', '*']
  return (await run(words, settings)).stdout.trim()
}

if (process.platform === 'linux') {
  for (const WORKERS of process.env['DATABASE_URL'] ? ['1', '2'] : ['1']) {
    test(`who comes while the service restarts waits, and is not refused (WORKERS=${WORKERS})`, async () => {
      const made = await firstToken()
      const service = await startOnHeldSocket(2, { ...settings, WORKERS, TRUST_PROXY: '1' })
      const changes = startChanges(service, made ?? service.token ?? '', CLIENTS)
      await changes.more(50)
      endRun(service)
      await service.printedAnew(/Pedido listens on /)
      await changes.more(50)
      await changes.stop()
      endRun(service)
      assert.equal((await service.ended).code, 0)
    })
  }
}
