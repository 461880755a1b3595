-- compatible-with: 0002
-- Short words of the house's own for customers. A default that is constant rewrites no table.
alter table customers
  add column tags text[] not null default '{}' check (cardinality(tags) <= 20);

-- A process of the version before anonymises without knowing the column.
create or replace function empty_anonymised() returns trigger language plpgsql as $$
begin
  new.trade_name := null;
  new.trade_search := null;
  new.notes := null;
  new.contacts := '[]';
  new.cities := null;
  new.tags := '{}';
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
             or new.tags <> '{}'
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
