import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import { ofSeenOrder } from '../../events/within.ts'

// Links to orders; $1 is the account.

const at = (column: string) => `${instantSql(`r.${column}`)} as ${column}`

/** SQL text that builds a link's JSON over the row alias `r`. */
export const linkJson = `(select to_json(x) from (select r.id, r.id_order, r.channel, r.asks_answer,
    (select to_json(t) from (select r.id_token as id, r.token_name as name) t) as token, r.id_member,
    ${at('created_at')}, ${at('expires_at')}, ${at('revoked_at')}, r.opened_count, ${at('opened_at')},
    r.answer, ${at('answered_at')},
    case when r.mail_since is not null then
      json_build_object('to', r.mail_to, 'sent_at', ${instantSql('r.mail_sent_at')}, 'error', r.mail_error,
                        'next_attempt_at', ${instantSql('r.mail_next_at')}) end as mail) x)::text`

/** → the id of a new link. Its grantor is the token that the maker's access comes from. */
export const order_links_insert = statement<
  { id: number },
  [
    account_id: number,
    id_order: number,
    sha256: Buffer,
    channel: string | null,
    asks_answer: boolean,
    id_token: number,
    token_name: string,
    id_grantor: number,
    id_member: number | null,
    days: number,
    mail_to: string | null,
    mail_language: string | null,
  ]
>(`
  insert into order_links (account_id, id_order, sha256, channel, asks_answer, id_token, token_name, id_grantor, id_member,
                           expires_at, mail_to, mail_language, mail_since, mail_next_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(days => $10), $11, $12,
          case when $11::text is not null then now() end, case when $11::text is not null then now() end)
  returning id`)

/** → the token whose access another token is: its client, or itself */
export const tokens_grantor = statement<
  { id_grantor: number },
  [account_id: number, id_token: number]
>('select coalesce(id_client, id) as id_grantor from tokens where account_id = $1 and id = $2')

/** → how many links an order has had, in force or not */
export const order_links_count = statement<
  { count: number },
  [account_id: number, id_order: number]
>('select count(*)::int as count from order_links where account_id = $1 and id_order = $2')

/** → what is written with links of the account */
export const accounts_orderMessage = statement<
  { name: string; order_message: string | null },
  [account_id: number]
>('select name, order_message from accounts where account_id = $1')

type Ids = readonly number[] | null

/** → a link, for who sees orders of these sellers and branches; null: of all */
export const order_links_find = statement<
  { document: string },
  [account_id: number, id: number, users: Ids, branches: Ids]
>(`
  select ${linkJson} as document from order_links r
   where r.account_id = $1 and r.id = $2
     and ${ofSeenOrder('r.id_order', { account: '$1', users: '$3', branches: '$4' })}`)

/** Ends a link; one that has ended stays as it is. */
export const order_links_revoke = statement<{ id: number }, [account_id: number, id: number]>(`
  update order_links set revoked_at = least(revoked_at, now()), mail_next_at = null
   where account_id = $1 and id = $2 returning id`)

export interface OpenLink {
  id: number
  id_order: number
  asks_answer: boolean
  answer: 'accepted' | 'declined' | null
  /** It is a quotation whose last day has passed. */
  is_lapsed: boolean
  id_token: number
  token_name: string
  id_member: number | null
}

/**
 * → the link with this secret while it can be opened: it has not ended, the order is there, its customer’s data was
 * not removed, and who made it may still do so: the member is one, or the token was not revoked.
 */
export const order_links_open = statement<OpenLink, [account_id: number, sha256: Buffer]>(`
  select l.id, l.id_order, l.asks_answer, l.answer,
         coalesce(s.quotation_days is not null and o.valid_until < (now() at time zone a.time_zone)::date, false) as is_lapsed,
         l.id_token, l.token_name, l.id_member
    from order_links l
    join accounts a on a.account_id = l.account_id
    join orders o on o.account_id = l.account_id and o.id = l.id_order
    join order_statuses s on s.account_id = o.account_id and s.id = o.id_order_status
    join customers c on c.account_id = o.account_id and c.id = o.id_customer
   where l.account_id = $1 and l.sha256 = $2 and l.revoked_at is null and l.expires_at > now()
     and a.delete_at is null and c.anonymised_at is null
     and case when l.id_member is null
              then exists (select from tokens t where t.account_id = $1 and t.id = l.id_grantor
                              and t.revoked_at is null and (t.expires_at is null or t.expires_at > now()))
              else exists (select from members m where m.account_id = $1 and m.id = l.id_member) end`)

export const order_links_opened = statement<never, [account_id: number, id: number]>(`
  update order_links set opened_count = opened_count + 1, opened_at = now() where account_id = $1 and id = $2`)

/** Keeps the answer of a link that has none. → its id */
export const order_links_answer = statement<
  { id: number },
  [account_id: number, id: number, answer: string]
>(`
  update order_links set answer = $3, answered_at = now()
   where account_id = $1 and id = $2 and answer is null returning id`)
