import { statement } from '../database/database.ts'

/**
 * → accounts with what follows a change and was not done yet: events without a position, counts to
 * be added up, stale documents, declarations to be checked, data to be removed. It asks all nodes of a
 * cluster.
 */
export const accounts_unfinished = statement<{ account_id: number }, [limit: number]>(`
  select distinct account_id from (
    select account_id from event_queue
    union all select account_id from order_count_deltas
    union all select account_id from accounts where documents_epoch < names_epoch
    union all select account_id from anonymisations where next_at <= now()
    union all select account_id from custom_rules
               where state = 'checking' or (state = 'gone' and gone_at < now() - interval '1 minute')) a
   limit $1`)
