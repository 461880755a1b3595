-- compatible-with: 0002
-- Customers and products that are offered for new orders no longer. A default that is constant rewrites no table.
alter table customers add column active boolean not null default true;
alter table products add column active boolean not null default true;

-- What people call a customer, and what the house notes of it.
alter table customers
  add column trade_name text check (length(trade_name) between 1 and 200),
  -- As searches compare it. A generated column would have the table written anew.
  add column trade_search text,
  add column notes text check (length(notes) between 1 and 5000);

create function keep_trade_search() returns trigger language plpgsql as $$
begin
  -- Without what nobody sees.
  new.trade_search := search_text(regexp_replace(new.trade_name, '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]', '', 'g'));
  return new;
end $$;
create trigger trade_search_insert before insert on customers
  for each row when (new.trade_name is not null) execute function keep_trade_search();
create trigger trade_search_update before update of trade_name on customers
  for each row when (new.trade_name is distinct from old.trade_name) execute function keep_trade_search();

-- A process of the version before anonymises without knowing these columns. Nobody orders for a person
-- whose data was removed.
create or replace function empty_anonymised() returns trigger language plpgsql as $$
begin
  new.trade_name := null;
  new.trade_search := null;
  new.notes := null;
  new.legal_name := null;
  new.ie := null;
  new.suframa := null;
  new.active := false;
  return new;
end $$;

create or replace trigger stays_anonymised before update on customers
  for each row
  when (old.anonymised_at is not null
        and (new.anonymised_at is null
             or new.name <> old.name
             or new.trade_name is not null
             or new.notes is not null
             or new.document is not null
             or new.email is not null
             or new.phone is not null
             or new.legal_name is not null
             or new.ie is not null
             or new.suframa is not null
             or (new.active and not old.active)
             or new.custom_fields <> old.custom_fields
             or (new.fk_id is not null and new.fk_id is distinct from old.fk_id)))
  execute function refuse_anonymised();
