import { Refusal } from '../base/refusals.ts'
import { say } from '../texts/text.ts'
import { type DatabaseFailure, databaseFailure } from './failures.ts'

const TRIES = 5

/**
 * Runs `work`, which is one transaction. Where a constraint refused it, `explainConflict` looks up (the
 * transaction is over) what stands in the way and gives the refusal; `again` where nothing does
 * any more, so that the work is tried again; undefined for a failure that it does not know.
 */
export async function explainingConflicts<T>(
  work: () => Promise<T>,
  explainConflict: (failure: DatabaseFailure) => Promise<Refusal | 'again' | undefined>,
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
        throw new Refusal(
          'conflict',
          say`Other writers kept changing the same records; try again.`,
          {
            cause: error,
          },
        )
      }
    }
  }
}
