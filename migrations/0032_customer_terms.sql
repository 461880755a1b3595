-- compatible-with: 0002
-- What a new order of a customer begins with, and whom to talk to. Defaults that are constant rewrite no table.
alter table customers
  add column id_payment_type bigint,
  add column id_payment_method bigint,
  add column id_shipping_company bigint,
  add column id_freight_type bigint,
  add column contacts jsonb not null default '[]'
    check (jsonb_typeof(contacts) = 'array' and jsonb_array_length(contacts) <= 20),
  add foreign key (account_id, id_payment_type) references payment_types not valid,
  add foreign key (account_id, id_payment_method) references payment_methods not valid,
  add foreign key (account_id, id_shipping_company) references shipping_companies not valid,
  add foreign key (account_id, id_freight_type) references freight_types not valid;

-- The digits of a telephone, as words of searches begin: with the country's number and without it.
create function phone_words(phone text) returns text language sql immutable parallel safe as $$
  select case when digits ~ '^55[0-9]{10,11}$' then digits || ' ' || substr(digits, 3) else digits end
    from (select regexp_replace(phone, '[^0-9]', '', 'g') as digits) p
$$;

create or replace function keep_trade_search() returns trigger language plpgsql as $$
declare
  words text := concat_ws(' ', new.trade_name,
    (select string_agg(concat_ws(' ', c ->> 'name', c ->> 'email', phone_words(c ->> 'phone')), ' ')
       from jsonb_array_elements(new.contacts) c));
begin
  -- Without what nobody sees.
  new.trade_search := search_text(regexp_replace(nullif(words, ''), '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]', '', 'g'));
  return new;
end $$;
create or replace trigger trade_search_insert before insert on customers
  for each row when (new.trade_name is not null or new.contacts <> '[]')
  execute function keep_trade_search();
create or replace trigger trade_search_update before update of trade_name, contacts on customers
  for each row
  when (new.trade_name is distinct from old.trade_name or new.contacts <> old.contacts)
  execute function keep_trade_search();

-- A process of the version before anonymises without knowing the contacts.
create or replace function empty_anonymised() returns trigger language plpgsql as $$
begin
  new.trade_name := null;
  new.trade_search := null;
  new.notes := null;
  new.contacts := '[]';
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
             or new.contacts <> '[]'
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
