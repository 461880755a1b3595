import pg from 'pg'
import { startPostgres } from '../../test/support/servers/postgres.ts'
import { postmasterOf } from './cpu.ts'

/** It syncs as a server in production does. */
export const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** A PostgreSQL server with room for databases of the bench's own. */
export interface Server {
  /** `PostgreSQL 15.18` */
  title: string
  /** Undefined where it runs on another machine. */
  postmaster: number | undefined
  /** Makes an empty database, gone afterwards; `name` tells it from others of this process. */
  createDatabase(name: string): Promise<string>
}

/** Uses the server at an address; without one, a throw-away server. */
export async function onServer<T>(
  given: string | undefined,
  use: (server: Server) => Promise<T>,
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
    return await use({
      title: `PostgreSQL ${version.split(' ')[0]}`,
      postmaster: postmasterOf(backend),
      async createDatabase(name) {
        const database = `pedido_bench_${name}_${process.pid}`
        made.push(database)
        await admin.query(`create database ${database}`)
        const url = new URL(given ?? own?.url ?? '')
        url.pathname = `/${database}`
        return url.href
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
