import Big from 'big.js'
import type { Actor } from '../../access/actor.ts'
import { inScope } from '../../access/row-scope.ts'
import { inPieces } from '../../base/giving-way/pieces.ts'
import { Problem } from '../../base/problems.ts'
import { singleRow, type Tx } from '../../database/database.ts'
import { inHalves, inSavepoint } from '../../database/savepoint.ts'
import { type ChangedOrder, writeChanged } from '../bulk/changed.ts'
import type { DrawIds } from '../creating/create.ts'
import { isNothing, type OrderPlan } from '../decisions.ts'
import { explainedFailure } from '../failures.ts'
import { fieldsOf } from '../fields.ts'
import { items_readMany, orders_lockByIds, orders_states } from '../sql.ts'
import { taxContext } from '../taxing/context.ts'
import { recalculatedPlan } from '../taxing/recalculate.ts'
import { orders_totals } from './sql.ts'

/** What became of some orders. */
export interface Outcome {
  changed: number
  unchanged: number
  locked: number
  /** By the ids of orders. */
  refused: Map<number, Problem>
  /** What the changed ones come to: decimals. */
  total_before: Big
  total_after: Big
}

type Current = ChangedOrder['before'] & { id: number }

/** An order that changes. */
interface Changing {
  before: Current
  changed: OrderPlan
}

/**
 * Works the taxes of some orders out again, each as by a request of its own, and writes those that change. They are
 * locked first, so that what another writer has made of one counts.
 * @param stillChosen those of them, once they are locked, that it is about
 */
export async function recalculateSome(
  tx: Tx,
  actor: Actor,
  ids: number[],
  stillChosen: (ids: number[]) => Promise<number[]>,
  drawIds: DrawIds,
): Promise<Outcome> {
  const outcome: Outcome = {
    changed: 0,
    unchanged: 0,
    locked: 0,
    refused: new Map(),
    total_before: new Big(0),
    total_after: new Big(0),
  }
  const current = await lockChosen(tx, actor, ids, stillChosen)
  const free = current.filter(({ status }) => !status.locked)
  outcome.locked = current.length - free.length
  const changing = await changingOf(tx, actor, free, outcome)
  outcome.unchanged = free.length - changing.length - outcome.refused.size
  const befores = await totalsOf(tx, actor, changing)
  const write = (some: Changing[]) => inSavepoint(tx, () => writeSome(tx, actor, some, drawIds))
  const results = await inHalves(changing, write, (order, error) =>
    refusing(tx, actor, order, error),
  )
  const written = changing.filter((_, i) => results[i] === undefined)
  const afters = await totalsOf(tx, actor, written)
  for (const [i, { before }] of changing.entries()) {
    const problem = results[i]
    if (problem) outcome.refused.set(before.id, problem)
  }
  outcome.changed = written.length
  for (const { before } of written) {
    outcome.total_before = outcome.total_before.plus(befores.get(before.id) ?? 0)
    outcome.total_after = outcome.total_after.plus(afters.get(before.id) ?? 0)
  }
  return outcome
}

async function lockChosen(
  tx: Tx,
  { account_id, only }: Actor,
  ids: number[],
  stillChosen: (ids: number[]) => Promise<number[]>,
): Promise<Current[]> {
  if (ids.length === 0) return []
  const locked = await orders_lockByIds(tx, [account_id, ids])
  // A statement of its own behind the lock, so that it sees what others have made of them.
  const chosen = await stillChosen(locked.map(({ id }) => id))
  const states = await orders_states(tx, [account_id, chosen])
  return states.flatMap(({ id, version, status, written }) => {
    const fields = fieldsOf({ written })
    return inScope(only, fields) ? [{ id, version, status, fields }] : []
  })
}

/** Those that change; what is refused of others goes to the outcome. */
async function changingOf(
  tx: Tx,
  actor: Actor,
  orders: Current[],
  { refused }: Outcome,
): Promise<Changing[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const rows = await items_readMany(tx, [actor.account_id, ids])
  const items = Map.groupBy(rows, ({ id_order }) => id_order)
  const of = orders.map((before) => ({ before, stored: items.get(before.id) ?? [] }))
  const context = await taxContext(
    tx,
    actor,
    of.map(({ before: { fields }, stored }) => ({ before: fields, fields, stored })),
  )
  const changing: Changing[] = []
  const pieceDone = inPieces()
  for (const { before, stored } of of) {
    await pieceDone()
    try {
      const changed = recalculatedPlan(actor, before.fields, stored, context)
      if (!isNothing(changed)) changing.push({ before, changed })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refused.set(before.id, error)
    }
  }
  return changing
}

/** @returns no problem for any */
async function writeSome(
  tx: Tx,
  actor: Actor,
  orders: Changing[],
  drawIds: DrawIds,
): Promise<undefined[]> {
  if (orders.length === 0) return []
  const { event_ids, item_ids } = singleRow(await drawIds(tx, [0, orders.length, 0]))
  const changes = orders.map(({ before, changed }, i): ChangedOrder => {
    return { id: before.id, id_event: event_ids[i] as number, before, changed }
  })
  await writeChanged(tx, actor, changes, item_ids.values())
  return orders.map(() => undefined)
}

/** Why the database does not take an order. */
async function refusing(
  tx: Tx,
  actor: Actor,
  { before: { id } }: Changing,
  error: unknown,
): Promise<Problem> {
  const problem = await explainedFailure(tx, actor, { order: { id }, body: {}, items: [] }, error)
  if (problem instanceof Problem) return problem
  throw problem
}

async function totalsOf(
  tx: Tx,
  { account_id }: Actor,
  orders: Changing[],
): Promise<Map<number, string>> {
  if (orders.length === 0) return new Map()
  const rows = await orders_totals(tx, [account_id, orders.map(({ before }) => before.id)])
  return new Map(rows.map(({ id, total_value }) => [id, total_value]))
}
