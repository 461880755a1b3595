import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  pauseReplay,
  type ReplicaStand,
  resumeReplay,
  startReplicaStand,
} from '../support/servers/replica-stand.ts'
import { run } from '../support/service.ts'
import { metricsOf, sampleOf } from '../support/telemetry/metrics.ts'
import { until } from '../support/workers.ts'

// How far a real replica is behind, as the metrics and `pedido status` tell it. It is held where it is
// (`pg_wal_replay_pause`) while the primary goes on.

let stand: ReplicaStand
let settings: Record<string, string>
before(async () => {
  stand = await startReplicaStand({ METRICS_PORT: '0' })
  settings = {
    DATA_DIR: stand.folder,
    DATABASE_URL: stand.primary.url,
    DATABASE_READ_URL: stand.standby.url,
    DATABASE_READ_MAX_LAG_MS: '3600000',
  }
  await stand.until('used')
})
after(() => stand.close())

const LAG = 'pedido_replica_lag_seconds'

const lag = async () => sampleOf(await metricsOf(stand.service), LAG)
const state = async (name: string) =>
  sampleOf(await metricsOf(stand.service), 'pedido_replica_state', { state: name })

async function status() {
  const { code, stdout, stderr } = await run(['status', '--json'], settings)
  assert.equal(stderr, '')
  const { replica, faults } = JSON.parse(stdout)
  return { code, replica, faults: faults.map(({ about }: { about: string }) => about) }
}

const createCustomer = async () => {
  const { status } = await stand.call('/customers', { token: stand.writer, body: { name: 'Novo' } })
  assert.equal(status, 201)
}

test('while replay is held up the lag grows, and ends when it goes on', async () => {
  await until(async () => (await lag()) === 0)
  await pauseReplay(stand.standby)
  await createCustomer()
  await until(async () => (await lag()) > 0)
  const first = await lag()
  await until(async () => (await lag()) > first + 0.5)
  assert.equal(await state('used'), 1)
  const behind = await status()
  assert.deepEqual([behind.code, behind.replica.state, behind.faults], [0, 'used', []])
  assert.ok(behind.replica.lag_ms >= 1000 * first)
  await resumeReplay(stand.standby)
  await until(async () => (await lag()) === 0)
  // The primary writes now and then by itself.
  await until(async () => (await status()).replica.lag_ms === 0)
})

test('without a service the command looks at the replica itself', async () => {
  await stand.service.stop('SIGTERM')
  const { code, replica } = await status()
  assert.deepEqual([code, replica.state], [3, 'used'])
  assert.ok(Number.isFinite(replica.lag_ms))
  await pauseReplay(stand.standby)
  await run(['account', 'create', 'Outra'], settings)
  const held = await status()
  assert.deepEqual([held.code, held.replica.state], [3, 'used'])
  assert.ok(held.replica.lag_ms > 0, `${held.replica.lag_ms}`)
  await resumeReplay(stand.standby)
  await stand.restart()
})

test('one that is too far behind, or gone, is not used, and of one that is gone no lag is told', async () => {
  settings['DATABASE_READ_MAX_LAG_MS'] = '200'
  await stand.restart({ DATABASE_READ_MAX_LAG_MS: '200' })
  await until(async () => (await state('used')) === 1)
  await pauseReplay(stand.standby)
  await createCustomer()
  await until(async () => (await state('behind')) === 1)
  assert.ok((await lag()) > 0.2)
  const { code, replica, faults } = await status()
  assert.deepEqual([code, replica.state, faults], [1, 'behind', ['replica']])
  await stand.standby.close()
  await until(async () => (await state('unreachable')) === 1)
  assert.ok(Number.isNaN(await lag()))
  assert.equal((await status()).replica.state, 'unreachable')
})
