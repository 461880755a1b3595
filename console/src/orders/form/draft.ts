import type { Address, Order } from '@pedido/client'
import { CELLS, type Cell, cellOf, DISCOUNTS, decimalText } from './columns.ts'
import { type Origin, originOf } from './origin.ts'
import type { Today } from './todays-price.ts'

/** A record that an order refers to. */
export interface Named {
  id: number
  name: string
  fk_id: string | null
}

/** References that are chosen from a short list. */
export const REFERENCES = [
  'payment_type',
  'payment_method',
  'category',
  'user',
  'branch_company',
  'shipping_company',
  'freight_type',
  'opportunity',
  'quotation',
] as const
export type ReferenceName = (typeof REFERENCES)[number]

/** What is typed of an order but for its lines. Amounts are `1234.5`, '' where there is none. */
export interface Header extends Record<ReferenceName, Named | null> {
  customer: Named | null
  address: Named | null
  freight_value: string
  /** `2026-11-22T14:05` in the account's zone; '' of a new one: when it is saved. */
  date: string
  /** `2026-11-22` in the account's zone. */
  delivery_date: string
  observations: string
  fk_id: string
  custom_fields: Record<string, string>
}

/** A product, or just its code where the service is to find it. */
export interface LineProduct {
  id: number | null
  name: string
  fk_id: string | null
}

/** What was typed or pasted and can't be read, by its place; nothing is saved while there is any. */
export type Unread<Place extends string> = { readonly [P in Place]?: string }

export interface Line {
  /** Tells it from the others on the page. */
  key: string
  /** Of the order's item; null for a new one. */
  id: number | null
  product: LineProduct | null
  cells: Record<Cell, string>
  /** Cells that nobody has typed, and that go with the rest of the line: the service says how. */
  followed: readonly Cell[]
  description: string
  /** The item that it is, or that it was copied from. */
  origin: Origin | null
  /** What its product costs today, where it was copied from another order. */
  today: Today | null
  unread?: Unread<Cell | 'product'>
}

/** An order as it is being typed. Its last line is blank: there the next is typed. */
export interface Draft {
  header: Header
  lines: readonly Line[]
  /** Of the header, by the names of its fields; of declared ones `custom_fields/` and the key. */
  unread?: Unread<string>
}

let made = 0

/** Its key is of no line before, neither of one that the browser has kept. */
export function blankLine(): Line {
  const cells = Object.fromEntries(CELLS.map((cell) => [cell, ''])) as Line['cells']
  const key = `${Date.now().toString(36)}-${++made}`
  const nothing = { id: null, product: null, origin: null, today: null }
  return { ...nothing, key, cells, followed: [], description: '' }
}

/** The line with this in a cell: of the two discounts the one that is typed stays. */
export function withCell(before: Line, cell: Cell, value: string): Line {
  const line = readAt(before, cell)
  const cells = { ...line.cells, [cell]: value }
  const others = line.followed.filter((one) => one !== cell)
  const other = DISCOUNTS.find((one) => DISCOUNTS.some((two) => two === cell) && one !== cell)
  if (!other) return { ...line, cells, followed: others }
  const kept = others.filter((one) => one !== other)
  return {
    ...line,
    cells: { ...cells, [other]: '' },
    followed: value === '' ? kept : [...kept, other],
  }
}

/** The line with something in a cell, or for its product, that can't be read; '' takes that away. */
export function withUnread(before: Line, place: Cell | 'product', typed: string): Line {
  const line = place === 'product' ? before : withCell(before, place, '')
  return typed === ''
    ? readAt(line, place)
    : { ...line, unread: { ...line.unread, [place]: typed } }
}

/** The line where nothing in this place is unread any more. */
function readAt(line: Line, place: Cell | 'product'): Line {
  if (line.unread?.[place] === undefined) return line
  const { unread, ...rest } = line
  const { [place]: _, ...others } = unread
  return Object.keys(others).length === 0 ? rest : { ...rest, unread: others }
}

/** The line with its product: what else was typed for it is forgotten. */
export const withProduct = (line: Line, product: LineProduct): Line => ({
  ...readAt(line, 'product'),
  product,
})

/** Where a declared field stands among those of the header. */
export const customPlace = (key: string) => `custom_fields/${key}`

/** The draft with something in its header that can't be read; '' takes that away. */
export function withHeaderUnread({ unread, ...draft }: Draft, place: string, typed: string): Draft {
  const { [place]: _, ...others } = unread ?? {}
  const all = typed === '' ? others : { ...others, [place]: typed }
  return Object.keys(all).length === 0 ? draft : { ...draft, unread: all }
}

/** The draft with something typed in its header, in this place: what was unread there is gone. */
export function withHeader(draft: Draft, place: string, changed: Partial<Header>): Draft {
  const { header, ...rest } = withHeaderUnread(draft, place, '')
  return { ...rest, header: { ...header, ...changed } }
}

/** Whether something stands in it that can't be read: then nothing is sent of it. */
export const hasUnread = ({ lines, unread }: Draft): boolean =>
  unread !== undefined || lines.some((line) => line.unread !== undefined)

export const isBlank = ({ product, cells, description, unread }: Line): boolean =>
  product === null &&
  description === '' &&
  unread === undefined &&
  CELLS.every((cell) => cells[cell] === '')

/** With one blank line at the end. */
export function withBlank(lines: readonly Line[]): readonly Line[] {
  const last = lines.at(-1)
  return last && isBlank(last) ? lines : [...lines, blankLine()]
}

export function emptyDraft(): Draft {
  const references = Object.fromEntries(REFERENCES.map((name) => [name, null])) as Record<
    ReferenceName,
    null
  >
  const header = {
    ...references,
    customer: null,
    address: null,
    freight_value: '',
    date: '',
    delivery_date: '',
    observations: '',
    fk_id: '',
    custom_fields: {},
  }
  return { header, lines: [blankLine()] }
}

/** What day and time it is in the account's zone: of `Formats`. */
interface Clock {
  day(time: string): string
  time(time: string): string
}

/** An order, for typing on. */
export function draftOf(order: Order, f: Clock): Draft {
  const { freight, address, delivery_date } = order
  const header: Header = {
    customer: order.customer,
    address: address && addressNamed(address),
    payment_type: order.payment_type,
    payment_method: order.payment_method,
    category: order.category,
    user: order.user,
    branch_company: order.branch_company,
    shipping_company: order.shipping_company,
    opportunity: order.opportunity,
    quotation: order.quotation && { ...order.quotation, fk_id: null },
    freight_type: freight && { id: freight.id, name: freight.name, fk_id: freight.fk_id },
    freight_value: freight === null || freight.value === 0 ? '' : decimalText(freight.value),
    date: `${f.day(order.date)}T${f.time(order.date)}`,
    delivery_date: delivery_date === null ? '' : f.day(delivery_date),
    observations: order.observations ?? '',
    fk_id: order.fk_id ?? '',
    custom_fields: order.custom_fields,
  }
  const lines = order.items.map((item): Line => {
    const cells = Object.fromEntries(CELLS.map((cell) => [cell, cellOf(item, cell)]))
    const { id, name, fk_id } = item.item
    return {
      key: `item-${item.id}`,
      id: item.id,
      product: { id, name, fk_id },
      cells: cells as Line['cells'],
      followed: [...DISCOUNTS, 'base_icms_st'],
      description: item.description ?? '',
      origin: originOf(item),
      today: null,
    }
  })
  return { header, lines: withBlank(lines) }
}

/** The same as a new order: its lines are new ones, and it has no code, days and source of its own yet. */
export function copyOf({ header, lines }: Draft): Draft {
  const own = { fk_id: '', date: '', delivery_date: '', opportunity: null, quotation: null }
  return { header: { ...header, ...own }, lines: withBlank(newLines(lines)) }
}

/** Lines of another order, to be added to this one. */
export function newLines(lines: readonly Line[]): Line[] {
  return lines
    .filter((line) => !isBlank(line))
    .map((line) => ({ ...line, key: blankLine().key, id: null }))
}

/** An address in one line. */
export function addressNamed({ id, fk_id, ...address }: Address): Named {
  const { street, number, neighborhood, city, state } = address
  const place = [city, state].filter(Boolean).join(' – ')
  const way = [street, number].filter((one) => one !== null && one !== '').join(', ')
  return { id, fk_id, name: [way, neighborhood, place].filter(Boolean).join(', ') || `#${id}` }
}
