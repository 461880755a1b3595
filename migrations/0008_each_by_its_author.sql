-- beside: 0003

-- Changes of several callers by one statement: `authors` has who made each, as JSON with the columns of
-- events that tell it. The functions of these names that take one author for all are those of the program
-- before.

-- Events of changes, in the transaction of the changes, and their places in the queue for the feed.
-- `befores` are the JSON of records before an update, else null.
create function record_events(
  of_account bigint, event_ids bigint[], types text[], of_resource text, record_ids bigint[], versions bigint[],
  authors jsonb, datas text[], befores text[]
) returns void language plpgsql as $$
begin
  insert into events (account_id, id, type, resource, id_record, version, id_token, token_name, request_id, traceparent, data, previous)
    overriding system value
  select of_account, e.id, e.type, of_resource, e.id_record, e.version, e.id_token, e.token_name, e.request_id, e.traceparent,
         e.data, replaced_values(e.before, e.data)
    from rows from (
      unnest(event_ids, types, record_ids, versions, datas, befores),
      jsonb_to_recordset(authors) as (id_token bigint, token_name text, request_id text, traceparent text)
    ) as e (id, type, id_record, version, data, before, id_token, token_name, request_id, traceparent);
  insert into event_queue (account_id, id_event) select of_account, e.id from unnest(event_ids) as e (id);
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
        if kept is not null then o.built := kept_order_json(o.built::json, kept::json); end if;
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

-- New orders with their lines, published. `fields` are what a client writes, in the order of the ids,
-- with what the lines add to the total as `total_value`. A status of null means the account's initial one.
-- Written in the order of the codes: two writers of the same ones wait for each other, and never both.
create function create_orders(
  of_account bigint, ids bigint[], event_ids bigint[], fields jsonb, lines jsonb, authors jsonb
) returns table (order_id bigint, document text) language plpgsql as $$
declare
  initial_status bigint;
  charged_types bigint[];
begin
  select id into initial_status from order_statuses where account_id = of_account and initial;
  select coalesce(array_agg(id), '{}') into charged_types from freight_types where account_id = of_account and charged;
  insert into orders (
    account_id, id, fk_id, date, id_customer, id_user, id_order_status, id_payment_type, id_payment_method,
    id_category, id_freight_type, freight_value, freight_charged, id_shipping_company, id_address,
    id_branch_company, id_opportunity, id_quotation, observations, delivery_date, custom_fields, total_value)
    overriding system value
  select
    of_account, id, fk_id, date, id_customer, id_user, coalesce(id_order_status, initial_status), id_payment_type, id_payment_method,
    id_category, id_freight_type, freight_value, coalesce(id_freight_type = any (charged_types), false), id_shipping_company, id_address,
    id_branch_company, id_opportunity, id_quotation, observations, delivery_date, custom_fields,
    total_value + case when id_freight_type = any (charged_types) then freight_value else 0 end
    from jsonb_populate_recordset(null::orders, fields) order by fk_id;
  if jsonb_array_length(lines) > 0 then perform insert_order_items(of_account, lines); end if;
  return query select p.order_id, p.document from publish_orders(
    of_account, ids, event_ids, array_fill('order.created'::text, array[cardinality(ids)]), authors,
    array_fill(null::text, array[cardinality(ids)]), array_fill(false, array[cardinality(ids)])) p;
end $$;

-- The same for several callers, of whom none shall wait for what another one's order waits for: fails
-- where a row is locked for longer than a moment.
create function create_orders_together(
  of_account bigint, ids bigint[], event_ids bigint[], fields jsonb, lines jsonb, authors jsonb
) returns table (order_id bigint, document text) language plpgsql set lock_timeout = '100ms' as $$
begin
  return query select c.order_id, c.document from create_orders(of_account, ids, event_ids, fields, lines, authors) c;
end $$;
