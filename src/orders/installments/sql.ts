import { statement } from '../../database/database.ts'

/** Those payment methods of these that there are. */
export const payment_methods_find = statement<{ id: number }, [account_id: number, ids: number[]]>(
  'select id from payment_methods where account_id = $1 and id = any($2::bigint[])',
)
