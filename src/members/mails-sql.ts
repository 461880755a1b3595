import { statement } from '../database/database.ts'
import type { LinkRow } from './sql.ts'

// A member has one mail, his last, in his own row.

type Purpose = Exclude<LinkRow['purpose'], 'owner'>

/** Of an account that is closed, and to be removed, nobody gets a mail. */
const ofOpen = 'exists (select from accounts a where a.account_id = $1 and a.delete_at is null)'

/** Lets a mail be sent to a member. It takes the place of the one before. → the member, where it will be */
export const mails_queue = statement<
  { id: number },
  [account_id: number, id: number, purpose: Purpose]
>(`
  update members
     set mail_purpose = $3, mail_number = mail_number + 1, mail_attempts = 0, mail_since = now(), mail_next_at = now(),
         mail_sent_at = null, mail_error = null
   where account_id = $1 and id = $2 and ${ofOpen}
  returning id`)

/** → the seconds until a mail may be sent that counts under each key; 0: it is counted */
export const mails_count = statement<
  { wait_s: number },
  [account_id: number, keys: string[], a_day: number[]]
>('select count_mail($1, $2, $3) as wait_s')

/** Nothing is sent to the member any more; what was, is known on. */
export const mails_cancel = statement<never, [account_id: number, id: number]>(
  'update members set mail_next_at = null where account_id = $1 and id = $2',
)

/** What was sent, or to be sent, to another address. */
export const mails_forget = statement<never, [account_id: number, id: number]>(`
  update members
     set mail_purpose = null, mail_number = mail_number + 1, mail_next_at = null, mail_sent_at = null, mail_error = null
   where account_id = $1 and id = $2`)

/** → accounts with mails to be sent, some at most. It asks all nodes of a cluster. */
export const mails_due = statement<{ account_id: number }, [limit: number]>(`
  select m.account_id from members m join accounts a on a.account_id = m.account_id
   where m.mail_next_at <= now() and a.delete_at is null limit $1`)

export const mails_dueOf = statement<{ id_member: number }, [account_id: number, limit: number]>(`
  select id as id_member from members where account_id = $1 and mail_next_at <= now() order by mail_next_at limit $2`)

/** A mail that is about to be sent. */
export interface ClaimedMail {
  purpose: Purpose
  /** Tells it from others to the same member. */
  number: number
  attempts: number
  /** When it was to be sent at first. */
  since: Date
  /** Until when nobody else sends it. */
  leased_until: Date
  email: string
  name: string
  language: string
}

/**
 * Takes a mail that is due, so that nobody else sends it for so many seconds. No row where somebody
 * has. Times come as they are: Citus lets RETURNING give columns only.
 */
export const mails_claim = statement<
  ClaimedMail,
  [account_id: number, id: number, lease_s: number]
>(`
  update members
     set mail_attempts = mail_attempts + 1, mail_next_at = now() + $3 * interval '1 second'
   where account_id = $1 and id = $2 and mail_next_at <= now() and ${ofOpen}
  returning mail_purpose as purpose, mail_number as number, mail_attempts as attempts,
            mail_since as since, mail_next_at as leased_until, email, name, language`)

type Key = [account_id: number, id: number, number: number, attempts: number]

export const mails_sent = statement<never, Key>(`
  update members set mail_sent_at = now(), mail_next_at = null, mail_error = null
   where account_id = $1 and id = $2 and mail_number = $3 and mail_attempts = $4`)

/** @param pause_s null: it is not tried again */
export const mails_failed = statement<never, [...Key, error: string, pause_s: number | null]>(`
  update members set mail_error = $5, mail_next_at = now() + $6::float8 * interval '1 second'
   where account_id = $1 and id = $2 and mail_number = $3 and mail_attempts = $4`)
