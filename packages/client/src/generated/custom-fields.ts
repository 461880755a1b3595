// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, List, ListQuery, Options } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface CustomFieldsResource {
  /** List custom fields. What the account has declared; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof CustomField = keyof CustomField>(query?: ListQuery<ListCustomFieldsQuery, Field>, options?: Options<'consistency'>): List<Pick<CustomField, Field>, ListCustomFieldsQuery, CustomFieldList, CustomFieldCursorList>
  /** Declare a custom field. From then on each write must satisfy it, and so must the records that exist: 409 `records_break` says how many records break it and lists the first of them. With more than some 2,000 records the answer has the `status` `checking`, and a job checks the others. Tokens that are restricted to some orders can’t declare fields of orders. Needs the scope `reference:write`. */ create(body: CustomFieldInput, options?: Options<'idempotencyKey'>): Call<CustomField>
  /** Read a custom field. With how far its check is, where there are many records. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<CustomField>
  /** Change a custom field. A change that asks less of records holds at once. A change that asks more is checked like a new declaration; if it is refused, the previous declaration still holds. `resource`, `key` and `type` stay. Tokens that are restricted to some orders can’t change fields of orders. Needs the scope `reference:write`. */ update(id: number, body: CustomFieldPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<CustomField>
  /** Delete a custom field; all values stay. They stay as texts that nobody checks and that no filter finds. Tokens that are restricted to some orders can’t delete fields of orders. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
}

export interface ListCustomFieldsQuery {
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Sparse fields: only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** Of these records. */ resource?: "orders" | "customers" | "products"
  /** With exactly this key. */ key?: string
}

/** Page mode. */
export interface CustomFieldList {
  data: Array<CustomField>
  pagination: Pagination
  meta: Meta
}

export interface CustomField {
  id: number
  /** What has the field. It can’t be changed. */ resource: "orders" | "customers" | "products"
  key: string
  /** For people. */ label: string | null
  /** What its values are, always written as texts: `"12"` (integer), `"12.5"` (decimal), `"true"`, `"2026-11-21"` (date), one of `choices` (choice). It can’t be changed. */ type: "text" | "integer" | "decimal" | "boolean" | "date" | "choice"
  /** Each record has a value. */ required: boolean
  /** No two records have the same value. */ unique: boolean
  /** Lists take it as a filter and a sort (`custom.rota=12`, `sort=custom.rota`). Its texts have at most 200 characters. */ filterable: boolean
  choices: Array<string>
  /** `checking`: a job checks the records that there were before, while writes must satisfy it already. `refused`: some of those records break it, so it does not hold; any PATCH checks them again. */ status: "active" | "checking" | "refused"
  /** Of the check, in per cent. */ progress: number
  /** How many of the records checked so far break it. */ breaking: number
  /** The first 10 of them, in the language of the request that asked for the check. */ breaking_records: Array<BreakingRecord>
  previous: CustomFieldRules | null
  created_at: string
  updated_at: string
}

/** A record that breaks a declaration. */
export interface BreakingRecord {
  id: number
  detail: string
}

/** The previous declaration, which holds while the change is checked or after it was refused. */
export interface CustomFieldRules {
  required: boolean
  unique: boolean
  filterable: boolean
  choices: Array<string>
}

/** Cursor mode. */
export interface CustomFieldCursorList {
  data: Array<CustomField>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface CustomFieldInput {
  /** What has the field. It can’t be changed. */ resource: "orders" | "customers" | "products"
  /** The property of `custom_fields`, unique among the fields of the resource. Without commas, and not ending in `_from` or `_to`. It can’t be changed. */ key: string
  /** For people. */ label?: string | null
  /** What its values are, always written as texts: `"12"` (integer), `"12.5"` (decimal), `"true"`, `"2026-11-21"` (date), one of `choices` (choice). It can’t be changed. */ type: "text" | "integer" | "decimal" | "boolean" | "date" | "choice"
  /** Each record has a value. False unless given. */ required?: boolean | null
  /** No two records have the same value. False unless given. */ unique?: boolean | null
  /** Lists take it as a filter and a sort (`custom.rota=12`, `sort=custom.rota`). Its texts have at most 200 characters. False unless given. */ filterable?: boolean | null
  /** What a field of the type `choice` can be; of no other type. */ choices?: Array<string> | null
}

export interface CustomFieldPatch {
  /** For people. */ label?: string | null
  /** Each record has a value. False unless given. */ required?: boolean | null
  /** No two records have the same value. False unless given. */ unique?: boolean | null
  /** Lists take it as a filter and a sort (`custom.rota=12`, `sort=custom.rota`). Its texts have at most 200 characters. False unless given. */ filterable?: boolean | null
  /** What a field of the type `choice` can be; of no other type. */ choices?: Array<string> | null
}
