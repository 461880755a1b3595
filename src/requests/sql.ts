import { sql } from 'kysely'
import { type Db, statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'
import type { KeptRequest } from '../http/telemetry/kept.ts'

/** What a row says of a request, by column. */
const COLUMNS = [
  'time',
  'id_token',
  'method',
  'path',
  'operation',
  'scope',
  'status',
  'code',
  'errors',
  'query',
  'body',
  'request_id',
  'milliseconds',
  'bytes',
] as const

/** Adds requests of an account. */
export async function insertRequests(
  db: Db,
  account_id: number,
  rows: readonly (KeptRequest & { bytes: number })[],
): Promise<void> {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)))
  const values = rows.map(
    (row) => sql`(${account_id}, ${sql.join(COLUMNS.map((name) => sql`${row[name]}`))})`,
  )
  await sql`insert into requests (account_id, ${columns}) values ${sql.join(values)}`.execute(db)
}

/**
 * SQL text that builds a request's JSON over the row alias `r`: with its body for who has one of the scopes
 * `$scopes`, or all. The token is called as it is called now.
 */
export const requestJson = `(select to_json(x) from (select r.id, ${instantSql('r.time')} as time, r.method, r.path,
    r.operation, r.status, r.code, coalesce(r.errors, '[]')::json as errors, r.request_id,
    (select to_json(t) from (select t.id, t.name from tokens t
      where t.account_id = $account and t.id = r.id_token) t) as token, r.milliseconds,
    r.query::json as query,
    case when r.scope is null or r.scope = any ($scopes::text[]) or '*' = any ($scopes::text[])
         then r.body end::json as body) x)::text`

/** Removes the oldest requests of an account that has more of them, or more bytes. */
export const requests_trim = statement<never, [account_id: number, rows: number, bytes: number]>(`
  delete from requests
   where account_id = $1 and id <= (
     select max(s.id) from (select r.id, row_number() over w as n, sum(r.bytes) over w as bytes from requests r
                             where r.account_id = $1 window w as (order by r.id desc)) s
      where s.n > $2 or s.bytes > $3)`)

/** → accounts whose oldest request is older than so many days, some at most */
export const accounts_withOldRequests = statement<
  { account_id: number },
  [days: number, limit: number]
>(`
  select h.account_id from event_heads h
   where (select r.time from requests r where r.account_id = h.account_id order by r.id limit 1)
         <= now() - make_interval(days => $1)
   limit $2`)

/** Removes requests that are older than so many days, some at most → how many */
export const requests_removeOld = statement<
  { removed: number },
  [account_id: number, days: number, limit: number]
>(`
  with removed as (
    delete from requests
     where account_id = $1 and id <= (
       select max(o.id) from (select r.id from requests r
                               where r.account_id = $1 and r.time <= now() - make_interval(days => $2)
                               order by r.id limit $3) o)
    returning id
  )
  select count(*) as removed from removed`)
