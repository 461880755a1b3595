import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { callService } from '../support/call.ts'
import { ST, sale, stRule } from '../support/records/recalculations.ts'
import { startStand } from '../support/servers/stand.ts'
import { killRunning, type Service, startService } from '../support/service.ts'
import { until } from '../support/workers.ts'

// A service that is killed with -9 while it works the taxes of many orders out again goes on when it starts
// again: each order is written once, and counted once.

const ORDERS = 1_000
/** How much is done when it is killed, of the dry run and of the run. */
const KILLS = { dry: [0.4], run: [0.2, 0.6] }

after(killRunning)

/** Orders from before there were rules, and a rule. */
async function sell(service: Service, token: string): Promise<void> {
  const make = async (path: string, body: object): Promise<number> => {
    const made = await callService(service, token, path, { body })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.data.id
  }
  const regimes = [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  const branch = await make('/branch-companies', { name: 'Matriz', state: 'SP', regimes })
  const tools = await make('/products', { name: 'Furadeira', price: 100, cest: '0800100' })
  const shop = await make('/customers', { name: 'Ferragens', ie_kind: 1, ie: '0623079040081' })
  await make(`/customers/${shop}/addresses`, { state: 'MG', city: 'Belo Horizonte' })
  const seller = { token, branch, tools, shop }
  const lines = Array.from({ length: ORDERS }, (_, i) => JSON.stringify(sale(seller, `${i}`)))
  const sent = await fetch(`${service.address}/bulk/orders`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  assert.equal(sent.status, 200)
  await sent.text()
  await make('/tax-rules', stRule())
}

async function recalculateWithKills(
  first: Service,
  token: string,
  restart: () => Promise<Service>,
): Promise<Service> {
  let service = first
  const call = (path: string, options = {}) => callService(service, token, path, options)
  await sell(service, token)
  const through = async (query: string, kills: number[]) => {
    const asked = await call(`/orders/recalculate?${query}`, { method: 'POST' })
    assert.equal(asked.status, 201, JSON.stringify(asked.body))
    const path = `/orders/recalculations/${asked.body.data.id}`
    const read = async () => (await call(path)).body.data
    for (const part of kills) {
      await until(async () => (await read()).progress >= part)
      await service.stop('SIGKILL')
      service = await restart()
    }
    await until(async () => (await read()).state === 'done')
    return read()
  }
  const expected = {
    found: ORDERS,
    changed: ORDERS,
    unchanged: 0,
    locked: 0,
    refused: 0,
    total_before: 100 * ORDERS,
    total_after: (100 + ST) * ORDERS,
  }
  assert.deepEqual((await through('all=true&dry_run=true', KILLS.dry)).counts, expected)
  assert.equal((await call('/orders/summary')).body.data.sum, 100 * ORDERS)
  assert.deepEqual((await through('all=true', KILLS.run)).counts, expected)
  assert.equal((await call('/orders/summary')).body.data.sum, (100 + ST) * ORDERS)
  const times = new Map<string, number>()
  for (let cursor = ''; ; ) {
    const place = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await call(`/events?type=order.updated&limit=100${place}`)
    for (const { subject } of body.data) times.set(subject, (times.get(subject) ?? 0) + 1)
    if (body.data.length === 0) break
    cursor = encodeURIComponent(body.next_cursor)
  }
  assert.deepEqual([times.size, [...new Set(times.values())]], [ORDERS, [1]])
  return service
}

test('killed on the embedded database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-recalculations-'))
  const settings = { DATA_DIR: folder }
  const service = await startService(settings)
  const last = await recalculateWithKills(service, service.token ?? '', () =>
    startService(settings),
  )
  await last.stop('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('killed on PostgreSQL', async () => {
  const stand = await startStand()
  const settings = { DATA_DIR: stand.folder, DATABASE_URL: stand.postgres.url }
  const last = await recalculateWithKills(stand.service, stand.token, () => startService(settings))
  await last.stop('SIGTERM')
  await stand.close()
})
