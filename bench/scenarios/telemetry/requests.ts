import { startService } from '../../../test/support/service.ts'
import type { Scenario } from '../../support/command.ts'
import { familyCpu } from '../../support/cpu.ts'
import type { DatabaseHost, Settings } from '../../support/database-host.ts'
import { figuresOf } from '../../support/figures.ts'
import { loadInTurn } from '../../support/load.ts'
import { FIVE_ITEMS, ITEMS, sampleOrder } from '../../support/order.ts'
import { onSeeded, requestOf, SETTINGS } from '../../support/service.ts'
import type { Table } from '../../support/table.ts'

const OFF = 'off'

/** Services that differ in whether they keep requests. */
const DAYS: Record<string, string> = { [OFF]: '0', on: '7', 'off, once more': '0' }

const HEAD: Table['head'] = {
  ...{ Kept: 'text', 'requests/s': 0, 'CPU Node ms': 3, 'CPU PostgreSQL ms': 3 },
  'CPU ÷ off': 3,
}

/** All services are on one database, and asked in turns. What one keeps is written within its round but for a second. */
export const requests: Scenario = {
  name: 'requests',
  about: 'what keeping the requests of tokens costs a create',
  databases: ['postgres'],
  numbers: { seconds: 60, 'warm-up': 5, rounds: 10, connections: 10, orders: 1000 },
  run: ({ host, orders, ...load }) =>
    onSeeded(host, { orders, ...FIVE_ITEMS }, async ({ settings, token, references }) => {
      const kept = Object.keys(DAYS)
      const started = await Promise.all(kept.map((name) => start(host, settings, name)))
      try {
        const creates = [requestOf(token, '/orders', sampleOrder(references))]
        const loads = started.map((target, i) => [kept[i], { target, requests: creates }])
        const measured = await loadInTurn(Object.fromEntries(loads), load)
        const off = figuresOf(measured[OFF] ?? [])
        const rows = Object.entries(measured).map(([name, rounds]) => {
          const { requestsPerSecond, cpuNode, cpuPostgres, cpu } = figuresOf(rounds)
          return [name, requestsPerSecond, cpuNode, cpuPostgres, cpu && off.cpu && cpu / off.cpu]
        })
        return [{ head: HEAD, rows, note: `Creates of ${ITEMS} items.` }]
      } finally {
        await Promise.all(started.map(({ stop }) => stop('SIGTERM')))
      }
    }),
}

async function start(host: DatabaseHost, own: Settings, name: string) {
  const settings = { ...SETTINGS, ...own, DATA_DIR: '/nowhere', LOG_REQUESTS: 'false' }
  const days = { REQUEST_LOG_DAYS: DAYS[name] ?? '0' }
  const { address, child, stop } = await startService({ ...settings, ...days })
  const cpu = () => ({ node: familyCpu(child.pid ?? 0), postgres: host.cpu() })
  return { address, cpu, stop }
}
