import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { callService } from '../support/call.ts'
import { startStand } from '../support/servers/stand.ts'
import { killRunning, type Service, startService } from '../support/service.ts'
import { until } from '../support/workers.ts'

// A service that is killed with -9 while it checks a declaration over the records that there are
// goes on when it starts again: where it was, and no record is left out.

const CUSTOMERS = 8_000

after(killRunning)

/** Customers with a field that is declared, but not found by. */
async function makeCustomers({ address }: Service, token: string): Promise<void> {
  const lines = Array.from({ length: CUSTOMERS }, (_, i) =>
    JSON.stringify({ fk_id: `k${i}`, name: `Cliente ${i}`, custom_fields: { rota: `${i % 100}` } }),
  )
  const answer = await fetch(`${address}/bulk/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  const results = (await answer.text()).trim().split('\n')
  const created = results.filter((line) => JSON.parse(line).status === 'created')
  assert.equal(created.length, CUSTOMERS, `${results.at(-1)}`)
}

async function checkWithKill(
  first: Service,
  token: string,
  restart: () => Promise<Service>,
): Promise<Service> {
  let service = first
  const call = (path: string, options = {}) => callService(service, token, path, options)
  const body = { resource: 'customers', key: 'rota', type: 'integer' }
  const declared = await call('/custom-fields', { method: 'POST', body })
  assert.equal(declared.status, 201, JSON.stringify(declared.body))
  await makeCustomers(service, token)
  const path = `/custom-fields/${declared.body.data.id}`
  const change = async (filterable: boolean) =>
    (await call(path, { method: 'PATCH', body: { filterable } })).body.data
  let seen = await change(true)
  assert.equal(seen.status, 'checking', JSON.stringify(seen))
  const read = async () => {
    seen = (await call(path)).body.data
    return seen
  }
  const start = seen.progress
  const untilBegun = () => until(async () => (await read()).progress > start)
  // Where it was over before anybody looked, it is done once more.
  for (await untilBegun(); seen.status !== 'checking'; await untilBegun()) {
    await change(false)
    await change(true)
  }
  await service.stop('SIGKILL')
  const reached = seen.progress
  service = await restart()
  assert.ok((await read()).progress >= reached, `${seen.progress} after ${reached}`)
  await until(async () => (await read()).status !== 'checking')
  assert.deepEqual([seen.status, seen.progress, seen.breaking], ['active', 100, 0])
  const found = async (query: string) =>
    (await call(`/customers?limit=1&${query}`)).body.pagination.total
  assert.equal(await found('custom.rota_from=0'), CUSTOMERS)
  assert.equal(await found('custom.rota=7'), CUSTOMERS / 100)
  return service
}

test('killed on the embedded database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-custom-'))
  const settings = { DATA_DIR: folder }
  const service = await startService(settings)
  const last = await checkWithKill(service, service.token ?? '', () => startService(settings))
  await last.stop('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('killed on PostgreSQL', async () => {
  const stand = await startStand()
  const settings = { DATA_DIR: stand.folder, DATABASE_URL: stand.postgres.url }
  const last = await checkWithKill(stand.service, stand.token, () => startService(settings))
  await last.stop('SIGTERM')
  await stand.close()
})
