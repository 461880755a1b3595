import { BoxError, type SecretBox } from '../base/secret-box.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { headersContext, secretContext } from './sealed.ts'
import { webhooks_list, webhooks_lockSealed, webhooks_reseal } from './sql.ts'

const BATCH = 100

/** What became of what is sealed. */
export interface Resealed {
  /** How many records another key had sealed. */
  resealed: number
  /** Which can't be opened, and why. */
  failed: string[]
}

/** Seals with the first key what another one has sealed, of all accounts, a webhook in a transaction. */
export async function reseal(db: Db, box: SecretBox): Promise<Resealed> {
  const failed: string[] = []
  let resealed = 0
  let last = { account_id: 0, id: 0 }
  for (;;) {
    const webhooks = await webhooks_list(db, [last.account_id, last.id, BATCH])
    for (const one of webhooks) {
      try {
        if (await resealOne(db, box, one)) resealed++
      } catch (error) {
        if (!(error instanceof BoxError)) throw error
        failed.push(`Webhook ${one.id} of account ${one.account_id}: ${error.message}`)
      }
    }
    const end = webhooks.at(-1)
    if (!end) break
    last = end
  }
  return { resealed, failed }
}

/** Whether there was anything to do. */
async function resealOne(
  db: Db,
  box: SecretBox,
  { account_id, id }: { account_id: number; id: number },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [row] = await webhooks_lockSealed(tx, [account_id, id])
    if (!row) return false
    const { secret, old_secret, headers } = row
    const isOld = [secret, old_secret, headers].some((one) => one !== null && box.isOld(one))
    if (!isOld) return false
    const anew = (sealed: Buffer, context: string) => box.seal(box.open(sealed, context), context)
    const context = secretContext(account_id, id)
    await webhooks_reseal(tx, [
      account_id,
      id,
      anew(secret, context),
      old_secret && anew(old_secret, context),
      headers && anew(headers, headersContext(account_id, id)),
    ])
    return true
  })
}
