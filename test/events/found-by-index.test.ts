import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLANNED_BY_VALUES } from '../../src/database/prepared.ts'
import {
  events_readNewestOfAudit,
  events_readNewestOfRecord,
  events_readOfAudit,
  events_readOfRecord,
} from '../../src/events/sql.ts'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, pageOf, runJobs } from '../support/feed.ts'
import { rowsFound, scansOf } from '../support/plans.ts'

// The events of one record, and those of the audit, cost the same however many others there are.

/** More than a page looks at one by one. */
const OTHERS = 2_500

let server: Server
let stopJobs: () => Promise<void>
let id: number
before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
  id = (await server.send('POST', '/customers', { body: { name: 'Mercado' } })).body.data.id
  await server.newToken('orders:read')
  const lines = Array.from({ length: OTHERS }, (_, i) => `{"fk_id":"C-${i}","name":"Mercado ${i}"}`)
  const headers = { 'content-type': 'application/x-ndjson' }
  await server.send('POST', '/bulk/customers', { body: lines.join('\n'), headers })
  await server.send('PATCH', `/customers/${id}`, { body: { name: 'Mercado Aurora' } })
  const body = { name: 'erp', scopes: ['orders:read'] }
  assert.equal((await server.send('POST', '/tokens', { body })).status, 201)
  await endOfFeed(server, server)
  await server.pool.query('vacuum (analyze) event_positions')
})
after(async () => {
  await stopJobs()
  await server.close()
})

for (const [sort, first, last] of [
  ['sequence', 'customer.created', 'customer.updated'],
  ['-sequence', 'customer.updated', 'customer.created'],
]) {
  test(`one page has what is asked for, by ${sort}`, async () => {
    const ofRecord = await pageOf(server, `subject=/customers/${id}&sort=${sort}`)
    assert.deepEqual(
      ofRecord.data.map(({ type }: { type: string }) => type),
      [first, last],
    )
    const ofOneType = await pageOf(
      server,
      `subject=/customers/${id}&type=customer.updated&sort=${sort}`,
    )
    assert.equal(ofOneType.size, 1)
    const all = await pageOf(server, `type=audit.*&sort=${sort}&limit=100`)
    const some = await pageOf(server, `type=audit.token_created&sort=${sort}&limit=1`)
    const created = all.data.filter(({ type }: { type: string }) => type === 'audit.token_created')
    assert.ok(created.length > 0)
    assert.equal(some.data[0]?.id, created[0]?.id)
  })
}

test('the pages of one record are whole, and go on when there is more', async () => {
  const [one] = (await pageOf(server, `subject=/customers/${id}&limit=1`)).data
  const { next_cursor } = await pageOf(server, `subject=/customers/${id}&limit=1`)
  const rest = await pageOf(server, `cursor=${next_cursor}`)
  assert.equal(one?.type, 'customer.created')
  assert.deepEqual(
    rest.data.map(({ type }: { type: string }) => type),
    ['customer.updated'],
  )
  await server.send('PATCH', `/customers/${id}`, { body: { name: 'Mercado Sul' } })
  await endOfFeed(server, server)
  assert.equal((await pageOf(server, `cursor=${rest.next_cursor}`)).size, 1)
})

test('no statement looks at the events of others', async () => {
  // As autovacuum would, sooner or later.
  await server.pool.query('analyze event_positions')
  const both = ['custom', 'generic'] as const
  const range = [server.account_id, 0, Number.MAX_SAFE_INTEGER] as const
  const record = [...range, null, 'customer', id, null, null, 25]
  const audit = [...range, ['audit.token_created'], null, null, null, null, 25]
  for (const [name, { text: sql }, parameters] of [
    ['the oldest of a record', events_readOfRecord, record],
    ['the newest of a record', events_readNewestOfRecord, record],
    ['the oldest of the audit', events_readOfAudit, audit],
    ['the newest of the audit', events_readNewestOfAudit, audit],
  ] as const) {
    const plans = sql.includes(PLANNED_BY_VALUES) ? ['custom' as const] : both
    for (const plan of plans) {
      const sent = { sql, parameters }
      const scans = await scansOf(server.pool, sent, plan, name, ['event_positions'])
      const found = scans.reduce((sum, scan) => sum + rowsFound(scan), 0)
      assert.ok(found <= 25, `${plan}: ${name} looks at ${found}`)
    }
  }
})
