-- revision: 36
-- checksum: 7bdebbfa271f

-- What an order is, as functions: how it is written, read and checked. The lines between `-- rows: NAME`
-- and `-- end` follow from the rows of packages/model: `npm run generate` writes them. The function NAME
-- is in src/model/sql. All other lines are written here.
--
-- Unlike the migrations beside it this file changes with the model. A database gets it as a whole, after
-- the migrations, where it has a lower revision (docs/upgrading.md). So:
--
-- - A text that changes gets the next revision, from `npm run generate`.
-- - A program of the release before goes on calling these functions. They keep their parameters and what
--   they return. A function that needs another parameter has another name, or stands here twice until a
--   migration drops the old one.
-- - Migrations do not call these functions: while a backup is restored they come last.

-- total_value is the sum of the lines and of what the header adds or takes off, whoever writes. Lines are checked
-- after each statement (transition tables, so that 500 lines cost one sum and not 500), an order
-- when its transaction ends: whoever writes lines writes the order's total first. Plans are made once,
-- and by indexes whatever the size of the tables was then: as PostgreSQL knows little of the newest
-- orders, it would make one for each.
create or replace function refuse_wrong_total(of_account bigint, of_order bigint) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  found_total numeric;
  header_total numeric;
  lines_total numeric;
begin
  select total_value,
         -- rows: total.ofHeader
         case when freight_charged then freight_value else 0 end + insurance_value + other_expenses - discount_value
         -- end
    into found_total, header_total from orders where account_id = of_account and id = of_order;
  select coalesce(sum(
           -- rows: total.ofLine
           total_liq + value_ipi + vlr_icms_st + outside_other
           -- end
         ), 0)
    into lines_total from order_items where account_id = of_account and id_order = of_order;
  if found_total <> lines_total + header_total then
    raise exception 'order % has total_value % but its parts sum to %', of_order, found_total, lines_total + header_total
      using errcode = 'check_violation', constraint = 'orders_total_value_is_the_sum', table = 'orders';
  end if;
end $$;

-- The discount of an order is at most what its lines come to, whoever writes. In between lines may come and go.
create or replace function refuse_large_discount(of_account bigint, of_order bigint) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  discount numeric;
  net numeric;
begin
  select discount_value into discount from orders where account_id = of_account and id = of_order;
  select coalesce(sum(total_liq), 0) into net from order_items where account_id = of_account and id_order = of_order;
  if discount > net then
    raise exception 'order % has a discount of % but its lines come to %', of_order, discount, net
      using errcode = 'check_violation', constraint = 'orders_discount_within_lines', table = 'orders';
  end if;
end $$;

-- No order comes to less than nothing, whoever writes. In between lines may come and go.
create or replace function refuse_negative_total(of_account bigint, of_order bigint) returns void language plpgsql as $$
begin
  perform from orders where account_id = of_account and id = of_order and total_value < 0;
  if found then
    raise exception 'order % comes to less than nothing', of_order
      using errcode = 'check_violation', constraint = 'orders_total_not_negative', table = 'orders';
  end if;
end $$;

-- An order's total, when its transaction ends and something of it has changed.
create or replace function check_order_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (
    -- rows: total.oldParts
    old.total_value,
    old.freight_value,
    old.freight_charged,
    old.insurance_value,
    old.other_expenses,
    old.discount_value
    -- end
  ) is not distinct from (
    -- rows: total.newParts
    new.total_value,
    new.freight_value,
    new.freight_charged,
    new.insurance_value,
    new.other_expenses,
    new.discount_value
    -- end
  ) then
    return null;
  end if;
  perform refuse_wrong_total(new.account_id, new.id);
  if new.discount_value > 0 then perform refuse_large_discount(new.account_id, new.id); end if;
  if new.total_value < 0 then perform refuse_negative_total(new.account_id, new.id); end if;
  return null;
end $$;

-- What instalments come to is what is to be paid, when a transaction ends.
create or replace function check_order_installments() returns trigger language plpgsql as $$
declare
  o orders;
  sum_of_all numeric;
begin
  select * into o from orders where account_id = new.account_id and id = new.id;
  if o.installments is null and o.installment_plan is null then return null; end if;
  select sum((line ->> 'amount')::numeric) into sum_of_all from jsonb_array_elements(o.installment_plan -> 'lines') line;
  if sum_of_all is distinct from payable_value(o.account_id, o.id) then
    raise exception 'the instalments of order % come to %, and not to %', o.id, sum_of_all, payable_value(o.account_id, o.id)
      using errcode = 'check_violation', constraint = 'orders_installments_sum', table = 'orders';
  end if;
  return null;
end $$;

-- The days on which lines of terms are due, counted from a day. A month that is shorter ends with its last day, and
-- no line is due before the one before it. packages/model/invoices/installments.ts does the same.
create or replace function due_dates(terms jsonb, base date) returns date[] language plpgsql immutable as $$
declare
  line jsonb;
  due date;
  first date;
  weekday integer;
  last date := base;
  dates date[] := '{}';
begin
  for line in select value from jsonb_array_elements(terms -> 'lines') loop
    if line ->> 'months' is null then
      due := base + coalesce((line ->> 'days')::integer, 0);
    else
      due := (base + make_interval(months => (line ->> 'months')::integer))::date;
      if line ->> 'day' is not null then
        first := due - (extract(day from due)::integer - 1);
        due := least(first + (line ->> 'day')::integer, (first + interval '1 month')::date) - 1;
      end if;
    end if;
    weekday := extract(isodow from due);
    if weekday > 5 and terms ->> 'weekend' = 'next' then due := due + 8 - weekday; end if;
    if weekday > 5 and terms ->> 'weekend' = 'previous' then due := due + 5 - weekday; end if;
    last := greatest(last, due);
    dates := dates || last;
  end loop;
  return dates;
end $$;

-- What each line of terms has of an amount: fixed amounts as they are; percentages of the rest; equal parts of what is
-- left then, rounded half-up, or cut down where else one would have nothing. One line has what the others leave. Null
-- where a line would have nothing.
create or replace function parts_of_amount(lines jsonb[], amount numeric, is_first boolean) returns numeric[]
  language plpgsql immutable as $$
declare
  fixed numeric := 0;
  percent numeric := 0;
  equals integer := 0;
  rest numeric;
  remainder integer;
  left_over numeric;
  parts numeric[];
begin
  for i in 1 .. cardinality(lines) loop
    if lines[i] ->> 'amount' is not null then fixed := fixed + (lines[i] ->> 'amount')::numeric;
    else
      if lines[i] ->> 'percentage' is not null then percent := percent + (lines[i] ->> 'percentage')::numeric;
      else equals := equals + 1; end if;
      if remainder is null or not is_first then remainder := i; end if;
    end if;
  end loop;
  remainder := coalesce(remainder, case when is_first then 1 else cardinality(lines) end);
  rest := amount - fixed;
  left_over := rest - round(rest * percent * 0.01, 2);
  -- Half-up at first, cut down then.
  for attempt in 1 .. 2 loop
    parts := '{}';
    for i in 1 .. cardinality(lines) loop
      parts := parts || case
        when lines[i] ->> 'amount' is not null then (lines[i] ->> 'amount')::numeric
        when lines[i] ->> 'percentage' is not null then round(rest * (lines[i] ->> 'percentage')::numeric * 0.01, 2)
        when attempt = 1 then div(200 * left_over + equals, 2 * equals) * 0.01
        else div(100 * left_over, equals) * 0.01 end;
    end loop;
    parts[remainder] := amount - (select sum(part) from unnest(parts) with ordinality as p (part, n) where n <> remainder);
    parts[remainder] := coalesce(parts[remainder], amount);
    if 0 < all (parts) then return parts; end if;
  end loop;
  return null;
end $$;

-- The amounts of the lines of terms, null for a line that is left out so that none is below the least amount that the
-- terms want. Null where that can't be. `taxes` are those that the first line has as a whole, if the terms say so.
create or replace function split_by_terms(terms jsonb, payable numeric, taxes numeric) returns numeric[]
  language plpgsql immutable as $$
declare
  lines jsonb[] := array(select value from jsonb_array_elements(terms -> 'lines'));
  places integer[] := array(select n from generate_series(1, cardinality(lines)) n);
  is_first boolean := terms ->> 'remainder' = 'first';
  in_first numeric := case when (terms ->> 'taxes_in_first')::boolean then taxes else 0 end;
  least_amount numeric := coalesce((terms ->> 'minimum_installment')::numeric, 0);
  amounts numeric[] := array_fill(null::numeric, array[cardinality(lines)]);
  parts numeric[];
  found numeric[];
  found_places integer[];
  gone integer;
  is_small boolean;
begin
  if payable < coalesce((terms ->> 'minimum_order')::numeric, 0) then
    amounts[1] := payable;
    return amounts;
  end if;
  loop
    parts := parts_of_amount(lines, payable - in_first, is_first);
    is_small := false;
    gone := null;
    for i in 1 .. cardinality(lines) loop
      continue when lines[i] ->> 'amount' is not null or lines[i] ->> 'percentage' is not null;
      gone := i;
      is_small := is_small or parts[i] < least_amount;
    end loop;
    if parts is not null then
      found := parts;
      found_places := places;
    end if;
    exit when (parts is not null and not is_small) or least_amount = 0 or gone is null or cardinality(lines) = 1;
    lines := lines[:gone - 1] || lines[gone + 1:];
    places := places[:gone - 1] || places[gone + 1:];
  end loop;
  if found is null then return null; end if;
  found[1] := found[1] + in_first;
  -- What is taken off in the place of taxes may be more than the first line has.
  if found[1] <= 0 then return null; end if;
  for i in 1 .. cardinality(found) loop amounts[found_places[i]] := found[i]; end loop;
  return amounts;
end $$;

-- An amount in percent of another, at four decimals.
create or replace function percentage_of(amount numeric, whole numeric) returns numeric language sql immutable parallel safe as $$
  select case when whole = 0 then 0 else div(2000000 * amount + whole, 2 * whole) * 0.0001 end
$$;

-- The instalments of a list that was sent, of another amount: each keeps its percentage, and the last one has the rest.
-- Null where one would have nothing.
create or replace function kept_installments(sent jsonb, payable numeric) returns jsonb language plpgsql immutable as $$
declare
  total numeric := (select sum((line ->> 'amount')::numeric) from jsonb_array_elements(sent) line);
  n integer := jsonb_array_length(sent);
  rest numeric := payable;
  line jsonb;
  amount numeric;
  percentage numeric;
  lines jsonb := '[]';
begin
  for i in 0 .. n - 1 loop
    line := sent -> i;
    -- One of a version that was restored has its own.
    percentage := coalesce((line ->> 'percentage')::numeric, percentage_of((line ->> 'amount')::numeric, total));
    amount := case when payable = total then (line ->> 'amount')::numeric
                   when i = n - 1 then rest
                   else round(payable * percentage * 0.01, 2) end;
    if amount <= 0 and payable <> 0 then return null; end if;
    rest := rest - amount;
    lines := lines || jsonb_set(jsonb_set(line, '{amount}', to_jsonb(trim_scale(amount))), '{percentage}', to_jsonb(trim_scale(percentage)));
  end loop;
  return lines;
end $$;

-- The instalments that follow from terms; null where one would have nothing.
create or replace function derived_installments(terms jsonb, base date, payable numeric, taxes numeric) returns jsonb
  language plpgsql immutable as $$
declare
  amounts numeric[] := split_by_terms(terms, payable, taxes);
  dates date[] := due_dates(terms, base);
begin
  if amounts is null then return null; end if;
  return (
    select jsonb_agg(jsonb_build_object(
             'due_date', dates[n], 'amount', trim_scale(amounts[n]), 'percentage', trim_scale(percentage_of(amounts[n], payable)),
             'id_payment_method', null, 'down_payment', coalesce((terms -> 'lines' -> (n - 1) ->> 'down_payment')::boolean, false)
           ) order by n)
      from generate_series(1, cardinality(dates)) n where amounts[n] is not null);
end $$;

-- The taxes that what is paid of an order has beside the net values of its lines: those of lines that are not paid
-- for are in no instalment.
create or replace function order_taxes(of_account bigint, of_order bigint) returns numeric language plpgsql stable as $$
declare
  is_payable boolean;
  taxes numeric;
begin
  select operation_payable into is_payable from orders where account_id = of_account and id = of_order;
  select sum(
           -- rows: total.taxesOfLine
           value_ipi + vlr_icms_st + outside_other
           -- end
         ) into taxes
    from order_items
   where account_id = of_account and id_order = of_order and coalesce(operation_payable, is_payable, true);
  return coalesce(taxes, 0);
end $$;

create or replace function refuse_installments(of_order bigint, of_constraint text) returns void language plpgsql as $$
begin
  raise exception 'the instalments of order % are refused', of_order
    using errcode = 'check_violation', constraint = of_constraint, table = 'orders';
end $$;

-- The day from which due dates of an order are counted, in the account's time zone. That of the invoice is not known.
create or replace function counted_from(o orders, of_terms text) returns date language sql stable as $$
  select (coalesce(case when of_terms = 'delivery' then o.delivery_date end, o.date) at time zone time_zone)::date
    from accounts where account_id = o.account_id
$$;

-- Citus plans an `insert … select` for the values at hand only: no generic plan may be forced here.
create or replace function keep_installment_methods(of_account bigint, of_order bigint, sent jsonb) returns void language plpgsql as $$
begin
  insert into installment_methods (account_id, id_order, id_payment_method)
  select distinct of_account, of_order, (line ->> 'id_payment_method')::bigint from jsonb_array_elements(sent) line
   where line ->> 'id_payment_method' is not null;
end $$;

-- Has the instalments of an order follow its total, its payment type and the day that they are counted from. Where
-- none of these has changed they stay, whatever has become of the terms. `taxes` are those of lines that are not
-- written; null: of its lines.
create or replace function settle_order_installments(of_account bigint, of_order bigint, taxes numeric) returns void
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  o orders;
  terms jsonb;
  follows jsonb;
  base date;
  payable numeric;
  lines jsonb;
  plan jsonb;
begin
  select * into o from orders where account_id = of_account and id = of_order;
  payable := payable_value(of_account, of_order);
  if o.installments is not null then
    if o.installment_plan is null then
      if payable <> (select sum((line ->> 'amount')::numeric) from jsonb_array_elements(o.installments) line) then
        perform refuse_installments(of_order, 'orders_installments_sum');
      end if;
      perform keep_installment_methods(of_account, of_order, o.installments);
    elsif (o.installment_plan ->> 'payable')::numeric = payable then
      return;
    end if;
    lines := kept_installments(o.installments, payable);
    if lines is null then perform refuse_installments(of_order, 'orders_installments_positive'); end if;
    plan := jsonb_build_object('payable', payable, 'lines', lines);
  else
    select p.terms into terms from payment_types p where account_id = of_account and id = o.id_payment_type;
    if terms is null and o.installment_plan is null then return; end if;
    follows := jsonb_build_object(
      'payable', payable, 'payment_type', o.id_payment_type, 'taxes', coalesce(taxes, order_taxes(of_account, of_order)),
      'base', counted_from(o, coalesce(o.installment_plan ->> 'from', terms ->> 'from')));
    if o.installment_plan @> follows then return; end if;
    if terms is not null and payable > 0 then
      base := counted_from(o, terms ->> 'from');
      lines := derived_installments(terms, base, payable, (follows ->> 'taxes')::numeric);
      if lines is null then perform refuse_installments(of_order, 'orders_installments_positive'); end if;
      plan := follows || jsonb_build_object(
        'from', terms ->> 'from', 'base', base, 'lines', lines,
        'estimated', terms ->> 'from' = 'invoice' or (terms ->> 'from' = 'delivery' and o.delivery_date is null));
    elsif o.installment_plan is null then
      return;
    end if;
  end if;
  update orders set installment_plan = plan where account_id = of_account and id = of_order;
end $$;

-- The same of each of these orders that has terms or instalments. A locked order keeps what it has, unless it is
-- corrected.
create or replace function settle_installments(
  of_account bigint, ids bigint[], types text[], were_locked boolean[], locked_statuses bigint[]
) returns void language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  payment_type bigint;
  order_status bigint;
  has_installments boolean;
begin
  for i in 1 .. cardinality(ids) loop
    continue when types[i] = 'order.deleted';
    select id_payment_type, id_order_status, installments is not null or installment_plan is not null
      into payment_type, order_status, has_installments from orders where account_id = of_account and id = ids[i];
    continue when payment_type is null and not has_installments;
    continue when were_locked[i] and order_status = any (locked_statuses) and types[i] <> 'order.corrected';
    perform settle_order_installments(of_account, ids[i], null);
  end loop;
end $$;

-- The JSON of an order whose lines are not written, with the instalments that it has with these taxes of them.
create or replace function preview_installments(of_account bigint, of_order bigint, taxes numeric) returns text
  language plpgsql as $$
begin
  update orders set installment_plan = null where account_id = of_account and id = of_order;
  delete from installment_methods where account_id = of_account and id_order = of_order;
  perform settle_order_installments(of_account, of_order, taxes);
  return order_json(of_account, of_order);
end $$;

-- What is shown of instalments.
create or replace function installments_json(of_account bigint, plan jsonb) returns text language sql stable as $$
  select concat('[', string_agg(concat(
           '{"number":"', lpad(n::text, 3, '0'), '","due_date":"', line ->> 'due_date', '","amount":', line ->> 'amount',
           ',"percentage":', line ->> 'percentage', ',"payment_method":', coalesce((
             select reference_json(m.id, m.name, m.fk_id) from payment_methods m
              where m.account_id = of_account and m.id = (line ->> 'id_payment_method')::bigint), 'null'),
           ',"down_payment":', line ->> 'down_payment', '}'), ',' order by n), ']')
    from jsonb_array_elements(plan -> 'lines') with ordinality as l (line, n)
$$;

-- What an item shows of its product.
create or replace function product_json(id bigint, name text, fk_id text, type text) returns text language sql stable as $$
  select concat('{"id":', id, ',"name":', json_text(name), ',"fk_id":', json_text(fk_id), ',"type":"', type, '"}')
$$;

-- What falls to a line of an amount: `until` is what lines weigh up to it, itself among them, `of_all` what all of
-- them do, and `n` its number. Up to each line it is the amount in proportion to the weights, rounded half-up, and
-- `div` is exact; a line has the difference to the line before. Where all weigh nothing the first one has all.
-- src/orders/amounts/line-shares.ts does the same.
create or replace function share_of(amount numeric, weight numeric, until numeric, of_all numeric, n bigint) returns numeric
  language sql immutable parallel safe as $$
  select case
           when amount = 0 then 0
           when of_all = 0 then case when n = 1 then amount else 0 end
           else (div(200 * amount * until + of_all, 2 * of_all) - div(200 * amount * (until - weight) + of_all, 2 * of_all)) * 0.01
         end
$$;

-- The JSON of a line's taxes: its list, those with columns with what these have.
create or replace function line_taxes_json(i order_items) returns text language plpgsql stable as $$
declare
  tax jsonb;
  all_taxes jsonb := '[]';
begin
  for tax in select * from jsonb_array_elements(i.taxes) loop
    case tax ->> 'tax'
      -- rows: taxes.listed
      when 'ipi' then tax := tax || jsonb_build_object('base', trim_scale(i.base_ipi), 'rate', trim_scale(i.ipi), 'value', trim_scale(i.value_ipi));
      when 'icms' then tax := tax || jsonb_build_object('base', trim_scale(i.base_icms), 'rate', trim_scale(i.icms), 'value', trim_scale(i.vlr_icms));
      when 'icms_st' then tax := tax || jsonb_build_object('base', trim_scale(i.base_icms_st), 'rate', trim_scale(i.icms_st), 'value', trim_scale(i.vlr_icms_st));
      -- end
      else null;
    end case;
    all_taxes := all_taxes || tax;
  end loop;
  -- rows: taxes.others
  if greatest(i.base_ipi, i.ipi, i.value_ipi) > 0 and not i.taxes @> '[{"tax":"ipi"}]' then
    all_taxes := all_taxes || (jsonb_build_object('tax', 'ipi', 'effect', 1, 'origin', 'given') || jsonb_build_object('base', trim_scale(i.base_ipi), 'rate', trim_scale(i.ipi), 'value', trim_scale(i.value_ipi)));
  end if;
  if greatest(i.base_icms, i.icms, i.vlr_icms) > 0 and not i.taxes @> '[{"tax":"icms"}]' then
    all_taxes := all_taxes || (jsonb_build_object('tax', 'icms', 'effect', 0, 'origin', 'given') || jsonb_build_object('base', trim_scale(i.base_icms), 'rate', trim_scale(i.icms), 'value', trim_scale(i.vlr_icms)));
  end if;
  if greatest(i.base_icms_st, i.icms_st, i.vlr_icms_st) > 0 and not i.taxes @> '[{"tax":"icms_st"}]' then
    all_taxes := all_taxes || (jsonb_build_object('tax', 'icms_st', 'effect', 1, 'origin', 'given') || jsonb_build_object('base', trim_scale(i.base_icms_st), 'rate', trim_scale(i.icms_st), 'value', trim_scale(i.vlr_icms_st)));
  end if;
  -- end
  return all_taxes;
end $$;

-- The JSON of a line, with that of its product and operation and the text of its shares. A line that is not
-- written has no id.
create or replace function order_item_json(i order_items, product text, operation text, shares text, line_total numeric) returns text language sql stable as $$
  select concat(
    '{"id":', coalesce(i.id::text, 'null'), ',"item":', product,
    ',"description":', json_text(i.description), ',"created_at":"', instant_text(i.created_at),
    '","fk_id":', json_text(i.fk_id), ',"recurrency_period":', coalesce(i.recurrency_period::text, 'null'),
    -- rows: line.properties
    ',"operation":', coalesce(operation, 'null'),
    ',"cfop":', json_text(coalesce(i.cfop, i.derived_cfop)),
    ',"customer_order":', json_text(i.customer_order),
    ',"customer_order_item":', json_text(i.customer_order_item),
    ',"additional_info":', json_text(i.additional_info),
    ',"lots":', coalesce(i.lots::text, '[]')
    -- end
    ,
    -- rows: item.properties
    ',"quantity":', trim_scale(i.quantity),
    ',"price":', trim_scale(i.price),
    ',"vlr_desc":', trim_scale(i.vlr_desc),
    ',"perc_desc":', trim_scale(i.perc_desc),
    ',"unit_liq":', trim_scale(i.unit_liq),
    ',"total_liq":', trim_scale(i.total_liq),
    ',"base_icms_st":', trim_scale(i.base_icms_st),
    ',"icms_st":', trim_scale(i.icms_st),
    ',"vlr_icms_st":', trim_scale(i.vlr_icms_st),
    ',"base_ipi":', trim_scale(i.base_ipi),
    ',"ipi":', trim_scale(i.ipi),
    ',"value_ipi":', trim_scale(i.value_ipi),
    ',"base_icms":', trim_scale(i.base_icms),
    ',"icms":', trim_scale(i.icms),
    ',"vlr_icms":', trim_scale(i.vlr_icms)
    -- end
    , shares, ',"line_total":', trim_scale(line_total), ',"taxes":',
    case
      when i.taxes = '[]' and
        -- rows: taxes.areNone
        greatest(i.base_ipi, i.ipi, i.value_ipi, i.base_icms, i.icms, i.vlr_icms, i.base_icms_st, i.icms_st, i.vlr_icms_st) = 0
        -- end
        then '[]'
      else line_taxes_json(i)
    end, '}')
$$;

-- The JSON of what each tax of an order's lines comes to.
create or replace function taxes_total(of_account bigint, of_order bigint) returns text language sql stable as $$
  select concat('{', string_agg(concat(json_text(s.tax), ':', trim_scale(s.value)), ',' order by s.tax), '}')
    from (
      select one.tax, sum(one.value) as value
        from order_items i, lateral (
          select tax ->> 'tax' as tax,
                 -- rows: taxes.valueOfListed
                 case tax ->> 'tax' when 'ipi' then i.value_ipi when 'icms' then i.vlr_icms when 'icms_st' then i.vlr_icms_st else (tax ->> 'value')::numeric end
                 -- end
                 as value
            from jsonb_array_elements(i.taxes) tax
          -- rows: taxes.valuesOfOthers
          union all select 'ipi', i.value_ipi where greatest(i.base_ipi, i.ipi, i.value_ipi) > 0 and not i.taxes @> '[{"tax":"ipi"}]'
          union all select 'icms', i.vlr_icms where greatest(i.base_icms, i.icms, i.vlr_icms) > 0 and not i.taxes @> '[{"tax":"icms"}]'
          union all select 'icms_st', i.vlr_icms_st where greatest(i.base_icms_st, i.icms_st, i.vlr_icms_st) > 0 and not i.taxes @> '[{"tax":"icms_st"}]'
          -- end
        ) one
       where i.account_id = of_account and i.id_order = of_order
       group by 1
    ) s
$$;

-- What the customer pays of an order: its total without what those lines come to that their operation, or else
-- the order's, says are not paid for. src/orders/amounts/payable.ts does the same.
create or replace function payable_value(of_account bigint, of_order bigint) returns numeric language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  o orders;
  l record;
  unpaid numeric := 0;
begin
  select * into o from orders where account_id = of_account and id = of_order;
  perform from order_items i
    where i.account_id = of_account and i.id_order = of_order and not coalesce(i.operation_payable, o.operation_payable, true)
    limit 1;
  if not found then return o.total_value; end if;
  for l in
    select i,
           -- rows: shares.ofLine
           share_of(case when o.freight_charged then o.freight_value else 0 end, i.total_item, sum(i.total_item) over in_turn, sum(i.total_item) over (), row_number() over in_turn) as freight_share,
           share_of(o.insurance_value, i.total_item, sum(i.total_item) over in_turn, sum(i.total_item) over (), row_number() over in_turn) as insurance_share,
           share_of(o.other_expenses, i.total_item, sum(i.total_item) over in_turn, sum(i.total_item) over (), row_number() over in_turn) as other_share,
           share_of(o.discount_value, i.total_liq, sum(i.total_liq) over in_turn, sum(i.total_liq) over (), row_number() over in_turn) as discount_share
           -- end
      from order_items i where i.account_id = of_account and i.id_order = of_order
    window in_turn as (order by i.id)
  loop
    continue when coalesce((l.i).operation_payable, o.operation_payable, true);
    unpaid := unpaid + (
      -- rows: shares.total
      (l.i).total_liq + (l.i).value_ipi + (l.i).vlr_icms_st + (l.i).outside_other + l.freight_share + l.insurance_share + l.other_share - l.discount_share
      -- end
    );
  end loop;
  return o.total_value - unpaid;
end $$;

-- Whether customers pay for each of these operations, by their ids as texts; null for none. What is wanted is
-- looked up where an object of `rows` names an operation.
create or replace function payable_operations(of_account bigint, rows jsonb) returns jsonb language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids bigint[] := array(select (r ->> 'id_operation')::bigint from jsonb_array_elements(rows) r);
  found_operations jsonb;
begin
  select jsonb_object_agg(id, payable) into found_operations
    from operations where account_id = of_account and id = any (ids);
  return found_operations;
end $$;

-- Whether customers pay for an operation, for what is written with it: null of none. Of one that does not exist
-- the foreign key tells.
create or replace function is_operation_payable(of_account bigint, of_operation bigint) returns boolean language plpgsql stable as $$
declare
  is_payable boolean;
begin
  if of_operation is null then return null; end if;
  select payable into is_payable from operations where account_id = of_account and id = of_operation;
  return coalesce(is_payable, true);
end $$;

-- The JSON of orders as they are in the tables, in the order of the array, with what else is published
-- of them. Without lines where those are taken from elsewhere. Everything is read by its key: for an
-- array PostgreSQL may walk through all of the account in some index, as long as a table has no
-- statistics. What one order refers to is not looked up again for the next that refers to the same.
-- Plans are made once: for the array of products PostgreSQL would make one for each call.
create or replace function orders_json(of_account bigint, ids bigint[], with_items boolean)
  returns table (order_id bigint, order_version bigint, order_status bigint, order_updated_at timestamptz, built text)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  of_order bigint;
  o orders;
  last orders;
  -- The JSON of what the last order refers to.
  -- rows: order.referenceVariables
  status_json text;
  reason_json text;
  freight_json text;
  freight_rest text;
  customer_json text;
  user_json text;
  opportunity_json text;
  quotation_json text;
  payment_type_json text;
  payment_method_json text;
  category_json text;
  operation_json text;
  shipping_company_json text;
  address_json text;
  branch_company_json text;
  -- end
  product_ids bigint[];
  -- By the id, as texts: JSON in JSON would be written anew each time.
  found_products jsonb;
  -- The same of operations of lines, if there are any.
  operation_ids bigint[];
  found_operations jsonb;
  is_paid_in_full boolean;
  has_line_taxes boolean;
  payable numeric;
  taxes_total text;
  l record;
  texts text[];
  items text;
begin
  foreach of_order in array ids loop
    select * into o from orders where account_id = of_account and id = of_order;
    continue when not found;
    -- rows: order.referenceLookups
    if o.id_order_status is distinct from last.id_order_status then
      select reference_json(id, name, fk_id)
        into status_json from order_statuses where account_id = of_account and id = o.id_order_status;
    end if;
    if o.id_reason is distinct from last.id_reason then
      select reference_json(id, name, fk_id)
        into reason_json from reasons where account_id = of_account and id = o.id_reason;
    end if;
    if o.id_freight_type is distinct from last.id_freight_type then
      select concat('{"id":', id, ',"name":', json_text(name), ',"value":'),
             concat(',"fk_id":', json_text(fk_id), '}')
        into freight_json, freight_rest from freight_types where account_id = of_account and id = o.id_freight_type;
    end if;
    if o.id_customer is distinct from last.id_customer then
      select reference_json(id, name, fk_id)
        into customer_json from customers where account_id = of_account and id = o.id_customer;
    end if;
    if o.id_user is distinct from last.id_user then
      select reference_json(id, name, fk_id)
        into user_json from users where account_id = of_account and id = o.id_user;
    end if;
    if o.id_opportunity is distinct from last.id_opportunity then
      select reference_json(id, name, fk_id)
        into opportunity_json from opportunities where account_id = of_account and id = o.id_opportunity;
    end if;
    if o.id_quotation is distinct from last.id_quotation then
      select concat('{"id":', id, ',"name":', json_text(name), '}')
        into quotation_json from quotations where account_id = of_account and id = o.id_quotation;
    end if;
    if o.id_payment_type is distinct from last.id_payment_type then
      select reference_json(id, name, fk_id)
        into payment_type_json from payment_types where account_id = of_account and id = o.id_payment_type;
    end if;
    if o.id_payment_method is distinct from last.id_payment_method then
      select reference_json(id, name, fk_id)
        into payment_method_json from payment_methods where account_id = of_account and id = o.id_payment_method;
    end if;
    if o.id_category is distinct from last.id_category then
      select reference_json(id, name, fk_id)
        into category_json from categories where account_id = of_account and id = o.id_category;
    end if;
    if o.id_operation is distinct from last.id_operation then
      select reference_json(id, name, fk_id)
        into operation_json from operations where account_id = of_account and id = o.id_operation;
    end if;
    if o.id_shipping_company is distinct from last.id_shipping_company then
      select reference_json(id, name, fk_id)
        into shipping_company_json from shipping_companies where account_id = of_account and id = o.id_shipping_company;
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
             ',"fk_id":', json_text(fk_id), ',"ibge":', json_text(ibge), ',"country":', country, '}')
        into address_json from addresses where account_id = of_account and id = o.id_address;
    end if;
    if o.id_branch_company is distinct from last.id_branch_company then
      select reference_json(id, name, fk_id)
        into branch_company_json from branch_companies where account_id = of_account and id = o.id_branch_company;
    end if;
    -- end
    if with_items then
      select array_agg(id_item), array_agg(id_operation) filter (where id_operation is not null),
             coalesce(bool_and(coalesce(operation_payable, o.operation_payable, true)), true),
             coalesce(bool_or(not (
               i.taxes = '[]' and
               -- rows: taxes.areNone
               greatest(i.base_ipi, i.ipi, i.value_ipi, i.base_icms, i.icms, i.vlr_icms, i.base_icms_st, i.icms_st, i.vlr_icms_st) = 0
               -- end
             )), false)
        into product_ids, operation_ids, is_paid_in_full, has_line_taxes
        from order_items i where i.account_id = of_account and i.id_order = of_order;
      select jsonb_object_agg(id, product_json(id, name, fk_id, type))
        into found_products from products where account_id = of_account and id = any (product_ids);
      if operation_ids is not null then
        select jsonb_object_agg(id, reference_json(id, name, fk_id))
          into found_operations from operations where account_id = of_account and id = any (operation_ids);
      end if;
      if (
        -- rows: shares.areThere
        case when o.freight_charged then o.freight_value else 0 end > 0
         or o.insurance_value > 0
         or o.other_expenses > 0
         or o.discount_value > 0
        -- end
      ) then
        texts := '{}';
        for l in
          select i,
                 -- rows: shares.ofLine
                 share_of(case when o.freight_charged then o.freight_value else 0 end, i.total_item, sum(i.total_item) over in_turn, sum(i.total_item) over (), row_number() over in_turn) as freight_share,
                 share_of(o.insurance_value, i.total_item, sum(i.total_item) over in_turn, sum(i.total_item) over (), row_number() over in_turn) as insurance_share,
                 share_of(o.other_expenses, i.total_item, sum(i.total_item) over in_turn, sum(i.total_item) over (), row_number() over in_turn) as other_share,
                 share_of(o.discount_value, i.total_liq, sum(i.total_liq) over in_turn, sum(i.total_liq) over (), row_number() over in_turn) as discount_share
                 -- end
            from order_items i where i.account_id = of_account and i.id_order = o.id
          window in_turn as (order by i.id) order by i.id
        loop
          texts := texts || order_item_json(
            l.i, found_products ->> (l.i).id_item::text, found_operations ->> (l.i).id_operation::text,
            concat(
              -- rows: shares.properties
              ',"freight_share":', trim_scale(l.freight_share),
              ',"insurance_share":', trim_scale(l.insurance_share),
              ',"other_share":', trim_scale(l.other_share),
              ',"discount_share":', trim_scale(l.discount_share)
              -- end
            ),
            -- rows: shares.total
            (l.i).total_liq + (l.i).value_ipi + (l.i).vlr_icms_st + (l.i).outside_other + l.freight_share + l.insurance_share + l.other_share - l.discount_share
            -- end
          );
        end loop;
        items := array_to_string(texts, ',');
      else
        select string_agg(order_item_json(
                 i, found_products ->> i.id_item::text, found_operations ->> i.id_operation::text,
                 -- rows: shares.none
                 ',"freight_share":0,"insurance_share":0,"other_share":0,"discount_share":0'
                 -- end
                 ,
                 -- rows: shares.plainTotal
                 i.total_liq + i.value_ipi + i.vlr_icms_st + i.outside_other
                 -- end
               ), ',' order by i.id)
          into items from order_items i where i.account_id = of_account and i.id_order = o.id;
      end if;
    end if;
    payable := case when with_items and is_paid_in_full then o.total_value else payable_value(of_account, o.id) end;
    taxes_total := case when with_items and not has_line_taxes then '{}' else taxes_total(of_account, o.id) end;
    order_id := o.id;
    order_version := o.version;
    order_status := o.id_order_status;
    order_updated_at := o.updated_at;
    built := concat(
      '{',
      -- rows: order.properties
      '"id":', o.id,
      ',"date":', '"', instant_text(o.date), '"',
      ',"fk_id":', json_text(o.fk_id),
      ',"number":', json_text(o.number),
      ',"status":', status_json,
      ',"reason":', coalesce(reason_json, 'null'),
      ',"freight":', case when o.id_freight_type is null then 'null' else concat(freight_json, trim_scale(o.freight_value), freight_rest) end,
      ',"insurance_value":', trim_scale(o.insurance_value),
      ',"other_expenses":', trim_scale(o.other_expenses),
      ',"discount_value":', trim_scale(o.discount_value),
      ',"discount_percentage":', trim_scale(o.discount_percentage),
      ',"customer":', customer_json,
      ',"user":', coalesce(user_json, 'null'),
      ',"observations":', json_text(o.observations),
      ',"internal_observations":', json_text(o.internal_observations),
      ',"delivery_date":', json_text(instant_text(o.delivery_date)),
      ',"valid_until":', json_text(o.valid_until),
      ',"tax_date":', json_text(o.tax_date),
      ',"opportunity":', coalesce(opportunity_json, 'null'),
      ',"quotation":', coalesce(quotation_json, 'null'),
      ',"payment_type":', coalesce(payment_type_json, 'null'),
      ',"payment_method":', coalesce(payment_method_json, 'null'),
      ',"installments":', case when o.installment_plan is null then '[]' else installments_json(of_account, o.installment_plan) end,
      ',"installments_kept":', case when o.installments is null then 'false' else 'true' end,
      ',"installments_estimated":', coalesce(o.installment_plan ->> 'estimated', 'false'),
      ',"category":', coalesce(category_json, 'null'),
      ',"operation":', coalesce(operation_json, 'null'),
      ',"final_consumer":', coalesce(o.final_consumer::text, 'null'),
      ',"presence":', coalesce(o.presence::text, 'null'),
      ',"intermediary":', coalesce(o.intermediary::text, 'null'),
      ',"customer_order":', json_text(o.customer_order),
      ',"contract":', json_text(o.contract),
      ',"commitment":', json_text(o.commitment),
      ',"shipping_company":', coalesce(shipping_company_json, 'null'),
      ',"address":', coalesce(address_json, 'null'),
      ',"branch_company":', coalesce(branch_company_json, 'null'),
      ',"total_value":', trim_scale(o.total_value),
      ',"payable_value":', trim_scale(payable),
      ',"taxes_total":', taxes_total,
      ',"tags":', coalesce(o.tags::text, '[]'),
      ',"custom_fields":', o.custom_fields,
      ',"created_at":', '"', instant_text(o.created_at), '"',
      ',"updated_at":', '"', instant_text(o.updated_at), '"',
      ',"items":', '[', items, ']'
      -- end
      , '}');
    last := o;
    return next;
  end loop;
end $$;

-- The JSON of a locked order: parts of `fresh` that refer to the same records as before are taken from
-- `kept`, what it was, as they are there, and so are the items and instalments, which can't have changed.
create or replace function locked_order_json(fresh json, kept json) returns text language sql immutable as $$
  select concat('{', string_agg(concat(to_json(key), ':', case
           when key in ('items', 'installments') then kept -> key
           when key in (
                  -- rows: order.references
                  'status',
                  'reason',
                  'freight',
                  'customer',
                  'user',
                  'opportunity',
                  'quotation',
                  'payment_type',
                  'payment_method',
                  'category',
                  'operation',
                  'shipping_company',
                  'address',
                  'branch_company'
                  -- end
                ) and kept -> key is not null and (kept -> key ->> 'id') is not distinct from (value ->> 'id') then kept -> key
           else value end), ',' order by n), '}')
    from json_each(fresh) with ordinality as part (key, value, n)
$$;

-- The JSON of a locked order that was corrected: as `locked_order_json` makes it, but for what a freight
-- costs, for instalments and for the items. What stays of these keeps its names.
create or replace function corrected_order_json(fresh json, kept json) returns text language sql immutable as $$
  select concat('{', string_agg(concat(to_json(key), ':', case
           when key = 'items' then (
             select concat('[', string_agg(case
                      when k.line is null then l.line::text
                      else (select concat('{', string_agg(concat(to_json(p.key), ':',
                                     case when json_typeof(p.value) = 'object' and k.line -> p.key ->> 'id' = p.value ->> 'id'
                                         then k.line -> p.key else p.value end), ',' order by p.n), '}')
                              from json_each(l.line) with ordinality as p (key, value, n)) end, ',' order by l.n), ']')
               from json_array_elements(fresh -> 'items') with ordinality as l (line, n)
               left join json_array_elements(kept -> 'items') as k (line)
                 on k.line ->> 'id' = l.line ->> 'id' and k.line -> 'item' ->> 'id' = l.line -> 'item' ->> 'id')
           when key = 'installments' then (fresh -> key)::text
           when json_typeof(value) = 'object' and value ->> 'value' is not null then (
             select concat('{', string_agg(concat(to_json(p.key), ':',
                      case when p.key = 'value' then fresh -> part.key -> 'value' else p.value end), ',' order by p.n), '}')
               from json_each(value) with ordinality as p (key, value, n))
           else value::text end), ',' order by n), '}')
    from json_each(locked_order_json(fresh, kept)::json) with ordinality as part (key, value, n)
$$;

-- What an invoice says of records beyond what an order shows of them, as they are now: its check and its draft read it.
create or replace function invoice_records(
  of_account bigint, of_customer bigint, of_address bigint, of_branch_company bigint, of_shipping_company bigint,
  of_operation bigint, of_freight_type bigint, of_payment_methods bigint[], of_products bigint[]
) returns json language plpgsql stable as $$
declare
  main_address bigint;
  addresses_by_id json;
  customer json;
  branch_company json;
  shipping_company json;
  operation json;
  freight json;
  payment_methods_by_id json;
  products_by_id json;
begin
  select id into main_address from addresses where account_id = of_account and id_customer = of_customer
   order by address_type is distinct from 'billing', id limit 1;
  select json_object_agg(id, json_build_object(
           'id', id, 'street', street, 'number', number, 'number_text', number_text, 'complement', complement,
           'zip_code', zip_code, 'neighborhood', neighborhood, 'city', city, 'state', upper(state), 'ibge', ibge,
           'country', country))
    into addresses_by_id from addresses where account_id = of_account and id in (of_address, main_address);
  select json_build_object(
           'id', id, 'name', name, 'legal_name', legal_name, 'document', document, 'ie_kind', ie_kind, 'ie', ie,
           'suframa', suframa, 'public_kind', public_kind, 'email', email, 'phone', phone,
           'main_address', addresses_by_id -> main_address::text)
    into customer from customers where account_id = of_account and id = of_customer;
  select json_build_object(
           'id', id, 'name', name, 'document', document, 'state', state, 'ibge', ibge, 'ie', ie,
           'st_registrations', st_registrations, 'regimes', regimes)
    into branch_company from branch_companies where account_id = of_account and id = of_branch_company;
  select json_build_object(
           'id', id, 'name', name, 'document', document, 'ie', ie, 'address', address, 'state', state)
    into shipping_company from shipping_companies where account_id = of_account and id = of_shipping_company;
  select json_build_object(
           'id', id, 'name', name, 'kind', kind, 'purpose', purpose)
    into operation from operations where account_id = of_account and id = of_operation;
  select json_build_object(
           'id', id, 'mode', mode, 'charged', charged)
    into freight from freight_types where account_id = of_account and id = of_freight_type;
  select json_object_agg(id, json_build_object(
           'id', id, 'code', code))
    into payment_methods_by_id from payment_methods where account_id = of_account and id = any (of_payment_methods);
  select json_object_agg(id, json_build_object(
           'id', id, 'fk_id', fk_id, 'ncm', ncm, 'cest', cest, 'gtin', gtin, 'unit_gtin', unit_gtin, 'unit', unit,
           'tax_unit', tax_unit, 'tax_factor', tax_factor::text, 'origin', origin, 'ex_tipi', ex_tipi,
           'ipi_class', ipi_class, 'benefit', benefit, 'net_weight', net_weight::text,
           'gross_weight', gross_weight::text, 'lot_controlled', lot_controlled))
    into products_by_id from products where account_id = of_account and id = any (of_products);
  return json_build_object(
    'customer', customer, 'address', addresses_by_id -> of_address::text, 'branch_company', branch_company,
    'shipping_company', shipping_company, 'operation', operation, 'freight', freight,
    'payment_methods', coalesce(payment_methods_by_id, '{}'), 'products', coalesce(products_by_id, '{}'));
end $$;

-- The same of an order.
create or replace function order_invoice_records(of_account bigint, of_order bigint) returns json language plpgsql stable as $$
declare
  o orders;
  products bigint[];
begin
  select * into o from orders where account_id = of_account and id = of_order;
  select array_agg(id_item) into products from order_items where account_id = of_account and id_order = of_order;
  return invoice_records(
    of_account, o.id_customer, o.id_address, o.id_branch_company, o.id_shipping_company, o.id_operation, o.id_freight_type,
    array(select (line ->> 'id_payment_method')::bigint from jsonb_array_elements(o.installment_plan -> 'lines') line)
      || o.id_payment_method,
    products);
end $$;

-- What is kept of a locked order's records: parts of `fresh` that are of the same records as before are taken from
-- `kept`, what they were.
create or replace function kept_invoice_records(fresh json, kept json) returns json language sql immutable as $$
  select json_object_agg(key, case
           when key in ('payment_methods', 'products') then (
             select coalesce(json_object_agg(r.key, coalesce(kept -> part.key -> r.key, r.value)), '{}') from json_each(value) r)
           when kept -> key ->> 'id' = value ->> 'id' then kept -> key
           else value end)
    from json_each(fresh) as part (key, value)
$$;

-- The JSON of a locked order whose customer was anonymised: all that is not of the person is taken from
-- `kept`, what it was, as `locked_order_json` does it.
create or replace function anonymous_order_json(fresh json, kept json) returns text language sql immutable as $$
  select concat('{', string_agg(concat(to_json(key), ':', case
           when key = 'items' then (
             select concat('[', string_agg(
                      (select concat('{', string_agg(concat(to_json(f.key), ':', case
                                when f.key in ('description', 'fk_id') then (fresh -> 'items' -> (i.n - 1)::integer -> f.key)::text
                                else f.value::text end), ',' order by f.n), '}')
                         from json_each(i.item) with ordinality as f (key, value, n)), ',' order by i.n), ']')
               from json_array_elements(kept -> 'items') with ordinality as i (item, n))
           when key = 'installments' then (kept -> key)::text
           when key in (
                  -- rows: order.impersonalReferences
                  'status',
                  'reason',
                  'freight',
                  'user',
                  'opportunity',
                  'quotation',
                  'payment_type',
                  'payment_method',
                  'category',
                  'operation',
                  'shipping_company',
                  'branch_company'
                  -- end
                ) and kept -> key is not null and (kept -> key ->> 'id') is not distinct from (value ->> 'id') then (kept -> key)::text
           else value::text end), ',' order by n), '}')
    from json_each(fresh) with ordinality as part (key, value, n)
$$;

-- The address of an order with what addresses have by now, as an earlier version has stored it.
create or replace function complete_address_json(address json) returns text
  language sql immutable strict parallel safe as $$
  select case when json_typeof(address) = 'object' and strpos(address::text, '"country":') = 0
              then concat(left(address::text, -1), ',"ibge":null,"country":1058}') else address::text end
$$;

-- The JSON of an order as a version of this shape stored it, with the properties that came later: unset. For
-- what is not built anew: documents of locked orders, and events.
create or replace function complete_order_json(document text, of_shape smallint) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  if of_shape >= order_shape() then return document; end if;
  return (
    select concat('{', concat_ws(',',
             -- rows: shape.completeProperties
             '"id":' || coalesce(o."id"::text, 'null'),
             '"date":' || coalesce(o."date"::text, 'null'),
             '"fk_id":' || coalesce(o."fk_id"::text, 'null'),
             '"number":' || coalesce(o."number"::text, 'null'),
             '"status":' || coalesce(o."status"::text, 'null'),
             '"reason":' || coalesce(o."reason"::text, 'null'),
             '"freight":' || coalesce(o."freight"::text, 'null'),
             '"insurance_value":' || coalesce(o."insurance_value"::text, '0'),
             '"other_expenses":' || coalesce(o."other_expenses"::text, '0'),
             '"discount_value":' || coalesce(o."discount_value"::text, '0'),
             '"discount_percentage":' || coalesce(o."discount_percentage"::text, '0'),
             '"customer":' || coalesce(o."customer"::text, 'null'),
             '"user":' || coalesce(o."user"::text, 'null'),
             '"observations":' || coalesce(o."observations"::text, 'null'),
             '"internal_observations":' || coalesce(o."internal_observations"::text, 'null'),
             '"delivery_date":' || coalesce(o."delivery_date"::text, 'null'),
             '"valid_until":' || coalesce(o."valid_until"::text, 'null'),
             '"tax_date":' || coalesce(o."tax_date"::text, 'null'),
             '"opportunity":' || coalesce(o."opportunity"::text, 'null'),
             '"quotation":' || coalesce(o."quotation"::text, 'null'),
             '"payment_type":' || coalesce(o."payment_type"::text, 'null'),
             '"payment_method":' || coalesce(o."payment_method"::text, 'null'),
             '"installments":' || coalesce(o."installments"::text, '[]'),
             '"installments_kept":' || coalesce(o."installments_kept"::text, 'false'),
             '"installments_estimated":' || coalesce(o."installments_estimated"::text, 'false'),
             '"category":' || coalesce(o."category"::text, 'null'),
             '"operation":' || coalesce(o."operation"::text, 'null'),
             '"final_consumer":' || coalesce(o."final_consumer"::text, 'null'),
             '"presence":' || coalesce(o."presence"::text, 'null'),
             '"intermediary":' || coalesce(o."intermediary"::text, 'null'),
             '"customer_order":' || coalesce(o."customer_order"::text, 'null'),
             '"contract":' || coalesce(o."contract"::text, 'null'),
             '"commitment":' || coalesce(o."commitment"::text, 'null'),
             '"shipping_company":' || coalesce(o."shipping_company"::text, 'null'),
             '"address":' || coalesce(complete_address_json(o."address"), 'null'),
             '"branch_company":' || coalesce(o."branch_company"::text, 'null'),
             '"total_value":' || coalesce(o."total_value"::text, 'null'),
             '"payable_value":' || coalesce(coalesce(o."payable_value", o."total_value")::text, 'null'),
             '"taxes_total":' || coalesce(o."taxes_total"::text, 'null'),
             '"tags":' || coalesce(o."tags"::text, '[]'),
             '"custom_fields":' || coalesce(o."custom_fields"::text, '{}'),
             '"created_at":' || coalesce(o."created_at"::text, 'null'),
             '"updated_at":' || coalesce(o."updated_at"::text, 'null')
             -- end
             ), ',"items":[', (
             select string_agg(concat('{', concat_ws(',',
                      '"id":' || l.id,
                      '"item":' || l.item,
                      '"description":' || coalesce(l.description::text, 'null'),
                      '"created_at":' || l.created_at,
                      '"fk_id":' || coalesce(l.fk_id::text, 'null'),
                      '"recurrency_period":' || coalesce(l.recurrency_period::text, 'null'),
                      -- rows: shape.completeFigures
                      '"operation":' || coalesce(l."operation"::text, 'null'),
                      '"cfop":' || coalesce(l."cfop"::text, 'null'),
                      '"customer_order":' || coalesce(l."customer_order"::text, 'null'),
                      '"customer_order_item":' || coalesce(l."customer_order_item"::text, 'null'),
                      '"additional_info":' || coalesce(l."additional_info"::text, 'null'),
                      '"lots":' || coalesce(l."lots"::text, '[]'),
                      '"quantity":' || coalesce(l."quantity"::text, '0'),
                      '"price":' || coalesce(l."price"::text, '0'),
                      '"vlr_desc":' || coalesce(l."vlr_desc"::text, '0'),
                      '"perc_desc":' || coalesce(l."perc_desc"::text, '0'),
                      '"unit_liq":' || coalesce(l."unit_liq"::text, '0'),
                      '"total_liq":' || coalesce(l."total_liq"::text, '0'),
                      '"base_icms_st":' || coalesce(l."base_icms_st"::text, '0'),
                      '"icms_st":' || coalesce(l."icms_st"::text, '0'),
                      '"vlr_icms_st":' || coalesce(l."vlr_icms_st"::text, '0'),
                      '"base_ipi":' || coalesce(l."base_ipi"::text, '0'),
                      '"ipi":' || coalesce(l."ipi"::text, '0'),
                      '"value_ipi":' || coalesce(l."value_ipi"::text, '0'),
                      '"base_icms":' || coalesce(l."base_icms"::text, '0'),
                      '"icms":' || coalesce(l."icms"::text, '0'),
                      '"vlr_icms":' || coalesce(l."vlr_icms"::text, '0'),
                      '"freight_share":' || coalesce(l."freight_share"::text, 'null'),
                      '"insurance_share":' || coalesce(l."insurance_share"::text, 'null'),
                      '"other_share":' || coalesce(l."other_share"::text, 'null'),
                      '"discount_share":' || coalesce(l."discount_share"::text, 'null'),
                      '"line_total":' || coalesce(l."line_total"::text, 'null'),
                      '"taxes":' || coalesce(l."taxes"::text, 'null')
                      -- end
                      ), '}'), ',')
               from json_to_recordset(o.items) as l (
                 id json, item json, description json, created_at json, fk_id json, recurrency_period json,
                 -- rows: shape.figures
                 "operation" json,
                 "cfop" json,
                 "customer_order" json,
                 "customer_order_item" json,
                 "additional_info" json,
                 "lots" json,
                 "quantity" json,
                 "price" json,
                 "vlr_desc" json,
                 "perc_desc" json,
                 "unit_liq" json,
                 "total_liq" json,
                 "base_icms_st" json,
                 "icms_st" json,
                 "vlr_icms_st" json,
                 "base_ipi" json,
                 "ipi" json,
                 "value_ipi" json,
                 "base_icms" json,
                 "icms" json,
                 "vlr_icms" json,
                 "freight_share" json,
                 "insurance_share" json,
                 "other_share" json,
                 "discount_share" json,
                 "line_total" json,
                 "taxes" json
                 -- end
               )), ']}')
      from json_to_record(document::json) as o (
        items json,
        -- rows: shape.properties
        "id" json,
        "date" json,
        "fk_id" json,
        "number" json,
        "status" json,
        "reason" json,
        "freight" json,
        "insurance_value" json,
        "other_expenses" json,
        "discount_value" json,
        "discount_percentage" json,
        "customer" json,
        "user" json,
        "observations" json,
        "internal_observations" json,
        "delivery_date" json,
        "valid_until" json,
        "tax_date" json,
        "opportunity" json,
        "quotation" json,
        "payment_type" json,
        "payment_method" json,
        "installments" json,
        "installments_kept" json,
        "installments_estimated" json,
        "category" json,
        "operation" json,
        "final_consumer" json,
        "presence" json,
        "intermediary" json,
        "customer_order" json,
        "contract" json,
        "commitment" json,
        "shipping_company" json,
        "address" json,
        "branch_company" json,
        "total_value" json,
        "payable_value" json,
        "taxes_total" json,
        "tags" json,
        "custom_fields" json,
        "created_at" json,
        "updated_at" json
        -- end
      ));
end $$;

-- Events of changes, in the transaction of the changes, and their places in the queue for the feed.
-- `authors` has who made each, as JSON with the columns of events that tell it; `befores` are the JSON of
-- records before an update, else null. An event's `uid` may be chosen by whoever writes it: after a crash
-- of the server, which may give ids again that nobody had written, it tells whether the event at an id is
-- one's own. `of_shape` is that of orders, else null.
create or replace function record_events(
  of_account bigint, event_ids bigint[], types text[], of_resource text, record_ids bigint[], versions bigint[],
  authors jsonb, datas text[], befores text[], of_shape smallint
) returns void language plpgsql as $$
begin
  insert into events (account_id, id, uid, type, resource, id_record, version, id_token, token_name, request_id, traceparent, data, previous, shape, reason, restored_version)
    overriding system value
  select of_account, e.id, coalesce(e.uid, gen_random_uuid()), e.type, of_resource, e.id_record, e.version,
         e.id_token, e.token_name, e.request_id, e.traceparent, e.data, replaced_values(e.before, e.data), of_shape, e.reason, e.restored_version
    from rows from (
      unnest(event_ids, types, record_ids, versions, datas, befores),
      jsonb_to_recordset(authors) as (id_token bigint, token_name text, request_id text, traceparent text, event_uid uuid, reason text, restored_version bigint)
    ) as e (id, type, id_record, version, data, before, id_token, token_name, request_id, traceparent, uid, reason, restored_version);
  insert into event_queue (account_id, id_event) select of_account, e.id from unnest(event_ids) as e (id);
end $$;

-- The same of records that are no orders.
create or replace function record_events(
  of_account bigint, event_ids bigint[], types text[], of_resource text, record_ids bigint[], versions bigint[],
  authors jsonb, datas text[], befores text[]
) returns void language plpgsql as $$
begin
  perform record_events(of_account, event_ids, types, of_resource, record_ids, versions, authors, datas, befores, null);
end $$;

-- The JSON of an order as it is now, whatever its stored copy: a locked order's is the stored one,
-- any other's is built. Lists call it for each row.
create or replace function current_order_json(of_account bigint, of_order bigint) returns text language plpgsql stable as $$
declare
  stored text;
begin
  select complete_order_json(document, shape) into stored from order_documents
   where account_id = of_account and id_order = of_order and names_epoch is null;
  return coalesce(stored, order_json(of_account, of_order));
end $$;

-- Builds the JSON of orders, keeps it and writes the events: the last step of every change. Ids ascend.
-- While an order stays locked, what the change left alone stays as it was. `befores` are the JSON
-- before an update, else null.
create or replace function publish_orders(
  of_account bigint, ids bigint[], event_ids bigint[], types text[], authors jsonb,
  befores text[], were_locked boolean[]
) returns table (order_id bigint, document text) language plpgsql as $$
declare
  -- Before the JSON is built: functions that are replaced in between leave it behind its shape.
  of_shape smallint := order_shape();
  o record;
  i integer := 0;
  locked_statuses bigint[];
  numbered_statuses bigint[];
  quotation_statuses bigint[];
  epoch bigint;
  kept text;
  versions bigint[] := '{}';
  epochs bigint[] := '{}';
  times timestamptz[] := '{}';
  documents text[] := '{}';
  kept_records json;
  records text[] := '{}';
begin
  select array_agg(id) filter (where locked), array_agg(id) filter (where numbered),
         array_agg(id) filter (where quotation_days is not null)
    into locked_statuses, numbered_statuses, quotation_statuses from order_statuses where account_id = of_account;
  perform settle_installments(of_account, ids, types, were_locked, locked_statuses);
  if quotation_statuses is not null and types[1] <> 'order.deleted' then
    perform date_quotations(of_account, ids, quotation_statuses);
  end if;
  -- Last of all that is written of the orders, since others wait for the next number. Orders that go draw none,
  -- nor do previews, whose ids nobody has (src/orders/changes/placeholders.ts).
  if numbered_statuses is not null and types[1] <> 'order.deleted' and event_ids[1] < 4503599627370496 then
    perform number_orders(of_account, ids, numbered_statuses);
  end if;
  -- Before the names are read: one that changes in between leaves the JSON behind its epoch.
  select names_epoch into epoch from accounts where account_id = of_account;
  for o in select * from orders_json(of_account, ids, true) loop
    i := i + 1;
    if o.order_status = any (locked_statuses) then
      kept_records := null;
      if were_locked[i] then
        select complete_order_json(d.document, d.shape), d.invoice_records into kept, kept_records from order_documents d
         where d.account_id = of_account and d.id_order = o.order_id and d.names_epoch is null;
        if kept is not null then
          o.built := case when types[i] = 'order.corrected' then corrected_order_json(o.built::json, kept::json)
                          else locked_order_json(o.built::json, kept::json) end;
        end if;
      end if;
      epochs := epochs || null::bigint;
      records := records || kept_invoice_records(order_invoice_records(of_account, o.order_id), kept_records)::text;
    else
      epochs := epochs || epoch;
      records := records || null::text;
    end if;
    versions := versions || o.order_version + case when types[i] = 'order.deleted' then 1 else 0 end;
    times := times || o.order_updated_at;
    documents := documents || o.built;
    order_id := o.order_id;
    document := o.built;
    return next;
  end loop;
  insert into order_documents as d (account_id, id_order, names_epoch, updated_at, document, shape, invoice_records)
  select of_account, p.id, p.epoch, p.time, p.built, of_shape, p.records::json
    from unnest(ids, epochs, times, documents, records) as p (id, epoch, time, built, records)
  on conflict (account_id, id_order)
    do update set names_epoch = excluded.names_epoch, updated_at = excluded.updated_at, document = excluded.document,
                  shape = excluded.shape, invoice_records = excluded.invoice_records;
  perform record_events(of_account, event_ids, types, 'order', ids, versions, authors, documents, befores, of_shape);
end $$;

-- Builds the stored JSON of these orders anew, but for those that are locked by now. Called in a
-- transaction that has locked the orders before.
create or replace function renew_documents(of_account bigint, ids bigint[]) returns void language plpgsql as $$
declare
  of_shape smallint := order_shape();
  o record;
  epoch bigint;
begin
  select names_epoch into epoch from accounts where account_id = of_account;
  for o in select order_id, built from orders_json(of_account, ids, true) loop
    update order_documents set document = o.built, names_epoch = epoch, shape = of_shape
     where account_id = of_account and id_order = o.order_id and names_epoch is not null;
  end loop;
end $$;

-- Stores the JSON of these orders, which are locked rows, as `is_locked`, what their status is now,
-- wants it: without an epoch where it is a document, and built anew where names or the shape have changed.
create or replace function set_documents_locked(of_account bigint, ids bigint[], is_locked boolean) returns void language plpgsql as $$
declare
  of_shape smallint := order_shape();
  of_order bigint;
  epoch bigint;
  stored_epoch bigint;
  stored_shape smallint;
  built text;
begin
  select names_epoch into epoch from accounts where account_id = of_account;
  foreach of_order in array ids loop
    select document, names_epoch, shape into built, stored_epoch, stored_shape from order_documents
     where account_id = of_account and id_order = of_order;
    continue when not found or (stored_epoch is null) = is_locked;
    if stored_epoch is distinct from epoch or stored_shape <> of_shape then
      built := order_json(of_account, of_order);
    end if;
    update order_documents
       set document = built, names_epoch = case when not is_locked then epoch end, shape = of_shape,
           invoice_records = case when is_locked then order_invoice_records(of_account, of_order) end
     where account_id = of_account and id_order = of_order;
  end loop;
end $$;

-- An order as commands see it (`order_states`), with its JSON as it is shown, null where that is to be
-- built: names or the shape have changed since, and it is not locked.
create or replace function order_state(of_account bigint, of_order bigint)
  returns table (version bigint, written json, status json, document text) language plpgsql stable as $$
declare
  stored_epoch bigint;
  stored_shape smallint;
  epoch bigint;
begin
  select s.order_version, s.written, s.status into version, written, status
    from order_states(of_account, array[of_order]) s;
  if version is null then return; end if;
  select d.document, d.names_epoch, d.shape into document, stored_epoch, stored_shape from order_documents d
   where d.account_id = of_account and d.id_order = of_order;
  select names_epoch into epoch from accounts where account_id = of_account;
  if stored_epoch is null then
    document := complete_order_json(document, stored_shape);
  elsif stored_epoch <> epoch or stored_shape < order_shape() then
    document := null;
  end if;
  return next;
end $$;

-- The ids of external identifiers, in their order; null for an unknown one. The field of an order or item
-- that has the code tells what it refers to. One look-up a code, by its key: for an array PostgreSQL
-- would make a plan for each call, and an aggregate costs more than the row that it is made of.
create or replace function resolve_external_ids(of_account bigint, fields text[], codes text[]) returns bigint[] language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids bigint[] := '{}';
  of_field text;
  of_code text;
  found_id bigint;
begin
  for n in 1 .. cardinality(codes) loop
    of_field := fields[n];
    of_code := codes[n];
    case of_field
      when 'id_item' then
        select id into found_id from products where account_id = of_account and fk_id = of_code;
      -- rows: order.codeBranches
      when 'id_order_status' then
        select id into found_id from order_statuses where account_id = of_account and fk_id = of_code;
      when 'id_reason' then
        select id into found_id from reasons where account_id = of_account and fk_id = of_code;
      when 'id_freight_type' then
        select id into found_id from freight_types where account_id = of_account and fk_id = of_code;
      when 'id_customer' then
        select id into found_id from customers where account_id = of_account and fk_id = of_code;
      when 'id_user' then
        select id into found_id from users where account_id = of_account and fk_id = of_code;
      when 'id_opportunity' then
        select id into found_id from opportunities where account_id = of_account and fk_id = of_code;
      when 'id_quotation' then
        select id into found_id from quotations where account_id = of_account and fk_id = of_code;
      when 'id_payment_type' then
        select id into found_id from payment_types where account_id = of_account and fk_id = of_code;
      when 'id_payment_method' then
        select id into found_id from payment_methods where account_id = of_account and fk_id = of_code;
      when 'id_category' then
        select id into found_id from categories where account_id = of_account and fk_id = of_code;
      when 'id_operation' then
        select id into found_id from operations where account_id = of_account and fk_id = of_code;
      when 'id_shipping_company' then
        select id into found_id from shipping_companies where account_id = of_account and fk_id = of_code;
      when 'id_address' then
        select id into found_id from addresses where account_id = of_account and fk_id = of_code;
      when 'id_branch_company' then
        select id into found_id from branch_companies where account_id = of_account and fk_id = of_code;
      -- end
    end case;
    ids[n] := found_id;
  end loop;
  return ids;
end $$;

-- Orders as commands see them: what a client writes in its wire form, and the status. No row where there
-- is no such order.
create or replace function order_states(of_account bigint, ids bigint[])
  returns table (order_id bigint, order_version bigint, written json, status json) language plpgsql stable as $$
declare
  of_order bigint;
  o record;
begin
  foreach of_order in array ids loop
    select id, version,
           -- rows: order.wireForms
           instant_text(date) as date,
           fk_id,
           number,
           id_order_status,
           id_reason,
           id_freight_type,
           trim_scale(freight_value)::text as freight_value,
           trim_scale(insurance_value)::text as insurance_value,
           trim_scale(other_expenses)::text as other_expenses,
           trim_scale(discount_value)::text as discount_value,
           trim_scale(discount_percentage)::text as discount_percentage,
           id_customer,
           id_user,
           observations,
           internal_observations,
           instant_text(delivery_date) as delivery_date,
           valid_until,
           tax_date,
           id_opportunity,
           id_quotation,
           id_payment_type,
           id_payment_method,
           installments,
           id_category,
           id_operation,
           final_consumer,
           presence,
           intermediary,
           customer_order,
           contract,
           commitment,
           id_shipping_company,
           id_address,
           id_branch_company,
           tags,
           custom_fields
           -- end
           , typed_discount, has_taxes, tax_base_includes_shares
      into o from orders where account_id = of_account and id = of_order;
    continue when not found;
    order_id := o.id;
    order_version := o.version;
    written := to_json(o);
    select json_build_object('id', id, 'name', name, 'locked', locked, 'quotation_days', quotation_days, 'next', next)
      into status
      from order_statuses where account_id = of_account and id = o.id_order_status;
    return next;
  end loop;
end $$;

-- New lines of orders, or lines that come again with the id and time that they had. Totals must have them
-- already. A new line without a period takes its product's. Citus plans an `insert … select` for the
-- values at hand only, so no generic plan may be forced here; PostgreSQL comes to one by itself.
create or replace function insert_order_items(of_account bigint, lines jsonb) returns void language plpgsql as $$
declare
  product_ids bigint[] := array(select (line ->> 'id_item')::bigint from jsonb_array_elements(lines) line);
  periods jsonb := periods_of_products(of_account, product_ids);
  payables jsonb;
begin
  if lines @? '$[*].id_operation ? (@ != null)' then payables := payable_operations(of_account, lines); end if;
  insert into order_items (
    account_id, id_order, id, created_at, id_item, fk_id, description, recurrency_period, typed_discount, taxes, outside_other, operation_payable,
    -- rows: line.columns
    id_operation,
    cfop,
    derived_cfop,
    customer_order,
    customer_order_item,
    additional_info,
    lots
    -- end
    ,
    -- rows: item.columns
    quantity,
    price,
    total_item,
    vlr_desc,
    perc_desc,
    unit_liq,
    total_liq,
    base_icms_st,
    icms_st,
    vlr_icms_st,
    base_ipi,
    ipi,
    value_ipi,
    base_icms,
    icms,
    vlr_icms
    -- end
  )
  select of_account, id_order, id, coalesce(created_at, date_trunc('milliseconds', now())),
         id_item, fk_id, description,
         coalesce(recurrency_period, case when created_at is null then (periods ->> id_item::text)::integer end), typed_discount,
         coalesce(taxes, '[]'), coalesce(outside_other, 0),
         -- A line that comes again has what it had.
         case when id_operation is not null
              then coalesce(operation_payable, (payables ->> id_operation::text)::boolean, true) end,
         -- rows: line.columns
         id_operation,
         cfop,
         derived_cfop,
         customer_order,
         customer_order_item,
         additional_info,
         lots
         -- end
         ,
         -- rows: item.newValues
         coalesce(quantity, 0),
         coalesce(price, 0),
         coalesce(total_item, 0),
         coalesce(vlr_desc, 0),
         coalesce(perc_desc, 0),
         coalesce(unit_liq, 0),
         coalesce(total_liq, 0),
         coalesce(base_icms_st, 0),
         coalesce(icms_st, 0),
         coalesce(vlr_icms_st, 0),
         coalesce(base_ipi, 0),
         coalesce(ipi, 0),
         coalesce(value_ipi, 0),
         coalesce(base_icms, 0),
         coalesce(icms, 0),
         coalesce(vlr_icms, 0)
         -- end
    from jsonb_populate_recordset(null::order_items, lines);
end $$;

-- The JSON of new lines as `insert_order_items` would write them at that time, with the shares that they bring and
-- without ids. Refuses what the foreign key to products would refuse. For previews, to which writing thousands of
-- lines would only be slow.
create or replace function new_items_json(of_account bigint, at_time timestamptz, lines jsonb) returns text
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  product_ids bigint[] := array(select (line ->> 'id_item')::bigint from jsonb_array_elements(lines) line);
  periods jsonb := periods_of_products(of_account, product_ids);
  found_products jsonb;
  found_operations jsonb;
  unset order_items;
  line jsonb;
  i order_items;
  built text[] := '{}';
begin
  unset.taxes := '[]';
  unset.outside_other := 0;
  -- rows: item.unsetFigures
  unset.quantity := 0;
  unset.price := 0;
  unset.total_item := 0;
  unset.vlr_desc := 0;
  unset.perc_desc := 0;
  unset.unit_liq := 0;
  unset.total_liq := 0;
  unset.base_icms_st := 0;
  unset.icms_st := 0;
  unset.vlr_icms_st := 0;
  unset.base_ipi := 0;
  unset.ipi := 0;
  unset.value_ipi := 0;
  unset.base_icms := 0;
  unset.icms := 0;
  unset.vlr_icms := 0;
  -- end
  select jsonb_object_agg(id, product_json(id, name, fk_id, type))
    into found_products from products where account_id = of_account and id = any (product_ids);
  if lines @? '$[*].id_operation ? (@ != null)' then
    select jsonb_object_agg(id, reference_json(id, name, fk_id))
      into found_operations from operations
     where account_id = of_account
       and id = any (array(select (named ->> 'id_operation')::bigint from jsonb_array_elements(lines) named));
  end if;
  for line in select * from jsonb_array_elements(lines) loop
    i := jsonb_populate_record(unset, line);
    if found_products ->> i.id_item::text is null then
      raise exception 'product % of a new line does not exist', i.id_item
        using errcode = 'foreign_key_violation', constraint = 'order_items_account_id_id_item_fkey', table = 'order_items';
    end if;
    if i.id_operation is not null and found_operations ->> i.id_operation::text is null then
      raise exception 'operation % of a new line does not exist', i.id_operation
        using errcode = 'foreign_key_violation', constraint = 'order_items_account_id_id_operation_fkey', table = 'order_items';
    end if;
    i.created_at := at_time;
    i.recurrency_period := coalesce(i.recurrency_period, (periods ->> i.id_item::text)::integer);
    select built || order_item_json(
             l.i, found_products ->> i.id_item::text, found_operations ->> i.id_operation::text,
             concat(
               -- rows: shares.properties
               ',"freight_share":', trim_scale(l.freight_share),
               ',"insurance_share":', trim_scale(l.insurance_share),
               ',"other_share":', trim_scale(l.other_share),
               ',"discount_share":', trim_scale(l.discount_share)
               -- end
             ),
             -- rows: shares.total
             (l.i).total_liq + (l.i).value_ipi + (l.i).vlr_icms_st + (l.i).outside_other + l.freight_share + l.insurance_share + l.other_share - l.discount_share
             -- end
           )
      into built
      from (
        select i,
               -- rows: shares.ofJson
               coalesce((line ->> 'freight_share')::numeric, 0) as freight_share,
               coalesce((line ->> 'insurance_share')::numeric, 0) as insurance_share,
               coalesce((line ->> 'other_share')::numeric, 0) as other_share,
               coalesce((line ->> 'discount_share')::numeric, 0) as discount_share
               -- end
      ) l;
  end loop;
  return array_to_string(built, ',');
end $$;

create or replace function update_order_item(
  of_account bigint, of_order bigint, of_version bigint, change numeric, of_item bigint, line jsonb
) returns void language plpgsql as $$
declare
  i order_items;
  operation_before bigint;
begin
  perform touch_order(of_account, of_order, of_version, change);
  select * into i from order_items where account_id = of_account and id_order = of_order and id = of_item;
  -- A program of the release before leaves out what it does not know. That stays as it is.
  operation_before := i.id_operation;
  i := jsonb_populate_record(i, line);
  if i.id_operation is distinct from operation_before then
    i.operation_payable := is_operation_payable(of_account, i.id_operation);
  end if;
  update order_items
     set id_item = i.id_item, fk_id = i.fk_id, description = i.description, recurrency_period = i.recurrency_period,
         typed_discount = i.typed_discount, taxes = i.taxes, outside_other = i.outside_other, operation_payable = i.operation_payable,
         -- rows: line.assignments
         id_operation = i.id_operation,
         cfop = i.cfop,
         derived_cfop = i.derived_cfop,
         customer_order = i.customer_order,
         customer_order_item = i.customer_order_item,
         additional_info = i.additional_info,
         lots = i.lots
         -- end
         ,
         -- rows: item.assignments
         quantity = i.quantity,
         price = i.price,
         total_item = i.total_item,
         vlr_desc = i.vlr_desc,
         perc_desc = i.perc_desc,
         unit_liq = i.unit_liq,
         total_liq = i.total_liq,
         base_icms_st = i.base_icms_st,
         icms_st = i.icms_st,
         vlr_icms_st = i.vlr_icms_st,
         base_ipi = i.base_ipi,
         ipi = i.ipi,
         value_ipi = i.value_ipi,
         base_icms = i.base_icms,
         icms = i.icms,
         vlr_icms = i.vlr_icms
         -- end
   where account_id = of_account and id_order = of_order and id = of_item;
end $$;

-- New orders with their lines, published. `fields` are what a client writes, in the order of the ids,
-- with what the lines add to the total as `total_value`. A status of null means the account's initial one.
-- Written in the order of the codes: two writers of the same ones wait for each other, and never both.
create or replace function create_orders(
  of_account bigint, ids bigint[], event_ids bigint[], fields jsonb, lines jsonb, authors jsonb
) returns table (order_id bigint, document text) language plpgsql as $$
declare
  initial_status bigint;
  charged_types bigint[];
  payables jsonb;
begin
  select id into initial_status from order_statuses where account_id = of_account and initial;
  select coalesce(array_agg(id), '{}') into charged_types from freight_types where account_id = of_account and charged;
  if fields @? '$[*].id_operation ? (@ != null)' then payables := payable_operations(of_account, fields); end if;
  insert into orders (
    account_id, id, freight_charged, operation_payable, typed_discount, has_taxes, tax_base_includes_shares, total_value,
    -- rows: order.columns
    date,
    fk_id,
    number,
    id_order_status,
    id_reason,
    id_freight_type,
    freight_value,
    insurance_value,
    other_expenses,
    discount_value,
    discount_percentage,
    id_customer,
    id_user,
    observations,
    internal_observations,
    delivery_date,
    valid_until,
    tax_date,
    id_opportunity,
    id_quotation,
    id_payment_type,
    id_payment_method,
    installments,
    id_category,
    id_operation,
    final_consumer,
    presence,
    intermediary,
    customer_order,
    contract,
    commitment,
    id_shipping_company,
    id_address,
    id_branch_company,
    tags,
    custom_fields
    -- end
    )
    overriding system value
  select
    of_account, id, coalesce(id_freight_type = any (charged_types), false),
    case when id_operation is not null then coalesce((payables ->> id_operation::text)::boolean, true) end,
    coalesce(typed_discount, 'money'),
    coalesce(has_taxes, false), coalesce(tax_base_includes_shares, false),
    total_value +
    -- rows: total.ofNewHeader
    case when id_freight_type = any (charged_types) then coalesce(freight_value, 0) else 0 end + coalesce(insurance_value, 0) + coalesce(other_expenses, 0) - coalesce(discount_value, 0)
    -- end
    ,
    -- rows: order.newValues
    date,
    fk_id,
    number,
    coalesce(id_order_status, initial_status),
    id_reason,
    id_freight_type,
    coalesce(freight_value, 0),
    coalesce(insurance_value, 0),
    coalesce(other_expenses, 0),
    coalesce(discount_value, 0),
    coalesce(discount_percentage, 0),
    id_customer,
    id_user,
    observations,
    internal_observations,
    delivery_date,
    valid_until,
    tax_date,
    id_opportunity,
    id_quotation,
    id_payment_type,
    id_payment_method,
    installments,
    id_category,
    id_operation,
    final_consumer,
    presence,
    intermediary,
    customer_order,
    contract,
    commitment,
    id_shipping_company,
    id_address,
    id_branch_company,
    tags,
    coalesce(custom_fields, '{}')
    -- end
    from jsonb_populate_recordset(null::orders, fields) order by fk_id;
  if jsonb_array_length(lines) > 0 then perform insert_order_items(of_account, lines); end if;
  return query select p.order_id, p.document from publish_orders(
    of_account, ids, event_ids, array_fill('order.created'::text, array[cardinality(ids)]), authors,
    array_fill(null::text, array[cardinality(ids)]), array_fill(false, array[cardinality(ids)])) p;
end $$;

-- Writes every field that a client writes; the total follows the amounts of the header.
create or replace function update_order(
  of_account bigint, of_order bigint, of_version bigint, fields jsonb, is_freight_written boolean
) returns void language plpgsql as $$
declare
  before orders;
  o orders;
begin
  select * into before from orders where account_id = of_account and id = of_order;
  -- A program of the release before leaves out what it does not know. That stays as it is.
  o := jsonb_populate_record(before, fields);
  if is_freight_written then o.freight_charged := is_freight_charged(of_account, o.id_freight_type); end if;
  if o.id_operation is distinct from before.id_operation then
    o.operation_payable := is_operation_payable(of_account, o.id_operation);
  end if;
  -- Those that are written now are settled anew.
  if o.installments is distinct from before.installments then
    delete from installment_methods where account_id = of_account and id_order = of_order;
  end if;
  update orders
     set version = of_version, updated_at = greatest(updated_at, date_trunc('milliseconds', statement_timestamp())),
         freight_charged = o.freight_charged, operation_payable = o.operation_payable, typed_discount = o.typed_discount, has_taxes = o.has_taxes,
         installment_plan = case when o.installments is not distinct from before.installments then installment_plan end,
         total_value = total_value - (
           -- rows: total.ofHeader
           case when freight_charged then freight_value else 0 end + insurance_value + other_expenses - discount_value
           -- end
         ) + (
           -- rows: total.ofChangedHeader
           case when o.freight_charged then o.freight_value else 0 end + o.insurance_value + o.other_expenses - o.discount_value
           -- end
         ),
         -- rows: order.assignments
         date = o.date,
         fk_id = o.fk_id,
         number = o.number,
         id_order_status = o.id_order_status,
         id_reason = o.id_reason,
         id_freight_type = o.id_freight_type,
         freight_value = o.freight_value,
         insurance_value = o.insurance_value,
         other_expenses = o.other_expenses,
         discount_value = o.discount_value,
         discount_percentage = o.discount_percentage,
         id_customer = o.id_customer,
         id_user = o.id_user,
         observations = o.observations,
         internal_observations = o.internal_observations,
         delivery_date = o.delivery_date,
         valid_until = o.valid_until,
         tax_date = o.tax_date,
         id_opportunity = o.id_opportunity,
         id_quotation = o.id_quotation,
         id_payment_type = o.id_payment_type,
         id_payment_method = o.id_payment_method,
         installments = o.installments,
         id_category = o.id_category,
         id_operation = o.id_operation,
         final_consumer = o.final_consumer,
         presence = o.presence,
         intermediary = o.intermediary,
         customer_order = o.customer_order,
         contract = o.contract,
         commitment = o.commitment,
         id_shipping_company = o.id_shipping_company,
         id_address = o.id_address,
         id_branch_company = o.id_branch_company,
         tags = o.tags,
         custom_fields = o.custom_fields
         -- end
   where account_id = of_account and id = of_order;
end $$;

-- Removes what orders say of their customer beside its record, and builds their JSON anew. They are
-- locked rows, and the customer's own data is gone. `codes` and `fields` are what stays of the codes and
-- custom fields, in the order of the ids; `item_ids` are the lines whose codes go.
create or replace function redact_orders(
  of_account bigint, ids bigint[], codes text[], fields jsonb[], item_ids bigint[]
) returns void language plpgsql as $$
declare
  of_shape smallint := order_shape();
  epoch bigint;
  stored_epoch bigint;
  kept text;
  built text;
  kept_records json;
begin
  update order_items set fk_id = null where account_id = of_account and id = any (item_ids);
  update order_items set description = null
   where account_id = of_account and id_order = any (ids) and description is not null;
  select names_epoch into epoch from accounts where account_id = of_account;
  for i in 1 .. cardinality(ids) loop
    update orders
       set fk_id = codes[i], custom_fields = fields[i],
           -- rows: order.emptiedTexts
           observations = null,
           internal_observations = null
           -- end
     where account_id = of_account and id = ids[i];
    select complete_order_json(document, shape), names_epoch, invoice_records into kept, stored_epoch, kept_records
      from order_documents where account_id = of_account and id_order = ids[i];
    continue when not found;
    built := order_json(of_account, ids[i]);
    if stored_epoch is null then built := anonymous_order_json(built::json, kept::json); end if;
    if kept_records is not null then
      -- All that is not of the person stays.
      kept_records := kept_invoice_records(
        order_invoice_records(of_account, ids[i]), (kept_records::jsonb - '{customer,address}'::text[])::json);
    end if;
    update order_documents
       set document = built, names_epoch = case when stored_epoch is not null then epoch end, shape = of_shape,
           invoice_records = kept_records
     where account_id = of_account and id_order = ids[i];
  end loop;
end $$;

-- A new property makes the documents of all orders stale that are not locked: they are built anew, as where
-- names have changed. While this is not committed, writers have the epoch before.
update accounts set names_epoch = names_epoch + 1 where order_shape() <>
  -- rows: shape.size
  72
  -- end
;

-- The shape of the JSON that `orders_json` builds: the number of properties that are returned. It comes behind
-- that function, and last: who sees this one sees that one.
create or replace function order_shape() returns smallint language sql immutable parallel safe as $$
  select (
    -- rows: shape.size
    72
    -- end
  )::smallint
$$;
