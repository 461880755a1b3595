// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Address, DeletedResponse, Meta, Pagination } from './orders.ts'
import type { Call, List, ListQuery, Options } from '../types.ts'

export interface AddressesResource {
  /** List the addresses of a customer. By `page` or `offset` and `limit`, or in cursor mode. Needs the scope `customers:read`. */ listCustomerAddresses<Field extends keyof Address = keyof Address>(id: number, query?: ListQuery<ListCustomerAddressesQuery, Field>, options?: Options<'consistency'>): List<Pick<Address, Field>, ListCustomerAddressesQuery, AddressList, AddressCursorList>
  /** Add an address to a customer. No field is required. Needs the scope `customers:write`. */ createCustomerAddress(id: number, body: AddressInput, options?: Options<'idempotencyKey'>): Call<Address>
  /** List the addresses of the customer with this fk_id. By `page` or `offset` and `limit`, or in cursor mode. Needs the scope `customers:read`. */ listCustomerAddressesByFkId<Field extends keyof Address = keyof Address>(fk_id: string, query?: ListQuery<ListCustomerAddressesByFkIdQuery, Field>, options?: Options<'consistency'>): List<Pick<Address, Field>, ListCustomerAddressesByFkIdQuery, AddressList, AddressCursorList>
  /** Add an address to the customer with this fk_id. No field is required. Needs the scope `customers:write`. */ createCustomerAddressByFkId(fk_id: string, body: AddressInput, options?: Options<'idempotencyKey'>): Call<Address>
  /** Read an address of a customer by its fk_id. Another customer’s address is not found. Needs the scope `customers:read`. */ readCustomerAddress(id: number, address_fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Address>
  /** Create or replace an address of a customer by its fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409. Needs the scope `customers:write`. */ putCustomerAddress(id: number, address_fk_id: string, body: AddressInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Address>
  /** Change fields of an address of a customer by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `customers:write`. */ updateCustomerAddress(id: number, address_fk_id: string, body: AddressPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Address>
  /** Delete an address of a customer by its fk_id. While an order uses it, 409 says so. Needs the scope `customers:write`. */ deleteCustomerAddress(id: number, address_fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read an address of the customer with this fk_id by its fk_id. Another customer’s address is not found. Needs the scope `customers:read`. */ readCustomerAddressByFkId(fk_id: string, address_fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Address>
  /** Create or replace an address of the customer with this fk_id by its fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409. Needs the scope `customers:write`. */ putCustomerAddressByFkId(fk_id: string, address_fk_id: string, body: AddressInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Address>
  /** Change fields of an address of the customer with this fk_id by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `customers:write`. */ updateCustomerAddressByFkId(fk_id: string, address_fk_id: string, body: AddressPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Address>
  /** Delete an address of the customer with this fk_id by its fk_id. While an order uses it, 409 says so. Needs the scope `customers:write`. */ deleteCustomerAddressByFkId(fk_id: string, address_fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** List the addresses of a customer named by a code. Better `/customers/{id}/addresses` or `/customers/fk_id/{fk_id}/addresses`: in this path a number is a code, so the id of one customer, put here, is taken for another one’s code where codes are numbers. By `page` or `offset` and `limit`, or in cursor mode. `/customers/fk_id/address` is the customer with the fk_id `address`: a customer whose fk_id is `fk_id` is named by its id here (`id:42`). Needs the scope `customers:read`. */ list<Field extends keyof Address = keyof Address>(customerId: string, query?: ListQuery<ListAddressesQuery, Field>, options?: Options<'consistency'>): List<Pick<Address, Field>, ListAddressesQuery, AddressList, AddressCursorList>
  /** Add an address to a customer named by a code. Better `/customers/{id}/addresses` or `/customers/fk_id/{fk_id}/addresses`: in this path a number is a code, so the id of one customer, put here, is taken for another one’s code where codes are numbers. No field is required. Needs the scope `customers:write`. */ create(customerId: string, body: AddressInput, options?: Options<'idempotencyKey'>): Call<Address>
  /** Read an address. With `If-None-Match` it is sent only if it has changed. Needs the scope `customers:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Address>
  /** Change fields of an address. Fields that are left out stay; null clears. Needs the scope `customers:write`. */ update(id: number, body: AddressPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Address>
  /** Delete an address that no order uses. While an order uses it, 409 says so. Needs the scope `customers:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read an address of a customer named by a code, by its fk_id. Better `/customers/{id}/addresses` or `/customers/fk_id/{fk_id}/addresses`: in this path a number is a code, so the id of one customer, put here, is taken for another one’s code where codes are numbers. Needs the scope `customers:read`. */ readByFkId(customerId: string, fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Address>
  /** Create or replace an address of a customer named by a code, by its fk_id. Better `/customers/{id}/addresses` or `/customers/fk_id/{fk_id}/addresses`: in this path a number is a code, so the id of one customer, put here, is taken for another one’s code where codes are numbers. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `customers:write`. */ putByFkId(customerId: string, fk_id: string, body: AddressInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Address>
}

export interface ListCustomerAddressesQuery {
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** Exact external identifier. */ fk_id?: string
  /** Records to skip; `page` says the same in pages. 0 unless given. */ offset?: number
}

export interface ListCustomerAddressesByFkIdQuery {
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** Exact external identifier. */ fk_id?: string
  /** Records to skip; `page` says the same in pages. 0 unless given. */ offset?: number
}

export interface ListAddressesQuery {
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** Exact external identifier. */ fk_id?: string
  /** Records to skip; `page` says the same in pages. 0 unless given. */ offset?: number
}

/** Page mode. */
export interface AddressList {
  data: Array<Address>
  pagination: Pagination
  meta: Meta
}

/** Cursor mode. */
export interface AddressCursorList {
  data: Array<Address>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface AddressInput {
  street?: string | null
  number?: number | null
  complement?: string | null
  zip_code?: number | null
  neighborhood?: string | null
  city?: string | null
  /** Two letters; returned in upper case. */ state?: string | null
  /** Exact: at most 2 integer digits and 15 decimals. */ latitude?: number | null
  /** Exact: at most 3 integer digits and 15 decimals. */ longitude?: number | null
  address_type?: "billing" | "delivery" | "main" | "other" | null
  name?: string | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
}

export interface AddressPatch {
  street?: string | null
  number?: number | null
  complement?: string | null
  zip_code?: number | null
  neighborhood?: string | null
  city?: string | null
  /** Two letters; returned in upper case. */ state?: string | null
  /** Exact: at most 2 integer digits and 15 decimals. */ latitude?: number | null
  /** Exact: at most 3 integer digits and 15 decimals. */ longitude?: number | null
  address_type?: "billing" | "delivery" | "main" | "other" | null
  name?: string | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
}
