// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, List, ListQuery, Options } from '../types.ts'
import type { Meta, Pagination } from './orders-3.ts'

export interface RecalculationsResource {
  /** Work the taxes of many orders out again. In the background, of all orders that the filters find when their turn comes, each as `POST /orders/{id}/recalculate` does it. The parameters are the filters of `GET /orders`: at least one, or `all=true`. Locked orders stay as they are, and one that is refused keeps no other back. Of an account one is done at a time; at most 10 wait or run. It ends with the token that asked for it, or where that may do less than before. [Taxes](/docs/taxes) tells more. Needs the scope `orders:write`. */ create(query?: CreateRecalculationQuery, options?: Options<'idempotencyKey'>): Call<Recalculation>
  /** End a recalculation of many orders. What was written stays; nothing more is written. Needs the scope `orders:write`. */ cancel(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Recalculation>
  /** List the recalculations of many orders. The newest first: those that tell of no other orders than the token sees. One is kept for 90 days after its end. Needs the scope `orders:read`. */ list(query?: ListQuery<ListRecalculationsQuery, never>, options?: Options<'consistency'>): List<Recalculation, ListRecalculationsQuery, RecalculationList, RecalculationCursorList>
  /** Read a recalculation of many orders. How far it is, and what became of the orders. Needs the scope `orders:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Recalculation>
}

export interface CreateRecalculationQuery {
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
  /** All orders: with `true` no filter is needed, and none is taken. */ all?: boolean
  /** Counts and sums up what would change, and writes nothing. Not, unless given. */ dry_run?: boolean
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface ListRecalculationsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** `waiting`: for the end of an earlier one of the account. `failed`: it could not go on, and `failure` says why. What was written stays. */ state?: "waiting" | "running" | "done" | "cancelled" | "failed"
  /** Those that write nothing, or those that do. */ dry_run?: boolean
}

/** Orders whose taxes are worked out again, by filters. */
export interface Recalculation {
  id: number
  /** What chose the orders: parameters of `GET /orders`, with their values as texts. */ filters: Record<string, string>
  /** Nothing is written. */ dry_run: boolean
  /** `waiting`: for the end of an earlier one of the account. `failed`: it could not go on, and `failure` says why. What was written stays. */ state: "waiting" | "running" | "done" | "cancelled" | "failed"
  /** Why it could not go on. */ failure: string | null
  /** Which part of the orders is done. */ progress: number
  counts: RecalculationCounts
  /** The first 100 refused orders, by their ids. */ refused_orders: Array<RecalculationRefused>
  token: RecalculationToken
  created_at: string
  updated_at: string
  started_at: string | null
  finished_at: string | null
}

/** What became of the orders, or would. */
export interface RecalculationCounts {
  /** Orders that the filters found when it began. One that is deleted meanwhile, or that the filters do not find any more, is in no other count. */ found: number
  /** Orders that were written, or would be. */ changed: number
  /** Orders that are up to date. */ unchanged: number
  /** Orders in a locked status, which stay as they are. */ locked: number
  /** Orders that could not be worked out. */ refused: number
  /** The exact sum of the `changed` orders before. */ total_before: number
  /** The same after it. */ total_after: number
}

export interface RecalculationRefused {
  id_order: number
  /** As in `errors` of a problem, or of the problem: `/docs/errors` lists all. */ code: string
  /** Where in the order. */ pointer: string | null
  /** In the language in which it was asked for. */ detail: string
}

/** Who asked. */
export interface RecalculationToken {
  id: number
  name: string
}

/** Page mode. */
export interface RecalculationList {
  data: Array<Recalculation>
  pagination: Pagination
  meta: Meta
}

/** Cursor mode. */
export interface RecalculationCursorList {
  data: Array<Recalculation>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}
