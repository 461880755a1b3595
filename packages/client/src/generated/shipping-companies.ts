// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface ShippingCompaniesResource {
  /** List shipping companies. Each shipping company whole; by `page` and `limit`, or in cursor mode. Needs the scope `reference:read`. */ list<Field extends keyof ShippingCompany = keyof ShippingCompany>(query?: ListQuery<ListShippingCompaniesQuery, Field>, options?: Options<'consistency'>): List<Pick<ShippingCompany, Field>, ListShippingCompaniesQuery, ShippingCompanyList, ShippingCompanyCursorList>
  /** Create a shipping company. Only `name` is required; what is left out is unset. Needs the scope `reference:write`. */ create(body: ShippingCompanyInput, options?: Options<'idempotencyKey'>): Call<ShippingCompany>
  /** Read a shipping company. With `If-None-Match` it is sent only if it has changed. Needs the scope `reference:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<ShippingCompany>
  /** Change fields of a shipping company. Fields that are left out stay; null clears. Needs the scope `reference:write`. */ update(id: number, body: ShippingCompanyPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<ShippingCompany>
  /** Delete a shipping company that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a shipping company by its fk_id. As by its `id`. Needs the scope `reference:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<ShippingCompany>
  /** Create or replace the shipping company with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `reference:write`. */ putByFkId(fk_id: string, body: ShippingCompanyInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<ShippingCompany>
  /** Change fields of a shipping company by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `reference:write`. */ updateByFkId(fk_id: string, body: ShippingCompanyPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<ShippingCompany>
  /** Delete a shipping company that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `reference:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Write many shipping companies at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `reference:write`. */ bulk(records: Records<ShippingCompanyBulkInput>, query?: BulkShippingCompaniesQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ListShippingCompaniesQuery {
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
  /** This CPF or CNPJ, with or without punctuation; lower case is accepted. */ document?: string
}

export interface BulkShippingCompaniesQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface ShippingCompanyList {
  data: Array<ShippingCompany>
  pagination: Pagination
  meta: Meta
}

export interface ShippingCompany {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** CPF or CNPJ, without punctuation. */ document: string | null
  /** The registration for ICMS (inscrição estadual). Its check digit is not verified. */ ie: string | null
  /** Street, number and quarter, as invoices have it. */ address: string | null
  /** The state, two letters. */ state: string | null
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface ShippingCompanyCursorList {
  data: Array<ShippingCompany>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface ShippingCompanyInput {
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** CPF or CNPJ, also the CNPJ with letters. Check digits are verified. Points, hyphens, slashes, spaces and lower case are accepted; it is kept and returned bare and in upper case. */ document?: string | null
  /** The registration for ICMS (inscrição estadual). Its check digit is not verified. */ ie?: string | null
  /** Street, number and quarter, as invoices have it. */ address?: string | null
  /** The state, two letters. */ state?: string | null
}

export interface ShippingCompanyPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** CPF or CNPJ, also the CNPJ with letters. Check digits are verified. Points, hyphens, slashes, spaces and lower case are accepted; it is kept and returned bare and in upper case. */ document?: string | null
  /** The registration for ICMS (inscrição estadual). Its check digit is not verified. */ ie?: string | null
  /** Street, number and quarter, as invoices have it. */ address?: string | null
  /** The state, two letters. */ state?: string | null
}

export interface ShippingCompanyBulkInput {
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** CPF or CNPJ, also the CNPJ with letters. Check digits are verified. Points, hyphens, slashes, spaces and lower case are accepted; it is kept and returned bare and in upper case. */ document?: string | null
  /** The registration for ICMS (inscrição estadual). Its check digit is not verified. */ ie?: string | null
  /** Street, number and quarter, as invoices have it. */ address?: string | null
  /** The state, two letters. */ state?: string | null
}
