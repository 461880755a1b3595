// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface PaymentTypesResource {
  /** List payment types. Each payment type whole; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof PaymentType = keyof PaymentType>(query?: ListQuery<ListPaymentTypesQuery, Field>, options?: Options<'consistency'>): List<Pick<PaymentType, Field>, ListPaymentTypesQuery, PaymentTypeList, PaymentTypeCursorList>
  /** Create a payment type. Only `name` is required; what is left out is unset. Needs the scope `reference:write`. */ create(body: PaymentTypeInput, options?: Options<'idempotencyKey'>): Call<PaymentType>
  /** Read a payment type. With `If-None-Match` it is sent only if it has changed. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<PaymentType>
  /** Change fields of a payment type. Fields that are left out stay; null clears. Needs the scope `reference:write`. */ update(id: number, body: PaymentTypePatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<PaymentType>
  /** Delete a payment type that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a payment type by its fk_id. As by its `id`. Needs the scope `reference:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<PaymentType>
  /** Create or replace the payment type with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `reference:write`. */ putByFkId(fk_id: string, body: PaymentTypeInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<PaymentType>
  /** Change fields of a payment type by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `reference:write`. */ updateByFkId(fk_id: string, body: PaymentTypePatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<PaymentType>
  /** Delete a payment type that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Write many payment types at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `reference:write`. */ bulk(records: Records<PaymentTypeBulkInput>, query?: BulkPaymentTypesQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListPaymentTypesQuery {
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

export interface BulkPaymentTypesQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface PaymentTypeList {
  data: Array<PaymentType>
  pagination: Pagination
  meta: Meta
}

export interface PaymentType {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** When how much of an order is due; null: its orders have no instalments. A change of it changes no order that there is: orders take it where their total, payment type or date changes. */ terms: PaymentTerms | null
  created_at: string
  updated_at: string
}

export interface PaymentTerms {
  /** In the order of their days. */ lines: Array<PaymentTermsLine>
  /** The day from which they are counted. Until that of the invoice or of the delivery is known it is the order’s. `invoice` unless given. */ from: "order" | "invoice" | "delivery"
  /** Which line has the cents that are left over. `last` unless given. */ remainder: "last" | "first"
  /** Whether the first line has all of the IPI and ICMS-ST. False unless given. */ taxes_in_first: boolean
  /** What becomes of a due date at a weekend: it stays, or goes to the working day after or before. `keep` unless given. */ weekend: "keep" | "next" | "previous"
  /** Equal parts become fewer where they would be less. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ minimum_installment: number
  /** An order below it is due as a whole, on the day of the first line. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ minimum_order: number
}

export interface PaymentTermsLine {
  /** Days after the day that they are counted from. 0 unless given. */ days: number | null
  /** In place of days: months; a shorter month ends with its last day. */ months: number | null
  /** The day of that month; the day that they are counted from unless given. */ day: number | null
  /** In percent of what fixed amounts leave. With neither this nor an amount it is an equal part. Exact: at most 3 integer digits and 4 decimals. */ percentage: number | null
  /** A fixed amount. Exact: at most 13 integer digits and 2 decimals. */ amount: number | null
  /** Whether it is a down payment. */ down_payment: boolean
}

/** Cursor mode. */
export interface PaymentTypeCursorList {
  data: Array<PaymentType>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface PaymentTypeInput {
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** When how much of an order is due; null: its orders have no instalments. A change of it changes no order that there is: orders take it where their total, payment type or date changes. Days of equal parts as a text say the same: `30/60/90`, `28 35 42`, and with a down payment `0+30/60`. */ terms?: { /** In the order of their days. */ lines: Array<PaymentTermsLineInput>; /** The day from which they are counted. Until that of the invoice or of the delivery is known it is the order’s. `invoice` unless given. */ from?: "order" | "invoice" | "delivery"; /** Which line has the cents that are left over. `last` unless given. */ remainder?: "last" | "first"; /** Whether the first line has all of the IPI and ICMS-ST. False unless given. */ taxes_in_first?: boolean; /** What becomes of a due date at a weekend: it stays, or goes to the working day after or before. `keep` unless given. */ weekend?: "keep" | "next" | "previous"; /** Equal parts become fewer where they would be less. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ minimum_installment?: number; /** An order below it is due as a whole, on the day of the first line. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ minimum_order?: number } | string | null
}

export interface PaymentTermsLineInput {
  /** Days after the day that they are counted from. 0 unless given. */ days?: number | null
  /** In place of days: months; a shorter month ends with its last day. */ months?: number | null
  /** The day of that month; the day that they are counted from unless given. */ day?: number | null
  /** In percent of what fixed amounts leave. With neither this nor an amount it is an equal part. Exact: at most 3 integer digits and 4 decimals. */ percentage?: number | null
  /** A fixed amount. Exact: at most 13 integer digits and 2 decimals. */ amount?: number | null
  /** Whether it is a down payment. */ down_payment?: boolean | null
}

export interface PaymentTypePatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** When how much of an order is due; null: its orders have no instalments. A change of it changes no order that there is: orders take it where their total, payment type or date changes. Days of equal parts as a text say the same: `30/60/90`, `28 35 42`, and with a down payment `0+30/60`. */ terms?: { /** In the order of their days. */ lines: Array<PaymentTermsLineInput>; /** The day from which they are counted. Until that of the invoice or of the delivery is known it is the order’s. `invoice` unless given. */ from?: "order" | "invoice" | "delivery"; /** Which line has the cents that are left over. `last` unless given. */ remainder?: "last" | "first"; /** Whether the first line has all of the IPI and ICMS-ST. False unless given. */ taxes_in_first?: boolean; /** What becomes of a due date at a weekend: it stays, or goes to the working day after or before. `keep` unless given. */ weekend?: "keep" | "next" | "previous"; /** Equal parts become fewer where they would be less. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ minimum_installment?: number; /** An order below it is due as a whole, on the day of the first line. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ minimum_order?: number } | string | null
}

export interface PaymentTypeBulkInput {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** When how much of an order is due; null: its orders have no instalments. A change of it changes no order that there is: orders take it where their total, payment type or date changes. Days of equal parts as a text say the same: `30/60/90`, `28 35 42`, and with a down payment `0+30/60`. */ terms?: { /** In the order of their days. */ lines: Array<PaymentTermsLineInput>; /** The day from which they are counted. Until that of the invoice or of the delivery is known it is the order’s. `invoice` unless given. */ from?: "order" | "invoice" | "delivery"; /** Which line has the cents that are left over. `last` unless given. */ remainder?: "last" | "first"; /** Whether the first line has all of the IPI and ICMS-ST. False unless given. */ taxes_in_first?: boolean; /** What becomes of a due date at a weekend: it stays, or goes to the working day after or before. `keep` unless given. */ weekend?: "keep" | "next" | "previous"; /** Equal parts become fewer where they would be less. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ minimum_installment?: number; /** An order below it is due as a whole, on the day of the first line. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ minimum_order?: number } | string | null
}
