-- compatible-with: 0002
-- What an invoice says of who buys, and where.
alter table customers
  add column legal_name text check (length(legal_name) between 2 and 60),
  add column ie_kind integer check (ie_kind in (1, 2, 9)),
  add column ie text check (ie ~ '^[0-9]{2,14}$'),
  add column simples boolean,
  add column suframa text check (suframa ~ '^[0-9]{8,9}$'),
  add column public_kind integer check (public_kind between 1 and 4);
alter table addresses
  add column ibge text check (ibge ~ '^[0-9]{7}$'),
  add column country integer not null default 1058 check (country between 1 and 9999),
  -- The first two digits of a municipality are its state's.
  add constraint addresses_ibge_of_state check (ibge is null or state is null or upper(state) || left(ibge, 2) in (
    'AC12', 'AL27', 'AM13', 'AP16', 'BA29', 'CE23', 'DF53', 'ES32', 'GO52', 'MA21', 'MG31', 'MS50', 'MT51', 'PA15',
    'PB25', 'PE26', 'PI22', 'PR41', 'RJ33', 'RN24', 'RO11', 'RR14', 'RS43', 'SC42', 'SE28', 'SP35', 'TO17', 'EX99'));

-- A process of the version before anonymises without knowing these columns.
create function empty_anonymised() returns trigger language plpgsql as $$
begin
  new.legal_name := null;
  new.ie := null;
  new.suframa := null;
  return new;
end $$;
create trigger empties_anonymised before update on customers
  for each row when (old.anonymised_at is null and new.anonymised_at is not null)
  execute function empty_anonymised();

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
             or new.custom_fields <> old.custom_fields
             or (new.fk_id is not null and new.fk_id is distinct from old.fk_id)))
  execute function refuse_anonymised();
