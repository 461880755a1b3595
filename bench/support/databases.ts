import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createToken } from '../../src/accounts/commands.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { type Db, inTransaction } from '../../src/database/database.ts'
import { startService } from '../../test/support/service.ts'
import { accountOf } from '../seed/account.ts'
import { type Seeded, seed } from '../seed/seed.ts'
import { processCpu } from './cpu.ts'
import type { Target } from './load.ts'
import { ITEMS, type References, referencesOf } from './order.ts'
import { onServer } from './server.ts'
import { onSeeded, SETTINGS } from './service.ts'

/** An account without orders. */
interface Second {
  token: string
  references: References
}

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
  /** For declared custom fields, which cost every order of their account. */
  declaring: Second
}

type Use<T> = (bench: Bench) => Promise<T>

const FLOOR = fileURLToPath(new URL('floor.ts', import.meta.url))
const READY_TRIES = 5

/** Orders as the service would have left them. */
const FIVE_ITEMS = { itemsMin: ITEMS, itemsMax: ITEMS, events: true }

/** Benches PGlite: two data folders with the same orders, since each serves one process. */
export async function onEmbedded<T>(orders: number, use: Use<T>): Promise<T> {
  return inFolder(async (folder) => {
    const [own, copy] = [join(folder, 'service'), join(folder, 'floor')]
    const first = await startService({ ...SETTINGS, DATA_DIR: own })
    const token = first.token ?? ''
    await first.stop('SIGTERM')
    const { declaring, ...filled } = await fill(own, orders)
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
        declaring,
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
  { orders, workers }: { orders: number; workers: number },
  use: Use<T>,
): Promise<T> {
  return onServer(given, (server) =>
    onSeeded(server, { orders, workers, ...FIVE_ITEMS }, async (service) => {
      const { account_id, token, url, seeded } = service
      const filled = filledOf(seeded, orders)
      const declaring = await addSecond(service.database.db)
      const floor = await startFloor({ url, account_id, references: filled.references })
      const { pid = 0 } = floor.child
      try {
        return await use({
          ...filled,
          database: server.title,
          token,
          declaring,
          service,
          floor: {
            address: floor.address,
            cpu: () => ({ ...service.cpu(), node: processCpu(pid) }),
          },
        })
      } finally {
        floor.child.kill()
      }
    }),
  )
}

/** Fills the first account of an embedded database that no service has open. */
async function fill(folder: string, orders: number): Promise<Filled & { declaring: Second }> {
  const silent = { info() {}, warn() {} }
  const { db, close } = await connect(readConfig({ DATA_DIR: folder }), silent)
  try {
    const seeded = await seed(db, { account_id: 1, orders, ...FIVE_ITEMS })
    return { ...filledOf(seeded, orders), declaring: await addSecond(db) }
  } finally {
    await close()
  }
}

async function addSecond(db: Db): Promise<Second> {
  const account_id = await accountOf(db, 'second')
  const { records } = await seed(db, { account_id, orders: 0 })
  const { token } = await inTransaction(db, (tx) =>
    createToken(tx, { account_id, name: 'bench', scopes: ['*'], expires_at: null }),
  )
  return { token, references: referencesOf(records) }
}

function filledOf({ records, firstOrder }: Seeded, orders: number): Filled {
  const ids = Array.from({ length: orders }, (_, i) => firstOrder + i)
  return { references: referencesOf(records), orders: ids }
}

/** Milliseconds from the start of the process to its first answer on an existing folder. */
export async function readyTimes(orders: number): Promise<number[]> {
  return inFolder(async (folder) => {
    const settings = { ...SETTINGS, DATA_DIR: folder }
    const first = await startService(settings)
    await first.stop('SIGTERM')
    await fill(folder, orders)
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
