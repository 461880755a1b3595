// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Address, Expanded, InstallmentInput, IntermediaryInput, LineTax, LineTaxInput, Lot, LotInput, Meta, OrderItemInput, OrderItemProduct, Pagination } from './orders-3.ts'
import type { Installment, Intermediary, Order, OrderFreight, OrderQuotation, Reference } from './orders-2.ts'

export interface DeletedResponse {
  success: boolean
  message: string
  deletedId: number
  meta: Meta
}

/** Cursor mode. */
export interface OrderEventCursorList {
  data: Array<OrderEvent>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

/** One change of an order. */
export interface OrderEvent {
  id: number
  type: string
  /** Counts the changes of this order from 1. */ version: number
  time: string
  token: OrderEventToken | null
  request_id: string | null
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** Why a locked order was corrected. */ reason?: string
  /** The version of the order that the change restored. */ restored_version?: number
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  data: Order
}

/** Who made the change. */
export interface OrderEventToken {
  id: number
  name: string | null
}

/** Page mode. */
export interface OrderAttachmentList {
  data: Array<OrderAttachment>
  pagination: Pagination
  meta: Meta
}

/** A file beside an order. It never changes. */
export interface OrderAttachment {
  id: number
  /** The order. */ id_order: number
  /** The file’s name, without a path; `***` where the data of the order’s customer was removed. */ name: string
  /** What the file is by its bytes, but for a CSV, which its name tells from a text. */ media_type: "application/pdf" | "application/xml" | "image/jpeg" | "image/png" | "image/webp" | "text/csv" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "text/plain"
  bytes: number
  /** The SHA-256 of the content, in hexadecimal. */ sha256: string
  token: OrderAttachmentToken
  /** The member whose session it was. */ id_member: number | null
  created_at: string
}

/** Who added it: a token, or the session of a member with the member’s name. */
export interface OrderAttachmentToken {
  id: number
  name: string
}

/** Cursor mode. */
export interface OrderAttachmentCursorList {
  data: Array<OrderAttachment>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface OrderItemsPatch {
  /** New items. */ add?: Array<OrderItemInput>
  /** Items that stay, with what is new of them. */ change?: Array<OrderItemKeyedPatch>
  /** Items that go. */ remove?: Array<{ /** Which item. */ id?: number; /** Which item, by its own code. */ fk_id?: string } & ({ id: number } | { fk_id: string })>
}

export type OrderItemKeyedPatch = { /** Which item. */ id?: number; /** Which item; beside an `id` its new code. */ fk_id?: string | null; /** The product. */ id_item?: number; /** The same by its own `fk_id`, in place of `id_item`. */ fk_id_item?: string; /** How many; 0 is refused. Exact: at most 11 integer digits and 4 decimals. */ quantity?: number; /** Unit price; the product’s unless given. Exact: at most 11 integer digits and 10 decimals. */ price?: number | null; /** quantity × price. Exact: at most 13 integer digits and 2 decimals. */ total_item?: number | null; /** Discount of the whole line in money. When the line changes, the discount (money or percentage) that was sent last stays; sending both changes nothing about that. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number | null; /** The same in percent. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage?: number | null; /** net_value ÷ quantity. Exact: at most 11 integer digits and 10 decimals. */ net_unit_value?: number | null; /** total_item less the discount. Exact: at most 13 integer digits and 2 decimals. */ net_value?: number | null; /** Base of ICMS-ST, its margin (MVA) included; needed with a rate. Bases keep their ratio to net_value when the line changes. Exact: at most 13 integer digits and 2 decimals. */ base_icms_st?: number | null; /** Rate of ICMS-ST in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms_st?: number | null; /** ICMS-ST: base × rate ÷ 100 less value_icms, not below 0. Where value_icms is 0 it may be anything up to base × rate ÷ 100 (Simples Nacional deducts a presumed ICMS), and keeps its ratio when the line changes. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_icms_st?: number | null; /** Base of IPI; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_ipi?: number | null; /** Rate of IPI in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_ipi?: number | null; /** IPI: base × rate ÷ 100. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_ipi?: number | null; /** Base of ICMS; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_icms?: number | null; /** Rate of ICMS in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms?: number | null; /** ICMS: base × rate ÷ 100. Inside the price, never added. Exact: at most 13 integer digits and 2 decimals. */ value_icms?: number | null; /** All taxes of the line, each once: the list replaces the one that is there. The properties `base_icms` to `value_icms_st` say the same of three of them, and must agree. null and an empty list take all away; rules then work out what they can (`derived_taxes` of the account). */ taxes?: Array<LineTaxInput> | null; /** What this line is to the tax office, such as a bonus; null: what its order is. */ id_operation?: number | null; /** The same by its own `fk_id`, in place of `id_operation`. */ fk_id_operation?: string | null; /** The CFOP of the line. Null: it follows from the tax rule, the operation and the place, where the taxes of the line do; it is shown then. */ cfop?: string | null; /** The number of the customer’s order that this line is of (xPed). */ customer_order?: string | null; /** Which item of the customer’s order it is (nItemPed). */ customer_order_item?: string | null; /** What the invoice says of the line beside its description (infAdProd). */ additional_info?: string | null; /** The lots that the goods are from. Their quantities add up to the line’s. */ lots?: Array<LotInput> | null; description?: string | null; /** Days; the product’s unless given. */ recurrency_period?: number | null } & ({ id: number } | { fk_id: string | null })

export interface OrderItemPatch {
  /** The product. */ id_item?: number
  /** The same by its own `fk_id`, in place of `id_item`. */ fk_id_item?: string
  /** How many; 0 is refused. Exact: at most 11 integer digits and 4 decimals. */ quantity?: number
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
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Days; the product’s unless given. */ recurrency_period?: number | null
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

export interface OrderPreviewItem {
  /** null: it gets one when it is written. */ id: number | null
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

export interface OrderChanges {
  /** RFC 3339 or a date (its first instant), without a zone in `time_zone`. */ date?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
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
  /** Who is between seller and buyer, such as a marketplace: CNPJ and the seller’s `id` there. False: nobody is. Null: it is not said. */ intermediary?: IntermediaryInput | false | null
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
  /** Merged key by key; null removes a key. */ custom_fields?: Record<string, string | null>
  /** The total that the order comes to by the day of its invoice, where it is moved to a status that is `invoiced` and 409 `total_moves_with_date` has told it. It is not kept. Exact: at most 13 integer digits and 2 decimals. */ accept_total?: number | null
  items?: OrderItemsPatch
}

/** Why an invoice of the order would be refused. */
export interface InvoiceFinding {
  /** The code of the refusal, or a word where Pedido itself has to know. */ code: string
  /** The rule of the NF-e. */ rule: string | null
  /** `error`: the invoice would be refused everywhere. `warning`: it may be, by some states or later. */ level: "error" | "warning"
  /** Where in the order; of a product or the customer, in its record. */ pointer: string
  /** In the language of `Accept-Language`. */ detail: string
  /** The official text that says so. */ source: string
}

/** What the check of an order found. */
export interface InvoiceCheck {
  /** The order’s `id`. */ id: number
  /** There is no finding of the level `error`. */ ready: boolean
  /** The day of the invoice. */ tax_date: string
  totals: InvoiceTotals
  findings: Array<InvoiceFinding>
}

/** Totals of the invoice, by the names of its layout. */
export interface InvoiceTotals {
  vBC: number
  vICMS: number
  vICMSDeson: number
  vFCPUFDest: number
  vICMSUFDest: number
  vFCP: number
  vBCST: number
  vST: number
  vFCPST: number
  vProd: number
  vFrete: number
  vSeg: number
  vDesc: number
  vII: number
  vIPI: number
  vPIS: number
  vCOFINS: number
  vOutro: number
  vNF: number
  vIS: number
  vIBSUF: number
  vIBSMun: number
  vCBS: number
}
