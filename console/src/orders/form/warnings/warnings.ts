import type { LastPrice } from '@pedido/client'
import { type Draft, isBlank, type Line, productOf } from '../draft.ts'
import { installmentsText } from '../installments/installments.ts'
import { DISCOUNTS, type Item } from '../items/columns.ts'
import { isBelowLeast, multiplesBeside, type Sold } from '../items/quantities.ts'

// What is seldom meant in an order, though the service takes it: nothing here keeps anybody from saving.

/** Of a larger discount it is asked whether it was meant; the whole is told apart. */
const USUAL_DISCOUNT = 50
const WHOLE = 100

/** What is known of the lines beside what is typed. */
export interface Known {
  /** What the service makes of each line, by its key. */
  items: ReadonlyMap<string, Item>
  /** What the customer paid last, by the product's id. */
  lastPrices: ReadonlyMap<number, LastPrice>
  /** How products are sold, by their ids. */
  sold: ReadonlyMap<number, Sold>
}

/** Lines count from 1, as the grid shows them. */
export type Warning =
  | { kind: 'belowLast'; line: number; price: number; last: LastPrice }
  | { kind: 'repeated'; line: number; first: number }
  | {
      kind: 'notMultiple'
      line: number
      quantity: string
      below: string | undefined
      above: string
    }
  | { kind: 'belowLeast'; line: number; quantity: string; least: number }
  | { kind: 'discounted'; line: number; percentage: number }
  | { kind: 'given' | 'unpriced'; line: number }
  | { kind: 'orderDiscounted'; percentage: number }
  | { kind: 'orderGiven' | 'noTerms' | 'noDeliveryDate' | 'pastDelivery' | 'noAddress' }

/**
 * What to look at again before the order is saved: line by line, then the header. What is missing is
 * told once there is a customer and a line.
 * @param today `2026-11-22` in the account's zone
 */
export function warningsOf(draft: Draft, today: string, known: Known): Warning[] {
  return [...ofLines(draft.lines, known), ...ofHeader(draft, today)]
}

function ofLines(lines: readonly Line[], known: Known): Warning[] {
  const firsts = new Map<string, number>()
  return lines.flatMap((one, place) => {
    const line = place + 1
    const found: Warning[] = []
    const names = namesOf(one)
    const first = names.map((name) => firsts.get(name)).find((known) => known !== undefined)
    if (first !== undefined) found.push({ kind: 'repeated', line, first })
    for (const name of names) firsts.set(name, first ?? line)
    const more = [ofFigures(one, line), ofQuantity(one, line, known), ofLastPrice(one, line, known)]
    return [...found, ...more.flat()]
  })
}

/** A quantity in which the product is not sold. */
function ofQuantity(one: Line, line: number, { items, sold }: Known): Warning[] {
  const { quantity } = one.cells
  const of = sold.get(productOf(one, items) ?? 0)
  if (!of) return []
  const beside = multiplesBeside(quantity, of)
  const least = of.minimum_quantity ?? 0
  return [
    ...(beside ? [{ kind: 'notMultiple', line, quantity, ...beside } as const] : []),
    ...(isBelowLeast(quantity, of) ? [{ kind: 'belowLeast', line, quantity, least } as const] : []),
  ]
}

/** A net price below the one that the customer paid last; nothing of what is free, which is told of by itself. */
function ofLastPrice(one: Line, line: number, { items, lastPrices }: Known): Warning[] {
  const item = items.get(one.key)
  const last = lastPrices.get(productOf(one, items) ?? 0)
  // Of a line that has another product now the service says it in a moment.
  if (!item || !last || item.item.id !== last.id_item) return []
  const { unit_liq: price } = item
  return price > 0 && price < last.unit_liq ? [{ kind: 'belowLast', line, price, last }] : []
}

/** A product that was pasted has a code alone until the service has found it. */
function namesOf({ product }: Line): string[] {
  if (!product) return []
  const { id, fk_id } = product
  return [...(id === null ? [] : [`#${id}`]), ...(fk_id === null ? [] : [`=${fk_id}`])]
}

function ofFigures(one: Line, line: number): Warning[] {
  const { price, quantity } = one.cells
  if (price !== '' && Number(price) === 0) {
    return Number(quantity) > 0 ? [{ kind: 'unpriced', line }] : []
  }
  const percentage = discountOf(one)
  if (percentage >= WHOLE) return [{ kind: 'given', line }]
  return percentage > USUAL_DISCOUNT ? [{ kind: 'discounted', line, percentage }] : []
}

/** In per cent; 0 where the service has to say what has become of it. */
function discountOf({ cells, followed, copied }: Line): number {
  const { quantity, price, discount_percentage, discount_value } = cells
  const isFollowed = DISCOUNTS.every((cell) => followed.includes(cell))
  const isSame = copied?.cells.price === price && copied.cells.quantity === quantity
  if (isFollowed && !isSame) return 0
  if (discount_percentage !== '') return Number(discount_percentage)
  const gross = Number(quantity) * Number(price)
  return gross > 0 ? (Number(discount_value) / gross) * WHOLE : 0
}

function ofHeader(draft: Draft, today: string): Warning[] {
  const { header, unread = {}, lines, installments, keptInstallments = '' } = draft
  const { delivery_date, customer, address, payment_type } = header
  const found: Warning[] = []
  const percentage = Number(header.discount_percentage)
  if (percentage >= WHOLE) found.push({ kind: 'orderGiven' })
  else if (percentage > USUAL_DISCOUNT) found.push({ kind: 'orderDiscounted', percentage })
  if (delivery_date !== '' && delivery_date < today) found.push({ kind: 'pastDelivery' })
  if (!customer || !lines.some((line) => line.product && !isBlank(line))) return found
  const due = installments === undefined ? keptInstallments : installmentsText(installments)
  const isMissing = {
    noTerms: payment_type === null && unread['payment_type'] === undefined && due === '',
    noDeliveryDate: delivery_date === '' && unread['delivery_date'] === undefined,
    noAddress: address === null,
  }
  for (const kind of ['noTerms', 'noDeliveryDate', 'noAddress'] as const) {
    if (isMissing[kind]) found.push({ kind })
  }
  return found
}
