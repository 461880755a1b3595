import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

// The record of accounts that are to be removed, and of those that were.

export const account_deletions_insert = statement<
  never,
  [account_id: number, uid: string, requested_by: string, delete_at: Date]
>(`
  insert into account_deletions (account_id, uid, requested_by, delete_at) values ($1, $2, $3, $4)`)

/** → a row where the removal had not begun: then there is no record of it any more */
export const account_deletions_delete = statement<{ account_id: number }, [account_id: number]>(`
  delete from account_deletions where account_id = $1 and begun_at is null returning account_id`)

/** All of the installation, the newest last. It asks all shards of a cluster: for the command line only. */
export const account_deletions_list = statement<{ document: string }, []>(`
  select json_build_object('id', account_id, 'uid', uid, 'requested_by', requested_by,
           'requested_at', ${instantSql('requested_at')}, 'delete_at', ${instantSql('delete_at')},
           'begun_at', ${instantSql('begun_at')}, 'ended_at', ${instantSql('ended_at')},
           'removed', removed)::text as document
    from account_deletions order by account_deletions.requested_at, account_id`)

/** The accounts whose time has come. It asks all shards of a cluster. */
export const account_deletions_due = statement<{ account_id: number }, []>(`
  select account_id from account_deletions where ended_at is null and delete_at <= now() order by delete_at`)

/** After that it can't be undone → whether its rows were counted; no row where it was undone, or is over */
export const account_deletions_begin = statement<{ is_counted: boolean }, [account_id: number]>(`
  update account_deletions set begun_at = least(begun_at, date_trunc('milliseconds', now()))
   where account_id = $1 and ended_at is null
  returning removed is not null as is_counted`)

/** Notes how many rows there were, as a JSON object by table. */
export const account_deletions_count = statement<never, [account_id: number, removed: string]>(`
  update account_deletions set removed = $2::jsonb where account_id = $1 and removed is null`)

/** Notes that nothing is left. */
export const account_deletions_end = statement<never, [account_id: number]>(`
  update account_deletions set ended_at = date_trunc('milliseconds', now())
   where account_id = $1 and ended_at is null`)
