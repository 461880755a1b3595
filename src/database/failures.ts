import { Refusal } from '../errors.ts'
import { isStaleStatement } from './prepared.ts'

/** What pg reports of a failed statement, as far as we read it. */
export interface DatabaseFailure {
  code: string
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

/** A transaction that may be run again from the start: serialization failure, deadlock, lost race,
 * or a prepared statement that a migration has made stale. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof LostRace || isStaleStatement(error)) return true
  const code = databaseFailure(error)?.code
  return code === '40001' || code === '40P01'
}

/** True for a unique violation of the named constraint; Citus adds a shard suffix to names. */
export function violates(error: unknown, sqlstate: string, constraint: string): boolean {
  const failure = databaseFailure(error)
  return failure?.code === sqlstate && (failure.constraint ?? '').startsWith(constraint)
}

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Failures of the database that a caller may meet: out of reach, overloaded or timed out become
 * `unavailable` with `Retry-After`; a value out of a column's range is the caller's.
 */
export function databaseRefusal(error: unknown): Refusal | undefined {
  if (isRetryable(error)) {
    return new Refusal('conflict', 'Other writers kept changing the same records; try again.', {
      cause: error,
    })
  }
  if (isUnavailable(error)) {
    return new Refusal('unavailable', 'The database can’t be reached or is too busy just now.', {
      headers: { 'Retry-After': '1' },
      cause: error,
    })
  }
  const code = databaseFailure(error)?.code
  if (code === '22003') {
    return new Refusal('validation_failed', 'A number is larger than its field can hold.', {
      cause: error,
    })
  }
  return undefined
}

function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (code !== undefined && CONNECTION_ERRORS.has(code)) return true
  // 08: connection; 53: resources; 57: shutdown, cancelled statement; 25P03: idle in transaction.
  if (databaseFailure(error) && /^(08|53|57P|57014|25P03|55P03)/.test(code ?? '')) return true
  return /timeout exceeded when trying to connect|Connection terminated|not queryable|after calling end on the pool/.test(
    message ?? '',
  )
}
