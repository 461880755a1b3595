import type { OrderChanges, OrderInput, OrderPreview } from '@pedido/client'
import { numberOf } from '../../text/decimals.ts'
import { type Draft, isBlank, type Line } from './draft.ts'
import { headerRows, pointerOf, valuesOf } from './header.ts'
import { installmentsText, sentInstallments } from './installments/installments.ts'
import { CELLS, type Cell, type Item, TAXES } from './items/columns.ts'
import { changedDetails } from './items/details.ts'

/** A request, and where in it each line stands: errors name that place. */
export interface Body<T> {
  body: T
  places: ReadonlyMap<string, string>
}

/** The request for a new order. */
export function inputOf({ header, lines, installments }: Draft): Body<OrderInput> {
  const given = typed(lines)
  const values = Object.entries(valuesOf(header)).filter(([, value]) => value !== null)
  const custom = Object.entries(header.custom_fields).filter(([, value]) => value !== '')
  const body = {
    ...Object.fromEntries(values),
    ...(custom.length > 0 ? { custom_fields: Object.fromEntries(custom) } : {}),
    ...(installments?.length ? { installments: sentInstallments(installments) } : {}),
    items: given.map(newItem),
  }
  return {
    body: body as unknown as OrderInput,
    places: new Map(given.map(({ key }, place) => [key, `/items/${place}`])),
  }
}

/** The request that makes of an order as it was (`base`) what has been typed: only what differs. */
export function changesOf(base: Draft, { header, lines, installments }: Draft): Body<OrderChanges> {
  const before = valuesOf(base.header)
  const values = Object.entries(valuesOf(header)).filter(
    // Lists and objects are the same where they say the same.
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  const custom = customChanges(base.header.custom_fields, header.custom_fields)
  const known = new Map(base.lines.map((line) => [line.id, line]))
  const given = typed(lines)
  const places = new Map<string, string>()
  const add: object[] = []
  const change: object[] = []
  for (const line of given) {
    const old = line.id === null ? undefined : known.get(line.id)
    const changed = old && changedItem(old, line)
    if (!old) places.set(line.key, `/items/add/${add.push(newItem(line)) - 1}`)
    else if (changed) places.set(line.key, `/items/change/${change.push(changed) - 1}`)
  }
  const left = new Set(given.map(({ id }) => id))
  const remove = base.lines.flatMap(({ id }) => (id === null || left.has(id) ? [] : [{ id }]))
  const items = Object.entries({ add, change, remove }).filter(([, list]) => list.length > 0)
  const body = {
    ...Object.fromEntries(values),
    ...(Object.keys(custom).length > 0 ? { custom_fields: custom } : {}),
    ...(installments === undefined || installmentsText(installments) === base.keptInstallments
      ? {}
      : { installments: sentInstallments(installments) }),
    ...(items.length > 0 ? { items: Object.fromEntries(items) } : {}),
  }
  return { body: body as OrderChanges, places }
}

/** What the service makes of each line, by the line's key. */
export function itemsByLine(
  lines: readonly Line[],
  preview: OrderPreview | undefined,
): ReadonlyMap<string, Item> {
  const items = preview?.items ?? []
  const written = new Map(items.map((item) => [item.id, item]))
  const added = items.filter(({ id }) => id === null)
  const found = new Map<string, Item>()
  let place = 0
  for (const line of typed(lines)) {
    const item = line.id === null ? added[place++] : written.get(line.id)
    if (item) found.set(line.key, item)
  }
  return found
}

/** Places of fields above the lines, and of the lines’ own but those in a window, which may be closed. */
export function pointersOf(places: ReadonlyMap<string, string>): string[] {
  const lines = [...places.values()].flatMap((place) =>
    ['', ...CELLS, 'id_item', 'fk_id_item', 'copy_of', 'description'].map((cell) =>
      cell ? `${place}/${cell}` : place,
    ),
  )
  // A fault of a declared field stands below, at that field.
  const header = headerRows.filter(({ kind }) => kind !== 'texts').map(pointerOf)
  return [...header, ...lines]
}

const typed = (lines: readonly Line[]) => lines.filter((line) => !isBlank(line))

function customChanges(before: Record<string, string>, now: Record<string, string>) {
  const changed = Object.entries(now).filter(([key, value]) => (before[key] ?? '') !== value)
  return Object.fromEntries(changed.map(([key, value]) => [key, value === '' ? null : value]))
}

function productOf({ product }: Line): object {
  if (product === null) return {}
  return product.id === null ? { fk_id_item: product.fk_id } : { id_item: product.id }
}

function newItem(line: Line): object {
  const { cells, copied, description, details = {} } = line
  if (copied) {
    const typed = { quantity: numberOf(cells.quantity), description: description || null }
    return {
      ...productOf(line),
      ...typed,
      ...changedFigures(copied, line),
      ...changedDetails(copied.details ?? {}, details),
      copy_of: copied.id,
    }
  }
  const filled = CELLS.filter((cell) => cells[cell] !== '')
  return {
    ...productOf(line),
    ...typedFigures(filled, line),
    ...(description ? { description } : {}),
    ...changedDetails({}, details),
  }
}

/** Undefined where the line is as it was. */
function changedItem(old: Line, line: Line): object | undefined {
  const changes = {
    ...(old.product?.id === line.product?.id ? {} : productOf(line)),
    ...changedFigures(old, line),
    ...(old.description === line.description ? {} : { description: line.description || null }),
    ...changedDetails(old.details ?? {}, line.details ?? {}),
  }
  return Object.keys(changes).length === 0 ? undefined : { id: line.id, ...changes }
}

function changedFigures(old: Pick<Line, 'cells' | 'followed'>, line: Line): object {
  const changed = CELLS.filter(
    (cell) => old.cells[cell] !== line.cells[cell] || old.followed.includes(cell),
  )
  return typedFigures(changed, line)
}

/** Of the discount the one that was typed; where it was emptied, 0 %. What a list of taxes says it says alone. */
function typedFigures(cells: readonly Cell[], { cells: values, followed, details }: Line): object {
  const isListed = (details?.taxes?.length ?? 0) > 0
  const isUnsaid = (cell: Cell) =>
    (isListed && TAXES.includes(cell)) ||
    (cell === 'discount_value' && values[cell] === '') ||
    (cell === 'discount_percentage' && values[cell] === '' && values.discount_value !== '')
  return Object.fromEntries(
    cells
      .filter((cell) => !followed.includes(cell) && !isUnsaid(cell))
      .map((cell) => [cell, figureOf(cell, values[cell])]),
  )
}

/** Of a cell that was emptied: no discount and no rate, and what the service makes of the others. */
function figureOf(cell: Cell, value: string): number | null {
  const isNone = value === '' && (cell === 'discount_percentage' || cell.startsWith('aliq_'))
  return isNone ? 0 : numberOf(value)
}
