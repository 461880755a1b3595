import type { Line } from '../draft.ts'
import { decimalText } from './columns.ts'

// A line of an order that is repeated takes the price that its product has today, and can take back
// the one that it was sold at.

/** What a line says beside its price. */
export interface PriceMark {
  /** The price that it was sold at, today’s where it has taken that one back, or that there is none. */
  kind: 'was' | 'today' | 'none'
  price: string
}

/** A product as it is today. */
export interface ProductToday {
  id: number
  name: string
  fk_id: string | null
  price: number | null
}

/** The line at its product’s price and by its name, as both are today. */
export function atTodaysPrice(line: Line, product: ProductToday | undefined): Line {
  // The service says on the line that there is no such product any more.
  if (!product) return line
  const { id, name, fk_id } = product
  const price = product.price === null ? null : decimalText(product.price)
  return {
    ...line,
    product: { id, name, fk_id },
    cells: { ...line.cells, price: price ?? line.cells.price },
    today: { id_item: id, price },
  }
}

/** Undefined where both prices are the same, and where a third one or another product was typed. */
export function priceMark({ product, cells, copied, today }: Line): PriceMark | undefined {
  if (!copied || !today || product?.id !== today.id_item) return undefined
  const { price: before } = copied.cells
  if (today.price === null) {
    return cells.price === before ? { kind: 'none', price: '' } : undefined
  }
  if (today.price === before) return undefined
  if (cells.price === today.price) return { kind: 'was', price: before }
  return cells.price === before ? { kind: 'today', price: today.price } : undefined
}

/** With the other of the two prices; as it is where it has no other. */
export function withOtherPrice(line: Line): Line {
  const mark = priceMark(line)
  if (!mark?.price) return line
  return { ...line, cells: { ...line.cells, price: mark.price } }
}
