import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sources } from '../support/house/sources.ts'
import { killRunning } from '../support/service.ts'
import { startCollector } from '../support/telemetry/collector.ts'
import { startOnAny } from '../support/telemetry/started.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { keepAliveClient, until } from '../support/workers.ts'

// Spans of the real service, as a collector gets them.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-traces-'))
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

test('a change is followed from its caller to the receiver of its webhook', async () => {
  const collector = await startCollector()
  const receiver = await startReceiver()
  const { service, token, close } = await startOnAny({
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
    WEBHOOK_ALLOW: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  })
  const client = keepAliveClient(service, token)
  const url = `http://127.0.0.1:${receiver.port}/secret-path`
  await client.send('/webhooks', { method: 'POST', body: { url, types: ['product.*'] } })
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
  const body = { name: 'Maria Souza', fk_id: 'maria@example.com' }
  const made = await client.send('/products?dry=maria@example.com', { method: 'POST', headers })
  assert.equal(made.status, 400)
  assert.equal((await client.send('/products', { method: 'POST', body, headers })).status, 201)
  await until(() => receiver.received.length > 0)
  // As it was not sampled there, it is not here.
  const unsampled = { traceparent: `00-${'a'.repeat(32)}-${CALLER}-00` }
  await client.send('/orders', { headers: unsampled })
  client.close()
  await close()
  const all = collector.spans()
  assert.deepEqual([...new Set(collector.paths())], ['/v1/traces'])
  const spans = all.filter(({ traceId }) => traceId === TRACE)
  const named = (name: string) => spans.filter((span) => span.name === name)

  const requests = named('POST /products')
  assert.deepEqual(
    requests.map(({ attributes, parentSpanId }) => [
      attributes['http.response.status_code'],
      attributes['http.route'],
      parentSpanId,
    ]),
    [
      [400, '/products', CALLER],
      [201, '/products', CALLER],
    ],
  )
  const request = requests[1]?.spanId
  const [command] = named('createProduct')
  assert.equal(command?.parentSpanId, request)
  const below = spans.filter(({ parentSpanId }) => parentSpanId === command?.spanId)
  const statements = below.map(({ name }) => name)
  assert.ok(statements.includes('begin') && statements.includes('commit'), `${statements}`)
  assert.ok(
    statements.some((name) => /^[a-z_]+_[A-Za-z]+$/.test(name)),
    `${statements}`,
  )

  const [delivery] = named('webhook delivery')
  assert.equal(delivery?.parentSpanId, request)
  assert.equal(delivery?.attributes['http.response.status_code'], 204)
  const [sent] = receiver.received
  assert.equal(sent?.headers['traceparent'], `00-${TRACE}-${delivery?.spanId}-01`)
  assert.equal(JSON.parse(`${sent?.body}`).traceparent, `00-${TRACE}-${request}-01`)

  assert.ok(!all.some(({ traceId }) => traceId === 'a'.repeat(32)))
  assert.ok(all.some(({ name, traceId }) => name === 'POST /webhooks' && traceId !== TRACE))
  assert.doesNotMatch(collector.text(), /Maria|maria|secret-path|pdo_/)
  collector.close()
  receiver.close()
})

test('what records spans is loaded only where they are collected', () => {
  const ours = sources.filter(({ path }) => path.startsWith('src/'))
  const users = ours.filter(({ imports }) => imports.some((name) => /^@opentelemetry\//.test(name)))
  assert.deepEqual(
    users.map(({ path }) => path),
    ['src/processes/telemetry/otlp.ts'],
  )
  const loaders = ours.filter(({ text }) => /\/otlp\.ts'/.test(text))
  assert.deepEqual(
    loaders.map(({ path, text }) => [path, /await import\('\.\/otlp\.ts'\)/.test(text)]),
    [['src/processes/telemetry/traces.ts', true]],
  )
})
