// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'
import type { Reference } from './orders-2.ts'
import type { TaxRuleBulkInput } from './tax-rules-2.ts'

export interface TaxRulesResource {
  /** List tax rules. Each tax rule whole; by `page` and `limit`, or in cursor mode. Needs the scope `taxes:read`. */ list<Field extends keyof TaxRule = keyof TaxRule>(query?: ListQuery<ListTaxRulesQuery, Field>, options?: Options<'consistency'>): List<Pick<TaxRule, Field>, ListTaxRulesQuery, TaxRuleList, TaxRuleCursorList>
  /** Create a tax rule. Only `name` is required; what is left out is unset. Needs the scope `taxes:write`. */ create(body: TaxRuleInput, options?: Options<'idempotencyKey'>): Call<TaxRule>
  /** Read a tax rule. With `If-None-Match` it is sent only if it has changed. Needs the scope `taxes:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<TaxRule>
  /** Change fields of a tax rule. Fields that are left out stay; null clears. Needs the scope `taxes:write`. */ update(id: number, body: TaxRulePatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<TaxRule>
  /** Delete a tax rule that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `taxes:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a tax rule by its fk_id. As by its `id`. Needs the scope `taxes:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<TaxRule>
  /** Create or replace the tax rule with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `taxes:write`. */ putByFkId(fk_id: string, body: TaxRuleInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<TaxRule>
  /** Change fields of a tax rule by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `taxes:write`. */ updateByFkId(fk_id: string, body: TaxRulePatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<TaxRule>
  /** Delete a tax rule that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `taxes:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a tax rule as it was. Each change of a rule makes a version, and none of them ever changes: lines of orders name the version that they were worked out by. Needs the scope `taxes:read`. */ readVersion(id: number, version: number, options?: Options<'ifMatch' | 'consistency'>): Call<TaxRule>
  /** List what was sold without a rule. Which products were sold to which states and kinds of buyers, in orders in a status that `counts`, and no rule of ICMS holds for: the most valuable first. Worked out anew for each page; who is restricted (`only`) gets that of their own orders. [Taxes](/docs/taxes) explains it. Needs the scope `taxes:read`. */ listCoverage(query?: ListQuery<ListTaxRuleCoverageQuery, never>, options?: Options<'consistency'>): List<UncoveredSale, ListTaxRuleCoverageQuery, UncoveredSaleList, UncoveredSaleCursorList>
  /** Write many tax rules at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `taxes:write`. */ bulk(records: Records<TaxRuleBulkInput>, query?: BulkTaxRulesQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListTaxRulesQuery {
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Sparse fields: only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, name, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** These records: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** How the name begins; capitals do not count. */ name?: string
  /** Last changed at or after. RFC 3339 or a bare date; inclusive. */ update_date_from?: string
  /** Last changed at or before. RFC 3339 or a bare date; inclusive. */ update_date_to?: string
  /** Of this product, or one of these: ids, with commas between them. */ id_product?: number | Array<number>
  /** Of this product, or one of these: external identifiers, with commas between them. */ fk_id_product?: Array<string>
  /** Of this category, or one of these: ids, with commas between them. */ id_category?: number | Array<number>
  /** Of this category, or one of these: external identifiers, with commas between them. */ fk_id_category?: Array<string>
  /** Of this operation, or one of these: ids, with commas between them. */ id_operation?: number | Array<number>
  /** Of this operation, or one of these: external identifiers, with commas between them. */ fk_id_operation?: Array<string>
  /** Of this branch company, or one of these: ids, with commas between them. */ id_branch_company?: number | Array<number>
  /** Of this branch company, or one of these: external identifiers, with commas between them. */ fk_id_branch_company?: Array<string>
  /** Those that count, or those that do not. */ active?: boolean
  /** Of this kind. */ kind?: "icms" | "ipi" | "ibs_cbs"
  /** Whose last day is in this range. On this day or later. */ valid_to_from?: string
  /** Whose last day is in this range. On this day or before. */ valid_to_to?: string
  /** That name this destination. */ destination_states?: string
}

export interface ListTaxRuleCoverageQuery {
  /** The first day of the orders’ `date`, in the account’s time zone; 90 days before the last one unless given. */ from?: string
  /** The last day; today unless given. */ to?: string
  /** The day whose rules count, such as one on which some have ended; today unless given. */ date?: string
  /** Only what went to this state; `EX` is abroad. */ destination_state?: "AC" | "AL" | "AM" | "AP" | "BA" | "CE" | "DF" | "ES" | "GO" | "MA" | "MG" | "MS" | "MT" | "PA" | "PB" | "PE" | "PI" | "PR" | "RJ" | "RN" | "RO" | "RR" | "RS" | "SC" | "SE" | "SP" | "TO" | "EX"
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
}

export interface BulkTaxRulesQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface TaxRuleList {
  data: Array<TaxRule>
  pagination: Pagination
  meta: Meta
}

export interface TaxRule {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** Whether it counts; a deletion sets it to false. */ active: boolean
  kind: "icms" | "ipi" | "ibs_cbs"
  /** The first day, compared with the day that decides an order’s taxes; 1900-01-01 unless given. */ valid_from: string
  /** The last day; null: it has none. */ valid_to: string | null
  /** For this product alone; the other conditions of goods are left out beside it. */ product: Reference | null
  /** For goods of this CEST. */ cest: string | null
  /** For goods whose NCM begins so. */ ncm: string | null
  /** For orders of this category. */ category: Reference | null
  /** For sales inside the seller’s state, or to another one. */ scope: "inside" | "interstate" | null
  /** The seller’s branch is in one of these. */ origin_states: Array<string> | null
  /** The goods go to one of these; `EX` is abroad. */ destination_states: Array<string> | null
  /** For lines of this operation. */ operation: Reference | null
  /** For sales of this branch. */ branch_company: Reference | null
  /** The buyer is one of these (indIEDest). */ ie_kinds: Array<1 | 2 | 9> | null
  /** Whether the buyer does not resell. */ final_consumer: boolean | null
  /** Whether the buyer is in the Simples Nacional. */ customer_simples: boolean | null
  /** The goods’ origin is one of these. */ origins: Array<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8> | null
  /** Of sellers with CRT 2 or 3, and of IPI. */ cst: string | null
  /** Of sellers with CRT 1 or 4. */ csosn: string | null
  /** Null: the national rate between states, 4, 7 or 12. Exact: at most 3 integer digits and 4 decimals. */ icms_rate: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ icms_reduction: number | null
  /** Of CST 51, in percent. Exact: at most 3 integer digits and 4 decimals. */ icms_deferral: number | null
  /** Of the own poverty fund. Exact: at most 3 integer digits and 4 decimals. */ fcp_rate: number | null
  /** The internal rate of the destination: there is ST where it is given. Exact: at most 3 integer digits and 4 decimals. */ st_rate: number | null
  /** The margin of ST, in percent. Exact: at most 3 integer digits and 4 decimals. */ margin: number | null
  margin_kind: "original" | "adjusted"
  /** By which a margin is adjusted; `st_rate` unless given. Exact: at most 3 integer digits and 4 decimals. */ intra_rate: number | null
  /** 2: Two decimals. 4: Four decimals. */ margin_decimals: 2 | 4
  /** What a unit counts for ST, in the place of price and margin. Exact: at most 11 integer digits and 4 decimals. */ unit_value: number | null
  /** What `unit_value` is; a list price unless given. */ unit_kind: "list" | "consumer_price" | "greater" | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ st_reduction: number | null
  /** Of the poverty fund of ST. Exact: at most 3 integer digits and 4 decimals. */ st_fcp_rate: number | null
  /** What a seller in the Simples deducts; the rate between states unless given, inside `st_rate`. Exact: at most 3 integer digits and 4 decimals. */ deduction_rate: number | null
  /** Whether ST is the difference of rates for the buyer’s own use. */ st_own_use: boolean
  /** The internal rate of the destination. Exact: at most 3 integer digits and 4 decimals. */ difal_rate: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ difal_fcp_rate: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ difal_reduction: number | null
  difal_base: "single" | "double"
  /** The rate that is not charged. Exact: at most 3 integer digits and 4 decimals. */ relief_rate: number | null
  /** motDesICMS. */ relief_reason: string | null
  /** Whether the relief is taken off the total. */ relief_deducts: boolean
  /** In the place of the usual one. */ cfop: string | null
  /** cBenef. */ benefit: string | null
  /** What an invoice says of the line. */ note: string | null
  /** Of the kind `ipi`. Exact: at most 3 integer digits and 4 decimals. */ rate: number | null
  /** Of the kind `ipi`, in the place of `rate`. Exact: at most 11 integer digits and 4 decimals. */ per_unit: number | null
  /** cEnq of the kind `ipi`, cClassTrib of the kind `ibs_cbs`. */ class: string | null
  /** Of their rates. Exact: at most 3 integer digits and 4 decimals. */ reduction: number | null
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface TaxRuleCursorList {
  data: Array<TaxRule>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface TaxRuleInput {
  /** The last day; null: it has none. */ valid_to?: string | null
  /** For this product alone; the other conditions of goods are left out beside it. */ id_product?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_product?: string | null
  /** For goods of this CEST. */ cest?: string | null
  /** For goods whose NCM begins so. */ ncm?: string | null
  /** For orders of this category. */ id_category?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_category?: string | null
  /** For sales inside the seller’s state, or to another one. */ scope?: "inside" | "interstate" | null
  /** The seller’s branch is in one of these. */ origin_states?: Array<string> | null
  /** The goods go to one of these; `EX` is abroad. */ destination_states?: Array<string> | null
  /** For lines of this operation. */ id_operation?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_operation?: string | null
  /** For sales of this branch. */ id_branch_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_branch_company?: string | null
  /** The buyer is one of these (indIEDest). */ ie_kinds?: Array<1 | 2 | 9> | null
  /** Whether the buyer does not resell. */ final_consumer?: boolean | null
  /** Whether the buyer is in the Simples Nacional. */ customer_simples?: boolean | null
  /** The goods’ origin is one of these. */ origins?: Array<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8> | null
  /** Of sellers with CRT 2 or 3, and of IPI. */ cst?: string | null
  /** Of sellers with CRT 1 or 4. */ csosn?: string | null
  /** Null: the national rate between states, 4, 7 or 12. Exact: at most 3 integer digits and 4 decimals. */ icms_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ icms_reduction?: number | null
  /** Of CST 51, in percent. Exact: at most 3 integer digits and 4 decimals. */ icms_deferral?: number | null
  /** Of the own poverty fund. Exact: at most 3 integer digits and 4 decimals. */ fcp_rate?: number | null
  /** The internal rate of the destination: there is ST where it is given. Exact: at most 3 integer digits and 4 decimals. */ st_rate?: number | null
  /** The margin of ST, in percent. Exact: at most 3 integer digits and 4 decimals. */ margin?: number | null
  /** By which a margin is adjusted; `st_rate` unless given. Exact: at most 3 integer digits and 4 decimals. */ intra_rate?: number | null
  /** What a unit counts for ST, in the place of price and margin. Exact: at most 11 integer digits and 4 decimals. */ unit_value?: number | null
  /** What `unit_value` is; a list price unless given. */ unit_kind?: "list" | "consumer_price" | "greater" | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ st_reduction?: number | null
  /** Of the poverty fund of ST. Exact: at most 3 integer digits and 4 decimals. */ st_fcp_rate?: number | null
  /** What a seller in the Simples deducts; the rate between states unless given, inside `st_rate`. Exact: at most 3 integer digits and 4 decimals. */ deduction_rate?: number | null
  /** The internal rate of the destination. Exact: at most 3 integer digits and 4 decimals. */ difal_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ difal_fcp_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ difal_reduction?: number | null
  /** The rate that is not charged. Exact: at most 3 integer digits and 4 decimals. */ relief_rate?: number | null
  /** motDesICMS. */ relief_reason?: string | null
  /** In the place of the usual one. */ cfop?: string | null
  /** cBenef. */ benefit?: string | null
  /** What an invoice says of the line. */ note?: string | null
  /** Of the kind `ipi`. Exact: at most 3 integer digits and 4 decimals. */ rate?: number | null
  /** Of the kind `ipi`, in the place of `rate`. Exact: at most 11 integer digits and 4 decimals. */ per_unit?: number | null
  /** cEnq of the kind `ipi`, cClassTrib of the kind `ibs_cbs`. */ class?: string | null
  /** Of their rates. Exact: at most 3 integer digits and 4 decimals. */ reduction?: number | null
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Whether it counts; a deletion sets it to false. True unless given. */ active?: boolean | null
  /** Which taxes it is about; `icms` unless given. */ kind?: "icms" | "ipi" | "ibs_cbs" | null
  /** The first day, compared with the day that decides an order’s taxes; 1900-01-01 unless given. */ valid_from?: string | null
  /** Whether the margin is to be adjusted between states, or is so already; `original` unless given. */ margin_kind?: "original" | "adjusted" | null
  /** 2: Two decimals. 4: Four decimals. 2 unless given. */ margin_decimals?: 2 | 4 | null
  /** Whether ST is the difference of rates for the buyer’s own use. False unless given. */ st_own_use?: boolean | null
  /** Whether the tax itself is in the base; `single`, it is not, unless given. */ difal_base?: "single" | "double" | null
  /** Whether the relief is taken off the total. False unless given. */ relief_deducts?: boolean | null
}

export interface TaxRulePatch {
  /** The last day; null: it has none. */ valid_to?: string | null
  /** For this product alone; the other conditions of goods are left out beside it. */ id_product?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_product?: string | null
  /** For goods of this CEST. */ cest?: string | null
  /** For goods whose NCM begins so. */ ncm?: string | null
  /** For orders of this category. */ id_category?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_category?: string | null
  /** For sales inside the seller’s state, or to another one. */ scope?: "inside" | "interstate" | null
  /** The seller’s branch is in one of these. */ origin_states?: Array<string> | null
  /** The goods go to one of these; `EX` is abroad. */ destination_states?: Array<string> | null
  /** For lines of this operation. */ id_operation?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_operation?: string | null
  /** For sales of this branch. */ id_branch_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_branch_company?: string | null
  /** The buyer is one of these (indIEDest). */ ie_kinds?: Array<1 | 2 | 9> | null
  /** Whether the buyer does not resell. */ final_consumer?: boolean | null
  /** Whether the buyer is in the Simples Nacional. */ customer_simples?: boolean | null
  /** The goods’ origin is one of these. */ origins?: Array<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8> | null
  /** Of sellers with CRT 2 or 3, and of IPI. */ cst?: string | null
  /** Of sellers with CRT 1 or 4. */ csosn?: string | null
  /** Null: the national rate between states, 4, 7 or 12. Exact: at most 3 integer digits and 4 decimals. */ icms_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ icms_reduction?: number | null
  /** Of CST 51, in percent. Exact: at most 3 integer digits and 4 decimals. */ icms_deferral?: number | null
  /** Of the own poverty fund. Exact: at most 3 integer digits and 4 decimals. */ fcp_rate?: number | null
  /** The internal rate of the destination: there is ST where it is given. Exact: at most 3 integer digits and 4 decimals. */ st_rate?: number | null
  /** The margin of ST, in percent. Exact: at most 3 integer digits and 4 decimals. */ margin?: number | null
  /** By which a margin is adjusted; `st_rate` unless given. Exact: at most 3 integer digits and 4 decimals. */ intra_rate?: number | null
  /** What a unit counts for ST, in the place of price and margin. Exact: at most 11 integer digits and 4 decimals. */ unit_value?: number | null
  /** What `unit_value` is; a list price unless given. */ unit_kind?: "list" | "consumer_price" | "greater" | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ st_reduction?: number | null
  /** Of the poverty fund of ST. Exact: at most 3 integer digits and 4 decimals. */ st_fcp_rate?: number | null
  /** What a seller in the Simples deducts; the rate between states unless given, inside `st_rate`. Exact: at most 3 integer digits and 4 decimals. */ deduction_rate?: number | null
  /** The internal rate of the destination. Exact: at most 3 integer digits and 4 decimals. */ difal_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ difal_fcp_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ difal_reduction?: number | null
  /** The rate that is not charged. Exact: at most 3 integer digits and 4 decimals. */ relief_rate?: number | null
  /** motDesICMS. */ relief_reason?: string | null
  /** In the place of the usual one. */ cfop?: string | null
  /** cBenef. */ benefit?: string | null
  /** What an invoice says of the line. */ note?: string | null
  /** Of the kind `ipi`. Exact: at most 3 integer digits and 4 decimals. */ rate?: number | null
  /** Of the kind `ipi`, in the place of `rate`. Exact: at most 11 integer digits and 4 decimals. */ per_unit?: number | null
  /** cEnq of the kind `ipi`, cClassTrib of the kind `ibs_cbs`. */ class?: string | null
  /** Of their rates. Exact: at most 3 integer digits and 4 decimals. */ reduction?: number | null
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Whether it counts; a deletion sets it to false. True unless given. */ active?: boolean | null
  /** Which taxes it is about; `icms` unless given. */ kind?: "icms" | "ipi" | "ibs_cbs" | null
  /** The first day, compared with the day that decides an order’s taxes; 1900-01-01 unless given. */ valid_from?: string | null
  /** Whether the margin is to be adjusted between states, or is so already; `original` unless given. */ margin_kind?: "original" | "adjusted" | null
  /** 2: Two decimals. 4: Four decimals. 2 unless given. */ margin_decimals?: 2 | 4 | null
  /** Whether ST is the difference of rates for the buyer’s own use. False unless given. */ st_own_use?: boolean | null
  /** Whether the tax itself is in the base; `single`, it is not, unless given. */ difal_base?: "single" | "double" | null
  /** Whether the relief is taken off the total. False unless given. */ relief_deducts?: boolean | null
}

/** Page mode. */
export interface UncoveredSaleList {
  data: Array<UncoveredSale>
  pagination: Pagination
  meta: Meta
}

/** A product that was sold to buyers of one kind in one state without a rule of ICMS. */
export interface UncoveredSale {
  product: UncoveredProduct
  ncm: string | null
  cest: string | null
  /** Where the goods go; `EX` is abroad. Null: neither the order’s address nor the customer’s main one says it. */ destination_state: string | null
  /** Whether the buyers are registered for ICMS (indIEDest), as they say or as their documents tell. Null: not known. */ ie_kind: 1 | 2 | 9 | null
  /** Whether the buyers do not resell. */ final_consumer: boolean
  /** `no_rule`: no rule holds. `no_place`, `buyer_kind_unknown`: what rules ask is not known of the branch or the customer, so that none can be chosen. */ code: "no_rule" | "no_place" | "buyer_kind_unknown"
  /** In how many orders. */ orders: number
  /** The net value of their lines. Exact: at most 13 integer digits and 2 decimals. */ value: number
}

export interface UncoveredProduct {
  id: number
  name: string
  fk_id: string | null
}

/** Cursor mode. */
export interface UncoveredSaleCursorList {
  data: Array<UncoveredSale>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}
