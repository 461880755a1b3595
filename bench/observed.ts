import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { startService } from '../test/support/service.ts'
import { familyCpu } from './support/cpu.ts'
import { loadInTurn, type Target } from './support/load.ts'
import { startReceiver } from './support/receiving.ts'
import { figuresOf, markdown, median } from './support/report.ts'
import { onServer } from './support/server.ts'
import { onSeeded, SETTINGS } from './support/service.ts'

const HELP = `npm run bench:observed -- [flags]: what metrics, lines and traces cost a read

  --seconds 20         of load on each service, after
  --warm-up 3          seconds that don't count,
  --rounds 20          in so many turns
  --connections 10
  --orders 1000
  --only NAME …        nothing and these alone: metrics, 'slow statements', …

With DATABASE_URL on that server, else on a throw-away PostgreSQL.
`

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '3' },
    rounds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '10' },
    orders: { type: 'string', default: '1000' },
    only: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
})

const QUIET = { LOG_REQUESTS: 'false', LOG_SLOW_STATEMENT_MS: '0' }

/** Services that differ in what they tell; the first one tells nothing. */
const SERVICES: Record<string, Record<string, string>> = {
  nothing: QUIET,
  metrics: { ...QUIET, METRICS_PORT: '0' },
  'nothing, once more': QUIET,
  'slow statements': { LOG_REQUESTS: 'false' },
  'a line a request': { ...QUIET, LOG_REQUESTS: 'true' },
  traces: { ...QUIET, OTEL_TRACES_SAMPLER_ARG: '1' },
  'traces of a tenth': { ...QUIET, OTEL_TRACES_SAMPLER_ARG: '0.1' },
}

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP)
  const orders = Number(flags.orders)
  await onServer(readConfig().DATABASE_URL, (server) =>
    onSeeded(server, { orders, itemsMin: 5, itemsMax: 5 }, async ({ url, token, seeded }) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const requests = Array.from({ length: orders }, (_, i) => ({
        method: 'GET',
        path: `/orders/${seeded.firstOrder + i}`,
        headers,
      }))
      await onServices(url, async (targets) => {
        const loads = Object.entries(targets).map(([name, target]) => [name, { target, requests }])
        const measured = await loadInTurn(Object.fromEntries(loads), {
          seconds: Number(flags.seconds),
          warmUpSeconds: Number(flags['warm-up']),
          rounds: Number(flags.rounds),
          connections: Number(flags.connections),
        })
        console.log(tableOf(measured))
      })
    }),
  )
}

const chosen = Object.entries(SERVICES).filter(
  ([name]) => name === 'nothing' || (flags.only?.includes(name) ?? true),
)

/** Starts them all on one database. */
async function onServices(
  url: string,
  use: (targets: Record<string, Target>) => Promise<void>,
): Promise<void> {
  const base = { ...SETTINGS, DATABASE_URL: url, DATA_DIR: '/nowhere' }
  const collector = await startReceiver()
  const started = await Promise.all(
    chosen.map(async ([name, settings]) => {
      const traces = name.startsWith('traces')
        ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address }
        : {}
      return { name, service: await startService({ ...base, ...settings, ...traces }) }
    }),
  )
  const targets = started.map(({ name, service: { address, child } }) => {
    const cpu = () => ({ node: familyCpu(child.pid ?? 0), postgres: undefined })
    return [name, { address, cpu }]
  })
  try {
    await use(Object.fromEntries(targets))
    console.log(`\nThe collector got ${((await collector.count()).bytes / 1e6).toFixed(1)} MB.`)
  } finally {
    await Promise.all(started.map(({ service }) => service.stop('SIGTERM')))
    collector.stop()
  }
}

type Rounds = Awaited<ReturnType<typeof loadInTurn<string>>>

function tableOf(measured: Rounds): string {
  const plain = measured['nothing'] ?? []
  const lines = Object.entries(measured).map(([name, rounds]) => {
    const { requestsPerSecond, cpuNode } = figuresOf(rounds)
    const ratios = rounds.map(
      (round, i) => figuresOf([round]).cpuNode / figuresOf(plain.slice(i, i + 1)).cpuNode,
    )
    const ratio = median(ratios)?.toFixed(3) ?? '?'
    return [name, requestsPerSecond.toFixed(0), cpuNode.toFixed(4), ratio]
  })
  return markdown(['Tells', 'requests/s', 'CPU Node ms', 'ratio of CPU'], lines)
}

await main()
