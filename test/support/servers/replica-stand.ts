import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Call, callService, type Reply } from '../call.ts'
import { run, type Service, startService } from '../service.ts'
import { type PostgresServer, query, startPostgres, startStandby } from './postgres.ts'

/** The real service over a primary and its streaming replica, all of them started by the test. */
export interface ReplicaStand {
  primary: PostgresServer
  standby: PostgresServer
  /** Data folder of the service. */
  folder: string
  /** The one that runs now. */
  service: Service
  /** Two tokens of one account. */
  writer: string
  reader: string
  newToken(): Promise<string>
  /** As the reader unless told otherwise. */
  call(path: string, options?: Call & { token?: string }): Promise<Reply>
  /** Ends the service and starts it with these settings on top. */
  restart(settings?: Record<string, string>): Promise<void>
  /** Waits until `/health/ready` tells this state of the replica. */
  until(state: string): Promise<void>
  close(): Promise<void>
}

/**
 * A replica that is held back for 30 s cancels by default what is in the way of replay once it goes
 * on: the statement that lets it go on, too.
 */
const PATIENT = { max_standby_streaming_delay: '-1' }

/** Starts all of it, with one account, a customer (id 1) and a product (id 1). */
export async function startReplicaStand(
  settings: Record<string, string> = {},
): Promise<ReplicaStand> {
  const primary = await startPostgres({ synchronous_commit: 'on' })
  const standby = await startStandby(primary, PATIENT)
  const folder = await mkdtemp(join(tmpdir(), 'pedido-stand-'))
  const given = {
    DATA_DIR: folder,
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
    DATABASE_READ_MAX_LAG_MS: '3600000',
    ...settings,
  }
  await run(['account', 'create', 'Aurora'], given)
  const newToken = async () => {
    const words = ['token', 'create', '--account', 'Aurora', '--name', 'test', '--scope', '*']
    return (await run(words, given)).stdout.trim()
  }
  const [writer, reader] = [await newToken(), await newToken()]
  const stand: ReplicaStand = {
    primary,
    standby,
    folder,
    service: await startService(given),
    writer,
    reader,
    newToken,
    call: (path, { token = reader, ...options } = {}) =>
      callService(stand.service, token, path, options),
    async restart(more = {}) {
      await stand.service.stop('SIGTERM')
      stand.service = await startService({ ...given, ...more })
    },
    async until(state) {
      for (;;) {
        const { body } = await stand.call('/health/ready')
        if (body.replica === state) return
      }
    },
    async close() {
      await stand.service.stop('SIGKILL')
      await Promise.all([standby.close(), primary.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
  await stand.call('/customers', { token: writer, body: { name: 'Mercado Aurora' } })
  await stand.call('/products', { token: writer, body: { name: 'Café torrado', price: 18.9 } })
  await caughtUp(primary, standby)
  return stand
}

/** Asks a server directly. */
export async function sql<Row>({ url }: PostgresServer, text: string): Promise<Row[]> {
  return (await query(url, text)) as Row[]
}

/** Waits until a statement on a server gives true. */
export async function untilTrue(server: PostgresServer, condition: string): Promise<void> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    while (!(await client.query(`select ${condition} as yes`)).rows[0].yes);
  } finally {
    await client.end()
  }
}

/** Waits until the standby has replayed all that the primary has written. */
export async function caughtUp(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  const [end] = await sql<{ lsn: string }>(primary, 'select pg_current_wal_flush_lsn() as lsn')
  await untilTrue(standby, `pg_last_wal_replay_lsn() >= '${end?.lsn}'`)
}

/** Holds a standby where it is, until `resumeReplay`. */
export async function pauseReplay(standby: PostgresServer): Promise<void> {
  await sql(standby, 'select pg_wal_replay_pause()')
  await untilTrue(standby, `pg_get_wal_replay_pause_state() = 'paused'`)
}

export async function resumeReplay(standby: PostgresServer): Promise<void> {
  await sql(standby, 'select pg_wal_replay_resume()')
}
