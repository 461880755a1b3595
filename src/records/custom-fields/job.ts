import { pause } from '../../base/pause.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import { forEachAlone } from '../../jobs/for-each.ts'
import { checkStep } from './check.ts'
import {
  fields_lockOne,
  rules_checking,
  rules_delete,
  rules_gone,
  rules_ofField,
  values_analyze,
  values_delete,
} from './sql.ts'

/** Rows that one statement deletes. */
const BATCH = 5_000

/**
 * Makes the job that goes on with the checks of declarations, where the last step left them, and
 * removes the values of rules that are gone. Goes by what the tables say: any number of processes
 * may run it, and one that is killed loses the step it was at.
 * @param queue gets the accounts that may have some
 */
export function checkingJob(queue: AccountQueue): (db: Db, stop: AbortSignal) => Promise<void> {
  return (db, stop) =>
    queue.forEach(stop, async (account_id) => {
      await checkFields(db, account_id, stop)
      await removeGone(db, account_id, stop)
    })
}

/** Goes on with the account's checks until they are done. */
export async function checkFields(db: Db, account_id: number, stop: AbortSignal): Promise<void> {
  await forEachAlone(await rules_checking(db, [account_id]), stop, async ({ id, id_field }) => {
    for (let isDone = false; !isDone && !stop.aborted; ) {
      const started = performance.now()
      isDone = await goOn(db, account_id, id_field, id)
      // Half of the time is for requests.
      if (!isDone) await pause(performance.now() - started, stop)
    }
    if (!stop.aborted) await values_analyze(db, [])
  })
}

/** One step; true where nothing is left to do. */
function goOn(db: Db, account_id: number, id_field: number, id_rule: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [field] = await fields_lockOne(tx, [account_id, id_field])
    const rules = field ? await rules_ofField(tx, [account_id, id_field]) : []
    const rule = rules.find(({ id, state }) => id === id_rule && state === 'checking')
    if (!field || !rule) return true
    return (await checkStep(tx, account_id, field, rule, false)).isDone
  })
}

async function removeGone(db: Db, account_id: number, stop: AbortSignal): Promise<void> {
  for (const { id } of await rules_gone(db, [account_id])) {
    for (let left = BATCH; left === BATCH; ) {
      if (stop.aborted) return
      left = (await values_delete(db, [account_id, id, BATCH])).length
    }
    await rules_delete(db, [account_id, id])
  }
}
