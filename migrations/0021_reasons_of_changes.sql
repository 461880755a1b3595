-- compatible-with: 0002
-- Why a locked order was corrected, and which version of an order a change restored.
alter table events
  add column reason text check (length(reason) between 1 and 500),
  add column restored_version bigint check (restored_version > 0);

-- A reason is a text that somebody typed: it goes with what events say of a person.
create or replace function rewrite_events(of_account bigint, ids bigint[], datas text[], befores jsonb[]) returns void
  language plpgsql as $$
begin
  for i in 1 .. cardinality(ids) loop
    update events set data = datas[i], previous = befores[i], reason = null where account_id = of_account and id = ids[i];
  end loop;
end $$;
