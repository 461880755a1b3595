import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/connect.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { run, startService } from '../test/support/service.ts'
import { postgresCpu, postmasterOf, processCpu } from './cpu.ts'
import type { Target } from './load.ts'
import { ITEMS, type References, referencesOf } from './order.ts'
import { seed } from './seed/seed.ts'

/** What there is to ask for. */
interface Filled {
  references: References
  /** Ids of the orders. */
  orders: number[]
}

/** The service and its floor over the same data, ready for load. */
export interface Bench extends Filled {
  database: string
  token: string
  service: Target
  floor: Target
}

type Use<T> = (bench: Bench) => Promise<T>

const FLOOR = fileURLToPath(new URL('floor.ts', import.meta.url))
const READY_TRIES = 5

/** As in production, whatever this process was given. */
const SETTINGS = { LOG_LEVEL: 'info' }

/** Benches PGlite: two data folders with the same orders, since each serves one process. */
export async function onEmbedded<T>(orders: number, use: Use<T>): Promise<T> {
  return inFolder(async (folder) => {
    const [own, copy] = [join(folder, 'service'), join(folder, 'floor')]
    const first = await startService({ ...SETTINGS, DATA_DIR: own })
    const token = first.token ?? ''
    await first.stop('SIGTERM')
    const filled = await fill({ DATA_DIR: own }, 1, orders)
    cpSync(own, copy, { recursive: true })
    const service = await startService({ ...SETTINGS, DATA_DIR: own })
    const floor = await startFloor({ dataDir: copy, account_id: 1, references: filled.references })
    const target = (address: string, { pid = 0 }: ChildProcess): Target => ({
      address,
      cpu: () => ({ node: processCpu(pid), postgres: 0 }),
    })
    try {
      return await use({
        ...filled,
        database: 'embedded',
        token,
        service: target(service.address, service.child),
        floor: target(floor.address, floor.child),
      })
    } finally {
      floor.child.kill()
      await service.stop('SIGTERM')
    }
  })
}

/**
 * Benches a PostgreSQL server in a database of its own there, which is dropped afterwards;
 * without an address, a throw-away server that syncs as one in production.
 */
export async function onPostgres<T>(
  given: string | undefined,
  orders: number,
  use: Use<T>,
): Promise<T> {
  const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
  const server = given ? undefined : await startPostgres(durable)
  const name = `pedido_bench_${process.pid}`
  const admin = new pg.Client({ connectionString: given ?? server?.url })
  try {
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(given ?? server?.url ?? '')
    url.pathname = `/${name}`
    const { rows } = await admin.query(
      `select pg_backend_pid() as pid, current_setting('server_version') as version`,
    )
    const { pid, version } = rows[0] as { pid: number; version: string }
    const database = `PostgreSQL ${version.split(' ')[0]}`
    return await inFolder((folder) =>
      onUrl(url.href, { database, folder, orders, postmaster: postmasterOf(pid) }, use),
    )
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`).catch(() => {})
    await admin.end()
    await server?.close()
  }
}

interface Place {
  database: string
  folder: string
  orders: number
  postmaster: number | undefined
}

async function onUrl<T>(
  url: string,
  { database, folder, orders, postmaster }: Place,
  use: Use<T>,
): Promise<T> {
  const settings = { ...SETTINGS, DATABASE_URL: url, DATA_DIR: folder }
  const account_id = Number((await run(['account', 'create', 'bench'], settings)).stdout)
  const words = ['token', 'create', '--account', 'bench', '--name', 'bench', '--scope', '*']
  const token = (await run(words, settings)).stdout.trim()
  const filled = await fill(settings, account_id, orders)
  const service = await startService(settings)
  const target = (address: string, { pid = 0 }: ChildProcess): Target => ({
    address,
    cpu: () => ({
      node: processCpu(pid),
      postgres: postmaster === undefined ? undefined : postgresCpu(postmaster),
    }),
  })
  try {
    const floor = await startFloor({ url, account_id, references: filled.references })
    try {
      return await use({
        ...filled,
        database,
        token,
        service: target(service.address, service.child),
        floor: target(floor.address, floor.child),
      })
    } finally {
      floor.child.kill()
    }
  } finally {
    await service.stop('SIGTERM')
  }
}

/** Orders of five items in the account of a database that no service has open. */
async function fill(
  settings: Record<string, string>,
  account_id: number,
  orders: number,
): Promise<Filled> {
  const silent = { info() {}, warn() {} }
  const database = await connect(readConfig(settings), silent)
  try {
    const options = { account_id, orders, itemsMin: ITEMS, itemsMax: ITEMS, events: true }
    const { records, firstOrder } = await seed(database.db, options)
    const ids = Array.from({ length: orders }, (_, i) => firstOrder + i)
    return { references: referencesOf(records), orders: ids }
  } finally {
    await database.close()
  }
}

/** Milliseconds from the start of the process to its first answer on an existing folder. */
export async function readyTimes(orders: number): Promise<number[]> {
  return inFolder(async (folder) => {
    const settings = { ...SETTINGS, DATA_DIR: folder }
    const first = await startService(settings)
    await first.stop('SIGTERM')
    await fill({ DATA_DIR: folder }, 1, orders)
    const times: number[] = []
    for (let i = 0; i < READY_TRIES; i++) {
      const start = performance.now()
      const service = await startService(settings)
      const { status } = await fetch(`${service.address}/health/ready`)
      times.push(performance.now() - start)
      await service.stop('SIGTERM')
      if (status !== 200) throw new Error(`/health/ready answered ${status}`)
    }
    return times
  })
}

async function startFloor(settings: object): Promise<{ address: string; child: ChildProcess }> {
  const { DATABASE_POOL_SIZE: poolSize } = readConfig({})
  const words = [FLOOR, JSON.stringify({ ...settings, poolSize })]
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

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-bench-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
