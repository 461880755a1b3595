-- What jobs write after a change, as functions for the same reason as those before.

-- Places events of an account's queue, so many at most → how many, and the position of the last one;
-- nulls where somebody else is at it.
create function place_events(of_account bigint, at_most integer, out placed integer, out last bigint)
language plpgsql as $$
declare
  ids bigint[] := '{}';
  last_time timestamptz;
  queued bigint;
  one record;
begin
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
