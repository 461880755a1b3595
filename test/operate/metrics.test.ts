import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { statementName } from '../../src/processes/telemetry/statement-names.ts'
import { serverUrl } from '../support/database.ts'
import { sources } from '../support/house/sources.ts'
import { killRunning, run, type Service } from '../support/service.ts'
import { metricsOf, type Sample, sampleOf } from '../support/telemetry/metrics.ts'
import { startOnAny } from '../support/telemetry/started.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { keepAliveClient, livingWorkers, until } from '../support/workers.ts'

// What the real service tells of itself at METRICS_PORT.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-metrics-'))
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

/** A service with metrics, and a token that may do everything. */
const startMeasured = async (more: Record<string, string> = {}) =>
  startOnAny({
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
    METRICS_PORT: '0',
    WEBHOOK_ALLOW: '127.0.0.1',
    BACKUP_DIR: join(folder, 'backups'),
    ...more,
  })

const untilTold = async (service: Service, look: (samples: Sample[]) => boolean) => {
  let told: Sample[] = []
  await until(async () => {
    told = await metricsOf(service)
    return look(told)
  })
  return told
}

describe('one process', () => {
  let measured: Awaited<ReturnType<typeof startMeasured>>
  let client: ReturnType<typeof keepAliveClient>
  before(async () => {
    measured = await startMeasured()
    client = keepAliveClient(measured.service, measured.token)
  })
  after(async () => {
    client.close()
    await measured.close()
  })

  test('requests by pattern, method and status', async () => {
    for (const id of [1001, 1002, 1003]) await client.send(`/customers/${id}`)
    await client.send('/customers?q=ana@example.com')
    await client.send('/nowhere/at/all')
    await client.send('/products', { method: 'POST', body: { name: 'Cafezinho' } })
    const samples = await metricsOf(measured.service)
    const count = 'pedido_http_request_duration_seconds_count'
    const route = '/customers/:id'
    assert.equal(sampleOf(samples, count, { method: 'GET', route, status: '404' }), 3)
    assert.equal(sampleOf(samples, count, { method: 'GET', route: 'none', status: '404' }), 1)
    assert.equal(sampleOf(samples, count, { method: 'POST', route: '/products', status: '201' }), 1)
    const all = samples.flatMap(({ labels }) => Object.values(labels)).join('\n')
    assert.doesNotMatch(all, /1001|ana@|nowhere/)
  })

  test('statements by name with their rows, and the pool', async () => {
    const idle = { state: 'idle' }
    const isAtRest = (all: Sample[]) =>
      sampleOf(all, 'pedido_pool_waiting') === 0 &&
      sampleOf(all, 'pedido_pool_connections', idle) >= 1
    // A job may be at it just then.
    const samples = await untilTold(measured.service, isAtRest)
    const statement = 'tokens_findBySha256'
    // A token is looked up again after a second.
    const times = sampleOf(samples, 'pedido_statement_duration_seconds_count', { statement })
    assert.ok(times >= 1)
    assert.equal(sampleOf(samples, 'pedido_statement_rows_total', { statement }), times)
    assert.ok(sampleOf(samples, 'pedido_pool_wait_seconds_count') > 0)
    assert.equal(sampleOf(samples, 'pedido_pool_timeouts_total'), 0)
  })

  test('events by type, the feed, jobs, the process and the database', async () => {
    const type = 'product.created'
    const job = { job_name: 'give events their positions' }
    // The job goes on for a moment when it has placed them.
    const samples = await untilTold(
      measured.service,
      (all) =>
        sampleOf(all, 'pedido_events_total', { type }) === 1 &&
        sampleOf(all, 'pedido_feed_waiting_events') === 0 &&
        sampleOf(all, 'pedido_job_duration_seconds_count', job) > 0,
    )
    assert.equal(sampleOf(samples, 'pedido_feed_lag_seconds'), 0)
    assert.ok(sampleOf(samples, 'pedido_job_last_success_timestamp_seconds', job) > 1.7e9)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'pedido_database_size_bytes',
      'pedido_backup_last_timestamp_seconds',
      ...(serverUrl === undefined
        ? ['pedido_embedded_checkpoint_timestamp_seconds', 'pedido_embedded_log_bytes']
        : []),
    ]) {
      assert.ok(sampleOf(samples, name) >= 0, name)
    }
    assert.equal(sampleOf(samples, 'pedido_database_up'), 1)
    assert.equal(sampleOf(samples, 'pedido_build_info'), 1)
    if (serverUrl !== undefined) return
    const upkeep = 'pedido_embedded_upkeep_timestamp_seconds'
    await untilTold(measured.service, (all) => sampleOf(all, upkeep) > 1.7e9)
  })

  test('webhooks: what was not sent, and attempts by what came of them', async () => {
    let status = 500
    const receiver = await startReceiver((response) => response.writeHead(status).end())
    const url = `http://127.0.0.1:${receiver.port}/`
    const made = await client.send('/webhooks', {
      method: 'POST',
      body: { url, types: ['product.*'] },
    })
    assert.equal(made.status, 201)
    await client.send('/products', { method: 'POST', body: { name: 'Mate' } })
    const attempts = 'pedido_webhook_attempt_duration_seconds_count'
    const retry = { kind: 'retry' }
    const failed = await untilTold(
      measured.service,
      (all) =>
        sampleOf(all, attempts, { outcome: 'http_5xx' }) >= 1 &&
        sampleOf(all, 'pedido_webhook_backlog_events', retry) === 1,
    )
    assert.ok(sampleOf(failed, 'pedido_webhook_oldest_seconds') > 0)
    assert.equal(sampleOf(failed, 'pedido_webhooks', { state: 'failing' }), 1)
    status = 204
    await untilTold(
      measured.service,
      (all) =>
        sampleOf(all, attempts, { outcome: 'delivered' }) >= 1 &&
        sampleOf(all, 'pedido_webhook_backlog_events', retry) === 0,
    )
    receiver.close()
  })

  test('it is OpenMetrics for who asks, and nothing else is there', async () => {
    const { address } = await addressOf(measured.service)
    const accept = { Accept: 'application/openmetrics-text; version=1.0.0' }
    const open = await fetch(address, { headers: accept })
    assert.match(open.headers.get('content-type') ?? '', /^application\/openmetrics-text/)
    const text = await open.text()
    assert.match(text, /\n# EOF\n$/)
    const plain = await fetch(address)
    assert.match(plain.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    const ours = (one: string) => new Set(one.match(/^pedido_\w+/gm))
    assert.deepEqual(ours(text), ours(await plain.text()), 'samples have the same names in both')
    assert.equal((await fetch(address.replace('metrics', 'orders'))).status, 404)
    assert.equal((await fetch(address, { method: 'POST' })).status, 405)
    assert.equal((await fetch(`${measured.service.address}/metrics`)).status, 401)
  })

  test('a port that is taken is told before anything is made', async () => {
    const { address } = await addressOf(measured.service)
    const settings = { ...measured.settings, DATA_DIR: join(folder, 'never') }
    const ended = await run(['serve'], {
      ...settings,
      PORT: '0',
      METRICS_PORT: new URL(address).port,
    })
    assert.equal(ended.code, 1)
    assert.match(ended.stderr, /^METRICS_PORT: 127\.0\.0\.1:\d+ can’t be listened on/)
  })
})

const addressOf = async (service: Service) => {
  const [, address = ''] = await service.printed(/"metrics":"([^"]+)"/)
  return { address }
}

test('several workers are told of together, and what an ended one counted stays', async (t) => {
  if (serverUrl === undefined) return t.diagnostic('the embedded database is for one process')
  const { service, token, close } = await startMeasured({ WORKERS: '2', LOG_LEVEL: 'info' })
  const clients = Array.from({ length: 4 }, () => keepAliveClient(service, token))
  for (const { send } of clients) for (let i = 0; i < 5; i++) await send('/orders/1')
  const count = (samples: Sample[]) =>
    sampleOf(samples, 'pedido_http_request_duration_seconds_count', { route: '/orders/:id' })
  const samples = await metricsOf(service)
  assert.equal(count(samples), 20)
  assert.equal(sampleOf(samples, 'pedido_workers_ready'), 2)
  const [pid = 0] = livingWorkers(service)
  process.kill(pid, 'SIGKILL')
  const later = await untilTold(
    service,
    (all) =>
      sampleOf(all, 'pedido_workers_died') === 1 && sampleOf(all, 'pedido_workers_ready') === 2,
  )
  assert.equal(count(later), 20)
  for (const one of clients) one.close()
  await close()
})

test('each statement of the sources has its own name', async () => {
  const declared = sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, statements }) => statements.map(({ name }) => ({ path, name })))
  const names = new Map<string, string[]>()
  for (const { path, name } of declared) {
    const { text } = (await import(`../../${path}`))[name]
    names.set(text, [...(names.get(text) ?? []), name])
  }
  for (const [text, same] of names) assert.ok(same.includes(statementName(text)), `${same}`)
  assert.equal(statementName('select 1 as one from "orders" r where x'), 'select orders')
  assert.equal(statementName('commit'), 'commit')
})
