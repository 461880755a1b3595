// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Order, Reference } from './orders-2.ts'

export interface Address {
  id: number
  street: string | null
  /** The number of `number_text`; null where that has more than digits. */ number: number | null
  /** The house number as it is written; `number` follows from it. If only `number` is sent, its digits. */ number_text: string | null
  complement: string | null
  /** The digits of `postal_code`. */ zip_code: number | null
  /** The CEP of `zip_code` as people write it. */ postal_code: string | null
  neighborhood: string | null
  city: string | null
  state: string | null
  /** Exact: at most 2 integer digits and 15 decimals. */ latitude: number | null
  /** Exact: at most 3 integer digits and 15 decimals. */ longitude: number | null
  address_type: "billing" | "delivery" | "main" | "other" | null
  name: string | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** The IBGE’s number of the municipality; its first two digits are the state’s. */ ibge: string | null
  /** The country, by the Banco Central’s table; 1058 is Brazil. */ country: number
}

export interface OrderItem {
  id: number
  item: OrderItemProduct
  description: string | null
  created_at: string
  fk_id: string | null
  operation: Reference | null
  /** The CFOP of the line. Null: it follows from the tax rule, the operation and the place, where the taxes of the line do; it is shown then. */ cfop: string | null
  /** The number of the customer’s order that this line is of (xPed). */ customer_order: string | null
  /** Which item of the customer’s order it is (nItemPed). */ customer_order_item: string | null
  /** What the invoice says of the line beside its description (infAdProd). */ additional_info: string | null
  lots: Array<Lot>
  /** How many; 0 is refused. Exact: at most 11 integer digits and 4 decimals. */ quantity: number
  /** Unit price; the product’s unless given. Exact: at most 11 integer digits and 10 decimals. */ price: number
  /** Discount of the whole line in money. When the line changes, the discount (money or percentage) that was sent last stays; sending both changes nothing about that. Exact: at most 13 integer digits and 2 decimals. */ vlr_desc: number
  /** The same in percent. Exact: at most 3 integer digits and 4 decimals. */ perc_desc: number
  /** net_value ÷ quantity. Exact: at most 11 integer digits and 10 decimals. */ unit_liq: number
  /** total_item less the discount. Exact: at most 13 integer digits and 2 decimals. */ total_liq: number
  /** Base of ICMS-ST, its margin (MVA) included; needed with a rate. Bases keep their ratio to net_value when the line changes. Exact: at most 13 integer digits and 2 decimals. */ base_icms_st: number
  /** Rate of ICMS-ST in percent. Exact: at most 3 integer digits and 4 decimals. */ icms_st: number
  /** ICMS-ST: base × rate ÷ 100 less value_icms, not below 0. Where value_icms is 0 it may be anything up to base × rate ÷ 100 (Simples Nacional deducts a presumed ICMS), and keeps its ratio when the line changes. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ vlr_icms_st: number
  /** Base of IPI; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_ipi: number
  /** Rate of IPI in percent. Exact: at most 3 integer digits and 4 decimals. */ ipi: number
  /** IPI: base × rate ÷ 100. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_ipi: number
  /** Base of ICMS; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_icms: number
  /** Rate of ICMS in percent. Exact: at most 3 integer digits and 4 decimals. */ icms: number
  /** ICMS: base × rate ÷ 100. Inside the price, never added. Exact: at most 13 integer digits and 2 decimals. */ vlr_icms: number
  freight_share: number | null
  insurance_share: number | null
  other_share: number | null
  discount_share: number | null
  line_total: number | null
  taxes: Array<LineTax> | null
  /** Days. */ recurrency_period: number | null
}

/** The product, in short. */
export interface OrderItemProduct {
  id: number
  name: string
  fk_id: string | null
  type: "product" | "service"
}

export interface Lot {
  /** Its number, up to 20 characters. */ number: string
  /** How much of it. Exact: at most 8 integer digits and 3 decimals. */ quantity: number
  /** The day on which it was made. */ made_on: string | null
  /** Its last day. */ expires_on: string | null
}

/** A tax of a line. */
export interface LineTax {
  /** A tax of the catalogue (`GET /taxes`). */ tax: string
  /** What it is levied on. Follows from the line where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base: number
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ rate: number
  /** base × rate ÷ 100, or as the tax has it. Exact: at most 13 integer digits and 2 decimals. */ value: number
  /** What the value does to the total: added, inside the price, taken off. */ effect: number
  /** `given`: as it was sent. `derived`: its figures follow from a rate alone, or from the tax itself. `rule:7@2`: version 2 of tax rule 7 has worked it out. */ origin: string
  /** CST or CSOSN. */ code?: string
  /** cClassTrib of IBS, CBS and IS; cEnq of IPI. */ class?: string
  /** What the margin is. */ margin_kind?: "original" | "adjusted" | "list" | "consumer_price" | "own_use"
  /** Whether the tax is in its base. */ base_kind?: "single" | "double"
  /** How the base is found (modBC, modBCST). */ mode?: string
  /** Why ICMS is relieved (motDesICMS). */ reason?: string
  /** The code of the benefit (cBenef). */ benefit?: string
  /** Percent by which the base of ICMS and ICMS-ST is lower, and the rate of IBS and CBS. Exact: at most 3 integer digits and 4 decimals. */ reduction?: number
  /** Percent of the tax that is due later. Exact: at most 3 integer digits and 4 decimals. */ deferral?: number
  /** The same in money: it is not in `value`. Exact: at most 13 integer digits and 2 decimals. */ deferred?: number
  /** Given back: it is not in `value`. Exact: at most 13 integer digits and 2 decimals. */ returned?: number
  /** The margin (MVA) in the base of ICMS-ST, as it was applied, in percent. Exact: at most 3 integer digits and 4 decimals. */ margin?: number
  /** What is taken off: the line’s own ICMS or FCP unless given. Exact: at most 13 integer digits and 2 decimals. */ deduction?: number
  /** The rate between the states, in percent. Exact: at most 3 integer digits and 4 decimals. */ inter_rate?: number
  /** What an amount per unit is levied on; the line’s quantity unless given. Exact: at most 12 integer digits and 4 decimals. */ quantity?: number
  /** Amount per unit, where the tax is by quantity. Exact: at most 11 integer digits and 4 decimals. */ per_unit?: number
  /** The relieved ICMS is taken off the total. */ deducts?: boolean
  /** The tax is added to the total. */ adds?: boolean
  /** What is rarer: returned as it is, up to 2,000 bytes of JSON. */ details?: Record<string, string | number | boolean | null>
  /** The rate less its reduction. Exact: at most 3 integer digits and 4 decimals. */ effective_rate?: number
}

/** With `expand=customer` only: the customer as it is when the order is read. */
export interface Expanded {
  customer: ExpandedCustomer
}

/** Null where it is not there any more, or not for the token. */
export type ExpandedCustomer = { id: number; name: string; trade_name: string | null; fk_id: string | null; document: string | null; email: string | null; phone: string | null } | null

/** Where a page stands in its list. */
export interface Pagination {
  /** This page, counted from 1. */ page: number
  limit: number
  /** Exact number of records that match. */ total: number
  totalPages: number
  hasNext: boolean
  hasPrev: boolean
  links: PageLinks
}

/** Relative addresses, with the other query parameters of the request kept. */
export interface PageLinks {
  self: string
  first: string
  last: string
  next: string | null
  prev: string | null
}

/** In every JSON answer, also of an error. */
export interface Meta {
  /** When the answer was made: UTC, milliseconds, no zone suffix. */ timestamp: string
  /** Version of the interface. */ version: string
  /** The order’s. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number
  /** The other tax rule. */ rule?: number
  /** With `total_moves_with_date` and `invoice_check_failed`: the day of the invoice. */ tax_date?: string
  /** The total before that. Exact: at most 13 integer digits and 2 decimals. */ total_value?: number
  /** The total by that day. Exact: at most 13 integer digits and 2 decimals. */ total_value_then?: number
  /** Taxes of its items that there are not on that day. */ closed?: Array<string>
  /** With `invoice_check_failed`: the first of what would be refused. */ findings?: Array<{ /** The code of the refusal. */ code: string; rule: string | null; pointer: string }>
}

/** Cursor mode. */
export interface OrderCursorList {
  data: Array<Order>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export type OrderInput = { /** RFC 3339 or a date (its first instant), without a zone in `time_zone`. */ date?: string; /** The number that people say. Drawn from the account’s series when the order comes into a status that is `numbered`, unless it is sent before, as by a system that has numbers of its own. No two orders of an account ever have the same; once there it stays. */ number?: string | null; /** The account’s initial status, unless given. */ id_order_status?: number; /** The same by its own `fk_id`, in place of `id_order_status`. */ fk_id_order_status?: string; /** Why the order is in its status, such as why it was cancelled; needed where the status says `reason_required`. It goes with a move to another status, unless that brings one. */ id_reason?: number | null; /** The same by its own `fk_id`, in place of `id_reason`. */ fk_id_reason?: string | null; /** Who pays the freight; needed where `freight_value` is above 0. */ id_freight_type?: number | null; /** The same by its own `fk_id`, in place of `id_freight_type`. */ fk_id_freight_type?: string | null; /** Part of the order’s total where the freight type is `charged`. Exact: at most 13 integer digits and 2 decimals. */ freight_value?: number | null; /** Insurance of the goods. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ insurance_value?: number | null; /** Such as packing or handling, charged to the customer. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ other_expenses?: number | null; /** Discount of the whole order in money, beside the discounts of its items; at most the sum of their net totals. When items change, the discount (money or percentage) that was sent last stays, and the other follows. Taken off the order’s total. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number | null; /** The same in percent of the sum of the items’ net totals. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage?: number | null; /** Who orders. */ id_customer?: number; /** The same by its own `fk_id`, in place of `id_customer`. */ fk_id_customer?: string; /** The seller. */ id_user?: number | null; /** The same by its own `fk_id`, in place of `id_user`. */ fk_id_user?: string | null; /** Free text. */ observations?: string | null; /** Free text for the house alone: it is on no paper. */ internal_observations?: string | null; /** RFC 3339 or a date (its first instant), without a zone in `time_zone`. */ delivery_date?: string | null; /** The last day on which a quotation becomes an order at its prices, in the account’s time zone. In a status with `quotation_days` an order without one gets today and so many days; null there begins them anew. */ valid_until?: string | null; /** The day that decides what taxes add to the total, and their national rates. While it is null that is the day of `delivery_date`, or else of `date`, in the account’s time zone. It stays as it is in a locked order. */ tax_date?: string | null; /** Where the order comes from. */ id_opportunity?: number | null; /** The same by its own `fk_id`, in place of `id_opportunity`. */ fk_id_opportunity?: string | null; /** Where the order comes from. */ id_quotation?: number | null; /** The same by its own `fk_id`, in place of `id_quotation`. */ fk_id_quotation?: string | null; /** When it is paid, such as in 28 days. */ id_payment_type?: number | null; /** The same by its own `fk_id`, in place of `id_payment_type`. */ fk_id_payment_type?: string | null; /** How it is paid, such as by boleto. */ id_payment_method?: number | null; /** The same by its own `fk_id`, in place of `id_payment_method`. */ fk_id_payment_method?: string | null; /** When how much of the order is due. A list that is sent is kept: its amounts add up to the order’s total, and when that changes each keeps its share of it, in percent, and its date. Null: they follow from the `terms` of the payment type, again whenever the total, the payment type or the date that they are counted from changes. */ installments?: Array<InstallmentInput> | null; /** Kind of order. */ id_category?: number | null; /** The same by its own `fk_id`, in place of `id_category`. */ fk_id_category?: string | null; /** What the order is to the tax office, such as a sale; lines may have their own. */ id_operation?: number | null; /** The same by its own `fk_id`, in place of `id_operation`. */ fk_id_operation?: string | null; /** Whether the buyer does not resell the goods (indFinal). Null: as the kind of buyer says, who is a final consumer where he is not a contributor of ICMS. */ final_consumer?: boolean | null; /** Where the buyer was when the order was placed (indPres). 0: Does not apply; 1: Present; 2: By internet; 3: By telephone; 4: Delivered at home; 5: Present, not at the seller’s; 9: Not present, otherwise. */ presence?: 0 | 1 | 2 | 3 | 4 | 5 | 9 | null; /** The number that the order has with the customer. */ customer_order?: string | null; /** The contract under which the customer buys. */ contract?: string | null; /** The number of a public buyer’s commitment (nota de empenho). */ commitment?: string | null; /** The carrier. */ id_shipping_company?: number | null; /** The same by its own `fk_id`, in place of `id_shipping_company`. */ fk_id_shipping_company?: string | null; /** Where it is delivered: an address of the order’s customer. */ id_address?: number | null; /** The same by its own `fk_id`, in place of `id_address`. */ fk_id_address?: string | null; /** The branch that sells. */ id_branch_company?: number | null; /** The same by its own `fk_id`, in place of `id_branch_company`. */ fk_id_branch_company?: string | null; /** Short words of the house’s own, each once. */ tags?: Array<string> | null; /** The total that the order comes to by the day of its invoice, where it is moved to a status that is `invoiced` and 409 `total_moves_with_date` has told it. It is not kept. Exact: at most 13 integer digits and 2 decimals. */ accept_total?: number | null; /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null; /** Who is between seller and buyer, such as a marketplace: CNPJ and the seller’s `id` there. False: nobody is. Null: it is not said. */ intermediary?: IntermediaryInput | false | null; /** Texts of your own, returned as they are. Those that are declared at `/custom-fields` are checked. */ custom_fields?: Record<string, string>; items?: Array<OrderItemInput> } & ({ id_customer: number } | { fk_id_customer: string })

export interface InstallmentInput {
  due_date: string
  /** Exact: at most 13 integer digits and 2 decimals. */ amount: number
  /** How it is paid; as the order is unless given. */ id_payment_method?: number | null
  /** The same by its own `fk_id`, in place of `id_payment_method`. */ fk_id_payment_method?: string | null
  /** Whether it is a down payment. */ down_payment?: boolean
}

export interface IntermediaryInput {
  /** Its CNPJ, without punctuation. */ document?: string | null
  /** Who the seller is there. */ id?: string | null
}

export type OrderItemInput = { /** The product. */ id_item?: number; /** The same by its own `fk_id`, in place of `id_item`. */ fk_id_item?: string; /** Unit price; the product’s unless given. Exact: at most 11 integer digits and 10 decimals. */ price?: number | null; /** quantity × price. Exact: at most 13 integer digits and 2 decimals. */ total_item?: number | null; /** Discount of the whole line in money. When the line changes, the discount (money or percentage) that was sent last stays; sending both changes nothing about that. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number | null; /** The same in percent. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage?: number | null; /** net_value ÷ quantity. Exact: at most 11 integer digits and 10 decimals. */ net_unit_value?: number | null; /** total_item less the discount. Exact: at most 13 integer digits and 2 decimals. */ net_value?: number | null; /** Base of ICMS-ST, its margin (MVA) included; needed with a rate. Bases keep their ratio to net_value when the line changes. Exact: at most 13 integer digits and 2 decimals. */ base_icms_st?: number | null; /** Rate of ICMS-ST in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms_st?: number | null; /** ICMS-ST: base × rate ÷ 100 less value_icms, not below 0. Where value_icms is 0 it may be anything up to base × rate ÷ 100 (Simples Nacional deducts a presumed ICMS), and keeps its ratio when the line changes. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_icms_st?: number | null; /** Base of IPI; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_ipi?: number | null; /** Rate of IPI in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_ipi?: number | null; /** IPI: base × rate ÷ 100. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_ipi?: number | null; /** Base of ICMS; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_icms?: number | null; /** Rate of ICMS in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms?: number | null; /** ICMS: base × rate ÷ 100. Inside the price, never added. Exact: at most 13 integer digits and 2 decimals. */ value_icms?: number | null; /** All taxes of the line, each once: the list replaces the one that is there. The properties `base_icms` to `value_icms_st` say the same of three of them, and must agree. null and an empty list take all away; rules then work out what they can (`derived_taxes` of the account). */ taxes?: Array<LineTaxInput> | null; /** What this line is to the tax office, such as a bonus; null: what its order is. */ id_operation?: number | null; /** The same by its own `fk_id`, in place of `id_operation`. */ fk_id_operation?: string | null; /** The CFOP of the line. Null: it follows from the tax rule, the operation and the place, where the taxes of the line do; it is shown then. */ cfop?: string | null; /** The number of the customer’s order that this line is of (xPed). */ customer_order?: string | null; /** Which item of the customer’s order it is (nItemPed). */ customer_order_item?: string | null; /** What the invoice says of the line beside its description (infAdProd). */ additional_info?: string | null; /** The lots that the goods are from. Their quantities add up to the line’s. */ lots?: Array<LotInput> | null; description?: string | null; /** Days; the product’s unless given. */ recurrency_period?: number | null; /** How many; 0 is refused. Exact: at most 11 integer digits and 4 decimals. */ quantity: number; /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null; /** An item, of this order or another one, that this one is a copy of: what is not sent is as there, but for `fk_id`, and figures go with those that are sent as where that item itself changes. */ copy_of?: number } & ({ id_item: number } | { fk_id_item: string })

export interface LineTaxInput {
  /** A tax of the catalogue (`GET /taxes`). */ tax: string
  /** CST or CSOSN. */ code?: string
  /** cClassTrib of IBS, CBS and IS; cEnq of IPI. */ class?: string
  /** What the margin is. */ margin_kind?: "original" | "adjusted" | "list" | "consumer_price" | "own_use"
  /** Whether the tax is in its base. */ base_kind?: "single" | "double"
  /** How the base is found (modBC, modBCST). */ mode?: string
  /** Why ICMS is relieved (motDesICMS). */ reason?: string
  /** The code of the benefit (cBenef). */ benefit?: string
  /** What it is levied on. Follows from the line where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base?: number
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ rate?: number
  /** base × rate ÷ 100, or as the tax has it. Exact: at most 13 integer digits and 2 decimals. */ value?: number
  /** Percent by which the base of ICMS and ICMS-ST is lower, and the rate of IBS and CBS. Exact: at most 3 integer digits and 4 decimals. */ reduction?: number
  /** Percent of the tax that is due later. Exact: at most 3 integer digits and 4 decimals. */ deferral?: number
  /** The same in money: it is not in `value`. Exact: at most 13 integer digits and 2 decimals. */ deferred?: number
  /** Given back: it is not in `value`. Exact: at most 13 integer digits and 2 decimals. */ returned?: number
  /** The margin (MVA) in the base of ICMS-ST, as it was applied, in percent. Exact: at most 3 integer digits and 4 decimals. */ margin?: number
  /** What is taken off: the line’s own ICMS or FCP unless given. Exact: at most 13 integer digits and 2 decimals. */ deduction?: number
  /** The rate between the states, in percent. Exact: at most 3 integer digits and 4 decimals. */ inter_rate?: number
  /** What an amount per unit is levied on; the line’s quantity unless given. Exact: at most 12 integer digits and 4 decimals. */ quantity?: number
  /** Amount per unit, where the tax is by quantity. Exact: at most 11 integer digits and 4 decimals. */ per_unit?: number
  /** The relieved ICMS is taken off the total. */ deducts?: boolean
  /** The tax is added to the total. */ adds?: boolean
  /** What is rarer: returned as it is, up to 2,000 bytes of JSON. */ details?: Record<string, string | number | boolean | null>
}

export interface LotInput {
  /** Its number, up to 20 characters. */ number: string
  /** How much of it. Exact: at most 8 integer digits and 3 decimals. */ quantity: number
  /** The day on which it was made. */ made_on?: string | null
  /** Its last day. */ expires_on?: string | null
}

export interface OrderPatch {
  /** RFC 3339 or a date (its first instant), without a zone in `time_zone`. */ date?: string
  /** The number that people say. Drawn from the account’s series when the order comes into a status that is `numbered`, unless it is sent before, as by a system that has numbers of its own. No two orders of an account ever have the same; once there it stays. */ number?: string | null
  /** The account’s initial status, unless given. */ id_order_status?: number
  /** The same by its own `fk_id`, in place of `id_order_status`. */ fk_id_order_status?: string
  /** Why the order is in its status, such as why it was cancelled; needed where the status says `reason_required`. It goes with a move to another status, unless that brings one. */ id_reason?: number | null
  /** The same by its own `fk_id`, in place of `id_reason`. */ fk_id_reason?: string | null
  /** Who pays the freight; needed where `freight_value` is above 0. */ id_freight_type?: number | null
  /** The same by its own `fk_id`, in place of `id_freight_type`. */ fk_id_freight_type?: string | null
  /** Part of the order’s total where the freight type is `charged`. Exact: at most 13 integer digits and 2 decimals. */ freight_value?: number | null
  /** Insurance of the goods. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ insurance_value?: number | null
  /** Such as packing or handling, charged to the customer. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ other_expenses?: number | null
  /** Discount of the whole order in money, beside the discounts of its items; at most the sum of their net totals. When items change, the discount (money or percentage) that was sent last stays, and the other follows. Taken off the order’s total. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number | null
  /** The same in percent of the sum of the items’ net totals. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage?: number | null
  /** Who orders. */ id_customer?: number
  /** The same by its own `fk_id`, in place of `id_customer`. */ fk_id_customer?: string
  /** The seller. */ id_user?: number | null
  /** The same by its own `fk_id`, in place of `id_user`. */ fk_id_user?: string | null
  /** Free text. */ observations?: string | null
  /** Free text for the house alone: it is on no paper. */ internal_observations?: string | null
  /** RFC 3339 or a date (its first instant), without a zone in `time_zone`. */ delivery_date?: string | null
  /** The last day on which a quotation becomes an order at its prices, in the account’s time zone. In a status with `quotation_days` an order without one gets today and so many days; null there begins them anew. */ valid_until?: string | null
  /** The day that decides what taxes add to the total, and their national rates. While it is null that is the day of `delivery_date`, or else of `date`, in the account’s time zone. It stays as it is in a locked order. */ tax_date?: string | null
  /** Where the order comes from. */ id_opportunity?: number | null
  /** The same by its own `fk_id`, in place of `id_opportunity`. */ fk_id_opportunity?: string | null
  /** Where the order comes from. */ id_quotation?: number | null
  /** The same by its own `fk_id`, in place of `id_quotation`. */ fk_id_quotation?: string | null
  /** When it is paid, such as in 28 days. */ id_payment_type?: number | null
  /** The same by its own `fk_id`, in place of `id_payment_type`. */ fk_id_payment_type?: string | null
  /** How it is paid, such as by boleto. */ id_payment_method?: number | null
  /** The same by its own `fk_id`, in place of `id_payment_method`. */ fk_id_payment_method?: string | null
  /** When how much of the order is due. A list that is sent is kept: its amounts add up to the order’s total, and when that changes each keeps its share of it, in percent, and its date. Null: they follow from the `terms` of the payment type, again whenever the total, the payment type or the date that they are counted from changes. */ installments?: Array<InstallmentInput> | null
  /** Kind of order. */ id_category?: number | null
  /** The same by its own `fk_id`, in place of `id_category`. */ fk_id_category?: string | null
  /** What the order is to the tax office, such as a sale; lines may have their own. */ id_operation?: number | null
  /** The same by its own `fk_id`, in place of `id_operation`. */ fk_id_operation?: string | null
  /** Whether the buyer does not resell the goods (indFinal). Null: as the kind of buyer says, who is a final consumer where he is not a contributor of ICMS. */ final_consumer?: boolean | null
  /** Where the buyer was when the order was placed (indPres). 0: Does not apply; 1: Present; 2: By internet; 3: By telephone; 4: Delivered at home; 5: Present, not at the seller’s; 9: Not present, otherwise. */ presence?: 0 | 1 | 2 | 3 | 4 | 5 | 9 | null
  /** The number that the order has with the customer. */ customer_order?: string | null
  /** The contract under which the customer buys. */ contract?: string | null
  /** The number of a public buyer’s commitment (nota de empenho). */ commitment?: string | null
  /** The carrier. */ id_shipping_company?: number | null
  /** The same by its own `fk_id`, in place of `id_shipping_company`. */ fk_id_shipping_company?: string | null
  /** Where it is delivered: an address of the order’s customer. */ id_address?: number | null
  /** The same by its own `fk_id`, in place of `id_address`. */ fk_id_address?: string | null
  /** The branch that sells. */ id_branch_company?: number | null
  /** The same by its own `fk_id`, in place of `id_branch_company`. */ fk_id_branch_company?: string | null
  /** Short words of the house’s own, each once. */ tags?: Array<string> | null
  /** The total that the order comes to by the day of its invoice, where it is moved to a status that is `invoiced` and 409 `total_moves_with_date` has told it. It is not kept. Exact: at most 13 integer digits and 2 decimals. */ accept_total?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Who is between seller and buyer, such as a marketplace: CNPJ and the seller’s `id` there. False: nobody is. Null: it is not said. */ intermediary?: IntermediaryInput | false | null
  /** Merged key by key; null removes a key. */ custom_fields?: Record<string, string | null>
}

export interface DeletedResponse {
  success: boolean
  message: string
  deletedId: number
  meta: Meta
}
