-- compatible-with: 0002
-- mode: batches
-- As those are that are anonymised from now on.
with batch as materialized (
  select id from customers
   where account_id = $1 and anonymised_at is not null and active order by id limit 500 for update)
update customers c set active = false from batch b where c.account_id = $1 and c.id = b.id;
