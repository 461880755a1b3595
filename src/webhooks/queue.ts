import { CompiledQuery } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db, Tx } from '../database/database.ts'
import { databaseFailure, UNIQUE_VIOLATION } from '../database/failures.ts'

/** One webhook of one account. */
export interface Lane {
  account_id: number
  id_webhook: number
}

/** A webhook's job, taken. */
export interface Job extends Lane {
  job: string
}

const QUEUE = 'webhooks'
const SCHEMA = 'pedido_queue'
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/**
 * Whose turn it is: a webhook has one job at most, queued or taken, so that one process at a time
 * works on it. What is to be sent is not in here.
 */
export interface TurnQueue {
  /** Queues a webhook, unless it is queued or taken already. */
  add(lane: Lane): Promise<void>
  take(tx: Tx, count: number): Promise<Job[]>
  remove(tx: Tx, job: string): Promise<void>
  close(): Promise<void>
}

/** Makes the queue's schema, or brings it up to date, ahead of its first use. */
export async function installTurnQueue(db: Db): Promise<void> {
  const queue = await openTurnQueue(db, () => {})
  await queue.close()
}

/** SQLSTATEs of what exists already. */
const EXISTS = [UNIQUE_VIOLATION, '42710', '42723', '42P06', '42P07']
const TRIES = 3

/**
 * Opens the queue in the schema `pedido_queue`, which pg-boss makes and migrates itself. Of several
 * processes that make it at once all but one fail, and find it made the next time.
 * @param onError what goes wrong in its upkeep
 */
export async function openTurnQueue(db: Db, onError: (error: Error) => void): Promise<TurnQueue> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openQueue(db, onError)
    } catch (error) {
      const { code = '' } = databaseFailure(error) ?? {}
      if (attempt === TRIES || !EXISTS.includes(code)) throw error
    }
  }
}

async function openQueue(db: Db, onError: (error: Error) => void): Promise<TurnQueue> {
  const boss = new PgBoss({
    db: asDatabase(db),
    schema: SCHEMA,
    schedule: false,
    reindex: false,
    flowIntervalSeconds: 3600,
  })
  boss.on('error', onError)
  const close = () => boss.stop({ graceful: false, close: false })
  try {
    await boss.start()
    await boss.createQueue(QUEUE, {
      policy: 'exclusive',
      // Far longer than a turn: who was killed is noticed otherwise, this is the last net.
      expireInSeconds: 900,
      retryLimit: 1_000_000,
      retryDelay: 1,
    })
    // It reads the queue's settings once, and on a connection of its own: in a transaction of the
    // embedded database, which has one connection, it would wait for itself.
    await boss.findJobs(QUEUE, { id: NO_JOB })
  } catch (error) {
    // Its timers run from the start on.
    await close()
    throw error
  }
  return {
    add: async ({ account_id, id_webhook }) => {
      const singletonKey = `${account_id}:${id_webhook}`
      await boss.send(QUEUE, { account_id, id_webhook }, { singletonKey })
    },
    take: async (tx, count) => {
      const jobs = await boss.fetch<Lane>(QUEUE, { batchSize: count, db: fromKysely(tx) })
      return jobs.map(({ id, data }) => ({ ...data, job: id }))
    },
    remove: async (tx, job) => {
      await boss.deleteJob(QUEUE, job, { db: fromKysely(tx) })
    },
    close,
  }
}

/**
 * pg-boss sends whole transactions as one text. One that fails, as where two processes make the
 * schema at once, would stay open on its connection, and fail whoever gets that one next.
 */
function asDatabase(db: Db): ReturnType<typeof fromKysely> {
  return {
    executeSql: (text, values) =>
      db.connection().execute(async (connection) => {
        try {
          return await fromKysely(connection).executeSql(text, values)
        } catch (error) {
          await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
          throw error
        }
      }),
  }
}
