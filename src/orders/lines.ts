import { isDeepStrictEqual } from 'node:util'
import type Big from 'big.js'
import { inPieces } from '../base/giving-way/pieces.ts'
import { type FieldError, Problem } from '../base/problems.ts'
import type { Reader, Tx } from '../database/database.ts'
import { figureColumns } from '../model/item.ts'
import { derivedColumns, type LineColumn, lineColumns } from '../model/line.ts'
import { msg } from '../texts/message.ts'
import {
  type AmountsMode,
  computeLine,
  type FigureLine,
  type FiguresInput,
  saysBothDiscounts,
  totalOf,
} from './amounts/amounts.ts'
import { netOf } from './amounts/discount.ts'
import { figure, isUnset, ZERO } from './amounts/figures.ts'
import { hasTaxList, type LineTaxes, NO_TAXES } from './amounts/tax-lines/line.ts'
import type { ItemInput, ItemPatchInput } from './input.ts'
import { lotsErrors, wholeLots } from './lines/lots.ts'
import {
  type ItemRow,
  type LineSaid,
  orders_nets,
  products_prices,
  products_recurrencies,
} from './sql.ts'

/** A line ready for the database. `id` and `created_at` are those of a line that is kept. */
export interface Line extends LineTaxes {
  id: number | null
  created_at: string | null
  id_item: number
  fk_id: string | null
  description: string | null
  recurrency_period: number | null
  figures: FigureLine
  properties: LineSaid | null
}

interface LineContext {
  account_id: number
  amounts: AmountsMode
}

interface Computed {
  /** Without the taxes of those that have a list of them. */
  lines: Line[]
  /** Those lines that are wrong. */
  wrong: ReadonlySet<number>
  errors: FieldError[]
  /** What the lines come to before taxes; undefined where one is wrong, or its product unknown. */
  net: Big | undefined
}

/**
 * Computes lines from what was sent, and all their errors.
 * Products are asked for their prices only where a line has none.
 */
export async function newLines(
  tx: Tx,
  { account_id, amounts }: LineContext,
  items: ItemInput[],
  pointerOf?: (i: number) => string,
): Promise<Computed> {
  const prices = await defaultPrices(tx, account_id, items)
  return computeLines(items, prices, amounts, pointerOf)
}

/**
 * The same, with the prices of products at hand. A thousand lines take 20 ms, so others have the event
 * loop in between.
 * @param kept the stored line that each one replaces: it keeps its price unless another is sent
 */
export async function computeLines(
  items: ItemInput[],
  prices: Prices,
  amounts: AmountsMode,
  pointerOf = (i: number) => `/items/${i}`,
  kept: Kept = [],
): Promise<Computed> {
  const errors: FieldError[] = []
  const lines: Line[] = []
  const wrong = new Set<number>()
  let areKnown = true
  const pieceDone = inPieces()
  for (const [i, item] of items.entries()) {
    const keptPrice = sameProduct(item, kept[i])?.figures.price
    areKnown &&= !isUnset(item.price) || keptPrice !== undefined || prices.has(item.id_item)
    const { line, errors: own } = computeLine({
      sent: item as FiguresInput,
      stored: item.copied?.figures,
      defaultPrice: keptPrice ?? priceOf(prices, item.id_item),
      mode: amounts,
      taxes: taxesOf(item, item.copied),
    })
    const described = describedBy(item)
    const all = [
      ...own,
      ...lotsErrors(described.properties?.lots ?? null, line.quantity, !!item.lots),
    ]
    if (all.length > 0) wrong.add(i)
    errors.push(
      ...all.map((fieldError) => ({
        ...fieldError,
        pointer: pointerOf(i) + (fieldError.pointer ?? ''),
      })),
    )
    lines.push({ ...described, id: null, created_at: null, figures: line, ...NO_TAXES })
    await pieceDone()
  }
  const all = [...duplicateFkIds(lines, pointerOf), ...errors]
  return { lines, wrong, errors: all, net: areKnown && all.length === 0 ? netOf(lines) : undefined }
}

/** Where the taxes of a line come from. A list that is sent empty takes away what is stored. */
function taxesOf(sent: ItemInput | ItemPatchInput, stored: ItemRow | undefined) {
  if (hasTaxList(sent, stored)) return 'list'
  return sent.taxes === undefined ? 'stored' : 'sent'
}

function describedBy({ copied, ...item }: ItemInput) {
  const { id_item, fk_id = null } = item
  const { description = null, recurrency_period = null } = { ...copied, ...item }
  return {
    id_item,
    fk_id,
    description,
    recurrency_period,
    properties: saidOf(copied?.properties ?? null, item),
  }
}

type SaidInput = Pick<ItemPatchInput, LineColumn>

/**
 * What is said of a line: what was sent laid over `stored`, and what followed from rules. Of an operation that
 * stays, whether the customer pays for it stays, too.
 */
function saidOf(stored: LineSaid | null, input: SaidInput): LineSaid | null {
  const { lots } = input
  const sent: Partial<LineSaid> =
    lots === undefined ? (input as Partial<LineSaid>) : { ...input, lots: wholeLots(lots) }
  if (!stored && lineColumns.every((column) => isUnset(sent[column]))) return null
  const values = lineColumns.map((column) => [
    column,
    (sent[column] === undefined ? stored?.[column] : sent[column]) ?? null,
  ])
  const derived = derivedColumns.map((column) => [column, stored?.[column] ?? null])
  return keptPayable(Object.fromEntries([...values, ...derived]), stored)
}

/** The same with what was true of its operation when it was written, as long as it is the same one. */
function keptPayable(properties: LineSaid | null, stored: LineSaid | null): LineSaid | null {
  const isSame = properties && stored && properties.id_operation === stored.id_operation
  return isSame
    ? { ...properties, operation_payable: stored.operation_payable ?? null }
    : properties
}

/** The prices of products by their ids, as far as they exist; null for one that has none. */
export type Prices = ReadonlyMap<number, string | null>

/** A product that does not exist is refused as a bad reference, not for its missing price. */
function priceOf(prices: Prices, id_item: number): string | null {
  const price = prices.get(id_item)
  return price === undefined ? '0' : price
}

/** The prices of the products of lines that give none. */
export async function defaultPrices(
  db: Reader,
  account_id: number,
  items: ItemInput[],
): Promise<Prices> {
  const unpriced = items.filter(({ price }) => isUnset(price))
  if (unpriced.length === 0) return new Map()
  const rows = await products_prices(db, [account_id, unpriced.map(({ id_item }) => id_item)])
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** The periods of products that have one, by their ids. */
export type Periods = ReadonlyMap<number, number>

/** The periods of the products of items that have none of their own. */
export async function productPeriods(
  tx: Tx,
  account_id: number,
  items: ItemInput[],
): Promise<Periods> {
  const open = items.filter(({ recurrency_period: own }) => own === null || own === undefined)
  if (open.length === 0) return new Map()
  const rows = await products_recurrencies(tx, [account_id, open.map(({ id_item }) => id_item)])
  return new Map(rows.map(({ id, recurrency_period }) => [id, recurrency_period]))
}

/** What the lines of each of these orders come to before taxes, as they are stored. */
export async function storedNets(
  db: Reader,
  account_id: number,
  ids: number[],
): Promise<ReadonlyMap<number, Big>> {
  const rows = ids.length > 0 ? await orders_nets(db, [account_id, ids]) : []
  const nets = new Map(rows.map(({ id, net }) => [id, figure(net)]))
  return new Map(ids.map((id) => [id, nets.get(id) ?? ZERO]))
}

/**
 * The lines with the periods that they have, or else their products', where none is sent.
 * `insert_order_items` does the latter; this is for lines that are compared before.
 */
export function withPeriods(lines: Line[], periods: Periods, kept: Kept): Line[] {
  return lines.map((line, i) => {
    const known = sameProduct(line, kept[i])
    const usual = known ? known.recurrency_period : (periods.get(line.id_item) ?? null)
    return { ...line, recurrency_period: line.recurrency_period ?? usual }
  })
}

/** The stored line that each line of a replacing order replaces, if any. */
type Kept = readonly (ItemRow | undefined)[]

/** A stored line as long as it is of the same product. */
const sameProduct = ({ id_item }: { id_item: number }, kept: ItemRow | undefined) =>
  kept?.id_item === id_item ? kept : undefined

/**
 * Finds the stored line that each sent one names again: the one with the same `fk_id`, or the one that it is
 * a copy of, where no other names that, or for one without a code the first left of the same product, rather
 * one that had no code either. A code that no line has is of a new line.
 */
export function namedAgain(stored: ItemRow[], sent: ItemInput[]): (ItemRow | undefined)[] {
  const byFkId = new Map(
    stored.flatMap((item) => (item.fk_id === null ? [] : [[item.fk_id, item]])),
  )
  const coded = sent.map(({ fk_id }) => byFkId.get(fk_id ?? ''))
  const byCode = withCopied(stored, sent, coded)
  const isBare = ({ fk_id }: { fk_id?: string | null }) => fk_id === undefined || fk_id === null
  const left = stored.filter((item) => !byCode.includes(item))
  const inTurn = [...left.filter(isBare), ...left.filter((item) => !isBare(item))]
  return sent.map((item, i) => {
    if (byCode[i] || !isBare(item)) return byCode[i]
    const place = inTurn.findIndex(({ id_item }) => id_item === item.id_item)
    return place < 0 ? undefined : inTurn.splice(place, 1)[0]
  })
}

/** The lines with those of the order that others are copies of, each once. */
function withCopied(stored: ItemRow[], sent: ItemInput[], named: Kept): Kept {
  if (sent.every(({ copied }) => copied === undefined)) return named
  const left = new Map(
    stored.flatMap((item) => (named.includes(item) ? [] : [[item.id, item] as const])),
  )
  return sent.map(({ copied }, i) => {
    if (named[i] || !copied) return named[i]
    const item = left.get(copied.id)
    left.delete(copied.id)
    return item
  })
}

/** Lines whose code another one before them has. */
export function duplicateFkIds(
  lines: Pick<Line, 'fk_id'>[],
  pointerOf: (i: number) => string,
): FieldError[] {
  const seen = new Set<string>()
  return lines.flatMap(({ fk_id }, i) => {
    if (fk_id === null) return []
    if (!seen.has(fk_id)) {
      seen.add(fk_id)
      return []
    }
    return [
      {
        pointer: `${pointerOf(i)}/fk_id`,
        code: 'duplicate_fk_id',
        detail: msg`"${fk_id}" stands twice in this order.`,
      },
    ]
  })
}

/** The stored item with a patch laid over it but for its list of taxes, and the patch's errors, relative to it. */
export function patchedLine(
  stored: ItemRow,
  sent: ItemPatchInput,
  amounts: AmountsMode,
  defaultPrice: string | null,
): { line: Line; errors: FieldError[] } {
  const { line, errors } = computeLine({
    sent: sent as FiguresInput,
    stored: stored.figures,
    defaultPrice,
    mode: amounts,
    taxes: taxesOf(sent, stored),
  })
  const properties = saidOf(stored.properties, sent)
  const patched = {
    id: stored.id,
    created_at: stored.created_at,
    id_item: sent.id_item ?? stored.id_item,
    fk_id: sent.fk_id === undefined ? stored.fk_id : sent.fk_id,
    description: sent.description === undefined ? stored.description : sent.description,
    recurrency_period:
      sent.recurrency_period === undefined ? stored.recurrency_period : sent.recurrency_period,
    figures: line,
    properties,
    ...NO_TAXES,
  }
  const ofLots = lotsErrors(properties?.lots ?? null, line.quantity, !!sent.lots)
  return { line: patched, errors: [...errors, ...ofLots] }
}

/**
 * What lines add to an order's total. Freight is added by the statement that writes the order,
 * which knows whether it is charged.
 */
export function sumOf(lines: Pick<Line, 'figures' | 'outside_other'>[]): string {
  const sum = totalOf(lines.map(({ figures, outside_other }) => ({ ...figures, outside_other })))
  if (sum.ok) return sum.total
  throw new Problem('validation_failed', sum.fieldError.detail, {
    errors: [{ pointer: '/items', ...sum.fieldError }],
  })
}

/**
 * Gives the lines of a replacing order the ids of the lines that they name again. An item so keeps its
 * id from one full synchronisation to the next, and remembers which discount was typed where it says
 * both.
 */
export function keepLines(lines: Line[], sent: ItemInput[], kept: Kept): Line[] {
  return lines.map((line, i) => {
    const before = kept[i]
    if (!before) return line
    const { id, created_at } = before
    const { typed_discount } = saysBothDiscounts(sent[i] as FiguresInput)
      ? before.figures
      : line.figures
    const properties = keptPayable(line.properties, before.properties)
    return { ...line, id, created_at, properties, figures: { ...line.figures, typed_discount } }
  })
}

/** True when a line says just what is stored under its id. */
export function isStored(line: Line, stored: ItemRow | undefined): boolean {
  return (
    stored !== undefined &&
    line.id === stored.id &&
    line.id_item === stored.id_item &&
    line.fk_id === stored.fk_id &&
    line.description === stored.description &&
    line.recurrency_period === stored.recurrency_period &&
    line.figures.typed_discount === stored.figures.typed_discount &&
    isDeepStrictEqual(line.taxes, stored.taxes) &&
    figureColumns.every((column) => line.figures[column] === stored.figures[column]) &&
    [...lineColumns, ...derivedColumns].every((column) =>
      isDeepStrictEqual(line.properties?.[column] ?? null, stored.properties?.[column] ?? null),
    )
  )
}

/** The lines of one order as `insert_order_items` takes them; new ones get the next of `ids`. */
export function lineRows(id_order: number, lines: Line[], ids: Iterator<number>): object[] {
  return lines.map(({ taxes, outside_other, ...line }) => ({
    ...columnsOf(line),
    ...(taxes.length > 0 ? { taxes, outside_other } : {}),
    id_order,
    id: line.id ?? ids.next().value,
  }))
}

/** How many of the lines are new. */
export function newOnes(lines: Line[]): number {
  return lines.filter(({ id }) => id === null).length
}

/** One line under the names of its columns, as JSON: what is not said of it any more goes. */
export function lineRow(line: Line): string {
  return JSON.stringify({ ...nothingSaid, ...columnsOf(line) })
}

/** Of a line of which nothing is said. */
export const nothingSaid = Object.fromEntries(
  [...lineColumns, ...derivedColumns].map((column) => [column, null]),
) as LineSaid

/** A line under the names of its columns. */
export function columnsOf({
  figures,
  properties,
  ...line
}: Pick<Line, 'figures' | 'properties'>): object {
  return { ...line, ...figures, ...properties }
}
