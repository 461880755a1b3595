import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config.ts'
import type { Options, Scenario } from '../support/command.ts'
import { processCpu } from '../support/cpu.ts'
import type { DatabaseHost } from '../support/database-host.ts'
import { type Figures, figuresOf, ratioOf } from '../support/figures.ts'
import { loadInTurn, type Request, type Target } from '../support/load.ts'
import { FIVE_ITEMS, sampleOrder } from '../support/order.ts'
import {
  ACCOUNT,
  fillAccount,
  inDatabase,
  onSeeded,
  requestOf,
  type Seeded,
  type Service,
  withWorkers,
} from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'

// The service beside its floor, `bench/support/floor.ts`, over the same data.

interface Row {
  title: string
  about: string
  requests: (account: Pick<Seeded, 'token' | 'orders' | 'references'>) => Request[]
}

/** Creates come last: they change what a list counts. */
export const ROWS = {
  read: {
    title: 'read one',
    about: 'one order by its id',
    requests: ({ orders, token }) => orders.map((id) => requestOf(token, `/orders/${id}`)),
  },
  list: {
    title: 'list 25',
    about: 'the first page of 25 orders',
    requests: ({ token }) => [requestOf(token, '/orders')],
  },
  // The floor compresses nothing: the ratio beside that of `list` is the price of it.
  'list-br': {
    title: 'list 25, br',
    about: 'the same, compressed',
    requests: ({ token }) => {
      const { headers, ...request } = requestOf(token, '/orders')
      return [{ ...request, headers: { ...headers, 'accept-encoding': 'br' } }]
    },
  },
  feed: {
    title: 'feed, 100 events',
    about: '100 events with the order in each',
    requests: ({ token }) => [requestOf(token, '/events?limit=100&type=order.*')],
  },
  create: {
    title: 'create, 5 items',
    about: 'orders of five items',
    requests: ({ references, token }) => [requestOf(token, '/orders', sampleOrder(references))],
  },
} satisfies Record<string, Row>

export const FLOOR_NUMBERS = {
  ...{ seconds: 5, 'warm-up': 2, rounds: 10, connections: 10, orders: 1000, workers: 1 },
}

export const besideFloor: Scenario[] = Object.entries(ROWS).map(([name, { about }]) => ({
  name,
  about: `${about}, beside the floor`,
  databases: ['embedded', 'postgres'],
  numbers: FLOOR_NUMBERS,
  run: runBeside,
}))

const HEAD: Table['head'] = {
  ...{ Database: 'text', Scenario: 'text', Server: 'text' },
  ...{ 'requests/s': 0, 'p50 ms': 1, 'p99 ms': 1, 'CPU Node ms': 3, 'CPU PostgreSQL ms': 3 },
  ...{ 'requests/CPU s': 0, 'ratio of requests/s': 2, 'ratio of requests/CPU s': 2 },
}

async function runBeside({ names, host, orders, workers, ...load }: Options): Promise<Table[]> {
  const use = async (service: Service & Seeded) =>
    withFloor(host, service, async (floor) => {
      const rows: Cell[][] = []
      for (const [name, { title, requests: make }] of Object.entries(ROWS)) {
        if (!names.includes(name)) continue
        const requests = make(service)
        const of = (target: Target) => ({ target, requests })
        const measured = await loadInTurn({ service: of(service), floor: of(floor) }, load)
        const ratios = (['requestsPerSecond', 'requestsPerCpuSecond'] as const).map((figure) =>
          ratioOf(figure, measured.service, measured.floor),
        )
        const cells = (figures: Figures) => cellsOf(figures, host)
        rows.push(
          [host.title, title, 'service', ...cells(figuresOf(measured.service)), ...ratios],
          [host.title, title, 'floor', ...cells(figuresOf(measured.floor)), '', ''],
        )
      }
      return [{ head: HEAD, rows }]
    })
  return onSeeded(host, { orders, ...FIVE_ITEMS }, use, withWorkers(host, workers))
}

function cellsOf(figures: Figures, { kind }: DatabaseHost): Cell[] {
  const postgres = kind === 'embedded' ? 'in Node' : figures.cpuPostgres
  const { requestsPerSecond, p50, p99, cpuNode, requestsPerCpuSecond } = figures
  return [requestsPerSecond, p50, p99, cpuNode, postgres, requestsPerCpuSecond]
}

const FLOOR = fileURLToPath(new URL('../support/floor.ts', import.meta.url))

/** Starts the floor on the service's database; of an embedded one, which serves one process, on its like. */
async function withFloor<T>(
  host: DatabaseHost,
  { account_id, references, orders, settings }: Service & Seeded,
  use: (floor: Target) => Promise<T>,
): Promise<T> {
  const { DATABASE_POOL_SIZE: poolSize } = readConfig({})
  const { DATABASE_URL: url } = settings
  let dataDir: string | undefined
  if (url === undefined) {
    const own = await host.createDatabase()
    const seeding = { orders: orders.length, ...FIVE_ITEMS }
    await inDatabase(own, (db) => fillAccount(db, ACCOUNT, seeding))
    dataDir = own['DATA_DIR']
  }
  const { address, child } = await startFloor({ url, dataDir, poolSize, account_id, references })
  try {
    const cpu = () => ({ node: processCpu(child.pid ?? 0), postgres: host.cpu() })
    return await use({ address, cpu })
  } finally {
    child.kill()
  }
}

async function startFloor(settings: object): Promise<{ address: string; child: ChildProcess }> {
  const words = [FLOOR, JSON.stringify(settings)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const match = /^Floor listens on (\S+)/.exec(text)
      if (match?.[1]) resolve(match[1])
    })
    child.once('exit', () => reject(new Error('the floor ended before it listened')))
  })
  return { address, child }
}
