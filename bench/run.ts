import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { type BulkCompared, benchBulk, bulkTable } from './bulk.ts'
import { benchDeclared, declaredTable } from './declared.ts'
import { benchNeighbours } from './neighbours/neighbours.ts'
import { benchScale } from './scale/scale.ts'
import { type Bench, onEmbedded, onPostgres, readyTimes } from './support/databases.ts'
import { type LoadOptions, loadInTurn, type Request } from './support/load.ts'
import { sampleOrder } from './support/order.ts'
import { type Compared, compare, table } from './support/report.ts'

const HELP = `npm run bench -- [flags]: the service beside its floor, see docs/performance.md

  --postgres           also on a throw-away PostgreSQL; with DATABASE_URL set, on that server
  --only DATABASE      embedded or postgres, nothing else
  --scenario NAME …    read, list, list-br, feed, create, bulk, declared (default:
                       all)
  --seconds 5          of load on each server and scenario, after
  --warm-up 2          seconds that don't count,
  --rounds 10          in so many turns of service and floor
  --connections 10
  --orders 1000        in the account before the first round
  --workers 1          processes of the service on PostgreSQL; the floor has one
  --json               figures as JSON instead of a table

npm run bench -- --scale [flags]: two sizes, many items, stale documents, on PostgreSQL

  --large 1000000      orders of the larger account; the smaller one has 10,000
  --large-url URL      in place of it: a database that bench:seed has filled
  --scenario NAME …    lists, creates, renames (default: all)
  --connections 1      so that p50 is the time of one answer
  --seconds, --warm-up, --rounds, --json as above

npm run bench -- --neighbours [flags]: what an account notices of another that does its worst, on a
PostgreSQL with two workers and on the embedded database

  --only DATABASE      embedded or postgres, nothing else
  --scenario NAME …    imports, exports, searches, summaries, documents, slow uploads,
                       streams, bulk, previews, webhooks, failed sign-ins, images,
                       and no requests but busy processors (default: all)
  --seconds 10         alone, and as many beside, in each
  --rounds 2
  --json               as above
`

const { values: flags } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    only: { type: 'string' },
    scenario: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    'warm-up': { type: 'string', default: '2' },
    rounds: { type: 'string' },
    connections: { type: 'string' },
    orders: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    neighbours: { type: 'boolean', default: false },
    large: { type: 'string', default: '1000000' },
    'large-url': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const options: LoadOptions = {
  seconds: Number(flags.seconds ?? (flags.neighbours ? 10 : 5)),
  warmUpSeconds: Number(flags['warm-up']),
  rounds: Number(flags.rounds ?? (flags.neighbours ? 2 : 10)),
  connections: Number(flags.connections ?? (flags.scale ? 1 : 10)),
}
const orders = Number(flags.orders)

type Scenario = (bench: Bench) => Request[]

/** Creates come last: they change what a list counts. */
const scenarios: Record<string, Scenario> = {
  read: ({ orders, token }) =>
    orders.map((id) => ({ method: 'GET', path: `/orders/${id}`, headers: headersOf(token) })),
  list: ({ token }) => [{ method: 'GET', path: '/orders', headers: headersOf(token) }],
  // The floor compresses nothing: the ratio beside that of `list` is the price of it.
  'list-br': ({ token }) => [
    {
      method: 'GET',
      path: '/orders',
      headers: { ...headersOf(token), 'accept-encoding': 'br' },
    },
  ],
  feed: ({ token }) => [
    { method: 'GET', path: '/events?limit=100&type=order.*', headers: headersOf(token) },
  ],
  create: ({ references, token }) => [
    {
      method: 'POST',
      path: '/orders',
      headers: { ...headersOf(token), 'content-type': 'application/json' },
      body: JSON.stringify(sampleOrder(references)),
    },
  ],
}

const titles: Record<string, string> = {
  read: 'read one',
  list: 'list 25',
  'list-br': 'list 25, br',
  feed: 'feed, 100 events',
  create: 'create, 5 items',
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, accept: 'application/json' }
}

async function runScenarios(bench: Bench): Promise<Compared[]> {
  const results: Compared[] = []
  for (const name of Object.keys(scenarios)) {
    if (flags.scenario && !flags.scenario.includes(name)) continue
    console.error(`${bench.database}: ${titles[name]} …`)
    const requests = (scenarios[name] as Scenario)(bench)
    const { service, floor } = bench
    const measured = await loadInTurn(
      { service: { target: service, requests }, floor: { target: floor, requests } },
      options,
    )
    results.push(compare(bench.database, titles[name] ?? name, measured))
  }
  if (!flags.scenario || flags.scenario.includes('bulk')) {
    inBulk.push(...(await benchBulk(bench, options.rounds)))
  }
  if (!flags.scenario || flags.scenario.includes('declared')) {
    declared.push(...(await benchDeclared(bench, options)))
  }
  return results
}

/** Of all databases. */
const inBulk: BulkCompared[] = []
const declared: Compared[] = []

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP)
  const { DATABASE_URL } = readConfig()
  if (flags.scale) {
    const { large, 'large-url': largeUrl, scenario, json } = flags
    const size = { large: Number(large), largeUrl, server: largeUrl ?? DATABASE_URL }
    return benchScale(size, { ...options, scenario, json })
  }
  if (flags.neighbours) {
    const { scenario, only, json } = flags
    return benchNeighbours({ ...options, scenario, only, server: DATABASE_URL, json })
  }
  const results: Compared[] = []
  let ready: number[] = []
  if (flags.only !== 'postgres') {
    results.push(...(await onEmbedded(orders, runScenarios)))
    console.error('embedded: ready time …')
    ready = await readyTimes(orders)
  }
  if (flags.only === 'postgres' || (!flags.only && (flags.postgres || DATABASE_URL))) {
    results.push(
      ...(await onPostgres(DATABASE_URL, { orders, workers: Number(flags.workers) }, runScenarios)),
    )
  }
  if (flags.json) {
    const all = { options, orders, results, inBulk, declared, ready }
    return console.log(JSON.stringify(all, null, 2))
  }
  if (results.length) console.log(table(results))
  if (inBulk.length) console.log(`\n${bulkTable(inBulk)}`)
  if (declared.length) console.log(`\n${declaredTable(declared)}`)
  if (ready.length) {
    const sorted = ready.toSorted((a, b) => a - b).map((ms) => ms.toFixed(0))
    console.log(`\nEmbedded service ready on an existing DATA_DIR: ${sorted.join(', ')} ms.`)
  }
}

await main()
