// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface PaymentMethodsResource {
  /** List payment methods. Each payment method whole; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof PaymentMethod = keyof PaymentMethod>(query?: ListQuery<ListPaymentMethodsQuery, Field>, options?: Options<'consistency'>): List<Pick<PaymentMethod, Field>, ListPaymentMethodsQuery, PaymentMethodList, PaymentMethodCursorList>
  /** Create a payment method. Only `name` is required; what is left out is unset. Needs the scope `reference:write`. */ create(body: PaymentMethodInput, options?: Options<'idempotencyKey'>): Call<PaymentMethod>
  /** Read a payment method. With `If-None-Match` it is sent only if it has changed. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<PaymentMethod>
  /** Change fields of a payment method. Fields that are left out stay; null clears. Needs the scope `reference:write`. */ update(id: number, body: PaymentMethodPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<PaymentMethod>
  /** Delete a payment method that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a payment method by its fk_id. As by its `id`. Needs the scope `reference:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<PaymentMethod>
  /** Create or replace the payment method with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `reference:write`. */ putByFkId(fk_id: string, body: PaymentMethodInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<PaymentMethod>
  /** Change fields of a payment method by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `reference:write`. */ updateByFkId(fk_id: string, body: PaymentMethodPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<PaymentMethod>
  /** Delete a payment method that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Write many payment methods at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `reference:write`. */ bulk(records: Records<PaymentMethodBulkInput>, query?: BulkPaymentMethodsQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListPaymentMethodsQuery {
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

export interface BulkPaymentMethodsQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface PaymentMethodList {
  data: Array<PaymentMethod>
  pagination: Pagination
  meta: Meta
}

export interface PaymentMethod {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** The code of the means of payment in an NF-e (tPag), such as 17 of Pix. */ code: string | null
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface PaymentMethodCursorList {
  data: Array<PaymentMethod>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface PaymentMethodInput {
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** The code of the means of payment in an NF-e (tPag), such as 17 of Pix. */ code?: string | null
}

export interface PaymentMethodPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** The code of the means of payment in an NF-e (tPag), such as 17 of Pix. */ code?: string | null
}

export interface PaymentMethodBulkInput {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** The code of the means of payment in an NF-e (tPag), such as 17 of Pix. */ code?: string | null
}
