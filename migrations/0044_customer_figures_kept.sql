-- compatible-with: 0002
-- What the customers have bought so far. Orders go on being written meanwhile.
do $$
declare
  account record;
begin
  for account in select account_id from accounts loop
    perform rebuild_customer_figures(account.account_id);
  end loop;
end $$;
