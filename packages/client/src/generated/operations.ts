// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface OperationsResource {
  /** List operations. Each operation whole; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof Operation = keyof Operation>(query?: ListQuery<ListOperationsQuery, Field>, options?: Options<'consistency'>): List<Pick<Operation, Field>, ListOperationsQuery, OperationList, OperationCursorList>
  /** Create an operation. Only `name` is required; what is left out is unset. Needs the scope `reference:write`. */ create(body: OperationInput, options?: Options<'idempotencyKey'>): Call<Operation>
  /** Read an operation. With `If-None-Match` it is sent only if it has changed. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Operation>
  /** Change fields of an operation. Fields that are left out stay; null clears. Needs the scope `reference:write`. */ update(id: number, body: OperationPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Operation>
  /** Delete an operation that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read an operation by its fk_id. As by its `id`. Needs the scope `reference:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Operation>
  /** Create or replace the operation with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `reference:write`. */ putByFkId(fk_id: string, body: OperationInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Operation>
  /** Change fields of an operation by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `reference:write`. */ updateByFkId(fk_id: string, body: OperationPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Operation>
  /** Delete an operation that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Write many operations at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `reference:write`. */ bulk(records: Records<OperationBulkInput>, query?: BulkOperationsQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListOperationsQuery {
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

export interface BulkOperationsQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface OperationList {
  data: Array<Operation>
  pagination: Pagination
  meta: Meta
}

export interface Operation {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  kind: "sale" | "bonus" | "sample" | "demonstration" | "consignment" | "future_delivery_bill" | "future_delivery_goods" | "on_order_bill" | "on_order_goods" | "other"
  /** What the NF-e is for (finNFe). 1: An ordinary one. 2: Completes another one. 3: Adjusts books. 4: A return of goods. 5: A credit note. 6: A debit note. */ purpose: 1 | 2 | 3 | 4 | 5 | 6
  /** Whether the customer pays for it; false for bonus goods and samples, which are part of an order’s total and not of its `payable_value`. Orders keep what it was when they were given it. */ payable: boolean
  /** The CFOP of sales inside the branch’s state; null: as its `kind` has it. */ cfop_inside: string | null
  /** The same of sales to other states. */ cfop_interstate: string | null
  /** The same of exports. */ cfop_abroad: string | null
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface OperationCursorList {
  data: Array<Operation>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface OperationInput {
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** What it is, a sale unless given; its CFOP follows from it where the operation has none. */ kind?: "sale" | "bonus" | "sample" | "demonstration" | "consignment" | "future_delivery_bill" | "future_delivery_goods" | "on_order_bill" | "on_order_goods" | "other" | null
  /** What the NF-e is for (finNFe). 1: An ordinary one. 2: Completes another one. 3: Adjusts books. 4: A return of goods. 5: A credit note. 6: A debit note. 1 unless given. */ purpose?: 1 | 2 | 3 | 4 | 5 | 6 | null
  /** Whether the customer pays for it; false for bonus goods and samples, which are part of an order’s total and not of its `payable_value`. Orders keep what it was when they were given it. True unless given. */ payable?: boolean | null
  /** The CFOP of sales inside the branch’s state; null: as its `kind` has it. */ cfop_inside?: string | null
  /** The same of sales to other states. */ cfop_interstate?: string | null
  /** The same of exports. */ cfop_abroad?: string | null
}

export interface OperationPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** What it is, a sale unless given; its CFOP follows from it where the operation has none. */ kind?: "sale" | "bonus" | "sample" | "demonstration" | "consignment" | "future_delivery_bill" | "future_delivery_goods" | "on_order_bill" | "on_order_goods" | "other" | null
  /** What the NF-e is for (finNFe). 1: An ordinary one. 2: Completes another one. 3: Adjusts books. 4: A return of goods. 5: A credit note. 6: A debit note. 1 unless given. */ purpose?: 1 | 2 | 3 | 4 | 5 | 6 | null
  /** Whether the customer pays for it; false for bonus goods and samples, which are part of an order’s total and not of its `payable_value`. Orders keep what it was when they were given it. True unless given. */ payable?: boolean | null
  /** The CFOP of sales inside the branch’s state; null: as its `kind` has it. */ cfop_inside?: string | null
  /** The same of sales to other states. */ cfop_interstate?: string | null
  /** The same of exports. */ cfop_abroad?: string | null
}

export interface OperationBulkInput {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** What it is, a sale unless given; its CFOP follows from it where the operation has none. */ kind?: "sale" | "bonus" | "sample" | "demonstration" | "consignment" | "future_delivery_bill" | "future_delivery_goods" | "on_order_bill" | "on_order_goods" | "other" | null
  /** What the NF-e is for (finNFe). 1: An ordinary one. 2: Completes another one. 3: Adjusts books. 4: A return of goods. 5: A credit note. 6: A debit note. 1 unless given. */ purpose?: 1 | 2 | 3 | 4 | 5 | 6 | null
  /** Whether the customer pays for it; false for bonus goods and samples, which are part of an order’s total and not of its `payable_value`. Orders keep what it was when they were given it. True unless given. */ payable?: boolean | null
  /** The CFOP of sales inside the branch’s state; null: as its `kind` has it. */ cfop_inside?: string | null
  /** The same of sales to other states. */ cfop_interstate?: string | null
  /** The same of exports. */ cfop_abroad?: string | null
}
