// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Address, Expanded, Meta, OrderItem, Pagination } from './orders-3.ts'

export interface ReadPickingListQuery {
  /** Finds the newest 500 orders by parts of their customer’s name, external identifier, CPF or CNPJ and e-mail address, of their products’ names and external identifiers and of their own, of their `number`, and by their whole `id`. `total` is of these 500. For each word the search looks at the newest 50,000 orders that contain it, so with filters that few orders pass it may miss older ones. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q?: string
  /** These orders: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** With this number. */ number?: string
  /** With this number of the customer’s. */ customer_order?: string
  /** With one of these tags: words, with commas between them. */ tags?: Array<string>
  /** With a `date` at or after. RFC 3339 or a bare date; inclusive. */ order_date_from?: string
  /** With a `date` at or before. RFC 3339 or a bare date; inclusive. */ order_date_to?: string
  /** To be delivered at or after. RFC 3339 or a bare date; inclusive. */ delivery_date_from?: string
  /** To be delivered at or before. RFC 3339 or a bare date; inclusive. */ delivery_date_to?: string
  /** Created at or after. RFC 3339 or a bare date; inclusive. */ create_date_from?: string
  /** Created at or before. RFC 3339 or a bare date; inclusive. */ create_date_to?: string
  /** Last changed at or after. RFC 3339 or a bare date; inclusive. */ update_date_from?: string
  /** Last changed at or before. RFC 3339 or a bare date; inclusive. */ update_date_to?: string
  /** Valid until a day or later. */ valid_until_from?: string
  /** Valid until a day or before. */ valid_until_to?: string
  /** With a `total_value` of at least. */ total_from?: number
  /** With a `total_value` of at most. */ total_to?: number
  /** In one of these statuses: ids, with commas between them. */ status?: number | Array<number>
  /** In one of these statuses: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_status?: Array<string>
  /** In their status for one of these reasons: ids, with commas between them. */ id_reason?: number | Array<number>
  /** In their status for one of these reasons: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_reason?: Array<string>
  /** With one of these freight types: ids, with commas between them. */ id_freight_type?: number | Array<number>
  /** With one of these freight types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_freight_type?: Array<string>
  /** Of one of these customers: ids, with commas between them. */ id_customer?: number | Array<number>
  /** Of one of these customers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_customer?: Array<string>
  /** Of one of these sellers: ids, with commas between them. */ id_user?: number | Array<number>
  /** Of one of these sellers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_user?: Array<string>
  /** From one of these opportunities: ids, with commas between them. */ id_opportunity?: number | Array<number>
  /** From one of these opportunities: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_opportunity?: Array<string>
  /** From one of these quotations: ids, with commas between them. */ id_quotation?: number | Array<number>
  /** From one of these quotations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_quotation?: Array<string>
  /** With one of these payment types: ids, with commas between them. */ id_payment_type?: number | Array<number>
  /** With one of these payment types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_type?: Array<string>
  /** With one of these payment methods: ids, with commas between them. */ id_payment_method?: number | Array<number>
  /** With one of these payment methods: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_method?: Array<string>
  /** In one of these categories: ids, with commas between them. */ id_category?: number | Array<number>
  /** In one of these categories: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_category?: Array<string>
  /** With one of these operations: ids, with commas between them. */ id_operation?: number | Array<number>
  /** With one of these operations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_operation?: Array<string>
  /** Carried by one of these companies: ids, with commas between them. */ id_shipping_company?: number | Array<number>
  /** Carried by one of these companies: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_shipping_company?: Array<string>
  /** Sold by one of these branches: ids, with commas between them. */ id_branch_company?: number | Array<number>
  /** Sold by one of these branches: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_branch_company?: Array<string>
  /** As `status`: ids, with commas between them. */ id_order_status?: number | Array<number>
  /** As `status`: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_order_status?: Array<string>
  /** With one of these products: ids, with commas between them. */ id_item?: number | Array<number>
  /** With one of these products: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_item?: Array<string>
  /** To an address in this city: its whole name; capitals, accents and punctuation do not count. */ city?: string
  /** To an address in this state: two letters. */ state?: string
  /** In a status that `counts` as a sale, or in one that does not, as drafts and cancelled orders as delivered. */ counts?: boolean
  /** What the lines are in the order of: the code of the product, unless given, or its name. `P-9` comes before `P-10`. */ sort?: "code" | "name"
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface ReadLoadingListQuery {
  /** Finds the newest 500 orders by parts of their customer’s name, external identifier, CPF or CNPJ and e-mail address, of their products’ names and external identifiers and of their own, of their `number`, and by their whole `id`. `total` is of these 500. For each word the search looks at the newest 50,000 orders that contain it, so with filters that few orders pass it may miss older ones. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q?: string
  /** These orders: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** With this number. */ number?: string
  /** With this number of the customer’s. */ customer_order?: string
  /** With one of these tags: words, with commas between them. */ tags?: Array<string>
  /** With a `date` at or after. RFC 3339 or a bare date; inclusive. */ order_date_from?: string
  /** With a `date` at or before. RFC 3339 or a bare date; inclusive. */ order_date_to?: string
  /** To be delivered at or after. RFC 3339 or a bare date; inclusive. */ delivery_date_from?: string
  /** To be delivered at or before. RFC 3339 or a bare date; inclusive. */ delivery_date_to?: string
  /** Created at or after. RFC 3339 or a bare date; inclusive. */ create_date_from?: string
  /** Created at or before. RFC 3339 or a bare date; inclusive. */ create_date_to?: string
  /** Last changed at or after. RFC 3339 or a bare date; inclusive. */ update_date_from?: string
  /** Last changed at or before. RFC 3339 or a bare date; inclusive. */ update_date_to?: string
  /** Valid until a day or later. */ valid_until_from?: string
  /** Valid until a day or before. */ valid_until_to?: string
  /** With a `total_value` of at least. */ total_from?: number
  /** With a `total_value` of at most. */ total_to?: number
  /** In one of these statuses: ids, with commas between them. */ status?: number | Array<number>
  /** In one of these statuses: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_status?: Array<string>
  /** In their status for one of these reasons: ids, with commas between them. */ id_reason?: number | Array<number>
  /** In their status for one of these reasons: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_reason?: Array<string>
  /** With one of these freight types: ids, with commas between them. */ id_freight_type?: number | Array<number>
  /** With one of these freight types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_freight_type?: Array<string>
  /** Of one of these customers: ids, with commas between them. */ id_customer?: number | Array<number>
  /** Of one of these customers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_customer?: Array<string>
  /** Of one of these sellers: ids, with commas between them. */ id_user?: number | Array<number>
  /** Of one of these sellers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_user?: Array<string>
  /** From one of these opportunities: ids, with commas between them. */ id_opportunity?: number | Array<number>
  /** From one of these opportunities: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_opportunity?: Array<string>
  /** From one of these quotations: ids, with commas between them. */ id_quotation?: number | Array<number>
  /** From one of these quotations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_quotation?: Array<string>
  /** With one of these payment types: ids, with commas between them. */ id_payment_type?: number | Array<number>
  /** With one of these payment types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_type?: Array<string>
  /** With one of these payment methods: ids, with commas between them. */ id_payment_method?: number | Array<number>
  /** With one of these payment methods: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_method?: Array<string>
  /** In one of these categories: ids, with commas between them. */ id_category?: number | Array<number>
  /** In one of these categories: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_category?: Array<string>
  /** With one of these operations: ids, with commas between them. */ id_operation?: number | Array<number>
  /** With one of these operations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_operation?: Array<string>
  /** Carried by one of these companies: ids, with commas between them. */ id_shipping_company?: number | Array<number>
  /** Carried by one of these companies: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_shipping_company?: Array<string>
  /** Sold by one of these branches: ids, with commas between them. */ id_branch_company?: number | Array<number>
  /** Sold by one of these branches: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_branch_company?: Array<string>
  /** As `status`: ids, with commas between them. */ id_order_status?: number | Array<number>
  /** As `status`: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_order_status?: Array<string>
  /** With one of these products: ids, with commas between them. */ id_item?: number | Array<number>
  /** With one of these products: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_item?: Array<string>
  /** To an address in this city: its whole name; capitals, accents and punctuation do not count. */ city?: string
  /** To an address in this state: two letters. */ state?: string
  /** In a status that `counts` as a sale, or in one that does not, as drafts and cancelled orders as delivered. */ counts?: boolean
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface ReadOrderLabelsQuery {
  /** Finds the newest 500 orders by parts of their customer’s name, external identifier, CPF or CNPJ and e-mail address, of their products’ names and external identifiers and of their own, of their `number`, and by their whole `id`. `total` is of these 500. For each word the search looks at the newest 50,000 orders that contain it, so with filters that few orders pass it may miss older ones. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q?: string
  /** These orders: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** With this number. */ number?: string
  /** With this number of the customer’s. */ customer_order?: string
  /** With one of these tags: words, with commas between them. */ tags?: Array<string>
  /** With a `date` at or after. RFC 3339 or a bare date; inclusive. */ order_date_from?: string
  /** With a `date` at or before. RFC 3339 or a bare date; inclusive. */ order_date_to?: string
  /** To be delivered at or after. RFC 3339 or a bare date; inclusive. */ delivery_date_from?: string
  /** To be delivered at or before. RFC 3339 or a bare date; inclusive. */ delivery_date_to?: string
  /** Created at or after. RFC 3339 or a bare date; inclusive. */ create_date_from?: string
  /** Created at or before. RFC 3339 or a bare date; inclusive. */ create_date_to?: string
  /** Last changed at or after. RFC 3339 or a bare date; inclusive. */ update_date_from?: string
  /** Last changed at or before. RFC 3339 or a bare date; inclusive. */ update_date_to?: string
  /** Valid until a day or later. */ valid_until_from?: string
  /** Valid until a day or before. */ valid_until_to?: string
  /** With a `total_value` of at least. */ total_from?: number
  /** With a `total_value` of at most. */ total_to?: number
  /** In one of these statuses: ids, with commas between them. */ status?: number | Array<number>
  /** In one of these statuses: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_status?: Array<string>
  /** In their status for one of these reasons: ids, with commas between them. */ id_reason?: number | Array<number>
  /** In their status for one of these reasons: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_reason?: Array<string>
  /** With one of these freight types: ids, with commas between them. */ id_freight_type?: number | Array<number>
  /** With one of these freight types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_freight_type?: Array<string>
  /** Of one of these customers: ids, with commas between them. */ id_customer?: number | Array<number>
  /** Of one of these customers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_customer?: Array<string>
  /** Of one of these sellers: ids, with commas between them. */ id_user?: number | Array<number>
  /** Of one of these sellers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_user?: Array<string>
  /** From one of these opportunities: ids, with commas between them. */ id_opportunity?: number | Array<number>
  /** From one of these opportunities: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_opportunity?: Array<string>
  /** From one of these quotations: ids, with commas between them. */ id_quotation?: number | Array<number>
  /** From one of these quotations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_quotation?: Array<string>
  /** With one of these payment types: ids, with commas between them. */ id_payment_type?: number | Array<number>
  /** With one of these payment types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_type?: Array<string>
  /** With one of these payment methods: ids, with commas between them. */ id_payment_method?: number | Array<number>
  /** With one of these payment methods: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_method?: Array<string>
  /** In one of these categories: ids, with commas between them. */ id_category?: number | Array<number>
  /** In one of these categories: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_category?: Array<string>
  /** With one of these operations: ids, with commas between them. */ id_operation?: number | Array<number>
  /** With one of these operations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_operation?: Array<string>
  /** Carried by one of these companies: ids, with commas between them. */ id_shipping_company?: number | Array<number>
  /** Carried by one of these companies: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_shipping_company?: Array<string>
  /** Sold by one of these branches: ids, with commas between them. */ id_branch_company?: number | Array<number>
  /** Sold by one of these branches: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_branch_company?: Array<string>
  /** As `status`: ids, with commas between them. */ id_order_status?: number | Array<number>
  /** As `status`: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_order_status?: Array<string>
  /** With one of these products: ids, with commas between them. */ id_item?: number | Array<number>
  /** With one of these products: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_item?: Array<string>
  /** To an address in this city: its whole name; capitals, accents and punctuation do not count. */ city?: string
  /** To an address in this state: two letters. */ state?: string
  /** In a status that `counts` as a sale, or in one that does not, as drafts and cancelled orders as delivered. */ counts?: boolean
  /** Labels of an order that does not say how many parcels it has, by a custom field `volumes`; 1 unless given. */ volumes?: number
  /** Pages of 100 × 150 mm, each a label, unless given; or sheets of A4 with eight of 105 × 74 mm. */ size?: "100x150" | "a4"
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface ListOrderLinksQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at. `id` breaks ties. */ sort?: string
}

export interface ListOrderLinksByFkIdQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at. `id` breaks ties. */ sort?: string
}

export interface RecalculateOrderQuery {
  /** Shows what would change, and writes nothing. Not, unless given. */ dry_run?: boolean
}

export interface RecalculateOrderByFkIdQuery {
  /** Shows what would change, and writes nothing. Not, unless given. */ dry_run?: boolean
}

export interface CheckInvoiceQuery {
  /** The day of the invoice: that which decides the order’s taxes, unless given. */ tax_date?: string
}

export interface CheckInvoiceByFkIdQuery {
  /** The day of the invoice: that which decides the order’s taxes, unless given. */ tax_date?: string
}

export interface DraftNfeQuery {
  /** The day of the invoice: that which decides the order’s taxes, unless given. */ tax_date?: string
}

export interface DraftNfeByFkIdQuery {
  /** The day of the invoice: that which decides the order’s taxes, unless given. */ tax_date?: string
}

/** Page mode. */
export interface OrderList {
  data: Array<Order>
  pagination: Pagination
  meta: Meta
}

export interface Order {
  id: number
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
  items: Array<OrderItem>
  expanded?: Expanded
}

/** A record that another refers to, in short. */
export interface Reference {
  id: number
  name: string
  fk_id: string | null
}

/** The freight type, in short, with the order’s own value. */
export interface OrderFreight {
  id: number
  name: string
  /** What the freight costs. Exact: at most 13 integer digits and 2 decimals. */ value: number
  fk_id: string | null
}

export interface OrderQuotation {
  id: number
  name: string
}

export interface Installment {
  number: string
  due_date: string
  /** Exact: at most 13 integer digits and 2 decimals. */ amount: number
  /** Of the whole; of a list that was sent, of what it came to. Exact: at most 3 integer digits and 4 decimals. */ percentage: number
  payment_method: Reference | null
  /** Whether it is a down payment. */ down_payment: boolean
}

export interface Intermediary {
  /** Its CNPJ, without punctuation. */ document: string | null
  /** Who the seller is there. */ id: string | null
}
