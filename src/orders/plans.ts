import type { Actor } from '../access/actor.ts'
import { type Fault, Refusal, refuseFaults } from '../base/refusals.ts'
import { MAX_CUSTOM_FIELDS } from '../custom/schema.ts'
import { changedFields, defaultFields, type OrderFields, withSent } from './fields.ts'
import { decideMove, lockedFields, type Status } from './lifecycle.ts'
import {
  computeLines,
  isStored,
  keepLines,
  type Line,
  type Periods,
  type Prices,
  sumOf,
  withPeriods,
} from './lines.ts'
import { unknownReference } from './references/references.ts'
import type { SentFields, SentItem } from './sent.ts'
import type { ItemRow } from './sql.ts'

// What becomes of an order, decided from what was sent and what was read before. Nothing here asks
// the database: one order and a batch of them are decided by the same functions.

/** What was sent of an order, with ids in the place of codes. */
interface Sent {
  fields: SentFields
  items: SentItem[]
  /** Codes that nobody has, or that contradict the id beside them. */
  faults: Fault[]
}

type Rules = Pick<Actor, 'time_zone' | 'amounts'>

interface NewOrder {
  fields: OrderFields
  lines: Line[]
  /** What the lines add to the total. */
  total_value: string
}

/** A new order. */
export function plannedOrder(rules: Rules, sent: Sent, prices: Prices): NewOrder {
  const fields = withSent(defaultFields(), sent.fields, rules.time_zone)
  refuseFreightWithoutType(fields)
  const { lines, faults } = computeLines(sent.items, prices, rules.amounts)
  refuseFaults([...sent.faults, ...faults])
  return { fields, lines, total_value: sumOf(lines) }
}

/** An order before its change. */
interface Before {
  fields: OrderFields
  status: Status
}

/** How an order changes. */
export interface OrderPlan {
  fields: OrderFields
  /** The fields that change. */
  changed: string[]
  /** Items that go, and lines that come or come again; undefined where the items stay. */
  items?: { out: ItemRow[]; lines: Line[] }
}

/** What items that replace others are compared with and computed from. */
interface Materials {
  /** The order's items. */
  stored: ItemRow[]
  prices: Prices
  periods: Periods
}

/**
 * A change of an order.
 * @param base its fields where nothing is sent
 * @param materials where what is sent has all the items
 */
export function plannedChange(
  rules: Rules,
  order: Before,
  sent: Sent,
  base: Omit<OrderFields, 'id_customer'>,
  materials?: Materials,
): OrderPlan {
  const fields = withSent(base, sent.fields, rules.time_zone)
  const computed = materials && computeLines(sent.items, materials.prices, rules.amounts)
  refuseFaults([...sent.faults, ...(computed?.faults ?? [])])
  const plan = { fields, changed: changedFields(order.fields, fields) }
  if (!computed || !materials) return plan
  const { stored, periods } = materials
  const lines = keepLines(stored, withPeriods(computed.lines, periods), sent.items)
  // By id and not by place: items are returned by id, in whatever order they were sent.
  const byId = new Map(stored.map((item) => [item.id, item]))
  const sameItems =
    lines.length === stored.length &&
    lines.every((line) => line.id !== null && isStored(line, byId.get(line.id)))
  return sameItems ? plan : { ...plan, items: { out: stored, lines } }
}

/** The fields of an order that is replaced: unset, but for what an order always has. */
export function replacedFields({ date, id_order_status }: OrderFields) {
  return { ...defaultFields(), date, id_order_status }
}

export function isNothing({ changed, items }: OrderPlan): boolean {
  return changed.length === 0 && items === undefined
}

export function isFreightWritten({ changed }: OrderPlan): boolean {
  return changed.includes('freight_value') || changed.includes('id_freight_type')
}

export function eventType({ changed }: OrderPlan): string {
  return changed.includes('id_order_status') ? 'order.status_changed' : 'order.updated'
}

/** Ids of the statuses that the refusal of a forbidden move names; none where the move is allowed. */
export function forbiddenMove(order: Before, { fields }: OrderPlan): number[] {
  const { id_order_status: to } = fields
  const move = to === null ? { ok: true as const } : decideMove(order.status, to)
  return to === null || move.ok ? [] : [to, ...move.allowed]
}

/**
 * Refuses what may not change.
 * @param known of `forbiddenMove`, those that exist
 */
export function decideChange(
  order: Before,
  plan: OrderPlan,
  known: { id: number; name: string }[],
): void {
  refuseFreightWithoutType(plan.fields)
  refuseManyCustomFields(plan.fields)
  const [to, ...allowed] = forbiddenMove(order, plan)
  if (to !== undefined) throw moveRefusal(order, to, allowed, known)
  const changed = plan.items ? [...plan.changed, 'items'] : plan.changed
  const forbidden = order.status.locked ? lockedFields(changed) : []
  if (forbidden.length === 0) return
  throw lockedRefusal(
    order,
    `${forbidden.join(', ')} can’t change`,
    forbidden.map((field) => ({
      pointer: `/${field}`,
      code: 'order_locked',
      detail: 'can’t change in this status.',
    })),
  )
}

/** Refuses items of an order whose status locks them. */
export function refuseLockedItems(order: Before): void {
  if (order.status.locked) throw lockedRefusal(order, 'its items can’t change')
}

export function lockedRefusal({ status }: Before, what: string, faults: Fault[] = []) {
  return new Refusal(
    'order_locked',
    `The order is in the locked status "${status.name}": ${what}.`,
    { faults },
  )
}

function moveRefusal(
  { status }: Before,
  to: number,
  allowedIds: number[],
  known: { id: number; name: string }[],
): Refusal {
  const target = known.find(({ id }) => id === to)
  if (!target)
    refuseFaults([
      unknownReference('/id_order_status', `names order status ${to}, which does not exist.`),
    ])
  const allowed = allowedIds.flatMap((id) => known.find((one) => one.id === id) ?? [])
  const names = allowed.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none'
  const detail = `An order can't go from "${status.name}" to "${target?.name}". Allowed: ${names}.`
  return new Refusal('move_not_allowed', detail, {
    faults: [{ pointer: '/id_order_status', code: 'move_not_allowed', detail }],
    extra: { allowed },
  })
}

function refuseFreightWithoutType({ freight_value, id_freight_type }: OrderFields): void {
  if (freight_value === '0' || id_freight_type !== null) return
  const detail = 'A freight value above 0 needs id_freight_type.'
  refuseFaults([{ pointer: '/id_freight_type', code: 'freight_type_required', detail }])
}

/** The schema limits what one body holds; a PATCH adds to what is there. */
function refuseManyCustomFields({ custom_fields }: OrderFields): void {
  if (Object.keys(custom_fields).length <= MAX_CUSTOM_FIELDS) return
  const detail = `An order can have at most ${MAX_CUSTOM_FIELDS} custom fields.`
  refuseFaults([{ pointer: '/custom_fields', code: 'max_properties', detail }])
}
