import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync, fstatSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A place in the primary's write-ahead log: its timeline in the upper 12 bits, the LSN (bytes) in
 * the lower 52. A later place is a larger number, also beyond a failover: a new timeline goes on
 * from where it branched off, and what the old one had beyond that is lost to every server.
 */
export type WalPosition = bigint

const LAST_TIMELINE = 4095

/** @param lsn such as `0/16B3748` */
export function positionOf(timeline: number, lsn: string): WalPosition {
  const [high, low] = lsn.split('/')
  const bytes = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
  return (BigInt(Math.min(timeline, LAST_TIMELINE)) << 52n) + bytes
}

/** A row of the statements below: where the primary's log ends. */
export interface LogEnd {
  lsn: string
  /** Name of a segment of the log; its first eight digits are the timeline. */
  segment: string
}

export function positionAt({ lsn, segment }: LogEnd): WalPosition {
  return positionOf(Number.parseInt(segment.slice(0, 8), 16), lsn)
}

/** A commit that was answered is in the log up to here; flushed, unless commits don't wait for it. */
function logEnd(synchronousCommit: string): string {
  return `case current_setting(${synchronousCommit}) when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end::text as lsn,
    pg_walfile_name(pg_current_wal_flush_lsn()) as segment`
}

/** ['synchronous_commit'] → where the primary's log ends. */
export const LOG_END = `select ${logEnd('$1')}`

/** One message and two results: the commit's, and where the log ended after it. */
export const COMMIT_AND_LOG_END = `commit; select ${logEnd(`'synchronous_commit'`)}`

/** What the transactions of one request have committed. */
export interface Commits {
  /** Covers them all; undefined where there were none. */
  position: WalPosition | undefined
}

const current = new AsyncLocalStorage<Commits>()

/** Runs `work`; where its transactions commit, `commits` learns up to which position. */
export function recordingCommits(commits: Commits, work: () => void): void {
  current.run(commits, work)
}

/** What the running request records its commits in; undefined where nobody asks for it. */
export function commitsOfRequest(): Commits | undefined {
  return current.getStore()
}

/** More than any position: something was written, perhaps, and where is not known yet. */
const UNKNOWN: WalPosition = 2n ** 64n - 1n

const SLOTS = 4096
const BYTES = 8

/** A column of the table that all workers of a service share. Each worker writes its own only. */
export interface SharedColumn {
  file: string
  column: number
}

const fileIn = (folder: string) => join(folder, 'positions')

/** Makes the table for workers whose places are below this number. */
export function createSharedPositions(folder: string, places: number): void {
  writeFileSync(fileIn(folder), Buffer.alloc(SLOTS * places * BYTES), { mode: 0o600 })
}

/** A worker's column. One that has the place of a dead worker goes on with its column. */
export function columnOf({ folder, place }: { folder: string; place: number }): SharedColumn {
  return { file: fileIn(folder), column: place }
}

/**
 * Up to where each token has written. Tokens are spread over slots, and two that meet in one count
 * as one, which is only careful: memory is bounded and nothing has to be forgotten.
 *
 * Workers share a file in a folder of their own, never synced, so it stays in memory: a row for
 * each slot, a column for each worker. A write is in it before it is answered, so whoever heard of
 * the answer finds it (measured: 1 µs to read a row of eight).
 */
export class WrittenPositions {
  readonly #own = new BigUint64Array(SLOTS)
  readonly #shared: { column: number; descriptor: number; row: BigUint64Array } | undefined
  #unsettled = new Set<number>()

  constructor(shared?: SharedColumn) {
    if (!shared) return
    const descriptor = openSync(shared.file, 'r+')
    const columns = fstatSync(descriptor).size / (SLOTS * BYTES)
    this.#shared = { column: shared.column, descriptor, row: new BigUint64Array(columns) }
    this.#takeOver()
  }

  /** Up to where the token has written, by any worker. */
  of(account_id: number, id_token: number): WalPosition {
    const slot = slotOf(account_id, id_token)
    if (!this.#shared) return this.#own[slot] as bigint
    const { descriptor, row } = this.#shared
    readSync(descriptor, row, 0, row.byteLength, slot * row.byteLength)
    let newest = 0n
    for (const position of row) if (position > newest) newest = position
    return newest
  }

  /** @param position undefined: the token has written, and up to where is not known */
  note(account_id: number, id_token: number, position: WalPosition | undefined): void {
    const slot = slotOf(account_id, id_token)
    const before = this.#own[slot] as bigint
    if (position === undefined || before === UNKNOWN) this.#unsettled.add(slot)
    if (before < (position ?? UNKNOWN)) this.#write(slot, position ?? UNKNOWN)
  }

  /**
   * Settles what is not known. Nothing that is noted while `ask` runs is settled by its answer.
   * @param ask gives the end of the primary's log
   */
  async settle(ask: () => Promise<WalPosition>): Promise<WalPosition> {
    const slots = this.#unsettled
    this.#unsettled = new Set()
    try {
      const position = await ask()
      for (const slot of slots) if (!this.#unsettled.has(slot)) this.#write(slot, position)
      return position
    } catch (error) {
      this.#unsettled = this.#unsettled.union(slots)
      throw error
    }
  }

  close(): void {
    if (this.#shared) closeSync(this.#shared.descriptor)
  }

  /** The column may have been that of a worker that is gone: what it has noted still holds. */
  #takeOver(): void {
    if (!this.#shared) return
    const { descriptor, column, row } = this.#shared
    for (let slot = 0; slot < SLOTS; slot++) {
      readSync(descriptor, row, 0, row.byteLength, slot * row.byteLength)
      const position = row[column] ?? 0n
      this.#own[slot] = position
      if (position === UNKNOWN) this.#unsettled.add(slot)
    }
  }

  #write(slot: number, position: WalPosition): void {
    this.#own[slot] = position
    if (!this.#shared) return
    const { descriptor, column, row } = this.#shared
    const place = slot * row.byteLength + column * BYTES
    writeSync(descriptor, this.#own, slot * BYTES, BYTES, place)
  }
}

function slotOf(account_id: number, id_token: number): number {
  const mixed = Math.imul(account_id, 0x9e3779b1) ^ Math.imul(id_token, 0x85ebca6b)
  return (mixed >>> 8) % SLOTS
}
