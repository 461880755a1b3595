-- compatible-with: 0002
-- mode: batches
with batch as materialized (
  select c.id from customers c
   where c.account_id = $1 and c.cities is null and c.anonymised_at is null
     and exists (select from addresses a where a.account_id = $1 and a.id_customer = c.id and a.city is not null)
   order by c.id limit 500 for update of c),
found as (
  select b.id, string_agg(distinct a.city, ' ' order by a.city) as cities
    from batch b join addresses a on a.account_id = $1 and a.id_customer = b.id group by b.id)
update customers c set cities = f.cities from found f where c.account_id = $1 and c.id = f.id;
