import type { Actor } from '../../access/actor.ts'
import { inScope } from '../../access/row-scope.ts'
import { inPieces } from '../../base/giving-way/pieces.ts'
import { Problem, validationFailed } from '../../base/problems.ts'
import { today } from '../../base/values/date-time.ts'
import { singleRow as one, type Tx } from '../../database/database.ts'
import { LostRace } from '../../database/failures.ts'
import { finderOf, type Named, namesOf } from '../../records/bulk/named.ts'
import type { BulkMode, Written } from '../../records/bulk/write.ts'
import { msg } from '../../texts/message.ts'
import { saysDiscount } from '../amounts/discount.ts'
import { isTakenFkId, newOrder, rowsOf } from '../creating/create.ts'
import {
  decideChange,
  followedPlan,
  isNothing,
  type OrderPlan,
  type PlannedOrder,
  plannedChange,
  planOrder,
  replacedFields,
  statusesOfMove,
} from '../decisions.ts'
import { attemptOf, explainedFailure, takenBy } from '../failures.ts'
import { fieldsOf, type OrderFields } from '../fields.ts'
import { type OrderInput, type ResolvedOrder, resolveOrders } from '../input.ts'
import { movedTo } from '../lifecycle.ts'
import { defaultPrices, newOnes, productPeriods, storedNets, sumOf } from '../lines.ts'
import {
  type ItemRow,
  items_readMany,
  type OrderState,
  orders_createMany,
  orders_drawIds,
  orders_lockByIds,
  orders_lockMany,
  orders_states,
  statuses_find,
} from '../sql.ts'
import { taxContext } from '../taxing/context.ts'
import { withInvoiceDays } from '../taxing/invoicing.ts'
import { movesTaxes } from '../taxing/orders.ts'
import { derivesTaxes } from '../taxing/rules.ts'
import { type ChangedOrder, documentsOf, writeChanged } from './changed.ts'
import { writeRight } from './checked.ts'

// Many orders, each step by one statement for all of them. What becomes of each is decided by the
// functions that decide it for a single request.

/** An order by its own code, which its body has, too, or by its id; no two of a batch have the same. */
export interface BulkOrder extends Named {
  body: OrderInput
}

/** Writes orders; what is refused is not written, and the others are. */
export async function writeOrders(
  tx: Tx,
  actor: Actor,
  records: BulkOrder[],
  mode: BulkMode,
): Promise<(Written | Problem)[]> {
  const pending = await read(tx, actor, records, mode)
  await decide(tx, actor, pending, mode)
  await writeRight(
    tx,
    actor,
    new Map(pending.flatMap(comingFrom)),
    () => write(tx, actor, pending),
    (ids) => documentsOf(tx, actor.account_id, ids),
  )
  const results: (Written | Problem)[] = []
  for (const order of pending) results.push(await resultOf(tx, actor, order, mode))
  return results
}

/** An order on its way: what was sent of it, what there is of it, and what becomes of it. */
interface Pending {
  record: BulkOrder
  sent: ResolvedOrder
  before: CurrentOrder | undefined
  created?: PlannedOrder
  changed?: OrderPlan
  problem?: Problem
  /** The problem says all there is to say. */
  isExplained?: boolean
  /** The order's, once that is known. */
  id?: number
  id_event?: number
}

interface CurrentOrder extends Pick<OrderState, 'version' | 'status'> {
  id: number
  fields: OrderFields
}

/** Locks the orders that there are, and finds the ids of all codes. */
async function read(
  tx: Tx,
  actor: Actor,
  records: BulkOrder[],
  mode: BulkMode,
): Promise<Pending[]> {
  const { account_id, only } = actor
  const rows = await lockNamed(tx, account_id, records)
  const find = finderOf('order', rows, ({ fields }) => inScope(only, fields))
  const found = records.map(find)
  const befores = found.map(({ before }) => before)
  const plain = await resolveOrders(
    tx,
    actor,
    records.map(({ body }) => body),
    befores.map((before) => (before && inScope(only, before.fields) ? before : undefined)),
  )
  const resolved = await withInvoiceDays(
    tx,
    actor,
    plain.map((sent, i) => ({ sent, before: befores[i] })),
  )
  return records.map((record, i) => {
    const { before, problem } = found[i] as ReturnType<typeof find>
    const sent = resolved[i] as ResolvedOrder
    if (problem) return { record, sent, before, problem, isExplained: true }
    if (before && !inScope(only, before.fields)) {
      const problem = takenBy(String(record.fk_id), undefined)
      return { record, sent, before: undefined, problem, isExplained: true }
    }
    const pending = { record, sent, before }
    const { id_customer, fk_id_customer } = record.body
    if (before || mode === 'put' || (id_customer ?? fk_id_customer) !== undefined) return pending
    const detail = msg`is required, or fk_id_customer.`
    const fieldError = { pointer: '/id_customer', code: 'required', detail } as const
    // As by a schema: nothing else is looked at.
    return { ...pending, problem: validationFailed([fieldError]), isExplained: true }
  })
}

/** Those that there are, locked now. */
async function lockNamed(
  tx: Tx,
  account_id: number,
  records: BulkOrder[],
): Promise<(CurrentOrder & { fk_id: string | null })[]> {
  const { codes, ids } = namesOf(records)
  const coded = await orders_lockMany(tx, [account_id, codes])
  const known = new Set(coded.map(({ id }) => id))
  const others = ids.filter((id) => !known.has(id))
  const locked = others.length > 0 ? await orders_lockByIds(tx, [account_id, others]) : []
  const numbered =
    locked.length > 0 ? await orders_states(tx, [account_id, locked.map(({ id }) => id)]) : []
  return [...coded, ...numbered].map(({ written, ...row }) => {
    const fields = fieldsOf({ written })
    return { ...row, fields, fk_id: fields.fk_id }
  })
}

/** Decides what becomes of each order, after reading for all of them what that needs. */
async function decide(tx: Tx, actor: Actor, pending: Pending[], mode: BulkMode): Promise<void> {
  const { account_id } = actor
  const items = pending.flatMap(({ sent }) => sent.items)
  const hasItems = ({ record }: Pending) => mode === 'put' || record.body.items !== undefined
  const replaced = pending.filter((order) => order.before && hasItems(order))
  const prices = await defaultPrices(tx, account_id, items)
  const periods = await productPeriods(
    tx,
    account_id,
    replaced.flatMap(({ sent }) => sent.items),
  )
  const followed = pending.filter(
    (order) =>
      order.before && (order.before.fields.has_taxes || derivesTaxes(actor)) && !hasItems(order),
  )
  const stored = await storedItems(tx, account_id, [...replaced, ...followed])
  const discounted = pending.flatMap((order) =>
    order.before && !hasItems(order) && saysDiscount(order.sent.fields) ? order.before.id : [],
  )
  const nets = await storedNets(tx, account_id, discounted)
  const taxes = await taxContext(
    tx,
    actor,
    pending.map(({ before, sent }) => ({
      before: before?.fields,
      ...sent,
      stored: stored.get(before?.id ?? 0) ?? [],
    })),
  )
  const pieceDone = inPieces()
  for (const order of pending) {
    await pieceDone()
    await refusing(order, async () => {
      const { before, sent } = order
      if (!before) order.created = await planOrder(actor, sent, prices, taxes)
      else {
        const base = mode === 'put' ? replacedFields(before.fields) : before.fields
        const its = { stored: stored.get(before.id) ?? [], prices, periods, taxes }
        const materials = hasItems(order) ? its : undefined
        const net = nets.get(before.id)
        const plan = await plannedChange(actor, before, sent, base, materials, net)
        const follows =
          !materials && !before.status.locked && movesTaxes(actor, before.fields, plan.fields)
        order.changed = follows
          ? followedPlan(actor, before.fields, plan, its.stored, taxes, sent.invoicing)
          : plan
      }
    })
  }
  await decideChanges(tx, actor, pending)
}

async function storedItems(
  tx: Tx,
  account_id: number,
  orders: Pending[],
): Promise<Map<number, ItemRow[]>> {
  if (orders.length === 0) return new Map()
  const ids = orders.flatMap(({ before }) => before?.id ?? [])
  const rows = await items_readMany(tx, [account_id, ids])
  return Map.groupBy(rows, ({ id_order }) => id_order)
}

/** Refuses what may not change. */
async function decideChanges(
  tx: Tx,
  { account_id, time_zone }: Actor,
  pending: Pending[],
): Promise<void> {
  const day = () => today(time_zone)
  const moves = pending.flatMap(({ before, changed }) =>
    before && changed && !isNothing(changed) ? statusesOfMove(before, changed, day) : [],
  )
  const known = moves.length ? await statuses_find(tx, [account_id, moves]) : []
  for (const order of pending) {
    const { before, changed } = order
    if (!before || !changed || isNothing(changed)) continue
    await refusing(order, () => {
      decideChange(before, changed, known, day)
      // Said now: what is written knows no problems.
      if (changed.items) sumOf(changed.items.lines)
    })
  }
}

async function refusing(order: Pending, decide: () => void | Promise<void>): Promise<void> {
  if (order.problem) return
  try {
    await decide()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    order.problem = error
  }
}

/** An order with the status into which it comes; null is the initial one. */
function comingFrom(order: Pending): [order: Pending, to: number | null][] {
  const { problem, before, created, changed } = order
  if (problem) return []
  if (created) return [[order, created.fields.id_order_status]]
  const to = before && changed && movedTo(before.status, changed.fields.id_order_status)
  return to === undefined ? [] : [[order, to]]
}

/** Writes what was decided, and publishes it. Events have the order of the records. */
async function write(tx: Tx, actor: Actor, pending: Pending[]): Promise<void> {
  const accepted = pending.filter(({ problem }) => !problem)
  const created = accepted.filter((order) => order.created)
  const changed = accepted.filter((order) => order.changed && !isNothing(order.changed))
  for (const order of accepted) if (order.before) order.id = order.before.id
  if (created.length + changed.length === 0) return
  const itemLines = accepted.flatMap(
    ({ created, changed }) => created?.lines ?? changed?.items?.lines ?? [],
  )
  const drawn = one(
    await orders_drawIds(tx, [created.length, created.length + changed.length, newOnes(itemLines)]),
  )
  const [orderIds, eventIds] = [drawn.order_ids.values(), drawn.event_ids.values()]
  for (const order of accepted) {
    if (order.created) order.id = orderIds.next().value as number
    if (order.created || changed.includes(order)) order.id_event = eventIds.next().value as number
  }
  const itemIds = drawn.item_ids.values()
  await writeChanged(tx, actor, changed.map(changedOf), itemIds)
  await writeCreated(tx, actor, created, itemIds)
}

const changedOf = ({ id, id_event, before, changed }: Pending): ChangedOrder => ({
  id: id as number,
  id_event: id_event as number,
  before: before as CurrentOrder,
  changed: changed as OrderPlan,
})

async function writeCreated(
  tx: Tx,
  actor: Actor,
  orders: Pending[],
  itemIds: Iterator<number>,
): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map(({ id, id_event, created }) =>
    newOrder(
      { id: id as number, id_event: id_event as number },
      actor,
      created as PlannedOrder,
      itemIds,
    ),
  )
  const creating = orders_createMany(tx, rowsOf(actor.account_id, rows))
  await creating.catch((error: unknown) => {
    throw isTakenFkId(error) ? new LostRace('another writer created it', { cause: error }) : error
  })
}

async function resultOf(
  tx: Tx,
  actor: Actor,
  order: Pending,
  mode: BulkMode,
): Promise<Written | Problem> {
  const { problem, isExplained, record, before, id, created, id_event } = order
  if (problem && isExplained) return problem
  if (problem) return (await explainOrder(tx, actor, record, problem, mode, before)) as Problem
  const status = created ? 'created' : id_event === undefined ? 'unchanged' : 'updated'
  return { id: id as number, status }
}

/**
 * What `explainFailure` says of an order of a batch.
 * @param before the order that it changes, where that is known
 */
export async function explainOrder(
  tx: Tx,
  actor: Actor,
  { fk_id, id, body }: BulkOrder,
  error: unknown,
  mode: BulkMode,
  before?: { id: number },
): Promise<unknown> {
  const key = fk_id === undefined ? { id: id as number } : { fk_id }
  const attempt = attemptOf(before ? { id: before.id } : key, body)
  return explainedFailure(tx, actor, { ...attempt, replaces: mode === 'put' }, error)
}
