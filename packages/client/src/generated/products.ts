// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult } from './orders-4.ts'
import type { Call, FileContent, List, ListQuery, Options, Records } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'

export interface ProductsResource {
  /** Read the image of a product. As WebP. Ask again with `If-None-Match`: it is sent only if it has changed. Needs the scope `products:read`. */ readImage(id: number, query?: ReadProductImageQuery, options?: Options<'ifMatch' | 'consistency'>): Call<Blob>
  /** Upload the image of a product. JPEG, PNG, WebP, AVIF or GIF. Kept as WebP of at most 2,048 pixels a side, without metadata. Needs the scope `products:write`. */ uploadImage(id: number, body: FileContent, options?: Options<'idempotencyKey'>): Call<{ message: string; fileName: string }>
  /** Take the image of a product away. The product stays, with `image` null. Needs the scope `products:write`. */ deleteImage(id: number, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** Read the image of a product by its fk_id. As WebP. Ask again with `If-None-Match`: it is sent only if it has changed. Needs the scope `products:read`. */ readImageByFkId(fk_id: string, query?: ReadProductImageByFkIdQuery, options?: Options<'ifMatch' | 'consistency'>): Call<Blob>
  /** Upload the image of a product by its fk_id. JPEG, PNG, WebP, AVIF or GIF. Kept as WebP of at most 2,048 pixels a side, without metadata. Needs the scope `products:write`. */ uploadImageByFkId(fk_id: string, body: FileContent, options?: Options<'idempotencyKey'>): Call<{ message: string; fileName: string }>
  /** Take the image of a product away by its fk_id. The product stays, with `image` null. Needs the scope `products:write`. */ deleteImageByFkId(fk_id: string, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** List products. Each product whole; by `page` and `limit`, or in cursor mode. Needs the scope `products:read`. */ list<Field extends keyof Product = keyof Product>(query?: ListQuery<ListProductsQuery, Field>, options?: Options<'consistency'>): List<Pick<Product, Field>, ListProductsQuery, ProductList, ProductCursorList>
  /** Create a product. Only `name` is required; what is left out is unset. Needs the scope `products:write`. */ create(body: ProductInput, options?: Options<'idempotencyKey'>): Call<Product>
  /** Read a product. With `If-None-Match` it is sent only if it has changed. Needs the scope `products:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Product>
  /** Change fields of a product. Fields that are left out stay; null clears. Needs the scope `products:write`. */ update(id: number, body: ProductPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Product>
  /** Delete a product that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `products:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a product by its fk_id. As by its `id`. Needs the scope `products:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Product>
  /** Create or replace the product with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `products:write`. */ putByFkId(fk_id: string, body: ProductInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Product>
  /** Change fields of a product by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `products:write`. */ updateByFkId(fk_id: string, body: ProductPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Product>
  /** Delete a product that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `products:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Find products while somebody types. At most `limit` of them, whole, the likeliest first: those whose `fk_id` or `gtin` or `unit_gtin` it is, then those that have all words of it as the list’s `q` finds them, and where there is room those in which each word is written much like one of it, such as `fejao` of `feijão`; a word with digits is a code or a size, and has to be there. There are no pages: the list has those. Needs the scope `products:read`. */ suggest(query: SuggestProductsQuery, options?: Options<'consistency'>): Call<Array<ProductSuggestion>>
  /** Write many products at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `products:write`. */ bulk(records: Records<ProductBulkInput>, query?: BulkProductsQuery, options?: Options): AsyncIterable<BulkResult>
}

export interface ReadProductImageQuery {
  /** Pixels; rounded up to the next step (64, 128, 256, …) and never enlarged. */ width?: number
}

export interface ReadProductImageByFkIdQuery {
  /** Pixels; rounded up to the next step (64, 128, 256, …) and never enlarged. */ width?: number
}

export interface ListProductsQuery {
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
  /** Finds parts of the name and the external identifier, or the whole `gtin` or `unit_gtin`. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q?: string
  /** `true`: those in use; `false`: those that are not. */ active?: boolean
  /** With this NCM. */ ncm?: string
  /** With this CEST. */ cest?: string
  /** With this GTIN. */ gtin?: string
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface SuggestProductsQuery {
  /** What was typed. Finds the name and the external identifier, or the whole `gtin` or `unit_gtin`. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q: string
  /** Records in the answer; 10 unless given. */ limit?: number
  /** `true`: those in use alone; `false`: those that are not. */ active?: boolean
}

export interface BulkProductsQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

/** Page mode. */
export interface ProductList {
  data: Array<Product>
  pagination: Pagination
  meta: Meta
}

export interface Product {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  type: "product" | "service"
  /** Unit price of order items that give none. Exact: at most 11 integer digits and 10 decimals. */ price: number | null
  description: string | null
  /** Days. */ recurrency_period: number | null
  /** Whether it is still sold. The console offers no other for new orders; the API takes orders of any. */ active: boolean
  /** The customs code of goods. */ ncm: string | null
  /** The code of goods under ICMS-ST. */ cest: string | null
  /** Of what is sold in `unit`. With its check digit, or `SEM GTIN`. Needs `unit_gtin`. */ gtin: string | null
  /** Of the `tax_unit`; the same as `gtin` where the units are. With its check digit, or `SEM GTIN`. Needs `gtin`. */ unit_gtin: string | null
  /** Where the goods come from (table A of the CST of ICMS): 1, 2, 3 and 8 are taxed at 4 % between states. 0: Domestic. 1: Foreign, imported by the seller. 2: Foreign, bought in Brazil. 3: Domestic, more than 40% and up to 70% imported. 4: Domestic, by a basic production process. 5: Domestic, up to 40% imported. 6: Foreign, imported by the seller, nothing alike made in Brazil. 7: Foreign, bought in Brazil, nothing alike made there. 8: Domestic, more than 70% imported. */ origin: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  /** The company makes it; otherwise it resells it. */ own_production: boolean
  /** In what it is sold, such as `CX`. */ unit: string | null
  /** In what it is taxed, such as `UN`. */ tax_unit: string | null
  /** Tax units in one unit: 12 where a box of 12 is sold, and taxed by the piece. Exact: at most 11 integer digits and 4 decimals. */ tax_factor: number | null
  /** The exception of the NCM in the table of IPI. */ ex_tipi: string | null
  /** The code of the legal class of IPI (cEnq). */ ipi_class: string | null
  /** The state’s code of the tax benefit (cBenef). */ benefit: string | null
  /** The class of IBS and CBS (cClassTrib), whose first three digits are the CST. */ ibs_cbs_class: string | null
  /** Of one unit, in kilograms. Exact: at most 9 integer digits and 3 decimals. */ net_weight: number | null
  /** Of one unit with its packing, in kilograms. Exact: at most 9 integer digits and 3 decimals. */ gross_weight: number | null
  /** Each delivery says from which lots it is. */ lot_controlled: boolean
  /** What it is packed in, each unit once: a box (`CX`) of 12. Prices and quantities stay those of `unit`; the console reads `3 cx` as 36. */ packages: Array<ProductPackage>
  /** It is sold in multiples of this quantity. The console warns of others; they are not refused. Exact: at most 11 integer digits and 4 decimals. */ sales_multiple: number | null
  /** The least that a line should have. The console warns of less; it is not refused. Exact: at most 11 integer digits and 4 decimals. */ minimum_quantity: number | null
  /** What the system that keeps the stock said last, in `unit`. It is shown to whoever types an order, and never checked. Exact: at most 11 integer digits and 4 decimals. */ stock_quantity: number | null
  /** When the stock was so: when `stock_quantity` was sent, unless it is given. */ stock_at: string | null
  /** File name; written through the image endpoint. */ image: string | null
  /** The texts that were sent. */ custom_fields: Record<string, string>
  created_at: string
  updated_at: string
}

export interface ProductPackage {
  /** What the package is called, such as `CX`. */ unit: string
  /** How many of the product’s `unit` are in it. Exact: at most 11 integer digits and 4 decimals. */ quantity: number
}

/** Cursor mode. */
export interface ProductCursorList {
  data: Array<Product>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface ProductInput {
  /** Unit price of order items that give none. Exact: at most 11 integer digits and 10 decimals. */ price?: number | null
  description?: string | null
  /** Days. */ recurrency_period?: number | null
  /** Whether it is still sold. The console offers no other for new orders; the API takes orders of any. Null is true. Left out it stays, in a PUT, too; of a new record it is true then. */ active?: boolean | null
  /** The customs code of goods. */ ncm?: string | null
  /** The code of goods under ICMS-ST. */ cest?: string | null
  /** Of what is sold in `unit`. With its check digit, or `SEM GTIN`. Needs `unit_gtin`. */ gtin?: string | null
  /** Of the `tax_unit`; the same as `gtin` where the units are. With its check digit, or `SEM GTIN`. Needs `gtin`. */ unit_gtin?: string | null
  /** In what it is sold, such as `CX`. */ unit?: string | null
  /** In what it is taxed, such as `UN`. */ tax_unit?: string | null
  /** Tax units in one unit: 12 where a box of 12 is sold, and taxed by the piece. Exact: at most 11 integer digits and 4 decimals. */ tax_factor?: number | null
  /** The exception of the NCM in the table of IPI. */ ex_tipi?: string | null
  /** The code of the legal class of IPI (cEnq). */ ipi_class?: string | null
  /** The state’s code of the tax benefit (cBenef). */ benefit?: string | null
  /** The class of IBS and CBS (cClassTrib), whose first three digits are the CST. */ ibs_cbs_class?: string | null
  /** Of one unit, in kilograms. Exact: at most 9 integer digits and 3 decimals. */ net_weight?: number | null
  /** Of one unit with its packing, in kilograms. Exact: at most 9 integer digits and 3 decimals. */ gross_weight?: number | null
  /** What it is packed in, each unit once: a box (`CX`) of 12. Prices and quantities stay those of `unit`; the console reads `3 cx` as 36. */ packages?: Array<ProductPackageInput> | null
  /** It is sold in multiples of this quantity. The console warns of others; they are not refused. Exact: at most 11 integer digits and 4 decimals. */ sales_multiple?: number | null
  /** The least that a line should have. The console warns of less; it is not refused. Exact: at most 11 integer digits and 4 decimals. */ minimum_quantity?: number | null
  /** What the system that keeps the stock said last, in `unit`. It is shown to whoever types an order, and never checked. Left out it stays, in a PUT, too. Exact: at most 11 integer digits and 4 decimals. */ stock_quantity?: number | null
  /** When the stock was so: when `stock_quantity` was sent, unless it is given. Without a zone in `time_zone`. */ stock_at?: string | null
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** A product unless given. */ type?: "product" | "service" | null
  /** Where the goods come from (table A of the CST of ICMS): 1, 2, 3 and 8 are taxed at 4 % between states. 0: Domestic. 1: Foreign, imported by the seller. 2: Foreign, bought in Brazil. 3: Domestic, more than 40% and up to 70% imported. 4: Domestic, by a basic production process. 5: Domestic, up to 40% imported. 6: Foreign, imported by the seller, nothing alike made in Brazil. 7: Foreign, bought in Brazil, nothing alike made there. 8: Domestic, more than 70% imported. 0 unless given. */ origin?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null
  /** The company makes it; otherwise it resells it. False unless given. */ own_production?: boolean | null
  /** Each delivery says from which lots it is. False unless given. */ lot_controlled?: boolean | null
  /** Values of the fields that are declared at `/custom-fields`, as texts. */ custom_fields?: Record<string, string> | null
}

export interface ProductPackageInput {
  /** What the package is called, such as `CX`. */ unit: string
  /** How many of the product’s `unit` are in it. Exact: at most 11 integer digits and 4 decimals. */ quantity: number
}

export interface ProductPatch {
  /** Unit price of order items that give none. Exact: at most 11 integer digits and 10 decimals. */ price?: number | null
  description?: string | null
  /** Days. */ recurrency_period?: number | null
  /** Whether it is still sold. The console offers no other for new orders; the API takes orders of any. Null is true. Left out it stays, in a PUT, too; of a new record it is true then. */ active?: boolean | null
  /** The customs code of goods. */ ncm?: string | null
  /** The code of goods under ICMS-ST. */ cest?: string | null
  /** Of what is sold in `unit`. With its check digit, or `SEM GTIN`. Needs `unit_gtin`. */ gtin?: string | null
  /** Of the `tax_unit`; the same as `gtin` where the units are. With its check digit, or `SEM GTIN`. Needs `gtin`. */ unit_gtin?: string | null
  /** In what it is sold, such as `CX`. */ unit?: string | null
  /** In what it is taxed, such as `UN`. */ tax_unit?: string | null
  /** Tax units in one unit: 12 where a box of 12 is sold, and taxed by the piece. Exact: at most 11 integer digits and 4 decimals. */ tax_factor?: number | null
  /** The exception of the NCM in the table of IPI. */ ex_tipi?: string | null
  /** The code of the legal class of IPI (cEnq). */ ipi_class?: string | null
  /** The state’s code of the tax benefit (cBenef). */ benefit?: string | null
  /** The class of IBS and CBS (cClassTrib), whose first three digits are the CST. */ ibs_cbs_class?: string | null
  /** Of one unit, in kilograms. Exact: at most 9 integer digits and 3 decimals. */ net_weight?: number | null
  /** Of one unit with its packing, in kilograms. Exact: at most 9 integer digits and 3 decimals. */ gross_weight?: number | null
  /** What it is packed in, each unit once: a box (`CX`) of 12. Prices and quantities stay those of `unit`; the console reads `3 cx` as 36. */ packages?: Array<ProductPackageInput> | null
  /** It is sold in multiples of this quantity. The console warns of others; they are not refused. Exact: at most 11 integer digits and 4 decimals. */ sales_multiple?: number | null
  /** The least that a line should have. The console warns of less; it is not refused. Exact: at most 11 integer digits and 4 decimals. */ minimum_quantity?: number | null
  /** What the system that keeps the stock said last, in `unit`. It is shown to whoever types an order, and never checked. Left out it stays, in a PUT, too. Exact: at most 11 integer digits and 4 decimals. */ stock_quantity?: number | null
  /** When the stock was so: when `stock_quantity` was sent, unless it is given. Without a zone in `time_zone`. */ stock_at?: string | null
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** A product unless given. */ type?: "product" | "service" | null
  /** Where the goods come from (table A of the CST of ICMS): 1, 2, 3 and 8 are taxed at 4 % between states. 0: Domestic. 1: Foreign, imported by the seller. 2: Foreign, bought in Brazil. 3: Domestic, more than 40% and up to 70% imported. 4: Domestic, by a basic production process. 5: Domestic, up to 40% imported. 6: Foreign, imported by the seller, nothing alike made in Brazil. 7: Foreign, bought in Brazil, nothing alike made there. 8: Domestic, more than 70% imported. 0 unless given. */ origin?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null
  /** The company makes it; otherwise it resells it. False unless given. */ own_production?: boolean | null
  /** Each delivery says from which lots it is. False unless given. */ lot_controlled?: boolean | null
  /** Merged key by key; null removes a key. */ custom_fields?: Record<string, string | null> | null
}

/** The product that may be meant. */
export interface ProductSuggestion {
  /** `exact`: by a code; `words`: it has all words; `similar`: it has words that are written much like them. */ match: "exact" | "words" | "similar"
  record: Product
}

export interface ProductBulkInput {
  /** Unit price of order items that give none. Exact: at most 11 integer digits and 10 decimals. */ price?: number | null
  description?: string | null
  /** Days. */ recurrency_period?: number | null
  /** Whether it is still sold. The console offers no other for new orders; the API takes orders of any. Null is true. Left out it stays, in a PUT, too; of a new record it is true then. */ active?: boolean | null
  /** The customs code of goods. */ ncm?: string | null
  /** The code of goods under ICMS-ST. */ cest?: string | null
  /** Of what is sold in `unit`. With its check digit, or `SEM GTIN`. Needs `unit_gtin`. */ gtin?: string | null
  /** Of the `tax_unit`; the same as `gtin` where the units are. With its check digit, or `SEM GTIN`. Needs `gtin`. */ unit_gtin?: string | null
  /** In what it is sold, such as `CX`. */ unit?: string | null
  /** In what it is taxed, such as `UN`. */ tax_unit?: string | null
  /** Tax units in one unit: 12 where a box of 12 is sold, and taxed by the piece. Exact: at most 11 integer digits and 4 decimals. */ tax_factor?: number | null
  /** The exception of the NCM in the table of IPI. */ ex_tipi?: string | null
  /** The code of the legal class of IPI (cEnq). */ ipi_class?: string | null
  /** The state’s code of the tax benefit (cBenef). */ benefit?: string | null
  /** The class of IBS and CBS (cClassTrib), whose first three digits are the CST. */ ibs_cbs_class?: string | null
  /** Of one unit, in kilograms. Exact: at most 9 integer digits and 3 decimals. */ net_weight?: number | null
  /** Of one unit with its packing, in kilograms. Exact: at most 9 integer digits and 3 decimals. */ gross_weight?: number | null
  /** What it is packed in, each unit once: a box (`CX`) of 12. Prices and quantities stay those of `unit`; the console reads `3 cx` as 36. */ packages?: Array<ProductPackageInput> | null
  /** It is sold in multiples of this quantity. The console warns of others; they are not refused. Exact: at most 11 integer digits and 4 decimals. */ sales_multiple?: number | null
  /** The least that a line should have. The console warns of less; it is not refused. Exact: at most 11 integer digits and 4 decimals. */ minimum_quantity?: number | null
  /** What the system that keeps the stock said last, in `unit`. It is shown to whoever types an order, and never checked. Left out it stays, in a PUT, too. Exact: at most 11 integer digits and 4 decimals. */ stock_quantity?: number | null
  /** When the stock was so: when `stock_quantity` was sent, unless it is given. Without a zone in `time_zone`. */ stock_at?: string | null
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** A product unless given. */ type?: "product" | "service" | null
  /** Where the goods come from (table A of the CST of ICMS): 1, 2, 3 and 8 are taxed at 4 % between states. 0: Domestic. 1: Foreign, imported by the seller. 2: Foreign, bought in Brazil. 3: Domestic, more than 40% and up to 70% imported. 4: Domestic, by a basic production process. 5: Domestic, up to 40% imported. 6: Foreign, imported by the seller, nothing alike made in Brazil. 7: Foreign, bought in Brazil, nothing alike made there. 8: Domestic, more than 70% imported. 0 unless given. */ origin?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null
  /** The company makes it; otherwise it resells it. False unless given. */ own_production?: boolean | null
  /** Each delivery says from which lots it is. False unless given. */ lot_controlled?: boolean | null
  /** Merged key by key; null removes a key. */ custom_fields?: Record<string, string | null> | null
}
