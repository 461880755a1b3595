import type { Customer, Order, OrderItem } from '@pedido/client'
import { type Clock, copiedHeader, emptyHeader, type Header, headerOfOrder } from './header.ts'
import { keptText } from './installments/installments.ts'
import {
  CELLS,
  type Cell,
  cellOf,
  DISCOUNTS,
  decimalText,
  type Item,
  TAXES,
} from './items/columns.ts'
import { type Details, detailsOf, hasUnreadDetail, isEmpty } from './items/details.ts'
import { leastOf, ofPackage, type Quantities, type Sold } from './items/quantities.ts'
import { isTaxCell, withTaxCell } from './items/taxes.ts'
import { hasUnreadRow, type Row } from './rows/rows.ts'

/** A product, or just its code where the service is to find it. */
export interface LineProduct {
  id: number | null
  name: string
  fk_id: string | null
}

/** A product that was found, with its price and the quantities in which it is sold. */
type Chosen = LineProduct & Quantities & { price?: number | null }

/** What was typed or pasted and can't be read, by its place; nothing is saved while there is any. */
export type Unread<Key extends string> = { readonly [P in Key]?: string }

/** A product when a line of it was copied. */
interface Today {
  id_item: number
  /** `1234.5`; null where it has none. */
  price: string | null
}

/** An item as it was, and which of its cells go with the rest. */
type Copied = Pick<Line, 'cells' | 'followed' | 'details'> & { id: number }

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
  details?: Details
  /** The item that it is, or that it was copied from: of that the service makes a new one. */
  copied: Copied | null
  /** What its product costs today, where it was copied from another order. */
  today: Today | null
  unread?: Unread<Cell | 'product'>
  /** What was pasted, until somebody has taken the product that it means. */
  pasted?: string
  /** The unit that stood behind its quantity there, such as `cx`: the product says how many that is. */
  pastedUnit?: string
}

/** An order as it is being typed. Its last line is blank: there the next is typed. */
export interface Draft {
  header: Header
  lines: readonly Line[]
  /** Of the header, by the names of its fields; of declared ones `custom_fields/` and the key. */
  unread?: Unread<string>
  /** What the customer's record gave, by its ids: where the order has that still, nobody has typed another. */
  ofCustomer?: Partial<Record<OfCustomer, number | undefined>>
  /** As they are typed; null: they follow from terms again; undefined: nobody has typed any. */
  installments?: readonly Row[] | null
  /** What had been sent of them when typing began, in short. */
  keptInstallments?: string
}

/** The product of a line; of one that was pasted by its code as the service has found it. */
export const productOf = (
  { key, product }: Line,
  items: ReadonlyMap<string, Item>,
): number | undefined => product?.id ?? (product ? items.get(key)?.item.id : undefined)

/**
 * Whether it is a new line whose product is offered no longer. One that was chosen is offered: it was pasted,
 * or copied from another order.
 */
export const isInactive = ({ id, product, copied }: Line, sold: Sold | undefined): boolean =>
  id === null && (copied !== null || product?.id === null) && sold?.active === false

let made = 0

/** Its key is of no line before, neither of one that the browser has kept. */
export function blankLine(): Line {
  const cells = Object.fromEntries(CELLS.map((cell) => [cell, ''])) as Line['cells']
  const key = `${Date.now().toString(36)}-${++made}`
  const nothing = { id: null, product: null, copied: null, today: null }
  return { ...nothing, key, cells, followed: [], description: '' }
}

/** The line with this in a cell: of the two discounts the one that is typed stays. */
export function withCell(before: Line, cell: Cell, value: string): Line {
  const read = withSaidTax(readAt(before, cell), cell, value)
  const { pastedUnit: _, ...counted } = read
  const line = cell === 'quantity' ? counted : read
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

/** The line's list of taxes says the same as its cells, where one was typed. */
function withSaidTax(line: Line, cell: Cell, value: string): Line {
  const { details } = line
  if (!details?.taxes?.length || !isTaxCell(cell)) return line
  return { ...line, details: { ...details, taxes: withTaxCell(details.taxes, cell, value) } }
}

/** The line with its taxes as they were typed: its cells show what the service makes of them. */
export const withTaxes = (line: Line, taxes: readonly Row[]): Line => ({
  ...line,
  details: { ...line.details, taxes },
  followed: [...line.followed.filter((cell) => !TAXES.includes(cell)), ...TAXES],
})

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
export function withProduct(line: Line, product: LineProduct): Line {
  const { pasted: _, ...rest } = readAt(line, 'product')
  return { ...rest, product }
}

/** The line with a product that was chosen, at its price; the least that is sold of it where no quantity is said. */
export function withChosen(line: Line, product: Chosen): Line {
  const { id, name, fk_id, price = null } = product
  const chosen = { ...withProduct(line, { id, name, fk_id }), today: null }
  // A price that was pasted beside it is of this product.
  const isPriced = line.pasted !== undefined && line.cells.price !== ''
  const usual = price === null ? '' : decimalText(price)
  const priced = isPriced ? chosen : withCell(chosen, 'price', usual)
  const isCounted = priced.cells.quantity !== '' || priced.unread?.quantity !== undefined
  return isCounted ? inOwnUnit(priced, product) : withCell(priced, 'quantity', leastOf(product))
}

/** The line with what was pasted in packages of its product in the product’s own unit. */
export function inOwnUnit({ pastedUnit, ...line }: Line, product: Quantities): Line {
  const { quantity } = line.cells
  const count = pastedUnit && quantity ? ofPackage(quantity, pastedUnit, product) : undefined
  return count === undefined ? line : withCell(line, 'quantity', count)
}

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

/** Fields that a new order begins with as the customer's record has them. */
const OF_CUSTOMER = [
  'user',
  'payment_type',
  'payment_method',
  'shipping_company',
  'freight_type',
] as const
type OfCustomer = (typeof OF_CUSTOMER)[number]
type Terms = Pick<Customer, 'users' | Exclude<OfCustomer, 'user'>>

/**
 * The draft of a new order with what its customer's record gives, but for what somebody has typed. Of
 * the sellers that is the first one whose orders the member may write.
 */
export function withTermsOf(
  draft: Draft,
  { users, ...terms }: Terms,
  allowed: readonly number[] | null | undefined,
): Draft {
  const user = users.find(({ id }) => !allowed || allowed.includes(id)) ?? null
  return OF_CUSTOMER.reduce((now, name) => {
    const { [name]: is } = now.header
    const isTyped = is !== null && is.id !== now.ofCustomer?.[name]
    if (isTyped || now.unread?.[name] !== undefined) return now
    const one = name === 'user' ? user : terms[name]
    const given = one && { id: one.id, name: one.name }
    const ofCustomer = { ...now.ofCustomer, [name]: given?.id }
    return { ...withHeader(now, name, { [name]: given }), ofCustomer }
  }, draft)
}

/** Whether a field of the header is as the customer's record gave it. */
export function isOfCustomer({ header, ofCustomer }: Draft, name: string): boolean {
  const field = OF_CUSTOMER.find((one) => one === name)
  const is = field && header[field]
  return is != null && is.id === ofCustomer?.[field as OfCustomer]
}

/** Whether something stands in it that can't be read: then nothing is sent of it. */
export const hasUnread = ({ lines, unread, installments }: Draft): boolean =>
  unread !== undefined ||
  hasUnreadRow(installments ?? []) ||
  lines.some((line) => line.unread !== undefined || hasUnreadDetail(line.details))

export const isBlank = ({ product, cells, description, details = {}, unread }: Line): boolean =>
  product === null &&
  description === '' &&
  isEmpty(details) &&
  unread === undefined &&
  CELLS.every((cell) => cells[cell] === '')

/** With one blank line at the end. */
export function withBlank(lines: readonly Line[]): readonly Line[] {
  const last = lines.at(-1)
  return last && isBlank(last) ? lines : [...lines, blankLine()]
}

export const emptyDraft = (): Draft => ({ header: emptyHeader(), lines: [blankLine()] })

/** An order, for typing on. */
export const draftOf = (order: Order, f: Clock): Draft => ({
  header: headerOfOrder(order, f),
  lines: withBlank(order.items.map(lineOf)),
  keptInstallments: keptText(order),
})

function lineOf(item: OrderItem): Line {
  const { id, name, fk_id } = item.item
  const typed = {
    cells: Object.fromEntries(CELLS.map((cell) => [cell, cellOf(item, cell)])) as Line['cells'],
    followed: [...DISCOUNTS, 'base_icms_st'] as const,
    details: detailsOf(item),
  }
  return {
    ...typed,
    key: `item-${item.id}`,
    id: item.id,
    product: { id, name, fk_id },
    description: item.description ?? '',
    copied: { id: item.id, ...typed },
    today: null,
  }
}

/** The same as a new order: its lines are new ones, and it has nothing yet that is of one order alone. */
export const copyOf = ({ header, lines }: Draft): Draft => ({
  header: copiedHeader(header),
  lines: withBlank(newLines(lines)),
})

/** Lines of another order, to be added to this one. */
export function newLines(lines: readonly Line[]): Line[] {
  return lines
    .filter((line) => !isBlank(line))
    .map((line) => ({ ...line, key: blankLine().key, id: null }))
}

/** A line whose item is gone, for itself: of the discount the money stays. */
export function detached({ cells, followed, ...line }: Line): Line {
  const isDiscountTyped = DISCOUNTS.some((cell) => !followed.includes(cell))
  return {
    ...line,
    key: blankLine().key,
    id: null,
    copied: null,
    cells: isDiscountTyped ? cells : { ...cells, discount_percentage: '' },
    followed: followed.filter((cell) => isDiscountTyped && DISCOUNTS.some((one) => one === cell)),
  }
}
