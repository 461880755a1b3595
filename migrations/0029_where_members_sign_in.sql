-- beside: 0003

-- Where somebody has signed in: digests of a browser, and of an e-mail with a browser or a network. An
-- attempt from there is not held up by what others try elsewhere. They belong to no account, as the
-- attempts: account_id is 0, and the place of a row tells nothing of an e-mail.
create table sign_in_places (
  account_id bigint not null,
  key text not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, key)
);
create index sign_in_places_by_end on sign_in_places (account_id, expires_at);

-- As count_sign_in, which versions before this one call: each key has its own longest wait.
create function count_sign_in_at(of_account bigint, keys text[], free integer[], longest_s integer[]) returns integer
  language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  -- Worked out here: `on conflict` takes nothing on Citus that may depend on a session.
  day_ago timestamptz := moment - interval '1 day';
  may_at timestamptz;
  counted integer;
  wait_s integer := 0;
begin
  for i in 1 .. cardinality(keys) loop
    select next_at, attempts into may_at, counted
      from sign_in_attempts where account_id = of_account and key = keys[i] for update;
    -- One that was counted while this one waited for the row is a moment later, and makes nobody wait by that.
    if counted >= free[i] then
      wait_s := greatest(wait_s, ceil(extract(epoch from may_at - moment))::integer);
    end if;
  end loop;
  if wait_s > 0 then return wait_s; end if;
  for i in 1 .. cardinality(keys) loop
    insert into sign_in_attempts as a (account_id, key, attempts, next_at, last_at)
    values (of_account, keys[i], 1, moment, moment)
    on conflict (account_id, key) do update
      set attempts = case when a.last_at < day_ago then 1 else a.attempts + 1 end, last_at = moment
    returning attempts into counted;
    if counted >= free[i] then
      update sign_in_attempts
         set next_at = moment + least(2 ^ least(counted - free[i], 20), longest_s[i]) * interval '1 second'
       where account_id = of_account and key = keys[i];
    end if;
  end loop;
  return 0;
end $$;

-- An attempt succeeded: what was counted under its own key is forgotten, and it counts no more under
-- those that it shares with others. Keys ascend, as where they are counted.
create function forget_sign_in_at(of_account bigint, keys text[], free integer[], own_key text) returns void
  language plpgsql as $$
begin
  for i in 1 .. cardinality(keys) loop
    if keys[i] = own_key then
      delete from sign_in_attempts where account_id = of_account and key = own_key;
    else
      update sign_in_attempts
         set attempts = greatest(attempts - 1, 0),
             next_at = case when attempts <= free[i] then last_at else next_at end
       where account_id = of_account and key = keys[i];
    end if;
  end loop;
end $$;

-- Somebody has signed in there, which is known for so many days more.
create function remember_sign_in(of_account bigint, keys text[], days integer) returns void language plpgsql as $$
declare
  until timestamptz := clock_timestamp() + days * interval '1 day';
begin
  for i in 1 .. cardinality(keys) loop
    insert into sign_in_places (account_id, key, expires_at) values (of_account, keys[i], until)
    on conflict (account_id, key) do update set expires_at = until;
  end loop;
end $$;
