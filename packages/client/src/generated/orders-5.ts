// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Meta, OrderItem, Pagination } from './orders-3.ts'
import type { Order } from './orders-2.ts'
import type { OrderEventToken } from './orders-4.ts'

/** What an order’s invoice says, for the program that issues it. Figures are texts, as the XML has them; what is not known is not there. */
export interface NfeDraft {
  /** The day by which its taxes are judged. */ tax_date: string
  /** By the names of the layout 4.00 of the NF-e. */ infNFe: { /** What kind of note it is: `natOp`, `idDest`, `finNFe`, `indFinal`, `indPres` … */ ide: Record<string, unknown>; /** The branch; not there where the order has none. */ emit?: Record<string, unknown>; /** The customer with the main address. */ dest: Record<string, unknown>; /** The address of the order, where it is another one. */ entrega?: Record<string, unknown>; det: Array<{ /** Of the line, from 1. */ nItem: string; /** The goods: `cProd`, `NCM`, `CFOP`, `qCom`, `vUnCom`, `vProd` … */ prod: Record<string, unknown>; /** Its taxes: `ICMS`, `IPI`, `PIS`, `COFINS`, `ICMSUFDest`, `IS`, `IBSCBS`. */ imposto: Record<string, unknown>; infAdProd?: string }>; /** `ICMSTot`, and `ISTot` and `IBSCBSTot` where lines have them. */ total: Record<string, unknown>; /** Freight, carrier and weights. */ transp: Record<string, unknown>; /** The instalments. */ cobr?: Record<string, unknown>; /** What is paid how. */ pag: Record<string, unknown>; /** The marketplace. */ infIntermed?: Record<string, unknown>; /** The order’s observations. */ infAdic?: Record<string, unknown>; /** The buyer’s order, contract and commitment. */ compra?: Record<string, unknown> }
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

export interface LoadingTotals {
  orders: number
  /** Parcels; null where an order does not say how many it has. */ volumes: number | null
  /** In kilograms, exact, of the products that have a `gross_weight`. */ gross_weight: number
  /** Lines of products without a `gross_weight`. */ lines_without_weight: number
  /** Exact: at most 16 integer digits and 2 decimals. */ total_value: number
}

/** Page mode. */
export interface OrderLinkList {
  data: Array<OrderLink>
  pagination: Pagination
  meta: Meta
}

/** A link by which somebody without an account sees an order. */
export interface OrderLink {
  id: number
  /** The order. */ id_order: number
  /** How it is sent, as whoever makes it says. */ channel: "copy" | "whatsapp" | "email" | "share" | null
  /** Whether whoever opens it is asked for a yes or a no, which is noted as a comment. */ asks_answer: boolean
  token: OrderLinkToken
  /** The member whose session it was. */ id_member: number | null
  created_at: string
  expires_at: string
  /** When somebody ended it. */ revoked_at: string | null
  /** How often its page was opened, but by programs. */ opened_count: number
  /** The last time. */ opened_at: string | null
  answer: "accepted" | "declined" | null
  answered_at: string | null
  mail: OrderLinkMail
}

/** Who made it: a token, or the session of a member. */
export interface OrderLinkToken {
  id: number
  name: string
}

/** The mail in which the service sends it. */
export type OrderLinkMail = { /** Null once the customer’s data is removed. */ to: string | null; /** When the mail server took it. */ sent_at: string | null; /** Why it was not taken, in the words of the mail server. */ error: string | null; /** When it is tried again; null where it is not. */ next_attempt_at: string | null } | null

/** Cursor mode. */
export interface OrderLinkCursorList {
  data: Array<OrderLink>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface OrderLinkInput {
  /** Days for which it can be opened; 14 unless given. */ days?: number
  /** Whether whoever opens it is asked for a yes or a no, which is noted as a comment. False unless given. */ asks_answer?: boolean
  /** How it is sent, as whoever makes it says. */ channel?: "copy" | "whatsapp" | "email" | "share" | null
  /** The service mails the link there, with the order as PDF and the account’s message, and answers go to the member who sends it. `mail` says what became of it. */ to?: string
}

export interface NewOrderLink {
  id: number
  /** The order. */ id_order: number
  /** How it is sent, as whoever makes it says. */ channel: "copy" | "whatsapp" | "email" | "share" | null
  /** Whether whoever opens it is asked for a yes or a no, which is noted as a comment. */ asks_answer: boolean
  token: OrderLinkToken
  /** The member whose session it was. */ id_member: number | null
  created_at: string
  expires_at: string
  /** When somebody ended it. */ revoked_at: string | null
  /** How often its page was opened, but by programs. */ opened_count: number
  /** The last time. */ opened_at: string | null
  answer: "accepted" | "declined" | null
  answered_at: string | null
  mail: OrderLinkMail
  /** What to write to the customer, by the account’s `order_message`: `{link}` stands where the `url` goes. */ message: string
  /** The link; it can’t be read again. What the service mails stands in the mail alone. */ url?: string
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
