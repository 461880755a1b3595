import { statement } from '../../database/database.ts'

// Each asks every node of a cluster.

/**
 * → how many imports and recalculations run, those included that wait for their turn; how many mails are yet to be
 * sent, and how the oldest of them fares
 */
export const work_waiting = statement<
  {
    imports: number
    recalculations: number
    mails: number
    oldest_mail_s: number
    mail_error: string | null
  },
  []
>(`
  select (select count(*) from imports where state in ('checking', 'running'))::float8 as imports,
         (select count(*) from recalculations where state in ('waiting', 'running'))::float8 as recalculations,
         count(*)::float8 as mails,
         coalesce(max(extract(epoch from now() - mail_since)), 0)::float8 as oldest_mail_s,
         (array_agg(mail_error order by mail_since) filter (where mail_error is not null))[1] as mail_error
    from members
   where mail_next_at is not null`)

/** → fingerprints of the keys that secrets are kept with: a part of what \`base/secret-box.ts\` makes */
export const secrets_keys = statement<{ key: string }, []>(`
  select distinct encode(substring(sealed from 2 for 4), 'hex') as key
    from (select secret as sealed from webhooks
          union all select headers from webhooks where headers is not null
          union all select client_secret from sign_in_providers) s`)
