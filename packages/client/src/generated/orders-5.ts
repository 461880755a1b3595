// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { LineTax, Lot, Meta, OrderItem, OrderItemProduct, Pagination } from './orders-3.ts'
import type { LoadingTotals } from './orders-6.ts'
import type { Order, Reference } from './orders-2.ts'

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

/** Cursor mode. */
export interface OrderVersionCursorList {
  data: Array<OrderVersion>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

/** When an order became another one, by whom, and what changed. */
export interface OrderVersion {
  /** Counts the changes of this order from 1. */ version: number
  type: string
  time: string
  token: OrderEventToken | null
  request_id: string | null
  changed_fields: Array<string>
  /** Why a locked order was corrected. */ reason: string | null
  /** The version of the order that the change restored. */ restored_version: number | null
}

/** What differs between two versions of an order. */
export interface OrderDiff {
  /** Counts the changes of this order from 1. */ from_version: number
  /** null: the order as it would be. */ to_version: number | null
  /** Of the order itself, but for `updated_at`. */ changes: Array<OrderDifference>
  items: OrderItemsDiff
}

/** One value that differs. */
export interface OrderDifference {
  /** JSON pointer of what differs. */ pointer: string
  /** In the first of the two; null where it is not there. */ from: unknown
  /** In the second. */ to: unknown
  /** Of amounts, quantities and percentages: `to` less `from`, exactly. */ difference?: number
}

/** Items are the same that have the same `id`. */
export interface OrderItemsDiff {
  added: Array<OrderItem>
  removed: Array<OrderItem>
  changed: Array<OrderItemDiff>
}

export interface OrderItemDiff {
  id: number
  /** The product, in short. */ item: unknown
  changes: Array<OrderDifference>
}

/** An order that got the content of an earlier version, and what that changed. */
export interface OrderRestoration {
  /** Nothing was written. */ dry_run: boolean
  order: Order
  diff: OrderDiff
}

/** Page mode. */
export interface OrderCommentList {
  data: Array<OrderComment>
  pagination: Pagination
  meta: Meta
}

/** What somebody noted on an order. It never changes. */
export interface OrderComment {
  id: number
  /** The order. */ id_order: number
  /** As it was written; `***` where the data of the order’s customer was removed. */ text: string
  token: OrderCommentToken
  /** The member whose session it was. */ id_member: number | null
  created_at: string
}

/** Who wrote it: a token, or the session of a member with the member’s name. */
export interface OrderCommentToken {
  id: number
  name: string
}

/** Cursor mode. */
export interface OrderCommentCursorList {
  data: Array<OrderComment>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
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

/** What is fetched for orders, product by product. */
export interface PickingList {
  /** By `id`. */ orders: Array<PickedOrder>
  /** Orders that were chosen and are not on the list. */ left_out: Array<LeftOutOrder>
  /** One for each product. */ lines: Array<PickingLine>
  totals: PickingTotals
}

export interface PickedOrder {
  /** The order’s `id`. */ id: number
  fk_id: string | null
  number: string | null
  customer: PickedCustomer
  delivery_date: string | null
  shipping_company: PickedCarrier
}

export interface PickedCustomer {
  id: number
  name: string
  fk_id: string | null
}

export type PickedCarrier = { id: number; name: string; fk_id: string | null } | null

export interface LeftOutOrder {
  /** The order’s `id`. */ id: number
  fk_id: string | null
  number: string | null
  /** `cancelled`: its status is locked and does not count as a sale. `no_goods`: it has no items, or services alone. */ reason: "cancelled" | "no_goods"
}

export interface PickingLine {
  product: PickedProduct
  gtin: string | null
  unit: string | null
  /** Exact. */ quantity: number
  /** Of all of it, in kilograms, exact; null where the product has none. */ gross_weight: number | null
  /** Which orders it is for, under each description. */ orders: Array<PickedShare>
}

export interface PickedProduct {
  id: number
  name: string
  fk_id: string | null
}

export interface PickedShare {
  /** The order’s `id`. */ id: number
  fk_id: string | null
  number: string | null
  /** Exact. */ quantity: number
  /** What the items of the order say. */ description: string | null
  /** Those that the items say. */ lots: Array<PickedLot>
}

export interface PickedLot {
  number: string
  /** Exact. */ quantity: number
}

export interface PickingTotals {
  orders: number
  lines: number
  /** In kilograms, exact, of the products that have a `gross_weight`. */ gross_weight: number
  /** Lines of products without a `gross_weight`. */ lines_without_weight: number
}

/** What each carrier takes, by the city that it goes to. */
export interface LoadingList {
  /** By name; orders without a carrier last. */ carriers: Array<LoadingOfCarrier>
  /** Orders that were chosen and are not on the list. */ left_out: Array<LeftOutOrder>
  totals: LoadingTotals
}

export interface LoadingOfCarrier {
  shipping_company: LoadingCarrier
  /** By state and city; those without an address last. */ places: Array<LoadingPlace>
  totals: LoadingTotals
}

export type LoadingCarrier = { id: number; name: string; fk_id: string | null } | null

export interface LoadingPlace {
  city: string | null
  state: string | null
  orders: Array<LoadedOrder>
}

export interface LoadedOrder {
  /** The order’s `id`. */ id: number
  fk_id: string | null
  number: string | null
  /** The custom field `nota_fiscal`. */ invoice: string | null
  customer: LoadedCustomer
  address: LoadingAddress
  observations: string | null
  /** Parcels: the custom field `volumes`, from 1 to 99. */ volumes: number | null
  /** In kilograms, exact, of the products that have a `gross_weight`. */ gross_weight: number
  /** Lines of products without a `gross_weight`. */ lines_without_weight: number
  /** Exact: at most 16 integer digits and 2 decimals. */ total_value: number
}

export interface LoadedCustomer {
  id: number
  name: string
  fk_id: string | null
  /** Null, too, for a token that does not read the customer. */ phone: string | null
}

export type LoadingAddress = { street: string | null; number_text: string | null; complement: string | null; neighborhood: string | null; city: string | null; state: string | null; postal_code: string | null } | null
