import { statement } from '../database/database.ts'

// [account_id, fk_id or null, id or null] → the customer that one of the two names
const customer = `
  select id from customers
   where account_id = $1 and (fk_id = $2::text or id = $3::bigint)`

export const customers_find = statement<{ id: number }>(customer)

/** The customer can't be deleted before the transaction ends; others may change it. */
export const customers_keep = statement<{ id: number }>(`${customer} for key share`)
