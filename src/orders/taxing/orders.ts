import { headerParts } from '../../../packages/model/totals.ts'
import type { Actor } from '../../access/actor.ts'
import type { FieldError } from '../../base/problems.ts'
import { figure } from '../amounts/figures.ts'
import { closedTax } from '../amounts/tax-lines/compute.ts'
import type { OrderFields } from '../fields.ts'
import type { ItemInput } from '../input.ts'
import type { Invoicing } from '../lifecycle.ts'
import { isStored, type Line, sumOf } from '../lines.ts'
import type { ItemRow } from '../sql.ts'
import type { TaxContext } from './context.ts'
import { unacceptedTotal } from './invoicing.ts'
import { asksAnew, type LinesTaxed, type LineWork, taxDateOf, taxedLines } from './lines.ts'
import { derivesTaxes } from './rules.ts'

// What becomes of the lists of taxes of an order that changes. Nothing here asks the database.

type TaxRules = Pick<Actor, 'time_zone' | 'amounts' | 'derived_taxes' | 'rules_epoch'>

/**
 * An order's lines with their lists of taxes, and its fields, which say whether there is one.
 * @param works all its lines, in the order of their ids
 * @param before the order as it was, with its lines
 */
export function taxedOrder(
  { amounts, time_zone }: TaxRules,
  works: readonly LineWork[],
  fields: OrderFields,
  before: { fields: OrderFields; lines: readonly ItemRow[] } | undefined,
  context: TaxContext | undefined,
  invoicing?: Invoicing,
): { fields: OrderFields } & Omit<LinesTaxed, 'closed'> {
  const same = { fields, lines: works.map(({ line }) => line), errors: [] }
  if (!context) return same
  const dated = (of: OrderFields) => ({ fields: of, date: taxDateOf(of, time_zone) })
  const was = before && { order: dated(before.fields), lines: before.lines }
  const order = dated(fields)
  const { lines, errors, closed } = taxedLines(works, order, was, context, amounts)
  if (was && invoicing && errors.length === 0) {
    const stays = taxedLines(works, { fields, date: was.order.date }, was, context, amounts)
    const moved = {
      tax_date: order.date,
      total_value: totalWith(stays.lines, fields, context),
      total_value_then: totalWith(lines, fields, context),
      closed,
    }
    errors.push(...unacceptedTotal(invoicing, moved))
  } else {
    const pointer = was ? datePointer(was.order.fields, fields) : ''
    errors.push(...closed.map((tax) => ({ ...closedTax(tax, order.date), pointer })))
  }
  const has_taxes = lines.some(({ taxes }) => taxes.length > 0)
  return { lines, errors, fields: { ...fields, has_taxes } }
}

/**
 * What an order as it is would come to by another day; undefined where something of it is refused by that day.
 */
export function movedTotal(
  { amounts, time_zone }: TaxRules,
  fields: OrderFields,
  stored: readonly ItemRow[],
  date: string,
  context: TaxContext,
): { total_value: string; closed: string[] } | undefined {
  const works = stored.map((line): LineWork => ({ line, stored: line, pointer: '' }))
  const was = { order: { fields, date: taxDateOf(fields, time_zone) }, lines: stored }
  const then = { fields: { ...fields, tax_date: date }, date }
  const { lines, errors, closed } = taxedLines(works, then, was, context, amounts)
  if (errors.length > 0) return undefined
  return { total_value: totalWith(lines, fields, context), closed }
}

/** What an order with these lines comes to, as a decimal. */
function totalWith(lines: Line[], fields: OrderFields, { isCharged }: TaxContext): string {
  const amounts = headerParts.filter(
    ({ condition }) => !condition || isCharged(fields.id_freight_type),
  )
  return amounts
    .reduce(
      (sum, { column, sign }) =>
        sign === '+' ? sum.plus(fields[column]) : sum.minus(fields[column]),
      figure(sumOf(lines)),
    )
    .toFixed()
}

/** The field by which the day has changed. */
function datePointer(before: OrderFields, after: OrderFields): string {
  const names = ['tax_date', 'delivery_date', 'date', 'id_branch_company'] as const
  const moved = names.find((name) => before[name] !== after[name])
  return moved ? `/${moved}` : ''
}

/** What is to be worked out of the taxes of lines that are sent. */
export function worksOf(
  { lines, wrong }: { lines: readonly Line[]; wrong: ReadonlySet<number> },
  items: readonly ItemInput[],
): LineWork[] {
  return lines.map((line, i) => {
    const sent = items[i] as ItemInput
    const pointer = `/items/${i}`
    return { line, sent, stored: sent.copied, isWrong: wrong.has(i), pointer }
  })
}

/** The taxes of lines that replace others. Their shares go by the ids that lines keep, and new ones come last. */
export function taxedAgain(
  rules: TaxRules,
  { fields: before }: { fields: OrderFields },
  computed: {
    lines: Line[]
    wrong: ReadonlySet<number>
    items: readonly ItemInput[]
    kept: readonly (ItemRow | undefined)[]
    invoicing: Invoicing | undefined
  },
  fields: OrderFields,
  { stored, taxes }: { stored: readonly ItemRow[]; taxes?: TaxContext | undefined },
) {
  const { items, kept, invoicing } = computed
  const id = (i: number) => kept[i]?.id ?? Number.MAX_SAFE_INTEGER
  const works = worksOf(computed, items)
  const places = works.map((_, i) => i).toSorted((a, b) => id(a) - id(b))
  const inTurn = places.map((i): LineWork => ({ ...(works[i] as LineWork), replaces: kept[i] }))
  const was = { fields: before, lines: stored }
  const taxed = taxedOrder(rules, inTurn, fields, was, taxes, invoicing)
  return { ...taxed, lines: works.map((_, i) => taxed.lines[places.indexOf(i)] as Line) }
}

/** An order's lines as they are stored, and what becomes of some of them. */
export interface ChangedItems {
  stored: readonly ItemRow[]
  removed: readonly ItemRow[]
  /** Those that stay but change, with what they were, and behind them those that are new. */
  works: readonly LineWork[]
}

/** Lines that go, and lines that come or come again. */
export interface MovedItems {
  out: ItemRow[]
  lines: Line[]
}

/**
 * What changes of an order's lines come to. With a context that includes other lines whose taxes follow: their shares
 * have changed, or what the header says of buyer, seller and day.
 * @param fields the header as it will be
 */
export function movedItems(
  rules: TaxRules,
  before: OrderFields,
  fields: OrderFields,
  { stored, removed, works }: ChangedItems,
  context?: TaxContext,
  invoicing?: Invoicing,
): { items: MovedItems; has_taxes: boolean; errors: FieldError[] } {
  const changes = new Map(works.map((work) => [work.line.id, work]))
  const staying = stored.filter((item) => !removed.includes(item))
  const kept = context ? staying : staying.filter(({ id }) => changes.has(id))
  const inTurn = [
    ...kept.map(
      (item): LineWork => changes.get(item.id) ?? { line: item, stored: item, pointer: '' },
    ),
    ...works.filter(({ line }) => line.id === null),
  ]
  const was = { fields: before, lines: stored }
  const taxed = taxedOrder(rules, inTurn, fields, was, context, invoicing)
  const byId = new Map(stored.map((item) => [item.id, item]))
  const moved = taxed.lines.filter((line) => line.id === null || !isStored(line, byId.get(line.id)))
  const out = [...removed, ...moved.flatMap(({ id }) => byId.get(id ?? 0) ?? [])]
  const { errors } = taxed
  const { has_taxes } = context ? taxed.fields : before
  return { items: { out, lines: moved }, has_taxes, errors }
}

/** The tax date of a locked order stays as it is, and what it follows from may change: then it is written down. */
export function withFrozenDate(
  { time_zone }: TaxRules,
  { fields: before, status }: { fields: OrderFields; status: { locked: boolean } },
  fields: OrderFields,
): OrderFields {
  if (!status.locked || before.tax_date !== null || fields.tax_date !== null) return fields
  const was = taxDateOf(before, time_zone)
  return taxDateOf(fields, time_zone) === was ? fields : { ...fields, tax_date: was }
}

/** Whether taxes of lines may follow from what changes in an order's header. */
export function movesTaxes(rules: TaxRules, before: OrderFields, after: OrderFields): boolean {
  return (before.has_taxes || derivesTaxes(rules)) && asksAnew(before, after)
}
