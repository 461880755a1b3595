import type Big from 'big.js'
import type { Actor } from '../access/actor.ts'
import { type FieldError, Problem, refuseInvalid } from '../base/problems.ts'
import { requireScope } from '../base/scopes.ts'
import { MAX_CUSTOM_FIELDS } from '../custom/schema.ts'
import { columnsGivenOnce } from '../model/order.ts'
import { type Message, msg, verbatim } from '../texts/message.ts'
import {
  computeDiscount,
  hasDiscount,
  type OrderDiscount,
  saysDiscount,
} from './amounts/discount.ts'
import {
  changedFields,
  defaultFields,
  type OrderFields,
  stayingFields,
  withInput,
} from './fields.ts'
import type { ResolvedOrder } from './input.ts'
import { decideMove, type Invoicing, isLapsed, lockedFields, type Status } from './lifecycle.ts'
import {
  computeLines,
  isStored,
  keepLines,
  type Line,
  namedAgain,
  type Periods,
  type Prices,
  sumOf,
  withPeriods,
} from './lines.ts'
import { moveProblem } from './references/moves.ts'
import { outsideErrors, restricted } from './references/outside.ts'
import type { ItemRow, KnownStatus } from './sql.ts'
import type { TaxContext } from './taxing/context.ts'
import { movedItems, taxedAgain, taxedOrder, withFrozenDate, worksOf } from './taxing/orders.ts'

// What becomes of an order, decided from what was sent and what was read before. Nothing here asks
// the database: one order and a batch of them are decided by the same functions.

type Rules = Pick<
  Actor,
  'time_zone' | 'amounts' | 'only' | 'tax_base_includes_shares' | 'derived_taxes' | 'rules_epoch'
>

/** A new order as it is to be. */
export interface PlannedOrder {
  fields: OrderFields
  lines: Line[]
  /** What the lines add to the total. */
  total_value: string
}

export async function planOrder(
  rules: Rules,
  sent: ResolvedOrder,
  prices: Prices,
  taxes?: TaxContext,
): Promise<PlannedOrder> {
  const { tax_base_includes_shares } = rules
  const unset = { ...defaultFields(), tax_base_includes_shares }
  const plain = fieldsOfInput(rules, sent, unset)
  refuseFreightWithoutType(plain)
  const computed = await computeLines(sent.items, prices, rules.amounts)
  const { errors, net } = computed
  const discounted = withDiscount(rules, sent, plain, unset, net)
  const works = worksOf(computed, sent.items)
  const taxed = taxedOrder(rules, works, discounted.fields, undefined, taxes)
  const { fields, lines } = taxed
  const ofDiscount = [...discounted.errors, ...taxed.errors]
  refuseInvalid([...sent.errors, ...outsideErrors(rules.only, fields), ...errors, ...ofDiscount])
  return { fields, lines, total_value: sumOf(lines) }
}

/** An order before its change. */
interface CurrentOrder {
  fields: OrderFields
  status: Status
  /** Its lock does not hold for this change. */
  isCorrected?: boolean
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
interface Context {
  /** The order's items. */
  stored: ItemRow[]
  prices: Prices
  periods: Periods
  taxes?: TaxContext | undefined
  /** What each sent item was, where that is known: it then has no other period than it says. */
  kept?: readonly (ItemRow | undefined)[]
}

/**
 * The fields with the discount of the whole order, for lines that come to `net`.
 * @param before the discount where nothing is sent
 */
function withDiscount(
  { amounts }: Rules,
  { fields: sent }: ResolvedOrder,
  fields: OrderFields,
  before: OrderDiscount,
  net: Big | undefined,
): { fields: OrderFields; errors: FieldError[] } {
  if (!net || !(saysDiscount(sent) || hasDiscount(before))) return { fields, errors: [] }
  const { discount, errors } = computeDiscount(sent, before, net, amounts)
  return { fields: { ...fields, ...discount }, errors }
}

/**
 * The discount of an order whose lines alone have changed, and come to `net`.
 * @throws Problem where that is less than a discount that was typed in money
 */
export function followingDiscount(
  { amounts }: Rules,
  { fields }: Pick<CurrentOrder, 'fields'>,
  net: Big,
): OrderDiscount {
  const { discount, errors } = computeDiscount({}, fields, net, amounts)
  refuseInvalid(ofLines(errors, ''), metaOf(discount))
  return discount
}

/** A discount that stays and is too large for the lines: nobody sent it, so its error is about the lines. */
const ofLines = (errors: FieldError[], pointer: string) =>
  errors.map((fieldError) => ({ ...fieldError, pointer }))

const metaOf = ({ discount_value }: OrderDiscount) => ({ discount_value: Number(discount_value) })

/**
 * A change of an order.
 * @param base its fields where nothing is sent
 * @param context where what is sent has all the items
 * @param net what its lines come to, if that is needed: `context` tells it, too
 */
export async function plannedChange(
  rules: Rules,
  order: CurrentOrder,
  sent: ResolvedOrder,
  base: Omit<OrderFields, 'id_customer'>,
  context?: Context,
  net?: Big,
): Promise<OrderPlan> {
  const plain = fieldsOfInput(rules, sent, stayingFields(base, order.fields, sent.fields))
  const kept = context ? (context.kept ?? namedAgain(context.stored, sent.items)) : []
  const computed =
    context && (await computeLines(sent.items, context.prices, rules.amounts, undefined, kept))
  const errors = computed?.errors ?? []
  // What is wrong with lines is corrected first: then they come to something else.
  const after = computed ? computed.net : net
  const isSaid = saysDiscount(sent.fields)
  const discounted = withDiscount(rules, sent, plain, isSaid ? order.fields : base, after)
  const ofDiscount = isSaid ? discounted.errors : ofLines(discounted.errors, '/items')
  const taxed =
    computed && context
      ? taxedAgain(
          rules,
          order,
          { ...computed, items: sent.items, kept, invoicing: sent.invoicing },
          discounted.fields,
          context,
        )
      : { ...discounted, lines: [], errors: [] }
  const { fields } = taxed
  refuseInvalid(
    [
      ...sent.errors,
      ...outsideErrors(rules.only, fields),
      ...errors,
      ...ofDiscount,
      ...taxed.errors,
    ],
    isSaid || ofDiscount.length === 0 ? {} : metaOf(fields),
  )
  const changed = changedFields(order.fields, fields)
  const plan = { fields: withFrozenDate(rules, order, fields), changed }
  if (!computed || !context) return plan
  const { stored, periods } = context
  const dated = context.kept ? taxed.lines : withPeriods(taxed.lines, periods, kept)
  const lines = keepLines(dated, sent.items, kept)
  // By id and not by place: items are returned by id, in whatever order they were sent.
  const byId = new Map(stored.map((item) => [item.id, item]))
  const sameItems =
    lines.length === stored.length &&
    lines.every((line) => line.id !== null && isStored(line, byId.get(line.id)))
  return sameItems ? plan : { ...plan, items: { out: stored, lines } }
}

/** What was sent laid over `base`; the only seller or branch that may write it is its own. */
function fieldsOfInput(
  { only, time_zone }: Rules,
  { fields: sent }: ResolvedOrder,
  base: Omit<OrderFields, 'id_customer'>,
): OrderFields {
  const fields = withInput(base, sent, time_zone)
  for (const [field, kind] of restricted) {
    const [id, ...others] = only[kind] ?? []
    if (id !== undefined && others.length === 0 && sent[field] === undefined) fields[field] ??= id
  }
  return fields
}

/**
 * The fields of an order that is replaced: unset, but for what an order always has, why it is there, until when
 * it is valid, and what it is given once.
 */
export function replacedFields(fields: OrderFields) {
  const { date, id_order_status, id_reason, valid_until, tax_base_includes_shares } = fields
  const given = Object.fromEntries(columnsGivenOnce.map((column) => [column, fields[column]]))
  return {
    ...defaultFields(),
    ...given,
    date,
    id_order_status,
    id_reason,
    valid_until,
    tax_base_includes_shares,
  }
}

export function isNothing({ changed, items }: OrderPlan): boolean {
  return changed.length === 0 && items === undefined
}

/** Whether something of the header is to be written. */
export function hasFields(
  { fields: before }: Pick<CurrentOrder, 'fields'>,
  { changed, fields }: OrderPlan,
): boolean {
  return changed.length > 0 || fields.has_taxes !== before.has_taxes
}

/** A change of the header alone, with the lines whose taxes follow from it. */
export function followedPlan(
  rules: Rules,
  before: OrderFields,
  plan: OrderPlan,
  stored: ItemRow[],
  context: TaxContext | undefined,
  invoicing?: Invoicing,
): OrderPlan {
  const none = { stored, removed: [], works: [] }
  const { items, errors } = movedItems(rules, before, plan.fields, none, context, invoicing)
  refuseInvalid(errors)
  return items.lines.length > 0 ? { ...plan, items } : plan
}

export function isFreightWritten({ changed }: OrderPlan): boolean {
  return changed.includes('freight_value') || changed.includes('id_freight_type')
}

export function eventType(order: CurrentOrder, { changed, items }: OrderPlan): string {
  const isLockedChange = items !== undefined || lockedFields(changed).length > 0
  if (order.isCorrected && isLockedChange) return 'order.corrected'
  return changed.includes('id_order_status') ? 'order.status_changed' : 'order.updated'
}

/**
 * Refuses what may not change.
 * @param known of `statusesOfMove`, those that exist
 * @param today of the account
 */
export function decideChange(
  order: CurrentOrder,
  plan: OrderPlan,
  known: KnownStatus[],
  today: () => string,
): void {
  const [to, ...allowed] = forbiddenMove(order, plan)
  const changed = plan.items ? [...plan.changed, 'items'] : plan.changed
  const forbidden = isClosed(order) ? lockedFields(changed) : []
  if (to === undefined && forbidden.length > 0) {
    // Before what is wrong with a new freight: corrected it would be refused all the same.
    const pointers = forbidden.map((field) => `/${field}`)
    throw lockedProblem(order, msg`${forbidden} can’t change`, pointers)
  }
  refuseFreightWithoutType(plan.fields)
  refuseManyCustomFields(plan.fields)
  refuseGivenAnew(order, plan)
  if (to !== undefined) throw moveProblem(order.status, to, allowed, known)
  refuseLapsed(order, plan, known, today)
}

/**
 * Ids of the statuses that have to be known to decide on a change; none where a move is allowed.
 * @param today of the account
 */
export function statusesOfMove(
  order: CurrentOrder,
  plan: OrderPlan,
  today: () => string,
): number[] {
  const { id_order_status: to } = plan.fields
  const lapsed = to !== null && isLapsed(order.status, plan.fields, today) ? [to] : []
  return [...forbiddenMove(order, plan), ...lapsed]
}

/** Ids of the statuses that the problem of a forbidden move names; none where the move is allowed. */
function forbiddenMove({ status }: CurrentOrder, { fields }: OrderPlan): number[] {
  const { id_order_status: to } = fields
  const move = to === null ? { ok: true as const } : decideMove(status, to)
  return to === null || move.ok ? [] : [to, ...move.allowed]
}

/** A quotation becomes a sale until its last day, or with a later one; it may be cancelled, and quoted again. */
function refuseLapsed(
  { status }: CurrentOrder,
  { fields }: OrderPlan,
  known: KnownStatus[],
  today: () => string,
): void {
  if (!isLapsed(status, fields, today)) return
  const target = known.find(({ id }) => id === fields.id_order_status)
  if (!target?.counts || target.quotation_days !== null) return
  const detail = msg`The quotation was valid until ${String(fields.valid_until)}: send a later valid_until with the move to take it at its prices all the same.`
  throw new Problem('quotation_lapsed', detail, {
    errors: [{ pointer: '/valid_until', code: 'quotation_lapsed', detail }],
  })
}

/**
 * Refuses items of an order whose status locks them.
 * @param pointers to what was sent of several items
 */
export function refuseLockedItems(order: CurrentOrder, pointers: string[] = []): void {
  if (isClosed(order)) throw lockedProblem(order, msg`its items can’t change`, pointers)
}

/** The event of a change of items alone. */
export function itemsEvent({ isCorrected }: CurrentOrder): string {
  return isCorrected ? 'order.corrected' : 'order.updated'
}

const isClosed = ({ status, isCorrected }: CurrentOrder) => status.locked && !isCorrected

/**
 * Who corrects an order for a reason, if one is given: what its status locks may then change.
 * @throws Problem `insufficient_scope`
 */
export function correcting(actor: Actor, { correction }: { correction?: string }): Actor {
  if (correction === undefined) return actor
  requireScope(actor.scopes, 'orders:correct')
  return { ...actor, correction }
}

export function lockedProblem({ status }: CurrentOrder, what: Message, pointers: string[] = []) {
  const detail = msg`The order is in the locked status "${status.name}": ${what}.`
  const errors = pointers.map(
    (pointer): FieldError => ({
      pointer,
      code: 'order_locked',
      detail: msg`can’t change in this status.`,
    }),
  )
  return new Problem('order_locked', detail, { errors })
}

function refuseFreightWithoutType({ freight_value, id_freight_type }: OrderFields): void {
  if (freight_value === '0' || id_freight_type !== null) return
  const detail = msg`A freight value above 0 needs id_freight_type.`
  refuseInvalid([{ pointer: '/id_freight_type', code: 'freight_type_required', detail }])
}

/** What an order has once stays, such as its number. */
function refuseGivenAnew({ fields }: CurrentOrder, { changed }: OrderPlan): void {
  const given = columnsGivenOnce.filter(
    (column) => changed.includes(column) && fields[column] !== null,
  )
  refuseInvalid(
    given.map((column) => ({
      pointer: `/${column}`,
      code: 'given_once',
      detail: msg`is ${verbatim(String(fields[column]))}, and stays.`,
    })),
  )
}

/** The schema limits what one body holds; a PATCH adds to what is there. */
function refuseManyCustomFields({ custom_fields }: OrderFields): void {
  if (Object.keys(custom_fields).length <= MAX_CUSTOM_FIELDS) return
  const detail = msg`An order can have at most ${MAX_CUSTOM_FIELDS} custom fields.`
  refuseInvalid([{ pointer: '/custom_fields', code: 'max_properties', detail }])
}
