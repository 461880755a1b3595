import { requestsLost } from '../base/telemetry/topics.ts'
import type { Db } from '../database/database.ts'
import { databaseProblem } from '../database/failures.ts'
import type { KeptRequest } from '../http/telemetry/kept.ts'
import { insertRequests, requests_trim } from './sql.ts'

/** Requests that wait to be written at most, of all accounts; of one account half of them. */
const MOST_WAITING = 10_000
/** Bytes that they may have together, about. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024
/** Rows of one statement. */
const BATCH = 200

/** What is kept of an account, in rows and in bytes. */
export const MOST_ROWS = 100_000
export const MOST_BYTES = 64 * 1024 * 1024
/** So much is written to an account between two looks at how much it has. */
const TRIM_ROWS = 5_000
const TRIM_BYTES = 4 * 1024 * 1024

interface Waiting extends KeptRequest {
  bytes: number
}

interface Written {
  rows: number
  bytes: number
}

/**
 * Keeps requests in memory until they are written, beside the requests: none waits for it, and none
 * fails by it. What comes while there is no room is lost, and counted.
 */
export class RequestLog {
  #waiting: Waiting[] = []
  #bytes = 0
  readonly #ofAccount = new Map<number, number>()
  /** Since the account was looked at last; one that is new here is looked at first. */
  readonly #written = new Map<number, Written>()
  #running: Promise<void> = Promise.resolve()

  add(request: KeptRequest): void {
    const { account_id } = request
    const bytes = bytesOf(request)
    const ofAccount = this.#ofAccount.get(account_id) ?? 0
    const isFull = this.#waiting.length >= MOST_WAITING || this.#bytes + bytes > MOST_WAITING_BYTES
    if (isFull || ofAccount >= MOST_WAITING / 2) {
      requestsLost.emit({ count: 1 })
      return
    }
    this.#waiting.push({ ...request, bytes })
    this.#bytes += bytes
    this.#ofAccount.set(account_id, ofAccount + 1)
  }

  /**
   * Writes all that has been added, or what is of one account.
   * @throws what the database said; where it is away, all that was not written waits on
   */
  flush(db: Db, account_id?: number): Promise<void> {
    const write = () => this.#write(db, this.#take(account_id))
    this.#running = this.#running.then(write, write)
    return this.#running
  }

  /** What waits, which is then not there any more. */
  #take(account_id?: number): Waiting[] {
    const taken: Waiting[] = []
    const others: Waiting[] = []
    for (const row of this.#waiting) {
      const isTaken = account_id === undefined || row.account_id === account_id
      ;(isTaken ? taken : others).push(row)
    }
    this.#waiting = others
    this.#bytes = others.reduce((sum, { bytes }) => sum + bytes, 0)
    if (account_id === undefined) this.#ofAccount.clear()
    else this.#ofAccount.delete(account_id)
    return taken
  }

  async #write(db: Db, all: Waiting[]): Promise<void> {
    const left = Array.from(Map.groupBy(all, ({ account_id }) => account_id))
    let failure: unknown
    for (let next = left.shift(); next; next = left.shift()) {
      const [account_id, rows] = next
      try {
        while (rows.length > 0) await this.#writeBatch(db, account_id, rows)
      } catch (error) {
        if (databaseProblem(error)?.code === 'unavailable') {
          for (const row of [rows, ...left.map(([, others]) => others)].flat()) this.add(row)
          throw error
        }
        // Such as of an account that has been deleted meanwhile.
        requestsLost.emit({ count: rows.length })
        failure ??= error
      }
    }
    if (failure !== undefined) throw failure
  }

  /** Takes the first of the rows away once they are written. */
  async #writeBatch(db: Db, account_id: number, rows: Waiting[]): Promise<void> {
    const batch = rows.slice(0, BATCH)
    await insertRequests(db, account_id, batch)
    rows.splice(0, batch.length)
    const { rows: before, bytes } = this.#written.get(account_id) ?? {
      rows: TRIM_ROWS,
      bytes: TRIM_BYTES,
    }
    const written = {
      rows: before + batch.length,
      bytes: batch.reduce((sum, row) => sum + row.bytes, bytes),
    }
    const isDue = written.rows >= TRIM_ROWS || written.bytes >= TRIM_BYTES
    if (isDue) await requests_trim(db, [account_id, MOST_ROWS, MOST_BYTES])
    this.#written.set(account_id, isDue ? { rows: 0, bytes: 0 } : written)
  }
}

/** What a row has beside its texts. */
const ROW_BYTES = 150

function bytesOf({ path, errors, query, body, request_id }: KeptRequest): number {
  const texts = [path, errors, query, body, request_id]
  return texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), ROW_BYTES)
}
