import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'

export interface AnonymisationRow {
  id_customer: number
  /** Null: those that are locked. */
  kept_statuses: number[] | null
  state: 'running' | 'done'
  /** What is being gone through, and the last key of it that is done. */
  stage: string
  position: string
  /** JSON. */
  known: string
  /** JSON: records of others that mention the person, as they were found. */
  mentioned: string
  asked_at: string
  finished_at: string | null
}

const row = `id_customer, kept_statuses, state, stage, position, known, mentioned,
  ${instantSql('asked_at')} as asked_at, ${instantSql('finished_at')} as finished_at`

export const anonymisations_find = statement<
  AnonymisationRow,
  [account_id: number, id_customer: number]
>(`select ${row} from anonymisations where account_id = $1 and id_customer = $2`)

/** → it, where there is something to do and nobody else is at it just now */
export const anonymisations_lockFree = statement<
  AnonymisationRow,
  [account_id: number, id_customer: number]
>(`
  select ${row} from anonymisations
   where account_id = $1 and id_customer = $2 and next_at <= now() for update skip locked`)

export const accounts_timeZone = statement<{ time_zone: string }, [account_id: number]>(
  'select time_zone from accounts where account_id = $1',
)

/** → customers of an account for whom there is something to do */
export const anonymisations_due = statement<
  { account_id: number; id_customer: number },
  [account_id: number]
>(`
  select account_id, id_customer from anonymisations
   where account_id = $1 and next_at <= now() order by next_at`)

/** Asks for it, or asks again. */
export const anonymisations_put = statement<
  never,
  [
    account_id: number,
    id_customer: number,
    kept_statuses: number[] | null,
    stage: string,
    known: string,
  ]
>(`
  insert into anonymisations (account_id, id_customer, kept_statuses, state, stage, position, known, asked_at, next_at)
  values ($1, $2, $3, 'running', $4, '', $5, date_trunc('milliseconds', now()), now())
  on conflict (account_id, id_customer)
    do update set kept_statuses = excluded.kept_statuses, state = 'running', stage = excluded.stage, position = '',
                  known = excluded.known, asked_at = excluded.asked_at, finished_at = null, next_at = excluded.next_at`)

/** Goes on from there, in so many seconds. */
export const anonymisations_move = statement<
  never,
  [
    account_id: number,
    id_customer: number,
    stage: string,
    position: string,
    known: string,
    seconds: number,
  ]
>(`
  update anonymisations
     set state = 'running', finished_at = null, stage = $3, position = $4, known = $5,
         next_at = now() + $6::float8 * interval '1 second'
   where account_id = $1 and id_customer = $2`)

/** Keeps which records of others mention the person. */
export const anonymisations_setMentioned = statement<
  never,
  [account_id: number, id_customer: number, mentioned: string]
>('update anonymisations set mentioned = $3 where account_id = $1 and id_customer = $2')

/** Nothing is left to do, but for the orders that may go from a day on. */
export const anonymisations_end = statement<
  never,
  [
    account_id: number,
    id_customer: number,
    stage: string,
    known: string,
    year: number | null,
    time_zone: string,
  ]
>(`
  update anonymisations
     set state = 'done', stage = $3, position = '', known = $4, finished_at = date_trunc('milliseconds', now()),
         next_at = make_timestamptz($5::integer, 1, 1, 0, 0, 0, $6)
   where account_id = $1 and id_customer = $2`)

/** → this year less so many, when that begins in the time zone, and the statuses whose orders are documents */
export const statuses_keeping = statement<
  { from: string; statuses: number[] },
  [account_id: number, years: number, time_zone: string]
>(`
  select make_timestamptz(extract(year from now() at time zone $3)::integer - $2::integer, 1, 1, 0, 0, 0, $3)::text as "from",
         coalesce(array_agg(s.id order by s.id), '{}') as statuses
    from order_statuses s where s.account_id = $1 and s.locked`)
