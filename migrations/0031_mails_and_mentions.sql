-- beside: 0003

-- Until when mails to members are spent, of an account and of each member: each mail takes its part of
-- a day, and there may be no more than a day of them at once.
create table mail_allowances (
  account_id bigint not null,
  key text not null,
  spent_until timestamptz(3) not null,
  primary key (account_id, key)
);

-- Counts a mail under each key, of which a day has so many, unless one of them is spent: → the seconds to
-- wait, 0 where the mail may be sent. Keys ascend: who counts them at once takes them in one order.
create function count_mail(of_account bigint, keys text[], a_day integer[]) returns integer
  language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  spent timestamptz;
  wait_s integer := 0;
begin
  delete from mail_allowances where account_id = of_account and spent_until < moment;
  for i in 1 .. cardinality(keys) loop
    select spent_until into spent
      from mail_allowances where account_id = of_account and key = keys[i] for update;
    wait_s := greatest(wait_s, ceil(extract(epoch from
      coalesce(spent, moment) + interval '1 day' / a_day[i] - moment - interval '1 day'))::integer);
  end loop;
  if wait_s > 0 then return wait_s; end if;
  for i in 1 .. cardinality(keys) loop
    select spent_until into spent
      from mail_allowances where account_id = of_account and key = keys[i];
    spent := coalesce(spent, moment) + interval '1 day' / a_day[i];
    insert into mail_allowances (account_id, key, spent_until)
    values (of_account, keys[i], spent)
    on conflict (account_id, key) do update set spent_until = excluded.spent_until;
  end loop;
  return 0;
end $$;

-- Records of others that mention a person whose data is removed, for somebody to look at: ids as JSON.
alter table anonymisations add column mentioned text not null default '[]';
