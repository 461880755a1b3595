// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, FileContent, List, ListQuery, Options } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface ImportsResource {
  /** List the imports. The newest first: imports of records that the token may write. An import is kept for 90 days after its end. Needs the scope `imports:manage`. */ list(query?: ListQuery<ListImportsQuery, never>, options?: Options<'consistency'>): List<Import, ListImportsQuery, ImportList, ImportCursorList>
  /** Bring in a file: CSV, a workbook (.xlsx, .ods) or JSON. The service finds out and reports the encoding, the separator, decimals, dates and what each column holds. It creates records, or changes those with the same code. In a file of orders each line is an item, and all lines with the same code are one order. The file is tried first unless `dry_run=false`. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ create(body: FileContent, query: CreateImportQuery, options?: Options<'idempotencyKey'>): Call<Import>
  /** Read an import. What the file was taken for, how far it is, and what became of its records. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Import>
  /** Say what the columns of a file are. For an import that is `needs_mapping`, which is then tried, or done at once if it was sent with `dry_run=false`; or for one that is `checked`, which is tried again. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ update(id: number, body: ImportPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Import>
  /** Read the refused lines of an import. As CSV: the lines as they were, with a last column that says why. You can correct the file and send it again: that column is ignored. If an account keeps many imports, the lines of the oldest are forgotten (410). `Accept-Language: pt-BR` gives the column a Portuguese heading; the reasons are in the language that `POST /imports` was sent with. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ readRefusedLines(id: number, options?: Options<'consistency'>): Call<Blob>
  /** Do what was tried. Writes the records of a file that is `checked`, in the background. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ run(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Import>
  /** End an import. What was written stays; nothing more is written. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ cancel(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Import>
  /** List the saved mappings. The mappings of records that the token may write. Needs the scope `imports:manage`. */ listMappings(query?: ListQuery<ListImportMappingsQuery, never>, options?: Options<'consistency'>): List<ImportMapping, ListImportMappingsQuery, ImportMappingList, ImportMappingCursorList>
  /** Read a saved mapping. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ readMapping(name: string, options?: Options<'ifMatch' | 'consistency'>): Call<ImportMapping>
  /** Save a mapping under this name. It replaces the mapping that may have this name. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ putMapping(name: string, body: ImportMappingInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<ImportMapping>
  /** Delete a saved mapping. Imports that began with it keep it. The token needs the scope to write such records, too. Needs the scope `imports:manage`. */ deleteMapping(name: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
}

export interface ListImportsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** What the records are. */ resource?: "customers" | "users" | "products" | "order-statuses" | "reasons" | "freight-types" | "payment-types" | "payment-methods" | "categories" | "operations" | "shipping-companies" | "branch-companies" | "number-series" | "tax-rules" | "opportunities" | "quotations" | "orders"
  /** `checking`: it is tried, and nothing written. `checked`: that is over, and it waits for `run`. `needs_mapping`: no column is known to be the code, or the mapping names what the file has not; nothing was done, and it waits for `PATCH /imports/{id}` to say what the columns are. `failed`: the file can’t be read, or more than 100,000 of its records are refused; `failure` says it. */ state?: "checking" | "checked" | "running" | "done" | "cancelled" | "failed" | "needs_mapping"
}

export interface CreateImportQuery {
  /** What the records are. */ resource: "customers" | "users" | "products" | "order-statuses" | "reasons" | "freight-types" | "payment-types" | "payment-methods" | "categories" | "operations" | "shipping-companies" | "branch-companies" | "number-series" | "tax-rules" | "opportunities" | "quotations" | "orders"
  /** What an empty cell means. `patch`, unless given: nothing. `put`: what the column holds becomes unset. What has no column stays as it is in both, and both create what is new. The lines of an order that the file has become its items. */ mode?: "patch" | "put"
  /** True unless given: the file is tried, nothing is written, and `POST /imports/{id}/run` does it. False: it is done at once. */ dry_run?: boolean
  /** The name of a saved mapping, or one as JSON: `{"columns": {"Cód. ERP": "fk_id"}}`. Unless given, columns go by their headings. */ mapping?: string
  /** The system whose export it is. Unless given, it is found out by the headings; `none`: columns go by their headings alone. */ preset?: "bling" | "omie" | "tiny" | "mercos" | "protheus" | "sap-b1" | "sankhya" | "woocommerce" | "shopify" | "mercado-livre" | "none"
  /** How decimals are written, where the file does not tell. */ decimal?: "," | "."
  /** `dmy`: 31/12/2026, `mdy`: 12/31/2026. Dates that begin with the year need none. */ dates?: "dmy" | "mdy"
  /** How the text is written, where the file does not tell. */ encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "cp850"
  /** The sheet of a workbook, by its name or, among the visible ones, its number. Unless given, the first visible one with the headings. */ sheet?: string
}

export interface ListImportMappingsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, name, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** What the records are. */ resource?: "customers" | "users" | "products" | "order-statuses" | "reasons" | "freight-types" | "payment-types" | "payment-methods" | "categories" | "operations" | "shipping-companies" | "branch-companies" | "number-series" | "tax-rules" | "opportunities" | "quotations" | "orders"
}

/** Page mode. */
export interface ImportList {
  data: Array<Import>
  pagination: Pagination
  meta: Meta
}

/** A file that is brought in. */
export interface Import {
  id: number
  /** What the records are. */ resource: "customers" | "users" | "products" | "order-statuses" | "reasons" | "freight-types" | "payment-types" | "payment-methods" | "categories" | "operations" | "shipping-companies" | "branch-companies" | "number-series" | "tax-rules" | "opportunities" | "quotations" | "orders"
  file_name: string | null
  /** `json`: an object on each line (NDJSON), or an array of objects. */ format: "csv" | "xlsx" | "ods" | "json"
  /** Bytes of the file. */ size: number
  mode: "patch" | "put"
  /** Whether it was to be tried first. */ dry_run: boolean
  /** `checking`: it is tried, and nothing written. `checked`: that is over, and it waits for `run`. `needs_mapping`: no column is known to be the code, or the mapping names what the file has not; nothing was done, and it waits for `PATCH /imports/{id}` to say what the columns are. `failed`: the file can’t be read, or more than 100,000 of its records are refused; `failure` says it. */ state: "checking" | "checked" | "running" | "done" | "cancelled" | "failed" | "needs_mapping"
  /** Why the file can’t be read, or what the mapping has to say of it. */ failure: string | null
  /** Which part of the file is done. */ progress: number
  counts: ImportCounts
  checked: ImportCounts | null
  mapping: ImportMappingUsed
  detected: ImportDetected | null
  /** What you should know before the file is written, though it refuses nothing: amounts that no field takes, lines that are no records. */ warnings: Array<ImportWarning>
  /** The first 50 errors; `GET /imports/{id}/refused` has all. */ first_faults: Array<ImportFieldError>
  /** False: what the service reported about the file (refused lines, `detected`, `mapping`, `warnings`, `first_faults`) is forgotten, because newer imports of the account took its place. */ details_kept: boolean
  token: ImportToken
  created_at: string
  updated_at: string
  started_at: string | null
  finished_at: string | null
}

/** What became of the records, or would. */
export interface ImportCounts {
  /** Lines with something in them, below the headings. */ lines: number
  created: number
  updated: number
  unchanged: number
  /** Records that are not written. */ refused: number
  /** Orders that were there before and lose items or value by this file. */ reduced: number
  /** The sum of `total_value` of the orders created and updated, after it. */ total_value: number
  /** How much less the `reduced` orders are worth. */ reduced_by: number
}

/** What the request said of the file. */
export interface ImportMappingUsed {
  /** The system whose export it is. Unless given, it is found out by the headings; `none`: columns go by their headings alone. */ preset?: "bling" | "omie" | "tiny" | "mercos" | "protheus" | "sap-b1" | "sankhya" | "woocommerce" | "shopify" | "mercado-livre" | "none"
  columns?: Record<string, string | null | Array<string>>
  /** How decimals are written, where the file does not tell. */ decimal?: "," | "."
  /** `dmy`: 31/12/2026, `mdy`: 12/31/2026. Dates that begin with the year need none. */ dates?: "dmy" | "mdy"
  /** How the text is written, where the file does not tell. */ encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "cp850"
  /** The sheet of a workbook, by its name or, among the visible ones, its number. Unless given, the first visible one with the headings. */ sheet?: string
  header_line?: number
}

/** What the file was taken for. */
export interface ImportDetected {
  /** The system whose export it is, where it is known. */ preset: "bling" | "omie" | "tiny" | "mercos" | "protheus" | "sap-b1" | "sankhya" | "woocommerce" | "shopify" | "mercado-livre" | "none" | null
  /** Of a text file. */ encoding: string | null
  /** Of a text file. */ separator: ";" | "," | "\t" | "|" | null
  /** Of a workbook. */ sheet: string | null
  /** The visible sheets of a workbook: `sheet` chooses another one. */ sheets: Array<string>
  /** Where the headings stand; 0: there are none. */ header_line: number
  columns: Array<ImportColumn>
}

export interface ImportColumn {
  letter: string
  heading: string
  /** What is taken from it; null: nothing. */ field: string | null
  /** What else is taken from it: a CNPJ may be the code and the document. */ also?: Array<string>
  /** Columns that are put behind it: a customer may be a code and a store. */ joined?: Array<string>
  /** In the language that `POST /imports` was sent with. */ why: string
  /** Its decimal mark; null where its numbers do not tell. */ decimal?: "," | "." | null
  /** `dmy`: 31/12/2026, `mdy`: 12/31/2026. Dates that begin with the year need none. */ dates?: "dmy" | "mdy"
  /** What the column holds, if nothing is taken from it: a warning says it. `own`: what the service sets itself. */ holds?: "amounts" | "percentages" | "dates" | "own"
  /** Its first cells, while the import is `needs_mapping`. */ sample?: Array<string>
  /** What it may be, while the import is `needs_mapping`: likely ones first. */ offered?: Array<string>
}

export interface ImportWarning {
  /** Which kind it is. */ code: "amounts_not_taken" | "percentages_not_taken" | "dates_not_taken" | "set_by_service" | "other_column_preferred" | "two_digit_years" | "headings_skipped" | "rules_skipped" | "totals_skipped" | "footers_skipped"
  letter: string | null
  heading: string | null
  /** What else it names, such as another column. */ other: string | null
  /** How many lines, values or records it is about. */ count: number
  /** The exact sum of the amounts that it is about. */ sum: string | null
  /** Where the first of them stand. */ lines: Array<number>
  /** In the language that `POST /imports` was sent with. */ detail: string
}

export interface ImportFieldError {
  /** Counted from 1. */ line: number
  letter: string | null
  heading: string | null
  /** What the column was taken for. */ field: string | null
  /** As in `errors` of a problem: `/docs/errors` lists all. */ code: string
  detail: string
}

/** Who began it. */
export interface ImportToken {
  id: number
  name: string
}

/** Cursor mode. */
export interface ImportCursorList {
  data: Array<Import>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface ImportPatch {
  mapping: ImportMappingPatch
  /** Whether it is tried first. Unless given, as it was sent. */ dry_run?: boolean
}

/** It replaces what was said before, property by property. */
export interface ImportMappingPatch {
  /** The system whose export it is. Unless given, it is found out by the headings; `none`: columns go by their headings alone. */ preset?: "bling" | "omie" | "tiny" | "mercos" | "protheus" | "sap-b1" | "sankhya" | "woocommerce" | "shopify" | "mercado-livre" | "none"
  /** The field of each column, by its heading or its letter; several, where it feeds them all. Null: nothing is taken from it. Columns that are not named go by their headings. */ columns?: Record<string, string | null | Array<string>>
  /** How decimals are written, where the file does not tell. */ decimal?: "," | "."
  /** `dmy`: 31/12/2026, `mdy`: 12/31/2026. Dates that begin with the year need none. */ dates?: "dmy" | "mdy"
  /** How the text is written, where the file does not tell. */ encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "cp850"
  /** The sheet of a workbook, by its name or, among the visible ones, its number. Unless given, the first visible one with the headings. */ sheet?: string
  /** The line of the headings, counted from 1; 0: there are none. */ header_line?: number
}

/** Page mode. */
export interface ImportMappingList {
  data: Array<ImportMapping>
  pagination: Pagination
  meta: Meta
}

/** What the columns of a kind of file are. */
export interface ImportMapping {
  id: number
  name: string
  /** What the records are. */ resource: "customers" | "users" | "products" | "order-statuses" | "reasons" | "freight-types" | "payment-types" | "payment-methods" | "categories" | "operations" | "shipping-companies" | "branch-companies" | "number-series" | "tax-rules" | "opportunities" | "quotations" | "orders"
  columns: Record<string, string | null | Array<string>> | null
  /** The system whose export it is. Unless given, it is found out by the headings; `none`: columns go by their headings alone. */ preset: "bling" | "omie" | "tiny" | "mercos" | "protheus" | "sap-b1" | "sankhya" | "woocommerce" | "shopify" | "mercado-livre" | "none" | null
  /** How decimals are written, where the file does not tell. */ decimal: "," | "." | null
  /** `dmy`: 31/12/2026, `mdy`: 12/31/2026. Dates that begin with the year need none. */ dates: "dmy" | "mdy" | null
  /** How the text is written, where the file does not tell. */ encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "cp850" | null
  /** The sheet of a workbook, by its name or, among the visible ones, its number. Unless given, the first visible one with the headings. */ sheet: string | null
  header_line: number | null
  created_at: string
  updated_at: string
}

/** Cursor mode. */
export interface ImportMappingCursorList {
  data: Array<ImportMapping>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface ImportMappingInput {
  /** What the records are. */ resource: "customers" | "users" | "products" | "order-statuses" | "reasons" | "freight-types" | "payment-types" | "payment-methods" | "categories" | "operations" | "shipping-companies" | "branch-companies" | "number-series" | "tax-rules" | "opportunities" | "quotations" | "orders"
  /** The system whose export it is. Unless given, it is found out by the headings; `none`: columns go by their headings alone. */ preset?: "bling" | "omie" | "tiny" | "mercos" | "protheus" | "sap-b1" | "sankhya" | "woocommerce" | "shopify" | "mercado-livre" | "none"
  /** The field of each column, by its heading or its letter; several, where it feeds them all. Null: nothing is taken from it. Columns that are not named go by their headings. */ columns?: Record<string, string | null | Array<string>>
  /** How decimals are written, where the file does not tell. */ decimal?: "," | "."
  /** `dmy`: 31/12/2026, `mdy`: 12/31/2026. Dates that begin with the year need none. */ dates?: "dmy" | "mdy"
  /** How the text is written, where the file does not tell. */ encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "cp850"
  /** The sheet of a workbook, by its name or, among the visible ones, its number. Unless given, the first visible one with the headings. */ sheet?: string
  /** The line of the headings, counted from 1; 0: there are none. */ header_line?: number
}
