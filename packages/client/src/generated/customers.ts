// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Address, DeletedResponse, Meta, Pagination } from './orders-3.ts'
import type { AddressCursorList, AddressInput, AddressList, AddressPatch, CustomerBulkInput, CustomerInput, CustomerPatch, CustomerSuggestion } from './customers-2.ts'
import type { BulkResult } from './orders-4.ts'
import type { Call, List, ListQuery, Options, Records } from '../types.ts'
import type { Reference } from './orders-2.ts'

export interface CustomersResource {
  /** Hand customers over from one seller to another. All customers of `from`, or those of them that `customers` and the filters in the query choose (the same filters as the list has); without `from` the customers of any seller. `to` takes the place of `from` among a customer’s sellers, and the others stay. Each is changed as by a PATCH, 1,000 in one request at most: send it again, with another `Idempotency-Key` if any, until `remaining` is 0. Not for tokens that are restricted to some sellers. Needs the scope `customers:write`. */ transfer(body: TransferInput, query?: TransferCustomersQuery, options?: Options<'idempotencyKey'>): Call<Transferred>
  /** Read what can be looked up elsewhere. Nothing, unless whoever runs the service has set `COMPANY_LOOKUP_URL` or `POSTAL_CODE_LOOKUP_URL` ([lookups](/docs/lookups)). Needs the scope `customers:read`. */ readLookups(options?: Options<'consistency'>): Call<Lookups>
  /** Look a company up by its CNPJ. Asks the address of `COMPANY_LOOKUP_URL`; nothing is kept. 404 where that knows no such company, or none is set. [Lookups](/docs/lookups) says what it has to answer. Needs the scope `customers:read`. */ lookUpCompany(query: LookUpCompanyQuery, options?: Options<'consistency'>): Call<FoundCompany>
  /** Look an address up by its CEP. Asks the address of `POSTAL_CODE_LOOKUP_URL`; nothing is kept. 404 where that knows no such CEP, or none is set. [Lookups](/docs/lookups) says what it has to answer. Needs the scope `customers:read`. */ lookUpPostalCode(query: LookUpPostalCodeQuery, options?: Options<'consistency'>): Call<FoundAddress>
  /** Remove a person’s data for good. Name, CPF or CNPJ, e-mail address, telephone, addresses and custom fields go from the customer at once, and from orders, events, kept answers and all else within moments; amounts and what was ordered stay. Orders that are fiscal documents keep the data for the years that the law demands, and the answer names these orders. It can’t be undone. Another request begins it anew: [privacy](/docs/privacy). Tokens that are restricted to some orders can’t do it. Needs the scope `privacy:manage`. */ anonymise(id: number, body: AnonymiseInput, options?: Options<'idempotencyKey'>): Call<Anonymisation>
  /** Read how far the removal of a person’s data is. And which orders stay as they are, until when. Not for tokens that are restricted to some orders. Needs the scope `privacy:manage`. */ readAnonymisation(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Anonymisation>
  /** List customers. Each customer whole; by `page` and `limit`, or in cursor mode. Needs the scope `customers:read`. */ list<Field extends keyof Customer = keyof Customer>(query?: ListQuery<ListCustomersQuery, Field>, options?: Options<'consistency'>): List<Pick<Customer, Field>, ListCustomersQuery, CustomerList, CustomerCursorList>
  /** Create a customer. Only `name` is required; what is left out is unset. Needs the scope `customers:write`. */ create(body: CustomerInput, options?: Options<'idempotencyKey'>): Call<Customer>
  /** Read a customer. With `If-None-Match` it is sent only if it has changed. Needs the scope `customers:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Customer>
  /** Change fields of a customer. Fields that are left out stay; null clears. Needs the scope `customers:write`. */ update(id: number, body: CustomerPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Customer>
  /** Delete a customer that nothing uses. While other records use it, the answer is 409 and says which. Needs the scope `customers:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read a customer by its fk_id. As by its `id`. Needs the scope `customers:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Customer>
  /** Create or replace the customer with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Needs the scope `customers:write`. */ putByFkId(fk_id: string, body: CustomerInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Customer>
  /** Change fields of a customer by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `customers:write`. */ updateByFkId(fk_id: string, body: CustomerPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Customer>
  /** Delete a customer that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `customers:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Find customers while somebody types. At most `limit` of them, whole, the likeliest first: those whose `fk_id` or `document` it is, then those that have all words of it as the list’s `q` finds them, and where there is room those in which each word is written much like one of it, such as `fejao` of `feijão`; a word with digits is a code or a size, and has to be there. There are no pages: the list has those. Needs the scope `customers:read`. */ suggest(query: SuggestCustomersQuery, options?: Options<'consistency'>): Call<Array<CustomerSuggestion>>
  /** Write many customers at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. `addresses` are written by their own `fk_id`; others of the customer stay. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `customers:write`. */ bulk(records: Records<CustomerBulkInput>, query?: BulkCustomersQuery, options?: Options): AsyncIterable<BulkResult>
  /** List the addresses of a customer. By `page` or `offset` and `limit`, or in cursor mode. Needs the scope `customers:read`. */ listAddresses<Field extends keyof Address = keyof Address>(id_customer: number, query?: ListQuery<ListCustomerAddressesQuery, Field>, options?: Options<'consistency'>): List<Pick<Address, Field>, ListCustomerAddressesQuery, AddressList, AddressCursorList>
  /** Add an address to a customer. No field is required. Needs the scope `customers:write`. */ createAddress(id_customer: number, body: AddressInput, options?: Options<'idempotencyKey'>): Call<Address>
  /** List the addresses of the customer with this fk_id. By `page` or `offset` and `limit`, or in cursor mode. Needs the scope `customers:read`. */ listAddressesByFkId<Field extends keyof Address = keyof Address>(customer_fk_id: string, query?: ListQuery<ListCustomerAddressesByFkIdQuery, Field>, options?: Options<'consistency'>): List<Pick<Address, Field>, ListCustomerAddressesByFkIdQuery, AddressList, AddressCursorList>
  /** Add an address to the customer with this fk_id. No field is required. Needs the scope `customers:write`. */ createAddressByFkId(customer_fk_id: string, body: AddressInput, options?: Options<'idempotencyKey'>): Call<Address>
  /** Read an address of a customer by its fk_id. Another customer’s address is not found. Needs the scope `customers:read`. */ readAddress(id_customer: number, address_fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Address>
  /** Create or replace an address of a customer by its fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409. Needs the scope `customers:write`. */ putAddress(id_customer: number, address_fk_id: string, body: AddressInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Address>
  /** Change fields of an address of a customer by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `customers:write`. */ updateAddress(id_customer: number, address_fk_id: string, body: AddressPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Address>
  /** Delete an address of a customer by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `customers:write`. */ deleteAddress(id_customer: number, address_fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read an address of the customer with this fk_id by its fk_id. Another customer’s address is not found. Needs the scope `customers:read`. */ readAddressByFkId(customer_fk_id: string, address_fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Address>
  /** Create or replace an address of the customer with this fk_id by its fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409. Needs the scope `customers:write`. */ putAddressByFkId(customer_fk_id: string, address_fk_id: string, body: AddressInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew'>): Call<Address>
  /** Change fields of an address of the customer with this fk_id by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`. Needs the scope `customers:write`. */ updateAddressByFkId(customer_fk_id: string, address_fk_id: string, body: AddressPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Address>
  /** Delete an address of the customer with this fk_id by its fk_id. While other records use it, the answer is 409 and says which. Needs the scope `customers:write`. */ deleteAddressByFkId(customer_fk_id: string, address_fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
}

export interface TransferCustomersQuery {
  /** These records: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** How the name begins; capitals do not count. */ name?: string
  /** Last changed at or after. RFC 3339 or a bare date; inclusive. */ update_date_from?: string
  /** Last changed at or before. RFC 3339 or a bare date; inclusive. */ update_date_to?: string
  /** Finds parts of the name, the trade name, the external identifier, the CPF or CNPJ, the e-mail address, the telephone, the cities of the addresses, and the names, telephones and e-mail addresses of the contacts. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q?: string
  /** Of these sellers: ids, with commas between them. */ id_user?: number | Array<number>
  /** Of these sellers: external identifiers, with commas between them. */ fk_id_user?: Array<string>
  /** `true`: those that have a seller; `false`: those without. */ has_users?: boolean
  /** Customers with an address in this city: its whole name; capitals, accents and punctuation do not count. */ city?: string
  /** Customers with an address in this state: two letters. */ state?: string
  /** Whose last order is dated at or after. RFC 3339 or a bare date; inclusive. */ last_order_at_from?: string
  /** Whose last order is dated at or before. RFC 3339 or a bare date; inclusive. */ last_order_at_to?: string
  /** With so many orders in twelve months, or more. */ orders_12m_from?: number
  /** With so many orders in twelve months, or fewer. */ orders_12m_to?: number
  /** Who bought for so much in twelve months, or more. */ value_12m_from?: number
  /** Who bought for so much in twelve months, or less. */ value_12m_to?: number
  /** Who stopped buying: with at least three orders in the last twelve months, and the last of them longer ago than one and a half times the mean interval between them (of a day at least). `false`: all others. */ stopped_buying?: boolean
  /** Of this payment type, or one of these: ids, with commas between them. */ id_payment_type?: number | Array<number>
  /** Of this payment type, or one of these: external identifiers, with commas between them. */ fk_id_payment_type?: Array<string>
  /** Of this payment method, or one of these: ids, with commas between them. */ id_payment_method?: number | Array<number>
  /** Of this payment method, or one of these: external identifiers, with commas between them. */ fk_id_payment_method?: Array<string>
  /** Of this shipping company, or one of these: ids, with commas between them. */ id_shipping_company?: number | Array<number>
  /** Of this shipping company, or one of these: external identifiers, with commas between them. */ fk_id_shipping_company?: Array<string>
  /** Of this freight type, or one of these: ids, with commas between them. */ id_freight_type?: number | Array<number>
  /** Of this freight type, or one of these: external identifiers, with commas between them. */ fk_id_freight_type?: Array<string>
  /** With this tag. */ tags?: string
  /** `true`: those in use; `false`: those that are not. */ active?: boolean
  /** With this kind of registration. */ ie_kind?: 1 | 2 | 9
  /** With this state registration. */ ie?: string
  /** This CPF or CNPJ, with or without punctuation; lower case is accepted. */ document?: string
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface LookUpCompanyQuery {
  /** The CNPJ, with its punctuation or without it. */ document: string
}

export interface LookUpPostalCodeQuery {
  /** The CEP, with its hyphen or without it. */ postal_code: string
}

export interface ListCustomersQuery {
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Sparse fields: only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, last_order_at, orders_12m, value_12m, name, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** These records: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** How the name begins; capitals do not count. */ name?: string
  /** Last changed at or after. RFC 3339 or a bare date; inclusive. */ update_date_from?: string
  /** Last changed at or before. RFC 3339 or a bare date; inclusive. */ update_date_to?: string
  /** Finds parts of the name, the trade name, the external identifier, the CPF or CNPJ, the e-mail address, the telephone, the cities of the addresses, and the names, telephones and e-mail addresses of the contacts. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q?: string
  /** Of these sellers: ids, with commas between them. */ id_user?: number | Array<number>
  /** Of these sellers: external identifiers, with commas between them. */ fk_id_user?: Array<string>
  /** `true`: those that have a seller; `false`: those without. */ has_users?: boolean
  /** Customers with an address in this city: its whole name; capitals, accents and punctuation do not count. */ city?: string
  /** Customers with an address in this state: two letters. */ state?: string
  /** Whose last order is dated at or after. RFC 3339 or a bare date; inclusive. */ last_order_at_from?: string
  /** Whose last order is dated at or before. RFC 3339 or a bare date; inclusive. */ last_order_at_to?: string
  /** With so many orders in twelve months, or more. */ orders_12m_from?: number
  /** With so many orders in twelve months, or fewer. */ orders_12m_to?: number
  /** Who bought for so much in twelve months, or more. */ value_12m_from?: number
  /** Who bought for so much in twelve months, or less. */ value_12m_to?: number
  /** Who stopped buying: with at least three orders in the last twelve months, and the last of them longer ago than one and a half times the mean interval between them (of a day at least). `false`: all others. */ stopped_buying?: boolean
  /** Of this payment type, or one of these: ids, with commas between them. */ id_payment_type?: number | Array<number>
  /** Of this payment type, or one of these: external identifiers, with commas between them. */ fk_id_payment_type?: Array<string>
  /** Of this payment method, or one of these: ids, with commas between them. */ id_payment_method?: number | Array<number>
  /** Of this payment method, or one of these: external identifiers, with commas between them. */ fk_id_payment_method?: Array<string>
  /** Of this shipping company, or one of these: ids, with commas between them. */ id_shipping_company?: number | Array<number>
  /** Of this shipping company, or one of these: external identifiers, with commas between them. */ fk_id_shipping_company?: Array<string>
  /** Of this freight type, or one of these: ids, with commas between them. */ id_freight_type?: number | Array<number>
  /** Of this freight type, or one of these: external identifiers, with commas between them. */ fk_id_freight_type?: Array<string>
  /** With this tag. */ tags?: string
  /** `true`: those in use; `false`: those that are not. */ active?: boolean
  /** With this kind of registration. */ ie_kind?: 1 | 2 | 9
  /** With this state registration. */ ie?: string
  /** This CPF or CNPJ, with or without punctuation; lower case is accepted. */ document?: string
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface SuggestCustomersQuery {
  /** What was typed. Finds the name, the trade name, the external identifier, the CPF or CNPJ, the e-mail address, the telephone, the cities of the addresses, and the names, telephones and e-mail addresses of the contacts. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q: string
  /** Records in the answer; 10 unless given. */ limit?: number
  /** `true`: those in use alone; `false`: those that are not. */ active?: boolean
}

export interface BulkCustomersQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

export interface ListCustomerAddressesQuery {
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Sparse fields: only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** These records: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** Records to skip; `page` says the same in pages. 0 unless given. */ offset?: number
}

export interface ListCustomerAddressesByFkIdQuery {
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Sparse fields: only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** These records: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** Records to skip; `page` says the same in pages. 0 unless given. */ offset?: number
}

export interface TransferInput {
  /** The seller whose place `to` takes; null: customers that have none. Left out: `to` takes the place of all sellers that the chosen customers have. */ from?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_from?: string
  /** The seller who gets them; null: nobody does. This or `fk_id_to` is required. */ to?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_to?: string
  /** Only these customers: ids. */ customers?: Array<number>
  /** `true`: the sellers of before stay, and `to` comes behind them. `false` unless given. */ keep?: boolean
}

export interface Transferred {
  /** How many customers were changed. */ moved: number
  /** How many are still to be: the same request, sent again, goes on with them. */ remaining: number
}

/** What the operator lets be looked up elsewhere. */
export interface Lookups {
  /** Whether `GET /lookups/company` finds companies. */ companies: boolean
  /** Whether `GET /lookups/postal-code` finds CEPs. */ postal_codes: boolean
}

/** What is known of a company elsewhere, by the names of a customer here. */
export interface FoundCompany {
  name: string
  trade_name: string | null
  email: string | null
  phone: string | null
  /** Whether it is active for the tax office; null where that is not said. */ active: boolean | null
  address: FoundAddress
}

/** What is known of an address elsewhere, by the names of an address here. */
export interface FoundAddress {
  street: string | null
  number_text: string | null
  complement: string | null
  neighborhood: string | null
  postal_code: string | null
  city: string | null
  state: string | null
  ibge: string | null
}

export interface AnonymiseInput {
  /** Whether the customer keeps its `fk_id`; true unless given. One that says who the person is goes in any case: it holds the CPF or CNPJ, the e-mail address, the telephone number or a word of the name. */ keep_fk_id?: boolean
  /** Order statuses whose orders are fiscal documents, all of them locked; without it, or with null, every locked one. With none, every order is redacted. */ kept_statuses?: Array<number> | null
}

export interface Anonymisation {
  id_customer: number
  /** `running`: the record is anonymous already, and a job removes the data from everything else. */ state: "running" | "done"
  asked_at: string
  finished_at: string | null
  /** Statuses whose orders stay as they are. */ kept_statuses: Array<number>
  kept_orders: RetainedOrders
  /** Other records whose names or descriptions mention the person, once the state is `done`; 100 of each kind at most. Nothing changes them, as they may be of somebody else of the same name: look at them, and change or delete those that are of this one. */ mentions: Array<Mention>
}

/** Orders that are fiscal documents: they show the customer and the address as they were, until the day that is named. Then the service redacts them. */
export interface RetainedOrders {
  /** How many orders stay. */ count: number
  /** Those that go first, 1,000 at most. */ orders: Array<RetainedOrder>
}

export interface RetainedOrder {
  id: number
  /** The last day on which it stays as it is. */ until: string
}

export interface Mention {
  /** As in the path of its list. */ resource: "customers" | "products" | "users" | "order-statuses" | "reasons" | "freight-types" | "payment-types" | "payment-methods" | "categories" | "operations" | "shipping-companies" | "branch-companies" | "number-series" | "tax-rules" | "opportunities" | "quotations" | "custom-fields" | "tokens" | "members"
  id: number
}

/** Page mode. */
export interface CustomerList {
  data: Array<Customer>
  pagination: Pagination
  meta: Meta
}

export interface Customer {
  id: number
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string | null
  /** What people call it, where that is not `name`. */ trade_name: string | null
  /** CPF or CNPJ, without punctuation. */ document: string | null
  email: string | null
  phone: string | null
  /** The sellers that have the customer, the first one first. A member or token that is restricted to orders of some sellers (`only`) changes only the customers of these, and reads no others unless the account’s `restricted_read_all_customers` is true. */ users: Array<Seller>
  /** The first of `users`. */ id_user: number | null
  /** What a new order of the customer begins with in the console: when it is paid. */ payment_type: Reference | null
  /** What a new order of the customer begins with in the console: how it is paid. */ payment_method: Reference | null
  /** What a new order of the customer begins with in the console: the carrier. */ shipping_company: Reference | null
  /** What a new order of the customer begins with in the console: who pays the freight. */ freight_type: Reference | null
  /** Whom to talk to there, the first one first. */ contacts: Array<CustomerContact>
  /** For the house alone: on no order and no paper. */ notes: string | null
  /** Short words of the house’s own, each once. */ tags: Array<string>
  /** Whether it still buys. The console offers no other for new orders; the API takes orders of any. */ active: boolean
  /** As invoices have it; null: as `name`, cut where it is longer. */ legal_name: string | null
  /** Whether the customer is registered for ICMS (indIEDest). A CPF without `ie` counts as 9. 1: Registered. 2: Exempt from registration. 9: Not registered. */ ie_kind: 1 | 2 | 9 | null
  /** The registration for ICMS (inscrição estadual). Its check digit is not verified. */ ie: string | null
  /** Whether the customer is in the Simples Nacional; null: unknown. */ simples: boolean | null
  /** The registration at the authority of the free zone of Manaus. */ suframa: string | null
  /** Of what the customer is a public body; null: it is none. 1: The federation. 2: A state. 3: The federal district. 4: A municipality. */ public_kind: 1 | 2 | 3 | 4 | null
  /** The texts that were sent. */ custom_fields: Record<string, string>
  /** When the person’s data was removed for good; such a customer can’t be changed. */ anonymised_at: string | null
  created_at: string
  updated_at: string
  /** Of the orders in statuses that count as sales (`counts`): the latest `date`; null where there is none. Only for whoever may read all orders; it changes neither the `ETag` nor `updated_at`, and is in no event. */ last_order_at?: string | null
  /** Of the orders in statuses that count as sales (`counts`): how many are dated within the last twelve months: since midnight of the same day a year ago, or later. Only for whoever may read all orders; it changes neither the `ETag` nor `updated_at`, and is in no event. */ orders_12m?: number
  /** The exact sum of their `total_value`. Only for whoever may read all orders; it changes neither the `ETag` nor `updated_at`, and is in no event. Exact: at most 16 integer digits and 2 decimals. */ value_12m?: number
  /** The mean of the days from one of them to the next; null for fewer than three. Only for whoever may read all orders; it changes neither the `ETag` nor `updated_at`, and is in no event. */ order_interval_days?: number | null
}

export interface Seller {
  id: number
  name: string
  fk_id: string | null
}

export interface CustomerContact {
  /** On one line, with at least one visible character. */ name: string
  /** What they do there, such as buying. */ role: string | null
  phone: string | null
  email: string | null
}

/** Cursor mode. */
export interface CustomerCursorList {
  data: Array<Customer>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}
