import { statement } from '../database/database.ts'

/** One of the two names the customer. */
export type NamedCustomer = [account_id: number, fk_id: string | null, id: number | null]

const customer = `
  select id from customers
   where account_id = $1 and (fk_id = $2::text or id = $3::bigint)`

export const customers_find = statement<{ id: number }, NamedCustomer>(customer)

/** The customer can't be deleted before the transaction ends; others may change it. */
export const customers_keep = statement<{ id: number }, NamedCustomer>(`${customer} for key share`)
