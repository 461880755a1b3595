import { setTimeout } from 'node:timers/promises'
import { databaseAt, findNodes, onServer } from '../test/support/servers/nodes.ts'
import { run } from '../test/support/service.ts'
import { ROWS as BESIDE_FLOOR } from './scenarios/floor.ts'
import { note, type Options, runCommand, type Scenario, UsageError } from './support/command.ts'
import { familyCpu, postmasterOf } from './support/cpu.ts'
import { type DatabaseHost, inFolder, type Settings } from './support/database-host.ts'
import {
  type Cpu,
  difference,
  type LoadOptions,
  loadInTurn,
  type Measured,
  type Request,
} from './support/load.ts'
import { ITEMS, type References, sampleOrder } from './support/order.ts'
import { ask, type Service, serving } from './support/service.ts'
import type { Cell, Table } from './support/table.ts'

/** A service over a filled account. */
interface Bench extends Service {
  token: string
  references: References
  orders: number[]
}

type Make = (bench: Bench) => Request[]

/** What is asked for; nothing while both are idle. */
const ROWS: Record<string, { title: string; about: string; requests?: Make }> = {
  ...{ read: BESIDE_FLOOR.read, list: BESIDE_FLOOR.list, create: BESIDE_FLOOR.create },
  idle: { title: 'idle, a second', about: 'nothing to do' },
}

const NUMBERS = { seconds: 10, 'warm-up': 3, rounds: 10, connections: 10, orders: 1000 }

/** Of the time with nothing to do. */
const IDLE_S = 20
/** Until the looks for what is left have their longest pause. */
const PAUSES_GROW_MS = 20_000

const HEAD: Table['head'] = {
  ...{ 'CPU in ms, of a request': 'text', Server: 'text', 'requests/s': 0, Node: 3 },
  ...{ 'PostgreSQL or coordinator': 3, workers: 3, 'all servers': 3, 'in all': 3 },
  ...{ 'servers ÷ plain': 2, 'in all ÷ plain': 2 },
}

async function runAll(options: Options): Promise<Table[]> {
  const { coordinator, names, orders, host } = options
  if (!coordinator) throw new UsageError('--coordinator URL is missing.')
  const rows: Cell[][] = []
  await onCluster(coordinator, (cluster) =>
    serve(plainOn(host), orders, (plain) =>
      serve(cluster, orders, async (citus) => {
        for (const [name, { title, requests }] of Object.entries(ROWS)) {
          if (!names.includes(name)) continue
          note(`${title} …`)
          const spent = requests
            ? await loaded({ plain, citus }, requests, options)
            : await idle({ plain, citus })
          rows.push(...rowsOf(title, spent))
        }
      }),
    ),
  )
  return [{ head: HEAD, rows }]
}

interface Server {
  host: Pick<DatabaseHost, 'kind' | 'createDatabase'>
  /** CPU seconds of the nodes. */
  cpu(): Required<Omit<Cpu, 'node'>>
}

/** @throws Error where a node is on another machine, or the address is no coordinator's */
async function onCluster<T>(coordinator: string, use: (server: Server) => Promise<T>): Promise<T> {
  const nodes = await findNodes(coordinator)
  if (!nodes.isCluster) throw new Error('--coordinator names no database with the extension citus.')
  const [first = 0, ...workers] = await Promise.all(nodes.addresses.map(postmasterAt))
  const name = `pedido_bench_citus_${process.pid}`
  const createDatabase = async () => {
    await nodes.createDatabase(name, 'template0')
    await nodes.addExtension(name)
    const DATABASE_URL = databaseAt(coordinator, name)
    await pedido(DATABASE_URL, 'database', 'distribute')
    return { DATABASE_URL }
  }
  const cpu = () => {
    const own = familyCpu(first)
    const postgres = workers.reduce((sum, worker) => sum + familyCpu(worker), own)
    return { postgres, coordinator: own }
  }
  try {
    return await use({ host: { kind: 'postgres', createDatabase }, cpu })
  } finally {
    await nodes.dropDatabase(name)
  }
}

/** One server is all that there is. */
function plainOn(host: DatabaseHost): Server {
  const cpu = () => {
    const postgres = host.cpu()
    if (postgres === undefined) throw new Error('The plain PostgreSQL is not on this machine.')
    return { postgres, coordinator: postgres }
  }
  return { host, cpu }
}

/** Runs a command of the service; what it prints. */
async function pedido(url: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(words, { DATABASE_URL: url })
  if (code !== 0) throw new Error(`pedido ${words.join(' ')}: ${stderr}`)
  return stdout.trim()
}

async function postmasterAt(url: string): Promise<number> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postmaster = postmasterOf(rows[0]?.pid ?? 0)
    if (postmaster !== undefined) return postmaster
    throw new Error(`${new URL(url).host} is not on this machine: its CPU can’t be seen.`)
  })
}

function serve<T>(
  { host, cpu }: Server,
  orders: number,
  use: (bench: Bench) => Promise<T>,
): Promise<T> {
  return inFolder(async (DATA_DIR) => {
    const settings: Settings = { ...(await host.createDatabase()), DATA_DIR }
    const url = settings['DATABASE_URL'] ?? ''
    const account = await pedido(url, 'account', 'create', 'bench')
    const about = ['--account', account, '--name', 'bench', '--scope', '*']
    const token = await pedido(url, 'token', 'create', ...about)
    return serving({ cpu: () => undefined }, settings, async (service) => {
      const filled = await fill({ ...service, token }, orders)
      // As autovacuum does within a minute.
      await onServer(url, (client) => client.query('analyze'))
      const spent = () => ({ ...service.cpu(), ...cpu() })
      return use({ ...service, ...filled, token, cpu: spent })
    })
  })
}

/** The collection of each reference of an order. */
const collections = {
  id_customer: '/customers',
  id_user: '/users',
  id_payment_type: '/payment-types',
  id_payment_method: '/payment-methods',
  id_category: '/categories',
  id_operation: '/operations',
  id_freight_type: '/freight-types',
  id_shipping_company: '/shipping-companies',
  id_branch_company: '/branch-companies',
  id_opportunity: '/opportunities',
  id_quotation: '/quotations',
}

/** Records and orders, through the interface: a seeding turns triggers off, which Citus can't. */
async function fill(service: { address: string; token: string }, count: number) {
  const create = async (path: string, body: object): Promise<number> =>
    (await ask(service, path, { body })).data.id
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
  let begun = 0
  const writer = async () => {
    while (begun++ < count) orders.push(await create('/orders', sampleOrder(references)))
  }
  await Promise.all(Array.from({ length: 4 }, writer))
  return { references, orders }
}

/** What one server has spent. */
interface Spent {
  cpu: Cpu
  /** Requests, or seconds. */
  of: number
  perSecond: number | ''
}

type Both<T> = Record<'plain' | 'citus', T>

async function loaded(
  { plain, citus }: Both<Bench>,
  requests: Make,
  options: LoadOptions,
): Promise<Both<Spent>> {
  const measured = await loadInTurn(
    {
      plain: { target: plain, requests: requests(plain) },
      citus: { target: citus, requests: requests(citus) },
    },
    options,
  )
  return { plain: total(measured.plain), citus: total(measured.citus) }
}

function total(rounds: Measured[]): Spent {
  const sum = (value: (round: Measured) => number) =>
    rounds.reduce((all, round) => all + value(round), 0)
  const requests = sum((round) => round.requests)
  return {
    of: requests,
    perSecond: requests / sum(({ seconds }) => seconds),
    cpu: {
      node: sum(({ cpu }) => cpu.node),
      postgres: sum(({ cpu }) => cpu.postgres ?? 0),
      coordinator: sum(({ cpu }) => cpu.coordinator ?? 0),
    },
  }
}

/** What both use at the same time while nobody asks anything. */
async function idle({ plain, citus }: Both<Bench>): Promise<Both<Spent>> {
  await setTimeout(PAUSES_GROW_MS)
  const before = { plain: plain.cpu(), citus: citus.cpu() }
  await setTimeout(IDLE_S * 1000)
  const spent = (bench: Bench, before: Cpu): Spent => {
    return { cpu: difference(bench.cpu(), before), of: IDLE_S, perSecond: '' }
  }
  return { plain: spent(plain, before.plain), citus: spent(citus, before.citus) }
}

function rowsOf(title: string, { plain, citus }: Both<Spent>): Cell[][] {
  const sumsOf = ({ cpu: { node, postgres = 0 } }: Spent) => ({ postgres, all: node + postgres })
  const row = (server: string, spent: Spent, ratios: Cell[]): Cell[] => {
    const { node, postgres = 0, coordinator = 0 } = spent.cpu
    const parts = [node, coordinator, postgres - coordinator, postgres, node + postgres]
    const ms = parts.map((seconds) => (seconds / spent.of) * 1000)
    return [title, server, spent.perSecond, ...ms, ...ratios]
  }
  const [one, other] = [sumsOf(plain), sumsOf(citus)]
  const ratio = (part: 'postgres' | 'all') => other[part] / citus.of / (one[part] / plain.of)
  return [row('plain', plain, ['', '']), row('citus', citus, [ratio('postgres'), ratio('all')])]
}

const scenarios = Object.entries(ROWS).map(
  ([name, { about }]): Scenario => ({
    name,
    about,
    databases: ['postgres'],
    numbers: NUMBERS,
    takes: ['coordinator'],
    run: runAll,
  }),
)

await runCommand({
  typed: 'npm run bench:citus',
  about: 'a Citus cluster beside plain PostgreSQL, all of their nodes on this machine',
  scenarios,
})
