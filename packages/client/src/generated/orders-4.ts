// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Address, Expanded, InstallmentInput, IntermediaryInput, LineTaxInput, LotInput, OrderItemInput } from './orders-3.ts'
import type { Installment, Intermediary, OrderFreight, OrderQuotation, Reference } from './orders-2.ts'
import type { OrderPreviewItem } from './orders-5.ts'

export interface OrderChanges {
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
  items?: OrderItemsPatch
}

export interface OrderItemsPatch {
  /** New items. */ add?: Array<OrderItemInput>
  /** Items that stay, with what is new of them. */ change?: Array<OrderItemKeyedPatch>
  /** Items that go. */ remove?: Array<{ /** Which item. */ id?: number; /** Which item, by its own code. */ fk_id?: string } & ({ id: number } | { fk_id: string })>
}

export type OrderItemKeyedPatch = { /** The product. */ id_item?: number; /** The same by its own `fk_id`, in place of `id_item`. */ fk_id_item?: string; /** Unit price; the product’s unless given. Exact: at most 11 integer digits and 10 decimals. */ price?: number | null; /** quantity × price. Exact: at most 13 integer digits and 2 decimals. */ total_item?: number | null; /** Discount of the whole line in money. When the line changes, the discount (money or percentage) that was sent last stays; sending both changes nothing about that. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number | null; /** The same in percent. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage?: number | null; /** net_value ÷ quantity. Exact: at most 11 integer digits and 10 decimals. */ net_unit_value?: number | null; /** total_item less the discount. Exact: at most 13 integer digits and 2 decimals. */ net_value?: number | null; /** Base of ICMS-ST, its margin (MVA) included; needed with a rate. Bases keep their ratio to net_value when the line changes. Exact: at most 13 integer digits and 2 decimals. */ base_icms_st?: number | null; /** Rate of ICMS-ST in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms_st?: number | null; /** ICMS-ST: base × rate ÷ 100 less value_icms, not below 0. Where value_icms is 0 it may be anything up to base × rate ÷ 100 (Simples Nacional deducts a presumed ICMS), and keeps its ratio when the line changes. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_icms_st?: number | null; /** Base of IPI; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_ipi?: number | null; /** Rate of IPI in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_ipi?: number | null; /** IPI: base × rate ÷ 100. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_ipi?: number | null; /** Base of ICMS; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_icms?: number | null; /** Rate of ICMS in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms?: number | null; /** ICMS: base × rate ÷ 100. Inside the price, never added. Exact: at most 13 integer digits and 2 decimals. */ value_icms?: number | null; /** All taxes of the line, each once: the list replaces the one that is there. The properties `base_icms` to `value_icms_st` say the same of three of them, and must agree. null and an empty list take all away; rules then work out what they can (`derived_taxes` of the account). */ taxes?: Array<LineTaxInput> | null; /** What this line is to the tax office, such as a bonus; null: what its order is. */ id_operation?: number | null; /** The same by its own `fk_id`, in place of `id_operation`. */ fk_id_operation?: string | null; /** The CFOP of the line. Null: it follows from the tax rule, the operation and the place, where the taxes of the line do; it is shown then. */ cfop?: string | null; /** The number of the customer’s order that this line is of (xPed). */ customer_order?: string | null; /** Which item of the customer’s order it is (nItemPed). */ customer_order_item?: string | null; /** What the invoice says of the line beside its description (infAdProd). */ additional_info?: string | null; /** The lots that the goods are from. Their quantities add up to the line’s. */ lots?: Array<LotInput> | null; description?: string | null; /** Days; the product’s unless given. */ recurrency_period?: number | null; /** Which item. */ id?: number; /** Which item; beside an `id` its new code. */ fk_id?: string | null; /** How many; 0 is refused. Exact: at most 11 integer digits and 4 decimals. */ quantity?: number } & ({ id: number } | { fk_id: string | null })

export interface OrderBulkInput {
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
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** Who is between seller and buyer, such as a marketplace: CNPJ and the seller’s `id` there. False: nobody is. Null: it is not said. */ intermediary?: IntermediaryInput | false | null
  /** Merged key by key; null removes a key. */ custom_fields?: Record<string, string | null>
  /** All items of the order: they replace those that it has. */ items?: Array<OrderItemInput>
}

export interface BulkResult {
  /** Which line, counted from 1, blank ones too. */ line: number
  /** As it was sent, also where that is no code. */ fk_id: string | null
  /** The record’s; null where it was not written. */ id: number | null
  /** `refused`: this record was not written. `failed`, only in a last line: neither this line nor any after it was written; send them again. */ status: "created" | "updated" | "unchanged" | "refused" | "failed"
  /** With `refused` and `failed`: the code of the problem that it would be. */ code?: string
  detail?: string
  /** With `duplicate_fk_id`: the record that has it. */ existing_id?: number
  /** All the errors of the request at once, or the first 100; `detail` then says so. */ errors: Array<FieldError>
}

/** One error: the field and what is wrong with it. */
export interface FieldError {
  /** Place in the body. */ pointer?: string
  /** Path or query parameter; any text, as unknown ones are named too. */ parameter?: string
  /** Request header. */ header?: string
  /** Of `rate_missing`: of what, and for which day. */ meta?: { tax: string; date: string }
  /** Stable. All codes are listed at `/docs/errors`. */ code: string
  /** For a person. */ detail: string
  /** The figure as it was sent. */ sent?: string
  /** The figure that the others make it. */ expected?: string
}

/** What the orders that the filters find come to. */
export interface OrderSummary {
  /** How many orders there are. */ count: number
  /** The exact sum of `total_value`. */ sum: number
  /** The sum divided by the count, rounded half-up to 2 decimals; null if there are no orders. Exact: at most 30 integer digits and 2 decimals. */ average: number | null
  /** The smallest; null if there are no orders. Exact: at most 30 integer digits and 2 decimals. */ min: number | null
  /** The largest; null if there are no orders. Exact: at most 30 integer digits and 2 decimals. */ max: number | null
  /** The first `limit` groups by `sort`. */ groups: Array<OrderSummaryGroup>
  omitted: OrderSummaryOmitted
}

/** The orders that have one thing in common: what `group_by` names, with `id`, `name` and `fk_id` of a record as it is now. For products the figures cover the order’s lines with the product: what these add to its total. */
export interface OrderSummaryGroup {
  status?: Reference | null
  reason?: Reference | null
  customer?: Reference | null
  user?: Reference | null
  payment_type?: Reference | null
  payment_method?: Reference | null
  category?: Reference | null
  branch_company?: Reference | null
  product?: Reference | null
  /** In the account’s time zone. */ day?: string
  /** The Monday that it begins with. */ week?: string
  /** Its first day. */ month?: string
  /** As one of its addresses writes it. */ city?: string | null
  /** Two letters. */ state?: string | null
  /** How many orders there are. */ count: number
  /** The exact sum of `total_value`. */ sum: number
  /** The sum divided by the count, rounded half-up to 2 decimals; null if there are no orders. Exact: at most 30 integer digits and 2 decimals. */ average: number | null
  /** The smallest; null if there are no orders. Exact: at most 30 integer digits and 2 decimals. */ min: number | null
  /** The largest; null if there are no orders. Exact: at most 30 integer digits and 2 decimals. */ max: number | null
  /** For products: the quantity that was ordered. */ quantity?: number
}

/** What `limit` left out of `groups`. */
export interface OrderSummaryOmitted {
  /** Groups beyond `limit`. */ groups: number
  /** Their counts, added up. */ count: number
  /** Their sums, added up. */ sum: number
}

export interface OrderItemPatch {
  /** The product. */ id_item?: number
  /** The same by its own `fk_id`, in place of `id_item`. */ fk_id_item?: string
  /** Unit price; the product’s unless given. Exact: at most 11 integer digits and 10 decimals. */ price?: number | null
  /** quantity × price. Exact: at most 13 integer digits and 2 decimals. */ total_item?: number | null
  /** Discount of the whole line in money. When the line changes, the discount (money or percentage) that was sent last stays; sending both changes nothing about that. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number | null
  /** The same in percent. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage?: number | null
  /** net_value ÷ quantity. Exact: at most 11 integer digits and 10 decimals. */ net_unit_value?: number | null
  /** total_item less the discount. Exact: at most 13 integer digits and 2 decimals. */ net_value?: number | null
  /** Base of ICMS-ST, its margin (MVA) included; needed with a rate. Bases keep their ratio to net_value when the line changes. Exact: at most 13 integer digits and 2 decimals. */ base_icms_st?: number | null
  /** Rate of ICMS-ST in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms_st?: number | null
  /** ICMS-ST: base × rate ÷ 100 less value_icms, not below 0. Where value_icms is 0 it may be anything up to base × rate ÷ 100 (Simples Nacional deducts a presumed ICMS), and keeps its ratio when the line changes. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_icms_st?: number | null
  /** Base of IPI; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_ipi?: number | null
  /** Rate of IPI in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_ipi?: number | null
  /** IPI: base × rate ÷ 100. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_ipi?: number | null
  /** Base of ICMS; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_icms?: number | null
  /** Rate of ICMS in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms?: number | null
  /** ICMS: base × rate ÷ 100. Inside the price, never added. Exact: at most 13 integer digits and 2 decimals. */ value_icms?: number | null
  /** All taxes of the line, each once: the list replaces the one that is there. The properties `base_icms` to `value_icms_st` say the same of three of them, and must agree. null and an empty list take all away; rules then work out what they can (`derived_taxes` of the account). */ taxes?: Array<LineTaxInput> | null
  /** What this line is to the tax office, such as a bonus; null: what its order is. */ id_operation?: number | null
  /** The same by its own `fk_id`, in place of `id_operation`. */ fk_id_operation?: string | null
  /** The CFOP of the line. Null: it follows from the tax rule, the operation and the place, where the taxes of the line do; it is shown then. */ cfop?: string | null
  /** The number of the customer’s order that this line is of (xPed). */ customer_order?: string | null
  /** Which item of the customer’s order it is (nItemPed). */ customer_order_item?: string | null
  /** What the invoice says of the line beside its description (infAdProd). */ additional_info?: string | null
  /** The lots that the goods are from. Their quantities add up to the line’s. */ lots?: Array<LotInput> | null
  description?: string | null
  /** Days; the product’s unless given. */ recurrency_period?: number | null
  /** How many; 0 is refused. Exact: at most 11 integer digits and 4 decimals. */ quantity?: number
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
}

/** What a customer paid for a product the last time. */
export interface LastPrice {
  /** The product. */ id_item: number
  /** The unit price before discounts. Exact: at most 11 integer digits and 10 decimals. */ price: number
  /** The net unit value: what was paid, by the discount of the line. Exact: at most 11 integer digits and 10 decimals. */ unit_liq: number
  /** Exact: at most 11 integer digits and 4 decimals. */ quantity: number
  /** The order’s. */ date: string
  order: LastPriceOrder
}

export interface LastPriceOrder {
  id: number
  number: string | null
}

/** An order as it would be; what is new in it has no `id` yet. */
export interface OrderPreview {
  /** null: it gets one when it is written. */ id: number | null
  date: string
  fk_id: string | null
  number: string | null
  status: Reference
  reason: Reference | null
  freight: OrderFreight | null
  /** Insurance of the goods. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ insurance_value: number
  /** Such as packing or handling, charged to the customer. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ other_expenses: number
  /** Discount of the whole order in money, beside the discounts of its items; at most the sum of their net totals. When items change, the discount (money or percentage) that was sent last stays, and the other follows. Taken off the order’s total. Exact: at most 13 integer digits and 2 decimals. */ discount_value: number
  /** The same in percent of the sum of the items’ net totals. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage: number
  customer: Reference
  user: Reference | null
  observations: string | null
  internal_observations: string | null
  delivery_date: string | null
  valid_until: string | null
  tax_date: string | null
  opportunity: Reference | null
  quotation: OrderQuotation | null
  payment_type: Reference | null
  payment_method: Reference | null
  installments: Array<Installment>
  /** Whether `installments` were sent, and do not follow from terms. */ installments_kept: boolean
  /** Whether the due dates are counted from the order’s date because that of the invoice or of the delivery, which they go by, is not known. */ installments_estimated: boolean
  category: Reference | null
  operation: Reference | null
  /** Whether the buyer does not resell the goods (indFinal). Null: as the kind of buyer says, who is a final consumer where he is not a contributor of ICMS. */ final_consumer: boolean | null
  /** Where the buyer was when the order was placed (indPres). 0: Does not apply; 1: Present; 2: By internet; 3: By telephone; 4: Delivered at home; 5: Present, not at the seller’s; 9: Not present, otherwise. */ presence: 0 | 1 | 2 | 3 | 4 | 5 | 9 | null
  intermediary: Intermediary | false | null
  customer_order: string | null
  contract: string | null
  commitment: string | null
  shipping_company: Reference | null
  address: Address | null
  branch_company: Reference | null
  /** Net totals of the items, plus their IPI, ICMS-ST and other taxes outside the price, plus the freight if it is charged, plus `insurance_value`, plus `other_expenses`, less `discount_value`. Exact: at most 13 integer digits and 2 decimals. */ total_value: number
  /** What the customer pays: `total_value` less what the items come to whose operation is not `payable`. `/operations` that change later change no order. Exact: at most 13 integer digits and 2 decimals. */ payable_value: number
  taxes_total: Record<string, number> | null
  tags: Array<string>
  /** The texts that were sent. */ custom_fields: Record<string, string>
  created_at: string
  updated_at: string
  items: Array<OrderPreviewItem>
  expanded?: Expanded
}
