-- beside: 0003

-- The transaction in which an account comes from another installation says so by `pedido.loading`. Its
-- custom fields were held to its rules there, when they were written, and the values that lists look
-- for come with them. An order's total is checked when the transaction ends, and not by each part of
-- its lines.
create or replace function check_custom_fields() returns trigger language plpgsql as $$
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

create or replace function check_totals_of_touched_items() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  for touched in select distinct account_id, id_order from touched_items loop
    perform refuse_wrong_total(touched.account_id, touched.id_order);
  end loop;
  return null;
end $$;
