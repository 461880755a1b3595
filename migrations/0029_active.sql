-- compatible-with: 0002
-- Customers and products that are offered for new orders no longer. A default that is constant rewrites no table.
alter table customers add column active boolean not null default true;
alter table products add column active boolean not null default true;

-- Nobody orders for a person whose data was removed; also where a process of the version before removes it.
create or replace function empty_anonymised() returns trigger language plpgsql as $$
begin
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
