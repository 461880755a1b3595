import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { importerOf, sendFile, settled } from '../support/files/imports.ts'

// Files of which so much is refused that the rest of it tells nothing more.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server, { maxRefused: MOST })
})
after(async () => {
  await importer.close()
  await server.close()
})

// As many as a service takes, 100,000, are 18 s of CPU.
const MOST = 2_000
const FILE = `Código;Nome\nM-1;Um\n${'x\n'.repeat(MOST + 1000)}M-2;Dois\n`

test('an import ends where too many records are refused; what is written stays', async () => {
  const headers = { 'accept-language': 'pt-BR' }
  const { id } = await sendFile(server, 'categories', FILE, '&dry_run=false', { headers })
  const { state, failure, counts, first_faults } = await settled(server, importer, id)
  assert.deepEqual([state, counts.created], ['failed', 1])
  assert.match(failure, /^Mais de 2\.000 registros foram recusados: nada mais do arquivo é lido\./)
  assert.ok(counts.refused > MOST && counts.refused < MOST + 500, `${counts.refused} refused`)
  assert.deepEqual([first_faults[0].line, first_faults[0].code], [3, 'required'])
  assert.equal((await server.send('GET', '/categories/fk_id/M-1')).status, 200)
  assert.equal((await server.send('GET', '/categories/fk_id/M-2')).status, 404)
})
