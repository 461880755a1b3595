import { sql } from 'kysely'
import { AccountQueue } from '../../../src/jobs/account-queue.ts'
import type { Log } from '../../../src/jobs/job.ts'
import { LeasedWorker } from '../../../src/jobs/leased-worker.ts'
import { archiveHistory, planningJob } from '../../../src/processes/history/archive.ts'
import type { HistoryStore } from '../../../src/processes/history/store.ts'
import type { Account, Server } from '../../harness.ts'
import { strictLog } from '../feed.ts'
import { until } from '../workers.ts'

/** An account with 2,500 events of 200 days ago that are in no feed, and as many of now. */
export async function newAccountWithHistory(server: Server, name: string): Promise<Account> {
  const account = await server.newAccount(name)
  for (const days of [200, 0]) {
    await sql`
      insert into events (account_id, type, resource, id_record, version, time, data, previous)
      select ${account.account_id}::bigint, 'order.updated', 'order', n, 2,
             now() - make_interval(days => ${days}::int) + n * interval '1 second',
             json_build_object('id', n, 'price', 0.10, 'name', 'café "' || n || '"')::text, '{"a": 1}'
        from generate_series(1, 2500) n`.execute(server.db)
  }
  return account
}

export async function eventIds({ db }: Server, { account_id }: Account): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from events where account_id = ${account_id} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Archives that this process fails over are left alone for a while. */
export const makeArchivesDue = ({ db }: Server) =>
  sql`update history_archives set next_at = now() - interval '1 second'`.execute(db)

export async function hasOpenArchives({ db }: Server): Promise<boolean> {
  const found = await sql`select from history_archives where state <> 'done'`.execute(db)
  return found.rows.length > 0
}

interface Archiving {
  days: number
  store: HistoryStore
  eventsInAFile: number
  log?: Log
  /** The name of the process; that of the server unless given. */
  sessions?: string
}

/** What works on archives as a process does that has just looked for old history. */
export async function archiverOf(server: Server, archiving: Archiving): Promise<LeasedWorker> {
  const { store, log = strictLog, sessions = server.sessions, ...rest } = archiving
  const parts = { ...rest, queue: new AccountQueue(), openStore: async () => store, log }
  await planningJob(parts)(server.db, new AbortController().signal)
  return new LeasedWorker(archiveHistory(parts), { sessions, log })
}

/** Archives what is old until nothing is left of it, or until it fails over one. */
export async function archiveAll(server: Server, archiving: Archiving): Promise<void> {
  const { log = strictLog } = archiving
  const failures: object[] = []
  const error = (fields: object) => void failures.push(fields)
  do {
    const worker = await archiverOf(server, { ...archiving, log: { ...log, error } })
    await until(async () => {
      await worker.run(server.db)
      return failures.length > 0 || !(await hasOpenArchives(server))
    })
    // It may have begun the next one.
    await worker.close()
  } while (failures.length === 0 && (await hasOpenArchives(server)))
  for (const fields of failures) log.error(fields, 'failed')
}

/** What a line of the log says of a failure. */
export function factsOf(fields: object): unknown[] {
  const { job, account_id, err } = fields as { job: string; account_id: number; err: Error }
  return [job, account_id, err.message]
}
