import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DateTime } from 'luxon'
import { pause } from '../base/pause.ts'
import { packageFile } from '../base/system/package.ts'
import { jobRan } from '../base/telemetry/topics.ts'
import type { Config } from '../config.ts'

/** The little of a logger that is needed here; pino fits. */
interface Log {
  info(fields: object, text: string): void
  error(fields: object, text: string): void
}

type Settings = Pick<Config, 'BACKUP_DIR' | 'BACKUP_SCHEDULE' | 'BACKUP_KEEP' | 'TIME_ZONE'>

const PEDIDO = fileURLToPath(new URL('bin/pedido.cjs', packageFile))
const LOOK_MS = 30_000
/** After one that failed. */
const RETRY_MS = 600_000
/** What a command says last is why it failed. */
const TOLD = 2_000

const NAME = /^pedido-\d{8}T\d{6}Z\.zip$/
const PARTIAL = /^pedido-\d{8}T\d{6}Z\.zip\.partial$/
const FORMAT = "'pedido-'yyyyMMdd'T'HHmmss'Z.zip'"

/** The name of a backup that is begun now; names sort as their times. */
const nameAt = (ms: number) => DateTime.fromMillis(ms, { zone: 'utc' }).toFormat(FORMAT)

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

/**
 * Has `pedido backup` run, as a process of its own, whenever `BACKUP_DIR` has no backup that is as
 * new as the schedule wants: so one that was missed, or that failed, is made up. Older ones go beyond
 * `BACKUP_KEEP`. The function it returns stops it.
 */
export function startBackups(settings: Settings, log: Log): () => Promise<void> {
  const { BACKUP_DIR: folder } = settings
  if (folder === undefined) return async () => {}
  const stopping = new AbortController()
  const running = repeat(folder, settings, log, stopping.signal)
  return async () => {
    stopping.abort()
    await running
  }
}

async function repeat(
  folder: string,
  { BACKUP_SCHEDULE, BACKUP_KEEP, TIME_ZONE }: Settings,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    let rest = LOOK_MS
    const start = performance.now()
    const tell = (hasFailed: boolean) =>
      jobRan.tell({ job: 'make a backup', ms: performance.now() - start, hasFailed })
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const due = nameAt(latestDue(BACKUP_SCHEDULE, TIME_ZONE, Date.now()))
      if (!backupsIn(folder).some((name) => name >= due)) {
        const file = join(folder, nameAt(Date.now()))
        await backUp(file, stop)
        await removeOld(folder, BACKUP_KEEP)
        tell(false)
        log.info({ file }, 'a backup was made')
      }
    } catch (error) {
      if (stop.aborted) return
      tell(true)
      log.error({ err: error, folder }, 'a backup failed; it is tried again in ten minutes')
      rest = RETRY_MS
    }
    await pause(rest, stop)
  }
}

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => NAME.test(name))

/** When the newest one was begun, in seconds since 1970, and its name; undefined where there is none. */
export function newestBackup(folder: string): { name: string; time: number } | undefined {
  if (!existsSync(folder)) return undefined
  const name = backupsIn(folder).sort().at(-1)
  if (name === undefined) return undefined
  return { name, time: DateTime.fromFormat(name, FORMAT, { zone: 'utc' }).toSeconds() }
}

/** Runs the command with the settings of this process, which it inherits. */
async function backUp(file: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [PEDIDO, 'backup', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-TOLD)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('close', (code) => {
    if (code === 0) resolve()
    else reject(new Error(told.trim().split('\n').at(-1)))
  })
  await promise
}

/** Removes the oldest beyond so many, and what was cut off before it had its name. */
async function removeOld(folder: string, keep: number): Promise<void> {
  const old = backupsIn(folder).sort().slice(0, -keep)
  const cutOff = readdirSync(folder).filter((name) => PARTIAL.test(name))
  for (const name of [...old, ...cutOff]) await rm(join(folder, name), { force: true })
}
