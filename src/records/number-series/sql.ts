import { statement } from '../../database/database.ts'

interface Next {
  next: number
  /** Its year or month is over: the next number is the first of another one. */
  is_over: boolean
}

/** The next number of a series that is locked. */
export const number_series_next = statement<Next, [account_id: number, id: number]>(`
  select s.next,
         s.current_period <> '' and number_period(s.period, clock_timestamp() at time zone (
           select a.time_zone from accounts a where a.account_id = $1)) > s.current_period as is_over
    from number_series s where s.account_id = $1 and s.id = $2`)
