import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../test/support/servers/postgres.ts'
import { familyCpu, postmasterOf } from './cpu.ts'

export type Kind = 'embedded' | 'postgres'

export type Settings = Record<string, string>

/** Where the databases of a scenario are. */
export interface DatabaseHost {
  kind: Kind
  /** `embedded`, or such as `PostgreSQL 15.18` */
  title: string
  /** CPU seconds of the server so far: 0 where Node does its work, undefined on another machine. */
  cpu(): number | undefined
  /** Makes an empty database, gone afterwards. @returns the settings of a service on it */
  createDatabase(): Promise<Settings>
}

/** It syncs as a server in production does. */
export const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** @param given address of the server; without one, a throw-away server */
export function onDatabaseHost<T>(
  kind: Kind,
  given: string | undefined,
  use: (host: DatabaseHost) => Promise<T>,
): Promise<T> {
  return inFolder((folder) => {
    let made = 0
    const newFolder = () => join(folder, String(++made))
    if (kind === 'postgres') return onServer(given, newFolder, use)
    const createDatabase = async () => ({ DATA_DIR: newFolder() })
    return use({ kind, title: kind, cpu: () => 0, createDatabase })
  })
}

async function onServer<T>(
  given: string | undefined,
  newFolder: () => string,
  use: (host: DatabaseHost) => Promise<T>,
): Promise<T> {
  const own = given ? undefined : await startPostgres(DURABLE)
  const admin = new pg.Client({ connectionString: given ?? own?.url })
  const made: string[] = []
  try {
    await admin.connect()
    const { rows } = await admin.query<{ backend: number; version: string }>(
      `select pg_backend_pid() as backend, current_setting('server_version') as version`,
    )
    const { backend = 0, version = '' } = rows[0] ?? {}
    const postmaster = postmasterOf(backend)
    return await use({
      kind: 'postgres',
      title: `PostgreSQL ${version.split(' ')[0]}`,
      cpu: () => (postmaster === undefined ? undefined : familyCpu(postmaster)),
      async createDatabase() {
        const database = `pedido_bench_${process.pid}_${made.length}`
        made.push(database)
        await admin.query(`create database ${database}`)
        const url = new URL(given ?? own?.url ?? '')
        url.pathname = `/${database}`
        return { DATABASE_URL: url.href, DATA_DIR: newFolder() }
      },
    })
  } finally {
    for (const database of made) {
      await admin.query(`drop database if exists ${database} with (force)`).catch(() => {})
    }
    await admin.end()
    await own?.close()
  }
}

export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-bench-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
