import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry, type RegistryContentType } from '@prometheus-io/client'
import type { Config } from '../../config.ts'

/** The metrics of a process with their values. */
export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export interface MetricsEndpoint {
  /** Where it listens, such as `http://127.0.0.1:9464/metrics`. */
  address: string
  close(): Promise<void>
}

const OPEN_METRICS = /application\/openmetrics-text/

/**
 * Answers `GET /metrics` at `METRICS_PORT` with all processes of the service added up, as OpenMetrics
 * where that is asked for, else in the text format of Prometheus.
 * @throws Error of the system: address in use, no right to it, …
 */
export async function listenForMetrics(
  { METRICS_PORT, METRICS_HOST }: Pick<Config, 'METRICS_PORT' | 'METRICS_HOST'>,
  gather: () => Promise<Measured[]>,
): Promise<MetricsEndpoint> {
  const server = createServer((request, response) => {
    answer(request, response, gather).catch(() => response.writeHead(500).end())
  })
  server.listen({ port: METRICS_PORT, host: METRICS_HOST })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = METRICS_HOST.includes(':') ? `[${METRICS_HOST}]` : METRICS_HOST
  return {
    address: `http://${host}:${port}/metrics`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  gather: () => Promise<Measured[]>,
): Promise<void> {
  if (url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
  if (method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end()
  const isOpen = OPEN_METRICS.test(headers.accept ?? '')
  const type = isOpen ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE
  const measured = await gather()
  const all: Registry<RegistryContentType> = Registry.aggregate(
    isOpen ? measured.map(namedForOpenMetrics) : measured,
  )
  all.setContentType(type)
  const text = await all.metrics()
  response.writeHead(200, { 'Content-Type': type }).end(text)
}

/**
 * There `_total` is an ending of a counter's samples, which the library adds to those of what was added
 * up whether they have it or not (0.16.1).
 */
function namedForOpenMetrics(measured: Measured): Measured {
  return measured.map((one) =>
    String(one.type) === 'counter' ? { ...one, name: one.name.replace(/_total$/, '') } : one,
  )
}
