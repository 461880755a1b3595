import pg from 'pg'
import { statementRan } from '../base/telemetry/topics.ts'
import { columnTypes } from './column-types.ts'
import {
  ENDED_BY_ADMINISTRATOR,
  isConnectionLost,
  isStaleStatement,
  NotReplicated,
} from './failures.ts'
import {
  COMMIT_AND_LOG_END,
  type Commits,
  commitsOfRequest,
  type LogEnd,
  positionAt,
} from './wal-positions.ts'

/**
 * Statements that one process names. PostgreSQL keeps each one per connection (tens of KB with its
 * plan), so ever-changing texts must not pile up there: what comes later runs unnamed.
 */
const MAX_NAMED = 500

/**
 * Stands in a text whose plan has to be made for the values at hand: a plan for any values would look
 * for a rare word as for a common one. Such a text is never named.
 */
export const PLANNED_BY_VALUES = '/* planned by its values */'

const names = new Map<string, string>()
let generation = 0

/** The name under which this process prepares a text; undefined where it is to have none. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED) return known
  if (text.includes(PLANNED_BY_VALUES)) return undefined
  return rename(text)
}

function rename(text: string): string {
  const name = `pedido_${++generation}`
  names.set(text, name)
  return name
}

type Callback = (error: Error | null, result?: unknown) => void
type AnyQuery = (config: unknown, values?: unknown, callback?: unknown) => unknown

const NO_ROWS = { rowCount: null, rows: [] }

/**
 * A pg client that prepares every text with parameters once a connection, for Kysely and plain
 * calls alike. Texts without parameters (begin, commit) go the simple way, in one message instead
 * of four: measured 0.008 ms against 0.011 ms named on the embedded database.
 */
export class PreparedClient extends pg.Client {
  /** The server has ended the session: nothing more can be asked, though the socket is open yet. */
  isLost = false
  /** Since when nobody uses it (`performance.now()`); the pool's note. */
  idleSince: number | undefined
  /** Since when the server owes an answer and gives none (`performance.now()`). */
  silentSince: number | undefined
  /** When the server last answered something (`performance.now()`). */
  answeredAt = -Infinity
  /** Many use it at once, for single statements: no transactions then. */
  isShared = false
  #asked = 0
  #isUnconfirmed = false
  /** A transaction that nothing was asked in yet, nor the server told of. */
  #isToBegin = false

  constructor(config?: pg.ClientConfig) {
    super({ ...config, types: columnTypes })
    // Between the queries of a transaction the pool does not listen: a server that ends the session
    // then (restart, idle_in_transaction_session_timeout) would take the whole process down. The
    // next query on this client fails, and the pool drops it.
    this.on('error', () => {})
    // The only warning of this kind: the session is ended while it waits for a standby.
    this.on('notice', ({ code }) => {
      if (code === ENDED_BY_ADMINISTRATOR) this.#isUnconfirmed = true
    })
  }

  /** The server's number for this session. */
  get pid(): number {
    return (this as unknown as { processID: number }).processID
  }

  /** Breaks the connection off, whatever runs on it: everything asked fails at once. */
  cut(): void {
    this.isLost = true
    this.connection.stream.destroy()
  }

  // pg declares eight overloads; this one implementation serves them all.
  override query = ((config: unknown, values?: unknown, callback?: unknown) => {
    if (this.isShared && (!Array.isArray(values) || values.length === 0)) {
      throw new Error('a shared connection takes single statements with parameters')
    }
    if (typeof config !== 'string') {
      return (super.query as unknown as AnyQuery)(config, values, callback)
    }
    const result = this.#answer(config, values)
    if (statementRan.hasListeners) emitWhenDone(config, result)
    const done = (typeof values === 'function' ? values : callback) as Callback | undefined
    if (typeof done !== 'function') return result
    result.then(
      // Out of the promise, so that an exception of the callback is not swallowed.
      (rows) => process.nextTick(done, null, rows),
      (error: Error) => process.nextTick(done, error),
    )
    return undefined
  }) as pg.Client['query']

  async #answer(text: string, values: unknown): Promise<unknown> {
    if (this.#asked++ === 0) this.silentSince = performance.now()
    try {
      if (text === 'begin' && this.pipeline) return this.#beginLater()
      const commits = text === 'commit' ? commitsOfRequest() : undefined
      if (commits) return await this.#commit(commits)
      if (!Array.isArray(values) || values.length === 0) return await this.#send(text)
      return await this.#prepared(text, values)
    } catch (error) {
      if (isConnectionLost(error)) this.isLost = true
      if (this.#isUnconfirmed) throw new NotReplicated('standby', { cause: error })
      throw error
    } finally {
      this.silentSince = --this.#asked === 0 ? undefined : performance.now()
    }
  }

  #beginLater(): unknown {
    this.#isToBegin = true
    return NO_ROWS
  }

  /**
   * Sends `begin` and the first statement of its transaction together, one round trip in place of
   * two. Measured: a create takes 0.94 times the CPU, Node's and PostgreSQL's (decision 58).
   */
  async #sendWithBegin(config: string | pg.QueryConfig): Promise<unknown> {
    this.#isToBegin = false
    if (config === 'rollback') return NO_ROWS
    const { stream } = this.connection
    stream.cork()
    const answers = Promise.all([this.#send('begin'), this.#send(config)])
    stream.uncork()
    return (await answers)[1]
  }

  /** Commits, and notes up to where the log then goes: one message, so one round trip. */
  async #commit(commits: Commits): Promise<unknown> {
    const [committed, end] = (await this.#send(COMMIT_AND_LOG_END)) as [unknown, { rows: [LogEnd] }]
    commits.position = positionAt(end.rows[0])
    return committed
  }

  async #prepared(text: string, values: unknown[]): Promise<unknown> {
    const name = nameOf(text)
    if (name === undefined) return this.#send({ text, values })
    try {
      return await this.#send({ name, text, values })
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      if (names.get(text) === name) rename(text)
      // Inside a transaction everything before it is lost too: the caller runs it again.
      if (this.getTransactionStatus() !== 'I') throw error
      return this.#send({ name: nameOf(text), text, values })
    }
  }

  /**
   * Asks in pg's callback form: the promises that pg makes itself keep their results until the next
   * full collection (measured, answers of 60 KB: V8 moved 45 KB of each to its old generation and
   * 1.4 KB so; a list of 25 orders took the process 1.8 times the CPU).
   */
  #send(config: string | pg.QueryConfig): Promise<unknown> {
    if (this.#isToBegin) return this.#sendWithBegin(config)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const done: Callback = (error, result) => {
      if (!error || !isConnectionLost(error)) this.answeredAt = performance.now()
      if (error) reject(error)
      else resolve(result)
    }
    const ask = super.query as unknown as AnyQuery
    ask.call(this, config, done)
    return promise
  }
}

/** Emits how long an answer took. */
function emitWhenDone(text: string, answer: Promise<unknown>): void {
  const start = performance.now()
  const emit = (rows: number, hasFailed: boolean) =>
    statementRan.emit({ text, start, ms: performance.now() - start, rows, hasFailed })
  answer.then(
    (result) => emit((result as Partial<pg.QueryResult> | undefined)?.rowCount ?? 0, false),
    () => emit(0, true),
  )
}
