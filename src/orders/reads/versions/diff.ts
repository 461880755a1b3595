import { isDeepStrictEqual } from 'node:util'
import Big from 'big.js'
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json'
import { isDecimal } from '../../../../packages/model/order-row.ts'
import { lineShares } from '../../../../packages/model/totals.ts'
import { figureColumns } from '../../../model/item.ts'
import { rows } from '../../../model/order.ts'

// What differs between two documents of an order: data in, data out. Numbers are never rounded.

/** A value as lossless-json reads it: a number is a `LosslessNumber`. */
type Json = unknown
type JsonObject = Record<string, Json>

/** One value that differs; a value that is not there is null. */
export interface Difference {
  /** A JSON pointer into the order, or into the item. */
  pointer: string
  from: Json
  to: Json
  /** Of amounts, quantities and percentages: `to` less `from`, exactly. */
  difference?: LosslessNumber
}

export interface OrderDiff {
  changes: Difference[]
  items: {
    added: JsonObject[]
    removed: JsonObject[]
    changed: { id: Json; item: Json; changes: Difference[] }[]
  }
}

interface Document extends JsonObject {
  items: JsonObject[]
}

/** What each change renews, so that it tells nothing. */
const RENEWED = 'updated_at'

/** Pointers of numbers whose difference says something: in the order, and in an item. */
const measured = new Set([
  ...rows.flatMap((row) => {
    if (row.kind === 'total' || row.kind === 'payable') return [`/${row.name}`]
    if (!isDecimal(row)) return []
    return [row.within ? `/${row.within}/value` : `/${row.name}`]
  }),
])
const measuredOfItems = new Set(
  [...figureColumns, ...lineShares.map(({ name }) => name)].map((name) => `/${name}`),
)

/** An order that was changed, or would be, and what that changes. */
export interface Compared {
  id: number
  document: string
  diff: OrderDiff
  /** The version that it was. */
  was: number
  /** The version that it is now, or would be. */
  version: number
}

/** What has become of an order. */
export function comparedWith(
  before: { version: number; document: string },
  { id, document }: { id: number; document: string },
): Compared {
  const isSame = document === before.document
  const version = before.version + (isSame ? 0 : 1)
  return { id, document, diff: diffOf(before.document, document), was: before.version, version }
}

/** The same as the answer of a request that changed it, or only showed what that would do. */
export function comparedJson({ document, diff, was, version }: Compared, isDry: boolean): string {
  const diffText = diffJson(diff, was, isDry ? null : version)
  return `{"dry_run":${isDry},"order":${document},"diff":${diffText}}`
}

/** What differs between two documents of an order, JSON texts. Items are matched by their ids. */
export function diffOf(from: string, to: string): OrderDiff {
  const { items: before, [RENEWED]: _, ...header } = parse(from) as Document
  const { items: after, [RENEWED]: __, ...changed } = parse(to) as Document
  const was = byId(before)
  const is = byId(after)
  return {
    changes: differences(header, changed, measured),
    items: {
      added: after.filter((item) => !was.has(String(item['id']))),
      removed: before.filter((item) => !is.has(String(item['id']))),
      changed: after.flatMap((item) => {
        const old = was.get(String(item['id']))
        const changes = old ? differences(old, item, measuredOfItems) : []
        return changes.length > 0 ? [{ id: item['id'], item: item['item'], changes }] : []
      }),
    },
  }
}

/** The JSON of a diff, with the versions between which it is. */
export function diffJson(diff: OrderDiff, from_version: number, to_version: number | null): string {
  return stringify({ from_version, to_version, ...diff }) as string
}

const byId = (items: JsonObject[]) => new Map(items.map((item) => [String(item['id']), item]))

function differences(
  from: JsonObject,
  to: JsonObject,
  numbers: ReadonlySet<string>,
  at = '',
): Difference[] {
  return Object.keys({ ...from, ...to }).flatMap((key): Difference[] => {
    const pointer = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const [before = null, after = null] = [from[key], to[key]]
    if (isDeepStrictEqual(before, after)) return []
    if (isPlain(before) && isPlain(after) && isSame(before, after))
      return differences(before, after, numbers, pointer)
    const isMeasured = numbers.has(pointer) && isLosslessNumber(before) && isLosslessNumber(after)
    const difference = isMeasured ? { difference: less(after, before) } : {}
    return [{ pointer, from: before, to: after, ...difference }]
  })
}

/** Two objects of one thing, such as of one customer: what differs is in them. */
const isSame = (before: JsonObject, after: JsonObject) =>
  isDeepStrictEqual(before['id'], after['id'])

const isPlain = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)

const less = (after: LosslessNumber, before: LosslessNumber) =>
  new LosslessNumber(new Big(after.value).minus(before.value).toFixed())
