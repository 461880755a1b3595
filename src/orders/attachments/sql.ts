import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import { REMOVED } from '../../events/rewriting/removed.ts'
import { ofSeenOrder } from '../../events/within.ts'

// Attachments of orders, and the folders in which their contents lie; $1 is the account.

/** SQL text that builds an attachment's JSON over the row alias `r`. */
export const attachmentJson = `(select to_json(x) from (select r.id, r.id_order, r.name, r.media_type, r.bytes, r.sha256,
    (select to_json(t) from (select r.id_token as id, r.token_name as name) t) as token,
    r.id_member, ${instantSql('r.created_at')} as created_at) x)::text`

/** SQL text: how long a file may take from its beginning to its row. */
const UPLOAD = `interval '1 hour'`

/** Notes that a file is about to be put into the folder of an order. → how many there are */
export const order_attachment_folders_begin = statement<
  { attachments: number },
  [account_id: number, id_order: number]
>(`
  insert into order_attachment_folders as f (account_id, id_order, begun_at, clean_at)
  values ($1, $2, now(), now() + ${UPLOAD})
  on conflict (account_id, id_order) do update
     set begun_at = excluded.begun_at, clean_at = least(f.clean_at, excluded.clean_at)
  returning f.attachments`)

/** Counts one more, and has the folder until the transaction ends. → no row where there are so many */
export const order_attachment_folders_add = statement<
  { attachments: number },
  [account_id: number, id_order: number, most: number]
>(`
  update order_attachment_folders set attachments = attachments + 1
   where account_id = $1 and id_order = $2 and attachments < $3
  returning attachments`)

/** Counts one less, has the folder until the transaction ends, and lets its contents be looked through. */
export const order_attachment_folders_take = statement<
  { attachments: number },
  [account_id: number, id_order: number]
>(`
  update order_attachment_folders set attachments = attachments - 1, clean_at = now()
   where account_id = $1 and id_order = $2 and attachments > 0
  returning attachments`)

/** The same of all that these orders have. → the orders that have a folder */
export const order_attachment_folders_empty = statement<
  { id_order: number },
  [account_id: number, order_ids: number[]]
>(`
  update order_attachment_folders set attachments = 0, clean_at = now()
   where account_id = $1 and id_order = any ($2::bigint[])
  returning id_order`)

/** → folders with contents to be removed, of all accounts */
export const order_attachment_folders_due = statement<
  { account_id: number; id_order: number },
  [limit: number]
>(`
  select account_id, id_order from order_attachment_folders
   where clean_at <= now() order by clean_at limit $1`)

/** Has a folder until the transaction ends. → no row where somebody else has it, or there is nothing to do */
export const order_attachment_folders_lockDue = statement<
  { id_order: number },
  [account_id: number, id_order: number]
>(`
  select id_order from order_attachment_folders
   where account_id = $1 and id_order = $2 and clean_at <= now() for no key update skip locked`)

/** → the order of a folder, where it is still there */
export const order_attachment_folders_order = statement<
  { id: number },
  [account_id: number, id_order: number]
>('select id from orders where account_id = $1 and id = $2')

/** What is just being put there may yet be left without a row: then it is looked through again. */
export const order_attachment_folders_setCleaned = statement<
  never,
  [account_id: number, id_order: number]
>(`
  update order_attachment_folders
     set clean_at = case when begun_at > now() - ${UPLOAD} then begun_at + ${UPLOAD} end
   where account_id = $1 and id_order = $2`)

export const order_attachments_insert = statement<
  { id: number },
  [
    account_id: number,
    id_order: number,
    name: string,
    media_type: string,
    bytes: number,
    sha256: string,
    id_token: number,
    token_name: string,
    id_member: number | null,
  ]
>(`
  insert into order_attachments (account_id, id_order, name, media_type, bytes, sha256, id_token, token_name, id_member)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  returning id`)

type Ids = readonly number[] | null

/** → the attachment, for who sees orders of these sellers and branches; null: of all */
export const order_attachments_find = statement<
  { document: string },
  [account_id: number, id: number, users: Ids, branches: Ids]
>(`
  select ${attachmentJson} as document from order_attachments r
   where r.account_id = $1 and r.id = $2 and r.deleted_at is null
     and ${ofSeenOrder('r.id_order', { account: '$1', users: '$3', branches: '$4' })}`)

/** → what its content is sent with */
export const order_attachments_content = statement<
  { name: string; bytes: number; sha256: string },
  [account_id: number, id_order: number, id: number]
>(`
  select name, bytes, sha256 from order_attachments
   where account_id = $1 and id_order = $2 and id = $3 and deleted_at is null`)

/** → the contents that an order has, each once */
export const order_attachments_contents = statement<
  { sha256: string },
  [account_id: number, id_order: number]
>(`
  select distinct sha256 from order_attachments
   where account_id = $1 and id_order = $2 and deleted_at is null`)

/** → it, where it was there */
export const order_attachments_delete = statement<
  { id: number },
  [account_id: number, id_order: number, id: number]
>(`
  update order_attachments set deleted_at = date_trunc('milliseconds', now())
   where account_id = $1 and id_order = $2 and id = $3 and deleted_at is null
  returning id`)

export const order_attachments_deleteOf = statement<
  never,
  [account_id: number, order_ids: number[]]
>(`
  update order_attachments set deleted_at = date_trunc('milliseconds', now())
   where account_id = $1 and id_order = any ($2::bigint[]) and deleted_at is null`)

/** Removes what attachments of orders are called. → those that were called something, deleted ones too */
export const order_attachments_redact = statement<
  { id: number },
  [account_id: number, order_ids: number[]]
>(`
  update order_attachments
     set name = '${REMOVED}', deleted_at = coalesce(deleted_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id_order = any ($2::bigint[]) and name <> '${REMOVED}'
  returning id`)

/** → attachments of the last so many days whose name was removed */
export const order_attachments_redacted = statement<
  { id: number },
  [account_id: number, days: number]
>(`
  select id from order_attachments
   where account_id = $1 and name = '${REMOVED}' and created_at > now() - make_interval(days => $2)`)

/** → those with these ids, as JSON, deleted ones too */
export const order_attachments_read = statement<
  { id: number; document: string },
  [account_id: number, ids: number[]]
>(`
  select r.id, ${attachmentJson} as document from order_attachments r
   where r.account_id = $1 and r.id = any ($2::bigint[])`)
