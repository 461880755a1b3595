import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

/** One account as who runs the service sees it, with how much there is of what. */
export const accounts_show = statement<{ document: string }, [account_id: number]>(`
  select (select to_json(x) from (
    select r.account_id as id, r.uid, r.name, r.time_zone, r.amounts, ${instantSql('r.created_at')} as created_at,
           ${instantSql('r.delete_at')} as delete_at,
           (select count(*) from customers where account_id = $1) as customers,
           (select count(*) from products where account_id = $1) as products,
           (select count(*) from products where account_id = $1 and image is not null) as images,
           (select count(*) from orders where account_id = $1) as orders,
           (select count(*) from order_attachments where account_id = $1 and deleted_at is null) as attachments,
           (select coalesce(sum(bytes), 0) from order_attachments where account_id = $1 and deleted_at is null) as attachment_bytes,
           (select count(*) from members where account_id = $1) as members,
           (select count(*) from tokens where account_id = $1 and kind = 'token' and revoked_at is null
               and (expires_at is null or expires_at > now())) as tokens,
           (select count(*) from webhooks where account_id = $1) as webhooks,
           (select position from event_heads where account_id = $1) as feed_position,
           (select first_position from event_heads where account_id = $1) as feed_from,
           (select ${instantSql('time')} from events where account_id = $1 order by id desc limit 1) as last_event) x)::text
      as document
    from accounts r where r.account_id = $1`)
