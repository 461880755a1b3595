import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { pause } from '../../base/pause.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import {
  accounts_withHistory,
  archives_begin,
  archives_done,
  archives_plan,
  archives_planAgain,
  archives_release,
  archives_removing,
  archives_stored,
  archives_take,
  events_firstInFeed,
  events_lines,
  events_oldest,
  events_remove,
  type OpenArchive,
} from '../../events/history/sql.ts'
import { type HistoryStore, openHistory } from './store.ts'

/** The little of a logger that this job needs; pino fits. */
interface Log {
  warn(fields: object, text: string): void
}

/** Some 40 MB of JSON, and 3 MB as a file. */
const EVENTS_IN_A_FILE = 20_000
const READ_AT_ONCE = 500
const REMOVED_AT_ONCE = 1_000
const LONGEST_PAUSE_MS = 1_000
/** Whoever is silent for longer may be replaced. */
const LEASE_S = 300
/** As the feed is: nothing stands behind it. */
const NO_BOUND = Number.MAX_SAFE_INTEGER

/** What is wrong with a file's bytes, zlib says. */
const isNoGzip = (error: unknown) => String((error as NodeJS.ErrnoException).code).startsWith('Z_')

/** Somebody else has the archive by now. */
class LeaseLost extends Error {}

/**
 * Makes the job that takes events out of the history when they are older than so many days and have
 * left the feed: they go into files, each with its row in `history_archives`. A range is planned first,
 * then stored, read again and compared, and only then removed; whoever is killed in between is
 * followed by another who goes on there.
 */
export function historyJob(
  days: number,
  store: HistoryStore,
  log: Log,
  eventsInAFile = EVENTS_IN_A_FILE,
): (db: Db, stop: AbortSignal) => Promise<void> {
  return async (db, stop) => {
    const holder = randomUUID()
    for (const { account_id } of await accounts_withHistory(db, [days])) {
      const archiver = new Archiver(db, store, log, account_id, holder, stop)
      try {
        let isMore = true
        while (isMore && !stop.aborted) isMore = await archiver.next(days, eventsInAFile)
      } catch (error) {
        if (!(error instanceof LeaseLost || stop.aborted)) throw error
      } finally {
        await archives_release(db, [account_id, holder])
      }
    }
  }
}

/** The same, in the store that the settings name. */
export function archivingJob(
  config: Config,
  days: number,
  log: Log,
): (db: Db, stop: AbortSignal) => Promise<void> {
  let run: ReturnType<typeof historyJob> | undefined
  return async (db, stop) => {
    run ??= historyJob(days, await openHistory(config), log)
    await run(db, stop)
  }
}

class Archiver {
  readonly #db: Db
  readonly #files: HistoryStore
  readonly #log: Log
  readonly #account: number
  readonly #holder: string
  readonly #stop: AbortSignal

  constructor(
    db: Db,
    store: HistoryStore,
    log: Log,
    account: number,
    holder: string,
    stop: AbortSignal,
  ) {
    this.#db = db
    this.#files = store
    this.#log = log
    this.#account = account
    this.#holder = holder
    this.#stop = stop
  }

  /** Takes one step of what the account has begun, or begins. @returns whether there may be more */
  async next(days: number, atMost: number): Promise<boolean> {
    const archive = await this.#take()
    if (!archive) return this.#plan(days, atMost)
    if (archive.state === 'planned') await this.#store(archive)
    else if (archive.state === 'stored') await this.#compare(archive)
    else await this.#remove(archive)
    return true
  }

  async #take(): Promise<OpenArchive | undefined> {
    const [archive] = await archives_take(this.#db, [this.#account, this.#holder, LEASE_S])
    return archive
  }

  /** Says that this one is still at it. */
  async #renew(): Promise<void> {
    if (!(await this.#take())) throw new LeaseLost()
  }

  async #plan(days: number, atMost: number): Promise<boolean> {
    const [feed] = await events_firstInFeed(this.#db, [this.#account])
    const before = feed?.first ?? NO_BOUND
    const [range] = await events_oldest(this.#db, [this.#account, before, days, atMost])
    if (!range) return false
    const { first_event, last_event, first_time, last_time, events } = range
    const row = [first_event, last_event, first_time, last_time, events] as const
    return (await archives_plan(this.#db, [this.#account, ...row])).length > 0
  }

  /**
   * Each try has a file of its own name, which the row has before the file is there: so what one that
   * was killed has left is found, and nobody ever removes a file that another one has noted.
   */
  async #store(archive: OpenArchive): Promise<void> {
    const { id, place: left } = archive
    const row = [this.#account, id, this.#holder] as const
    const name = this.#nameOf(archive)
    const address = this.#files.addressOf(name)
    const [begun] = await archives_begin(this.#db, [...row, address])
    if (!begun) throw new LeaseLost()
    if (left !== null) await this.#files.remove(left)
    const stored = await this.#write(archive, name)
    const [noted] = await archives_stored(this.#db, [...row, stored.bytes, stored.sha256])
    if (noted) return
    await this.#files.remove(address)
    throw new LeaseLost()
  }

  #nameOf({ first_event, last_event }: OpenArchive): string {
    const attempt = randomBytes(4).toString('hex')
    return `${this.#account}/events-${first_event}-${last_event}-${attempt}.ndjson.gz`
  }

  async #write(archive: OpenArchive, name: string): Promise<{ bytes: number; sha256: string }> {
    const target = await this.#files.write(name)
    const digest = createHash('sha256')
    let bytes = 0
    async function* counted(parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        digest.update(part)
        bytes += part.length
        yield part
      }
    }
    try {
      const lines = Readable.from(this.#lines(archive))
      await pipeline(lines, createGzip(), counted, target.stream, { signal: this.#stop })
      await this.#renew()
      await target.keep()
    } catch (error) {
      await target.drop()
      throw error
    }
    return { bytes, sha256: digest.digest('hex') }
  }

  async *#lines({ first_event, last_event }: OpenArchive): AsyncGenerator<string> {
    let after = first_event - 1
    for (;;) {
      const start = performance.now()
      const rows = await events_lines(this.#db, [this.#account, after, last_event, READ_AT_ONCE])
      if (rows.length === 0) return
      await this.#renew()
      yield rows.map(({ line }) => `${line}\n`).join('')
      after = rows.at(-1)?.id ?? last_event
      await this.#rest(start)
    }
  }

  /** Reads the file again, and the events: one of them may have lost a person's data meanwhile. */
  async #compare(archive: OpenArchive): Promise<void> {
    const { id, place } = archive
    const isWhole = await this.#isAsNoted(archive)
    await this.#renew()
    const row = [this.#account, id, this.#holder] as const
    const [moved] = isWhole ? await archives_removing(this.#db, [...row]) : []
    if (moved || this.#stop.aborted) return
    const fields = { account: this.#account, place }
    this.#log.warn(fields, 'a file of history is not as the events are: it is made again')
    await archives_planAgain(this.#db, [...row])
  }

  async #isAsNoted(archive: OpenArchive): Promise<boolean> {
    const file = await this.#files.find(archive.place ?? '')
    if (!file) return false
    const stored = createHash('sha256')
    async function* counted(parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        stored.update(part)
        yield part
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
    for await (const lines of this.#lines(archive)) events.update(lines)
    return stored.digest('hex') === archive.sha256 && content.digest().equals(events.digest())
  }

  async #remove({ id, first_event, last_event }: OpenArchive): Promise<void> {
    for (let removed = REMOVED_AT_ONCE; removed >= REMOVED_AT_ONCE; ) {
      if (this.#stop.aborted) return
      const start = performance.now()
      const range = [first_event, last_event, REMOVED_AT_ONCE] as const
      removed = (await events_remove(this.#db, [this.#account, ...range])).length
      await this.#renew()
      await this.#rest(start)
    }
    await archives_done(this.#db, [this.#account, id, this.#holder])
  }

  /** Nine tenths of the time are for others. */
  #rest(start: number): Promise<void> {
    const ms = Math.min(9 * (performance.now() - start), LONGEST_PAUSE_MS)
    return pause(ms, this.#stop)
  }
}
