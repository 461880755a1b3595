import { statement } from '../database/database.ts'

/** → those names under which the database has sessions */
export const sessions_find = statement<{ name: string }, [names: string[]]>(`
  select distinct application_name as name from pg_stat_activity where application_name = any ($1::text[])`)
