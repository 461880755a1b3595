import { BoxError, type SecretBox } from '../../base/secret-box.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { secretContext } from './settings.ts'
import {
  sign_in_providers_list,
  sign_in_providers_lockSealed,
  sign_in_providers_reseal,
} from './sql.ts'

const BATCH = 100

/**
 * Seals with the first key what another one has sealed, of all accounts.
 * @returns how many that were, and which can't be opened
 */
export async function resealProviders(
  db: Db,
  box: SecretBox,
): Promise<{ resealed: number; failed: string[] }> {
  const failed: string[] = []
  let resealed = 0
  let last = 0
  for (;;) {
    const providers = await sign_in_providers_list(db, [last, BATCH])
    for (const { account_id } of providers) {
      try {
        if (await resealOne(db, box, account_id)) resealed++
      } catch (error) {
        if (!(error instanceof BoxError)) throw error
        failed.push(`The sign-in provider of account ${account_id}: ${error.message}`)
      }
    }
    const end = providers.at(-1)
    if (!end) return { resealed, failed }
    last = end.account_id
  }
}

/** Whether there was anything to do. */
async function resealOne(db: Db, box: SecretBox, account_id: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [row] = await sign_in_providers_lockSealed(tx, [account_id])
    if (!row || !box.isOld(row.client_secret)) return false
    const context = secretContext(account_id)
    const anew = box.seal(box.open(row.client_secret, context), context)
    await sign_in_providers_reseal(tx, [account_id, anew])
    return true
  })
}
