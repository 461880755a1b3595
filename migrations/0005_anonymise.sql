-- beside: 0003

-- A person's data is removed for good: from the record at once, from all else that holds it by a job.

alter table customers add column anonymised_at timestamptz(3);

-- One row for each customer that was anonymised: how far the job is, and when it has something to do.
create table anonymisations (
  account_id bigint not null,
  id_customer bigint not null,
  -- Of orders in these statuses documents are kept; null: in those that are locked.
  kept_statuses bigint[],
  state text not null check (state in ('running', 'done')),
  -- What is being gone through, and the last key of it that is done.
  stage text not null,
  position text not null,
  -- By which texts the person is found, as JSON; empty once the job is done.
  known text not null,
  asked_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- When there is something to do; null: never again.
  next_at timestamptz(3),
  primary key (account_id, id_customer)
);
create index anonymisations_due on anonymisations (next_at) where next_at is not null;

-- Whose addresses were that are deleted: their history names nobody.
create table former_addresses (
  account_id bigint not null,
  id_customer bigint not null,
  id bigint not null,
  primary key (account_id, id_customer, id)
);

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
  -- An account that comes from another installation: 0004.
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

-- The JSON of a locked order whose customer was anonymised: all that is not of the person is taken from
-- `kept`, what it was, as `kept_order_json` does it.
create function anonymous_order_json(fresh json, kept json) returns text language sql immutable as $$
  select concat('{', string_agg(concat(to_json(key), ':', case
           when key = 'items' then (
             select concat('[', string_agg(
                      (select concat('{', string_agg(concat(to_json(f.key), ':', case
                                when f.key in ('description', 'fk_id') then (fresh -> 'items' -> (i.n - 1)::integer -> f.key)::text
                                else f.value::text end), ',' order by f.n), '}')
                         from json_each(i.item) with ordinality as f (key, value, n)), ',' order by i.n), ']')
               from json_array_elements(kept -> 'items') with ordinality as i (item, n))
           when key in ('status', 'freight', 'user', 'opportunity', 'quotation', 'payment_type',
                        'payment_method', 'category', 'shipping_company', 'branch_company')
                and (kept -> key ->> 'id') is not distinct from (value ->> 'id') then (kept -> key)::text
           else value::text end), ',' order by n), '}')
    from json_each(fresh) with ordinality as part (key, value, n)
$$;

-- Removes what orders say of their customer beside its record, and builds their JSON anew. They are
-- locked rows, and the customer's own data is gone. `codes` and `fields` are what stays of the codes and
-- custom fields, in the order of the ids; `item_ids` are the lines whose codes go.
create function let_go_orders(of_account bigint, ids bigint[], codes text[], fields jsonb[], item_ids bigint[])
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

-- Puts what stays of events in their place.
create function rewrite_events(of_account bigint, ids bigint[], datas text[], befores jsonb[]) returns void
  language plpgsql as $$
begin
  for i in 1 .. cardinality(ids) loop
    update events set data = datas[i], previous = befores[i] where account_id = of_account and id = ids[i];
  end loop;
end $$;
