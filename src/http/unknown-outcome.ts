import { setTimeout } from 'node:timers/promises'
import { Refusal } from '../base/refusals.ts'
import { databaseRefusal, OutcomeUnknown } from '../database/failures.ts'

/** How long a request waits for the database's return to find out what became of its change. */
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
    if (!(error instanceof OutcomeUnknown)) throw error
    return runAgain(work, error)
  }
}

async function runAgain<T>(work: () => Promise<T>, unknown: OutcomeUnknown): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error)) throw error
    }
    await setTimeout(PAUSE_MS)
  }
  throw unknown
}

function mayPass(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'idempotency_in_flight'
  return error instanceof OutcomeUnknown || databaseRefusal(error)?.code === 'unavailable'
}
