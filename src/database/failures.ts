import { Problem } from '../base/problems.ts'
import { type Message, msg } from '../texts/message.ts'

/** What pg reports of a failed statement, as far as we read it. */
export interface DatabaseFailure {
  code: string
  severity?: string
  message: string
  constraint?: string
  table?: string
  column?: string
}

const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/

/** The SQLSTATE error behind an exception, or undefined where it is none. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && SQLSTATE.test(code) ? (error as DatabaseFailure) : undefined
}

/** Thrown in a transaction that lost a race and would do something else the next time. */
export class LostRace extends Error {}

/** The server can't be reached; `cause` is what the last attempt to connect met. */
export class DatabaseUnreachable extends Error {}

/** The connection broke off while a transaction was committed: it is done wholly, or not at all. */
export class OutcomeUnknown extends Error {
  /** Of the record that was made, if it was. */
  readonly id: number | undefined

  constructor(message: string, { id, cause }: { id?: number; cause: unknown }) {
    super(message, { cause })
    this.id = id
  }
}

/**
 * It was committed, and no synchronous standby has confirmed it in time: who asked for it is told, and
 * nobody runs it again, which would only find it there.
 */
export class NotReplicated extends OutcomeUnknown {}

/** The same of what stores nothing: to draw ids waits for a standby, too. */
export class StandbyAway extends Error {}

/**
 * True where a prepared statement no longer fits: a migration by another process changed its result
 * columns ('cached plan must not change result type'), or the server dropped it. It failed before
 * it ran. `PreparedClient` has given it a new name by then: running the transaction again works.
 */
export function isStaleStatement(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

/**
 * True where a connection that was open is no more: broken off by the network or by us, or ended by
 * the server. What was asked last may have been done.
 */
export function isConnectionLost(error: unknown): boolean {
  const failure = databaseFailure(error)
  if (failure) return failure.severity === 'FATAL' || failure.severity === 'PANIC'
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return LOST_CODES.has(code ?? '') || LOST_TEXTS.test(message ?? '')
}

const LOST_CODES = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  // What the kernel met last, where nothing came back until it gave up.
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
])

/** pg gives these errors no code. */
const LOST_TEXTS = /^Connection terminated|not queryable$/

/**
 * What a Citus coordinator, which lives on, reports of a worker. `lost`: a connection to it that was
 * open is no more; on another one the statement may succeed. `away`: it can't be connected to.
 * `in_doubt`: it was lost while it committed.
 */
type NodeFailure = 'lost' | 'away' | 'in_doubt'

/** libpq's words for a connection that ended; Citus gives them no SQLSTATE, or that of `away`. */
const NODE_CONNECTION_ENDED =
  /server closed the connection|connection not open|no connection to the server|SSL SYSCALL|SSL error: unexpected eof|could not (receive|send) data/

/**
 * The first that fits counts. The texts stand in the sources of Citus 13, below
 * `src/backend/distributed/`, and are never translated; libpq's follow `lc_messages`.
 */
const NODE_FAILURES: { code: RegExp; message?: RegExp; means: NodeFailure }[] = [
  // connection/placement_connection.c: a commit on one node, which may have heard of it.
  { code: /^XX000$/, message: /^could not commit transaction for shard/, means: 'in_doubt' },
  // transaction/remote_transaction.c: seen before any node commits.
  { code: /^XX000$/, message: /^failure on connection marked as essential/, means: 'lost' },
  // commands/multi_copy.c, as an error of the disk: rows on their way to the node.
  { code: /^58030$/, message: /^failed to COPY to shard/, means: 'lost' },
  // connection/remote_commands.c: libpq's own failures (ReportResultError, ReportConnectionError).
  { code: /^(XX000|08006)$/, message: NODE_CONNECTION_ENDED, means: 'lost' },
  // The same, where the node said why it ends its sessions: shut down, or crashed.
  { code: /^57P0[12]$/, means: 'lost' },
  // connection/remote_commands.c, executor/adaptive_executor.c: refused, starting up, no answer.
  { code: /^(0800[0136]|57P03)$/, means: 'away' },
]

function nodeFailure(error: unknown): NodeFailure | undefined {
  const failure = databaseFailure(error)
  // What ends the session itself is said of the coordinator.
  if (!failure || isConnectionLost(error)) return undefined
  const { code: given, message: text } = failure
  return NODE_FAILURES.find(
    ({ code, message }) => code.test(given) && (message?.test(text) ?? true),
  )?.means
}

/** True where a Citus coordinator lost its connection to a worker, before anything was committed. */
export function isNodeLost(error: unknown): boolean {
  return nodeFailure(error) === 'lost'
}

/** A commit that ends so may have been carried out. */
export function leavesInDoubt(error: unknown): boolean {
  if (isConnectionLost(error) || databaseFailure(error)?.code === CANCELLED) return true
  return nodeFailure(error) === 'in_doubt'
}

/** The same of a statement that is a transaction by itself: it commits before it is answered. */
export function mayBeDone(error: unknown): boolean {
  const lost = nodeFailure(error)
  return isConnectionLost(error) || lost === 'lost' || lost === 'in_doubt'
}

/**
 * A transaction that may be run again from the start: serialization failure, deadlock, lost race, an
 * id that somebody has (the next run draws another one), a prepared statement that a migration has
 * made stale, or a connection lost before the commit, to the server or from it to a node.
 */
export function isRetryable(error: unknown): boolean {
  if (error instanceof LostRace || isTakenId(error) || isStaleStatement(error)) return true
  if (isConnectionLost(error) || isNodeLost(error)) return true
  const code = databaseFailure(error)?.code
  return code === '40001' || code === '40P01'
}

/**
 * True for a violation of the named constraint. Citus adds the shard to its name, and where the shard
 * is on a worker tells the name only in the message.
 */
export function violates(error: unknown, sqlstate: string, constraint: string): boolean {
  const failure = databaseFailure(error)
  if (failure?.code !== sqlstate) return false
  return failure.constraint?.startsWith(constraint) ?? failure.message.includes(constraint)
}

/**
 * True where an id that was drawn is somebody's. A sequence's numbers outlive a crash of the server
 * only where something was written after them: up to a few tens may be given again (PostgreSQL logs 32
 * ahead, and waits for the disk at a commit). So may all those that a replica had not heard of when
 * it took over.
 */
export function isTakenId(error: unknown): boolean {
  return DRAWN_IDS.some((key) => violates(error, UNIQUE_VIOLATION, key))
}

/** The keys of what has its ids before it is written. */
const DRAWN_IDS = ['orders_pkey', 'order_items_pkey', 'events_pkey']

/** A statement that ran into its time-out. */
export const CANCELLED = '57014'
export const ENDED_BY_ADMINISTRATOR = '57P01'
export const TOO_MANY_CONNECTIONS = '53300'
/** Somebody holds a lock for longer than `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03'
export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
export const CHECK_VIOLATION = '23514'

/**
 * Failures of the database that a caller may meet: out of reach, overloaded, full, read-only or
 * timed out become `unavailable` with `Retry-After`; a value out of a column's range is the caller's.
 */
export function databaseProblem(error: unknown): Problem | undefined {
  if (error instanceof OutcomeUnknown || nodeFailure(error) === 'in_doubt') return inDoubt(error)
  const detail = unavailability(error)
  if (detail) return new Problem('unavailable', detail, { retryAfter: 1, cause: error })
  if (isRetryable(error)) {
    return new Problem('conflict', msg`Other writers kept changing the same records; try again.`, {
      cause: error,
    })
  }
  if (databaseFailure(error)?.code === '22003') {
    return new Problem('validation_failed', msg`A number is larger than its field can hold.`, {
      cause: error,
    })
  }
  return undefined
}

function inDoubt(error: unknown): Problem {
  const options = { retryAfter: 1, cause: error }
  const id = error instanceof OutcomeUnknown ? error.id : undefined
  const detail = error instanceof NotReplicated ? unconfirmed(id) : brokenOff(id)
  const extra = id === undefined ? {} : { possible_id: id }
  return new Problem('outcome_unknown', detail, { ...options, extra })
}

function brokenOff(id: number | undefined): Message {
  const text = msg`The connection to the database broke off while the change was being stored.`
  return id === undefined ? text : msg`${text} If it was, the record is ${id}.`
}

function unconfirmed(id: number | undefined): Message {
  const text = msg`The change is stored, but no standby of the database has confirmed it in time: it is lost if the database is lost before that.`
  return id === undefined ? text : msg`${text} The record is ${id}.`
}

/** SQLSTATEs, whole or their first two characters, and what they mean for a caller. */
const UNAVAILABLE: Record<string, Message> = {
  '08': msg`The connection to the database failed.`,
  '25P03': msg`The database ended a transaction that took too long.`,
  '25006': msg`The database takes no changes just now.`,
  '53': msg`The database has no room left: connections, memory or disk.`,
  '53100': msg`The disk of the database is full.`,
  [TOO_MANY_CONNECTIONS]: msg`The database has no connection left.`,
  '55P03': msg`Another writer holds the record for too long.`,
  '57': msg`The database is shutting down or starting up.`,
  [CANCELLED]: msg`The database took too long.`,
  '58030': msg`The disk of the database fails.`,
}

function unavailability(error: unknown): Message | undefined {
  if (error instanceof DatabaseUnreachable || isConnectionLost(error)) {
    return msg`The database can’t be reached just now.`
  }
  if (error instanceof StandbyAway) {
    return msg`Changes wait for a synchronous standby of the database, which is away.`
  }
  if (nodeFailure(error)) return msg`A node of the database can’t be reached just now.`
  const code = databaseFailure(error)?.code
  if (code !== undefined) return UNAVAILABLE[code] ?? UNAVAILABLE[code.slice(0, 2)]
  return isTooBusy(error) ? msg`The database is too busy just now.` : undefined
}

/** What pg says where its pool had no connection free in time. */
export const NO_CONNECTION_IN_TIME = 'timeout exceeded when trying to connect'

/** The pool had no connection free in time, or is closing. */
export function isTooBusy(error: unknown): boolean {
  const { message = '' } = (error ?? {}) as { message?: string }
  return message.startsWith(NO_CONNECTION_IN_TIME) || /after calling end on the pool$/.test(message)
}
