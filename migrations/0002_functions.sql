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

-- A text as JSON.
create function json_text(value text) returns text language sql stable as $$
  select coalesce(to_json(value)::text, 'null')
$$;

-- The JSON of an order as it is in the tables; null where there is no such order. With `kept`, the
-- JSON of a locked order, parts that refer to the same records as before are taken from it as they
-- are, and so are the items, which can't have changed.
create function order_json(of_account bigint, of_order bigint, kept json) returns text language plpgsql stable as $$
declare
  o record;
  found_record record;
  status json := kept -> 'status';
  freight json := kept -> 'freight';
  customer json := kept -> 'customer';
  seller json := kept -> 'user';
  opportunity json := kept -> 'opportunity';
  quotation json := kept -> 'quotation';
  payment_type json := kept -> 'payment_type';
  payment_method json := kept -> 'payment_method';
  category json := kept -> 'category';
  shipping_company json := kept -> 'shipping_company';
  address json := kept -> 'address';
  branch_company json := kept -> 'branch_company';
  product_ids bigint[];
  products json;
  items text;
begin
  select * into o from orders where account_id = of_account and id = of_order;
  if not found then return null; end if;

  if (status ->> 'id')::bigint is distinct from o.id_order_status then
    select id, name, fk_id into found_record from order_statuses
     where account_id = of_account and id = o.id_order_status;
    status := to_json(found_record);
  end if;
  if o.id_freight_type is null then freight := null;
  elsif (freight ->> 'id')::bigint is distinct from o.id_freight_type then
    select id, name, trim_scale(o.freight_value) as value, fk_id into found_record from freight_types
     where account_id = of_account and id = o.id_freight_type;
    freight := to_json(found_record);
  end if;
  if (customer ->> 'id')::bigint is distinct from o.id_customer then
    select id, name, fk_id into found_record from customers
     where account_id = of_account and id = o.id_customer;
    customer := to_json(found_record);
  end if;
  if o.id_user is null then seller := null;
  elsif (seller ->> 'id')::bigint is distinct from o.id_user then
    select id, name, fk_id into found_record from users
     where account_id = of_account and id = o.id_user;
    seller := to_json(found_record);
  end if;
  if o.id_opportunity is null then opportunity := null;
  elsif (opportunity ->> 'id')::bigint is distinct from o.id_opportunity then
    select id, name, fk_id into found_record from opportunities
     where account_id = of_account and id = o.id_opportunity;
    opportunity := to_json(found_record);
  end if;
  if o.id_quotation is null then quotation := null;
  elsif (quotation ->> 'id')::bigint is distinct from o.id_quotation then
    select id, name into found_record from quotations
     where account_id = of_account and id = o.id_quotation;
    quotation := to_json(found_record);
  end if;
  if o.id_payment_type is null then payment_type := null;
  elsif (payment_type ->> 'id')::bigint is distinct from o.id_payment_type then
    select id, name, fk_id into found_record from payment_types
     where account_id = of_account and id = o.id_payment_type;
    payment_type := to_json(found_record);
  end if;
  if o.id_payment_method is null then payment_method := null;
  elsif (payment_method ->> 'id')::bigint is distinct from o.id_payment_method then
    select id, name, fk_id into found_record from payment_methods
     where account_id = of_account and id = o.id_payment_method;
    payment_method := to_json(found_record);
  end if;
  if o.id_category is null then category := null;
  elsif (category ->> 'id')::bigint is distinct from o.id_category then
    select id, name, fk_id into found_record from categories
     where account_id = of_account and id = o.id_category;
    category := to_json(found_record);
  end if;
  if o.id_shipping_company is null then shipping_company := null;
  elsif (shipping_company ->> 'id')::bigint is distinct from o.id_shipping_company then
    select id, name, fk_id into found_record from shipping_companies
     where account_id = of_account and id = o.id_shipping_company;
    shipping_company := to_json(found_record);
  end if;
  if o.id_address is null then address := null;
  elsif (address ->> 'id')::bigint is distinct from o.id_address then
    select id, street, number, complement, zip_code, neighborhood, city, state,
           trim_scale(latitude) as latitude, trim_scale(longitude) as longitude, address_type, name, fk_id
      into found_record from addresses
     where account_id = of_account and id = o.id_address;
    address := to_json(found_record);
  end if;
  if o.id_branch_company is null then branch_company := null;
  elsif (branch_company ->> 'id')::bigint is distinct from o.id_branch_company then
    select id, name, fk_id into found_record from branch_companies
     where account_id = of_account and id = o.id_branch_company;
    branch_company := to_json(found_record);
  end if;

  if kept is not null then
    items := left(right((kept -> 'items')::text, -1), -1);
  else
    select array_agg(distinct id_item) into product_ids from order_items
     where account_id = of_account and id_order = of_order;
    select json_object_agg(id, concat(
             '{"id":', id, ',"name":', json_text(name), ',"fk_id":', json_text(fk_id),
             ',"type":"', type, '"}')::json)
      into products from products where account_id = of_account and id = any (product_ids);
    select string_agg(concat(
             '{"id":', id, ',"item":', products -> id_item::text,
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
      into items from order_items where account_id = of_account and id_order = of_order;
  end if;

  select o.id, instant_text(o.date) as date, o.fk_id,
         status, freight, customer, seller as user, o.observations,
         instant_text(o.delivery_date) as delivery_date,
         opportunity, quotation, payment_type, payment_method, category, shipping_company, address, branch_company,
         trim_scale(o.total_value) as total_value, o.custom_fields,
         instant_text(o.created_at) as created_at,
         instant_text(o.updated_at) as updated_at
    into found_record;
  -- Put together as text: of a long order the items would be parsed again to be made JSON.
  return left(to_json(found_record)::text, -1) || ',"items":[' || coalesce(items, '') || ']}';
end $$;

-- The JSON of an order as it is now, whatever its stored copy: a locked order's is the stored one,
-- any other's is built. Lists call it for each row.
create function current_order_json(of_account bigint, of_order bigint) returns text language plpgsql stable as $$
declare
  stored text;
begin
  select document into stored from order_documents
   where account_id = of_account and id_order = of_order and names_epoch is null;
  return coalesce(stored, order_json(of_account, of_order, null));
end $$;

-- An event of a change, in the transaction of the change, and its place in the queue for the feed.
-- `of_before` is the record's JSON before an update.
create function record_event(
  of_account bigint, of_event bigint, of_type text, of_resource text, of_record bigint, of_version bigint,
  of_token bigint, of_token_name text, of_request text, of_traceparent text, of_data text, of_before text
) returns void language plpgsql as $$
declare
  changes jsonb;
begin
  if of_before is not null then
    changes := (select jsonb_object_agg(b.key, b.value)
                  from jsonb_each(of_before::jsonb) b join jsonb_each(of_data::jsonb) a using (key)
                 where a.value is distinct from b.value and b.key <> 'updated_at');
  end if;
  insert into events (account_id, id, type, resource, id_record, version, id_token, token_name, request_id, traceparent, data, previous)
    overriding system value
  values (of_account, of_event, of_type, of_resource, of_record, of_version, of_token, of_token_name, of_request, of_traceparent, of_data, changes);
  insert into event_queue (account_id, id_event) values (of_account, of_event);
end $$;

-- Builds the order's JSON, keeps it and writes the event: the last step of every change. While an
-- order stays locked, what the change left alone stays as it was.
create function publish_order(
  of_account bigint, of_order bigint, of_event bigint, of_type text,
  of_token bigint, of_token_name text, of_request text, of_traceparent text,
  of_before text, was_locked boolean
) returns text language plpgsql as $$
declare
  of_version bigint;
  of_status bigint;
  is_locked boolean;
  epoch bigint;
  kept text;
  built text;
begin
  select version, id_order_status into of_version, of_status from orders
   where account_id = of_account and id = of_order;
  select locked into is_locked from order_statuses where account_id = of_account and id = of_status;
  if not is_locked then
    -- Before the names are read: one that changes in between leaves the JSON behind its epoch.
    select names_epoch into epoch from accounts where account_id = of_account;
  elsif was_locked then
    select document into kept from order_documents
     where account_id = of_account and id_order = of_order and names_epoch is null;
  end if;
  built := order_json(of_account, of_order, kept::json);
  insert into order_documents as d (account_id, id_order, names_epoch, document)
  values (of_account, of_order, epoch, built)
  on conflict (account_id, id_order)
    do update set names_epoch = excluded.names_epoch, document = excluded.document;
  perform record_event(
    of_account, of_event, of_type, 'order', of_order,
    of_version + case when of_type = 'order.deleted' then 1 else 0 end,
    of_token, of_token_name, of_request, of_traceparent, built, of_before);
  return built;
end $$;

-- New lines of an order, or lines that come again with the id and time that they had. Its total must
-- have them already. A new line without a period takes its product's.
create function insert_order_items(of_account bigint, of_order bigint, lines jsonb) returns void language plpgsql as $$
declare
  product_ids bigint[] := array(select (line ->> 'id_item')::bigint from jsonb_array_elements(lines) line);
  periods jsonb;
begin
  select jsonb_object_agg(id, recurrency_period) into periods from products
   where account_id = of_account and id = any (product_ids) and recurrency_period is not null;
  insert into order_items (
    account_id, id_order, id, created_at, id_item, fk_id, description, recurrency_period, typed_discount,
    quantity, price, total_item, vlr_desc, perc_desc, unit_liq, total_liq,
    base_icms_st, icms_st, vlr_icms_st, base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms)
  select of_account, of_order, id, coalesce(created_at, date_trunc('milliseconds', now())),
         id_item, fk_id, description,
         coalesce(recurrency_period, case when created_at is null then (periods ->> id_item::text)::integer end), typed_discount,
         quantity, price, total_item, vlr_desc, perc_desc, unit_liq, total_liq,
         base_icms_st, icms_st, vlr_icms_st, base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms
    from jsonb_populate_recordset(null::order_items, lines);
end $$;

-- The ids of external identifiers, by the field of an order or item that refers to them, as in
-- {"id_customer": {"C-10": 7}}. Unknown codes are left out.
create function ids_of_codes(
  of_account bigint, customer_codes text[], user_codes text[], order_status_codes text[], payment_type_codes text[],
  payment_method_codes text[], category_codes text[], freight_type_codes text[], shipping_company_codes text[],
  address_codes text[], branch_company_codes text[], opportunity_codes text[], quotation_codes text[],
  product_codes text[]
) returns jsonb language plpgsql stable as $$
declare
  customer_ids jsonb;
  user_ids jsonb;
  order_status_ids jsonb;
  payment_type_ids jsonb;
  payment_method_ids jsonb;
  category_ids jsonb;
  freight_type_ids jsonb;
  shipping_company_ids jsonb;
  address_ids jsonb;
  branch_company_ids jsonb;
  opportunity_ids jsonb;
  quotation_ids jsonb;
  product_ids jsonb;
begin
  if customer_codes is not null then
    select jsonb_object_agg(fk_id, id) into customer_ids from customers where account_id = of_account and fk_id = any (customer_codes);
  end if;
  if user_codes is not null then
    select jsonb_object_agg(fk_id, id) into user_ids from users where account_id = of_account and fk_id = any (user_codes);
  end if;
  if order_status_codes is not null then
    select jsonb_object_agg(fk_id, id) into order_status_ids from order_statuses where account_id = of_account and fk_id = any (order_status_codes);
  end if;
  if payment_type_codes is not null then
    select jsonb_object_agg(fk_id, id) into payment_type_ids from payment_types where account_id = of_account and fk_id = any (payment_type_codes);
  end if;
  if payment_method_codes is not null then
    select jsonb_object_agg(fk_id, id) into payment_method_ids from payment_methods where account_id = of_account and fk_id = any (payment_method_codes);
  end if;
  if category_codes is not null then
    select jsonb_object_agg(fk_id, id) into category_ids from categories where account_id = of_account and fk_id = any (category_codes);
  end if;
  if freight_type_codes is not null then
    select jsonb_object_agg(fk_id, id) into freight_type_ids from freight_types where account_id = of_account and fk_id = any (freight_type_codes);
  end if;
  if shipping_company_codes is not null then
    select jsonb_object_agg(fk_id, id) into shipping_company_ids from shipping_companies where account_id = of_account and fk_id = any (shipping_company_codes);
  end if;
  if address_codes is not null then
    select jsonb_object_agg(fk_id, id) into address_ids from addresses where account_id = of_account and fk_id = any (address_codes);
  end if;
  if branch_company_codes is not null then
    select jsonb_object_agg(fk_id, id) into branch_company_ids from branch_companies where account_id = of_account and fk_id = any (branch_company_codes);
  end if;
  if opportunity_codes is not null then
    select jsonb_object_agg(fk_id, id) into opportunity_ids from opportunities where account_id = of_account and fk_id = any (opportunity_codes);
  end if;
  if quotation_codes is not null then
    select jsonb_object_agg(fk_id, id) into quotation_ids from quotations where account_id = of_account and fk_id = any (quotation_codes);
  end if;
  if product_codes is not null then
    select jsonb_object_agg(fk_id, id) into product_ids from products where account_id = of_account and fk_id = any (product_codes);
  end if;
  return jsonb_build_object(
    'id_customer', customer_ids, 'id_user', user_ids, 'id_order_status', order_status_ids,
    'id_payment_type', payment_type_ids, 'id_payment_method', payment_method_ids, 'id_category', category_ids,
    'id_freight_type', freight_type_ids, 'id_shipping_company', shipping_company_ids, 'id_address', address_ids,
    'id_branch_company', branch_company_ids, 'id_opportunity', opportunity_ids, 'id_quotation', quotation_ids,
    'id_item', product_ids);
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

-- A new order with its lines, published; gives its JSON. `lines_total` is what the lines add to its
-- total. A status of null means the account's initial one.
create function create_order(
  of_account bigint, of_order bigint, of_event bigint, fields jsonb, lines jsonb, lines_total numeric,
  of_token bigint, of_token_name text, of_request text, of_traceparent text
) returns text language plpgsql as $$
declare
  o orders := jsonb_populate_record(null::orders, fields);
begin
  if o.id_order_status is null then
    select id into o.id_order_status from order_statuses where account_id = of_account and initial;
  end if;
  o.freight_charged := is_freight_charged(of_account, o.id_freight_type);
  insert into orders (
    account_id, id, fk_id, date, id_customer, id_user, id_order_status, id_payment_type, id_payment_method,
    id_category, id_freight_type, freight_value, freight_charged, id_shipping_company, id_address,
    id_branch_company, id_opportunity, id_quotation, observations, delivery_date, custom_fields, total_value)
    overriding system value
  values (
    of_account, of_order, o.fk_id, o.date, o.id_customer, o.id_user, o.id_order_status, o.id_payment_type, o.id_payment_method,
    o.id_category, o.id_freight_type, o.freight_value, o.freight_charged, o.id_shipping_company, o.id_address,
    o.id_branch_company, o.id_opportunity, o.id_quotation, o.observations, o.delivery_date, o.custom_fields,
    lines_total + case when o.freight_charged then o.freight_value else 0 end);
  if jsonb_array_length(lines) > 0 then perform insert_order_items(of_account, of_order, lines); end if;
  return publish_order(
    of_account, of_order, of_event, 'order.created', of_token, of_token_name, of_request, of_traceparent, null, false);
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
  perform insert_order_items(of_account, of_order, lines);
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

-- An order as commands see it: what a client writes in its wire form, its status, and its stored
-- JSON, null where names have changed since that was built. No row where there is no such order.
create function order_state(of_account bigint, of_order bigint)
  returns table (version bigint, written json, status json, document text) language plpgsql stable as $$
declare
  o record;
  stored_epoch bigint;
  epoch bigint;
begin
  select orders.version, fk_id, instant_text(date) as date,
         id_customer, id_user, id_order_status, id_payment_type, id_payment_method, id_category, id_freight_type,
         trim_scale(freight_value)::text as freight_value, id_shipping_company, id_address, id_branch_company,
         id_opportunity, id_quotation, observations,
         instant_text(delivery_date) as delivery_date, custom_fields
    into o from orders where account_id = of_account and id = of_order;
  if not found then return; end if;
  version := o.version;
  written := to_json(o);
  select json_build_object('id', id, 'name', name, 'locked', locked, 'next', next) into status
    from order_statuses where account_id = of_account and id = o.id_order_status;
  select d.document, d.names_epoch into document, stored_epoch from order_documents d
   where d.account_id = of_account and d.id_order = of_order;
  select names_epoch into epoch from accounts where account_id = of_account;
  if stored_epoch <> epoch then document := null; end if;
  return next;
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
  if document is null then document := order_json(of_account, of_order, null); end if;
  return next;
end $$;

-- Builds the stored JSON of these orders anew, but for those that are locked by now. Called in a
-- transaction that has locked the orders before.
create function renew_documents(of_account bigint, ids bigint[]) returns void language plpgsql as $$
declare
  of_order bigint;
  epoch bigint;
  built text;
begin
  select names_epoch into epoch from accounts where account_id = of_account;
  foreach of_order in array ids loop
    built := order_json(of_account, of_order, null);
    update order_documents set document = built, names_epoch = epoch
     where account_id = of_account and id_order = of_order and names_epoch is not null;
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
    if stored_epoch is distinct from epoch then built := order_json(of_account, of_order, null); end if;
    update order_documents set document = built, names_epoch = case when not is_locked then epoch end
     where account_id = of_account and id_order = of_order;
  end loop;
end $$;
