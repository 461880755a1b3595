-- Released with 1.0.0: it never changes again (docs/upgrading.md).

-- A change of an order, as functions: what a command decided is written here in one call.
--
-- Each body is of statements that name one table and bind it to the account by a parameter, and
-- nothing else: no join, no sub-select on a table, no `with`. A Citus cluster then runs the whole call on the
-- account's node and commits there alone (docs/decisions/0039). Ids come as arguments, because a node draws its own from
-- a range that begins at 2^49.

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

-- The JSON of orders as they are in the tables, in the order of the array, with what else is published
-- of them. Without lines where those are taken from elsewhere. Everything is read by its key: for an
-- array PostgreSQL may walk through all of the account in some index, as long as a table has no
-- statistics. What one order refers to is not looked up again for the next that refers to the same.
-- Plans are made once: for the array of products PostgreSQL would make one for each call.
create function orders_json(of_account bigint, ids bigint[], with_items boolean)
  returns table (order_id bigint, order_version bigint, order_status bigint, built text) language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  of_order bigint;
  o orders;
  last orders;
  -- The JSON of what the last order refers to.
  status_json text;
  freight_name text;
  freight_code text;
  customer_json text;
  user_json text;
  opportunity_json text;
  quotation_json text;
  payment_type_json text;
  payment_method_json text;
  category_json text;
  shipping_company_json text;
  address_json text;
  branch_company_json text;
  product_ids bigint[];
  -- By the id, as texts: JSON in JSON would be written anew each time.
  found_products jsonb;
  items text;
begin
  foreach of_order in array ids loop
    select * into o from orders where account_id = of_account and id = of_order;
    continue when not found;
    if o.id_order_status is distinct from last.id_order_status then
      select reference_json(id, name, fk_id) into status_json
        from order_statuses where account_id = of_account and id = o.id_order_status;
    end if;
    if o.id_customer is distinct from last.id_customer then
      select reference_json(id, name, fk_id) into customer_json
        from customers where account_id = of_account and id = o.id_customer;
    end if;
    if o.id_freight_type is distinct from last.id_freight_type then
      select concat('{"id":', id, ',"name":', json_text(name), ',"value":'), concat(',"fk_id":', json_text(fk_id), '}')
        into freight_name, freight_code from freight_types where account_id = of_account and id = o.id_freight_type;
    end if;
    if o.id_user is distinct from last.id_user then
      select reference_json(id, name, fk_id) into user_json
        from users where account_id = of_account and id = o.id_user;
    end if;
    if o.id_opportunity is distinct from last.id_opportunity then
      select reference_json(id, name, fk_id) into opportunity_json
        from opportunities where account_id = of_account and id = o.id_opportunity;
    end if;
    if o.id_quotation is distinct from last.id_quotation then
      select concat('{"id":', id, ',"name":', json_text(name), '}') into quotation_json
        from quotations where account_id = of_account and id = o.id_quotation;
    end if;
    if o.id_payment_type is distinct from last.id_payment_type then
      select reference_json(id, name, fk_id) into payment_type_json
        from payment_types where account_id = of_account and id = o.id_payment_type;
    end if;
    if o.id_payment_method is distinct from last.id_payment_method then
      select reference_json(id, name, fk_id) into payment_method_json
        from payment_methods where account_id = of_account and id = o.id_payment_method;
    end if;
    if o.id_category is distinct from last.id_category then
      select reference_json(id, name, fk_id) into category_json
        from categories where account_id = of_account and id = o.id_category;
    end if;
    if o.id_shipping_company is distinct from last.id_shipping_company then
      select reference_json(id, name, fk_id) into shipping_company_json
        from shipping_companies where account_id = of_account and id = o.id_shipping_company;
    end if;
    if o.id_address is distinct from last.id_address then
      select concat(
             '{"id":', id, ',"street":', json_text(street), ',"number":', json_text(number),
             ',"complement":', json_text(complement), ',"zip_code":', json_text(zip_code),
             ',"neighborhood":', json_text(neighborhood), ',"city":', json_text(city), ',"state":', json_text(state),
             ',"latitude":', json_text(trim_scale(latitude)), ',"longitude":', json_text(trim_scale(longitude)),
             ',"address_type":', json_text(address_type), ',"name":', json_text(name),
             ',"fk_id":', json_text(fk_id), '}')
        into address_json from addresses where account_id = of_account and id = o.id_address;
    end if;
    if o.id_branch_company is distinct from last.id_branch_company then
      select reference_json(id, name, fk_id) into branch_company_json
        from branch_companies where account_id = of_account and id = o.id_branch_company;
    end if;
    if with_items then
      select array_agg(id_item) into product_ids from order_items where account_id = of_account and id_order = of_order;
      select jsonb_object_agg(id, concat(
             '{"id":', id, ',"name":', json_text(name), ',"fk_id":', json_text(fk_id), ',"type":"', type, '"}'))
        into found_products from products where account_id = of_account and id = any (product_ids);
      select string_agg(concat(
               '{"id":', id, ',"item":', found_products ->> id_item::text,
               ',"quantity":', trim_scale(quantity), ',"price":', trim_scale(price),
               ',"description":', json_text(description),
               ',"created_at":"', instant_text(created_at),
               '","unit_liq":', trim_scale(unit_liq), ',"perc_desc":', trim_scale(perc_desc),
               ',"vlr_desc":', trim_scale(vlr_desc), ',"total_liq":', trim_scale(total_liq),
               ',"fk_id":', json_text(fk_id),
               ',"base_icms_st":', trim_scale(base_icms_st), ',"icms_st":', trim_scale(icms_st),
               ',"vlr_icms_st":', trim_scale(vlr_icms_st),
               ',"base_ipi":', trim_scale(base_ipi), ',"ipi":', trim_scale(ipi), ',"value_ipi":', trim_scale(value_ipi),
               ',"base_icms":', trim_scale(base_icms), ',"icms":', trim_scale(icms), ',"vlr_icms":', trim_scale(vlr_icms),
               ',"recurrency_period":', coalesce(recurrency_period::text, 'null'), '}'), ',' order by id)
        into items from order_items where account_id = of_account and id_order = o.id;
    end if;
    order_id := o.id;
    order_version := o.version;
    order_status := o.id_order_status;
    built := concat(
      '{"id":', o.id, ',"date":"', instant_text(o.date), '","fk_id":', json_text(o.fk_id),
      ',"status":', status_json,
      ',"freight":', case when o.id_freight_type is null then 'null' else concat(
        freight_name, trim_scale(o.freight_value), freight_code) end,
      ',"customer":', customer_json,
      ',"user":', coalesce(user_json, 'null'),
      ',"observations":', json_text(o.observations),
      ',"delivery_date":', json_text(instant_text(o.delivery_date)),
      ',"opportunity":', coalesce(opportunity_json, 'null'),
      ',"quotation":', coalesce(quotation_json, 'null'),
      ',"payment_type":', coalesce(payment_type_json, 'null'),
      ',"payment_method":', coalesce(payment_method_json, 'null'),
      ',"category":', coalesce(category_json, 'null'),
      ',"shipping_company":', coalesce(shipping_company_json, 'null'),
      ',"address":', coalesce(address_json, 'null'),
      ',"branch_company":', coalesce(branch_company_json, 'null'),
      ',"total_value":', trim_scale(o.total_value), ',"custom_fields":', o.custom_fields,
      ',"created_at":"', instant_text(o.created_at), '","updated_at":"', instant_text(o.updated_at),
      '","items":[', items, ']}');
    last := o;
    return next;
  end loop;
end $$;

-- The JSON of a locked order: parts of `fresh` that refer to the same records as before are taken from
-- `kept`, what it was, as they are there, and so are the items, which can't have changed.
create function kept_order_json(fresh json, kept json) returns text language sql immutable as $$
  select concat('{', string_agg(concat(to_json(key), ':', case
           when key = 'items' then kept -> 'items'
           when key in ('status', 'freight', 'customer', 'user', 'opportunity', 'quotation', 'payment_type',
                        'payment_method', 'category', 'shipping_company', 'address', 'branch_company')
                and (kept -> key ->> 'id') is not distinct from (value ->> 'id') then kept -> key
           else value end), ',' order by n), '}')
    from json_each(fresh) with ordinality as part (key, value, n)
$$;

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

-- What a change has replaced: the top-level properties of a record's JSON with their values before.
create function replaced_values(of_before text, of_data text) returns jsonb language sql immutable strict as $$
  select jsonb_object_agg(b.key, b.value)
    from jsonb_each(of_before::jsonb) b join jsonb_each(of_data::jsonb) a using (key)
   where a.value is distinct from b.value and b.key <> 'updated_at'
$$;

-- Events of changes, in the transaction of the changes, and their places in the queue for the feed.
-- `befores` are the JSON of records before an update, else null.
create function record_events(
  of_account bigint, event_ids bigint[], types text[], of_resource text, record_ids bigint[], versions bigint[],
  of_token bigint, of_token_name text, of_request text, of_traceparent text, datas text[], befores text[]
) returns void language plpgsql as $$
begin
  insert into events (account_id, id, type, resource, id_record, version, id_token, token_name, request_id, traceparent, data, previous)
    overriding system value
  select of_account, e.id, e.type, of_resource, e.id_record, e.version, of_token, of_token_name, of_request, of_traceparent,
         e.data, replaced_values(e.before, e.data)
    from unnest(event_ids, types, record_ids, versions, datas, befores) as e (id, type, id_record, version, data, before);
  insert into event_queue (account_id, id_event) select of_account, e.id from unnest(event_ids) as e (id);
end $$;

-- Builds the JSON of orders, keeps it and writes the events: the last step of every change. Ids ascend.
-- While an order stays locked, what the change left alone stays as it was. `befores` are the JSON
-- before an update, else null.
create function publish_orders(
  of_account bigint, ids bigint[], event_ids bigint[], types text[],
  of_token bigint, of_token_name text, of_request text, of_traceparent text,
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
  perform record_events(
    of_account, event_ids, types, 'order', ids, versions, of_token, of_token_name, of_request, of_traceparent, documents, befores);
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

-- New lines of orders, or lines that come again with the id and time that they had. Totals must have them
-- already. A new line without a period takes its product's. Citus plans an `insert … select` for the
-- values at hand only, so no generic plan may be forced here; PostgreSQL comes to one by itself.
create function insert_order_items(of_account bigint, lines jsonb) returns void language plpgsql as $$
declare
  product_ids bigint[] := array(select (line ->> 'id_item')::bigint from jsonb_array_elements(lines) line);
  periods jsonb := periods_of_products(of_account, product_ids);
begin
  insert into order_items (
    account_id, id_order, id, created_at, id_item, fk_id, description, recurrency_period, typed_discount,
    quantity, price, total_item, vlr_desc, perc_desc, unit_liq, total_liq,
    base_icms_st, icms_st, vlr_icms_st, base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms)
  select of_account, id_order, id, coalesce(created_at, date_trunc('milliseconds', now())),
         id_item, fk_id, description,
         coalesce(recurrency_period, case when created_at is null then (periods ->> id_item::text)::integer end), typed_discount,
         quantity, price, total_item, vlr_desc, perc_desc, unit_liq, total_liq,
         base_icms_st, icms_st, vlr_icms_st, base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms
    from jsonb_populate_recordset(null::order_items, lines);
end $$;

-- The ids of external identifiers, in their order; null for an unknown one. The field of an order or item
-- that has the code tells what it refers to. One look-up a code, by its key: for an array PostgreSQL
-- would make a plan for each call, and an aggregate costs more than the row that it is made of.
create function ids_of_codes(of_account bigint, fields text[], codes text[]) returns bigint[] language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids bigint[] := '{}';
  of_field text;
  code text;
  found_id bigint;
begin
  for n in 1 .. cardinality(codes) loop
    of_field := fields[n];
    code := codes[n];
    case of_field
      when 'id_item' then
        select id into found_id from products where account_id = of_account and fk_id = code;
      when 'id_customer' then
        select id into found_id from customers where account_id = of_account and fk_id = code;
      when 'id_user' then
        select id into found_id from users where account_id = of_account and fk_id = code;
      when 'id_order_status' then
        select id into found_id from order_statuses where account_id = of_account and fk_id = code;
      when 'id_payment_type' then
        select id into found_id from payment_types where account_id = of_account and fk_id = code;
      when 'id_payment_method' then
        select id into found_id from payment_methods where account_id = of_account and fk_id = code;
      when 'id_category' then
        select id into found_id from categories where account_id = of_account and fk_id = code;
      when 'id_freight_type' then
        select id into found_id from freight_types where account_id = of_account and fk_id = code;
      when 'id_shipping_company' then
        select id into found_id from shipping_companies where account_id = of_account and fk_id = code;
      when 'id_address' then
        select id into found_id from addresses where account_id = of_account and fk_id = code;
      when 'id_branch_company' then
        select id into found_id from branch_companies where account_id = of_account and fk_id = code;
      when 'id_opportunity' then
        select id into found_id from opportunities where account_id = of_account and fk_id = code;
      when 'id_quotation' then
        select id into found_id from quotations where account_id = of_account and fk_id = code;
    end case;
    ids[n] := found_id;
  end loop;
  return ids;
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

-- New orders with their lines, published. `fields` are what a client writes, in the order of the ids,
-- with what the lines add to the total as `total_value`. A status of null means the account's initial one.
-- Written in the order of the codes: two writers of the same ones wait for each other, and never both.
create function create_orders(
  of_account bigint, ids bigint[], event_ids bigint[], fields jsonb, lines jsonb,
  of_token bigint, of_token_name text, of_request text, of_traceparent text
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
    of_account, ids, event_ids, array_fill('order.created'::text, array[cardinality(ids)]),
    of_token, of_token_name, of_request, of_traceparent,
    array_fill(null::text, array[cardinality(ids)]), array_fill(false, array[cardinality(ids)])) p;
end $$;

-- Writes every field that a client writes; the total follows the freight.
create function update_order(
  of_account bigint, of_order bigint, of_version bigint, fields jsonb, is_freight_written boolean
) returns void language plpgsql as $$
declare
  o orders := jsonb_populate_record(null::orders, fields);
begin
  if is_freight_written then
    o.freight_charged := is_freight_charged(of_account, o.id_freight_type);
  end if;
  update orders
     set fk_id = o.fk_id, date = o.date, id_customer = o.id_customer, id_user = o.id_user,
         id_order_status = o.id_order_status, id_payment_type = o.id_payment_type, id_payment_method = o.id_payment_method,
         id_category = o.id_category, id_freight_type = o.id_freight_type, freight_value = o.freight_value,
         id_shipping_company = o.id_shipping_company, id_address = o.id_address, id_branch_company = o.id_branch_company,
         id_opportunity = o.id_opportunity, id_quotation = o.id_quotation, observations = o.observations,
         delivery_date = o.delivery_date, custom_fields = o.custom_fields,
         version = of_version, updated_at = greatest(updated_at, date_trunc('milliseconds', statement_timestamp())),
         freight_charged = coalesce(o.freight_charged, freight_charged),
         total_value = total_value - case when freight_charged then freight_value else 0 end
                       + case when coalesce(o.freight_charged, freight_charged) then o.freight_value else 0 end
   where account_id = of_account and id = of_order;
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

create function update_order_item(
  of_account bigint, of_order bigint, of_version bigint, change numeric, of_item bigint, line jsonb
) returns void language plpgsql as $$
declare
  i order_items := jsonb_populate_record(null::order_items, line);
begin
  perform touch_order(of_account, of_order, of_version, change);
  update order_items
     set id_item = i.id_item, fk_id = i.fk_id, description = i.description, recurrency_period = i.recurrency_period,
         typed_discount = i.typed_discount, quantity = i.quantity, price = i.price, total_item = i.total_item,
         vlr_desc = i.vlr_desc, perc_desc = i.perc_desc, unit_liq = i.unit_liq, total_liq = i.total_liq,
         base_icms_st = i.base_icms_st, icms_st = i.icms_st, vlr_icms_st = i.vlr_icms_st,
         base_ipi = i.base_ipi, ipi = i.ipi, value_ipi = i.value_ipi,
         base_icms = i.base_icms, icms = i.icms, vlr_icms = i.vlr_icms
   where account_id = of_account and id_order = of_order and id = of_item;
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

-- Orders as commands see them: what a client writes in its wire form, and the status. No row where there
-- is no such order.
create function order_states(of_account bigint, ids bigint[])
  returns table (order_id bigint, order_version bigint, written json, status json) language plpgsql stable as $$
declare
  of_order bigint;
  o record;
begin
  foreach of_order in array ids loop
    select id, version, fk_id, instant_text(date) as date,
           id_customer, id_user, id_order_status, id_payment_type, id_payment_method, id_category, id_freight_type,
           trim_scale(freight_value)::text as freight_value, id_shipping_company, id_address, id_branch_company,
           id_opportunity, id_quotation, observations,
           instant_text(delivery_date) as delivery_date, custom_fields
      into o from orders where account_id = of_account and id = of_order;
    continue when not found;
    order_id := o.id;
    order_version := o.version;
    written := to_json(o);
    select json_build_object('id', id, 'name', name, 'locked', locked, 'next', next) into status
      from order_statuses where account_id = of_account and id = o.id_order_status;
    return next;
  end loop;
end $$;

-- The same of one, with its stored JSON, null where names have changed since that was built.
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
create function settle_documents(of_account bigint, ids bigint[], is_locked boolean) returns void language plpgsql as $$
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

-- Counts an attempt to sign in under each key, unless one of them has to wait: → the seconds to wait,
-- 0 where the attempt may be made. Of so many attempts (`free`) under a key none waits for another; then
-- each waits twice as long as the last one. It counts before it is known whether the attempt succeeds,
-- so that many at once are no way around it. Keys ascend: who counts them at once takes them in one order.
create function count_sign_in(of_account bigint, keys text[], free integer[], longest_s integer) returns integer
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
         set next_at = moment + least(2 ^ least(counted - free[i], 20), longest_s) * interval '1 second'
       where account_id = of_account and key = keys[i];
    end if;
  end loop;
  return 0;
end $$;

-- An attempt succeeded: those of its e-mail are forgotten, and it counts no more for its network.
create function forget_sign_in(of_account bigint, email_key text, network_key text, free integer) returns void
  language plpgsql as $$
begin
  delete from sign_in_attempts where account_id = of_account and key = email_key;
  update sign_in_attempts
     set attempts = greatest(attempts - 1, 0), next_at = case when attempts <= free then last_at else next_at end
   where account_id = of_account and key = network_key;
end $$;
