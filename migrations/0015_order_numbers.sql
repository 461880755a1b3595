-- compatible-with: 0002
-- Numbers of orders that people say, such as 01-2026-000042, in a series of each branch or of all.
create table number_series (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  -- null: of all branches that have none of their own, and of orders without a branch
  id_branch_company bigint,
  -- null: the number alone
  template text check (length(template) <= 40 and template ~
    '^([A-Za-z0-9._/-]|[{](branch|YYYY|YY|MM)[}])*[{]seq(:[1-9])?[}]([A-Za-z0-9._/-]|[{](branch|YYYY|YY|MM)[}])*$'),
  -- when it begins at 1 again
  period text not null default 'none' check (period in ('none', 'year', 'month')),
  next bigint not null default 1 check (next > 0),
  -- the year or month of the last number, such as 2026-11; empty where there was none, or it has no period
  current_period text not null default '',
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id),
  foreign key (account_id, id_branch_company) references branch_companies,
  constraint number_series_template_says_period check (
    period = 'none'
    or coalesce(template, '') ~ '[{]YY(YY)?[}]' and (period = 'year' or template like '%{MM}%'))
) with (fillfactor = 50);
-- A newer series of a branch takes over from an older one.
create index number_series_by_branch on number_series (account_id, id_branch_company, id);

-- Every number that an order has or had: it is given once, and stays when its order goes.
create table order_numbers (
  account_id bigint not null references accounts,
  number text not null,
  id_order bigint not null,
  -- null: it came with the order
  id_series bigint,
  primary key (account_id, number),
  foreign key (account_id, id_series) references number_series
);
create index order_numbers_by_series on order_numbers (account_id, id_series) where id_series is not null;

-- Numbers of a series that no order has of it: of orders that were deleted, those that had come with another
-- order when it was their turn, and those that a larger `next` has left out, from the first to the last.
create table number_gaps (
  account_id bigint not null,
  id bigint generated always as identity,
  id_series bigint not null,
  number text not null,
  last_number text not null,
  state text not null check (state in ('deleted', 'passed')),
  id_order bigint,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  foreign key (account_id, id_series) references number_series
);
create index number_gaps_by_series on number_gaps (account_id, id_series, id);

alter table orders add column number text check (length(number) between 1 and 200);
-- Orders get a number from the series when they are in such a status.
alter table order_statuses add column numbered boolean not null default false;

-- A text as words of a search are found in it: as the columns `search` have it.
create function search_text(shown text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(' ' || shown, NFKD), '[\u0300-\u036f!-/:-@\[-`{-~\u2010-\u2027]', '', 'g'))
$$;

create function number_period(of_period text, local timestamp) returns text language sql stable as $$
  select case of_period when 'year' then to_char(local, 'YYYY') when 'month' then to_char(local, 'YYYY-MM') else '' end
$$;

-- What a template makes of a number. The code of a branch comes last, whatever it has in it.
create function number_text(of_template text, n bigint, branch text, of_period text, of_key text, local timestamp)
  returns text language plpgsql stable as $$
declare
  template text := coalesce(of_template, '{seq}');
  width integer := coalesce(substring(template from '[{]seq:([0-9])[}]')::integer, 1);
  year text := case when of_period = 'none' then to_char(local, 'YYYY') else left(of_key, 4) end;
  month text := case when of_period = 'month' then right(of_key, 2) else to_char(local, 'MM') end;
begin
  template := regexp_replace(template, '[{]seq(:[0-9])?[}]', lpad(n::text, greatest(width, length(n::text)), '0'));
  template := replace(replace(replace(template, '{YYYY}', year), '{YY}', right(year, 2)), '{MM}', month);
  return replace(template, '{branch}', branch);
end $$;

-- Gives numbers to those of these orders that are in a status which wants one, and have none. The rows of orders
-- are locked, those of series are from here to the end of the transaction: whoever comes next waits and sees
-- what was drawn, and a transaction that is undone has drawn nothing. Series are locked in the order of their
-- ids, so two batches never wait for each other. A number that an order has brought along is passed over.
create function number_orders(of_account bigint, ids bigint[], numbered_statuses bigint[]) returns void language plpgsql as $$
declare
  zone text;
  local timestamp;
  o record;
  s number_series;
  found_series bigint;
  found_order bigint;
  code text;
  order_ids bigint[] := '{}';
  series_ids bigint[] := '{}';
  branches text[] := '{}';
  key text;
  n bigint;
  candidate text;
  passed text[];
begin
  for i in 1 .. cardinality(ids) loop
    select id, id_branch_company into o from orders
     where account_id = of_account and id = ids[i] and number is null and id_order_status = any (numbered_statuses);
    continue when not found;
    select id into found_series from number_series
     where account_id = of_account and (id_branch_company = o.id_branch_company or id_branch_company is null)
     order by id_branch_company, id desc limit 1;
    -- The account has no series that this order could have a number of.
    continue when found_series is null;
    select left(coalesce(fk_id, id::text), 40) into code from branch_companies
     where account_id = of_account and id = o.id_branch_company;
    order_ids := order_ids || o.id;
    series_ids := series_ids || found_series;
    branches := branches || coalesce(code, '0');
  end loop;
  if order_ids = '{}' then return; end if;
  select time_zone into zone from accounts where account_id = of_account;
  for s in
    select * from number_series where account_id = of_account and id = any (series_ids) order by id for no key update
  loop
    -- After the lock: who waited over midnight numbers in the new year.
    local := clock_timestamp() at time zone zone;
    -- Never back, whatever clocks and zones do.
    key := greatest(number_period(s.period, local), s.current_period);
    n := case when s.current_period <> '' and key > s.current_period then 1 else s.next end;
    passed := '{}';
    for i in 1 .. cardinality(order_ids) loop
      continue when series_ids[i] <> s.id;
      loop
        candidate := number_text(s.template, n, branches[i], s.period, key, local);
        n := n + 1;
        insert into order_numbers (account_id, number, id_order, id_series)
        values (of_account, candidate, order_ids[i], s.id) on conflict do nothing;
        exit when found;
        passed := passed || candidate;
      end loop;
      update orders set number = candidate where account_id = of_account and id = order_ids[i];
    end loop;
    update number_series set next = n, current_period = key where account_id = of_account and id = s.id;
    foreach candidate in array passed loop
      select id_order into found_order from order_numbers where account_id = of_account and number = candidate;
      insert into number_gaps (account_id, id_series, number, last_number, state, id_order)
      values (of_account, s.id, candidate, candidate, 'passed', found_order);
    end loop;
  end loop;
end $$;

-- A number that an order brings along: nobody else has or had it.
create function take_order_number() returns trigger language plpgsql as $$
begin
  -- An account that comes from another installation has its numbers with it.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  insert into order_numbers (account_id, number, id_order) values (new.account_id, new.number, new.id)
  on conflict do nothing;
  if found then return null; end if;
  perform from order_numbers where account_id = new.account_id and number = new.number and id_order = new.id;
  if not found then
    raise exception 'orders_number_taken: the number % is taken', new.number
      using errcode = 'unique_violation', constraint = 'orders_number_taken', table = 'orders';
  end if;
  return null;
end $$;
create trigger number_taken_insert after insert on orders
  for each row when (new.number is not null) execute function take_order_number();
create trigger number_taken_update after update of number on orders
  for each row when (old.number is null and new.number is not null) execute function take_order_number();

create function keep_order_number() returns trigger language plpgsql as $$
begin
  raise exception 'orders_number_stays: order % has the number %', old.id, old.number
    using errcode = 'check_violation', constraint = 'orders_number_stays', table = 'orders';
end $$;
create trigger number_stays before update of number on orders
  for each row when (old.number is not null and new.number is distinct from old.number)
  execute function keep_order_number();

-- What a series has drawn, and goes with its order, is told of.
create function leave_number_gap() returns trigger language plpgsql as $$
declare
  of_series bigint;
begin
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  select id_series into of_series from order_numbers where account_id = old.account_id and number = old.number;
  if of_series is null then return null; end if;
  insert into number_gaps (account_id, id_series, number, last_number, state, id_order)
  values (old.account_id, of_series, old.number, old.number, 'deleted', old.id);
  return null;
end $$;
create trigger number_left after delete on orders
  for each row when (old.number is not null) execute function leave_number_gap();

-- The next number only goes up, within its year or month. What people leave out with a larger one is told of;
-- draws, which are no new version of the record, leave nothing out.
create function check_next_number() returns trigger language plpgsql as $$
declare
  zone text;
  local timestamp;
  key text;
  branch text := '{branch}';
begin
  if new.current_period <> old.current_period then return new; end if;
  if new.version <> old.version then
    select time_zone into zone from accounts where account_id = new.account_id;
    local := clock_timestamp() at time zone zone;
    key := number_period(new.period, local);
    if old.current_period <> '' and key > old.current_period then
      new.current_period := key;
      return new;
    end if;
  end if;
  if new.next < old.next then
    raise exception 'number_series_next_goes_up: the next number is % already', old.next
      using errcode = 'check_violation', constraint = 'number_series_next_goes_up', table = 'number_series';
  end if;
  if new.version = old.version then return new; end if;
  -- Where none was drawn yet, the series begins with the new one.
  perform from order_numbers where account_id = new.account_id and id_series = new.id limit 1;
  if not found then return new; end if;
  if old.id_branch_company is not null then
    select left(coalesce(fk_id, id::text), 40) into branch from branch_companies
     where account_id = old.account_id and id = old.id_branch_company;
  end if;
  insert into number_gaps (account_id, id_series, number, last_number, state)
  values (new.account_id, new.id,
          number_text(old.template, old.next, branch, old.period, old.current_period, local),
          number_text(old.template, new.next - 1, branch, old.period, old.current_period, local), 'passed');
  return new;
end $$;
create trigger next_goes_up before update on number_series
  for each row when (new.next <> old.next) execute function check_next_number();
