// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, List, ListQuery, Options } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface ViewsResource {
  /** List the saved views. The shared ones and, for a member, their own. Needs the scope `orders:read`. */ list(query?: ListQuery<ListViewsQuery, never>, options?: Options<'consistency'>): List<View, ListViewsQuery, ViewList, ViewCursorList>
  /** Save a view. Of the member, unless it is `shared`: that needs `reference:write`, and so does each change of what is shared. It shows nobody more orders than they may see. Needs the scope `orders:read`. */ create(body: ViewInput, options?: Options<'idempotencyKey'>): Call<View>
  /** Read a saved view. Needs the scope `orders:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<View>
  /** Change a saved view. A view that is no longer shared becomes the private view of the member who changed it. What is shared needs `reference:write`. Needs the scope `orders:read`. */ update(id: number, body: ViewPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<View>
  /** Delete a saved view. What is shared needs `reference:write`. Needs the scope `orders:read`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
}

export interface ListViewsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, name, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** The list that it is a view of. */ resource?: "orders"
}

/** Page mode. */
export interface ViewList {
  data: Array<View>
  pagination: Pagination
  meta: Meta
}

/** A list that somebody has saved: its filters, order and columns. */
export interface View {
  id: number
  /** The list that it is a view of. */ resource: "orders"
  name: string
  query: Record<string, string>
  columns: Array<string> | null
  /** True: everybody in the account sees it. False: the member who saves it. */ shared: boolean
  saved_by: string
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface ViewCursorList {
  data: Array<View>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface ViewInput {
  /** The list that it is a view of. */ resource: "orders"
  /** On one line, with at least one visible character. */ name: string
  /** Parameters of the list by name, as its address has them: filters, `sort`. `date` and `delivery` may stand for `order_date_from`/`_to` and `delivery_date_from`/`_to` by a word (`today`, `yesterday`, `this_week`, `this_month`, `last_month`): whoever opens the view makes days of it. */ query: Record<string, string>
  /** What is shown of each record, in this order; null: as whoever opens it likes. */ columns?: Array<string> | null
  /** True: everybody in the account sees it. False: the member who saves it. */ shared?: boolean
}

export interface ViewPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** The parameters, given whole. */ query?: Record<string, string>
  /** What is shown of each record, in this order; null: as whoever opens it likes. */ columns?: Array<string> | null
  /** True: everybody in the account sees it. False: the member who saves it. */ shared?: boolean
}
