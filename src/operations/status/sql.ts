import { statement } from '../../database/database.ts'

/** → how many imports run, and how many mails are yet to be sent; asks every node of a cluster */
export const work_waiting = statement<{ imports: number; mails: number }, []>(`
  select (select count(*) from imports where state in ('checking', 'running'))::float8 as imports,
         (select count(*) from members where mail_next_at is not null)::float8 as mails`)
