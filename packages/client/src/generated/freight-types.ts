// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface FreightTypesResource {
  /** List freight types. Each freight type whole; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof FreightType = keyof FreightType>(query?: ListQuery<ListFreightTypesQuery, Field>, options?: Options<'consistency'>): List<Pick<FreightType, Field>, ListFreightTypesQuery, FreightTypeList, FreightTypeCursorList>
  /** Create a freight type. Only `name` is required; what is left out is unset. Needs the scope `reference:write`. */ create(body: FreightTypeInput, options?: Options<'idempotencyKey'>): Call<FreightType>
  /** Read a freight type. With `If-None-Match` it is sent only if it has changed. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<FreightType>
  /** Change fields of a freight type. Fields that are left out stay; null clears. Needs the scope `reference:write`. */ update(id: number, body: FreightTypePatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<FreightType>
  /** Delete a freight type that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a freight type by its fk_id. As by its `id`. Needs the scope `reference:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<FreightType>
  /** Create or replace the freight type with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `reference:write`. */ putByFkId(fk_id: string, body: FreightTypeInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<FreightType>
  /** Change fields of a freight type by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `reference:write`. */ updateByFkId(fk_id: string, body: FreightTypePatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<FreightType>
  /** Delete a freight type that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Write many freight types at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `reference:write`. */ bulk(records: Records<FreightTypeBulkInput>, query?: BulkFreightTypesQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListFreightTypesQuery {
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

export interface BulkFreightTypesQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface FreightTypeList {
  data: Array<FreightType>
  pagination: Pagination
  meta: Meta
}

export interface FreightType {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** true: the freight is part of the order’s total; false: the buyer pays the carrier. */ charged: boolean
  /** Who is responsible for the freight, as an NF-e says it (modFrete). 0: The sender (CIF). 1: The receiver (FOB). 2: Somebody else. 3: The sender, by own means. 4: The receiver, by own means. 9: Nothing is transported. */ mode: 0 | 1 | 2 | 3 | 4 | 9 | null
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface FreightTypeCursorList {
  data: Array<FreightType>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface FreightTypeInput {
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** true: the freight is part of the order’s total; false: the buyer pays the carrier. True unless given. */ charged?: boolean | null
  /** Who is responsible for the freight, as an NF-e says it (modFrete). 0: The sender (CIF). 1: The receiver (FOB). 2: Somebody else. 3: The sender, by own means. 4: The receiver, by own means. 9: Nothing is transported. */ mode?: 0 | 1 | 2 | 3 | 4 | 9 | null
}

export interface FreightTypePatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** true: the freight is part of the order’s total; false: the buyer pays the carrier. True unless given. */ charged?: boolean | null
  /** Who is responsible for the freight, as an NF-e says it (modFrete). 0: The sender (CIF). 1: The receiver (FOB). 2: Somebody else. 3: The sender, by own means. 4: The receiver, by own means. 9: Nothing is transported. */ mode?: 0 | 1 | 2 | 3 | 4 | 9 | null
}

export interface FreightTypeBulkInput {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** true: the freight is part of the order’s total; false: the buyer pays the carrier. True unless given. */ charged?: boolean | null
  /** Who is responsible for the freight, as an NF-e says it (modFrete). 0: The sender (CIF). 1: The receiver (FOB). 2: Somebody else. 3: The sender, by own means. 4: The receiver, by own means. 9: Nothing is transported. */ mode?: 0 | 1 | 2 | 3 | 4 | 9 | null
}
