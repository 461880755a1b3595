import { taxRows } from '../../../packages/model/taxes.ts'
import { headerParts } from '../../../packages/model/totals.ts'
import type { FieldError } from '../../base/problems.ts'
import { dayOfInstant } from '../../base/values/date-time.ts'
import type { CatalogueRows } from '../../taxes/catalogue.ts'
import { msg } from '../../texts/message.ts'
import type { AmountsMode } from '../amounts/amounts.ts'
import type { DeriveOptions } from '../amounts/by-rules/derive.ts'
import { type AmountError, isUnset } from '../amounts/figures.ts'
import { type HeaderAmounts, netsWithShares } from '../amounts/line-shares.ts'
import { closedTax } from '../amounts/tax-lines/compute.ts'
import { formErrors } from '../amounts/tax-lines/form.ts'
import { isOfRule, type TaxLineFacts } from '../amounts/tax-lines/input.ts'
import {
  hasTaxList,
  NO_TAXES,
  type Ruling,
  type StoredLine,
  type TaxedLine,
  type TaxesInput,
  taxedLine,
} from '../amounts/tax-lines/line.ts'
import type { OrderFields } from '../fields.ts'
import { type Line, nothingSaid } from '../lines.ts'
import type { ItemRow } from '../sql.ts'
import { linesBelowZero } from './below-zero.ts'
import type { TaxContext } from './context.ts'
import type { Sales, TaxedOrder } from './sales.ts'

// The lists of taxes of an order's lines, once all else of it is decided: what they are levied on depends on the
// amounts of its header, and on its other lines.

/** A line whose other figures are done. */
export interface LineWork {
  line: Line
  /** What is said of its taxes; undefined where the request says nothing of the line. */
  sent?: TaxesInput
  /** The line that it was, or that it is a copy of. */
  stored?: ItemRow | undefined
  /** The line whose place it takes in an order that is replaced. */
  replaces?: ItemRow | undefined
  /** Its taxes are asked for again, though nothing has changed from which they follow. */
  isAnew?: boolean
  /** Its other figures are refused. */
  isWrong?: boolean
  pointer: string
}

export interface LinesTaxed {
  /** In the order of the works. */
  lines: Line[]
  errors: FieldError[]
  /** Taxes of lines that stay, of which there are none on the date. */
  closed: string[]
}

/** An order as it was, with its lines. */
interface OrderBefore {
  readonly order: TaxedOrder
  readonly lines: readonly ItemRow[]
}

/** The day that decides taxes: its own, else that of the delivery, else of the order, in the account's zone. */
export function taxDateOf(
  { tax_date, delivery_date, date }: Pick<OrderFields, 'tax_date' | 'delivery_date' | 'date'>,
  zone: string,
): string {
  return tax_date ?? dayOfInstant(delivery_date ?? date, zone)
}

/**
 * Works out the taxes of lines that have lists of them.
 * @param works all lines of the order, in the order of their ids
 * @param before the order as it was, with its lines; undefined for a new one
 */
export function taxedLines(
  works: readonly LineWork[],
  order: TaxedOrder,
  before: OrderBefore | undefined,
  context: TaxContext,
  mode: AmountsMode,
): LinesTaxed {
  const { catalogue } = context
  const values = operationsOf(
    works.map(({ line }) => line),
    order.fields,
    context,
  )
  const opsBefore = before ? opsById(before, context) : new Map<number, string>()
  const errors: FieldError[] = []
  const closed = new Set<string>()
  const { fields, date } = order
  const lines = works.map((work, i) => {
    const { line, sent = {} } = work
    const op = values[i] ?? '0'
    const unmoved = before && unmovedLine(work, op, order, before, opsBefore)
    const stored = unmoved ?? work.stored
    const sales = unmoved ? undefined : context.sales
    const isListed = hasTaxList(sent, stored)
    const kept = stored?.properties?.derived_cfop ?? null
    if (!sales && !isListed) return withCfop(line, kept)
    if (work.isWrong) {
      errors.push(...pointed(formErrors(sent.taxes ?? [], catalogue), work))
      return line
    }
    const facts: TaxLineFacts = {
      op,
      quantity: line.figures.quantity,
      isFinalConsumer: context.isFinalConsumer(fields),
      date,
      regime: context.regimeOf(fields.id_branch_company, date),
      ...(stored ? { before: factsBefore(stored, opsBefore.get(stored.id)) } : {}),
    }
    const missing = new Set<string>()
    const ruling = sales && rulingOf(sales, { line, order, op }, missing)
    const made = isListed
      ? taxedLine(sent, line.figures, facts, catalogue, mode, stored, ruling)
      : ruledLine(line, facts, catalogue, mode, ruling)
    errors.push(...pointed([...made.errors, ...[...missing].map((tax) => noRate(tax, date))], work))
    for (const tax of made.closed) {
      // What is sent says nothing of it, and it may not stay.
      if (work.sent) errors.push({ ...closedTax(tax, date), pointer: work.pointer })
      else closed.add(tax)
    }
    const { figures, taxes, outside_other, cfop } = made
    return withCfop({ ...line, figures, taxes, outside_other }, sales ? cfop : kept)
  })
  if (errors.length === 0) {
    const placed = works.map(({ pointer }, i) => ({ line: lines[i] as Line, pointer }))
    errors.push(...linesBelowZero(placed, amountsOf(fields, context)))
  }
  return { lines, errors, closed: [...closed] }
}

/** A line with the CFOP that follows from rules: it is in effect where the line says none of its own. */
function withCfop(line: Line, derived_cfop: string | null): Line {
  const { properties } = line
  if ((properties?.derived_cfop ?? null) === derived_cfop) return line
  return { ...line, properties: { ...(properties ?? nothingSaid), derived_cfop } }
}

/** @param missing gets the taxes without a rate, where these are refused */
function rulingOf(
  sales: Sales,
  { line, order, op }: { line: Line; order: TaxedOrder; op: string },
  missing: Set<string>,
): Ruling {
  return {
    kinds: sales.kinds,
    taxesOf: (asked: DeriveOptions) => {
      const chosen = sales.chosenOf(line, order, op, asked)
      if (sales.areMissingRatesRefused)
        for (const { code, tax } of chosen.findings)
          if (code === 'rate_missing' && tax) missing.add(tax)
      return chosen
    },
  }
}

const noRate = (tax: string, date: string): AmountError => ({
  pointer: '',
  code: 'rate_missing',
  detail: msg`No law has set the rate of ${tax} for ${date}: the account refuses orders without it.`,
  meta: { tax, date },
})

/** A line without a list of taxes: its fields are done, and rules add to them. */
function ruledLine(
  line: Line,
  facts: TaxLineFacts,
  catalogue: CatalogueRows,
  mode: AmountsMode,
  ruling: Ruling | undefined,
): TaxedLine {
  const { figures } = line
  const { op, quantity } = facts
  const done = { figures, ...NO_TAXES }
  const same = { ...facts, before: { op, quantity } }
  const made = taxedLine({}, figures, same, catalogue, mode, done, ruling)
  const isRuled = made.taxes.some(({ origin }) => isOfRule(origin))
  return isRuled ? made : { ...made, ...done, closed: [], errors: [] }
}

const ASKED = [
  'id_branch_company',
  'id_customer',
  'id_address',
  'id_operation',
  'id_category',
  'final_consumer',
  'id_freight_type',
  'date',
  'delivery_date',
  'tax_date',
] as const

/** Whether something of an order's header has changed from which the taxes of its lines follow. */
export function asksAnew(before: OrderFields, after: OrderFields): boolean {
  const names = [...ASKED, ...headerParts.map(({ column }) => column)]
  return names.some((name) => before[name] !== after[name])
}

/**
 * The line that a line was, where nothing has changed from which its taxes follow. Those that came from rules stay
 * then, whatever the rules say by now.
 */
function unmovedLine(
  { line, sent = {}, stored, replaces, isAnew }: LineWork,
  op: string,
  { fields }: TaxedOrder,
  before: OrderBefore,
  opsBefore: ReadonlyMap<number, string>,
): ItemRow | undefined {
  const was = stored ?? (isRuled(replaces) ? replaces : undefined)
  if (
    isAnew ||
    !was ||
    !opsBefore.has(was.id) ||
    saysTaxes(sent) ||
    asksAnew(before.order.fields, fields)
  )
    return undefined
  const isSame =
    was.id_item === line.id_item &&
    op === opsBefore.get(was.id) &&
    line.figures.quantity === was.figures.quantity &&
    operationOf(line) === operationOf(was) &&
    cfopOf(line) === cfopOf(was)
  return isSame ? was : undefined
}

/** All its taxes came from rules. */
const isRuled = (item: ItemRow | undefined) =>
  item?.taxes.every(({ origin }) => isOfRule(origin)) ?? false

const operationOf = ({ properties }: Pick<Line, 'properties'>) => properties?.id_operation ?? null

/** As it was sent. */
const cfopOf = ({ properties }: Pick<Line, 'properties'>) => properties?.cfop ?? null

const saysTaxes = (sent: TaxesInput) =>
  sent.taxes !== undefined ||
  taxRows.some(({ base, rate, value }) => [base, rate, value].some((name) => !isUnset(sent[name])))

const pointed = (errors: FieldError[], { pointer }: LineWork) =>
  errors.map((one) => ({ ...one, pointer: pointer + (one.pointer ?? '') }))

function factsBefore({ figures }: StoredLine, op: string = figures.total_liq) {
  return { op, quantity: figures.quantity }
}

/** What the taxes of the lines that there were are levied on, by their ids. */
function opsById({ lines, order }: OrderBefore, context: TaxContext): Map<number, string> {
  const ops = operationsOf(lines, order.fields, context)
  return new Map(lines.map(({ id }, i) => [id, ops[i] ?? '0']))
}

/** What each line's taxes are levied on: its net value, with its shares where the order says so. */
export function operationsOf(
  lines: readonly Pick<Line, 'figures'>[],
  fields: OrderFields,
  context: TaxContext,
): string[] {
  const figures = lines.map((line) => line.figures)
  if (!fields.tax_base_includes_shares || !hasAmounts(fields))
    return figures.map(({ total_liq }) => total_liq)
  return netsWithShares(figures, amountsOf(fields, context))
}

/** Whether anything of the header may fall to its lines. */
const hasAmounts = (fields: OrderFields) => headerParts.some(({ column }) => fields[column] !== '0')

/** The freight counts where it is charged. */
function amountsOf(fields: OrderFields, { isCharged }: TaxContext): HeaderAmounts {
  return isCharged(fields.id_freight_type) ? fields : { ...fields, freight_value: '0' }
}
