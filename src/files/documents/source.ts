import Big from 'big.js'
import { taxLabel } from '../../../packages/model/taxes.ts'
import type { Language } from '../../texts/message.ts'
import type { Company } from './company.ts'
import { type Address, amountsOf, type Order } from './details.ts'
import { type Line, otherTaxes, taxes } from './layout.ts'
import { moneyText, texts } from './texts.ts'

// What the PDF of an order and its page for whoever has a link both say.

/** What a document is made from. */
export interface DocumentSource {
  /** The order's JSON. */
  order: string
  account_name: string
  /** It is of a test account, which the document says on each page. */
  test: boolean
  time_zone: string
  /** The name of the logo's file. */
  logo: string | null
  is_freight_charged: boolean
  /** Bare CPF or CNPJ of the customer. */
  customer_document: string | null
  /** Null where there is none, or not for the reader. */
  customer_phone: string | null
  company: Company | null
  /** JSON: the units of products by their ids. */
  units: string
  /** JSON of `Declared[]`: the custom fields of orders that the account has declared. */
  declared: string
  language: Language
}

/** The digits of a number as they are written. */
export function exactNumber(_key: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === 'number' && context ? new Big(context.source) : value
}

/** Embeddings, overrides and isolates of text from right to left, and their ends. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** The same in which no name turns the text around it. */
export const withoutTurning = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replace(TURNING, '')) as T

/** The order of a source with exact numbers. */
export function readSource(given: DocumentSource): { order: Order; source: DocumentSource } {
  const source = withoutTurning(given)
  const order = JSON.parse(source.order, exactNumber) as Order
  const units = JSON.parse(source.units) as Record<string, string>
  for (const line of order.items) line.unit = units[String(line.item.id)] ?? null
  return { order, source }
}

/** A line for each part of an address. */
export function addressLines(address: Address, zip: string): string {
  const { street, number_text, complement, neighborhood, city, state, postal_code } = address
  const joined = (separator: string, ...parts: unknown[]) =>
    parts.filter((part) => part !== null && part !== '').join(separator)
  return joined(
    '\n',
    joined(' – ', joined(', ', street, number_text), complement),
    joined(' – ', neighborhood, joined('/', city, state)),
    postal_code && `${zip} ${postal_code}`,
  )
}

export type Total = [name: string, amount: string, isLast?: boolean]

/** What the total is made of, and it. */
export function totalsOf(order: Order, source: DocumentSource): Total[] {
  const { language, is_freight_charged } = source
  const words = texts[language]
  const sum = (figureOf: (line: Line) => Big) =>
    order.items.reduce((total, line) => total.plus(figureOf(line)), new Big(0))
  const money = (value: Big) => moneyText(value, language)
  const net = sum((line) => line.total_liq)
  const discount = sum((line) => line.vlr_desc)
  const taxRows = (areAdded: boolean) =>
    taxes.flatMap(({ label, column, isAdded }): Total[] => {
      const value = sum((line) => line[column])
      if (isAdded !== areAdded || value.eq(0)) return []
      return [[isAdded ? label : `${label} (${words.inside})`, money(value)]]
    })
  const others = Map.groupBy(order.items.flatMap(otherTaxes), ({ tax }) => tax)
  const otherRows = (areAdded: boolean) =>
    [...others].flatMap(([tax, all]): Total[] => {
      const moved = all.reduce((total, one) => total.plus(one.value.times(one.effect)), new Big(0))
      if (moved.eq(0) === areAdded) return []
      if (areAdded) return [[taxLabel(tax), signed(moved, money)]]
      const value = all.reduce((total, one) => total.plus(one.value), new Big(0))
      return [[`${taxLabel(tax)} (${words.inside})`, money(value)]]
    })
  const freight = order.freight?.value ?? new Big(0)
  const rows: Total[] = [[words.gross, money(net.plus(discount))]]
  if (discount.gt(0))
    rows.push([words.discount, `– ${money(discount)}`], [words.netTotal, money(net)])
  rows.push(...taxRows(true), ...otherRows(true))
  if (freight.gt(0)) {
    rows.push([
      is_freight_charged ? words.freight : `${words.freight} (${words.notCharged})`,
      money(freight),
    ])
  }
  for (const [name, amount] of amountsOf(order, source)) {
    rows.push([name, signed(amount, money)])
  }
  rows.push(...taxRows(false), ...otherRows(false))
  const total: Total = [words.total, money(order.total_value), true]
  const { total_value, payable_value } = order
  if (payable_value === null || payable_value.eq(total_value)) return [...rows, total]
  return [...rows, total, [words.payable, money(payable_value), true]]
}

const signed = (amount: Big, money: (value: Big) => string) =>
  amount.lt(0) ? `– ${money(amount.neg())}` : money(amount)
