import Big from 'big.js'
import type { Catalogue } from '../../taxes/catalogue.ts'
import type { InvoiceFacts, InvoiceItem, InvoiceTax } from './invoice.ts'

/** Where something is wrong. The level is the rule's, unless it is weaker here. */
export interface Pointed {
  readonly pointer: string
  readonly level?: 'warning'
}

/** What the rules may ask beside the order. */
export interface Known {
  /** Of the file of rules: those that a rule names. A list that is not there is not asked. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly catalogue: Pick<Catalogue, 'effects' | 'rates'>
}

/** What a row of the file says to its predicate. */
export type Arguments = Readonly<Record<string, unknown>>

/** A rule: where an order breaks it. */
export type Predicate = (facts: InvoiceFacts, args: Arguments, known: Known) => Pointed[]

export const at = (pointer: string): Pointed => ({ pointer })

/** A place for each line of which it is true. */
export function itemsWhere(
  { items }: InvoiceFacts,
  field: string,
  isWrong: (item: InvoiceItem) => boolean,
): Pointed[] {
  return items.flatMap((item, i) => (isWrong(item) ? [at(`/items/${i}${field}`)] : []))
}

/** A place for each tax of which it is true, of whichever line. */
export function taxesWhere(
  { items }: InvoiceFacts,
  field: string,
  isWrong: (tax: InvoiceTax, item: InvoiceItem) => boolean,
): Pointed[] {
  return items.flatMap((item, i) =>
    item.taxes.flatMap((tax, j) =>
      isWrong(tax, item) ? [at(`/items/${i}/taxes/${j}${field}`)] : [],
    ),
  )
}

export const taxOf = ({ taxes }: InvoiceItem, name: string): InvoiceTax | undefined =>
  taxes.find(({ tax }) => tax === name)

/** CST or CSOSN of the line's ICMS. */
export const codeOf = (item: InvoiceItem): string | null => taxOf(item, 'icms')?.code ?? null

/** Texts that a row lists; none where it lists none. */
export function listed(args: Arguments, name: string): readonly string[] {
  const list = args[name]
  return Array.isArray(list) ? list.map(String) : []
}

export function isListed(args: Arguments, name: string, value: string | number | null): boolean {
  return value !== null && listed(args, name).includes(String(value))
}

/** A decimal; 0 where none is said. */
export const big = (value: string | null | undefined): Big => new Big(value ?? 0)

/** Whether the line says anything of a tax: it may be said with zeros only. */
export function isLevied(tax: InvoiceTax | undefined): boolean {
  return tax !== undefined && big(tax.value).gt(0)
}
