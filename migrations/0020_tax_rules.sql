-- compatible-with: 0002
-- The rules by which an account's taxes are worked out, each state of them kept as a version.
alter table accounts add column rules_epoch bigint not null default 0;

create table tax_rules (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  active boolean not null default true,
  kind text not null check (kind in ('icms', 'ipi', 'ibs_cbs')),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  id_product bigint,
  cest text check (cest ~ '^[0-9]{7}$'),
  ncm text check (ncm ~ '^[0-9]{2,8}$'),
  id_category bigint,
  scope text check (scope in ('inside', 'interstate')),
  origin_states text[] check (origin_states <> '{}'),
  destination_states text[] check (destination_states <> '{}'),
  id_operation bigint,
  id_branch_company bigint,
  ie_kinds bigint[] check (ie_kinds <> '{}' and ie_kinds <@ array[1, 2, 9]::bigint[]),
  final_consumer boolean,
  customer_simples boolean,
  origins bigint[] check (origins <> '{}' and origins <@ array[0, 1, 2, 3, 4, 5, 6, 7, 8]::bigint[]),
  cst text check (cst ~ '^[0-9]{2}$'),
  csosn text check (csosn ~ '^[0-9]{3}$'),
  icms_rate numeric(7, 4) check (icms_rate between 0 and 100),
  icms_reduction numeric(7, 4) check (icms_reduction between 0 and 100),
  icms_deferral numeric(7, 4) check (icms_deferral between 0 and 100),
  fcp_rate numeric(7, 4) check (fcp_rate between 0 and 100),
  st_rate numeric(7, 4) check (st_rate > 0 and st_rate <= 100),
  margin numeric(7, 4) check (margin >= 0),
  margin_kind text not null default 'original' check (margin_kind in ('original', 'adjusted')),
  intra_rate numeric(7, 4) check (intra_rate between 0 and 100),
  margin_decimals integer not null default 2 check (margin_decimals in (2, 4)),
  unit_value numeric(15, 4) check (unit_value > 0),
  unit_kind text check (unit_kind in ('list', 'consumer_price', 'greater')),
  st_reduction numeric(7, 4) check (st_reduction between 0 and 100),
  st_fcp_rate numeric(7, 4) check (st_fcp_rate between 0 and 100),
  deduction_rate numeric(7, 4) check (deduction_rate between 0 and 100),
  st_own_use boolean not null default false,
  difal_rate numeric(7, 4) check (difal_rate > 0 and difal_rate <= 100),
  difal_fcp_rate numeric(7, 4) check (difal_fcp_rate between 0 and 100),
  difal_reduction numeric(7, 4) check (difal_reduction between 0 and 100),
  difal_base text not null default 'single' check (difal_base in ('single', 'double')),
  relief_rate numeric(7, 4) check (relief_rate between 0 and 100),
  relief_reason text check (relief_reason ~ '^[0-9]{1,2}$'),
  relief_deducts boolean not null default false,
  cfop text check (cfop ~ '^[5-7][0-9]{3}$'),
  benefit text check (length(benefit) <= 10),
  note text check (length(note) between 1 and 500),
  rate numeric(7, 4) check (rate between 0 and 100),
  per_unit numeric(15, 4) check (per_unit >= 0),
  class text check (class ~ '^[0-9]{1,6}$'),
  reduction numeric(7, 4) check (reduction between 0 and 100),
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id),
  foreign key (account_id, id_product) references products,
  foreign key (account_id, id_category) references categories,
  foreign key (account_id, id_operation) references operations,
  foreign key (account_id, id_branch_company) references branch_companies,
  constraint tax_rules_st_needs_contributor check (st_rate is null or case when st_own_use
    then final_consumer is true else final_consumer is false and ie_kinds = array[1]::bigint[] end),
  constraint tax_rules_difal_needs_consumer check (difal_rate is null or ie_kinds = array[9]::bigint[])
);
create index tax_rules_by_goods on tax_rules (account_id, kind, coalesce(id_product::text, cest, ncm, ''));
create index tax_rules_by_product on tax_rules (account_id, id_product, id) where id_product is not null;
create index tax_rules_by_category on tax_rules (account_id, id_category, id) where id_category is not null;
create index tax_rules_by_operation on tax_rules (account_id, id_operation, id) where id_operation is not null;
create index tax_rules_by_branch_company on tax_rules (account_id, id_branch_company, id)
  where id_branch_company is not null;

create table tax_rule_versions (
  account_id bigint not null,
  id_tax_rule bigint not null,
  version bigint not null,
  document json not null,
  primary key (account_id, id_tax_rule, version),
  foreign key (account_id, id_tax_rule) references tax_rules
);
