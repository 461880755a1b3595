import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import { REMOVED } from '../../events/rewriting/removed.ts'
import { ofSeenOrder } from '../../events/within.ts'

// Comments of orders; $1 is the account.

/** SQL text that builds a comment's JSON over the row alias `r`. */
export const commentJson = `(select to_json(x) from (select r.id, r.id_order, r.text,
    (select to_json(t) from (select r.id_token as id, r.token_name as name) t) as token,
    r.id_member, ${instantSql('r.created_at')} as created_at) x)::text`

export const order_comments_insert = statement<
  { id: number },
  [
    account_id: number,
    id_order: number,
    text: string,
    id_token: number,
    token_name: string,
    id_member: number | null,
  ]
>(`
  insert into order_comments (account_id, id_order, text, id_token, token_name, id_member)
  values ($1, $2, $3, $4, $5, $6)
  returning id`)

type Ids = readonly number[] | null

/** → the comment, for who sees orders of these sellers and branches; null: of all */
export const order_comments_find = statement<
  { document: string },
  [account_id: number, id: number, users: Ids, branches: Ids]
>(`
  select ${commentJson} as document from order_comments r
   where r.account_id = $1 and r.id = $2
     and ${ofSeenOrder('r.id_order', { account: '$1', users: '$3', branches: '$4' })}`)

/** Removes what comments of orders say. → those that said something */
export const order_comments_redact = statement<
  { id: number },
  [account_id: number, order_ids: number[]]
>(`
  update order_comments set text = '${REMOVED}'
   where account_id = $1 and id_order = any ($2::bigint[]) and text <> '${REMOVED}'
  returning id`)

/** → comments of the last so many days whose text was removed */
export const order_comments_redacted = statement<
  { id: number },
  [account_id: number, days: number]
>(`
  select id from order_comments
   where account_id = $1 and text = '${REMOVED}' and created_at > now() - make_interval(days => $2)`)

/** → one of an order, if it has any */
export const order_comments_anyOfOrder = statement<
  { id: number },
  [account_id: number, id_order: number]
>('select id from order_comments where account_id = $1 and id_order = $2 limit 1')

/** → how many comments of an order are shown as this one’s */
export const order_comments_countBy = statement<
  { count: number },
  [account_id: number, id_order: number, token_name: string]
>(`
  select count(*)::int as count from order_comments
   where account_id = $1 and id_order = $2 and token_name = $3`)

/** → those with these ids, as JSON */
export const order_comments_read = statement<
  { id: number; document: string },
  [account_id: number, ids: number[]]
>(`
  select r.id, ${commentJson} as document from order_comments r
   where r.account_id = $1 and r.id = any ($2::bigint[])`)
