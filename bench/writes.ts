import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { callService } from '../test/support/call.ts'
import { listening, program, type Service } from '../test/support/service.ts'
import { until } from '../test/support/workers.ts'
import { familyCpu, postmasterOf } from './support/cpu.ts'
import { SETTINGS } from './support/service.ts'

const HELP = `node bench/writes.ts NAME,FOLDER,URL … [flags]: what creates and changes write, by version

  NAME,FOLDER,URL      a checkout of Pedido, and a database that its own bench:seed has filled, with
                       --events; all of one PostgreSQL server (15 or later) on this machine, as superuser
  --requests 100       of each kind in a round, one after the other
  --rounds 6           in turns

Each round begins after a checkpoint of its own. The first change of a page after a checkpoint writes
the whole page. Such images are counted by themselves: the more requests a round has, the fewer each.
`

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '6' },
    help: { type: 'boolean', default: false },
  },
})
const REQUESTS = Number(flags.requests)
const ROUNDS = Number(flags.rounds)
const LINES = 4

/** A version of Pedido that serves its own database. */
interface Version {
  name: string
  service: Service
  token: string
  database: pg.Client
  folder: string
  postmaster: number
  account_id: number
  /** Ids of its orders. */
  first: number
  last: number
}

type Kind = 'create' | 'change of observations'
const KINDS: Kind[] = ['change of observations', 'create']

type Sums = Record<'node' | 'postgres' | 'records' | 'images' | 'updates' | 'hot', number>

async function main(): Promise<void> {
  if (flags.help || positionals.length === 0) return void process.stdout.write(HELP)
  const versions: Version[] = []
  try {
    for (const text of positionals) versions.push(await open(text))
    const rows: string[][] = []
    for (const kind of KINDS) {
      const rounds: Sums[][] = versions.map(() => [])
      for (const version of versions) await send(version, kind)
      for (let round = 0; round < ROUNDS; round++) {
        const turn = [...versions.entries()]
        for (const [i, version] of round % 2 ? turn.toReversed() : turn) {
          rounds[i]?.push(await measure(version, kind))
        }
      }
      rows.push(...versions.map(({ name }, i) => rowOf(kind, name, rounds[i] ?? [])))
    }
    const all = [HEADINGS, HEADINGS.map(() => '---'), ...rows]
    for (const cells of all) console.log(`| ${cells.join(' | ')} |`)
    for (const version of versions) {
      console.log(`${version.name}: ${await bytesOf(version)} bytes an order`)
    }
  } finally {
    for (const version of versions) await close(version)
  }
}

async function open(text: string): Promise<Version> {
  const [name = '', checkout = '', url = ''] = text.split(',')
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  await database.query('create extension if not exists pg_walinspect')
  const { rows } = await database.query(`
    select pg_backend_pid() as backend, a.account_id::int, min(o.id)::int as first, max(o.id)::int as last
      from accounts a join orders o using (account_id) where a.name = 'bench' group by a.account_id`)
  const { backend, account_id, first, last } = rows[0]
  const command = join(checkout, 'bin/pedido.cjs')
  const settings = { ...SETTINGS, LOG_LEVEL: 'warn', DATABASE_URL: url }
  const words = ['token', 'create', '--account', `${account_id}`, '--name', 'bench', '--scope', '*']
  const { stdout, stderr, code } = await program([command, ...words], settings).ended
  if (code !== 0) throw new Error(stderr)
  const folder = await mkdtemp(join(tmpdir(), 'pedido-bench-'))
  const served = { ...settings, LOG_LEVEL: 'info', DATA_DIR: folder, PORT: '0', WORKERS: '1' }
  const service = await listening(program([command, 'serve'], served))
  const postmaster = postmasterOf(backend)
  if (postmaster === undefined) throw new Error('PostgreSQL is on another machine.')
  const token = stdout.trim()
  return { name, service, token, database, folder, postmaster, account_id, first, last }
}

async function close({ service, database, folder }: Version): Promise<void> {
  await service.stop('SIGTERM')
  await database.end()
  await rm(folder, { recursive: true })
}

/** So many requests, one after the other, of random orders. */
async function send(version: Version, kind: Kind, wanted = REQUESTS): Promise<void> {
  const bodies = kind === 'create' ? await newOrders(version, wanted) : []
  for (let i = 0; i < wanted; i++) {
    const id = randomInt(version.first, version.last + 1)
    const change = { method: 'PATCH', body: { observations: `Portaria ${randomInt(1e9)}` } }
    const { status, body } =
      kind === 'create'
        ? await callService(version.service, version.token, '/orders', { body: bodies[i] })
        : await callService(version.service, version.token, `/orders/${id}`, change)
    if (status >= 300)
      throw new Error(`${version.name}, ${kind}: ${status} ${JSON.stringify(body)}`)
  }
}

/** Orders that refer to what random orders refer to, as those of a day do. */
async function newOrders({ database, account_id, first, last }: Version, wanted: number) {
  const { rows } = await database.query(
    `select id_customer::int, id_address::int, id_user::int, id_payment_type::int, id_payment_method::int, id_category::int,
            id_freight_type::int, freight_value::float, id_shipping_company::int, id_branch_company::int,
            id_opportunity::int, id_quotation::int, observations, date, delivery_date, custom_fields,
            'W-' || gen_random_uuid() as fk_id,
            array(select i.id_item::int from order_items i where i.account_id = $1 order by i.id offset o.id % 1000 limit ${LINES}) as products
       from orders o where account_id = $1 and id = any ($2)`,
    [account_id, Array.from({ length: 2 * wanted }, () => randomInt(first, last + 1))],
  )
  return rows.slice(0, wanted).map(({ products, ...order }) => ({
    ...order,
    date: new Date().toISOString(),
    items: products.map((id_item: number, i: number) => ({
      id_item,
      quantity: 1 + i,
      price: 19.9,
    })),
  }))
}

async function measure(version: Version, kind: Kind): Promise<Sums> {
  const { database, service, postmaster } = version
  await settled(version)
  await database.query('checkpoint')
  const before = await countsOf(database)
  const cpu = { node: familyCpu(service.child.pid ?? 0), postgres: familyCpu(postmaster) }
  await send(version, kind)
  const used = {
    node: familyCpu(service.child.pid ?? 0) - cpu.node,
    postgres: familyCpu(postmaster) - cpu.postgres,
  }
  await settled(version)
  const { lsn, updates, hot } = await countsOf(database)
  const { rows } = await database.query(
    `select sum(record_size)::float as records, sum(fpi_size)::float as images
       from pg_get_wal_stats($1, $2)`,
    [before.lsn, lsn],
  )
  return { ...used, ...rows[0], updates: updates - before.updates, hot: hot - before.hot }
}

async function countsOf(database: pg.Client) {
  await database.query('select pg_stat_clear_snapshot()')
  const { rows } = await database.query(
    `select pg_current_wal_insert_lsn() as lsn, n_tup_upd::int as updates, n_tup_hot_upd::int as hot
       from pg_stat_user_tables where relname = 'orders'`,
  )
  return rows[0] as { lsn: string; updates: number; hot: number }
}

/** Until the jobs have done what changes leave to them: places in the feed, and counts. */
async function settled({ database }: Version): Promise<void> {
  await until(async () => {
    const { rows } = await database.query(
      'select (select count(*) from event_queue) + (select count(*) from order_count_deltas) as waiting',
    )
    return Number(rows[0].waiting) === 0
  })
  // A session reports what it has updated when it has been idle for a moment.
  await new Promise((resolve) => setTimeout(resolve, REPORTED_MS))
}
const REPORTED_MS = 1500

const HEADINGS = [
  '',
  'version',
  'WAL without images, KiB',
  'images, KiB',
  'HOT',
  'CPU Node ms',
  'CPU PostgreSQL ms',
  'a CPU second',
]

function rowOf(kind: Kind, name: string, rounds: Sums[]): string[] {
  const sum = (figure: keyof Sums) => rounds.reduce((total, round) => total + round[figure], 0)
  const requests = rounds.length * REQUESTS
  const each = (figure: keyof Sums, unit: number) => ((sum(figure) / requests) * unit).toFixed(2)
  return [
    kind,
    name,
    each('records', 1 / 1024),
    each('images', 1 / 1024),
    sum('updates') > 0 ? `${((sum('hot') / sum('updates')) * 100).toFixed(0)} %` : '',
    each('node', 1000),
    each('postgres', 1000),
    (requests / (sum('node') + sum('postgres'))).toFixed(0),
  ]
}

/** Of all tables with their indexes, for each order. */
async function bytesOf({ database }: Version): Promise<string> {
  const { rows } = await database.query(`
    select (select sum(pg_total_relation_size(oid)) from pg_class
             where relnamespace = 'public'::regnamespace and relkind = 'r')
           / (select count(*) from orders) as bytes`)
  return Number(rows[0].bytes).toFixed(0)
}

await main()
