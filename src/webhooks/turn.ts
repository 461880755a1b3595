import { BoxError, type SecretBox } from '../base/secret-box.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { type EventFilter, reachOf, readAt, readRange } from '../events/feed.ts'
import { typesWanted, visibleResources } from '../events/types.ts'
import { type DisabledReason, disableWebhook } from './disable.ts'
import { type Calls, dispatch, type Fate, type Health, type Parcel, recordKey } from './dispatch.ts'
import { backoff, GIVE_UP_AFTER, isDown, rest } from './pace.ts'
import type { Lane } from './queue.ts'
import { openReceiver } from './sealed.ts'
import { isDelivered, type Receiver } from './send.ts'
import { webhook_waiting_hurry, webhooks_lock } from './sql.ts'
import {
  type ReplayRow,
  type TurnRow,
  webhook_deliveries_insert,
  webhook_lanes_lock,
  webhook_lanes_pause,
  webhook_lanes_read,
  webhook_lanes_save,
  webhook_replays_end,
  webhook_replays_move,
  webhook_waiting_end,
  webhook_waiting_next,
  webhook_waiting_put,
  webhook_waiting_records,
} from './turn-sql.ts'

/** Events of one step, at most: what is sent again where a process dies. */
const PAGE = 100
/** Of the first step of a turn: they may be large, and many webhooks’ be in memory at once. */
const FIRST_PAGE = 10
/** Characters of the events of one step, as far as those before tell. */
const PAGE_LENGTH = 2_000_000
/** After it the next webhook has its turn. */
const TURN_MS = 10_000
/** Seconds after which it is looked again whether a webhook's secret can be opened. */
const KEY_MISSING = 60
/** Seconds. What failed in a shorter time is due soon anyway. */
const LONG_DOWN = 60

/** One process's exclusive work on one webhook; another turn has another epoch. */
export interface Turn extends Lane {
  epoch: number
}

export interface TurnParts extends Calls {
  db: Db
  secrets: SecretBox | undefined
  log: { warn(fields: object, text: string): void }
}

/** Another turn has begun: this process was taken for dead. */
class TurnLost extends Error {}

/** What a step sends, and where it has got to then. */
interface Batch {
  parcels: Parcel[]
  /** Positions of events that are not kept, or may not be sent, any more. */
  gone: number[]
  position: number | null
  replay: { id: number; position: number; isOver: boolean } | null
}

/** Sends what is due, for ten seconds at most. */
export async function takeTurn(turn: Turn, parts: TurnParts): Promise<void> {
  const end = performance.now() + TURN_MS
  try {
    let page = FIRST_PAGE
    while (page > 0 && performance.now() < end && !parts.stop.aborted) {
      page = await step(turn, parts, page)
    }
  } catch (error) {
    if (!(error instanceof TurnLost)) throw error
  }
}

interface LaneState extends Pick<Health, 'failures' | 'hasSucceeded'> {
  /** Null where it stays. */
  position: number | null
  /** Seconds to the next attempt. */
  pause: number
}

/**
 * @param page how many events it may read
 * @returns how many the next step may; 0 where there is nothing more to do
 */
async function step(turn: Turn, parts: TurnParts, page: number): Promise<number> {
  const { db } = parts
  const { account_id, id_webhook, epoch } = turn
  const [row] = await webhook_lanes_read(db, [account_id, id_webhook, epoch])
  if (!row) return 0
  const receiver = receiverOf(turn, row, parts)
  if (!receiver) {
    const { failures } = row
    await saveLane(db, turn, { position: null, failures, hasSucceeded: false, pause: KEY_MISSING })
    return 0
  }
  const batch = await nextBatch(db, turn, row, page)
  if (!batch) return 0
  const { failures } = row
  const health: Health = { failures, hasSucceeded: false, pause: 0, isGone: false }
  const fates = await dispatch(batch.parcels, receiver, health, parts)
  await inTransaction(db, (tx) => save(tx, turn, row, batch, fates, health))
  return nextPage(batch)
}

function nextPage({ parcels }: Batch): number {
  const length = parcels.reduce((sum, { event }) => sum + event.document.length, 0)
  const fitting = Math.floor((parcels.length * PAGE_LENGTH) / Math.max(length, 1))
  return length === 0 ? FIRST_PAGE : Math.min(Math.max(fitting, 1), PAGE)
}

const laneOf = ({ account_id, id_webhook, epoch }: Turn) => [account_id, id_webhook, epoch]

/** Undefined where the key is missing: that is no fault of the receiver's. */
function receiverOf(
  { account_id, id_webhook: id }: Turn,
  row: TurnRow,
  { secrets, log }: TurnParts,
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

/** What is due of the events that wait comes first, then what is sent once more, then what is new. */
async function nextBatch(
  db: Db,
  turn: Turn,
  row: TurnRow,
  page: number,
): Promise<Batch | undefined> {
  if (isDown(row.failures)) return probe(db, turn, row, page)
  const waiting = row.has_due ? await waitingBatch(db, turn, row, page, false) : undefined
  if (waiting) return waiting
  if (!row.may_read_on) await webhook_lanes_pause(db, laneOf(turn))
  return newBatch(db, turn, row, page)
}

/**
 * One event, to see whether the receiver is back. A new one tells it best: what was refused before
 * may be refused for its own sake, and would hold up all others.
 */
async function probe(db: Db, turn: Turn, row: TurnRow, page: number): Promise<Batch | undefined> {
  const batch = await newBatch(db, turn, row, page)
  const isNothing = batch?.parcels.length === 0
  const asks = batch?.parcels.some(({ isBehind }) => !isBehind)
  return isNothing || asks ? batch : waitingBatch(db, turn, row, 1, true)
}

/** What was not sent yet, or is to be once more; none where too much waits. */
async function newBatch(
  db: Db,
  turn: Turn,
  row: TurnRow,
  page: number,
): Promise<Batch | undefined> {
  if (!row.may_read_on) return undefined
  const reading = { page, probes: isDown(row.failures) }
  if (row.replay) return replayBatch(db, turn, row.replay, row, reading)
  return row.position < row.head ? feedBatch(db, turn, row, reading) : undefined
}

interface Reading {
  /** Events, at most. */
  page: number
  /** No further than to the first one that can be sent. */
  probes: boolean
}

/** @param early also those that are not due yet */
async function waitingBatch(
  db: Db,
  { account_id, id_webhook }: Turn,
  { scopes }: TurnRow,
  limit: number,
  early: boolean,
): Promise<Batch | undefined> {
  const rows = await webhook_waiting_next(db, [account_id, id_webhook, limit, early])
  if (rows.length === 0) return undefined
  const positions = rows.map(({ position }) => position)
  // Who changed the webhook meanwhile may see less than who did before.
  const visible = visibleResources(scopes) as string[]
  const kept = await readAt(db, account_id, positions)
  const events = kept.filter(({ resource }) => visible.includes(resource))
  const byPosition = new Map(events.map((event) => [event.cursor.position, event]))
  return {
    parcels: rows.flatMap(({ position, attempts, waited }) => {
      const event = byPosition.get(position)
      return event ? [{ event, attempts, waited, isWaiting: true, isBehind: false }] : []
    }),
    gone: positions.filter((position) => !byPosition.has(position)),
    position: null,
    replay: null,
  }
}

async function feedBatch(
  db: Db,
  turn: Turn,
  { position, head, types, scopes }: TurnRow,
  reading: Reading,
): Promise<Batch> {
  const last = reachOf(position, head)
  const filter = { types: typesWanted(types, scopes), record: null, from: null, to: null }
  const { parcels, reached } = await readParcels(db, turn, position, last, filter, reading)
  return { parcels, gone: [], position: reached, replay: null }
}

async function replayBatch(
  db: Db,
  turn: Turn,
  { id, position, until_position, types, from_time: from, to_time: to }: ReplayRow,
  { scopes }: TurnRow,
  reading: Reading,
): Promise<Batch> {
  const last = reachOf(position, until_position)
  const filter = { types: typesWanted(types, scopes), record: null, from, to }
  const { parcels, reached } = await readParcels(db, turn, position, last, filter, reading)
  const replay = { id, position: reached, isOver: reached >= until_position }
  return { parcels, gone: [], position: null, replay }
}

async function readParcels(
  db: Db,
  { account_id, id_webhook }: Turn,
  after: number,
  last: number,
  filter: EventFilter,
  { page, probes }: Reading,
): Promise<{ parcels: Parcel[]; reached: number }> {
  const events = await readRange(db, account_id, after, last, filter, page)
  // They went just now: the next step begins behind them.
  if (!events) return { parcels: [], reached: after }
  const records = await webhook_waiting_records(db, [
    account_id,
    id_webhook,
    events.map(({ resource }) => resource),
    events.map(({ id_record }) => id_record),
  ])
  const waiting = new Set(records.map(recordKey))
  const parcels = events.map((event) => {
    const isBehind = waiting.has(recordKey(event))
    return { event, attempts: 0, waited: 0, isWaiting: false, isBehind }
  })
  const first = probes ? parcels.findIndex(({ isBehind }) => !isBehind) : -1
  if (first !== -1) parcels.length = first + 1
  const final = first !== -1 || parcels.length === page ? parcels.at(-1) : undefined
  return { parcels, reached: final?.event.cursor.position ?? last }
}

/** Writes what became of a batch, and whether the webhook goes on: all of it or nothing. */
async function save(
  tx: Tx,
  turn: Turn,
  row: TurnRow,
  batch: Batch,
  fates: Fate[],
  health: Health,
): Promise<void> {
  const { account_id, id_webhook } = turn
  const { hasSucceeded } = health
  const found = reasonToDisable(row, health)
  // First, as requests do it: they lock the webhook before its lane.
  const [webhook] = found ? await webhooks_lock(tx, [account_id, id_webhook]) : []
  const [lane] = await webhook_lanes_lock(tx, laneOf(turn))
  if (!lane) throw new TurnLost()
  // A request has replaced the address meanwhile, or wants something sent again: what failed before
  // that does not count.
  const isHurried = lane.next_at.getTime() !== row.next_at.getTime()
  const failures = !isHurried ? health.failures : hasSucceeded ? 0 : lane.failures
  const pause = isHurried ? 0 : pauseAfter(fates, health)
  const reason = isHurried ? undefined : found
  await saveLane(tx, turn, { position: batch.position, failures, hasSucceeded, pause })
  await saveAttempts(tx, turn, fates)
  await saveWaiting(tx, turn, fates, batch.gone, { isHurried, keepsAll: reason !== undefined })
  if (isDown(row.failures) && hasSucceeded && (row.failing_for ?? 0) > LONG_DOWN) {
    await webhook_waiting_hurry(tx, [account_id, id_webhook])
  }
  if (batch.replay?.isOver) await webhook_replays_end(tx, [account_id, batch.replay.id])
  else if (batch.replay) {
    await webhook_replays_move(tx, [account_id, batch.replay.id, batch.replay.position])
  }
  if (reason && webhook) await disableWebhook(tx, webhook, reason)
}

async function saveLane(
  db: Db,
  turn: Turn,
  { position, failures, hasSucceeded, pause }: LaneState,
): Promise<void> {
  const still = hasSucceeded ? 'failingSinceNow' : 'failingStill'
  const write = webhook_lanes_save[failures === 0 ? 'fine' : still]
  await write(db, [...laneOf(turn), position, failures, pause])
}

/** Seconds for which the receiver is left alone. */
function pauseAfter(fates: Fate[], { pause, failures }: Health): number {
  const hasAsked = fates.some(({ attempt }) => attempt)
  return hasAsked ? Math.max(pause, rest(failures)) : 0
}

function reasonToDisable(row: TurnRow, health: Health): DisabledReason | undefined {
  if (health.isGone) return 'gone'
  const failsOn = health.failures > 0 && !health.hasSucceeded
  return failsOn && (row.failing_for ?? 0) >= GIVE_UP_AFTER ? 'failing' : undefined
}

async function saveAttempts(
  tx: Tx,
  { account_id, id_webhook }: Turn,
  fates: Fate[],
): Promise<void> {
  const made = fates.flatMap(({ parcel, attempt }) =>
    attempt ? [{ ...parcel.event, ...attempt, number: parcel.attempts + 1 }] : [],
  )
  if (made.length === 0) return
  await webhook_deliveries_insert(tx, [
    account_id,
    id_webhook,
    made.map(({ cursor }) => cursor.position),
    made.map(({ uid }) => uid),
    made.map(({ type }) => type),
    made.map(({ subject }) => subject),
    made.map(({ number }) => number),
    made.map(({ time }) => time),
    made.map(({ milliseconds }) => milliseconds),
    made.map(({ status }) => status),
    made.map(({ failure }) => failure),
    made.map(({ detail }) => detail),
    made.map(({ response }) => response),
  ])
}

interface Waits {
  /** What failed is sent again at once. */
  isHurried: boolean
  /** The webhook is disabled now, and may be enabled again: nothing is given up. */
  keepsAll: boolean
}

/** Seconds until the event is sent again, Infinity behind another one, undefined where it never is. */
function waitOf({ parcel, attempt, isBehind }: Fate, waits: Waits): number | undefined {
  const { isHurried, keepsAll } = waits
  if (isBehind) return Infinity
  if (!attempt) return 0
  if (isDelivered(attempt)) return undefined
  if (isHurried) return 0
  if (parcel.waited >= GIVE_UP_AFTER && !keepsAll) return undefined
  return Math.max(backoff(parcel.attempts + 1), attempt.retryAfter ?? 0)
}

async function saveWaiting(
  tx: Tx,
  { account_id, id_webhook }: Turn,
  fates: Fate[],
  gone: number[],
  waits: Waits,
): Promise<void> {
  const all = fates.map((fate) => ({ ...fate, wait: waitOf(fate, waits) }))
  const waiting = all.filter(({ wait }) => wait !== undefined)
  if (waiting.length > 0) {
    await webhook_waiting_put(tx, [
      account_id,
      id_webhook,
      waiting.map(({ parcel }) => parcel.event.cursor.position),
      waiting.map(({ parcel }) => parcel.event.resource),
      waiting.map(({ parcel }) => parcel.event.id_record),
      waiting.map(({ parcel, attempt }) => parcel.attempts + (attempt ? 1 : 0)),
      waiting.map(({ wait }) => wait),
      waiting.map(({ parcel }) => parcel.isWaiting),
    ])
  }
  const over = all.filter(({ wait, parcel }) => wait === undefined && parcel.isWaiting)
  const ended = [...gone, ...over.map(({ parcel }) => parcel.event.cursor.position)]
  if (ended.length > 0) await webhook_waiting_end(tx, [account_id, id_webhook, ended])
}
