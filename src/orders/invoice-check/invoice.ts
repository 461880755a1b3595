import {
  buyerKindOf,
  isSimples as inSimples,
  isFinalConsumer as isConsumer,
} from '../amounts/by-rules/item.ts'

// What the check before the invoice looks at: an order with what its invoice would say of its seller, its
// buyer and its goods. Amounts and rates are decimal texts, days are `YYYY-MM-DD`.

export interface InvoiceFacts {
  /** The day by which taxes are judged, and the day of the invoice. */
  readonly tax_date: string
  readonly seller: Seller
  readonly customer: Buyer
  /** Of the order, else the customer's main one. */
  readonly address: Address | null
  /** Another than the customer's main one: it is delivered elsewhere. */
  readonly is_delivered_elsewhere: boolean
  readonly final_consumer: boolean | null
  readonly presence: number | null
  readonly intermediary: { document: string | null; id: string | null } | false | null
  readonly commitment: string | null
  readonly operation: { kind: string; purpose: number } | null
  readonly payment_method: { code: string | null } | null
  readonly freight: { mode: number | null } | null
  readonly shipping_company: Carrier | null
  readonly total_value: string
  readonly payable_value: string
  /** What falls to no line: the same total from its parts. */
  readonly freight_charged: string
  readonly insurance_value: string
  readonly other_expenses: string
  readonly discount_value: string
  readonly installments: readonly { number: string; due_date: string | null; amount: string }[]
  readonly items: readonly InvoiceItem[]
  /** What the account's rules say of each line; nothing where they are not asked. */
  readonly ruled: readonly RuledLine[]
  /** What the order comes to by the day of the invoice, where that is another than its own. */
  readonly moved: MovedByDay | null
}

/** What rules lack for a line. */
export interface RuledLine {
  /** No rule of ICMS holds, and nothing was sent of it. */
  readonly lacks_rule: boolean
  /** Taxes whose rate no law has set for the day. */
  readonly lacking_rates: readonly string[]
  /** Positions of the taxes for which another rule counts on the day of delivery, or none. */
  readonly ended: readonly number[]
}

/** An order by another day than its own. */
export interface MovedByDay {
  readonly total_value: string
  /** Taxes of its lines that there are not on that day. */
  readonly closed: readonly string[]
}

interface Seller {
  readonly state: string | null
  /** In force on the tax date. */
  readonly crt: 1 | 2 | 3 | 4 | null
  readonly regime: 'regular' | 'single'
}

interface Buyer {
  readonly name: string | null
  readonly legal_name: string | null
  readonly document: string | null
  readonly ie_kind: 1 | 2 | 9 | null
  readonly ie: string | null
  readonly suframa: string | null
  readonly public_kind: number | null
}

interface Address {
  readonly state: string | null
  readonly ibge: string | null
  readonly street: string | null
}

interface Carrier {
  readonly document: string | null
  readonly ie: string | null
  readonly state: string | null
}

export interface InvoiceItem {
  readonly quantity: string
  readonly price: string
  readonly total_item: string
  readonly vlr_desc: string
  readonly total_liq: string
  readonly discount_share: string
  readonly freight_share: string
  readonly insurance_share: string
  readonly other_share: string
  readonly cfop: string | null
  readonly product: InvoiceProduct
  readonly taxes: readonly InvoiceTax[]
  readonly lots: readonly { made_on: string | null; expires_on: string | null }[]
}

interface InvoiceProduct {
  readonly ncm: string | null
  readonly cest: string | null
  readonly gtin: string | null
  readonly unit_gtin: string | null
  readonly unit: string | null
  readonly origin: number
  readonly tax_factor: string | null
  readonly lot_controlled: boolean
}

/** Absent: the line does not say. */
export interface InvoiceTax {
  readonly tax: string
  readonly code?: string | null
  readonly class?: string | null
  readonly base?: string | null
  readonly rate?: string | null
  readonly value?: string | null
  readonly effective_rate?: string | null
  readonly effect?: number
  readonly reduction?: string | null
  readonly deferral?: string | null
  readonly deferred?: string | null
  readonly returned?: string | null
  readonly deduction?: string | null
  readonly inter_rate?: string | null
  readonly margin?: string | null
  readonly margin_kind?: string | null
  readonly quantity?: string | null
  readonly per_unit?: string | null
  readonly deducts?: boolean | null
  readonly adds?: boolean | null
  /** What is rarer, by the names of the layout. */
  readonly details?: Readonly<Record<string, string>> | null
  readonly mode?: string | null
  readonly reason?: string | null
  readonly benefit?: string | null
}

/** What stands for the state of who is in another country. */
export const ABROAD = 'EX'

export const ieKindOf = ({ customer }: InvoiceFacts) => buyerKindOf(customer)

/** Whether the buyer does not resell: as the order says, else as the kind of buyer says. */
export const isFinalConsumer = (facts: InvoiceFacts): boolean =>
  isConsumer(facts.final_consumer, ieKindOf(facts))

export const isAbroad = ({ address }: InvoiceFacts) => address?.state === ABROAD

/** Where goods go; `unknown` where the seller's state or the buyer's is. */
export function wayOf(facts: InvoiceFacts): 'inside' | 'interstate' | 'abroad' | 'unknown' {
  const { seller, address } = facts
  if (isAbroad(facts)) return 'abroad'
  if (seller.state === null || !address?.state) return 'unknown'
  return seller.state === address.state ? 'inside' : 'interstate'
}

/** Whether the seller says a CSOSN (Simples Nacional, MEI) and not a CST. */
export const isSimples = ({ seller }: InvoiceFacts): boolean => inSimples(seller)
