import { BoxError, type SecretBox } from '../../base/secret-box.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { openReceiver, type Receiver } from '../sealed.ts'
import { nextBatch, nextPage } from './batch.ts'
import { type Calls, dispatch, type ReceiverHealth } from './dispatch.ts'
import { LeaseLost, saveCursor, saveOutcomes } from './outcome.ts'
import { type CursorRow, type Lease, webhook_cursors_read } from './sql.ts'

/** Events of the first batch under a lease: they may be large, and many webhooks’ be in memory at once. */
const FIRST_PAGE = 10
/** After it the next webhook is worked on. */
const LONGEST_MS = 10_000
/** Seconds after which it is looked again whether a webhook's secret can be opened. */
const KEY_MISSING = 60

export interface DeliveryParts extends Calls {
  db: Db
  secrets: SecretBox | undefined
  log: { warn(fields: object, text: string): void }
}

/** Sends what is due, for ten seconds and a batch at most. */
export async function deliverUnderLease(lease: Lease, parts: DeliveryParts): Promise<void> {
  const end = performance.now() + LONGEST_MS
  try {
    let page = FIRST_PAGE
    while (page > 0 && performance.now() < end && !parts.stop.aborted) {
      page = await deliverBatch(lease, parts, page)
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

/**
 * @param page how many events it may read
 * @returns how many the next one may; 0 where there is nothing more to do
 */
async function deliverBatch(lease: Lease, parts: DeliveryParts, page: number): Promise<number> {
  const { db } = parts
  const { account_id, id_webhook, epoch } = lease
  parts.onProgress()
  const [row] = await webhook_cursors_read(db, [account_id, id_webhook, epoch])
  if (!row) return 0
  const receiver = receiverOf(lease, row, parts)
  if (!receiver) {
    const { failures } = row
    const state = { position: null, failures, hasSucceeded: false, pause: KEY_MISSING }
    await saveCursor(db, lease, state)
    return 0
  }
  const batch = await nextBatch(db, lease, row, page)
  if (!batch) return 0
  const { failures } = row
  const health: ReceiverHealth = { failures, hasSucceeded: false, pause: 0, isGone: false }
  const outcomes = await dispatch(batch.pending, receiver, health, parts)
  await inTransaction(db, (tx) => saveOutcomes(tx, lease, row, batch, outcomes, health))
  return nextPage(batch, FIRST_PAGE)
}

/** Undefined where the key is missing: that is no fault of the receiver's. */
function receiverOf(
  { account_id, id_webhook: id }: Lease,
  row: CursorRow,
  { secrets, log }: DeliveryParts,
): Receiver | undefined {
  const about = { account_id, webhook: id }
  if (!secrets) {
    log.warn(about, 'a webhook waits for SECRET_KEY, which is not set')
    return undefined
  }
  try {
    return openReceiver(secrets, { ...row, account_id, id })
  } catch (error) {
    if (!(error instanceof BoxError)) throw error
    log.warn(about, `a webhook waits, its secret can’t be opened: ${error.message}`)
    return undefined
  }
}
