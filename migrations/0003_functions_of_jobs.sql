-- Released with 1.0.0: it never changes again (docs/upgrading.md).

-- What jobs write after a change, as functions for the same reason as those before.

-- Places events of an account's queue, so many at most → how many, and the position of the last one;
-- nulls where somebody else is at it. And whether there are webhooks that they may be for.
create function place_events(
  of_account bigint, at_most integer, out placed integer, out last bigint, out has_webhooks boolean
) language plpgsql as $$
declare
  ids bigint[] := '{}';
  last_time timestamptz;
  queued bigint;
  one record;
begin
  perform from webhook_cursors c where c.account_id = of_account limit 1;
  has_webhooks := found;
  select h.position, h.latest into last, last_time
    from event_heads h
   where h.account_id = of_account
     for update skip locked;
  if not found then
    return;
  end if;
  for queued in
    select q.id_event from event_queue q
     where q.account_id = of_account
     order by q.id_event limit at_most
  loop
    ids := ids || queued;
  end loop;
  placed := cardinality(ids);
  if placed = 0 then
    return;
  end if;
  for one in
    select e.id, e.type, e.resource, e.id_record, e.time from events e
     where e.account_id = of_account and e.id = any (ids)
     order by e.id
  loop
    last := last + 1;
    last_time := greatest(last_time, one.time);
    insert into event_positions (account_id, position, id_event, type, resource, id_record, time, latest)
    values (of_account, last, one.id, one.type, one.resource, one.id_record, one.time, last_time);
  end loop;
  delete from event_queue q where q.account_id = of_account and q.id_event = any (ids);
  update event_heads h set position = last, latest = last_time where h.account_id = of_account;
end $$;

-- The least and the most total_value of an hour's orders, of a status or of all, after these were
-- added and removed. They are looked up only where one of the removed may have been it.
create function settle_extremes(
  of_account bigint, of_kind text, of_status bigint, of_hour timestamptz,
  min_added numeric, max_added numeric, min_removed numeric, max_removed numeric
) returns void language plpgsql as $$
declare
  kept_min numeric;
  kept_max numeric;
  found_min numeric;
  found_max numeric;
begin
  select c.min_value, c.max_value into kept_min, kept_max from order_counts c
   where c.account_id = of_account and c.kind = of_kind and c.id = of_status and c.hour = of_hour;
  found_min := least(kept_min, min_added);
  found_max := greatest(kept_max, max_added);
  if min_removed <= found_min or max_removed >= found_max then
    if of_status = 0 then
      select min(o.total_value), max(o.total_value) into found_min, found_max from orders o
       where o.account_id = of_account and o.date >= of_hour and o.date < of_hour + interval '1 hour';
    else
      select min(o.total_value), max(o.total_value) into found_min, found_max from orders o
       where o.account_id = of_account and o.id_order_status = of_status
         and o.date >= of_hour and o.date < of_hour + interval '1 hour';
    end if;
  end if;
  if found_min is distinct from kept_min or found_max is distinct from kept_max then
    update order_counts c set min_value = found_min, max_value = found_max
     where c.account_id = of_account and c.kind = of_kind and c.id = of_status and c.hour = of_hour;
  end if;
end $$;

-- Renews what is kept of the account's own days with these hours, out of what is kept of hours. 'days'
-- says for which time zone days are kept, by the hash of its name, and whether they can be: not where
-- an hour is of two days. All are made anew where the account has another time zone than before.
create function settle_days(of_account bigint, hours timestamptz[]) returns void language plpgsql as $$
declare
  zone text;
  of_zone bigint;
  are_kept bigint;
  of_day timestamptz;
  one record;
begin
  select a.time_zone into zone from accounts a where a.account_id = of_account;
  of_zone := hashtextextended(zone, 0);
  select c.count into are_kept from order_counts c
   where c.account_id = of_account and c.kind = 'days' and c.id = of_zone and c.hour = '-infinity';
  if are_kept is null then
    delete from order_counts c where c.account_id = of_account and c.kind in ('days', 'day');
    insert into order_counts (account_id, kind, id, hour, count, sum_value)
    values (of_account, 'days', of_zone, '-infinity', 1, 0);
    select array_agg(c.hour) into hours from order_counts c
     where c.account_id = of_account and c.kind = 'date' and c.id = 0;
  elsif are_kept = 0 then
    return;
  end if;
  for of_day in select distinct date_trunc('day', h, zone) from unnest(hours) h order by 1 loop
    select coalesce(sum(c.count), 0) as count, coalesce(sum(c.sum_value), 0) as sum_value,
           min(c.min_value) as min_value, max(c.max_value) as max_value,
           bool_or((c.hour at time zone zone)::date <> ((c.hour + interval '3599.999 seconds') at time zone zone)::date) as is_split
      into one from order_counts c
     where c.account_id = of_account and c.kind = 'date' and c.id = 0 and c.count <> 0
       and c.hour > of_day - interval '1 hour' and c.hour < date_trunc('day', of_day + interval '36 hours', zone);
    if one.is_split then
      update order_counts c set count = 0
       where c.account_id = of_account and c.kind = 'days' and c.id = of_zone and c.hour = '-infinity';
      return;
    end if;
    insert into order_counts as c (account_id, kind, id, hour, count, sum_value, min_value, max_value)
    values (of_account, 'day', of_zone, of_day, one.count, one.sum_value, one.min_value, one.max_value)
    on conflict (account_id, kind, id, hour)
      do update set count = excluded.count, sum_value = excluded.sum_value,
                    min_value = excluded.min_value, max_value = excluded.max_value;
  end loop;
end $$;

-- Adds an account's deltas to its counts, so many at most → how many. Where somebody else is at it,
-- none.
create function add_counts(of_account bigint, at_most integer) returns integer language plpgsql as $$
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
    returning d.id_customer, d.id_order_status, d.id_order, d.hour, d.created_hour, d.total_value, d.delta
  loop
    customers := customers || one.id_customer;
    statuses := statuses || one.id_order_status;
    orders := orders || one.id_order;
    blocks := blocks || one.id_order / 16384;
    hours := hours || one.hour;
    created_hours := created_hours || one.created_hour;
    amounts := amounts || one.total_value;
    deltas := deltas || one.delta;
  end loop;
  if cardinality(deltas) = 0 then
    return 0;
  end if;
  -- Hours are written whatever comes of their deltas: one order may have taken another one's place.
  insert into order_counts as c (account_id, kind, id, hour, count, sum_value, min_id, max_id)
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
         case when d.id_order_status is null and coalesce(d.hour, d.created_hour) is not null then max(d.id_order) filter (where d.delta > 0) end
    from unnest(customers, statuses, orders, blocks, hours, created_hours, amounts, deltas)
      as d (id_customer, id_order_status, id_order, block, hour, created_hour, amount, delta)
   group by grouping sets ((), (d.id_customer), (d.id_order_status), (d.hour), (d.created_hour), (d.id_order_status, d.hour), (d.block))
  having sum(d.delta) <> 0 or d.block is null and sum(d.delta * d.amount) <> 0
      or d.id_order_status is null and coalesce(d.hour, d.created_hour) is not null
   order by 2, 3, 4
  on conflict (account_id, kind, id, hour)
    do update set count = c.count + excluded.count, sum_value = c.sum_value + excluded.sum_value,
                  min_id = least(c.min_id, excluded.min_id), max_id = greatest(c.max_id, excluded.max_id);
  perform settle_extremes(
            of_account, case when d.id_order_status is null then 'date' else 'status_date' end,
            coalesce(d.id_order_status, 0), d.hour,
            min(d.amount) filter (where d.delta > 0), max(d.amount) filter (where d.delta > 0),
            min(d.amount) filter (where d.delta < 0), max(d.amount) filter (where d.delta < 0))
     from unnest(statuses, hours, amounts, deltas) as d (id_order_status, hour, amount, delta)
    group by grouping sets ((d.hour), (d.id_order_status, d.hour));
  perform settle_days(of_account, hours);
  return cardinality(deltas);
end $$;

-- Ends the feed's oldest positions, of events before a time and so many at most → how many. The row
-- before the oldest position stays until the next one goes. Entries of the audit, which nothing else
-- shows, go with their positions.
create function forget_positions(of_account bigint, before timestamptz, at_most integer) returns integer
language plpgsql as $$
declare
  oldest bigint;
  head bigint;
  first_kept bigint;
  audited bigint[];
begin
  select h.first_position, h.position into oldest, head from event_heads h where h.account_id = of_account;
  select p.position into first_kept from event_positions p
   where p.account_id = of_account and p.latest >= before
   order by p.latest, p.position limit 1;
  first_kept := least(oldest + at_most, coalesce(first_kept, head + 1));
  if first_kept <= oldest then
    return 0;
  end if;
  select array_agg(p.id_event) into audited from event_positions p
   where p.account_id = of_account and p.position >= oldest - 1 and p.position < first_kept - 1
     and p.type like 'audit.%';
  delete from event_positions p
   where p.account_id = of_account and p.position >= oldest - 1 and p.position < first_kept - 1;
  if audited is not null then
    delete from events e where e.account_id = of_account and e.id = any (audited);
  end if;
  -- Last, because the next events get their positions from the row.
  update event_heads h set first_position = greatest(h.first_position, first_kept)
   where h.account_id = of_account;
  return first_kept - oldest;
end $$;

-- Deletes an account's attempts of webhooks of a time, so many or a few more → how many, and the time
-- of the last one: from there on no row is looked at that is gone already.
create function forget_deliveries(
  of_account bigint, not_before timestamptz, before timestamptz, at_most integer, out removed integer, out last text
) language plpgsql as $$
declare
  up_to timestamptz;
begin
  select d.time into up_to from webhook_deliveries d
   where d.account_id = of_account and d.time >= not_before and d.time < before
   order by d.time offset at_most - 1 limit 1;
  up_to := coalesce(up_to, before);
  delete from webhook_deliveries d
   where d.account_id = of_account and d.time >= not_before and d.time <= up_to and d.time < before;
  get diagnostics removed = row_count;
  last := up_to::text;
end $$;

-- The next event of each of these records that waits to be sent again to a webhook is due.
create function make_next_due(of_account bigint, of_webhook bigint, resources text[], ids bigint[]) returns void
language plpgsql as $$
declare
  next_position bigint;
begin
  for i in 1 .. cardinality(ids) loop
    select min(q.position) into next_position from webhook_retries q
     where q.account_id = of_account and q.id_webhook = of_webhook
       and q.resource = resources[i] and q.id_record = ids[i];
    update webhook_retries q set next_at = now(), since = now()
     where q.account_id = of_account and q.id_webhook = of_webhook
       and q.position = next_position and q.next_at = 'infinity';
  end loop;
end $$;

-- These events are not sent again; the next ones of their records are due.
create function end_retries(of_account bigint, of_webhook bigint, positions bigint[]) returns void
language plpgsql as $$
declare
  one record;
  resources text[] := '{}';
  ids bigint[] := '{}';
begin
  for one in
    delete from webhook_retries q
     where q.account_id = of_account and q.id_webhook = of_webhook and q.position = any (positions)
    returning q.resource, q.id_record
  loop
    resources := resources || one.resource;
    ids := ids || one.id_record;
  end loop;
  perform make_next_due(of_account, of_webhook, resources, ids);
end $$;

-- Ends retries of events that are no longer kept, so many at most → how many. What is being sent
-- just now is for its sender.
create function forget_retries(of_account bigint, at_most integer) returns integer language plpgsql as $$
declare
  first_kept bigint;
  one record;
  removed integer := 0;
begin
  select h.first_position into first_kept from event_heads h where h.account_id = of_account;
  for one in
    select q.id_webhook, q.position from webhook_retries q
     where q.account_id = of_account and q.position < first_kept
     order by q.id_webhook, q.position limit at_most
       for update skip locked
  loop
    perform end_retries(of_account, one.id_webhook, array[one.position]);
    removed := removed + 1;
  end loop;
  return removed;
end $$;

-- Keeps events to be sent again, each in so many seconds or, behind others of its record, in infinity.
-- What a replay comes upon may be kept already: behind others it stays what it was, which may be the
-- one that those wait for.
create function put_retries(
  of_account bigint, of_webhook bigint, positions bigint[], resources text[], ids bigint[], attempts integer[],
  seconds double precision[], were_retries boolean[]
) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(positions) loop
    if were_retries[i] or seconds[i] < 'infinity' then
      insert into webhook_retries as q (account_id, id_webhook, position, resource, id_record, attempts, next_at)
      values (of_account, of_webhook, positions[i], resources[i], ids[i], put_retries.attempts[i],
              case when seconds[i] = 'infinity' then 'infinity' else now() + seconds[i] * interval '1 second' end)
      on conflict (account_id, id_webhook, position) do update
        set attempts = greatest(q.attempts, excluded.attempts), next_at = excluded.next_at;
    else
      insert into webhook_retries (account_id, id_webhook, position, resource, id_record, attempts, next_at)
      values (of_account, of_webhook, positions[i], resources[i], ids[i], put_retries.attempts[i], 'infinity')
      on conflict (account_id, id_webhook, position) do nothing;
    end if;
  end loop;
end $$;

-- Keeps attempts to send events, under ids that were drawn for them.
create function insert_deliveries(of_account bigint, of_webhook bigint, attempts jsonb) returns void
language plpgsql as $$
declare
  d webhook_deliveries;
begin
  for d in select * from jsonb_populate_recordset(null::webhook_deliveries, attempts) loop
    insert into webhook_deliveries (account_id, id, id_webhook, position, id_event, type, subject, attempt, time,
                                    milliseconds, status, failure, detail, response)
      overriding system value
    values (of_account, d.id, of_webhook, d.position, d.id_event, d.type, d.subject, d.attempt, d.time,
            d.milliseconds, d.status, d.failure, d.detail, d.response);
  end loop;
end $$;

-- Keeps records of an import that were refused; they are a JSON array of rows.
create function insert_import_refusals(of_account bigint, of_import bigint, refusals jsonb) returns void
language plpgsql as $$
declare
  r import_refusals;
begin
  for r in select * from jsonb_populate_recordset(null::import_refusals, refusals) loop
    insert into import_refusals (account_id, id_import, line, rows, faults)
    values (of_account, of_import, r.line, r.rows, r.faults);
  end loop;
end $$;
