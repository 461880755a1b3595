-- beside: 0003

-- Builds the JSON of orders, keeps it and writes the events: the last step of every change. Ids ascend.
-- While an order stays locked, what the change left alone stays as it was. `befores` are the JSON
-- before an update, else null.
create or replace function publish_orders(
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
    documents := documents || o.built;
    order_id := o.order_id;
    document := o.built;
    return next;
  end loop;
  insert into order_documents as d (account_id, id_order, names_epoch, document)
  select of_account, p.id, p.epoch, p.built from unnest(ids, epochs, documents) as p (id, epoch, built)
  on conflict (account_id, id_order)
    do update set names_epoch = excluded.names_epoch, document = excluded.document;
  perform record_events(of_account, event_ids, types, 'order', ids, versions, authors, documents, befores);
end $$;
