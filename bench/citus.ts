import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { databaseAt, findNodes, onServer as onDatabase } from '../test/support/servers/nodes.ts'
import { run, startService } from '../test/support/service.ts'
import { familyCpu, postmasterOf, processCpu } from './support/cpu.ts'
import {
  type Cpu,
  difference,
  type LoadOptions,
  loadInTurn,
  type Measured,
  type Request,
  type Target,
} from './support/load.ts'
import { ITEMS, sampleOrder } from './support/order.ts'
import { markdown } from './support/report.ts'
import { onServer } from './support/server.ts'
import { SETTINGS } from './support/service.ts'

const HELP = `npm run bench:citus -- --coordinator URL [flags]: what a Citus cluster costs

The same service on a cluster and on plain PostgreSQL, in turns; then both with nothing to do. All
nodes must be on this machine, where their CPU can be seen. Each gets a database of its own, which
is dropped afterwards.

  --coordinator URL    a superuser's address of the coordinator, in a database with the extension
  --plain URL          the other server; unless given, a throw-away one that syncs
  --scenario NAME …    read, list, create (default: all)
  --seconds 10         of load on each and scenario, after
  --warm-up 3          seconds that don't count,
  --rounds 10          in so many turns
  --connections 10
  --orders 1000        in the account before the first round, at least 25
  --idle 20            seconds with nothing to do; 0: leave that out
  --json               figures as JSON instead of tables
`

const { values: flags } = parseArgs({
  options: {
    coordinator: { type: 'string' },
    plain: { type: 'string' },
    scenario: { type: 'string', multiple: true, default: ['read', 'list', 'create'] },
    seconds: { type: 'string', default: '10' },
    'warm-up': { type: 'string', default: '3' },
    rounds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '10' },
    orders: { type: 'string', default: '1000' },
    idle: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const options: LoadOptions = {
  seconds: Number(flags.seconds),
  warmUpSeconds: Number(flags['warm-up']),
  rounds: Number(flags.rounds),
  connections: Number(flags.connections),
}

/** A new database, with the CPU of what serves it. */
interface Place {
  url: string
  /** The coordinator first, where there is one. */
  postmasters: number[]
}

/** A service over a filled account. */
interface Bench extends Target {
  headers: Record<string, string>
  references: Parameters<typeof sampleOrder>[0]
  orders: number[]
}

const titles: Record<string, string> = {
  read: 'read one order',
  list: 'list 25',
  create: `create, ${ITEMS} items`,
}

function requestsOf(scenario: string, { headers, references, orders }: Bench): Request[] {
  const body = JSON.stringify(sampleOrder(references))
  if (scenario === 'create') return [{ method: 'POST', path: '/orders', headers, body }]
  if (scenario === 'list') return [{ method: 'GET', path: '/orders', headers }]
  if (scenario === 'read')
    return orders.map((id) => ({ method: 'GET', path: `/orders/${id}`, headers }))
  throw new Error(`There is no scenario ${scenario}: read, list and create are.`)
}

/** @throws Error where a node is on another machine, or the address is no coordinator's */
async function onCluster<T>(coordinator: string, use: (place: Place) => Promise<T>): Promise<T> {
  const nodes = await findNodes(coordinator)
  if (!nodes.isCluster) throw new Error('--coordinator names no database with the extension citus.')
  const postmasters = await Promise.all(nodes.addresses.map(postmasterAt))
  const name = `pedido_bench_citus_${process.pid}`
  try {
    await nodes.createDatabase(name, 'template0')
    await nodes.addExtension(name)
    const url = databaseAt(coordinator, name)
    await pedido(url, 'database', 'distribute')
    return await use({ url, postmasters })
  } finally {
    await nodes.dropDatabase(name)
  }
}

/** Runs a command of the service; what it prints. */
async function pedido(url: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(words, { DATABASE_URL: url })
  if (code !== 0) throw new Error(`pedido ${words.join(' ')}: ${stderr}`)
  return stdout.trim()
}

async function postmasterAt(url: string): Promise<number> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postmaster = postmasterOf(rows[0]?.pid ?? 0)
    if (postmaster !== undefined) return postmaster
    throw new Error(`${new URL(url).host} is not on this machine: its CPU can’t be seen.`)
  })
}

function onPlain<T>(given: string | undefined, use: (place: Place) => Promise<T>): Promise<T> {
  return onServer(given, async ({ postmaster, createDatabase }) => {
    if (postmaster === undefined) throw new Error('--plain is not on this machine.')
    return use({ url: await createDatabase('plain'), postmasters: [postmaster] })
  })
}

/** The CPU of the servers alone. */
function serversCpu({ postmasters }: Place): Cpu {
  const [coordinator = 0, ...workers] = postmasters.map(familyCpu)
  return { node: 0, postgres: workers.reduce((sum, cpu) => sum + cpu, coordinator), coordinator }
}

async function serve<T>(place: Place, use: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-bench-'))
  const settings = { ...SETTINGS, DATABASE_URL: place.url, DATA_DIR: folder }
  const account = await pedido(place.url, 'account', 'create', 'bench')
  const about = ['--account', account, '--name', 'bench', '--scope', '*']
  const token = await pedido(place.url, 'token', 'create', ...about)
  const { address, child, stop } = await startService(settings)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const cpu = () => ({ ...serversCpu(place), node: processCpu(child.pid ?? 0) })
  try {
    const { references, orders } = await fill(async (path, body) => {
      const answer = await fetch(address + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
      return JSON.parse(text).data.id as number
    })
    // As autovacuum does within a minute.
    await onDatabase(place.url, (client) => client.query('analyze'))
    return await use({ address, cpu, headers, references, orders })
  } finally {
    await stop('SIGTERM')
    await rm(folder, { recursive: true })
  }
}

/** The collection of each reference of an order. */
const collections = {
  id_customer: '/customers',
  id_user: '/users',
  id_payment_type: '/payment-types',
  id_payment_method: '/payment-methods',
  id_category: '/categories',
  id_freight_type: '/freight-types',
  id_shipping_company: '/shipping-companies',
  id_branch_company: '/branch-companies',
  id_opportunity: '/opportunities',
  id_quotation: '/quotations',
}

/** Records and orders, through the interface. */
async function fill(create: (path: string, body: object) => Promise<number>) {
  const ids: Record<string, number> = {}
  for (const [name, path] of Object.entries(collections)) {
    ids[name] = await create(path, { name: 'Bench', fk_id: 'bench' })
  }
  const address = { street: 'Rua das Flores', number: 10, city: 'Curitiba', state: 'PR' }
  ids['id_address'] = await create('/customers/bench/address', address)
  const products: number[] = []
  for (let i = 0; i < ITEMS; i++) {
    products.push(await create('/products', { name: `Product ${i}`, price: 19.9 }))
  }
  const references = { ids, products }
  const orders: number[] = []
  const writer = async () => {
    for (; begun < Number(flags.orders); ) {
      begun++
      orders.push(await create('/orders', sampleOrder(references)))
    }
  }
  let begun = 0
  await Promise.all(Array.from({ length: 4 }, writer))
  return { references, orders }
}

/** Milliseconds of CPU, of a request or of a second. */
interface Share {
  node: number
  coordinator: number
  workers: number
  sum: number
}

function shareOf({ node, postgres = 0, coordinator = 0 }: Cpu, of: number): Share {
  const ms = (seconds: number) => (seconds / of) * 1000
  return {
    node: ms(node),
    coordinator: ms(coordinator),
    workers: ms(postgres - coordinator),
    sum: ms(node + postgres),
  }
}

function total(rounds: Measured[]): { requests: number; seconds: number; cpu: Cpu } {
  const sum = (value: (round: Measured) => number) =>
    rounds.reduce((all, round) => all + value(round), 0)
  return {
    requests: sum(({ requests }) => requests),
    seconds: sum(({ seconds }) => seconds),
    cpu: {
      node: sum(({ cpu }) => cpu.node),
      postgres: sum(({ cpu }) => cpu.postgres ?? 0),
      coordinator: sum(({ cpu }) => cpu.coordinator ?? 0),
    },
  }
}

interface Row extends Share {
  what: string
  server: 'plain' | 'citus'
  perSecond: number | null
}

async function loaded(plain: Bench, citus: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const scenario of flags.scenario) {
    const what = titles[scenario] ?? scenario
    console.error(`${what} …`)
    const measured = await loadInTurn(
      {
        plain: { target: plain, requests: requestsOf(scenario, plain) },
        citus: { target: citus, requests: requestsOf(scenario, citus) },
      },
      options,
    )
    for (const server of ['plain', 'citus'] as const) {
      const { requests, seconds, cpu } = total(measured[server])
      rows.push({ what, server, perSecond: requests / seconds, ...shareOf(cpu, requests) })
    }
  }
  return rows
}

/** Until the looks for what is left have their longest pause. */
const PAUSES_GROW_MS = 20_000

/** What both use at the same time while nobody asks anything. */
async function idle(plain: Bench, citus: Bench): Promise<Row[]> {
  const seconds = Number(flags.idle)
  if (seconds === 0) return []
  console.error('idle …')
  await setTimeout(PAUSES_GROW_MS)
  const before = { plain: plain.cpu(), citus: citus.cpu() }
  await setTimeout(seconds * 1000)
  return (['plain', 'citus'] as const).map((server) => {
    const used = difference({ plain, citus }[server].cpu(), before[server])
    return { what: 'idle, a second', server, perSecond: null, ...shareOf(used, seconds) }
  })
}

function table(rows: Row[]): string {
  const head = [
    ...['CPU in ms, of a request', 'Server', 'requests/s', 'Node', 'PostgreSQL or coordinator'],
    ...['workers', 'all servers', 'in all', 'servers ÷ plain', 'in all ÷ plain'],
  ]
  const lines = rows.map(({ what, server, perSecond, node, coordinator, workers, sum }, i) => {
    const plain = server === 'citus' ? rows[i - 1] : undefined
    const ratios = plain
      ? [(sum - node) / (plain.sum - plain.node), sum / plain.sum].map((one) => one.toFixed(2))
      : ['', '']
    const parts = [node, coordinator, workers, sum - node, sum].map((one) => one.toFixed(3))
    return [what, server, perSecond?.toFixed(0) ?? '', ...parts, ...ratios]
  })
  return markdown(head, lines, 2)
}

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP)
  if (!flags.coordinator) throw new Error(`--coordinator is missing.\n\n${HELP}`)
  const rows = await onCluster(flags.coordinator, (cluster) =>
    onPlain(flags.plain, (server) =>
      serve(server, (plain) =>
        serve(cluster, async (citus) => [
          ...(await loaded(plain, citus)),
          ...(await idle(plain, citus)),
        ]),
      ),
    ),
  )
  if (flags.json)
    console.log(JSON.stringify({ options, orders: Number(flags.orders), rows }, null, 2))
  else console.log(table(rows))
}

await main()
