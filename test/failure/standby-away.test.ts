import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { anOrder, assertUnavailable, type Stand, startStand } from '../support/servers/stand.ts'
import { until } from '../support/workers.ts'

// PostgreSQL waits for a synchronous standby for ever; nobody who asks the service does.

let stand: Stand
before(async () => {
  stand = await startStand({ DATABASE_STATEMENT_TIMEOUT_MS: '2000', RATE_LIMIT: '0' })
})
after(() => stand.close())

async function setStandby(name: string): Promise<void> {
  const { sql } = stand
  await sql(`alter system set synchronous_standby_names = '${name}'`)
  await sql('select pg_reload_conf()')
  await until(async () => {
    const [row] = await sql(`select current_setting('synchronous_standby_names') as name`)
    return row?.['name'] === name
  })
}

const waiting = () => stand.sql(`select pid from pg_stat_activity where wait_event = 'SyncRep'`)

test('a change that a standby does not confirm is answered, and is there', async () => {
  const { call } = stand
  // The ids of the next ones are drawn ahead by it, which a standby would have to confirm as well.
  await call('/orders', anOrder())
  await setStandby('gone')
  const answers = await Promise.all([
    call('/orders', anOrder({ fk_id: 'A' })),
    call('/orders', { ...anOrder({ fk_id: 'B' }), headers: { 'Idempotency-Key': 'b' } }),
    call('/customers/1', { method: 'PATCH', body: { name: 'Mercado Boreal' } }),
  ])
  for (const answer of answers) assertUnavailable(answer, 'outcome_unknown')
  assert.match(answers[0].body.detail, /no standby of the database has confirmed it/)
  assert.ok(Number.isInteger(answers[0].body.possible_id), 'it says where the order would be')
  assertUnavailable(await call('/health/ready'))
  assert.equal((await call('/health/live')).status, 200)
  // None holds a connection and its locks for longer than that.
  await until(async () => (await waiting()).length === 0)
  await setStandby('')
  await stand.ready()
  assert.equal((await call('/orders/fk_id/A')).status, 200)
  assert.equal((await call('/customers/1')).body.data.name, 'Mercado Boreal')
  const again = await call('/orders', {
    ...anOrder({ fk_id: 'B' }),
    headers: { 'Idempotency-Key': 'b' },
  })
  assert.equal(again.status, 201)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
})
