// Made by `npm run generate` from the OpenAPI document: change nothing here.

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
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** The IBGE’s number of the municipality; its first two digits are the state’s. */ ibge?: string | null
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
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** The IBGE’s number of the municipality; its first two digits are the state’s. */ ibge?: string | null
  /** The country, by the Banco Central’s table; 1058 is Brazil. Brazil unless given. */ country?: number | null
}
