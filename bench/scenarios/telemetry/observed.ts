import { startService } from '../../../test/support/service.ts'
import type { Scenario } from '../../support/command.ts'
import { familyCpu } from '../../support/cpu.ts'
import type { Settings } from '../../support/database-host.ts'
import { figuresOf, ratioOf } from '../../support/figures.ts'
import { loadInTurn } from '../../support/load.ts'
import { startReceiver } from '../../support/receiver.ts'
import { onSeeded, requestOf, SETTINGS } from '../../support/service.ts'
import type { Table } from '../../support/table.ts'

const QUIET = { LOG_REQUESTS: 'false', LOG_SLOW_STATEMENT_MS: '0' }
const NOTHING = 'nothing'

/** Services that differ in what they tell. */
const PARTS: Record<string, Record<string, string>> = {
  [NOTHING]: QUIET,
  metrics: { ...QUIET, METRICS_PORT: '0' },
  'nothing, once more': QUIET,
  'slow statements': { LOG_REQUESTS: 'false' },
  'a line a request': { ...QUIET, LOG_REQUESTS: 'true' },
  traces: { ...QUIET, OTEL_TRACES_SAMPLER_ARG: '1' },
  'traces of a tenth': { ...QUIET, OTEL_TRACES_SAMPLER_ARG: '0.1' },
}

const HEAD: Table['head'] = { Tells: 'text', 'requests/s': 0, 'CPU Node ms': 4, 'ratio of CPU': 3 }

/** All services are on one database, and asked in turns; the ratio is to the one that tells nothing. */
export const observed: Scenario = {
  name: 'observed',
  about: 'what metrics, lines and traces cost a read',
  databases: ['postgres'],
  numbers: { seconds: 20, 'warm-up': 3, rounds: 20, connections: 10, orders: 1000 },
  parts: Object.keys(PARTS),
  run: ({ host, orders: count, isPart, ...load }) =>
    onSeeded(host, { orders: count, itemsMin: 5, itemsMax: 5 }, async (seeded) => {
      const { settings, token, orders } = seeded
      const collector = await startReceiver()
      const chosen = Object.keys(PARTS).filter((name) => name === NOTHING || isPart(name))
      const started = await Promise.all(chosen.map((name) => start(name, settings, collector)))
      try {
        const requests = orders.map((id) => requestOf(token, `/orders/${id}`))
        const loads = started.map((target, i) => [chosen[i], { target, requests }])
        const measured = await loadInTurn(Object.fromEntries(loads), load)
        const rows = Object.entries(measured).map(([name, rounds]) => {
          const { requestsPerSecond, cpuNode } = figuresOf(rounds)
          const ratio = ratioOf('cpuNode', rounds, measured[NOTHING] ?? [])
          return [name, requestsPerSecond, cpuNode, ratio]
        })
        const { bytes } = await collector.count()
        return [{ head: HEAD, rows, note: `The collector got ${(bytes / 1e6).toFixed(1)} MB.` }]
      } finally {
        await Promise.all(started.map(({ stop }) => stop('SIGTERM')))
        collector.stop()
      }
    }),
}

async function start(name: string, own: Settings, collector: { address: string }) {
  const traces = name.startsWith('traces') && { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address }
  const settings = { ...SETTINGS, ...own, DATA_DIR: '/nowhere', ...PARTS[name], ...traces }
  const { address, child, stop } = await startService(settings)
  const cpu = () => ({ node: familyCpu(child.pid ?? 0), postgres: undefined })
  return { address, cpu, stop }
}
