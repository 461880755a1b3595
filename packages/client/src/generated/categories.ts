// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface CategoriesResource {
  /** List categories. Each category whole; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof Category = keyof Category>(query?: ListQuery<ListCategoriesQuery, Field>, options?: Options<'consistency'>): List<Pick<Category, Field>, ListCategoriesQuery, CategoryList, CategoryCursorList>
  /** Create a category. Only `name` is required; what is left out is unset. Needs the scope `reference:write`. */ create(body: CategoryInput, options?: Options<'idempotencyKey'>): Call<Category>
  /** Read a category. With `If-None-Match` it is sent only if it has changed. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Category>
  /** Change fields of a category. Fields that are left out stay; null clears. Needs the scope `reference:write`. */ update(id: number, body: CategoryPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Category>
  /** Delete a category that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a category by its fk_id. As by its `id`. Needs the scope `reference:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Category>
  /** Create or replace the category with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `reference:write`. */ putByFkId(fk_id: string, body: CategoryInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Category>
  /** Change fields of a category by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `reference:write`. */ updateByFkId(fk_id: string, body: CategoryPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Category>
  /** Delete a category that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Write many categories at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `reference:write`. */ bulk(records: Records<CategoryBulkInput>, query?: BulkCategoriesQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListCategoriesQuery {
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

export interface BulkCategoriesQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface CategoryList {
  data: Array<Category>
  pagination: Pagination
  meta: Meta
}

export interface Category {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface CategoryCursorList {
  data: Array<Category>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface CategoryInput {
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
}

export interface CategoryPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
}

export interface CategoryBulkInput {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
}
