// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Address, Meta, Pagination } from './orders-3.ts'
import type { Customer } from './customers.ts'

export interface CustomerInput {
  /** What people call it, where that is not `name`. */ trade_name?: string | null
  /** CPF or CNPJ, also the CNPJ with letters. Check digits are verified. Points, hyphens, slashes, spaces and lower case are accepted; it is kept and returned bare and in upper case. */ document?: string | null
  email?: string | null
  phone?: string | null
  /** The customer’s only seller; null: none. */ id_user?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_user?: string | null
  /** Ids of the customer’s sellers, all of them. Left out they stay, in a PUT, too. */ id_users?: Array<number> | null
  /** The same as `id_users`, by their external identifiers. */ fk_id_users?: Array<string> | null
  /** What a new order of the customer begins with in the console: when it is paid. Left out it stays, in a PUT, too. */ id_payment_type?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_payment_type?: string | null
  /** What a new order of the customer begins with in the console: how it is paid. Left out it stays, in a PUT, too. */ id_payment_method?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_payment_method?: string | null
  /** What a new order of the customer begins with in the console: the carrier. Left out it stays, in a PUT, too. */ id_shipping_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_shipping_company?: string | null
  /** What a new order of the customer begins with in the console: who pays the freight. Left out it stays, in a PUT, too. */ id_freight_type?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_freight_type?: string | null
  /** Whom to talk to there, the first one first. Left out it stays, in a PUT, too. */ contacts?: Array<CustomerContactInput> | null
  /** For the house alone: on no order and no paper. */ notes?: string | null
  /** Short words of the house’s own, each once. Left out it stays, in a PUT, too. */ tags?: Array<string> | null
  /** Whether it still buys. The console offers no other for new orders; the API takes orders of any. Null is true. Left out it stays, in a PUT, too; of a new record it is true then. */ active?: boolean | null
  /** As invoices have it; null: as `name`, cut where it is longer. */ legal_name?: string | null
  /** Whether the customer is registered for ICMS (indIEDest). A CPF without `ie` counts as 9. 1: Registered. 2: Exempt from registration. 9: Not registered. */ ie_kind?: 1 | 2 | 9 | null
  /** The registration for ICMS (inscrição estadual). Its check digit is not verified. */ ie?: string | null
  /** Whether the customer is in the Simples Nacional; null: unknown. */ simples?: boolean | null
  /** The registration at the authority of the free zone of Manaus. */ suframa?: string | null
  /** Of what the customer is a public body; null: it is none. 1: The federation. 2: A state. 3: The federal district. 4: A municipality. */ public_kind?: 1 | 2 | 3 | 4 | null
  /** On one line, with at least one visible character. */ name: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Values of the fields that are declared at `/custom-fields`, as texts. */ custom_fields?: Record<string, string> | null
}

export interface CustomerContactInput {
  /** On one line, with at least one visible character. */ name: string
  /** What they do there, such as buying. */ role?: string | null
  phone?: string | null
  email?: string | null
}

export interface CustomerPatch {
  /** What people call it, where that is not `name`. */ trade_name?: string | null
  /** CPF or CNPJ, also the CNPJ with letters. Check digits are verified. Points, hyphens, slashes, spaces and lower case are accepted; it is kept and returned bare and in upper case. */ document?: string | null
  email?: string | null
  phone?: string | null
  /** The customer’s only seller; null: none. */ id_user?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_user?: string | null
  /** Ids of the customer’s sellers, all of them. Left out they stay, in a PUT, too. */ id_users?: Array<number> | null
  /** The same as `id_users`, by their external identifiers. */ fk_id_users?: Array<string> | null
  /** What a new order of the customer begins with in the console: when it is paid. Left out it stays, in a PUT, too. */ id_payment_type?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_payment_type?: string | null
  /** What a new order of the customer begins with in the console: how it is paid. Left out it stays, in a PUT, too. */ id_payment_method?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_payment_method?: string | null
  /** What a new order of the customer begins with in the console: the carrier. Left out it stays, in a PUT, too. */ id_shipping_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_shipping_company?: string | null
  /** What a new order of the customer begins with in the console: who pays the freight. Left out it stays, in a PUT, too. */ id_freight_type?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_freight_type?: string | null
  /** Whom to talk to there, the first one first. Left out it stays, in a PUT, too. */ contacts?: Array<CustomerContactInput> | null
  /** For the house alone: on no order and no paper. */ notes?: string | null
  /** Short words of the house’s own, each once. Left out it stays, in a PUT, too. */ tags?: Array<string> | null
  /** Whether it still buys. The console offers no other for new orders; the API takes orders of any. Null is true. Left out it stays, in a PUT, too; of a new record it is true then. */ active?: boolean | null
  /** As invoices have it; null: as `name`, cut where it is longer. */ legal_name?: string | null
  /** Whether the customer is registered for ICMS (indIEDest). A CPF without `ie` counts as 9. 1: Registered. 2: Exempt from registration. 9: Not registered. */ ie_kind?: 1 | 2 | 9 | null
  /** The registration for ICMS (inscrição estadual). Its check digit is not verified. */ ie?: string | null
  /** Whether the customer is in the Simples Nacional; null: unknown. */ simples?: boolean | null
  /** The registration at the authority of the free zone of Manaus. */ suframa?: string | null
  /** Of what the customer is a public body; null: it is none. 1: The federation. 2: A state. 3: The federal district. 4: A municipality. */ public_kind?: 1 | 2 | 3 | 4 | null
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Merged key by key; null removes a key. */ custom_fields?: Record<string, string | null> | null
}

/** The customer that may be meant. */
export interface CustomerSuggestion {
  /** `exact`: by a code; `words`: it has all words; `similar`: it has words that are written much like them. */ match: "exact" | "words" | "similar"
  record: Customer
}

export interface CustomerBulkInput {
  /** What people call it, where that is not `name`. */ trade_name?: string | null
  /** CPF or CNPJ, also the CNPJ with letters. Check digits are verified. Points, hyphens, slashes, spaces and lower case are accepted; it is kept and returned bare and in upper case. */ document?: string | null
  email?: string | null
  phone?: string | null
  /** The customer’s only seller; null: none. */ id_user?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_user?: string | null
  /** Ids of the customer’s sellers, all of them. Left out they stay, in a PUT, too. */ id_users?: Array<number> | null
  /** The same as `id_users`, by their external identifiers. */ fk_id_users?: Array<string> | null
  /** What a new order of the customer begins with in the console: when it is paid. Left out it stays, in a PUT, too. */ id_payment_type?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_payment_type?: string | null
  /** What a new order of the customer begins with in the console: how it is paid. Left out it stays, in a PUT, too. */ id_payment_method?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_payment_method?: string | null
  /** What a new order of the customer begins with in the console: the carrier. Left out it stays, in a PUT, too. */ id_shipping_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_shipping_company?: string | null
  /** What a new order of the customer begins with in the console: who pays the freight. Left out it stays, in a PUT, too. */ id_freight_type?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_freight_type?: string | null
  /** Whom to talk to there, the first one first. Left out it stays, in a PUT, too. */ contacts?: Array<CustomerContactInput> | null
  /** For the house alone: on no order and no paper. */ notes?: string | null
  /** Short words of the house’s own, each once. Left out it stays, in a PUT, too. */ tags?: Array<string> | null
  /** Whether it still buys. The console offers no other for new orders; the API takes orders of any. Null is true. Left out it stays, in a PUT, too; of a new record it is true then. */ active?: boolean | null
  /** As invoices have it; null: as `name`, cut where it is longer. */ legal_name?: string | null
  /** Whether the customer is registered for ICMS (indIEDest). A CPF without `ie` counts as 9. 1: Registered. 2: Exempt from registration. 9: Not registered. */ ie_kind?: 1 | 2 | 9 | null
  /** The registration for ICMS (inscrição estadual). Its check digit is not verified. */ ie?: string | null
  /** Whether the customer is in the Simples Nacional; null: unknown. */ simples?: boolean | null
  /** The registration at the authority of the free zone of Manaus. */ suframa?: string | null
  /** Of what the customer is a public body; null: it is none. 1: The federation. 2: A state. 3: The federal district. 4: A municipality. */ public_kind?: 1 | 2 | 3 | 4 | null
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** Merged key by key; null removes a key. */ custom_fields?: Record<string, string | null> | null
  /** Written by their own `fk_id`; addresses of the customer that are not named stay. */ addresses?: Array<AddressBulkInput>
}

export interface AddressBulkInput {
  street?: string | null
  /** The number of `number_text`; null where that has more than digits. */ number?: number | null
  /** The house number as it is written; `number` follows from it. If only `number` is sent, its digits. */ number_text?: string | null
  complement?: string | null
  /** The digits of `postal_code`. */ zip_code?: number | null
  /** The CEP as it is written, returned with its hyphen; `zip_code` follows. */ postal_code?: string | null
  neighborhood?: string | null
  city?: string | null
  /** Two letters; returned in upper case. */ state?: string | null
  /** Exact: at most 2 integer digits and 15 decimals. */ latitude?: number | null
  /** Exact: at most 3 integer digits and 15 decimals. */ longitude?: number | null
  address_type?: "billing" | "delivery" | "main" | "other" | null
  name?: string | null
  /** The IBGE’s number of the municipality; its first two digits are the state’s. */ ibge?: string | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** The country, by the Banco Central’s table; 1058 is Brazil. Brazil unless given. */ country?: number | null
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
  /** The number of `number_text`; null where that has more than digits. */ number?: number | null
  /** The house number as it is written; `number` follows from it. If only `number` is sent, its digits. */ number_text?: string | null
  complement?: string | null
  /** The digits of `postal_code`. */ zip_code?: number | null
  /** The CEP as it is written, returned with its hyphen; `zip_code` follows. */ postal_code?: string | null
  neighborhood?: string | null
  city?: string | null
  /** Two letters; returned in upper case. */ state?: string | null
  /** Exact: at most 2 integer digits and 15 decimals. */ latitude?: number | null
  /** Exact: at most 3 integer digits and 15 decimals. */ longitude?: number | null
  address_type?: "billing" | "delivery" | "main" | "other" | null
  name?: string | null
  /** The IBGE’s number of the municipality; its first two digits are the state’s. */ ibge?: string | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** The country, by the Banco Central’s table; 1058 is Brazil. Brazil unless given. */ country?: number | null
}

export interface AddressPatch {
  street?: string | null
  /** The number of `number_text`; null where that has more than digits. */ number?: number | null
  /** The house number as it is written; `number` follows from it. If only `number` is sent, its digits. */ number_text?: string | null
  complement?: string | null
  /** The digits of `postal_code`. */ zip_code?: number | null
  /** The CEP as it is written, returned with its hyphen; `zip_code` follows. */ postal_code?: string | null
  neighborhood?: string | null
  city?: string | null
  /** Two letters; returned in upper case. */ state?: string | null
  /** Exact: at most 2 integer digits and 15 decimals. */ latitude?: number | null
  /** Exact: at most 3 integer digits and 15 decimals. */ longitude?: number | null
  address_type?: "billing" | "delivery" | "main" | "other" | null
  name?: string | null
  /** The IBGE’s number of the municipality; its first two digits are the state’s. */ ibge?: string | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** The country, by the Banco Central’s table; 1058 is Brazil. Brazil unless given. */ country?: number | null
}
