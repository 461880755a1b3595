import { setTimeout } from 'node:timers/promises'
import { Problem } from '../base/problems.ts'
import { msg } from '../texts/message.ts'
import {
  type DatabaseFailure,
  databaseFailure,
  databaseProblem,
  isRetryable,
  isTakenId,
  mayBeDone,
  NotReplicated,
  OutcomeUnknown,
} from './failures.ts'

const TRIES = 5
/** Of ids: each try draws the next ones, and those that are taken may follow each other. */
const ID_TRIES = 200

/** Runs `run` again, up to five times in all, where the database says that it may pass then. */
export async function retrying<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isRetryable(error) || attempt >= (isTakenId(error) ? ID_TRIES : TRIES)) throw error
    }
  }
}

/**
 * Runs `work`, which is one transaction. Where a constraint refused it, `explainConflict` looks up (the
 * transaction is over) what stands in the way and gives the problem; `again` where nothing does
 * any more, so that the work is tried again; undefined for a failure that it does not know.
 */
export async function explainingConflicts<T>(
  work: () => Promise<T>,
  explainConflict: (failure: DatabaseFailure) => Promise<Problem | 'again' | undefined>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const failure = databaseFailure(error)
      const reason = failure ? await explainConflict(failure) : undefined
      if (reason === undefined) throw error
      if (reason !== 'again') throw reason
      if (attempt === TRIES) {
        throw new Problem(
          'conflict',
          msg`Other writers kept changing the same records; try again.`,
          {
            cause: error,
          },
        )
      }
    }
  }
}

/** How long a change waits for the database's return to find out what became of it. */
const PATIENCE_MS = 5000
const PAUSE_MS = 100

/**
 * Runs `work`, which finds the answer of an earlier run where that one was committed. So where the
 * connection is lost during the commit it is simply run again: the caller gets the answer, not
 * a riddle. While the lost session lives, it holds the key's lock and the new run waits for it.
 * @throws OutcomeUnknown where the database stays away
 */
export async function untilKnown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown) || error instanceof NotReplicated) throw error
    return runAgain(work, error)
  }
}

/** A record whose ids are drawn before it is written. */
export interface PreallocatedIds<T> {
  /** What it has, if it was written. */
  readonly id: number
  /** One statement, which is a transaction by itself. */
  write(): Promise<T>
  /** What was written, known by more than its ids. */
  find(): Promise<T | undefined>
  /** Gives it other ids. */
  reallocate(): Promise<void>
}

/**
 * Writes a record once. Where its connection is lost the statement is run again: had the first run
 * been committed, the second one meets its own ids, and `find` gives what is there. Where they are
 * another's, this record was never written, and gets others. While the lost session lives, the second
 * run waits for it.
 * @throws OutcomeUnknown where the database stays away; it tells the id
 */
export function writtenOnce<T>(record: PreallocatedIds<T>): Promise<T> {
  let isInDoubt = false
  const writeOrFind = async () => {
    try {
      return await record.write()
    } catch (error) {
      if (error instanceof NotReplicated) {
        throw new NotReplicated(error.message, { id: record.id, cause: error })
      }
      const found = isInDoubt ? await record.find() : undefined
      if (found !== undefined) return found
      if (isTakenId(error)) {
        await record.reallocate()
        isInDoubt = false
        throw error
      }
      if (!mayBeDone(error)) throw error
      isInDoubt = true
      throw new OutcomeUnknown('statement', { id: record.id, cause: error })
    }
  }
  return untilKnown(() => retrying(writeOrFind))
}

async function runAgain<T>(work: () => Promise<T>, first: OutcomeUnknown): Promise<T> {
  let unknown = first
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error)) throw error
      if (error instanceof OutcomeUnknown) unknown = error
    }
    await setTimeout(PAUSE_MS)
  }
  throw unknown
}

function mayPass(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'idempotency_in_flight'
  return error instanceof OutcomeUnknown || databaseProblem(error)?.code === 'unavailable'
}
