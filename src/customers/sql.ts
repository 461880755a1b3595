import { statement } from '../database/database.ts'

/** A customer as a person is known by it. */
export interface KnownCustomer {
  name: string
  trade_name: string | null
  fk_id: string | null
  document: string | null
  email: string | null
  phone: string | null
  legal_name: string | null
  ie: string | null
  suframa: string | null
  contacts: readonly { name: string; phone: string | null; email: string | null }[]
  custom_fields: Record<string, string>
  is_anonymised: boolean
}

/**
 * → the customer, locked. It waits for the orders and addresses that are being written for it, and
 * they for it: each has a key-share lock on it by its foreign key.
 */
export const customers_lockWhole = statement<KnownCustomer, [account_id: number, id: number]>(`
  select name, trade_name, fk_id, document, email, phone, legal_name, ie, suframa, contacts, custom_fields, anonymised_at is not null as is_anonymised
    from customers where account_id = $1 and id = $2 for update`)

/** → its version then */
export const customers_empty = statement<
  { version: number },
  [account_id: number, id: number, name: string, fk_id: string | null, custom_fields: string]
>(`
  update customers
     set name = $3, fk_id = $4, document = null, email = null, phone = null,
         trade_name = null, notes = null, contacts = '[]', legal_name = null, ie = null, suframa = null, active = false, custom_fields = $5::jsonb,
         anonymised_at = least(anonymised_at, date_trunc('milliseconds', now())),
         version = version + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2
  returning version`)

/** Leaves of its addresses what kind they are. */
export const addresses_empty = statement<never, [account_id: number, id_customer: number]>(`
  update addresses
     set name = null, fk_id = null, street = null, number = null, number_text = null, complement = null,
         zip_code = null, neighborhood = null, city = null, state = null, latitude = null, longitude = null, ibge = null,
         updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id_customer = $2`)

/** → the addresses that it has, and those that it had */
export const addresses_ofCustomer = statement<
  { id: number },
  [account_id: number, id_customer: number]
>(`
  select id from addresses where account_id = $1 and id_customer = $2
  union select id from former_addresses where account_id = $1 and id_customer = $2`)

export const customers_code = statement<{ fk_id: string | null }, [account_id: number, id: number]>(
  'select fk_id from customers where account_id = $1 and id = $2',
)

/** → those of these ids that customers have */
export const customers_among = statement<{ id: number }, [account_id: number, ids: number[]]>(
  'select id from customers where account_id = $1 and id = any ($2::bigint[])',
)
