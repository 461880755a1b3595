import { statement } from '../../database/database.ts'

// Links that the service sends by mail; $1 is the account.

/** → accounts with mails to be sent, some at most. It asks all nodes of a cluster. */
export const order_mails_due = statement<{ account_id: number }, [limit: number]>(`
  select distinct l.account_id from order_links l join accounts a on a.account_id = l.account_id
   where l.mail_next_at <= now() and a.delete_at is null limit $1`)

export const order_mails_dueOf = statement<{ id: number }, [account_id: number, limit: number]>(`
  select id from order_links where account_id = $1 and mail_next_at <= now() order by mail_next_at limit $2`)

/** A mail that is about to be sent. */
export interface ClaimedOrderMail {
  id_order: number
  attempts: number
  /** When it was to be sent at first. */
  since: Date
  /** Until when nobody else sends it. */
  leased_until: Date
  /** Null where it was removed meanwhile, with the customer's data. */
  to: string | null
  language: string
  id_member: number | null
}

/**
 * Takes a mail that is due, so that nobody else sends it for so many seconds, with the hash of the secret that
 * goes with it. No row where somebody has. Times come as they are: Citus lets RETURNING give columns only.
 */
export const order_mails_claim = statement<
  ClaimedOrderMail,
  [account_id: number, id: number, lease_s: number, sha256: Buffer]
>(`
  update order_links
     set mail_attempts = mail_attempts + 1, mail_next_at = now() + $3 * interval '1 second', sha256 = $4
   where account_id = $1 and id = $2 and mail_next_at <= now() and revoked_at is null and expires_at > now()
     and exists (select from accounts a where a.account_id = $1 and a.delete_at is null)
  returning id_order, mail_attempts as attempts, mail_since as since, mail_next_at as leased_until, mail_to as to,
            mail_language as language, id_member`)

type Key = [account_id: number, id: number, attempts: number]

export const order_mails_sent = statement<never, Key>(`
  update order_links set mail_sent_at = now(), mail_next_at = null, mail_error = null
   where account_id = $1 and id = $2 and mail_attempts = $3`)

/** @param pause_s null: it is not tried again */
export const order_mails_failed = statement<
  never,
  [...Key, error: string, pause_s: number | null]
>(`
  update order_links set mail_error = $4, mail_next_at = now() + $5::float8 * interval '1 second'
   where account_id = $1 and id = $2 and mail_attempts = $3`)

/** Ends a mail whose link has ended meanwhile. */
export const order_mails_drop = statement<never, [account_id: number, id: number]>(`
  update order_links set mail_next_at = null
   where account_id = $1 and id = $2 and mail_next_at <= now() and (revoked_at is not null or expires_at <= now())`)

/** Forgets to whom orders were sent; what was to be sent is not. */
export const order_mails_redact = statement<never, [account_id: number, order_ids: number[]]>(`
  update order_links set mail_to = null, mail_error = null, mail_next_at = null
   where account_id = $1 and id_order = any ($2::bigint[]) and mail_to is not null`)
