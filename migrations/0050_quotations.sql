-- compatible-with: 0002
-- Statuses whose orders are quotations, and until when each is valid.
alter table order_statuses add column quotation_days integer
  check (quotation_days between 1 and 3650);
alter table orders add column valid_until date;

-- The last day of quotations that have none, counted from today in the account's zone.
create function date_quotations(of_account bigint, ids bigint[], quotation_statuses bigint[]) returns void language plpgsql as $$
declare
  today date;
  s record;
begin
  select (now() at time zone time_zone)::date into today from accounts where account_id = of_account;
  for s in
    select id, quotation_days from order_statuses where account_id = of_account and id = any (quotation_statuses)
  loop
    update orders set valid_until = today + s.quotation_days
     where account_id = of_account and id = any (ids) and id_order_status = s.id and valid_until is null;
  end loop;
end $$;
