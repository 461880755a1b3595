-- compatible-with: 0002
-- What an invoice says of who sells and carries, of freight and payment.
alter table branch_companies
  add column state text check (state ~ '^[A-Z]{2}$'),
  add column ibge text check (ibge ~ '^[0-9]{7}$'),
  add column address text check (length(address) between 1 and 200),
  add column ie text check (ie ~ '^[0-9]{2,14}$'),
  add column st_registrations jsonb not null default '[]' check (jsonb_typeof(st_registrations) = 'array'),
  add column cnae text check (cnae ~ '^[0-9]{7}$'),
  add column regimes jsonb not null default '[]' check (jsonb_typeof(regimes) = 'array'),
  add column simples_credit_rates jsonb not null default '[]' check (jsonb_typeof(simples_credit_rates) = 'array'),
  add column ipi_payer boolean not null default false,
  add constraint branch_companies_ibge_of_state check (ibge is null or state is null or state || left(ibge, 2) in (
    'AC12', 'AL27', 'AM13', 'AP16', 'BA29', 'CE23', 'DF53', 'ES32', 'GO52', 'MA21', 'MG31', 'MS50', 'MT51', 'PA15',
    'PB25', 'PE26', 'PI22', 'PR41', 'RJ33', 'RN24', 'RO11', 'RR14', 'RS43', 'SC42', 'SE28', 'SP35', 'TO17'));
-- Its variable had the name of the column that payment methods get.
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
      when 'id_shipping_company' then
        select id into found_id from shipping_companies where account_id = of_account and fk_id = of_code;
      when 'id_address' then
        select id into found_id from addresses where account_id = of_account and fk_id = of_code;
      when 'id_branch_company' then
        select id into found_id from branch_companies where account_id = of_account and fk_id = of_code;
    end case;
    ids[n] := found_id;
  end loop;
  return ids;
end $$;

alter table payment_methods add column code text check (code ~ '^[0-9]{2}$');
alter table freight_types add column mode integer check (mode in (0, 1, 2, 3, 4, 9));
alter table shipping_companies
  add column ie text check (ie ~ '^[0-9]{2,14}$'),
  add column address text check (length(address) between 1 and 200),
  add column state text check (state ~ '^[A-Z]{2}$');
