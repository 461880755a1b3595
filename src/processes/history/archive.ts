import { createHash, randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { pause } from '../../base/pause.ts'
import type { Db } from '../../database/database.ts'
import {
  accounts_withHistory,
  archiveLeases,
  archives_begin,
  archives_done,
  archives_keep,
  archives_plan,
  archives_planAgain,
  archives_removing,
  archives_stored,
  events_firstInFeed,
  events_lines,
  events_oldest,
  events_remove,
  type OpenArchive,
} from '../../events/history/sql.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import { forEachAlone } from '../../jobs/for-each.ts'
import type { Log } from '../../jobs/job.ts'
import { type LeaseKey, LeaseLost } from '../../jobs/lease.ts'
import type { LeasedWork } from '../../jobs/leased-worker.ts'
import type { HistoryStore } from './store.ts'

/** What events are archived with. */
export interface ArchivingParts {
  /** Events that are older go. */
  days: number
  /** Gets the accounts with an archive to be worked on. */
  queue: AccountQueue
  openStore: () => Promise<HistoryStore>
  log: Pick<Log, 'info' | 'warn'>
  /** Unless given, 20,000. */
  eventsInAFile?: number
}

/** Archives that one process works on at once: nine tenths of its time are for others. */
const LIMITS = { rows: 1 }
/** Some 40 MB of JSON, and 3 MB as a file. */
const EVENTS_IN_A_FILE = 20_000
const READ_AT_ONCE = 500
const REMOVED_AT_ONCE = 1_000
const LONGEST_PAUSE_MS = 1_000
/** As the feed is: nothing stands behind it. */
const NO_BOUND = Number.MAX_SAFE_INTEGER

/** What is wrong with a file's bytes, zlib says. */
const isNoGzip = (error: unknown) => String((error as NodeJS.ErrnoException).code).startsWith('Z_')

/** Makes the job that looks for accounts with events to be archived, and begins an archive for each. */
export function planningJob(parts: ArchivingParts): (db: Db, stop: AbortSignal) => Promise<void> {
  return async (db, stop) => {
    const found = await accounts_withHistory(db, [parts.days])
    await forEachAlone(found, stop, ({ account_id }) => planArchive(db, account_id, parts))
  }
}

/** Nothing where there is too little, or where the account has an archive that is not done. */
async function planArchive(
  db: Db,
  account_id: number,
  { days, queue, eventsInAFile = EVENTS_IN_A_FILE }: ArchivingParts,
): Promise<void> {
  const [feed] = await events_firstInFeed(db, [account_id])
  const before = feed?.first ?? NO_BOUND
  const [range] = await events_oldest(db, [account_id, before, days, eventsInAFile])
  if (!range) return
  const { first_event, last_event, first_time, last_time, events } = range
  const row = [first_event, last_event, first_time, last_time, events] as const
  if ((await archives_plan(db, [account_id, ...row])).length > 0) queue.add(account_id)
}

/**
 * Takes events out of the history that are older than so many days and have left the feed: they go
 * into files, each with its row in `history_archives`. A range is planned first, then stored, read
 * again and compared, and only then removed; whoever is killed in between is followed by another who
 * goes on there.
 */
export function archiveHistory(parts: ArchivingParts): LeasedWork {
  let files: HistoryStore | undefined
  return {
    name: 'archive history',
    queue: parts.queue,
    statements: archiveLeases,
    limits: LIMITS,
    async work(db, lease, { stop }) {
      files ??= await parts.openStore()
      const { account_id, id, epoch } = lease
      const key: LeaseKey = [account_id, id, epoch]
      try {
        const isDone = await archive({ db, files, log: parts.log, account_id, key, stop })
        if (isDone) await planArchive(db, account_id, parts)
      } catch (error) {
        if (!stop.aborted) throw error
      }
    },
  }
}

interface Parts {
  db: Db
  files: HistoryStore
  log: ArchivingParts['log']
  account_id: number
  key: LeaseKey
  stop: AbortSignal
}

/** Goes on until the end, or until the process stops. @returns whether it is done */
async function archive(parts: Parts): Promise<boolean> {
  while (!parts.stop.aborted) {
    const row = await renew(parts)
    if (row.state === 'planned') await store(parts, row)
    else if (row.state === 'stored') await compare(parts, row)
    else if (await remove(parts, row)) {
      const fields = { account: parts.account_id, place: row.place }
      parts.log.info(fields, 'events have gone from the database into a file of history')
      return true
    }
  }
  return false
}

async function renew({ db, key }: Parts): Promise<OpenArchive> {
  const [row] = await archives_keep(db, key)
  if (!row) throw new LeaseLost()
  return row
}

/**
 * Each try has a file of its own name, which the row has before the file is there: so what one that
 * was killed has left is found, and nobody ever removes a file that another one has noted.
 */
async function store(parts: Parts, { first_event, last_event, place }: OpenArchive): Promise<void> {
  const { db, files, account_id, key } = parts
  const attempt = randomBytes(4).toString('hex')
  const name = `${account_id}/events-${first_event}-${last_event}-${attempt}.ndjson.gz`
  const address = files.addressOf(name)
  const [begun] = await archives_begin(db, [...key, address])
  if (!begun) throw new LeaseLost()
  if (place !== null) await files.remove(place)
  const { bytes, sha256 } = await write(parts, linesOf(parts, first_event, last_event), name)
  const [noted] = await archives_stored(db, [...key, bytes, sha256])
  if (noted) return
  await files.remove(address)
  throw new LeaseLost()
}

async function write(
  parts: Parts,
  lines: AsyncIterable<string>,
  name: string,
): Promise<{ bytes: number; sha256: string }> {
  const target = await parts.files.write(name)
  const digest = createHash('sha256')
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      digest.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(lines, createGzip(), counted, target.stream, { signal: parts.stop })
    await renew(parts)
    await target.keep()
  } catch (error) {
    await target.drop()
    throw error
  }
  return { bytes, sha256: digest.digest('hex') }
}

async function* linesOf(parts: Parts, first: number, last: number): AsyncGenerator<string> {
  for (let after = first - 1; ; ) {
    const start = performance.now()
    const rows = await events_lines(parts.db, [parts.account_id, after, last, READ_AT_ONCE])
    if (rows.length === 0) return
    await renew(parts)
    yield rows.map(({ line }) => `${line}\n`).join('')
    after = rows.at(-1)?.id ?? last
    await rest(start, parts.stop)
  }
}

/** Reads the file again, and the events: one of them may have lost a person's data meanwhile. */
async function compare(parts: Parts, row: OpenArchive): Promise<void> {
  const { db, log, account_id, key, stop } = parts
  const isWhole = await isAsNoted(parts, row)
  await renew(parts)
  const [moved] = isWhole ? await archives_removing(db, key) : []
  if (moved || stop.aborted) return
  const fields = { account: account_id, place: row.place }
  log.warn(fields, 'a file of history is not as the events are: it is made again')
  await archives_planAgain(db, key)
}

async function isAsNoted(parts: Parts, row: OpenArchive): Promise<boolean> {
  const file = await parts.files.find(row.place ?? '')
  if (!file) return false
  const stored = createHash('sha256')
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      stored.update(chunk)
      yield chunk
    }
  }
  const content = createHash('sha256')
  try {
    await pipeline(file, counted, createGunzip(), content)
  } catch (error) {
    if (isNoGzip(error)) return false
    throw error
  }
  const events = createHash('sha256')
  for await (const lines of linesOf(parts, row.first_event, row.last_event)) events.update(lines)
  return stored.digest('hex') === row.sha256 && content.digest().equals(events.digest())
}

/** @returns whether all are gone */
async function remove(parts: Parts, { first_event, last_event }: OpenArchive): Promise<boolean> {
  const { db, account_id, key, stop } = parts
  for (let removed = REMOVED_AT_ONCE; removed >= REMOVED_AT_ONCE; ) {
    if (stop.aborted) return false
    const start = performance.now()
    const range = [first_event, last_event, REMOVED_AT_ONCE] as const
    removed = (await events_remove(db, [account_id, ...range])).length
    await renew(parts)
    await rest(start, stop)
  }
  return (await archives_done(db, key)).length > 0
}

/** Nine tenths of the time are for others. */
const rest = (start: number, stop: AbortSignal) =>
  pause(Math.min(9 * (performance.now() - start), LONGEST_PAUSE_MS), stop)
