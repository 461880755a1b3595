-- beside: 0003

-- House numbers as people write them. The column has what is more than the digits of `number`: of rows
-- that are there, and of those that an older program writes, the text is those digits.
alter table addresses add column number_text text;

-- An older program changes `number` alone.
create function drop_outdated_number_text() returns trigger language plpgsql as $$
begin
  new.number_text := null;
  return new;
end $$;
create trigger outdated_number_text before update on addresses
  for each row
  when (new.number is distinct from old.number and new.number_text = old.number_text)
  execute function drop_outdated_number_text();

-- An order's JSON, or a part of it, with the texts of the address where it was built without them. A
-- text in it has a backslash before its quotation marks, and so none of these beginnings and ends.
create function with_address_texts(built text) returns text language plpgsql immutable as $$
declare
  number text := split_part(split_part(built, ',"number":', 2), ',"complement":', 1);
  zip_code text := split_part(split_part(built, ',"zip_code":', 2), ',"neighborhood":', 1);
begin
  if number !~ '^(null|\d+)$' or zip_code !~ '^(null|\d+)$' then return built; end if;
  built := replace(built, concat(',"number":', number, ',"complement":'), concat(
    ',"number":', number, ',"number_text":', json_text(nullif(number, 'null')), ',"complement":'));
  return replace(built, concat(',"zip_code":', zip_code, ',"neighborhood":'), concat(
    ',"zip_code":', zip_code, ',"postal_code":',
    json_text(to_char(nullif(zip_code, 'null')::integer, 'FM00000"-"000')), ',"neighborhood":'));
end $$;

-- The JSON of orders as they are in the tables, in the order of the array, with what else is published
-- of them. Without lines where those are taken from elsewhere. Everything is read by its key: for an
-- array PostgreSQL may walk through all of the account in some index, as long as a table has no
-- statistics. What one order refers to is not looked up again for the next that refers to the same.
-- Plans are made once: for the array of products PostgreSQL would make one for each call.
create or replace function orders_json(of_account bigint, ids bigint[], with_items boolean)
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
             ',"number_text":', json_text(coalesce(number_text, number::text)),
             ',"complement":', json_text(complement), ',"zip_code":', json_text(zip_code),
             ',"postal_code":', json_text(to_char(zip_code, 'FM00000"-"000')),
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
create or replace function kept_order_json(fresh json, kept json) returns text language sql immutable as $$
  select concat('{', string_agg(concat(to_json(key), ':', case
           when key = 'items' then kept -> 'items'
           when key in ('status', 'freight', 'customer', 'user', 'opportunity', 'quotation', 'payment_type',
                        'payment_method', 'category', 'shipping_company', 'address', 'branch_company')
                and (kept -> key ->> 'id') is not distinct from (value ->> 'id')
             then with_address_texts((kept -> key)::text)::json
           else value end), ',' order by n), '}')
    from json_each(fresh) with ordinality as part (key, value, n)
$$;

-- What is stored of orders that are not locked is built anew.
update accounts set names_epoch = names_epoch + 1;
