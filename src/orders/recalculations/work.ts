import type { Actor } from '../../access/actor.ts'
import { Problem } from '../../base/problems.ts'
import { type Db, inTransaction, inUndoneTransaction, type Tx } from '../../database/database.ts'
import type { Condition } from '../../database/list.ts'
import { tookTooLong } from '../../http/lists/lists.ts'
import { held, type Lease, type LeaseKey } from '../../jobs/lease.ts'
import { refuseRequesterWithLess, requesterOf, WorkOver, watchWork } from '../../jobs/requester.ts'
import { type Language, type Message, msg, numeral } from '../../texts/message.ts'
import { placeholderIds } from '../changes/placeholders.ts'
import { orders_drawIds } from '../sql.ts'
import { conditionsOf, type Filters } from './filters.ts'
import { type ChosenOrder, countChosen, nextChosen, stillChosen } from './orders-sql.ts'
import { type Outcome, recalculateSome } from './piece.ts'
import { MAX_REFUSED_ORDERS } from './schema.ts'
import {
  type RecalculationRow,
  recalculations_begin,
  recalculations_end,
  recalculations_keep,
  recalculations_look,
  recalculations_read,
  recalculations_save,
} from './sql.ts'

/** What a transaction is about at most: orders, and lines of them. A writer who meets one waits for its end. */
const ORDERS = 50
const LINES = 100
/** Deaths of a process in the middle of the same piece, and failures of the service over it, that end the work. */
const MAX_DEATHS = 3
const MAX_FAILURES = 8

export interface WorkParts {
  db: Db
  /** Something was committed, or may have been. */
  onCommitted: (account_id: number) => void
  /** Ends it after the piece under way. */
  stop: AbortSignal
  /** Whether others have their turn; looked at after each piece. */
  shouldYield: () => boolean
}

/** The work under way, as one look at its row found it. */
interface Work extends WorkParts {
  lease: Lease
  key: LeaseKey
  /** Aborted where it is not wanted or allowed any more. */
  over: AbortSignal
}

/**
 * Goes on with a recalculation from where it was: each piece, what became of it and how far it is are one
 * transaction, so that nothing is left out or done twice wherever it ends.
 * @throws LeaseLost
 */
export async function workOn(lease: Lease, parts: WorkParts): Promise<void> {
  const { db } = parts
  const key: LeaseKey = [lease.account_id, lease.id, lease.epoch]
  const row = held(await recalculations_read(db, key))
  const done = new AbortController()
  const refuse = () => refuseOfOthers(db, lease, row)
  const looking = { look: recalculations_look, keep: recalculations_keep, refuse }
  const over = watchWork(db, lease, looking, done.signal)
  try {
    refuseAgain(row)
    await refuse()
    if (!(await goThrough({ ...parts, lease, key, over }, row))) return
    held(await recalculations_end(db, [...key, 'done', null]))
  } catch (thrown) {
    // What else fails then follows from it.
    const error = over.aborted ? over.reason : thrown
    if (!(error instanceof WorkOver)) throw error
    held(await recalculations_end(db, [...key, 'failed', storedText(error.detail, row.language)]))
  } finally {
    done.abort()
  }
}

/** Looks for its orders. @throws WorkOver where that can't be done, such as by a custom field that is gone */
async function looking<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    const problem = tookTooLong(error, TOO_LONG) ?? error
    throw problem instanceof Problem ? new WorkOver(problem.detail) : error
  }
}

const TOO_LONG = msg`The database took too long to find these orders. Narrow them, such as by dates.`

function refuseAgain({ deaths, failures, position }: RecalculationRow): void {
  if (deaths >= MAX_DEATHS) {
    throw new WorkOver(
      msg`The service stopped ${numeral(deaths)} times while it worked on the orders behind ${position}. What was written stays.`,
    )
  }
  if (failures < MAX_FAILURES) return
  throw new WorkOver(
    msg`Something failed on our side ${numeral(failures)} times, each time behind order ${position}; the log of the service says what. What was written stays.`,
  )
}

/** @throws WorkOver where whoever asked for it may no longer do so */
async function refuseOfOthers(db: Db, { account_id }: Lease, row: RecalculationRow): Promise<void> {
  await refuseRequesterWithLess(
    db,
    account_id,
    row,
    ['orders:write'],
    (why) =>
      msg`${why} “${row.token_name}” had asked for this recalculation, which ends here. What was written stays.`,
  )
}

/** @returns false where others have their turn before its end */
async function goThrough(work: Work, row: RecalculationRow): Promise<boolean> {
  const { db, key, lease } = work
  const { account_id } = lease
  const filters = JSON.parse(row.filters) as Filters
  let { position, last_order } = row
  if (last_order === null) {
    const counted = await looking(async () =>
      countChosen(db, account_id, await conditionsOf(db, requesterOf(row, account_id), filters)),
    )
    held(await recalculations_begin(db, [...key, counted.found, counted.last_order]))
    last_order = counted.last_order
  }
  for (;;) {
    work.over.throwIfAborted()
    const within = { position, last_order }
    const { conditions, chosen } = await looking(async () => {
      const conditions = await conditionsOf(db, requesterOf(row, account_id), filters)
      return { conditions, chosen: await nextChosen(db, account_id, conditions, within) }
    })
    if (chosen.length === 0) return true
    for (const some of piecesOf(chosen)) {
      work.over.throwIfAborted()
      if (work.stop.aborted) return false
      await doPiece(work, some, conditions)
      position = some.at(-1)?.id ?? position
      if (work.shouldYield()) return false
    }
  }
}

/** Locked orders are not touched, and so count for nothing in it. */
function piecesOf(chosen: readonly ChosenOrder[]): ChosenOrder[][] {
  const pieces: ChosenOrder[][] = []
  let orders = 0
  let lines = 0
  for (const order of chosen) {
    const more = order.locked ? 0 : order.lines
    const piece = pieces.at(-1)
    if (piece && orders < ORDERS && (lines === 0 || lines + more <= LINES)) piece.push(order)
    else {
      pieces.push([order])
      orders = 0
      lines = 0
    }
    orders += order.locked ? 0 : 1
    lines += more
  }
  return pieces
}

async function doPiece(
  { db, lease, key, onCommitted }: Work,
  some: readonly ChosenOrder[],
  conditions: Condition[],
): Promise<void> {
  const { account_id } = lease
  const ids = some.filter(({ locked }) => !locked).map(({ id }) => id)
  const locked = some.length - ids.length
  // Read again: the settings of the account may have changed.
  const row = held(await recalculations_read(db, key))
  const actor = requesterOf(row, account_id)
  const save = async (tx: Tx, outcome: Outcome) => {
    const position = some.at(-1)?.id as number
    held(await recalculations_save(tx, savedOf(key, row, position, outcome, some.length, locked)))
  }
  const work = (tx: Tx) => worked(tx, actor, ids, conditions, row.dry_run)
  if (row.dry_run) {
    const outcome = await inUndoneTransaction(db, work)
    await inTransaction(db, (tx) => save(tx, outcome))
    return
  }
  try {
    await inTransaction(db, async (tx) => save(tx, await work(tx)))
  } finally {
    onCommitted(account_id)
  }
}

function worked(
  tx: Tx,
  actor: Actor,
  ids: number[],
  conditions: Condition[],
  isDry: boolean,
): Promise<Outcome> {
  const still = (locked: number[]) => stillChosen(tx, actor.account_id, conditions, locked)
  return recalculateSome(tx, actor, ids, still, isDry ? placeholderIds : orders_drawIds)
}

function savedOf(
  key: LeaseKey,
  row: RecalculationRow,
  position: number,
  outcome: Outcome,
  passed: number,
  locked: number,
): Parameters<typeof recalculations_save>[1] {
  const { changed, unchanged, refused, total_before, total_after } = outcome
  const known = JSON.parse(row.refused_orders) as object[]
  const left = MAX_REFUSED_ORDERS - known.length
  const more = [...refused]
    .sort(([a], [b]) => a - b)
    .slice(0, left)
    .map(([id, problem]) => refusedOrder(id, problem, row.language))
  return [
    ...key,
    position,
    passed,
    changed,
    unchanged,
    outcome.locked + locked,
    refused.size,
    total_before.toFixed(),
    total_after.toFixed(),
    JSON.stringify([...known, ...more]),
  ]
}

function refusedOrder(id_order: number, { code, detail, errors }: Problem, language: Language) {
  const [first] = errors
  return {
    id_order,
    code: first?.code ?? code,
    pointer: first?.pointer ?? null,
    detail: storedText(detail, language).slice(0, 1_000),
  }
}

const storedText = (detail: Message, language: Language) =>
  detail
    .in(language)
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 5_000)
    .toWellFormed()
