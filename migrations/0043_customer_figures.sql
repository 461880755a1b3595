-- compatible-with: 0002
-- What customers buy, beside the counts of their orders: of the orders in statuses that count, when the first
-- of the last twelve months and the last of all are dated, how many the twelve months have, and their sum.
-- They are of the orders that order_counts has, as the other figures there: what waits in the deltas is added
-- by whoever reads. The months begin at `hour` of the row of kind `since`, which a job moves on each day.
alter table order_counts
  add column recent_count bigint,
  add column recent_sum numeric,
  add column first_at timestamptz(3),
  add column last_at timestamptz(3);

-- Null in what a process of the version before has written while this was carried out.
alter table order_count_deltas add column date timestamptz(3);

create or replace function count_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into order_count_deltas (account_id, id_customer, id_order_status, id_order, hour, created_hour, total_value, delta, date)
    values (old.account_id, old.id_customer, old.id_order_status, old.id,
            date_trunc('hour', old.date, 'UTC'), date_trunc('hour', old.created_at, 'UTC'), old.total_value, -1, old.date);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_count_deltas (account_id, id_customer, id_order_status, id_order, hour, created_hour, total_value, delta, date)
    values (new.account_id, new.id_customer, new.id_order_status, new.id,
            date_trunc('hour', new.date, 'UTC'), date_trunc('hour', new.created_at, 'UTC'), new.total_value, 1, new.date);
  end if;
  return null;
end $$;

-- The first instant that counts: midnight of the same day a year ago, in the account's time zone.
create function figures_since(zone text) returns timestamptz language sql stable as $$
  select (date_trunc('day', now() at time zone zone) - interval '1 year') at time zone zone
$$;

-- The dates of a customer's first order since an instant and of its last one, of those that count.
create function customer_order_ends(of_account bigint, of_customer bigint, since timestamptz, out first_at timestamptz, out last_at timestamptz)
language plpgsql stable as $$
declare
  counting bigint[];
begin
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts;
  select o.date into last_at from orders o
   where o.account_id = of_account and o.id_customer = of_customer and o.id_order_status = any (counting)
   order by o.date desc, o.id desc limit 1;
  if last_at >= since then
    select o.date into first_at from orders o
     where o.account_id = of_account and o.id_customer = of_customer and o.id_order_status = any (counting) and o.date >= since
     order by o.date, o.id limit 1;
  end if;
end $$;

-- Where the twelve months of an account begin, as its figures have it.
create function kept_figures_since(of_account bigint) returns timestamptz language plpgsql as $$
declare
  since timestamptz;
begin
  select c.hour into since from order_counts c where c.account_id = of_account and c.kind = 'since' and c.id = 0;
  if since is null then
    select figures_since(a.time_zone) into since from accounts a where a.account_id = of_account;
    insert into order_counts (account_id, kind, id, hour, count, sum_value) values (of_account, 'since', 0, since, 0, 0);
  end if;
  return since;
end $$;

-- What orders that come and go change of it. Where one went, or one that has another date now, the ends are
-- looked up: there is no telling whether it was one of them.
create function add_customer_figures(
  of_account bigint, customers bigint[], statuses bigint[], orders bigint[], dates timestamptz[], amounts numeric[], deltas integer[]
) returns void language plpgsql as $$
declare
  since timestamptz;
  counting bigint[];
  of_customers bigint[];
  counts bigint[];
  sums numeric[];
  firsts timestamptz[];
  lasts timestamptz[];
  are_looked_up boolean[];
  ends record;
begin
  since := kept_figures_since(of_account);
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts;
  -- An order that only moves from one status that counts to another takes nothing away.
  select array_agg(x.id_customer), array_agg(x.count), array_agg(x.sum), array_agg(x.first), array_agg(x.last), array_agg(x.is_looked_up)
    into of_customers, counts, sums, firsts, lasts, are_looked_up
    from (
      select o.id_customer, coalesce(sum(o.count) filter (where o.date >= since), 0) as count,
             coalesce(sum(o.sum) filter (where o.date >= since), 0) as sum,
             min(o.date) filter (where o.count > 0 and o.date >= since) as first,
             max(o.date) filter (where o.count > 0) as last, bool_or(o.count < 0) as is_looked_up
        from (
          select d.id_customer, d.id_order, d.date, sum(d.delta) as count, sum(d.delta * d.amount) as sum
            from unnest(customers, statuses, orders, dates, amounts, deltas) as d (id_customer, id_status, id_order, date, amount, delta)
           where d.id_status = any (counting)
           group by d.id_customer, d.id_order, d.date) o
       where o.count <> 0 or o.sum <> 0
       group by o.id_customer order by o.id_customer) x;
  update order_counts c
     set recent_count = coalesce(c.recent_count, 0) + f.count, recent_sum = coalesce(c.recent_sum, 0) + f.sum,
         first_at = least(c.first_at, f.first), last_at = greatest(c.last_at, f.last)
    from unnest(of_customers, counts, sums, firsts, lasts) as f (id, count, sum, first, last)
   where c.account_id = of_account and c.kind = 'customer' and c.id = f.id and c.hour = '-infinity';
  for i in 1 .. coalesce(cardinality(of_customers), 0) loop
    continue when not are_looked_up[i];
    select e.first_at, e.last_at into ends from customer_order_ends(of_account, of_customers[i], since) e;
    update order_counts c set first_at = ends.first_at, last_at = ends.last_at
     where c.account_id = of_account and c.kind = 'customer' and c.id = of_customers[i] and c.hour = '-infinity';
  end loop;
end $$;

create or replace function add_counts(of_account bigint, at_most integer) returns integer language plpgsql as $$
declare
  beyond_customer bigint;
  beyond bigint;
  one record;
  customers bigint[] := '{}';
  statuses bigint[] := '{}';
  orders bigint[] := '{}';
  blocks bigint[] := '{}';
  hours timestamptz[] := '{}';
  created_hours timestamptz[] := '{}';
  amounts numeric[] := '{}';
  deltas integer[] := '{}';
  dates timestamptz[] := '{}';
  is_growing boolean := true;
  since timestamptz;
  counting bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('add_counts', of_account)) then
    return 0;
  end if;
  select d.id_customer, d.id into beyond_customer, beyond from order_count_deltas d
   where d.account_id = of_account
   order by d.id_customer, d.id offset at_most limit 1;
  for one in
    delete from order_count_deltas d
     where d.account_id = of_account
       and (beyond is null or (d.id_customer, d.id) < (beyond_customer, beyond))
    returning d.id_customer, d.id_order_status, d.id_order, d.hour, d.created_hour, d.total_value, d.delta, coalesce(d.date, d.hour) as date
  loop
    customers := customers || one.id_customer;
    statuses := statuses || one.id_order_status;
    orders := orders || one.id_order;
    blocks := blocks || one.id_order / 16384;
    hours := hours || one.hour;
    created_hours := created_hours || one.created_hour;
    amounts := amounts || one.total_value;
    deltas := deltas || one.delta;
    dates := dates || one.date;
    is_growing := is_growing and one.delta > 0;
  end loop;
  if cardinality(deltas) = 0 then
    return 0;
  end if;
  -- Where orders only came, as is usual, what customers buy goes into the same rows at once.
  since := kept_figures_since(of_account);
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts and is_growing;
  -- Hours are written whatever comes of their deltas: one order may have taken another one's place.
  insert into order_counts as c (account_id, kind, id, hour, count, sum_value, min_id, max_id, recent_count, recent_sum, first_at, last_at)
  select of_account,
         case when d.block is not null then 'block'
              when d.id_customer is not null then 'customer'
              when d.id_order_status is not null and d.hour is not null then 'status_date'
              when d.id_order_status is not null then 'status'
              when d.hour is not null then 'date'
              when d.created_hour is not null then 'created'
              else 'all' end,
         coalesce(d.id_customer, d.id_order_status, d.block, 0), coalesce(d.hour, d.created_hour, '-infinity'),
         sum(d.delta), sum(d.delta * d.amount),
         case when d.id_order_status is null and coalesce(d.hour, d.created_hour) is not null then min(d.id_order) filter (where d.delta > 0) end,
         case when d.id_order_status is null and coalesce(d.hour, d.created_hour) is not null then max(d.id_order) filter (where d.delta > 0) end,
         case when d.id_customer is not null then count(*) filter (where d.id_order_status = any (counting) and d.date >= since) end,
         case when d.id_customer is not null then coalesce(sum(d.amount) filter (where d.id_order_status = any (counting) and d.date >= since), 0) end,
         case when d.id_customer is not null then min(d.date) filter (where d.id_order_status = any (counting) and d.date >= since) end,
         case when d.id_customer is not null then max(d.date) filter (where d.id_order_status = any (counting)) end
    from unnest(customers, statuses, orders, blocks, hours, created_hours, amounts, deltas, dates)
           as d (id_customer, id_order_status, id_order, block, hour, created_hour, amount, delta, date)
   group by grouping sets ((), (d.id_customer), (d.id_order_status), (d.hour), (d.created_hour), (d.id_order_status, d.hour), (d.block))
  having sum(d.delta) <> 0 or d.block is null and sum(d.delta * d.amount) <> 0
      or d.id_order_status is null and coalesce(d.hour, d.created_hour) is not null
   order by 2, 3, 4
  on conflict (account_id, kind, id, hour)
    do update set count = c.count + excluded.count, sum_value = c.sum_value + excluded.sum_value,
                  min_id = least(c.min_id, excluded.min_id), max_id = greatest(c.max_id, excluded.max_id),
                  recent_count = case when excluded.recent_count is null then c.recent_count else coalesce(c.recent_count, 0) + excluded.recent_count end,
                  recent_sum = case when excluded.recent_sum is null then c.recent_sum else coalesce(c.recent_sum, 0) + excluded.recent_sum end,
                  first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at);
  perform refresh_extreme_rollups(
            of_account, case when d.id_order_status is null then 'date' else 'status_date' end,
            coalesce(d.id_order_status, 0), d.hour,
            min(d.amount) filter (where d.delta > 0), max(d.amount) filter (where d.delta > 0),
            min(d.amount) filter (where d.delta < 0), max(d.amount) filter (where d.delta < 0))
     from unnest(statuses, hours, amounts, deltas) as d (id_order_status, hour, amount, delta)
    group by grouping sets ((d.hour), (d.id_order_status, d.hour));
  if not is_growing then
    perform add_customer_figures(of_account, customers, statuses, orders, dates, amounts, deltas);
  end if;
  perform refresh_day_rollups(of_account, hours);
  return cardinality(deltas);
end $$;

-- All of an account's figures anew, of one moment: those of all orders without those for which deltas wait.
create function rebuild_customer_figures(of_account bigint) returns void language plpgsql as $$
declare
  since timestamptz;
  counting bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('add_counts', of_account));
  since := kept_figures_since(of_account);
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts;
  update order_counts c
     set recent_count = coalesce(f.count, 0), recent_sum = coalesce(f.sum, 0), first_at = f.first_at, last_at = f.last_at
    from order_counts k
    left join (
      select o.id_customer, sum(o.n) filter (where o.date >= since) as count, sum(o.n * o.total_value) filter (where o.date >= since) as sum,
             min(o.date) filter (where o.is_there and o.date >= since) as first_at, max(o.date) filter (where o.is_there) as last_at
        from (
          select r.id_customer, r.date, r.total_value, 1 as n, true as is_there from orders r
           where r.account_id = of_account and r.id_order_status = any (counting)
          union all
          select d.id_customer, coalesce(d.date, d.hour), d.total_value, -d.delta, false from order_count_deltas d
           where d.account_id = of_account and d.id_order_status = any (counting)) o
       group by o.id_customer) f on f.id_customer = k.id
   where k.account_id = of_account and k.kind = 'customer'
     and c.account_id = of_account and c.kind = 'customer' and c.id = k.id and c.hour = k.hour
     and (c.recent_count, c.recent_sum, c.first_at, c.last_at)
         is distinct from (coalesce(f.count, 0), coalesce(f.sum, 0), f.first_at, f.last_at);
end $$;

create or replace function recount_orders() returns void language plpgsql as $$
declare
  account record;
begin
  lock table orders in share row exclusive mode;
  truncate order_counts, order_count_deltas;
  for account in select account_id from accounts loop
    insert into order_counts (account_id, kind, id, hour, count, sum_value, min_value, max_value, min_id, max_id)
    select account.account_id,
           case when block is not null then 'block'
                when id_customer is not null then 'customer'
                when id_order_status is not null and hour is not null then 'status_date'
                when id_order_status is not null then 'status'
                when hour is not null then 'date'
                when created_hour is not null then 'created'
                else 'all' end,
           coalesce(id_customer, id_order_status, block, 0), coalesce(hour, created_hour, '-infinity'), count(*), coalesce(sum(total_value), 0),
           case when hour is not null then min(total_value) end, case when hour is not null then max(total_value) end,
           case when id_order_status is null and coalesce(hour, created_hour) is not null then min(id_order) end,
           case when id_order_status is null and coalesce(hour, created_hour) is not null then max(id_order) end
      from (select id_customer, id_order_status, id as id_order, id / 16384 as block, date_trunc('hour', date, 'UTC') as hour,
                   date_trunc('hour', created_at, 'UTC') as created_hour, total_value
              from orders
             where account_id = account.account_id) o
     group by grouping sets ((), (id_customer), (id_order_status), (hour), (created_hour), (id_order_status, hour), (block));
    perform refresh_day_rollups(account.account_id, '{}');
    perform rebuild_customer_figures(account.account_id);
  end loop;
end $$;

-- Moves the beginning of the twelve months on to the day that is due, by a week at most, or back where the account's
-- time zone has changed. Whether it moved.
create function move_figures_since(of_account bigint) returns boolean language plpgsql as $$
declare
  before timestamptz;
  due timestamptz;
  earlier timestamptz;
  later timestamptz;
  counting bigint[];
  of_customers bigint[];
  counts bigint[];
  sums numeric[];
  ends record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('add_counts', of_account)) then
    return false;
  end if;
  select c.hour into before from order_counts c where c.account_id = of_account and c.kind = 'since' and c.id = 0;
  select least(figures_since(a.time_zone), before + interval '7 days') into due from accounts a where a.account_id = of_account;
  if before is null or before = due then
    return false;
  end if;
  earlier := least(before, due);
  later := greatest(before, due);
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts;
  -- In one snapshot: the orders without those for which deltas wait.
  select array_agg(x.id_customer), array_agg(x.count), array_agg(x.sum) into of_customers, counts, sums
    from (
      select o.id_customer, sum(o.n) as count, sum(o.n * o.total_value) as sum
        from (
          select r.id_customer, r.total_value, 1 as n from orders r
           where r.account_id = of_account and r.date >= earlier and r.date < later and r.id_order_status = any (counting)
          union all
          select d.id_customer, d.total_value, -d.delta from order_count_deltas d
           where d.account_id = of_account and coalesce(d.date, d.hour) >= earlier and coalesce(d.date, d.hour) < later
             and d.id_order_status = any (counting)) o
       group by o.id_customer order by o.id_customer) x;
  for i in 1 .. coalesce(cardinality(of_customers), 0) loop
    select e.first_at, e.last_at into ends from customer_order_ends(of_account, of_customers[i], due) e;
    update order_counts c
       set recent_count = coalesce(c.recent_count, 0) - sign(extract(epoch from due - before))::int * counts[i],
           recent_sum = coalesce(c.recent_sum, 0) - sign(extract(epoch from due - before))::int * sums[i],
           first_at = ends.first_at, last_at = ends.last_at
     where c.account_id = of_account and c.kind = 'customer' and c.id = of_customers[i] and c.hour = '-infinity';
  end loop;
  update order_counts c set hour = due where c.account_id = of_account and c.kind = 'since' and c.id = 0;
  return true;
end $$;

-- What counts as a sale is another thing from now on.
create function rebuild_figures_of_status() returns trigger language plpgsql as $$
begin
  perform rebuild_customer_figures(new.account_id);
  return null;
end $$;
create trigger figures_follow_counts after update of counts on order_statuses
  for each row when (new.counts <> old.counts) execute function rebuild_figures_of_status();

-- The cities of a customer's addresses, as words of searches for it.
alter table customers add column cities text;

create or replace function keep_trade_search() returns trigger language plpgsql as $$
declare
  words text := concat_ws(' ', new.trade_name, new.cities,
    (select string_agg(concat_ws(' ', c ->> 'name', c ->> 'email', phone_words(c ->> 'phone')), ' ')
       from jsonb_array_elements(new.contacts) c));
begin
  -- Without what nobody sees.
  new.trade_search := search_text(regexp_replace(nullif(words, ''), '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]', '', 'g'));
  return new;
end $$;
create or replace trigger trade_search_insert before insert on customers
  for each row when (new.trade_name is not null or new.contacts <> '[]' or new.cities is not null)
  execute function keep_trade_search();
create or replace trigger trade_search_update before update of trade_name, contacts, cities on customers
  for each row
  when (new.trade_name is distinct from old.trade_name or new.contacts <> old.contacts or new.cities is distinct from old.cities)
  execute function keep_trade_search();

-- The customer is locked first: else of two addresses that are written at once each would not see the other's city.
create function keep_cities(of_account bigint, of_customer bigint) returns void language plpgsql as $$
declare
  found_cities text;
begin
  perform from customers c where c.account_id = of_account and c.id = of_customer for no key update;
  select string_agg(distinct a.city, ' ' order by a.city) into found_cities from addresses a
   where a.account_id = of_account and a.id_customer = of_customer;
  update customers c set cities = found_cities
   where c.account_id = of_account and c.id = of_customer and c.cities is distinct from found_cities;
end $$;

create function keep_cities_of_address() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform keep_cities(old.account_id, old.id_customer); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.id_customer <> old.id_customer then
    perform keep_cities(new.account_id, new.id_customer);
  end if;
  return null;
end $$;
create trigger cities_insert after insert on addresses
  for each row when (new.city is not null) execute function keep_cities_of_address();
create trigger cities_update after update of city, id_customer on addresses
  for each row when (new.city is distinct from old.city or new.id_customer <> old.id_customer)
  execute function keep_cities_of_address();
create trigger cities_delete after delete on addresses
  for each row when (old.city is not null) execute function keep_cities_of_address();

-- A process of the version before anonymises without knowing the cities.
create or replace function empty_anonymised() returns trigger language plpgsql as $$
begin
  new.trade_name := null;
  new.trade_search := null;
  new.notes := null;
  new.contacts := '[]';
  new.cities := null;
  new.legal_name := null;
  new.ie := null;
  new.suframa := null;
  new.active := false;
  return new;
end $$;
