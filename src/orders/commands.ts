import type { Actor } from '../access/actor.ts'
import type { Precondition } from '../base/outcomes.ts'
import { type Fault, Refusal, refuseFaults } from '../base/refusals.ts'
import { only, type Tx } from '../database/database.ts'
import { LostRace, UNIQUE_VIOLATION, violates } from '../database/failures.ts'
import { events_drawId } from '../events/sql.ts'
import { changedFields, defaultFields, type OrderFields, withSent } from './fields.ts'
import { decideMove, lockedFields } from './lifecycle.ts'
import {
  isStored,
  keepLines,
  type Line,
  lineRows,
  newLines,
  newOnes,
  sumOf,
  withRecurrencies,
} from './lines.ts'
import { type OrderKey, orderNotFound } from './reads/keys.ts'
import { unknownReference } from './references/references.ts'
import { MAX_CUSTOM_FIELDS } from './schema.ts'
import { type OrderBody, type OrderPatch, resolveOrder } from './sent.ts'
import {
  type ItemRow,
  items_drawIds,
  items_read,
  type OrderState,
  orders_addItems,
  orders_create,
  orders_delete,
  orders_drawIds,
  orders_lock,
  orders_lockByFkId,
  orders_publish,
  orders_removeItems,
  orders_update,
  statuses_find,
} from './sql.ts'

/** What a change left behind. */
export interface Written {
  id: number
  document: string
}

/** An order that is locked for this transaction, as it was before the change. */
export interface LockedOrder extends OrderState {
  id: number
  document: string
  fields: OrderFields
}

export async function createOrder(tx: Tx, actor: Actor, body: OrderBody): Promise<Written> {
  const sent = await resolveOrder(tx, actor.account_id, body)
  const fields = withSent(defaultFields(), sent.fields, actor.time_zone)
  refuseFreightWithoutType(fields)
  const { lines, faults } = await newLines(tx, actor, sent.items)
  refuseFaults([...sent.faults, ...faults])
  const { account_id, id_token, token_name, request_id, traceparent } = actor
  const { id_order, id_event, item_ids } = only(await orders_drawIds(tx, [lines.length]))
  const { document } = only(
    await orders_create(tx, [
      account_id,
      id_order,
      id_event,
      JSON.stringify(fields),
      lineRows(lines, item_ids),
      sumOf(lines),
      id_token,
      token_name,
      request_id,
      traceparent,
    ]),
  )
  return { id: id_order, document }
}

export async function updateOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  patch: OrderPatch,
  precondition: Precondition,
): Promise<Written> {
  const order = await lockOrder(tx, actor, key)
  precondition(order.document)
  const sent = await resolveOrder(tx, actor.account_id, patch)
  refuseFaults(sent.faults)
  const fields = withSent(order.fields, sent.fields, actor.time_zone)
  const changed = changedFields(order.fields, fields)
  if (changed.length === 0) return order
  await decideChange(tx, actor, order, fields, changed)
  await writeFields(tx, actor, order, fields, changed)
  return publish(tx, actor, order.id, eventType(changed), order)
}

/**
 * Creates an order or replaces it by its external identifier. What is not sent becomes unset, but
 * for `date` and the status, which an order always has: they stay.
 */
export async function putOrder(
  tx: Tx,
  actor: Actor,
  fk_id: string,
  body: OrderBody,
  precondition: Precondition,
): Promise<Written & { created: boolean }> {
  const found = await lockByFkId(tx, actor, fk_id)
  if (found === undefined) {
    precondition(null)
    const created = await createOrder(tx, actor, { ...body, fk_id }).catch((error: unknown) => {
      throw isTakenFkId(error) ? new LostRace('another writer created it', { cause: error }) : error
    })
    return { ...created, created: true }
  }
  const order = await lockOrder(tx, actor, { id: found })
  precondition(order.document)
  return { ...(await replaceOrder(tx, actor, order, { ...body, fk_id })), created: false }
}

async function replaceOrder(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  body: OrderBody,
): Promise<Written> {
  const { date, id_order_status } = order.fields
  const base = { ...defaultFields(), date, id_order_status }
  const sent = await resolveOrder(tx, actor.account_id, body)
  const fields = withSent(base, sent.fields, actor.time_zone)
  const stored = await items_read(tx, [actor.account_id, order.id, null, null])
  const computed = await newLines(tx, actor, sent.items)
  refuseFaults([...sent.faults, ...computed.faults])
  const sentLines = await withRecurrencies(tx, actor, computed.lines)
  const lines = keepLines(stored, sentLines, sent.items)
  const changed: string[] = changedFields(order.fields, fields)
  // By id and not by place: items are returned by id, in whatever order they were sent.
  const byId = new Map(stored.map((item) => [item.id, item]))
  const sameItems =
    lines.length === stored.length &&
    lines.every((line) => line.id !== null && isStored(line, byId.get(line.id)))
  if (changed.length === 0 && sameItems) return order
  await decideChange(tx, actor, order, fields, sameItems ? changed : [...changed, 'items'])
  if (!sameItems) await replaceItems(tx, actor, order, stored, lines)
  if (changed.length) await writeFields(tx, actor, order, fields, changed)
  return publish(tx, actor, order.id, eventType(changed), order)
}

/** Takes items out and puts lines in, those among them that stay with their ids. */
export async function replaceItems(
  tx: Tx,
  { account_id }: Actor,
  order: LockedOrder,
  out: ItemRow[],
  lines: Line[],
): Promise<void> {
  const version = order.version + 1
  if (out.length) {
    const ids = out.map(({ id }) => id)
    await orders_removeItems(tx, [account_id, order.id, version, `-${sumOf(out)}`, ids])
  }
  if (lines.length) {
    const { item_ids } = only(await items_drawIds(tx, [newOnes(lines)]))
    const rows = lineRows(lines, item_ids)
    await orders_addItems(tx, [account_id, order.id, version, sumOf(lines), rows])
  }
}

export async function deleteOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  precondition: Precondition,
): Promise<number> {
  const order = await lockOrder(tx, actor, key)
  precondition(order.document)
  if (order.status.locked) throw lockedRefusal(order, 'it can’t be deleted')
  await publish(tx, actor, order.id, 'order.deleted')
  await orders_delete(tx, [actor.account_id, order.id])
  return order.id
}

/** Locks an order for this transaction and reads it. Every change of an order starts here. */
export async function lockOrder(tx: Tx, actor: Actor, key: OrderKey): Promise<LockedOrder> {
  const id = 'id' in key ? key.id : await lockByFkId(tx, actor, key.fk_id)
  const [state] = id === undefined ? [] : await orders_lock(tx, [actor.account_id, id])
  if (id === undefined || !state) throw orderNotFound(key)
  return { ...state, id, fields: state.written as unknown as OrderFields }
}

/** Locks before it reads, so that the order still has the code. */
async function lockByFkId(tx: Tx, actor: Actor, fk_id: string): Promise<number | undefined> {
  const [found] = await orders_lockByFkId(tx, [actor.account_id, fk_id])
  return found?.id
}

/**
 * Builds and keeps the order's JSON and writes the event: the last step of every change.
 * @param before the order that was changed; null for one that goes
 */
export async function publish(
  tx: Tx,
  actor: Actor,
  id: number,
  type: string,
  before: LockedOrder | null = null,
): Promise<Written> {
  const { account_id, id_token, token_name, request_id, traceparent } = actor
  const { id_event } = only(await events_drawId(tx, []))
  const { document } = only(
    await orders_publish(tx, [
      account_id,
      id,
      id_event,
      type,
      id_token,
      token_name,
      request_id,
      traceparent,
      before?.document ?? null,
      before?.status.locked ?? false,
    ]),
  )
  return { id, document }
}

/** Refuses items of an order whose status locks them. */
export function refuseLockedItems(order: LockedOrder): void {
  if (order.status.locked) throw lockedRefusal(order, 'its items can’t change')
}

async function decideChange(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  fields: OrderFields,
  changed: string[],
): Promise<void> {
  refuseFreightWithoutType(fields)
  refuseManyCustomFields(fields)
  await refuseForbiddenMove(tx, actor, order, fields.id_order_status)
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

function lockedRefusal(order: LockedOrder, what: string, faults: Fault[] = []) {
  return new Refusal(
    'order_locked',
    `The order is in the locked status "${order.status.name}": ${what}.`,
    { faults },
  )
}

async function refuseForbiddenMove(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  to: number | null,
): Promise<void> {
  if (to === null) return
  const move = decideMove(order.status, to)
  if (move.ok) return
  const known = await statuses_find(tx, [actor.account_id, [to, ...move.allowed]])
  const target = known.find(({ id }) => id === to)
  if (!target)
    refuseFaults([
      unknownReference('/id_order_status', `names order status ${to}, which does not exist.`),
    ])
  const allowed = move.allowed.flatMap((id) => known.find((status) => status.id === id) ?? [])
  const names = allowed.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none'
  const detail = `An order can't go from "${order.status.name}" to "${target?.name}". Allowed: ${names}.`
  throw new Refusal('move_not_allowed', detail, {
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

async function writeFields(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  fields: OrderFields,
  changed: string[],
): Promise<void> {
  const freight = changed.includes('freight_value') || changed.includes('id_freight_type')
  await orders_update(tx, [
    actor.account_id,
    order.id,
    order.version + 1,
    JSON.stringify(fields),
    freight,
  ])
}

function eventType(changed: string[]): string {
  return changed.includes('id_order_status') ? 'order.status_changed' : 'order.updated'
}

export function isTakenFkId(error: unknown): boolean {
  return violates(error, UNIQUE_VIOLATION, 'orders_account_id_fk_id_key')
}
