import { BoxError, type SecretBox } from '../../base/secret-box.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import type { Lease } from '../../jobs/lease.ts'
import type { LeasedWork } from '../../jobs/leased-worker.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { openReceiver, type Receiver } from '../sealed.ts'
import { nextBatch, nextPage } from './batch.ts'
import { type Calls, dispatch, type ReceiverHealth } from './dispatch.ts'
import { saveCursor, saveOutcomes } from './outcome.ts'
import { type CursorRow, webhook_cursors_read, webhookLeases } from './sql.ts'

/** Events of the first batch under a lease: they may be large, and many webhooks’ be in memory at once. */
const FIRST_PAGE = 10
/** After it the next webhook is worked on. */
const LONGEST_MS = 10_000
/** Seconds after which it is looked again whether a webhook's secret can be opened. */
const KEY_MISSING = 60

/** Those that one process sends to at once; each keeps a batch in memory and eight connections open. */
const LIMITS = { rows: 50, silent: { ms: 1_000, most: 200 } }

/** What webhooks are sent to with. */
export interface SendingParts {
  secrets: SecretBox | undefined
  outbound: Outbound
  log: { warn(fields: object, text: string): void }
}

interface DeliveryParts extends Calls, SendingParts {
  db: Db
}

/**
 * Sends events to webhooks: what is due of one, for ten seconds and a batch at most. One of which
 * nothing was heard for a second holds up nobody else.
 * @param queue gets the accounts whose webhooks may have something to send
 */
export function sendToWebhooks(queue: AccountQueue, parts: SendingParts): LeasedWork {
  return {
    name: 'send to webhooks',
    queue,
    statements: webhookLeases,
    limits: LIMITS,
    async work(db, lease, turn) {
      const end = performance.now() + LONGEST_MS
      let page = FIRST_PAGE
      while (page > 0 && performance.now() < end && !turn.stop.aborted) {
        page = await deliverBatch(lease, { db, ...parts, ...turn }, page)
      }
    },
  }
}

/**
 * @param page how many events it may read
 * @returns how many the next one may; 0 where there is nothing more to do
 */
async function deliverBatch(lease: Lease, parts: DeliveryParts, page: number): Promise<number> {
  const { db } = parts
  const { account_id, id, epoch } = lease
  parts.onProgress()
  const [row] = await webhook_cursors_read(db, [account_id, id, epoch])
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
  { account_id, id }: Lease,
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
