// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'
import type { Reference } from './orders-2.ts'

export interface NumberSeriesResource {
  /** List number series. Each number series whole; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof NumberSeries = keyof NumberSeries>(query?: ListQuery<ListNumberSeriesQuery, Field>, options?: Options<'consistency'>): List<Pick<NumberSeries, Field>, ListNumberSeriesQuery, NumberSeriesList, NumberSeriesCursorList>
  /** Create a number series. Only `name` is required; what is left out is unset. Needs the scope `reference:write`. */ create(body: NumberSeriesInput, options?: Options<'idempotencyKey'>): Call<NumberSeries>
  /** Read a number series. With `If-None-Match` it is sent only if it has changed. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<NumberSeries>
  /** Change fields of a number series. Fields that are left out stay; null clears. Needs the scope `reference:write`. */ update(id: number, body: NumberSeriesPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<NumberSeries>
  /** Delete a number series that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a number series by its fk_id. As by its `id`. Needs the scope `reference:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<NumberSeries>
  /** Create or replace the number series with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `reference:write`. */ putByFkId(fk_id: string, body: NumberSeriesInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<NumberSeries>
  /** Change fields of a number series by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `reference:write`. */ updateByFkId(fk_id: string, body: NumberSeriesPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<NumberSeries>
  /** Delete a number series that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** List the numbers that a number series has left out. In cursor mode, oldest first. Every number that is drawn is an order’s or is here: that of an order which was deleted, one that an order had brought along when it was its turn, and those that a larger `next` has left out. What was undone before it was done has drawn none. Needs the scope `reference:read`. */ listGaps(id: number, query?: ListQuery<ListNumberSeriesGapsQuery, never>, options?: Options<'consistency'>): List<NumberGap, ListNumberSeriesGapsQuery, NumberGapCursorList, NumberGapCursorList>
  /** List the numbers that a number series by its fk_id has left out. In cursor mode, oldest first. Every number that is drawn is an order’s or is here: that of an order which was deleted, one that an order had brought along when it was its turn, and those that a larger `next` has left out. What was undone before it was done has drawn none. Needs the scope `reference:read`. */ listGapsByFkId(fk_id: string, query?: ListQuery<ListNumberSeriesGapsByFkIdQuery, never>, options?: Options<'consistency'>): List<NumberGap, ListNumberSeriesGapsByFkIdQuery, NumberGapCursorList, NumberGapCursorList>
  /** Write many number series at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `reference:write`. */ bulk(records: Records<NumberSeriesBulkInput>, query?: BulkNumberSeriesQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListNumberSeriesQuery {
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
  /** Of this branch company, or one of these: ids, with commas between them. */ id_branch_company?: number | Array<number>
  /** Of this branch company, or one of these: external identifiers, with commas between them. */ fk_id_branch_company?: Array<string>
}

export interface ListNumberSeriesGapsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
}

export interface ListNumberSeriesGapsByFkIdQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
}

export interface BulkNumberSeriesQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface NumberSeriesList {
  data: Array<NumberSeries>
  pagination: Pagination
  meta: Meta
}

export interface NumberSeries {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** Whose orders it numbers; null: those of all branches that have none of their own, and those without a branch. Of several the newest one counts. */ branch_company: Reference | null
  /** What a number looks like: `{seq}` is the count, `{seq:6}` with zeros in front up to six digits, `{YYYY}`, `{YY}` and `{MM}` the year and month in which it is drawn, `{branch}` the branch’s `fk_id` (without one its `id`; `0` without a branch). null: the count alone. A series whose numbers another one has given passes them over. */ template: string | null
  period: "none" | "year" | "month"
  /** The count of the next number. It only goes up: numbers that a larger one leaves out are told among the gaps. Left out it stays, in a PUT, too; a new series begins at 1. */ next: number
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface NumberSeriesCursorList {
  data: Array<NumberSeries>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface NumberSeriesInput {
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Whose orders it numbers; null: those of all branches that have none of their own, and those without a branch. Of several the newest one counts. */ id_branch_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_branch_company?: string | null
  /** What a number looks like: `{seq}` is the count, `{seq:6}` with zeros in front up to six digits, `{YYYY}`, `{YY}` and `{MM}` the year and month in which it is drawn, `{branch}` the branch’s `fk_id` (without one its `id`; `0` without a branch). null: the count alone. A series whose numbers another one has given passes them over. */ template?: string | null
  /** When the count begins at 1 again, at midnight in the account’s time zone; the template then says the year, or the year and month. Never unless given. */ period?: "none" | "year" | "month" | null
  /** The count of the next number. It only goes up: numbers that a larger one leaves out are told among the gaps. Left out it stays, in a PUT, too; a new series begins at 1. */ next?: number
}

export interface NumberSeriesPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Whose orders it numbers; null: those of all branches that have none of their own, and those without a branch. Of several the newest one counts. */ id_branch_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_branch_company?: string | null
  /** What a number looks like: `{seq}` is the count, `{seq:6}` with zeros in front up to six digits, `{YYYY}`, `{YY}` and `{MM}` the year and month in which it is drawn, `{branch}` the branch’s `fk_id` (without one its `id`; `0` without a branch). null: the count alone. A series whose numbers another one has given passes them over. */ template?: string | null
  /** When the count begins at 1 again, at midnight in the account’s time zone; the template then says the year, or the year and month. Never unless given. */ period?: "none" | "year" | "month" | null
  /** The count of the next number. It only goes up: numbers that a larger one leaves out are told among the gaps. Left out it stays, in a PUT, too; a new series begins at 1. */ next?: number
}

/** Cursor mode. */
export interface NumberGapCursorList {
  data: Array<NumberGap>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface NumberGap {
  id: number
  number: string
  /** The last of several that a larger `next` has left out; else the same. */ last_number: string
  /** `deleted`: the order that had it was. `passed`: it was another order’s already, or a larger `next` has left it out. */ state: "deleted" | "passed"
  /** The order that was deleted, whose history is still there, or that has it. Not shown to who is restricted (`only`). */ id_order: number | null
  /** Who deleted the order, while its history is kept. */ deleted_by: string | null
  time: string
}

export interface NumberSeriesBulkInput {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** Whose orders it numbers; null: those of all branches that have none of their own, and those without a branch. Of several the newest one counts. */ id_branch_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_branch_company?: string | null
  /** What a number looks like: `{seq}` is the count, `{seq:6}` with zeros in front up to six digits, `{YYYY}`, `{YY}` and `{MM}` the year and month in which it is drawn, `{branch}` the branch’s `fk_id` (without one its `id`; `0` without a branch). null: the count alone. A series whose numbers another one has given passes them over. */ template?: string | null
  /** When the count begins at 1 again, at midnight in the account’s time zone; the template then says the year, or the year and month. Never unless given. */ period?: "none" | "year" | "month" | null
  /** The count of the next number. It only goes up: numbers that a larger one leaves out are told among the gaps. Left out it stays, in a PUT, too; a new series begins at 1. */ next?: number
}
