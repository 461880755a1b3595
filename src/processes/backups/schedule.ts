import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { DateTime } from 'luxon'
import type { Pool } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { packageFile } from '../../base/system/package.ts'
import type { Config } from '../../config.ts'
import type { Reader } from '../../database/database.ts'
import { isDistributed } from '../../database/schema/delegate.ts'
import type { Job } from '../../jobs/job.ts'
import { msg } from '../../texts/message.ts'
import { type BackupStore, nameAt, openBackupStore, timeOf } from './store.ts'

/** The little of a logger that is needed here; pino fits. */
interface Log {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}

const PEDIDO = fileURLToPath(new URL('bin/pedido.cjs', packageFile))
const LOOK_MS = 30_000
/** After one that failed. */
const RETRY_MS = 600_000
/** What a command says last is why it failed. */
const OUTPUT_KEPT = 2_000

/**
 * The latest moment at or before `now` at which a backup was due.
 * @param times of the day, such as `02:30`, in `zone`
 * @param now ms since 1970, as what it returns
 */
export function latestDue(times: readonly string[], zone: string, now: number): number {
  const today = DateTime.fromMillis(now, { zone }).startOf('day')
  const moments = [0, 1, 2].flatMap((days) =>
    times.map((time) => {
      const [hour = 0, minute = 0] = time.split(':').map(Number)
      return today.minus({ days }).set({ hour, minute }).toMillis()
    }),
  )
  return Math.max(...moments.filter((ms) => ms <= now))
}

/** @throws OperatorError where backups are wanted of tables that are spread over a cluster */
export async function refuseBackupsOfCluster(config: Config, pool: Pool): Promise<void> {
  if (config.BACKUP_DIR === undefined || !(await isDistributed(pool))) return
  throw new OperatorError(
    msg`BACKUP_DIR can’t be used with tables that are spread over a Citus cluster, whose nodes share no snapshot. Unset it, and save the nodes themselves, as docs/backup.md says.`,
  )
}

/** Backups that are made by themselves. */
export interface Backups {
  /** When the newest that is known of was begun, in seconds since 1970. */
  newest(): number | undefined
  job: Job
}

/**
 * Has `pedido backup` run, as a process of its own, whenever `BACKUP_DIR` has no backup that is as
 * new as the schedule wants: so one that was missed, or that failed, is made up. Older ones go beyond
 * `BACKUP_KEEP`. Undefined where the settings want none.
 */
export function scheduleBackups(config: Config, db: Reader, log: Log): Backups | undefined {
  const { BACKUP_DIR } = config
  return BACKUP_DIR === undefined ? undefined : new Schedule(config, BACKUP_DIR, db, log)
}

class Schedule implements Backups {
  readonly job: Job = {
    name: 'make a backup',
    everyMs: LOOK_MS,
    retryMs: RETRY_MS,
    run: (_db, stop) => this.#run(stop),
  }
  readonly #config: Config
  readonly #address: string
  readonly #db: Reader
  readonly #log: Log
  #store: BackupStore | undefined
  /** As far as is known: a bucket is not asked again while this is new enough. */
  #newest: string | undefined

  constructor(config: Config, address: string, db: Reader, log: Log) {
    this.#config = config
    this.#address = address
    this.#db = db
    this.#log = log
  }

  readonly newest = () => (this.#newest === undefined ? undefined : timeOf(this.#newest))

  async #run(stop: AbortSignal): ReturnType<Job['run']> {
    if (!(await this.#isDue())) return 'idle'
    try {
      await this.#make(stop)
    } catch (error) {
      if (!stop.aborted) throw error
    }
  }

  async #isDue(): Promise<boolean> {
    const { BACKUP_SCHEDULE, TIME_ZONE } = this.#config
    const due = nameAt(latestDue(BACKUP_SCHEDULE, TIME_ZONE, Date.now()))
    const isMade = () => this.#newest !== undefined && this.#newest >= due
    if (this.#store?.isRemote && isMade()) return false
    this.#store ??= await openBackupStore(this.#config, this.#address, this.#db)
    this.#newest = (await this.#store.names()).at(-1)
    return !isMade()
  }

  async #make(stop: AbortSignal): Promise<void> {
    const store = this.#store as BackupStore
    const name = nameAt(Date.now())
    const file = store.addressOf(name)
    await backUp(file, stop)
    this.#newest = name
    this.#log.info({ file }, 'a backup was made')
    try {
      const old = (await store.names()).slice(0, -this.#config.BACKUP_KEEP)
      for (const one of old) await store.remove(one)
      await store.removeCutOff()
    } catch (error) {
      // The new one is there: no reason to make it again.
      this.#log.warn({ err: error, place: this.#address }, 'old backups could not be removed')
    }
  }
}

/** Runs the command with the settings of this process, which it inherits. */
async function backUp(file: string, stop: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [PEDIDO, 'backup', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-OUTPUT_KEPT)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('close', (code) => {
    if (code === 0) resolve()
    else reject(new Error(output.trim().split('\n').at(-1)))
  })
  // It clears away what it has begun.
  const end = () => child.kill('SIGTERM')
  stop.addEventListener('abort', end)
  try {
    if (stop.aborted) end()
    await promise
  } finally {
    stop.removeEventListener('abort', end)
  }
}
