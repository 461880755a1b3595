import { statement } from '../../database/database.ts'

export const customers_documents = statement<
  { id: number; document: string },
  [account_id: number, ids: number[]]
>(`
  select id, document from customers
   where account_id = $1 and id = any ($2::bigint[]) and document is not null`)
