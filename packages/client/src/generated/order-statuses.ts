// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface OrderStatusesResource {
  /** List order statuses. Each order status whole; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof OrderStatus = keyof OrderStatus>(query?: ListQuery<ListOrderStatusesQuery, Field>, options?: Options<'consistency'>): List<Pick<OrderStatus, Field>, ListOrderStatusesQuery, OrderStatusList, OrderStatusCursorList>
  /** Create an order status. Only `name` is required; what is left out is unset. Needs the scope `reference:write`. */ create(body: OrderStatusInput, options?: Options<'idempotencyKey'>): Call<OrderStatus>
  /** Read an order status. With `If-None-Match` it is sent only if it has changed. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<OrderStatus>
  /** Change fields of an order status. Fields that are left out stay; null clears. Needs the scope `reference:write`. */ update(id: number, body: OrderStatusPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<OrderStatus>
  /** Delete an order status that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read an order status by its fk_id. As by its `id`. Needs the scope `reference:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<OrderStatus>
  /** Create or replace the order status with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `reference:write`. */ putByFkId(fk_id: string, body: OrderStatusInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<OrderStatus>
  /** Change fields of an order status by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `reference:write`. */ updateByFkId(fk_id: string, body: OrderStatusPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<OrderStatus>
  /** Delete an order status that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Write many order statuses at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `reference:write`. */ bulk(records: Records<OrderStatusBulkInput>, query?: BulkOrderStatusesQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListOrderStatusesQuery {
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
}

export interface BulkOrderStatusesQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface OrderStatusList {
  data: Array<OrderStatus>
  pagination: Pagination
  meta: Meta
}

export interface OrderStatus {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** New orders start here. Exactly one status is initial: setting it here unsets it on the other. */ initial: boolean
  /** Items, amounts, customer and freight of an order can’t change here, and it keeps the names it was locked with. */ locked: boolean
  /** Orders here are sales; false for drafts and cancelled orders, which sums with `counts=true` leave out. */ counts: boolean
  /** Orders come here only with a reason, as they are cancelled for one: `id_reason` of the order. */ reason_required: boolean
  /** Orders here have a `number`: one that has none gets the next of its series with the change that brings it here, or finds it here. */ numbered: boolean
  /** Orders are invoiced with the move here: for those whose items have lists of taxes it makes `tax_date` today, unless another one is sent. */ invoiced: boolean
  /** Orders here are quotations, valid for so many days: one without a `valid_until` gets it with the change that brings it here. After that day it becomes a sale only with a later one: else 409 `quotation_lapsed`. Null: orders here are no quotations. */ quotation_days: number | null
  /** Orders come here only if the check before the invoice finds no error: else 409 `invoice_check_failed`. Those that are here already stay. */ requires_check: boolean
  /** Statuses an order can move to. */ next: Array<number>
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface OrderStatusCursorList {
  data: Array<OrderStatus>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface OrderStatusInput {
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** New orders start here. Exactly one status is initial: setting it here unsets it on the other. False unless given. */ initial?: boolean | null
  /** Items, amounts, customer and freight of an order can’t change here, and it keeps the names it was locked with. False unless given. */ locked?: boolean | null
  /** Orders here are sales; false for drafts and cancelled orders, which sums with `counts=true` leave out. True unless given. */ counts?: boolean | null
  /** Orders come here only with a reason, as they are cancelled for one: `id_reason` of the order. False unless given. */ reason_required?: boolean | null
  /** Orders here have a `number`: one that has none gets the next of its series with the change that brings it here, or finds it here. False unless given. */ numbered?: boolean | null
  /** Orders are invoiced with the move here: for those whose items have lists of taxes it makes `tax_date` today, unless another one is sent. False unless given. */ invoiced?: boolean | null
  /** Orders here are quotations, valid for so many days: one without a `valid_until` gets it with the change that brings it here. After that day it becomes a sale only with a later one: else 409 `quotation_lapsed`. Null: orders here are no quotations. */ quotation_days?: number | null
  /** Orders come here only if the check before the invoice finds no error: else 409 `invoice_check_failed`. Those that are here already stay. False unless given. */ requires_check?: boolean | null
  /** Statuses an order can move to from here. */ next?: Array<number> | null
}

export interface OrderStatusPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** New orders start here. Exactly one status is initial: setting it here unsets it on the other. False unless given. */ initial?: boolean | null
  /** Items, amounts, customer and freight of an order can’t change here, and it keeps the names it was locked with. False unless given. */ locked?: boolean | null
  /** Orders here are sales; false for drafts and cancelled orders, which sums with `counts=true` leave out. True unless given. */ counts?: boolean | null
  /** Orders come here only with a reason, as they are cancelled for one: `id_reason` of the order. False unless given. */ reason_required?: boolean | null
  /** Orders here have a `number`: one that has none gets the next of its series with the change that brings it here, or finds it here. False unless given. */ numbered?: boolean | null
  /** Orders are invoiced with the move here: for those whose items have lists of taxes it makes `tax_date` today, unless another one is sent. False unless given. */ invoiced?: boolean | null
  /** Orders here are quotations, valid for so many days: one without a `valid_until` gets it with the change that brings it here. After that day it becomes a sale only with a later one: else 409 `quotation_lapsed`. Null: orders here are no quotations. */ quotation_days?: number | null
  /** Orders come here only if the check before the invoice finds no error: else 409 `invoice_check_failed`. Those that are here already stay. False unless given. */ requires_check?: boolean | null
  /** Statuses an order can move to from here. */ next?: Array<number> | null
}

export interface OrderStatusBulkInput {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** New orders start here. Exactly one status is initial: setting it here unsets it on the other. False unless given. */ initial?: boolean | null
  /** Items, amounts, customer and freight of an order can’t change here, and it keeps the names it was locked with. False unless given. */ locked?: boolean | null
  /** Orders here are sales; false for drafts and cancelled orders, which sums with `counts=true` leave out. True unless given. */ counts?: boolean | null
  /** Orders come here only with a reason, as they are cancelled for one: `id_reason` of the order. False unless given. */ reason_required?: boolean | null
  /** Orders here have a `number`: one that has none gets the next of its series with the change that brings it here, or finds it here. False unless given. */ numbered?: boolean | null
  /** Orders are invoiced with the move here: for those whose items have lists of taxes it makes `tax_date` today, unless another one is sent. False unless given. */ invoiced?: boolean | null
  /** Orders here are quotations, valid for so many days: one without a `valid_until` gets it with the change that brings it here. After that day it becomes a sale only with a later one: else 409 `quotation_lapsed`. Null: orders here are no quotations. */ quotation_days?: number | null
  /** Orders come here only if the check before the invoice finds no error: else 409 `invoice_check_failed`. Those that are here already stay. False unless given. */ requires_check?: boolean | null
  /** Statuses an order can move to from here. */ next?: Array<number> | null
}
