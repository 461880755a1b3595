import type { Db, Tx } from '../../database/database.ts'
import { type Lease, LeaseLost } from '../../jobs/lease.ts'
import { type DisabledReason, disableWebhook } from '../disable.ts'
import { webhook_retries_makeAllDue, webhooks_lock } from '../sql.ts'
import { GIVE_UP_AFTER, isCircuitOpen, receiverPause, retryPause } from './backoff.ts'
import type { Batch } from './batch.ts'
import type { DeliveryOutcome, ReceiverHealth } from './dispatch.ts'
import { isDelivered } from './send.ts'
import {
  type CursorRow,
  webhook_cursors_lock,
  webhook_cursors_save,
  webhook_deliveries_insert,
  webhook_deliveries_newIds,
  webhook_replays_end,
  webhook_replays_move,
  webhook_retries_end,
  webhook_retries_put,
} from './sql.ts'

/** Seconds. What failed in a shorter time is due soon anyway. */
const LONG_DOWN = 60

interface CursorState extends Pick<ReceiverHealth, 'failures' | 'hasSucceeded'> {
  /** Null where it stays. */
  position: number | null
  /** Seconds to the next attempt. */
  pause: number
}

/**
 * Writes what became of a batch, and whether the webhook goes on: all of it or nothing.
 * @throws LeaseLost
 */
export async function saveOutcomes(
  tx: Tx,
  lease: Lease,
  row: CursorRow,
  batch: Batch,
  outcomes: DeliveryOutcome[],
  health: ReceiverHealth,
): Promise<void> {
  const { account_id, id: id_webhook, epoch } = lease
  const { hasSucceeded } = health
  const found = reasonToDisable(row, health)
  // First, as requests do it: they lock the webhook before its cursor.
  const [webhook] = found ? await webhooks_lock(tx, [account_id, id_webhook]) : []
  const [cursor] = await webhook_cursors_lock(tx, [account_id, id_webhook, epoch])
  if (!cursor) throw new LeaseLost()
  // A request has replaced the address meanwhile, or wants something sent again: what failed before
  // that does not count.
  const wasMadeDue = cursor.next_at.getTime() !== row.next_at.getTime()
  const failures = !wasMadeDue ? health.failures : hasSucceeded ? 0 : cursor.failures
  const pause = wasMadeDue ? 0 : pauseAfter(outcomes, health)
  const reason = wasMadeDue ? undefined : found
  await saveCursor(tx, lease, { position: batch.position, failures, hasSucceeded, pause })
  await saveAttempts(tx, lease, outcomes)
  const next = { wasMadeDue, keepsAll: reason !== undefined }
  await saveRetries(tx, lease, outcomes, batch.gone, next)
  if (isCircuitOpen(row.failures) && hasSucceeded && (row.failing_for ?? 0) > LONG_DOWN) {
    await webhook_retries_makeAllDue(tx, [account_id, id_webhook])
  }
  if (batch.replay?.isOver) await webhook_replays_end(tx, [account_id, batch.replay.id])
  else if (batch.replay) {
    await webhook_replays_move(tx, [account_id, batch.replay.id, batch.replay.position])
  }
  if (reason && webhook) await disableWebhook(tx, webhook, reason)
}

export async function saveCursor(
  db: Db,
  { account_id, id, epoch }: Lease,
  { position, failures, hasSucceeded, pause }: CursorState,
): Promise<void> {
  const still = hasSucceeded ? 'failingSinceNow' : 'failingStill'
  const write = webhook_cursors_save[failures === 0 ? 'fine' : still]
  await write(db, [account_id, id, epoch, position, failures, pause])
}

/** Seconds for which the receiver is left alone. */
function pauseAfter(outcomes: DeliveryOutcome[], { pause, failures }: ReceiverHealth): number {
  const hasAsked = outcomes.some(({ attempt }) => attempt)
  return hasAsked ? Math.max(pause, receiverPause(failures)) : 0
}

function reasonToDisable(row: CursorRow, health: ReceiverHealth): DisabledReason | undefined {
  if (health.isGone) return 'gone'
  const failsOn = health.failures > 0 && !health.hasSucceeded
  return failsOn && (row.failing_for ?? 0) >= GIVE_UP_AFTER ? 'failing' : undefined
}

async function saveAttempts(
  tx: Tx,
  { account_id, id: id_webhook }: Lease,
  outcomes: DeliveryOutcome[],
): Promise<void> {
  const made = outcomes.flatMap(({ pending, attempt }) =>
    attempt ? [{ ...pending.event, ...attempt, number: pending.attempts + 1 }] : [],
  )
  if (made.length === 0) return
  const [{ ids } = { ids: [] }] = await webhook_deliveries_newIds(tx, [made.length])
  const rows = made.map((one, i) => ({
    id: ids[i],
    position: one.cursor.position,
    id_event: one.uid,
    type: one.type,
    subject: one.subject,
    attempt: one.number,
    time: one.time,
    milliseconds: one.milliseconds,
    status: one.status,
    failure: one.failure,
    detail: one.detail?.toWellFormed(),
    response: one.response?.toWellFormed(),
  }))
  await webhook_deliveries_insert(tx, [account_id, id_webhook, JSON.stringify(rows)])
}

interface Next {
  /** What failed is sent again at once. */
  wasMadeDue: boolean
  /** The webhook is disabled now, and may be enabled again: nothing is given up. */
  keepsAll: boolean
}

/** Seconds until the event is sent again, Infinity behind another one, undefined where it never is. */
function retryAfter(
  { pending, attempt, blockedByEarlier }: DeliveryOutcome,
  { wasMadeDue, keepsAll }: Next,
): number | undefined {
  if (blockedByEarlier) return Infinity
  if (!attempt) return 0
  if (isDelivered(attempt)) return undefined
  if (wasMadeDue) return 0
  if (pending.waited >= GIVE_UP_AFTER && !keepsAll) return undefined
  return Math.max(retryPause(pending.attempts + 1), attempt.retryAfter ?? 0)
}

async function saveRetries(
  tx: Tx,
  { account_id, id: id_webhook }: Lease,
  outcomes: DeliveryOutcome[],
  gone: number[],
  next: Next,
): Promise<void> {
  const retries: (DeliveryOutcome & { seconds: number })[] = []
  const ended = [...gone]
  for (const outcome of outcomes) {
    const seconds = retryAfter(outcome, next)
    if (seconds !== undefined) retries.push({ ...outcome, seconds })
    else if (outcome.pending.isRetry) ended.push(outcome.pending.event.cursor.position)
  }
  if (retries.length > 0) {
    await webhook_retries_put(tx, [
      account_id,
      id_webhook,
      retries.map(({ pending }) => pending.event.cursor.position),
      retries.map(({ pending }) => pending.event.resource),
      retries.map(({ pending }) => pending.event.id_record),
      retries.map(({ pending, attempt }) => pending.attempts + (attempt ? 1 : 0)),
      retries.map(({ seconds }) => seconds),
      retries.map(({ pending }) => pending.isRetry),
    ])
  }
  if (ended.length > 0) await webhook_retries_end(tx, [account_id, id_webhook, ended])
}
