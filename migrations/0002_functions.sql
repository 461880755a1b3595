-- Released with 1.0.0: it never changes again (docs/upgrading.md).

-- Functions that hold whatever an order consists of; those that say that are in functions.sql, and come
-- later. So none of these is in SQL and calls one of those: PostgreSQL would look for it at once.
--
-- A change is written in one call. Each body is of statements that name one table and bind it to the
-- account by a parameter, and nothing else: no join, no sub-select on a table, no `with`. A Citus cluster
-- then runs the whole call on the account's node and commits there alone (docs/decisions/0039). Ids come
-- as arguments, because a node draws its own from a range that begins at 2^49.
--
-- The transaction in which an account comes from another installation says so by `pedido.loading`: what
-- was checked there is not checked again, and rows that triggers write come along.

-- === Values as JSON ===

-- An instant as it is shown: RFC 3339, UTC, milliseconds.
create function instant_text(instant timestamptz) returns text language sql stable as $$
  select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- A value as JSON.
create function json_text(value anyelement) returns text language sql stable as $$
  select coalesce(to_json(value)::text, 'null')
$$;

-- A record as other records show it.
create function reference_json(id bigint, name text, fk_id text) returns text language sql stable as $$
  select concat('{"id":', id, ',"name":', json_text(name), ',"fk_id":', json_text(fk_id), '}')
$$;

-- What a change has replaced: the top-level properties of a record's JSON with their values before.
create function replaced_values(of_before text, of_data text) returns jsonb language sql immutable strict as $$
  select jsonb_object_agg(b.key, b.value)
    from jsonb_each(of_before::jsonb) b join jsonb_each(of_data::jsonb) a using (key)
   where a.value is distinct from b.value and b.key <> 'updated_at'
$$;

-- === Events ===

-- Events of changes, in the transaction of the changes, and their places in the queue for the feed.
-- `authors` has who made each, as JSON with the columns of events that tell it; `befores` are the JSON of
-- records before an update, else null. An event's `uid` may be chosen by whoever writes it: after a crash
-- of the server, which may give ids again that nobody had written, it tells whether the event at an id is
-- one's own.
create function record_events(
  of_account bigint, event_ids bigint[], types text[], of_resource text, record_ids bigint[], versions bigint[],
  authors jsonb, datas text[], befores text[]
) returns void language plpgsql as $$
begin
  insert into events (account_id, id, uid, type, resource, id_record, version, id_token, token_name, request_id, traceparent, data, previous)
    overriding system value
  select of_account, e.id, coalesce(e.uid, gen_random_uuid()), e.type, of_resource, e.id_record, e.version,
         e.id_token, e.token_name, e.request_id, e.traceparent, e.data, replaced_values(e.before, e.data)
    from rows from (
      unnest(event_ids, types, record_ids, versions, datas, befores),
      jsonb_to_recordset(authors) as (id_token bigint, token_name text, request_id text, traceparent text, event_uid uuid)
    ) as e (id, type, id_record, version, data, before, id_token, token_name, request_id, traceparent, uid);
  insert into event_queue (account_id, id_event) select of_account, e.id from unnest(event_ids) as e (id);
end $$;

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

-- Puts what stays of events in their place.
create function rewrite_events(of_account bigint, ids bigint[], datas text[], befores jsonb[]) returns void
  language plpgsql as $$
begin
  for i in 1 .. cardinality(ids) loop
    update events set data = datas[i], previous = befores[i] where account_id = of_account and id = ids[i];
  end loop;
end $$;

-- === Orders and their stored JSON ===

-- The JSON of an order as it is in the tables; null where there is no such order.
create function order_json(of_account bigint, of_order bigint) returns text language plpgsql stable as $$
begin
  return (select built from orders_json(of_account, array[of_order], true));
end $$;

-- The JSON of an order as it is now, whatever its stored copy: a locked order's is the stored one,
-- any other's is built. Lists call it for each row.
create function current_order_json(of_account bigint, of_order bigint) returns text language plpgsql stable as $$
declare
  stored text;
begin
  select document into stored from order_documents
   where account_id = of_account and id_order = of_order and names_epoch is null;
  return coalesce(stored, order_json(of_account, of_order));
end $$;

-- Builds the JSON of orders, keeps it and writes the events: the last step of every change. Ids ascend.
-- While an order stays locked, what the change left alone stays as it was. `befores` are the JSON
-- before an update, else null.
create function publish_orders(
  of_account bigint, ids bigint[], event_ids bigint[], types text[], authors jsonb,
  befores text[], were_locked boolean[]
) returns table (order_id bigint, document text) language plpgsql as $$
declare
  o record;
  i integer := 0;
  locked_statuses bigint[];
  epoch bigint;
  kept text;
  versions bigint[] := '{}';
  epochs bigint[] := '{}';
  times timestamptz[] := '{}';
  documents text[] := '{}';
begin
  select array_agg(id) into locked_statuses from order_statuses where account_id = of_account and locked;
  -- Before the names are read: one that changes in between leaves the JSON behind its epoch.
  select names_epoch into epoch from accounts where account_id = of_account;
  for o in select * from orders_json(of_account, ids, true) loop
    i := i + 1;
    if o.order_status = any (locked_statuses) then
      if were_locked[i] then
        select d.document into kept from order_documents d
         where d.account_id = of_account and d.id_order = o.order_id and d.names_epoch is null;
        if kept is not null then o.built := locked_order_json(o.built::json, kept::json); end if;
      end if;
      epochs := epochs || null::bigint;
    else
      epochs := epochs || epoch;
    end if;
    versions := versions || o.order_version + case when types[i] = 'order.deleted' then 1 else 0 end;
    times := times || o.order_updated_at;
    documents := documents || o.built;
    order_id := o.order_id;
    document := o.built;
    return next;
  end loop;
  insert into order_documents as d (account_id, id_order, names_epoch, updated_at, document)
  select of_account, p.id, p.epoch, p.time, p.built from unnest(ids, epochs, times, documents) as p (id, epoch, time, built)
  on conflict (account_id, id_order)
    do update set names_epoch = excluded.names_epoch, updated_at = excluded.updated_at, document = excluded.document;
  perform record_events(of_account, event_ids, types, 'order', ids, versions, authors, documents, befores);
end $$;

-- Builds the stored JSON of these orders anew, but for those that are locked by now. Called in a
-- transaction that has locked the orders before.
create function renew_documents(of_account bigint, ids bigint[]) returns void language plpgsql as $$
declare
  o record;
  epoch bigint;
begin
  select names_epoch into epoch from accounts where account_id = of_account;
  for o in select order_id, built from orders_json(of_account, ids, true) loop
    update order_documents set document = o.built, names_epoch = epoch
     where account_id = of_account and id_order = o.order_id and names_epoch is not null;
  end loop;
end $$;

-- Stores the JSON of these orders, which are locked rows, as `is_locked`, what their status is now,
-- wants it: without an epoch where it is a document, and built anew where names have changed.
create function set_documents_locked(of_account bigint, ids bigint[], is_locked boolean) returns void language plpgsql as $$
declare
  of_order bigint;
  epoch bigint;
  stored_epoch bigint;
  built text;
begin
  select names_epoch into epoch from accounts where account_id = of_account;
  foreach of_order in array ids loop
    select document, names_epoch into built, stored_epoch from order_documents
     where account_id = of_account and id_order = of_order;
    continue when not found or (stored_epoch is null) = is_locked;
    if stored_epoch is distinct from epoch then built := order_json(of_account, of_order); end if;
    update order_documents set document = built, names_epoch = case when not is_locked then epoch end
     where account_id = of_account and id_order = of_order;
  end loop;
end $$;

-- === Changes of orders ===

-- An order as commands see it (`order_states`), with its stored JSON, null where names have changed since
-- that was built.
create function order_state(of_account bigint, of_order bigint)
  returns table (version bigint, written json, status json, document text) language plpgsql stable as $$
declare
  stored_epoch bigint;
  epoch bigint;
begin
  select s.order_version, s.written, s.status into version, written, status
    from order_states(of_account, array[of_order]) s;
  if version is null then return; end if;
  select d.document, d.names_epoch into document, stored_epoch from order_documents d
   where d.account_id = of_account and d.id_order = of_order;
  select names_epoch into epoch from accounts where account_id = of_account;
  if stored_epoch <> epoch then document := null; end if;
  return next;
end $$;

-- Locks the orders with these codes for this transaction, in the order of the codes, and gives their
-- states, as the writers before left them.
create function lock_orders(of_account bigint, codes text[])
  returns table (order_id bigint, order_version bigint, written json, status json) language plpgsql
  set enable_seqscan = off as $$
declare
  o record;
  ids bigint[] := '{}';
begin
  for o in
    -- By another collation than the index has, whose whole length PostgreSQL may walk for its order.
    select id from orders where account_id = of_account and fk_id = any (codes) order by fk_id collate "C" for update
  loop
    ids := ids || o.id;
  end loop;
  return query select s.order_id, s.order_version, s.written, s.status from order_states(of_account, ids) s;
end $$;

-- Locks an order for this transaction and gives its state, as the writer before left it: each
-- statement of a function sees what was committed when it began. The JSON is built where the stored
-- one is stale.
create function lock_order(of_account bigint, of_order bigint)
  returns table (version bigint, written json, status json, document text) language plpgsql as $$
begin
  perform from orders where account_id = of_account and id = of_order for update;
  select s.version, s.written, s.status, s.document into version, written, status, document
    from order_state(of_account, of_order) s;
  if version is null then return; end if;
  if document is null then document := order_json(of_account, of_order); end if;
  return next;
end $$;

-- Whether freight of this type is charged; false for none.
create function is_freight_charged(of_account bigint, of_freight_type bigint) returns boolean language plpgsql stable as $$
declare
  is_charged boolean;
begin
  if of_freight_type is not null then
    select charged into is_charged from freight_types where account_id = of_account and id = of_freight_type;
  end if;
  return coalesce(is_charged, false);
end $$;

-- The periods of those products that have one, by their ids. The plan is made once: for the array
-- PostgreSQL would make one for each call.
create function periods_of_products(of_account bigint, product_ids bigint[]) returns jsonb language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  periods jsonb;
begin
  select jsonb_object_agg(id, recurrency_period) into periods from products
   where account_id = of_account and id = any (product_ids) and recurrency_period is not null;
  return periods;
end $$;

-- `create_orders` for several callers, of whom none shall wait for what another one's order waits for:
-- fails where a row is locked for longer than a moment.
create function create_order_batch(
  of_account bigint, ids bigint[], event_ids bigint[], fields jsonb, lines jsonb, authors jsonb
) returns table (order_id bigint, document text) language plpgsql set lock_timeout = '100ms' as $$
begin
  return query select c.order_id, c.document from create_orders(of_account, ids, event_ids, fields, lines, authors) c;
end $$;

-- A change of an order's lines: its total goes up by `change`.
create function touch_order(of_account bigint, of_order bigint, of_version bigint, change numeric) returns void language plpgsql as $$
begin
  update orders
     set version = of_version, updated_at = greatest(updated_at, date_trunc('milliseconds', statement_timestamp())),
         total_value = total_value + change
   where account_id = of_account and id = of_order;
end $$;

create function add_order_items(
  of_account bigint, of_order bigint, of_version bigint, change numeric, lines jsonb
) returns void language plpgsql as $$
begin
  perform touch_order(of_account, of_order, of_version, change);
  perform insert_order_items(of_account, lines);
end $$;

create function remove_order_items(
  of_account bigint, of_order bigint, of_version bigint, change numeric, ids bigint[]
) returns void language plpgsql as $$
begin
  perform touch_order(of_account, of_order, of_version, change);
  delete from order_items where account_id = of_account and id_order = of_order and id = any (ids);
end $$;

-- Changes of orders, one after the other: lines out by their ids, with what they took from the total, lines
-- in, and the fields where they changed.
create function change_orders(of_account bigint, changes jsonb) returns void language plpgsql as $$
declare
  change record;
begin
  for change in
    select * from jsonb_to_recordset(changes) as c (
      id bigint, version bigint, out_ids bigint[], out_total numeric, lines jsonb, lines_total numeric,
      fields jsonb, is_freight_written boolean)
  loop
    if change.out_ids is not null then
      perform remove_order_items(of_account, change.id, change.version, - change.out_total, change.out_ids);
    end if;
    if change.lines is not null then
      perform add_order_items(of_account, change.id, change.version, change.lines_total, change.lines);
    end if;
    if change.fields is not null then
      perform update_order(of_account, change.id, change.version, change.fields, change.is_freight_written);
    end if;
  end loop;
end $$;

-- Removes what orders say of their customer beside its record, and builds their JSON anew. They are
-- locked rows, and the customer's own data is gone. `codes` and `fields` are what stays of the codes and
-- custom fields, in the order of the ids; `item_ids` are the lines whose codes go.
create function redact_orders(of_account bigint, ids bigint[], codes text[], fields jsonb[], item_ids bigint[])
  returns void language plpgsql as $$
declare
  epoch bigint;
  stored_epoch bigint;
  kept text;
  built text;
begin
  update order_items set fk_id = null where account_id = of_account and id = any (item_ids);
  update order_items set description = null
   where account_id = of_account and id_order = any (ids) and description is not null;
  select names_epoch into epoch from accounts where account_id = of_account;
  for i in 1 .. cardinality(ids) loop
    update orders set observations = null, fk_id = codes[i], custom_fields = fields[i]
     where account_id = of_account and id = ids[i];
    select document, names_epoch into kept, stored_epoch from order_documents
     where account_id = of_account and id_order = ids[i];
    continue when not found;
    built := order_json(of_account, ids[i]);
    if stored_epoch is null then built := anonymous_order_json(built::json, kept::json); end if;
    update order_documents
       set document = built, names_epoch = case when stored_epoch is not null then epoch end
     where account_id = of_account and id_order = ids[i];
  end loop;
end $$;

-- === What is checked of an order, whoever writes ===

-- Its total, by `refuse_wrong_total`: of lines after each statement (transition tables, so that 500 lines
-- cost one sum and not 500), of an order when its transaction ends. Whoever writes lines writes the
-- order's total first.
create function check_order_total() returns trigger language plpgsql as $$
begin
  perform refuse_wrong_total(new.account_id, new.id);
  return null;
end $$;

create function check_totals_of_touched_items() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  for touched in select distinct account_id, id_order from touched_items loop
    perform refuse_wrong_total(touched.account_id, touched.id_order);
  end loop;
  return null;
end $$;

create constraint trigger total_is_the_sum_insert after insert on orders
  deferrable initially deferred
  for each row execute function check_order_total();
create constraint trigger total_is_the_sum_update after update on orders
  deferrable initially deferred
  for each row
  when (old.total_value is distinct from new.total_value
        or old.freight_value is distinct from new.freight_value
        or old.freight_charged is distinct from new.freight_charged)
  execute function check_order_total();
create trigger total_is_the_sum_insert after insert on order_items
  referencing new table as touched_items
  for each statement execute function check_totals_of_touched_items();
create trigger total_is_the_sum_delete after delete on order_items
  referencing old table as touched_items
  for each statement execute function check_totals_of_touched_items();
create trigger total_is_the_sum_update_new after update on order_items
  referencing new table as touched_items
  for each statement execute function check_totals_of_touched_items();
create trigger total_is_the_sum_update_old after update on order_items
  referencing old table as touched_items
  for each statement execute function check_totals_of_touched_items();

-- An order has a reason when it comes into a status that requires one, and keeps one there. Orders that
-- were in the status when it began to require one may have none.
create function require_reason() returns trigger language plpgsql as $$
begin
  -- An account that comes from another installation.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  perform from order_statuses where account_id = new.account_id and id = new.id_order_status and reason_required;
  if found then
    raise exception 'orders_reason_required: order % has no reason', new.id
      using errcode = 'check_violation', constraint = 'orders_reason_required', table = 'orders';
  end if;
  return null;
end $$;
create trigger reason_required_insert after insert on orders
  for each row when (new.id_reason is null) execute function require_reason();
create trigger reason_required_update after update on orders
  for each row
  when (new.id_reason is null and (old.id_reason is not null or new.id_order_status <> old.id_order_status))
  execute function require_reason();

-- === Counts and sums of orders ===

create function count_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into order_count_deltas (account_id, id_customer, id_order_status, id_order, hour, created_hour, total_value, delta)
    values (old.account_id, old.id_customer, old.id_order_status, old.id,
            date_trunc('hour', old.date, 'UTC'), date_trunc('hour', old.created_at, 'UTC'), old.total_value, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_count_deltas (account_id, id_customer, id_order_status, id_order, hour, created_hour, total_value, delta)
    values (new.account_id, new.id_customer, new.id_order_status, new.id,
            date_trunc('hour', new.date, 'UTC'), date_trunc('hour', new.created_at, 'UTC'), new.total_value, 1);
  end if;
  return null;
end $$;

create function reset_order_counts() returns trigger language plpgsql as $$
begin
  truncate order_counts, order_count_deltas;
  return null;
end $$;

create trigger count_insert_delete after insert or delete on orders
  for each row execute function count_order();
create trigger count_update after update on orders
  for each row
  when (old.id_customer <> new.id_customer
        or old.id_order_status <> new.id_order_status
        or old.date <> new.date
        or old.total_value <> new.total_value
        or old.created_at <> new.created_at
        or old.account_id <> new.account_id)
  execute function count_order();
create trigger count_truncate after truncate on orders
  for each statement execute function reset_order_counts();

-- The least and the most total_value of an hour's orders, of a status or of all, after these were
-- added and removed. They are looked up only where one of the removed may have been it.
create function refresh_extreme_rollups(
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
create function refresh_day_rollups(of_account bigint, hours timestamptz[]) returns void language plpgsql as $$
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
  perform refresh_extreme_rollups(
            of_account, case when d.id_order_status is null then 'date' else 'status_date' end,
            coalesce(d.id_order_status, 0), d.hour,
            min(d.amount) filter (where d.delta > 0), max(d.amount) filter (where d.delta > 0),
            min(d.amount) filter (where d.delta < 0), max(d.amount) filter (where d.delta < 0))
     from unnest(statuses, hours, amounts, deltas) as d (id_order_status, hour, amount, delta)
    group by grouping sets ((d.hour), (d.id_order_status, d.hour));
  perform refresh_day_rollups(of_account, hours);
  return cardinality(deltas);
end $$;

-- For orders that were loaded with triggers off: counts them all anew, while writers wait.
-- One account at a time, so that Citus can do it too.
create function recount_orders() returns void language plpgsql as $$
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
  end loop;
end $$;

-- === Records ===

-- Records of one table, new ones and changed ones by their ids; gives the ids of those that are new or
-- really changed. A row has `old`, the record's present columns where some of them stay, and `new`.
-- `own` are columns that only a new record gets. One function for all tables that are written like
-- that: its statements are of one table and bound to the account as all others, but made when it runs.
-- In the order of the codes, as `create_orders`.
create function write_records(of_account bigint, of_table text, own text[], written text[], rows jsonb)
  returns setof bigint language plpgsql as $$
declare
  columns text := (select string_agg(quote_ident(c), ', ') from unnest(own || written) c);
begin
  return query execute format(
    'insert into %1$I as r (account_id, id, updated_at, %2$s) overriding system value
     select $1, n.id, date_trunc(''milliseconds'', now()), %3$s
       from jsonb_to_recordset($2) as row (old jsonb, new jsonb),
            jsonb_populate_record(null::%1$I, coalesce(row.old, ''{}'') || row.new) n
      order by n.fk_id
     on conflict (account_id, id) do update
       set (%4$s) = row(%5$s), version = r.version + 1, updated_at = greatest(r.updated_at, excluded.updated_at)
     where row(%6$s) is distinct from row(%5$s)
     returning id',
    of_table, columns,
    (select string_agg('n.' || quote_ident(c), ', ') from unnest(own || written) c),
    (select string_agg(quote_ident(c), ', ') from unnest(written) c),
    (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(written) c),
    (select string_agg('r.' || quote_ident(c), ', ') from unnest(written) c))
  using of_account, rows;
end $$;

create function keep_customer_users() returns trigger language plpgsql as $$
declare
  of_user bigint;
begin
  -- An account that comes from another installation brings the rows along.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  if tg_op = 'UPDATE' then
    delete from customer_users
     where account_id = new.account_id and id_customer = new.id and id_user <> all (new.id_users);
  end if;
  foreach of_user in array new.id_users loop
    insert into customer_users (account_id, id_user, id_customer) values (new.account_id, of_user, new.id)
    on conflict (account_id, id_user, id_customer) do nothing;
  end loop;
  return null;
end $$;
create trigger customer_users_insert after insert on customers
  for each row when (new.id_users <> '{}') execute function keep_customer_users();
create trigger customer_users_update after update on customers
  for each row when (new.id_users <> old.id_users) execute function keep_customer_users();

create function keep_former_address() returns trigger language plpgsql as $$
begin
  insert into former_addresses (account_id, id_customer, id) values (old.account_id, old.id_customer, old.id)
  on conflict (account_id, id_customer, id) do nothing;
  return null;
end $$;
create trigger former_address after delete on addresses
  for each row execute function keep_former_address();

-- An anonymised customer stays so, whoever writes.
create function refuse_anonymised() returns trigger language plpgsql as $$
begin
  raise exception 'customers_anonymised: customer % is anonymised', new.id
    using errcode = 'check_violation', constraint = 'customers_anonymised', table = 'customers';
end $$;
create trigger stays_anonymised before update on customers
  for each row
  when (old.anonymised_at is not null
        and (new.anonymised_at is null
             or new.name <> old.name
             or new.document is not null
             or new.email is not null
             or new.phone is not null
             or new.custom_fields <> old.custom_fields
             or (new.fk_id is not null and new.fk_id is distinct from old.fk_id)))
  execute function refuse_anonymised();

create function refuse_address_of_anonymised() returns trigger language plpgsql as $$
begin
  -- An account that comes from another installation.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return new; end if;
  perform from customers where account_id = new.account_id and id = new.id_customer and anonymised_at is not null;
  if found then
    raise exception 'customers_anonymised: customer % is anonymised', new.id_customer
      using errcode = 'check_violation', constraint = 'customers_anonymised', table = 'customers';
  end if;
  return new;
end $$;
create trigger of_anonymised before insert or update on addresses
  for each row execute function refuse_address_of_anonymised();

-- === Custom fields ===

-- Whether a value is none that a rule allows; null stands for no value. Dates are of the years 1900 to
-- 2199, as all others are: what is not, is a typing error or how a system says that there is no date.
create function breaks_rule(type text, required boolean, is_indexed boolean, choices text[], value text)
  returns boolean language plpgsql immutable as $$
begin
  if value is null then return required; end if;
  if type = 'integer' then return value !~ '^(0|-?[1-9][0-9]{0,14})$'; end if;
  if type = 'decimal' then return value !~ '^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,10})?$'; end if;
  if type = 'boolean' then return value not in ('true', 'false'); end if;
  if type = 'choice' then return value <> all (choices); end if;
  if type = 'date' then
    if value !~ '^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then return true; end if;
    return right(value, 2)::integer
           > extract(day from make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, 1) + interval '1 month - 1 day');
  end if;
  return (required and value = '') or (is_indexed and (length(value) > 200 or position(chr(1114111) in value) > 0));
end $$;

-- Writers and declarations of an account: a declaration waits for those who write, and they for it. So
-- whoever writes after a declaration knows of it, and all others have ended before its check begins.
create function lock_custom_fields(of_account bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('custom fields', of_account));
end $$;

-- Holds the custom fields of a record that is written to the account's rules, and keeps the values
-- that lists look for. What a change leaves alone is not looked at.
create function check_custom_fields() returns trigger language plpgsql as $$
declare
  rule record;
  value text;
  before jsonb := '{}';
  declared text[] := '{}';
  as_number numeric;
  as_text text;
begin
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('custom fields', new.account_id));
  if tg_op = 'UPDATE' then before := old.custom_fields; end if;
  for rule in
    select id, key, type, required, "unique", filterable, choices from custom_rules
     where account_id = new.account_id and resource = tg_argv[0] and state <> 'gone'
  loop
    declared := declared || rule.key;
    value := new.custom_fields ->> rule.key;
    continue when tg_op = 'UPDATE' and value is not distinct from before ->> rule.key;
    if breaks_rule(rule.type, rule.required, rule."unique" or rule.filterable, rule.choices, value) then
      raise exception 'custom_fields_declared: % breaks rule %', rule.key, rule.id
        using errcode = 'check_violation', constraint = 'custom_fields_declared', table = tg_table_name;
    end if;
    continue when not (rule."unique" or rule.filterable);
    -- Not in the statement: Citus works out all branches of a case before it sends it.
    if rule.type in ('integer', 'decimal') then
      as_number := coalesce(value::numeric, 'infinity');
      as_text := '';
    else
      as_number := 0;
      as_text := coalesce(value, chr(1114111));
    end if;
    insert into custom_values (account_id, id_rule, id_record, number, text, is_unique)
    values (new.account_id, rule.id, new.id, as_number, as_text,
            rule."unique" and coalesce(value, '') <> '')
    on conflict (account_id, id_rule, id_record)
      do update set number = excluded.number, text = excluded.text, is_unique = excluded.is_unique;
  end loop;
  -- Orders take texts of any name; of other records one that is not declared may only go, or stay.
  if tg_argv[0] <> 'orders' and not before @> (new.custom_fields - declared) then
    raise exception 'custom_fields_declared: a key is not declared'
      using errcode = 'check_violation', constraint = 'custom_fields_declared', table = tg_table_name;
  end if;
  return null;
end $$;

create function drop_custom_values() returns trigger language plpgsql as $$
declare
  of_rule bigint;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('custom fields', old.account_id));
  for of_rule in
    select id from custom_rules where account_id = old.account_id and resource = tg_argv[0] and state <> 'gone'
  loop
    delete from custom_values where account_id = old.account_id and id_rule = of_rule and id_record = old.id;
  end loop;
  return null;
end $$;

do $$
declare
  of_resource text;
begin
  foreach of_resource in array array['orders', 'customers', 'products'] loop
    execute format(
      'create trigger custom_fields_insert after insert on %1$I
         for each row execute function check_custom_fields(%1$L)', of_resource);
    execute format(
      'create trigger custom_fields_update after update on %1$I
         for each row when (old.custom_fields is distinct from new.custom_fields)
         execute function check_custom_fields(%1$L)', of_resource);
    execute format(
      'create trigger custom_fields_delete after delete on %1$I
         for each row execute function drop_custom_values(%1$L)', of_resource);
  end loop;
end $$;

-- Values that the check of a rule has found, as they would be written with their records. Those that
-- have been written meanwhile stay. Gives the ids of the records whose values are kept now: of two
-- records with the same value of a unique field only one.
create function add_custom_values(
  of_account bigint, of_rule bigint, ids bigint[], numbers numeric[], texts text[], are_unique boolean[]
) returns bigint[] language plpgsql as $$
declare
  kept bigint[];
begin
  insert into custom_values (account_id, id_rule, id_record, number, text, is_unique)
  select of_account, of_rule, v.id, v.number, v.text, v.is_unique
    from unnest(ids, numbers, texts, are_unique) as v (id, number, text, is_unique)
  on conflict do nothing;
  select array_agg(id_record) into kept from custom_values
   where account_id = of_account and id_rule = of_rule and id_record = any (ids);
  return coalesce(kept, '{}');
end $$;

-- === Signing in, and mails to members ===

-- Counts an attempt to sign in under each key, unless one of them has to wait: → the seconds to wait,
-- 0 where the attempt may be made. Of so many attempts (`free`) under a key none waits for another; then
-- each waits twice as long as the last one, up to the key's longest wait. It counts before it is known
-- whether the attempt succeeds, so that many at once are no way around it. Keys ascend: who counts them
-- at once takes them in one order.
create function count_sign_in(of_account bigint, keys text[], free integer[], longest_s integer[]) returns integer
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
create function forget_sign_in(of_account bigint, keys text[], free integer[], own_key text) returns void
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

-- === Webhooks ===

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

-- === Imports ===

-- Keeps records of an import that were refused; they are a JSON array of rows. Counts their bytes.
create function insert_import_refusals(of_account bigint, of_import bigint, refusals jsonb) returns void
language plpgsql as $$
declare
  r import_refusals;
  added bigint := 0;
begin
  for r in select * from jsonb_populate_recordset(null::import_refusals, refusals) loop
    insert into import_refusals (account_id, id_import, line, rows, faults)
    values (of_account, of_import, r.line, r.rows, r.faults);
    added := added + octet_length(r.rows) + octet_length(r.faults);
  end loop;
  update imports set refused_bytes = refused_bytes + added where account_id = of_account and id = of_import;
end $$;
