-- Generated from the migrations by `npm run generate`; not meant to be run.

create table account_deletions (
  account_id bigint not null,
  uid uuid not null,
  requested_by text not null,
  requested_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  delete_at timestamp(3) with time zone not null,
  begun_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  removed jsonb,
  constraint account_deletions_pkey PRIMARY KEY (account_id)
);

create table accounts (
  account_id bigint generated always as identity not null,
  uid uuid not null default gen_random_uuid(),
  name text not null,
  time_zone text not null default 'UTC'::text,
  amounts text not null default 'verify'::text,
  names_epoch bigint not null default 0,
  documents_epoch bigint not null default 0,
  cursor_secret bytea not null,
  logo text,
  logo_image bytea,
  restricted_read_all_customers boolean not null default false,
  delete_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  tax_base_includes_shares boolean not null default true,
  rules_epoch bigint not null default 0,
  confirm_moved_totals boolean not null default true,
  derived_taxes text[] not null default '{icms,ipi,ibs_cbs}'::text[],
  missing_rate text not null default 'warn'::text,
  checks_invoices boolean not null default false,
  order_message text,
  test boolean not null default false,
  test_step integer,
  id_test_account bigint,
  constraint accounts_pkey PRIMARY KEY (account_id),
  constraint accounts_amounts_check CHECK ((amounts = ANY (ARRAY['verify'::text, 'trust'::text]))),
  constraint accounts_check CHECK (((logo IS NULL) = (logo_image IS NULL))),
  constraint accounts_check1 CHECK ((test OR (test_step IS NULL))),
  constraint accounts_derived_taxes_check CHECK ((derived_taxes <@ ARRAY['icms'::text, 'ipi'::text, 'ibs_cbs'::text])),
  constraint accounts_missing_rate_check CHECK ((missing_rate = ANY (ARRAY['warn'::text, 'refuse'::text]))),
  constraint accounts_order_message_check CHECK (((length(order_message) >= 1) AND (length(order_message) <= 1000)))
);

create table addresses (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_customer bigint not null,
  name text,
  fk_id text,
  street text,
  number bigint,
  number_text text,
  complement text,
  zip_code integer,
  neighborhood text,
  city text,
  state text,
  latitude numeric(18,15),
  longitude numeric(18,15),
  address_type text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  ibge text,
  country integer not null default 1058,
  constraint addresses_pkey PRIMARY KEY (account_id, id),
  constraint addresses_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint addresses_account_id_id_customer_id_key UNIQUE (account_id, id_customer, id),
  constraint addresses_account_id_id_customer_fkey FOREIGN KEY (account_id, id_customer) REFERENCES customers(account_id, id),
  constraint addresses_address_type_check CHECK ((address_type = ANY (ARRAY['billing'::text, 'delivery'::text, 'main'::text, 'other'::text]))),
  constraint addresses_country_check CHECK (((country >= 1) AND (country <= 9999))),
  constraint addresses_ibge_check CHECK ((ibge ~ '^[0-9]{7}$'::text)),
  constraint addresses_ibge_of_state CHECK (((ibge IS NULL) OR (state IS NULL) OR ((upper(state) || "left"(ibge, 2)) = ANY (ARRAY['AC12'::text, 'AL27'::text, 'AM13'::text, 'AP16'::text, 'BA29'::text, 'CE23'::text, 'DF53'::text, 'ES32'::text, 'GO52'::text, 'MA21'::text, 'MG31'::text, 'MS50'::text, 'MT51'::text, 'PA15'::text, 'PB25'::text, 'PE26'::text, 'PI22'::text, 'PR41'::text, 'RJ33'::text, 'RN24'::text, 'RO11'::text, 'RR14'::text, 'RS43'::text, 'SC42'::text, 'SE28'::text, 'SP35'::text, 'TO17'::text, 'EX99'::text])))),
  constraint addresses_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric))),
  constraint addresses_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric))),
  constraint addresses_number_check CHECK ((number >= 0)),
  constraint addresses_state_check CHECK ((state ~ '^[A-Za-z]{2}$'::text)),
  constraint addresses_zip_code_check CHECK (((zip_code >= 0) AND (zip_code <= 99999999)))
);

create table anonymisations (
  account_id bigint not null,
  id_customer bigint not null,
  kept_statuses bigint[],
  state text not null,
  stage text not null,
  "position" text not null,
  known text not null,
  mentioned text not null default '[]'::text,
  asked_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  constraint anonymisations_pkey PRIMARY KEY (account_id, id_customer),
  constraint anonymisations_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);

create table branch_companies (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  document text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  state text,
  ibge text,
  address text,
  ie text,
  st_registrations jsonb not null default '[]'::jsonb,
  cnae text,
  regimes jsonb not null default '[]'::jsonb,
  simples_credit_rates jsonb not null default '[]'::jsonb,
  ipi_payer boolean not null default false,
  phone text,
  constraint branch_companies_pkey PRIMARY KEY (account_id, id),
  constraint branch_companies_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint branch_companies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint branch_companies_address_check CHECK (((length(address) >= 1) AND (length(address) <= 200))),
  constraint branch_companies_cnae_check CHECK ((cnae ~ '^[0-9]{7}$'::text)),
  constraint branch_companies_ibge_check CHECK ((ibge ~ '^[0-9]{7}$'::text)),
  constraint branch_companies_ibge_of_state CHECK (((ibge IS NULL) OR (state IS NULL) OR ((state || "left"(ibge, 2)) = ANY (ARRAY['AC12'::text, 'AL27'::text, 'AM13'::text, 'AP16'::text, 'BA29'::text, 'CE23'::text, 'DF53'::text, 'ES32'::text, 'GO52'::text, 'MA21'::text, 'MG31'::text, 'MS50'::text, 'MT51'::text, 'PA15'::text, 'PB25'::text, 'PE26'::text, 'PI22'::text, 'PR41'::text, 'RJ33'::text, 'RN24'::text, 'RO11'::text, 'RR14'::text, 'RS43'::text, 'SC42'::text, 'SE28'::text, 'SP35'::text, 'TO17'::text])))),
  constraint branch_companies_ie_check CHECK ((ie ~ '^[0-9]{2,14}$'::text)),
  constraint branch_companies_regimes_check CHECK ((jsonb_typeof(regimes) = 'array'::text)),
  constraint branch_companies_simples_credit_rates_check CHECK ((jsonb_typeof(simples_credit_rates) = 'array'::text)),
  constraint branch_companies_st_registrations_check CHECK ((jsonb_typeof(st_registrations) = 'array'::text)),
  constraint branch_companies_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);

create table categories (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint categories_pkey PRIMARY KEY (account_id, id),
  constraint categories_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint categories_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table custom_fields (
  account_id bigint not null,
  id bigint generated always as identity not null,
  resource text not null,
  key text not null,
  label text,
  type text not null,
  required boolean not null,
  "unique" boolean not null,
  filterable boolean not null,
  choices text[] not null,
  status text not null default 'active'::text,
  progress integer not null default 100,
  "position" bigint not null default 0,
  breaking bigint not null default 0,
  breaking_records jsonb not null default '[]'::jsonb,
  language text not null default 'en'::text,
  previous jsonb,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint custom_fields_pkey PRIMARY KEY (account_id, id),
  constraint custom_fields_account_id_resource_key_key UNIQUE (account_id, resource, key),
  constraint custom_fields_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint custom_fields_language_check CHECK ((language = ANY (ARRAY['en'::text, 'pt-BR'::text]))),
  constraint custom_fields_resource_check CHECK ((resource = ANY (ARRAY['orders'::text, 'customers'::text, 'products'::text]))),
  constraint custom_fields_status_check CHECK ((status = ANY (ARRAY['active'::text, 'checking'::text, 'refused'::text]))),
  constraint custom_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'integer'::text, 'decimal'::text, 'boolean'::text, 'date'::text, 'choice'::text])))
);

create table custom_rules (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_field bigint not null,
  resource text not null,
  key text not null,
  type text not null,
  required boolean not null,
  "unique" boolean not null,
  filterable boolean not null,
  choices text[] not null,
  state text not null,
  gone_at timestamp(3) with time zone,
  constraint custom_rules_pkey PRIMARY KEY (account_id, id),
  constraint custom_rules_state_check CHECK ((state = ANY (ARRAY['active'::text, 'checking'::text, 'gone'::text])))
);

create table custom_values (
  account_id bigint not null,
  id_rule bigint not null,
  id_record bigint not null,
  number numeric not null,
  text text not null,
  is_unique boolean not null,
  constraint custom_values_pkey PRIMARY KEY (account_id, id_rule, id_record)
);

create table customer_users (
  account_id bigint not null,
  id_user bigint not null,
  id_customer bigint not null,
  constraint customer_users_pkey PRIMARY KEY (account_id, id_user, id_customer),
  constraint customer_users_account_id_id_customer_fkey FOREIGN KEY (account_id, id_customer) REFERENCES customers(account_id, id) ON DELETE CASCADE,
  constraint customer_users_account_id_id_user_fkey FOREIGN KEY (account_id, id_user) REFERENCES users(account_id, id)
);

create table customers (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  document text,
  email text,
  phone text,
  custom_fields jsonb not null default '{}'::jsonb,
  id_users bigint[] not null default '{}'::bigint[],
  anonymised_at timestamp(3) with time zone,
  search text not null generated always as (lower(regexp_replace(NORMALIZE((((((((' '::text || name) || ' '::text) || COALESCE(fk_id, ''::text)) || ' '::text) || COALESCE(document, ''::text)) || ' '::text) || COALESCE(email, ''::text)), NFKD), '[\u0300-\u036f!-/:-@\[-`{-~\u2010-\u2027]'::text, ''::text, 'g'::text))) stored,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  legal_name text,
  ie_kind integer,
  ie text,
  simples boolean,
  suframa text,
  public_kind integer,
  active boolean not null default true,
  trade_name text,
  trade_search text,
  notes text,
  id_payment_type bigint,
  id_payment_method bigint,
  id_shipping_company bigint,
  id_freight_type bigint,
  contacts jsonb not null default '[]'::jsonb,
  cities text,
  tags text[] not null default '{}'::text[],
  constraint customers_pkey PRIMARY KEY (account_id, id),
  constraint customers_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint customers_account_id_id_freight_type_fkey FOREIGN KEY (account_id, id_freight_type) REFERENCES freight_types(account_id, id),
  constraint customers_account_id_id_payment_method_fkey FOREIGN KEY (account_id, id_payment_method) REFERENCES payment_methods(account_id, id),
  constraint customers_account_id_id_payment_type_fkey FOREIGN KEY (account_id, id_payment_type) REFERENCES payment_types(account_id, id),
  constraint customers_account_id_id_shipping_company_fkey FOREIGN KEY (account_id, id_shipping_company) REFERENCES shipping_companies(account_id, id),
  constraint customers_contacts_check CHECK (((jsonb_typeof(contacts) = 'array'::text) AND (jsonb_array_length(contacts) <= 20))),
  constraint customers_ie_check CHECK ((ie ~ '^[0-9]{2,14}$'::text)),
  constraint customers_ie_kind_check CHECK ((ie_kind = ANY (ARRAY[1, 2, 9]))),
  constraint customers_legal_name_check CHECK (((length(legal_name) >= 2) AND (length(legal_name) <= 60))),
  constraint customers_notes_check CHECK (((length(notes) >= 1) AND (length(notes) <= 5000))),
  constraint customers_public_kind_check CHECK (((public_kind >= 1) AND (public_kind <= 4))),
  constraint customers_suframa_check CHECK ((suframa ~ '^[0-9]{8,9}$'::text)),
  constraint customers_tags_check CHECK ((cardinality(tags) <= 20)),
  constraint customers_trade_name_check CHECK (((length(trade_name) >= 1) AND (length(trade_name) <= 200)))
);

create table event_heads (
  account_id bigint not null,
  "position" bigint not null default 0,
  latest timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  first_position bigint not null default 1,
  constraint event_heads_pkey PRIMARY KEY (account_id),
  constraint event_heads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table event_positions (
  account_id bigint not null,
  "position" bigint not null,
  id_event bigint not null,
  type text not null,
  resource text not null,
  id_record bigint not null,
  "time" timestamp(3) with time zone not null,
  latest timestamp(3) with time zone not null,
  constraint event_positions_pkey PRIMARY KEY (account_id, "position")
);

create table event_queue (
  account_id bigint not null,
  id_event bigint not null,
  constraint event_queue_pkey PRIMARY KEY (account_id, id_event)
);

create table events (
  account_id bigint not null,
  id bigint generated always as identity not null,
  uid uuid not null default gen_random_uuid(),
  type text not null,
  resource text not null,
  id_record bigint not null,
  version bigint not null,
  "time" timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  id_token bigint,
  token_name text,
  request_id text,
  traceparent text,
  data text not null,
  previous jsonb,
  shape smallint default 37,
  reason text,
  restored_version bigint,
  constraint events_pkey PRIMARY KEY (account_id, id),
  constraint events_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint events_restored_version_check CHECK ((restored_version > 0))
);

create table former_addresses (
  account_id bigint not null,
  id_customer bigint not null,
  id bigint not null,
  constraint former_addresses_pkey PRIMARY KEY (account_id, id_customer, id)
);

create table freight_types (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  charged boolean not null default true,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  mode integer,
  constraint freight_types_pkey PRIMARY KEY (account_id, id),
  constraint freight_types_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint freight_types_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint freight_types_mode_check CHECK ((mode = ANY (ARRAY[0, 1, 2, 3, 4, 9])))
);

create table function_revisions (
  revision integer not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint function_revisions_pkey PRIMARY KEY (revision)
);

create table history_archives (
  account_id bigint not null,
  id bigint generated always as identity not null,
  state text not null default 'planned'::text,
  first_event bigint not null,
  last_event bigint not null,
  first_time timestamp(3) with time zone not null,
  last_time timestamp(3) with time zone not null,
  events bigint not null,
  place text,
  bytes bigint,
  sha256 text,
  created_at timestamp(3) with time zone not null default now(),
  done_at timestamp(3) with time zone,
  holder uuid,
  held_until timestamp(3) with time zone,
  held_by text,
  epoch bigint not null default 0,
  next_at timestamp(3) with time zone not null default now(),
  constraint history_archives_pkey PRIMARY KEY (account_id, id),
  constraint history_archives_check CHECK (((state = 'planned'::text) OR ((place IS NOT NULL) AND (bytes IS NOT NULL) AND (sha256 IS NOT NULL)))),
  constraint history_archives_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'stored'::text, 'removing'::text, 'done'::text])))
);

create table idempotency_keys (
  account_id bigint not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text not null,
  expires_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, key)
);

create table import_mappings (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  resource text not null,
  mapping text not null,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint import_mappings_pkey PRIMARY KEY (account_id, id),
  constraint import_mappings_account_id_name_key UNIQUE (account_id, name),
  constraint import_mappings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table import_parts (
  account_id bigint not null,
  id_import bigint not null,
  number integer not null,
  content bytea not null,
  constraint import_parts_pkey PRIMARY KEY (account_id, id_import, number),
  constraint import_parts_account_id_id_import_fkey FOREIGN KEY (account_id, id_import) REFERENCES imports(account_id, id) ON DELETE CASCADE
);

create table import_refusals (
  account_id bigint not null,
  id_import bigint not null,
  line bigint not null,
  rows text not null,
  faults text not null,
  constraint import_refusals_pkey PRIMARY KEY (account_id, id_import, line),
  constraint import_refusals_account_id_id_import_fkey FOREIGN KEY (account_id, id_import) REFERENCES imports(account_id, id) ON DELETE CASCADE
);

create table imports (
  account_id bigint not null,
  id bigint generated always as identity not null,
  resource text not null,
  file_name text,
  format text not null,
  encoding text,
  bytes bigint not null default 0,
  mode text not null,
  dry_run boolean not null,
  mapping text not null,
  layout text,
  state text not null,
  failure text,
  line bigint not null default 0,
  progress numeric(5,4) not null default 0,
  last_line bigint,
  checked text,
  first_faults text not null default '[]'::text,
  warnings text not null default '[]'::text,
  total_value numeric not null default 0,
  reduced bigint not null default 0,
  reduced_by numeric not null default 0,
  lines bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  refused bigint not null default 0,
  refused_bytes bigint not null default 0,
  details_kept boolean not null default true,
  scopes text[] not null,
  only_users bigint[],
  only_branches bigint[],
  id_token bigint not null,
  token_name text not null,
  request_id text not null,
  language text not null,
  epoch bigint not null default 0,
  holder text,
  held_until timestamp(3) with time zone,
  deaths integer not null default 0,
  failures integer not null default 0,
  next_at timestamp(3) with time zone not null default now(),
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint imports_pkey PRIMARY KEY (account_id, id),
  constraint imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint imports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'json'::text, 'ods'::text]))),
  constraint imports_language_check CHECK ((language = ANY (ARRAY['en'::text, 'pt-BR'::text]))),
  constraint imports_mode_check CHECK ((mode = ANY (ARRAY['put'::text, 'patch'::text]))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'needs_mapping'::text])))
);

create table installment_methods (
  account_id bigint not null,
  id_order bigint not null,
  id_payment_method bigint not null,
  constraint installment_methods_pkey PRIMARY KEY (account_id, id_order, id_payment_method),
  constraint installment_methods_account_id_id_order_fkey FOREIGN KEY (account_id, id_order) REFERENCES orders(account_id, id) ON DELETE CASCADE,
  constraint installment_methods_account_id_id_payment_method_fkey FOREIGN KEY (account_id, id_payment_method) REFERENCES payment_methods(account_id, id)
);

create table links (
  account_id bigint not null,
  id bigint generated always as identity not null,
  sha256 bytea not null,
  purpose text not null,
  id_member bigint,
  expires_at timestamp(3) with time zone not null,
  constraint links_pkey PRIMARY KEY (account_id, id),
  constraint links_account_id_sha256_key UNIQUE (account_id, sha256),
  constraint links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint links_account_id_id_member_fkey FOREIGN KEY (account_id, id_member) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint links_purpose_check CHECK ((purpose = ANY (ARRAY['owner'::text, 'invitation'::text, 'reset'::text])))
);

create table mail_allowances (
  account_id bigint not null,
  key text not null,
  spent_until timestamp(3) with time zone not null,
  constraint mail_allowances_pkey PRIMARY KEY (account_id, key)
);

create table members (
  account_id bigint not null,
  id bigint generated always as identity not null,
  email text not null,
  name text not null,
  role text not null,
  language text not null default 'pt-BR'::text,
  id_user bigint,
  only_users bigint[],
  only_branches bigint[],
  password_hash text,
  provider_issuer text,
  provider_subject text,
  mail_purpose text,
  mail_number bigint not null default 0,
  mail_attempts integer not null default 0,
  mail_since timestamp(3) with time zone,
  mail_next_at timestamp(3) with time zone,
  mail_sent_at timestamp(3) with time zone,
  mail_error text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint members_pkey PRIMARY KEY (account_id, id),
  constraint members_account_id_email_key UNIQUE (account_id, email),
  constraint members_account_id_provider_issuer_provider_subject_key UNIQUE (account_id, provider_issuer, provider_subject),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint members_account_id_id_user_fkey FOREIGN KEY (account_id, id_user) REFERENCES users(account_id, id),
  constraint members_check CHECK (((provider_issuer IS NULL) = (provider_subject IS NULL))),
  constraint members_language_check CHECK ((language = ANY (ARRAY['pt-BR'::text, 'en'::text]))),
  constraint members_mail_purpose_check CHECK ((mail_purpose = ANY (ARRAY['invitation'::text, 'reset'::text])))
);

create table migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  compatible_with integer not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (version)
);

create table number_gaps (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_series bigint not null,
  number text not null,
  last_number text not null,
  state text not null,
  id_order bigint,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint number_gaps_pkey PRIMARY KEY (account_id, id),
  constraint number_gaps_account_id_id_series_fkey FOREIGN KEY (account_id, id_series) REFERENCES number_series(account_id, id),
  constraint number_gaps_state_check CHECK ((state = ANY (ARRAY['deleted'::text, 'passed'::text])))
);

create table number_series (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  id_branch_company bigint,
  template text,
  period text not null default 'none'::text,
  next bigint not null default 1,
  current_period text not null default ''::text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint number_series_pkey PRIMARY KEY (account_id, id),
  constraint number_series_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint number_series_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint number_series_account_id_id_branch_company_fkey FOREIGN KEY (account_id, id_branch_company) REFERENCES branch_companies(account_id, id),
  constraint number_series_next_check CHECK ((next > 0)),
  constraint number_series_period_check CHECK ((period = ANY (ARRAY['none'::text, 'year'::text, 'month'::text]))),
  constraint number_series_template_check CHECK (((length(template) <= 40) AND (template ~ '^([A-Za-z0-9._/-]|[{](branch|YYYY|YY|MM)[}])*[{]seq(:[1-9])?[}]([A-Za-z0-9._/-]|[{](branch|YYYY|YY|MM)[}])*$'::text))),
  constraint number_series_template_says_period CHECK (((period = 'none'::text) OR ((COALESCE(template, ''::text) ~ '[{]YY(YY)?[}]'::text) AND ((period = 'year'::text) OR (template ~~ '%{MM}%'::text)))))
);

create table operations (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  kind text not null default 'sale'::text,
  purpose integer not null default 1,
  payable boolean not null default true,
  cfop_inside text,
  cfop_interstate text,
  cfop_abroad text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint operations_pkey PRIMARY KEY (account_id, id),
  constraint operations_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint operations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint operations_cfop_abroad_check CHECK ((cfop_abroad ~ '^[1-7][0-9]{3}$'::text)),
  constraint operations_cfop_inside_check CHECK ((cfop_inside ~ '^[1-7][0-9]{3}$'::text)),
  constraint operations_cfop_interstate_check CHECK ((cfop_interstate ~ '^[1-7][0-9]{3}$'::text)),
  constraint operations_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'bonus'::text, 'sample'::text, 'demonstration'::text, 'consignment'::text, 'future_delivery_bill'::text, 'future_delivery_goods'::text, 'on_order_bill'::text, 'on_order_goods'::text, 'other'::text]))),
  constraint operations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint operations_purpose_check CHECK (((purpose >= 1) AND (purpose <= 6)))
);

create table opportunities (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint opportunities_pkey PRIMARY KEY (account_id, id),
  constraint opportunities_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint opportunities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table order_attachment_folders (
  account_id bigint not null,
  id_order bigint not null,
  attachments smallint not null default 0,
  begun_at timestamp(3) with time zone not null,
  clean_at timestamp(3) with time zone,
  constraint order_attachment_folders_pkey PRIMARY KEY (account_id, id_order),
  constraint order_attachment_folders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint order_attachment_folders_attachments_check CHECK (((attachments >= 0) AND (attachments <= 50)))
);

create table order_attachments (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_order bigint not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 text not null,
  id_token bigint not null,
  token_name text not null,
  id_member bigint,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  deleted_at timestamp(3) with time zone,
  constraint order_attachments_pkey PRIMARY KEY (account_id, id),
  constraint order_attachments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint order_attachments_bytes_check CHECK ((bytes > 0)),
  constraint order_attachments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint order_attachments_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table order_comments (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_order bigint not null,
  text text not null,
  id_token bigint not null,
  token_name text not null,
  id_member bigint,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  constraint order_comments_pkey PRIMARY KEY (account_id, id),
  constraint order_comments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint order_comments_text_check CHECK (((length(text) >= 1) AND (length(text) <= 5000)))
);

create table order_count_deltas (
  account_id bigint not null,
  id_customer bigint not null,
  id bigint generated always as identity not null,
  id_order_status bigint not null,
  id_order bigint not null,
  hour timestamp with time zone not null,
  created_hour timestamp with time zone not null,
  total_value numeric not null,
  delta integer not null,
  date timestamp(3) with time zone,
  constraint order_count_deltas_pkey PRIMARY KEY (account_id, id_customer, id)
);

create table order_counts (
  account_id bigint not null,
  kind text not null,
  id bigint not null,
  hour timestamp with time zone not null,
  count bigint not null,
  sum_value numeric not null,
  min_value numeric,
  max_value numeric,
  min_id bigint,
  max_id bigint,
  recent_count bigint,
  recent_sum numeric,
  first_at timestamp(3) with time zone,
  last_at timestamp(3) with time zone,
  constraint order_counts_pkey PRIMARY KEY (account_id, kind, id, hour)
);

create table order_documents (
  account_id bigint not null,
  id_order bigint not null,
  names_epoch bigint,
  updated_at timestamp(3) with time zone not null,
  document text not null,
  names jsonb generated always as (
CASE
    WHEN (names_epoch IS NULL) THEN (((split_part(document, ',"items":['::text, 1) || '}'::text))::jsonb - '{id,date,fk_id,observations,delivery_date,total_value,custom_fields,created_at,updated_at}'::text[])
    ELSE NULL::jsonb
END) stored,
  shape smallint not null default 37,
  invoice_records json,
  constraint order_documents_pkey PRIMARY KEY (account_id, id_order),
  constraint order_documents_account_id_id_order_fkey FOREIGN KEY (account_id, id_order) REFERENCES orders(account_id, id) ON DELETE CASCADE
);

create table order_items (
  account_id bigint not null,
  id bigint generated by default as identity not null,
  id_order bigint not null,
  id_item bigint not null,
  fk_id text,
  description text,
  recurrency_period integer,
  quantity numeric(15,4) not null,
  price numeric(21,10) not null,
  total_item numeric(15,2) not null,
  vlr_desc numeric(15,2) not null,
  perc_desc numeric(7,4) not null,
  typed_discount text not null default 'money'::text,
  unit_liq numeric(21,10) not null,
  total_liq numeric(15,2) not null,
  base_icms_st numeric(15,2) not null,
  icms_st numeric(7,4) not null,
  vlr_icms_st numeric(15,2) not null,
  base_ipi numeric(15,2) not null,
  ipi numeric(7,4) not null,
  value_ipi numeric(15,2) not null,
  base_icms numeric(15,2) not null,
  icms numeric(7,4) not null,
  vlr_icms numeric(15,2) not null,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  id_operation bigint,
  operation_payable boolean,
  taxes jsonb not null default '[]'::jsonb,
  outside_other numeric(15,2) not null default 0,
  cfop text,
  derived_cfop text,
  customer_order text,
  customer_order_item text,
  additional_info text,
  lots jsonb,
  constraint order_items_pkey PRIMARY KEY (account_id, id),
  constraint order_items_account_id_id_order_fk_id_key UNIQUE (account_id, id_order, fk_id),
  constraint order_items_account_id_id_item_fkey FOREIGN KEY (account_id, id_item) REFERENCES products(account_id, id),
  constraint order_items_account_id_id_operation_fkey FOREIGN KEY (account_id, id_operation) REFERENCES operations(account_id, id),
  constraint order_items_account_id_id_order_fkey FOREIGN KEY (account_id, id_order) REFERENCES orders(account_id, id) ON DELETE CASCADE,
  constraint order_items_additional_info_check CHECK (((length(additional_info) >= 1) AND (length(additional_info) <= 500))),
  constraint order_items_cfop_check CHECK ((cfop ~ '^[1-7][0-9]{3}$'::text)),
  constraint order_items_customer_order_check CHECK (((length(customer_order) >= 1) AND (length(customer_order) <= 15))),
  constraint order_items_customer_order_item_check CHECK ((customer_order_item ~ '^[0-9]{1,6}$'::text)),
  constraint order_items_derived_cfop_check CHECK ((derived_cfop ~ '^[1-7][0-9]{3}$'::text)),
  constraint order_items_lots_are_all CHECK (((lots IS NULL) OR ((jsonb_typeof(lots) = 'array'::text) AND (lots_quantity(lots) = quantity)))),
  constraint order_items_no_figure_below_zero CHECK ((LEAST(total_item, vlr_desc, perc_desc, unit_liq, base_icms_st, icms_st, vlr_icms_st, base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms) >= (0)::numeric)),
  constraint order_items_operation_payable CHECK (((operation_payable IS NULL) = (id_operation IS NULL))),
  constraint order_items_price_check CHECK ((price >= (0)::numeric)),
  constraint order_items_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint order_items_recurrency_period_check CHECK ((recurrency_period >= 0)),
  constraint order_items_taxes_add_up CHECK (
CASE
    WHEN (taxes = '[]'::jsonb) THEN (outside_other = (0)::numeric)
    ELSE (outside_other = taxes_outside_other(taxes))
END),
  constraint order_items_total_liq_check CHECK ((total_liq >= (0)::numeric)),
  constraint order_items_typed_discount_check CHECK ((typed_discount = ANY (ARRAY['money'::text, 'percentage'::text])))
);

create table order_links (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_order bigint not null,
  sha256 bytea not null,
  channel text,
  asks_answer boolean not null,
  id_token bigint not null,
  token_name text not null,
  id_grantor bigint not null,
  id_member bigint,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  opened_count integer not null default 0,
  opened_at timestamp(3) with time zone,
  answer text,
  answered_at timestamp(3) with time zone,
  mail_to text,
  mail_language text,
  mail_attempts integer not null default 0,
  mail_since timestamp(3) with time zone,
  mail_next_at timestamp(3) with time zone,
  mail_sent_at timestamp(3) with time zone,
  mail_error text,
  constraint order_links_pkey PRIMARY KEY (account_id, id),
  constraint order_links_account_id_sha256_key UNIQUE (account_id, sha256),
  constraint order_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint order_links_answer_check CHECK ((answer = ANY (ARRAY['accepted'::text, 'declined'::text]))),
  constraint order_links_channel_check CHECK ((channel = ANY (ARRAY['copy'::text, 'whatsapp'::text, 'email'::text, 'share'::text])))
);

create table order_numbers (
  account_id bigint not null,
  number text not null,
  id_order bigint not null,
  id_series bigint,
  constraint order_numbers_pkey PRIMARY KEY (account_id, number),
  constraint order_numbers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint order_numbers_account_id_id_series_fkey FOREIGN KEY (account_id, id_series) REFERENCES number_series(account_id, id)
);

create table order_statuses (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  initial boolean not null default false,
  locked boolean not null default false,
  counts boolean not null default true,
  reason_required boolean not null default false,
  next bigint[] not null default '{}'::bigint[],
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  numbered boolean not null default false,
  invoiced boolean not null default false,
  requires_check boolean not null default false,
  quotation_days integer,
  constraint order_statuses_pkey PRIMARY KEY (account_id, id),
  constraint order_statuses_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint order_statuses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint order_statuses_quotation_days_check CHECK (((quotation_days >= 1) AND (quotation_days <= 3650)))
);

create table orders (
  account_id bigint not null,
  id bigint generated always as identity not null,
  fk_id text,
  date timestamp(3) with time zone not null,
  id_customer bigint not null,
  id_user bigint,
  id_order_status bigint not null,
  id_reason bigint,
  id_payment_type bigint,
  id_payment_method bigint,
  id_category bigint,
  id_freight_type bigint,
  freight_value numeric(15,2) not null default 0,
  freight_charged boolean not null default false,
  id_shipping_company bigint,
  id_address bigint,
  id_branch_company bigint,
  id_opportunity bigint,
  id_quotation bigint,
  observations text,
  delivery_date timestamp(3) with time zone,
  custom_fields jsonb not null default '{}'::jsonb,
  total_value numeric(15,2) not null,
  search text generated always as (lower(regexp_replace(NORMALIZE((' '::text || fk_id), NFKD), '[\u0300-\u036f!-/:-@\[-`{-~\u2010-\u2027]'::text, ''::text, 'g'::text))) stored,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  insurance_value numeric(15,2) not null default 0,
  other_expenses numeric(15,2) not null default 0,
  discount_value numeric(15,2) not null default 0,
  discount_percentage numeric(7,4) not null default 0,
  typed_discount text not null default 'money'::text,
  installments jsonb,
  installment_plan jsonb,
  id_operation bigint,
  operation_payable boolean,
  number text,
  has_taxes boolean not null default false,
  tax_base_includes_shares boolean not null default false,
  tax_date date,
  final_consumer boolean,
  presence integer,
  intermediary jsonb,
  customer_order text,
  contract text,
  commitment text,
  internal_observations text,
  tags jsonb,
  valid_until date,
  constraint orders_pkey PRIMARY KEY (account_id, id),
  constraint orders_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint orders_account_id_id_branch_company_fkey FOREIGN KEY (account_id, id_branch_company) REFERENCES branch_companies(account_id, id),
  constraint orders_account_id_id_category_fkey FOREIGN KEY (account_id, id_category) REFERENCES categories(account_id, id),
  constraint orders_account_id_id_customer_fkey FOREIGN KEY (account_id, id_customer) REFERENCES customers(account_id, id),
  constraint orders_account_id_id_customer_id_address_fkey FOREIGN KEY (account_id, id_customer, id_address) REFERENCES addresses(account_id, id_customer, id),
  constraint orders_account_id_id_freight_type_fkey FOREIGN KEY (account_id, id_freight_type) REFERENCES freight_types(account_id, id),
  constraint orders_account_id_id_operation_fkey FOREIGN KEY (account_id, id_operation) REFERENCES operations(account_id, id),
  constraint orders_account_id_id_opportunity_fkey FOREIGN KEY (account_id, id_opportunity) REFERENCES opportunities(account_id, id),
  constraint orders_account_id_id_order_status_fkey FOREIGN KEY (account_id, id_order_status) REFERENCES order_statuses(account_id, id),
  constraint orders_account_id_id_payment_method_fkey FOREIGN KEY (account_id, id_payment_method) REFERENCES payment_methods(account_id, id),
  constraint orders_account_id_id_payment_type_fkey FOREIGN KEY (account_id, id_payment_type) REFERENCES payment_types(account_id, id),
  constraint orders_account_id_id_quotation_fkey FOREIGN KEY (account_id, id_quotation) REFERENCES quotations(account_id, id),
  constraint orders_account_id_id_reason_fkey FOREIGN KEY (account_id, id_reason) REFERENCES reasons(account_id, id),
  constraint orders_account_id_id_shipping_company_fkey FOREIGN KEY (account_id, id_shipping_company) REFERENCES shipping_companies(account_id, id),
  constraint orders_account_id_id_user_fkey FOREIGN KEY (account_id, id_user) REFERENCES users(account_id, id),
  constraint orders_commitment_check CHECK (((length(commitment) >= 1) AND (length(commitment) <= 22))),
  constraint orders_contract_check CHECK (((length(contract) >= 1) AND (length(contract) <= 60))),
  constraint orders_customer_order_check CHECK (((length(customer_order) >= 1) AND (length(customer_order) <= 60))),
  constraint orders_discount_percentage_check CHECK (((discount_percentage >= (0)::numeric) AND (discount_percentage <= (100)::numeric))),
  constraint orders_discount_value_check CHECK ((discount_value >= (0)::numeric)),
  constraint orders_freight_needs_type CHECK (((freight_value = (0)::numeric) OR (id_freight_type IS NOT NULL))),
  constraint orders_freight_value_check CHECK ((freight_value >= (0)::numeric)),
  constraint orders_installment_plan_check CHECK ((jsonb_typeof((installment_plan -> 'lines'::text)) = 'array'::text)),
  constraint orders_installments_check CHECK ((jsonb_typeof(installments) = 'array'::text)),
  constraint orders_insurance_value_check CHECK ((insurance_value >= (0)::numeric)),
  constraint orders_intermediary_check CHECK (((intermediary = 'false'::jsonb) OR (jsonb_typeof((intermediary -> 'document'::text)) IS NOT NULL))),
  constraint orders_internal_observations_check CHECK (((length(internal_observations) >= 1) AND (length(internal_observations) <= 5000))),
  constraint orders_number_check CHECK (((length(number) >= 1) AND (length(number) <= 200))),
  constraint orders_operation_payable CHECK (((operation_payable IS NULL) = (id_operation IS NULL))),
  constraint orders_other_expenses_check CHECK ((other_expenses >= (0)::numeric)),
  constraint orders_presence_check CHECK ((presence = ANY (ARRAY[0, 1, 2, 3, 4, 5, 9]))),
  constraint orders_tags_check CHECK (((jsonb_typeof(tags) = 'array'::text) AND ((jsonb_array_length(tags) >= 1) AND (jsonb_array_length(tags) <= 20)))),
  constraint orders_typed_discount_check CHECK ((typed_discount = ANY (ARRAY['money'::text, 'percentage'::text])))
);

create table passkeys (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_member bigint not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  last_used_at timestamp(3) with time zone,
  constraint passkeys_pkey PRIMARY KEY (account_id, id),
  constraint passkeys_account_id_credential_id_key UNIQUE (account_id, credential_id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint passkeys_account_id_id_member_fkey FOREIGN KEY (account_id, id_member) REFERENCES members(account_id, id) ON DELETE CASCADE
);

create table payment_methods (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  code text,
  constraint payment_methods_pkey PRIMARY KEY (account_id, id),
  constraint payment_methods_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint payment_methods_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint payment_methods_code_check CHECK ((code ~ '^[0-9]{2}$'::text))
);

create table payment_types (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  terms jsonb,
  constraint payment_types_pkey PRIMARY KEY (account_id, id),
  constraint payment_types_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint payment_types_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint payment_types_terms_check CHECK ((jsonb_typeof((terms -> 'lines'::text)) = 'array'::text))
);

create table products (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  type text not null default 'product'::text,
  price numeric(21,10),
  description text,
  recurrency_period integer,
  image text,
  custom_fields jsonb not null default '{}'::jsonb,
  search text not null generated always as (lower(regexp_replace(NORMALIZE((((' '::text || name) || ' '::text) || COALESCE(fk_id, ''::text)), NFKD), '[\u0300-\u036f!-/:-@\[-`{-~\u2010-\u2027]'::text, ''::text, 'g'::text))) stored,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  ncm text,
  cest text,
  gtin text,
  unit_gtin text,
  origin integer not null default 0,
  own_production boolean not null default false,
  unit text,
  tax_unit text,
  tax_factor numeric(15,4),
  ex_tipi text,
  ipi_class text,
  benefit text,
  ibs_cbs_class text,
  net_weight numeric(12,3),
  gross_weight numeric(12,3),
  lot_controlled boolean not null default false,
  active boolean not null default true,
  stock_quantity numeric(15,4),
  stock_at timestamp(3) with time zone,
  packages jsonb not null default '[]'::jsonb,
  sales_multiple numeric(15,4),
  minimum_quantity numeric(15,4),
  constraint products_pkey PRIMARY KEY (account_id, id),
  constraint products_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint products_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint products_benefit_check CHECK ((benefit ~ '^(SEM CBENEF|[!-~]{8}|[!-~]{10})$'::text)),
  constraint products_cest_check CHECK ((cest ~ '^[0-9]{7}$'::text)),
  constraint products_ex_tipi_check CHECK ((ex_tipi ~ '^[0-9]{2,3}$'::text)),
  constraint products_gross_weight_check CHECK ((gross_weight >= (0)::numeric)),
  constraint products_gtin_check CHECK ((gtin ~ '^(SEM GTIN|[0-9]{8}|[0-9]{12,14})$'::text)),
  constraint products_gtins CHECK (((gtin IS NULL) = (unit_gtin IS NULL))),
  constraint products_ibs_cbs_class_check CHECK ((ibs_cbs_class ~ '^[0-9]{6}$'::text)),
  constraint products_ipi_class_check CHECK ((ipi_class ~ '^[0-9]{1,3}$'::text)),
  constraint products_minimum_quantity_check CHECK ((minimum_quantity > (0)::numeric)),
  constraint products_ncm_check CHECK ((ncm ~ '^([0-9]{8}|00)$'::text)),
  constraint products_net_weight_check CHECK ((net_weight >= (0)::numeric)),
  constraint products_origin_check CHECK (((origin >= 0) AND (origin <= 8))),
  constraint products_packages_check CHECK (((jsonb_typeof(packages) = 'array'::text) AND (jsonb_array_length(packages) <= 10))),
  constraint products_price_check CHECK ((price >= (0)::numeric)),
  constraint products_recurrency_period_check CHECK ((recurrency_period >= 0)),
  constraint products_sales_multiple_check CHECK ((sales_multiple > (0)::numeric)),
  constraint products_tax_factor_check CHECK ((tax_factor > (0)::numeric)),
  constraint products_tax_unit_check CHECK (((length(tax_unit) >= 1) AND (length(tax_unit) <= 6))),
  constraint products_type_check CHECK ((type = ANY (ARRAY['product'::text, 'service'::text]))),
  constraint products_unit_check CHECK (((length(unit) >= 1) AND (length(unit) <= 6))),
  constraint products_unit_gtin_check CHECK ((unit_gtin ~ '^(SEM GTIN|[0-9]{8}|[0-9]{12,14})$'::text))
);

create table quotations (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint quotations_pkey PRIMARY KEY (account_id, id),
  constraint quotations_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint quotations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table reasons (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint reasons_pkey PRIMARY KEY (account_id, id),
  constraint reasons_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint reasons_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table recalculations (
  account_id bigint not null,
  id bigint generated always as identity not null,
  filters text not null,
  dry_run boolean not null,
  state text not null default 'waiting'::text,
  failure text,
  last_order bigint,
  "position" bigint not null default 0,
  passed bigint not null default 0,
  found bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  locked bigint not null default 0,
  refused bigint not null default 0,
  total_before numeric not null default 0,
  total_after numeric not null default 0,
  refused_orders text not null default '[]'::text,
  scopes text[] not null,
  only_users bigint[],
  only_branches bigint[],
  id_token bigint not null,
  token_name text not null,
  request_id text not null,
  language text not null,
  epoch bigint not null default 0,
  holder text,
  held_until timestamp(3) with time zone,
  deaths integer not null default 0,
  failures integer not null default 0,
  next_at timestamp(3) with time zone not null default now(),
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint recalculations_pkey PRIMARY KEY (account_id, id),
  constraint recalculations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint recalculations_check CHECK ((((((changed + unchanged) + locked) + refused) <= passed) AND (passed <= found))),
  constraint recalculations_check1 CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'running'::text])))),
  constraint recalculations_language_check CHECK ((language = ANY (ARRAY['en'::text, 'pt-BR'::text]))),
  constraint recalculations_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text])))
);

create table requests (
  account_id bigint not null,
  id bigint generated always as identity not null,
  "time" timestamp(3) with time zone not null,
  id_token bigint not null,
  method text not null,
  path text not null,
  operation text,
  scope text,
  status smallint not null,
  code text,
  errors text,
  query text,
  body text,
  request_id text not null,
  milliseconds integer not null,
  bytes integer not null,
  constraint requests_pkey PRIMARY KEY (account_id, id),
  constraint requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table shipping_companies (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  document text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  ie text,
  address text,
  state text,
  constraint shipping_companies_pkey PRIMARY KEY (account_id, id),
  constraint shipping_companies_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint shipping_companies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint shipping_companies_address_check CHECK (((length(address) >= 1) AND (length(address) <= 200))),
  constraint shipping_companies_ie_check CHECK ((ie ~ '^[0-9]{2,14}$'::text)),
  constraint shipping_companies_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);

create table sign_in_attempts (
  account_id bigint not null,
  key text not null,
  attempts integer not null,
  next_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (account_id, key)
);

create table sign_in_challenges (
  account_id bigint not null,
  id bigint generated always as identity not null,
  sha256 bytea not null,
  purpose text not null,
  id_member bigint,
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (account_id, id),
  constraint sign_in_challenges_account_id_sha256_key UNIQUE (account_id, sha256),
  constraint sign_in_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['passkey'::text, 'new_passkey'::text, 'provider'::text])))
);

create table sign_in_places (
  account_id bigint not null,
  key text not null,
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_places_pkey PRIMARY KEY (account_id, key)
);

create table sign_in_providers (
  account_id bigint not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  scope text not null,
  role_claim text not null,
  role_map text,
  creates_members boolean not null,
  trusts_emails boolean not null,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint sign_in_providers_pkey PRIMARY KEY (account_id),
  constraint sign_in_providers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table tax_catalogue (
  is_single boolean not null default true,
  date date not null,
  sha256 text not null,
  loaded_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint tax_catalogue_pkey PRIMARY KEY (is_single),
  constraint tax_catalogue_is_single_check CHECK (is_single)
);

create table tax_effects (
  tax text not null,
  regime text not null,
  since date not null,
  effect integer,
  only_if text,
  in_product_value boolean not null,
  source text not null,
  constraint tax_effects_pkey PRIMARY KEY (tax, regime, since),
  constraint tax_effects_tax_fkey FOREIGN KEY (tax) REFERENCES taxes(tax) ON DELETE CASCADE,
  constraint tax_effects_effect_check CHECK ((effect = ANY (ARRAY['-1'::integer, 0, 1]))),
  constraint tax_effects_only_if_check CHECK ((only_if = ANY (ARRAY['deducts'::text, 'adds'::text]))),
  constraint tax_effects_regime_check CHECK ((regime = ANY (ARRAY['any'::text, 'regular'::text, 'single'::text])))
);

create table tax_rates (
  tax text not null,
  since date not null,
  until date,
  rate numeric(7,4) not null,
  status text not null,
  source text not null,
  constraint tax_rates_pkey PRIMARY KEY (tax, since),
  constraint tax_rates_tax_fkey FOREIGN KEY (tax) REFERENCES taxes(tax) ON DELETE CASCADE,
  constraint tax_rates_check CHECK ((until >= since)),
  constraint tax_rates_rate_check CHECK ((rate >= (0)::numeric)),
  constraint tax_rates_status_check CHECK ((status = ANY (ARRAY['law'::text, 'provisional'::text, 'estimate'::text])))
);

create table tax_rule_versions (
  account_id bigint not null,
  id_tax_rule bigint not null,
  version bigint not null,
  document json not null,
  constraint tax_rule_versions_pkey PRIMARY KEY (account_id, id_tax_rule, version),
  constraint tax_rule_versions_account_id_id_tax_rule_fkey FOREIGN KEY (account_id, id_tax_rule) REFERENCES tax_rules(account_id, id)
);

create table tax_rules (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  active boolean not null default true,
  kind text not null,
  valid_from date not null,
  valid_to date,
  id_product bigint,
  cest text,
  ncm text,
  id_category bigint,
  scope text,
  origin_states text[],
  destination_states text[],
  id_operation bigint,
  id_branch_company bigint,
  ie_kinds bigint[],
  final_consumer boolean,
  customer_simples boolean,
  origins bigint[],
  cst text,
  csosn text,
  icms_rate numeric(7,4),
  icms_reduction numeric(7,4),
  icms_deferral numeric(7,4),
  fcp_rate numeric(7,4),
  st_rate numeric(7,4),
  margin numeric(7,4),
  margin_kind text not null default 'original'::text,
  intra_rate numeric(7,4),
  margin_decimals integer not null default 2,
  unit_value numeric(15,4),
  unit_kind text,
  st_reduction numeric(7,4),
  st_fcp_rate numeric(7,4),
  deduction_rate numeric(7,4),
  st_own_use boolean not null default false,
  difal_rate numeric(7,4),
  difal_fcp_rate numeric(7,4),
  difal_reduction numeric(7,4),
  difal_base text not null default 'single'::text,
  relief_rate numeric(7,4),
  relief_reason text,
  relief_deducts boolean not null default false,
  cfop text,
  benefit text,
  note text,
  rate numeric(7,4),
  per_unit numeric(15,4),
  class text,
  reduction numeric(7,4),
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint tax_rules_pkey PRIMARY KEY (account_id, id),
  constraint tax_rules_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint tax_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint tax_rules_account_id_id_branch_company_fkey FOREIGN KEY (account_id, id_branch_company) REFERENCES branch_companies(account_id, id),
  constraint tax_rules_account_id_id_category_fkey FOREIGN KEY (account_id, id_category) REFERENCES categories(account_id, id),
  constraint tax_rules_account_id_id_operation_fkey FOREIGN KEY (account_id, id_operation) REFERENCES operations(account_id, id),
  constraint tax_rules_account_id_id_product_fkey FOREIGN KEY (account_id, id_product) REFERENCES products(account_id, id),
  constraint tax_rules_benefit_check CHECK ((length(benefit) <= 10)),
  constraint tax_rules_cest_check CHECK ((cest ~ '^[0-9]{7}$'::text)),
  constraint tax_rules_cfop_check CHECK ((cfop ~ '^[5-7][0-9]{3}$'::text)),
  constraint tax_rules_check CHECK ((valid_to >= valid_from)),
  constraint tax_rules_class_check CHECK ((class ~ '^[0-9]{1,6}$'::text)),
  constraint tax_rules_csosn_check CHECK ((csosn ~ '^[0-9]{3}$'::text)),
  constraint tax_rules_cst_check CHECK ((cst ~ '^[0-9]{2}$'::text)),
  constraint tax_rules_deduction_rate_check CHECK (((deduction_rate >= (0)::numeric) AND (deduction_rate <= (100)::numeric))),
  constraint tax_rules_destination_states_check CHECK ((destination_states <> '{}'::text[])),
  constraint tax_rules_difal_base_check CHECK ((difal_base = ANY (ARRAY['single'::text, 'double'::text]))),
  constraint tax_rules_difal_fcp_rate_check CHECK (((difal_fcp_rate >= (0)::numeric) AND (difal_fcp_rate <= (100)::numeric))),
  constraint tax_rules_difal_needs_consumer CHECK (((difal_rate IS NULL) OR (ie_kinds = ARRAY[(9)::bigint]))),
  constraint tax_rules_difal_rate_check CHECK (((difal_rate > (0)::numeric) AND (difal_rate <= (100)::numeric))),
  constraint tax_rules_difal_reduction_check CHECK (((difal_reduction >= (0)::numeric) AND (difal_reduction <= (100)::numeric))),
  constraint tax_rules_fcp_rate_check CHECK (((fcp_rate >= (0)::numeric) AND (fcp_rate <= (100)::numeric))),
  constraint tax_rules_icms_deferral_check CHECK (((icms_deferral >= (0)::numeric) AND (icms_deferral <= (100)::numeric))),
  constraint tax_rules_icms_rate_check CHECK (((icms_rate >= (0)::numeric) AND (icms_rate <= (100)::numeric))),
  constraint tax_rules_icms_reduction_check CHECK (((icms_reduction >= (0)::numeric) AND (icms_reduction <= (100)::numeric))),
  constraint tax_rules_ie_kinds_check CHECK (((ie_kinds <> '{}'::bigint[]) AND (ie_kinds <@ ARRAY[(1)::bigint, (2)::bigint, (9)::bigint]))),
  constraint tax_rules_intra_rate_check CHECK (((intra_rate >= (0)::numeric) AND (intra_rate <= (100)::numeric))),
  constraint tax_rules_kind_check CHECK ((kind = ANY (ARRAY['icms'::text, 'ipi'::text, 'ibs_cbs'::text]))),
  constraint tax_rules_margin_check CHECK ((margin >= (0)::numeric)),
  constraint tax_rules_margin_decimals_check CHECK ((margin_decimals = ANY (ARRAY[2, 4]))),
  constraint tax_rules_margin_kind_check CHECK ((margin_kind = ANY (ARRAY['original'::text, 'adjusted'::text]))),
  constraint tax_rules_ncm_check CHECK ((ncm ~ '^[0-9]{2,8}$'::text)),
  constraint tax_rules_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint tax_rules_origin_states_check CHECK ((origin_states <> '{}'::text[])),
  constraint tax_rules_origins_check CHECK (((origins <> '{}'::bigint[]) AND (origins <@ ARRAY[(0)::bigint, (1)::bigint, (2)::bigint, (3)::bigint, (4)::bigint, (5)::bigint, (6)::bigint, (7)::bigint, (8)::bigint]))),
  constraint tax_rules_per_unit_check CHECK ((per_unit >= (0)::numeric)),
  constraint tax_rules_rate_check CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric))),
  constraint tax_rules_reduction_check CHECK (((reduction >= (0)::numeric) AND (reduction <= (100)::numeric))),
  constraint tax_rules_relief_rate_check CHECK (((relief_rate >= (0)::numeric) AND (relief_rate <= (100)::numeric))),
  constraint tax_rules_relief_reason_check CHECK ((relief_reason ~ '^[0-9]{1,2}$'::text)),
  constraint tax_rules_scope_check CHECK ((scope = ANY (ARRAY['inside'::text, 'interstate'::text]))),
  constraint tax_rules_st_fcp_rate_check CHECK (((st_fcp_rate >= (0)::numeric) AND (st_fcp_rate <= (100)::numeric))),
  constraint tax_rules_st_needs_contributor CHECK (((st_rate IS NULL) OR
CASE
    WHEN st_own_use THEN (final_consumer IS TRUE)
    ELSE ((final_consumer IS FALSE) AND (ie_kinds = ARRAY[(1)::bigint]))
END)),
  constraint tax_rules_st_rate_check CHECK (((st_rate > (0)::numeric) AND (st_rate <= (100)::numeric))),
  constraint tax_rules_st_reduction_check CHECK (((st_reduction >= (0)::numeric) AND (st_reduction <= (100)::numeric))),
  constraint tax_rules_unit_kind_check CHECK ((unit_kind = ANY (ARRAY['list'::text, 'consumer_price'::text, 'greater'::text]))),
  constraint tax_rules_unit_value_check CHECK ((unit_value > (0)::numeric))
);

create table taxes (
  tax text not null,
  name_pt text not null,
  name_en text not null,
  sphere text not null,
  rounding text not null,
  code_pattern text,
  class_pattern text,
  sequence integer not null,
  source text not null,
  constraint taxes_pkey PRIMARY KEY (tax),
  constraint taxes_sequence_key UNIQUE (sequence),
  constraint taxes_rounding_check CHECK ((rounding = ANY (ARRAY['half_up'::text, 'half_even'::text]))),
  constraint taxes_sphere_check CHECK ((sphere = ANY (ARRAY['federal'::text, 'state'::text, 'municipal'::text])))
);

create table tokens (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  sha256 bytea not null,
  kind text not null default 'token'::text,
  scopes text[] not null,
  only_users bigint[],
  only_branches bigint[],
  id_member bigint,
  id_client bigint,
  id_maker bigint,
  trust jsonb,
  address text,
  user_agent text,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  old_sha256 bytea,
  old_secret_until timestamp(3) with time zone,
  old_secret_used_at timestamp(3) with time zone,
  addresses text[] not null default '{}'::text[],
  constraint tokens_pkey PRIMARY KEY (account_id, id),
  constraint tokens_account_id_sha256_key UNIQUE (account_id, sha256),
  constraint tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint tokens_addresses_check CHECK ((cardinality(addresses) <= 20)),
  constraint tokens_check CHECK (((kind = 'oauth'::text) = (id_client IS NOT NULL))),
  constraint tokens_check1 CHECK (((kind = 'issuer'::text) = (trust IS NOT NULL))),
  constraint tokens_kind_check CHECK ((kind = ANY (ARRAY['token'::text, 'session'::text, 'oauth'::text, 'issuer'::text]))),
  constraint tokens_old_secret_check CHECK (((old_sha256 IS NULL) = (old_secret_until IS NULL)))
);

create table users (
  account_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  fk_id text,
  email text,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint users_pkey PRIMARY KEY (account_id, id),
  constraint users_account_id_fk_id_key UNIQUE (account_id, fk_id),
  constraint users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)
);

create table views (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_member bigint,
  resource text not null,
  name text not null,
  query text not null,
  columns text[],
  saved_by text not null,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint views_pkey PRIMARY KEY (account_id, id),
  constraint views_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint views_account_id_id_member_fkey FOREIGN KEY (account_id, id_member) REFERENCES members(account_id, id) ON DELETE CASCADE
);

create table webhook_cursors (
  account_id bigint not null,
  id_webhook bigint not null,
  "position" bigint not null,
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  next_at timestamp(3) with time zone not null default now(),
  epoch bigint not null default 0,
  holder text,
  held_until timestamp(3) with time zone,
  constraint webhook_cursors_pkey PRIMARY KEY (account_id, id_webhook)
);

create table webhook_deliveries (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_webhook bigint not null,
  "position" bigint,
  id_event uuid not null,
  type text not null,
  subject text not null,
  attempt integer not null,
  "time" timestamp(3) with time zone not null,
  milliseconds integer not null,
  status smallint,
  failure text,
  detail text,
  response text,
  constraint webhook_deliveries_pkey PRIMARY KEY (account_id, id),
  constraint webhook_deliveries_check CHECK (((status IS NULL) <> (failure IS NULL)))
);

create table webhook_replays (
  account_id bigint not null,
  id bigint generated always as identity not null,
  id_webhook bigint not null,
  "position" bigint not null,
  until_position bigint not null,
  types text[] not null,
  from_time timestamp(3) with time zone not null,
  to_time timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint webhook_replays_pkey PRIMARY KEY (account_id, id)
);

create table webhook_retries (
  account_id bigint not null,
  id_webhook bigint not null,
  "position" bigint not null,
  resource text not null,
  id_record bigint not null,
  attempts integer not null,
  since timestamp(3) with time zone not null default now(),
  next_at timestamp(3) with time zone not null,
  constraint webhook_retries_pkey PRIMARY KEY (account_id, id_webhook, "position")
);

create table webhooks (
  account_id bigint not null,
  id bigint generated always as identity not null,
  version integer not null default 1,
  url text not null,
  types text[] not null,
  scopes text[] not null,
  only_users bigint[],
  only_branches bigint[],
  id_token bigint not null,
  token_name text not null,
  description text,
  enabled boolean not null,
  disabled_reason text,
  disabled_at timestamp(3) with time zone,
  header_names text[] not null,
  headers bytea,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint webhooks_pkey PRIMARY KEY (account_id, id),
  constraint webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['failing'::text, 'gone'::text])))
);

CREATE INDEX accounts_test_step ON public.accounts USING btree (account_id) WHERE (test_step IS NOT NULL);
CREATE INDEX addresses_by_city ON public.addresses USING btree (account_id, search_text(city), id_customer) WHERE (city IS NOT NULL);
CREATE INDEX addresses_by_state ON public.addresses USING btree (account_id, state, id_customer) WHERE (state IS NOT NULL);
CREATE INDEX anonymisations_due ON public.anonymisations USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX custom_rules_by_resource ON public.custom_rules USING btree (account_id, resource) WHERE (state <> 'gone'::text);
CREATE INDEX custom_values_by_value ON public.custom_values USING btree (account_id, id_rule, number, text, id_record);
CREATE UNIQUE INDEX custom_values_unique ON public.custom_values USING btree (account_id, id_rule, number, text) WHERE is_unique;
CREATE INDEX customer_users_by_customer ON public.customer_users USING btree (account_id, id_customer);
CREATE INDEX customers_by_document ON public.customers USING btree (account_id, document) WHERE (document IS NOT NULL);
CREATE INDEX customers_by_freight_type ON public.customers USING btree (account_id, id_freight_type, id) WHERE (id_freight_type IS NOT NULL);
CREATE INDEX customers_by_payment_method ON public.customers USING btree (account_id, id_payment_method, id) WHERE (id_payment_method IS NOT NULL);
CREATE INDEX customers_by_payment_type ON public.customers USING btree (account_id, id_payment_type, id) WHERE (id_payment_type IS NOT NULL);
CREATE INDEX customers_by_phone ON public.customers USING btree (account_id, "right"(regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text), 8)) WHERE (phone IS NOT NULL);
CREATE INDEX customers_by_search ON public.customers USING gin (search gin_trgm_ops);
CREATE INDEX customers_by_shipping_company ON public.customers USING btree (account_id, id_shipping_company, id) WHERE (id_shipping_company IS NOT NULL);
CREATE INDEX customers_by_tags ON public.customers USING gin (tags);
CREATE INDEX customers_by_trade_search ON public.customers USING gin (trade_search gin_trgm_ops) WHERE (trade_search IS NOT NULL);
CREATE INDEX customers_with_invisible ON public.customers USING btree (account_id) WHERE (search ~ '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]'::text);
CREATE INDEX event_positions_by_latest ON public.event_positions USING btree (account_id, latest, "position");
CREATE INDEX event_positions_by_record ON public.event_positions USING btree (account_id, resource, id_record, "position");
CREATE INDEX event_positions_of_audit ON public.event_positions USING btree (account_id, type, "position") WHERE (type ~~ 'audit.%'::text);
CREATE INDEX events_by_record ON public.events USING btree (account_id, resource, id_record, id);
CREATE UNIQUE INDEX history_archives_unfinished ON public.history_archives USING btree (account_id) WHERE (state <> 'done'::text);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (expires_at);
CREATE INDEX imports_due ON public.imports USING btree (account_id, next_at) WHERE (state = ANY (ARRAY['checking'::text, 'running'::text]));
CREATE INDEX installment_methods_by_method ON public.installment_methods USING btree (account_id, id_payment_method);
CREATE INDEX links_by_end ON public.links USING btree (expires_at);
CREATE INDEX members_by_email ON public.members USING btree (email);
CREATE INDEX members_by_mail ON public.members USING btree (mail_next_at) WHERE (mail_next_at IS NOT NULL);
CREATE INDEX number_gaps_by_series ON public.number_gaps USING btree (account_id, id_series, id);
CREATE INDEX number_series_by_branch ON public.number_series USING btree (account_id, id_branch_company, id);
CREATE INDEX order_attachment_folders_due ON public.order_attachment_folders USING btree (account_id, clean_at) WHERE (clean_at IS NOT NULL);
CREATE INDEX order_attachments_by_order ON public.order_attachments USING btree (account_id, id_order, id);
CREATE INDEX order_attachments_redacted ON public.order_attachments USING btree (account_id, id) WHERE (name = '***'::text);
CREATE INDEX order_comments_by_order ON public.order_comments USING btree (account_id, id_order, id);
CREATE INDEX order_comments_redacted ON public.order_comments USING btree (account_id, id) WHERE (text = '***'::text);
CREATE INDEX order_counts_largest_customers ON public.order_counts USING btree (account_id, sum_value DESC, id) WHERE ((kind = 'customer'::text) AND (count > 0));
CREATE INDEX order_counts_since ON public.order_counts USING btree (account_id, hour) WHERE (kind = 'since'::text);
CREATE INDEX order_documents_by_updated_at ON public.order_documents USING btree (account_id, updated_at, id_order);
CREATE INDEX order_items_by_operation ON public.order_items USING btree (account_id, id_operation) WHERE (id_operation IS NOT NULL);
CREATE INDEX order_items_by_product ON public.order_items USING btree (account_id, id_item, id_order);
CREATE INDEX order_links_by_order ON public.order_links USING btree (account_id, id_order, id);
CREATE INDEX order_links_mail_due ON public.order_links USING btree (account_id, mail_next_at) WHERE (mail_next_at IS NOT NULL);
CREATE INDEX order_numbers_by_series ON public.order_numbers USING btree (account_id, id_series) WHERE (id_series IS NOT NULL);
CREATE UNIQUE INDEX order_statuses_one_initial ON public.order_statuses USING btree (account_id) WHERE initial;
CREATE INDEX orders_by_branch_company ON public.orders USING btree (account_id, id_branch_company, id) WHERE (id_branch_company IS NOT NULL);
CREATE INDEX orders_by_category ON public.orders USING btree (account_id, id_category, id) WHERE (id_category IS NOT NULL);
CREATE INDEX orders_by_created_at ON public.orders USING btree (account_id, created_at, id);
CREATE INDEX orders_by_customer ON public.orders USING btree (account_id, id_customer, id);
CREATE INDEX orders_by_customer_date ON public.orders USING btree (account_id, id_customer, date, id);
CREATE INDEX orders_by_customer_order ON public.orders USING btree (account_id, customer_order, id) WHERE (customer_order IS NOT NULL);
CREATE INDEX orders_by_customer_total ON public.orders USING btree (account_id, id_customer, total_value, id);
CREATE INDEX orders_by_date ON public.orders USING btree (account_id, date, id);
CREATE INDEX orders_by_delivery_date ON public.orders USING btree (account_id, COALESCE(delivery_date, 'infinity'::timestamp with time zone), id) INCLUDE (delivery_date);
CREATE INDEX orders_by_freight_type ON public.orders USING btree (account_id, id_freight_type, id) WHERE (id_freight_type IS NOT NULL);
CREATE INDEX orders_by_number ON public.orders USING btree (account_id, COALESCE(number, ''::text), id) INCLUDE (number);
CREATE INDEX orders_by_number_search ON public.orders USING gin (search_text(number) gin_trgm_ops) WHERE (number IS NOT NULL);
CREATE INDEX orders_by_operation ON public.orders USING btree (account_id, id_operation, id) WHERE (id_operation IS NOT NULL);
CREATE INDEX orders_by_opportunity ON public.orders USING btree (account_id, id_opportunity, id) WHERE (id_opportunity IS NOT NULL);
CREATE INDEX orders_by_payment_method ON public.orders USING btree (account_id, id_payment_method, id) WHERE (id_payment_method IS NOT NULL);
CREATE INDEX orders_by_payment_type ON public.orders USING btree (account_id, id_payment_type, id) WHERE (id_payment_type IS NOT NULL);
CREATE INDEX orders_by_quotation ON public.orders USING btree (account_id, id_quotation, id) WHERE (id_quotation IS NOT NULL);
CREATE INDEX orders_by_reason ON public.orders USING btree (account_id, id_reason, id) WHERE (id_reason IS NOT NULL);
CREATE INDEX orders_by_search ON public.orders USING gin (search gin_trgm_ops) WHERE (search IS NOT NULL);
CREATE INDEX orders_by_shipping_company ON public.orders USING btree (account_id, id_shipping_company, id) WHERE (id_shipping_company IS NOT NULL);
CREATE INDEX orders_by_status ON public.orders USING btree (account_id, id_order_status, id);
CREATE INDEX orders_by_status_date ON public.orders USING btree (account_id, id_order_status, date, id);
CREATE INDEX orders_by_status_total ON public.orders USING btree (account_id, id_order_status, total_value, id);
CREATE INDEX orders_by_total ON public.orders USING btree (account_id, total_value, id);
CREATE INDEX orders_by_user ON public.orders USING btree (account_id, id_user, id) WHERE (id_user IS NOT NULL);
CREATE INDEX orders_by_valid_until ON public.orders USING btree (account_id, valid_until, id) WHERE (valid_until IS NOT NULL);
CREATE INDEX orders_with_tags ON public.orders USING btree (account_id, id) WHERE (tags IS NOT NULL);
CREATE INDEX passkeys_by_member ON public.passkeys USING btree (account_id, id_member);
CREATE INDEX products_by_gtin ON public.products USING btree (account_id, gtin) WHERE (gtin IS NOT NULL);
CREATE INDEX products_by_search ON public.products USING gin (search gin_trgm_ops);
CREATE INDEX products_by_unit_gtin ON public.products USING btree (account_id, unit_gtin) WHERE (unit_gtin IS NOT NULL);
CREATE INDEX products_with_invisible ON public.products USING btree (account_id) WHERE (search ~ '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]'::text);
CREATE INDEX recalculations_open ON public.recalculations USING btree (account_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX sign_in_attempts_by_age ON public.sign_in_attempts USING btree (account_id, last_at);
CREATE INDEX sign_in_challenges_by_end ON public.sign_in_challenges USING btree (account_id, expires_at);
CREATE INDEX sign_in_places_by_end ON public.sign_in_places USING btree (account_id, expires_at);
CREATE INDEX tax_rules_by_branch_company ON public.tax_rules USING btree (account_id, id_branch_company, id) WHERE (id_branch_company IS NOT NULL);
CREATE INDEX tax_rules_by_category ON public.tax_rules USING btree (account_id, id_category, id) WHERE (id_category IS NOT NULL);
CREATE INDEX tax_rules_by_goods ON public.tax_rules USING btree (account_id, kind, COALESCE((id_product)::text, cest, ncm, ''::text));
CREATE INDEX tax_rules_by_operation ON public.tax_rules USING btree (account_id, id_operation, id) WHERE (id_operation IS NOT NULL);
CREATE INDEX tax_rules_by_product ON public.tax_rules USING btree (account_id, id_product, id) WHERE (id_product IS NOT NULL);
CREATE INDEX tokens_by_client ON public.tokens USING btree (account_id, id_client) WHERE (id_client IS NOT NULL);
CREATE INDEX tokens_by_end ON public.tokens USING btree (expires_at) WHERE (kind = ANY (ARRAY['session'::text, 'oauth'::text]));
CREATE INDEX tokens_by_member ON public.tokens USING btree (account_id, id_member, id) WHERE (id_member IS NOT NULL);
CREATE UNIQUE INDEX tokens_by_old_secret ON public.tokens USING btree (account_id, old_sha256) WHERE (old_sha256 IS NOT NULL);
CREATE INDEX views_by_member ON public.views USING btree (account_id, id_member);
CREATE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (account_id, id_event);
CREATE INDEX webhook_deliveries_by_subject ON public.webhook_deliveries USING btree (account_id, id_webhook, subject, id);
CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING btree (account_id, "time");
CREATE INDEX webhook_deliveries_by_webhook ON public.webhook_deliveries USING btree (account_id, id_webhook, id);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (account_id, id_webhook, id) WHERE (((status >= 200) AND (status <= 299)) IS NOT TRUE);
CREATE INDEX webhook_replays_by_webhook ON public.webhook_replays USING btree (account_id, id_webhook, id);
CREATE INDEX webhook_retries_by_record ON public.webhook_retries USING btree (account_id, id_webhook, resource, id_record, "position");
CREATE INDEX webhook_retries_by_time ON public.webhook_retries USING btree (account_id, id_webhook, next_at);

CREATE OR REPLACE FUNCTION public.add_counts(of_account bigint, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  beyond_customer bigint;
  beyond bigint;
  one record;
  customers bigint[] := '{}';
  statuses bigint[] := '{}';
  orders bigint[] := '{}';
  blocks bigint[] := '{}';
  hours timestamptz[] := '{}';
  created_hours timestamptz[] := '{}';
  amounts numeric[] := '{}';
  deltas integer[] := '{}';
  dates timestamptz[] := '{}';
  is_growing boolean := true;
  since timestamptz;
  counting bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('add_counts', of_account)) then
    return 0;
  end if;
  select d.id_customer, d.id into beyond_customer, beyond from order_count_deltas d
   where d.account_id = of_account
   order by d.id_customer, d.id offset at_most limit 1;
  for one in
    delete from order_count_deltas d
     where d.account_id = of_account
       and (beyond is null or (d.id_customer, d.id) < (beyond_customer, beyond))
    returning d.id_customer, d.id_order_status, d.id_order, d.hour, d.created_hour, d.total_value, d.delta, coalesce(d.date, d.hour) as date
  loop
    customers := customers || one.id_customer;
    statuses := statuses || one.id_order_status;
    orders := orders || one.id_order;
    blocks := blocks || one.id_order / 16384;
    hours := hours || one.hour;
    created_hours := created_hours || one.created_hour;
    amounts := amounts || one.total_value;
    deltas := deltas || one.delta;
    dates := dates || one.date;
    is_growing := is_growing and one.delta > 0;
  end loop;
  if cardinality(deltas) = 0 then
    return 0;
  end if;
  -- Where orders only came, as is usual, what customers buy goes into the same rows at once.
  since := kept_figures_since(of_account);
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts and is_growing;
  -- Hours are written whatever comes of their deltas: one order may have taken another one's place.
  insert into order_counts as c (account_id, kind, id, hour, count, sum_value, min_id, max_id, recent_count, recent_sum, first_at, last_at)
  select of_account,
         case when d.block is not null then 'block'
              when d.id_customer is not null then 'customer'
              when d.id_order_status is not null and d.hour is not null then 'status_date'
              when d.id_order_status is not null then 'status'
              when d.hour is not null then 'date'
              when d.created_hour is not null then 'created'
              else 'all' end,
         coalesce(d.id_customer, d.id_order_status, d.block, 0), coalesce(d.hour, d.created_hour, '-infinity'),
         sum(d.delta), sum(d.delta * d.amount),
         case when d.id_order_status is null and coalesce(d.hour, d.created_hour) is not null then min(d.id_order) filter (where d.delta > 0) end,
         case when d.id_order_status is null and coalesce(d.hour, d.created_hour) is not null then max(d.id_order) filter (where d.delta > 0) end,
         case when d.id_customer is not null then count(*) filter (where d.id_order_status = any (counting) and d.date >= since) end,
         case when d.id_customer is not null then coalesce(sum(d.amount) filter (where d.id_order_status = any (counting) and d.date >= since), 0) end,
         case when d.id_customer is not null then min(d.date) filter (where d.id_order_status = any (counting) and d.date >= since) end,
         case when d.id_customer is not null then max(d.date) filter (where d.id_order_status = any (counting)) end
    from unnest(customers, statuses, orders, blocks, hours, created_hours, amounts, deltas, dates)
           as d (id_customer, id_order_status, id_order, block, hour, created_hour, amount, delta, date)
   group by grouping sets ((), (d.id_customer), (d.id_order_status), (d.hour), (d.created_hour), (d.id_order_status, d.hour), (d.block))
  having sum(d.delta) <> 0 or d.block is null and sum(d.delta * d.amount) <> 0
      or d.id_order_status is null and coalesce(d.hour, d.created_hour) is not null
   order by 2, 3, 4
  on conflict (account_id, kind, id, hour)
    do update set count = c.count + excluded.count, sum_value = c.sum_value + excluded.sum_value,
                  min_id = least(c.min_id, excluded.min_id), max_id = greatest(c.max_id, excluded.max_id),
                  recent_count = case when excluded.recent_count is null then c.recent_count else coalesce(c.recent_count, 0) + excluded.recent_count end,
                  recent_sum = case when excluded.recent_sum is null then c.recent_sum else coalesce(c.recent_sum, 0) + excluded.recent_sum end,
                  first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at);
  perform refresh_extreme_rollups(
            of_account, case when d.id_order_status is null then 'date' else 'status_date' end,
            coalesce(d.id_order_status, 0), d.hour,
            min(d.amount) filter (where d.delta > 0), max(d.amount) filter (where d.delta > 0),
            min(d.amount) filter (where d.delta < 0), max(d.amount) filter (where d.delta < 0))
     from unnest(statuses, hours, amounts, deltas) as d (id_order_status, hour, amount, delta)
    group by grouping sets ((d.hour), (d.id_order_status, d.hour));
  if not is_growing then
    perform add_customer_figures(of_account, customers, statuses, orders, dates, amounts, deltas);
  end if;
  perform refresh_day_rollups(of_account, hours);
  return cardinality(deltas);
end $function$;

CREATE OR REPLACE FUNCTION public.add_custom_values(of_account bigint, of_rule bigint, ids bigint[], numbers numeric[], texts text[], are_unique boolean[])
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
declare
  kept bigint[];
begin
  insert into custom_values (account_id, id_rule, id_record, number, text, is_unique)
  select of_account, of_rule, v.id, v.number, v.text, v.is_unique
    from unnest(ids, numbers, texts, are_unique) as v (id, number, text, is_unique)
  on conflict do nothing;
  select array_agg(id_record) into kept from custom_values
   where account_id = of_account and id_rule = of_rule and id_record = any (ids);
  return coalesce(kept, '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.add_customer_figures(of_account bigint, customers bigint[], statuses bigint[], orders bigint[], dates timestamp with time zone[], amounts numeric[], deltas integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  since timestamptz;
  counting bigint[];
  of_customers bigint[];
  counts bigint[];
  sums numeric[];
  firsts timestamptz[];
  lasts timestamptz[];
  are_looked_up boolean[];
  ends record;
begin
  since := kept_figures_since(of_account);
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts;
  -- An order that only moves from one status that counts to another takes nothing away.
  select array_agg(x.id_customer), array_agg(x.count), array_agg(x.sum), array_agg(x.first), array_agg(x.last), array_agg(x.is_looked_up)
    into of_customers, counts, sums, firsts, lasts, are_looked_up
    from (
      select o.id_customer, coalesce(sum(o.count) filter (where o.date >= since), 0) as count,
             coalesce(sum(o.sum) filter (where o.date >= since), 0) as sum,
             min(o.date) filter (where o.count > 0 and o.date >= since) as first,
             max(o.date) filter (where o.count > 0) as last, bool_or(o.count < 0) as is_looked_up
        from (
          select d.id_customer, d.id_order, d.date, sum(d.delta) as count, sum(d.delta * d.amount) as sum
            from unnest(customers, statuses, orders, dates, amounts, deltas) as d (id_customer, id_status, id_order, date, amount, delta)
           where d.id_status = any (counting)
           group by d.id_customer, d.id_order, d.date) o
       where o.count <> 0 or o.sum <> 0
       group by o.id_customer order by o.id_customer) x;
  update order_counts c
     set recent_count = coalesce(c.recent_count, 0) + f.count, recent_sum = coalesce(c.recent_sum, 0) + f.sum,
         first_at = least(c.first_at, f.first), last_at = greatest(c.last_at, f.last)
    from unnest(of_customers, counts, sums, firsts, lasts) as f (id, count, sum, first, last)
   where c.account_id = of_account and c.kind = 'customer' and c.id = f.id and c.hour = '-infinity';
  for i in 1 .. coalesce(cardinality(of_customers), 0) loop
    continue when not are_looked_up[i];
    select e.first_at, e.last_at into ends from customer_order_ends(of_account, of_customers[i], since) e;
    update order_counts c set first_at = ends.first_at, last_at = ends.last_at
     where c.account_id = of_account and c.kind = 'customer' and c.id = of_customers[i] and c.hour = '-infinity';
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.add_order_items(of_account bigint, of_order bigint, of_version bigint, change numeric, lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform touch_order(of_account, of_order, of_version, change);
  perform insert_order_items(of_account, lines);
end $function$;

CREATE OR REPLACE FUNCTION public.anonymous_order_json(fresh json, kept json)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.breaks_rule(type text, required boolean, is_indexed boolean, choices text[], value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  if value is null then return required; end if;
  if type = 'integer' then return value !~ '^(0|-?[1-9][0-9]{0,14})$'; end if;
  if type = 'decimal' then return value !~ '^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,10})?$'; end if;
  if type = 'boolean' then return value not in ('true', 'false'); end if;
  if type = 'choice' then return value <> all (choices); end if;
  if type = 'date' then
    if value !~ '^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then return true; end if;
    return right(value, 2)::integer
           > extract(day from make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, 1) + interval '1 month - 1 day');
  end if;
  return (required and value = '') or (is_indexed and (length(value) > 200 or position(chr(1114111) in value) > 0));
end $function$;

CREATE OR REPLACE FUNCTION public.change_orders(of_account bigint, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  change record;
begin
  for change in
    select * from jsonb_to_recordset(changes) as c (
      id bigint, version bigint, out_ids bigint[], out_total numeric, lines jsonb, lines_total numeric,
      fields jsonb, is_freight_written boolean)
  loop
    if change.out_ids is not null then
      perform remove_order_items(of_account, change.id, change.version, - change.out_total, change.out_ids);
    end if;
    if change.lines is not null then
      perform add_order_items(of_account, change.id, change.version, change.lines_total, change.lines);
    end if;
    if change.fields is not null then
      perform update_order(of_account, change.id, change.version, change.fields, change.is_freight_written);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.check_custom_fields()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_next_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  zone text;
  local timestamp;
  key text;
  branch text := '{branch}';
begin
  if new.current_period <> old.current_period then return new; end if;
  if new.version <> old.version then
    select time_zone into zone from accounts where account_id = new.account_id;
    local := clock_timestamp() at time zone zone;
    key := number_period(new.period, local);
    if old.current_period <> '' and key > old.current_period then
      new.current_period := key;
      return new;
    end if;
  end if;
  if new.next < old.next then
    raise exception 'number_series_next_goes_up: the next number is % already', old.next
      using errcode = 'check_violation', constraint = 'number_series_next_goes_up', table = 'number_series';
  end if;
  if new.version = old.version then return new; end if;
  -- Where none was drawn yet, the series begins with the new one.
  perform from order_numbers where account_id = new.account_id and id_series = new.id limit 1;
  if not found then return new; end if;
  if old.id_branch_company is not null then
    select left(coalesce(fk_id, id::text), 40) into branch from branch_companies
     where account_id = old.account_id and id = old.id_branch_company;
  end if;
  insert into number_gaps (account_id, id_series, number, last_number, state)
  values (new.account_id, new.id,
          number_text(old.template, old.next, branch, old.period, old.current_period, local),
          number_text(old.template, new.next - 1, branch, old.period, old.current_period, local), 'passed');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_order_installments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_order_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_totals_of_touched_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  for touched in select distinct account_id, id_order from touched_items loop
    perform refuse_wrong_total(touched.account_id, touched.id_order);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_address_json(address json)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when json_typeof(address) = 'object' and strpos(address::text, '"country":') = 0
              then concat(left(address::text, -1), ',"ibge":null,"country":1058}') else address::text end
$function$;

CREATE OR REPLACE FUNCTION public.complete_order_json(document text, of_shape smallint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.corrected_order_json(fresh json, kept json)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.count_mail(of_account bigint, keys text[], a_day integer[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz := clock_timestamp();
  spent timestamptz;
  wait_s integer := 0;
begin
  delete from mail_allowances where account_id = of_account and spent_until < moment;
  for i in 1 .. cardinality(keys) loop
    select spent_until into spent
      from mail_allowances where account_id = of_account and key = keys[i] for update;
    wait_s := greatest(wait_s, ceil(extract(epoch from
      coalesce(spent, moment) + interval '1 day' / a_day[i] - moment - interval '1 day'))::integer);
  end loop;
  if wait_s > 0 then return wait_s; end if;
  for i in 1 .. cardinality(keys) loop
    select spent_until into spent
      from mail_allowances where account_id = of_account and key = keys[i];
    spent := coalesce(spent, moment) + interval '1 day' / a_day[i];
    insert into mail_allowances (account_id, key, spent_until)
    values (of_account, keys[i], spent)
    on conflict (account_id, key) do update set spent_until = excluded.spent_until;
  end loop;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.count_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into order_count_deltas (account_id, id_customer, id_order_status, id_order, hour, created_hour, total_value, delta, date)
    values (old.account_id, old.id_customer, old.id_order_status, old.id,
            date_trunc('hour', old.date, 'UTC'), date_trunc('hour', old.created_at, 'UTC'), old.total_value, -1, old.date);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_count_deltas (account_id, id_customer, id_order_status, id_order, hour, created_hour, total_value, delta, date)
    values (new.account_id, new.id_customer, new.id_order_status, new.id,
            date_trunc('hour', new.date, 'UTC'), date_trunc('hour', new.created_at, 'UTC'), new.total_value, 1, new.date);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_sign_in(of_account bigint, keys text[], free integer[], longest_s integer[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz := clock_timestamp();
  -- Worked out here: `on conflict` takes nothing on Citus that may depend on a session.
  day_ago timestamptz := moment - interval '1 day';
  may_at timestamptz;
  counted integer;
  wait_s integer := 0;
begin
  for i in 1 .. cardinality(keys) loop
    select next_at, attempts into may_at, counted
      from sign_in_attempts where account_id = of_account and key = keys[i] for update;
    -- One that was counted while this one waited for the row is a moment later, and makes nobody wait by that.
    if counted >= free[i] then
      wait_s := greatest(wait_s, ceil(extract(epoch from may_at - moment))::integer);
    end if;
  end loop;
  if wait_s > 0 then return wait_s; end if;
  for i in 1 .. cardinality(keys) loop
    insert into sign_in_attempts as a (account_id, key, attempts, next_at, last_at)
    values (of_account, keys[i], 1, moment, moment)
    on conflict (account_id, key) do update
      set attempts = case when a.last_at < day_ago then 1 else a.attempts + 1 end, last_at = moment
    returning attempts into counted;
    if counted >= free[i] then
      update sign_in_attempts
         set next_at = moment + least(2 ^ least(counted - free[i], 20), longest_s[i]) * interval '1 second'
       where account_id = of_account and key = keys[i];
    end if;
  end loop;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.counted_from(o orders, of_terms text)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select (coalesce(case when of_terms = 'delivery' then o.delivery_date end, o.date) at time zone time_zone)::date
    from accounts where account_id = o.account_id
$function$;

CREATE OR REPLACE FUNCTION public.create_order_batch(of_account bigint, ids bigint[], event_ids bigint[], fields jsonb, lines jsonb, authors jsonb)
 RETURNS TABLE(order_id bigint, document text)
 LANGUAGE plpgsql
 SET lock_timeout TO '100ms'
AS $function$
begin
  return query select c.order_id, c.document from create_orders(of_account, ids, event_ids, fields, lines, authors) c;
end $function$;

CREATE OR REPLACE FUNCTION public.create_orders(of_account bigint, ids bigint[], event_ids bigint[], fields jsonb, lines jsonb, authors jsonb)
 RETURNS TABLE(order_id bigint, document text)
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.current_order_json(of_account bigint, of_order bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  stored text;
begin
  select complete_order_json(document, shape) into stored from order_documents
   where account_id = of_account and id_order = of_order and names_epoch is null;
  return coalesce(stored, order_json(of_account, of_order));
end $function$;

CREATE OR REPLACE FUNCTION public.customer_order_ends(of_account bigint, of_customer bigint, since timestamp with time zone, OUT first_at timestamp with time zone, OUT last_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  counting bigint[];
begin
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts;
  select o.date into last_at from orders o
   where o.account_id = of_account and o.id_customer = of_customer and o.id_order_status = any (counting)
   order by o.date desc, o.id desc limit 1;
  if last_at >= since then
    select o.date into first_at from orders o
     where o.account_id = of_account and o.id_customer = of_customer and o.id_order_status = any (counting) and o.date >= since
     order by o.date, o.id limit 1;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.date_quotations(of_account bigint, ids bigint[], quotation_statuses bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  today date;
  s record;
begin
  select (now() at time zone time_zone)::date into today from accounts where account_id = of_account;
  for s in
    select id, quotation_days from order_statuses where account_id = of_account and id = any (quotation_statuses)
  loop
    update orders set valid_until = today + s.quotation_days
     where account_id = of_account and id = any (ids) and id_order_status = s.id and valid_until is null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.derived_installments(terms jsonb, base date, payable numeric, taxes numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.drop_custom_values()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_rule bigint;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('custom fields', old.account_id));
  for of_rule in
    select id from custom_rules where account_id = old.account_id and resource = tg_argv[0] and state <> 'gone'
  loop
    delete from custom_values where account_id = old.account_id and id_rule = of_rule and id_record = old.id;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.due_dates(terms jsonb, base date)
 RETURNS date[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.empty_anonymised()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.end_retries(of_account bigint, of_webhook bigint, positions bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  one record;
  resources text[] := '{}';
  ids bigint[] := '{}';
begin
  for one in
    delete from webhook_retries q
     where q.account_id = of_account and q.id_webhook = of_webhook and q.position = any (positions)
    returning q.resource, q.id_record
  loop
    resources := resources || one.resource;
    ids := ids || one.id_record;
  end loop;
  perform make_next_due(of_account, of_webhook, resources, ids);
end $function$;

CREATE OR REPLACE FUNCTION public.figures_since(zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select (date_trunc('day', now() at time zone zone) - interval '1 year') at time zone zone
$function$;

CREATE OR REPLACE FUNCTION public.forget_deliveries(of_account bigint, not_before timestamp with time zone, before timestamp with time zone, at_most integer, OUT removed integer, OUT last text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  up_to timestamptz;
begin
  select d.time into up_to from webhook_deliveries d
   where d.account_id = of_account and d.time >= not_before and d.time < before
   order by d.time offset at_most - 1 limit 1;
  up_to := coalesce(up_to, before);
  delete from webhook_deliveries d
   where d.account_id = of_account and d.time >= not_before and d.time <= up_to and d.time < before;
  get diagnostics removed = row_count;
  last := up_to::text;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_positions(of_account bigint, before timestamp with time zone, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  oldest bigint;
  head bigint;
  first_kept bigint;
  audited bigint[];
begin
  select h.first_position, h.position into oldest, head from event_heads h where h.account_id = of_account;
  select p.position into first_kept from event_positions p
   where p.account_id = of_account and p.latest >= before
   order by p.latest, p.position limit 1;
  first_kept := least(oldest + at_most, coalesce(first_kept, head + 1));
  if first_kept <= oldest then
    return 0;
  end if;
  select array_agg(p.id_event) into audited from event_positions p
   where p.account_id = of_account and p.position >= oldest - 1 and p.position < first_kept - 1
     and p.type like 'audit.%';
  delete from event_positions p
   where p.account_id = of_account and p.position >= oldest - 1 and p.position < first_kept - 1;
  if audited is not null then
    delete from events e where e.account_id = of_account and e.id = any (audited);
  end if;
  -- Last, because the next events get their positions from the row.
  update event_heads h set first_position = greatest(h.first_position, first_kept)
   where h.account_id = of_account;
  return first_kept - oldest;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_retries(of_account bigint, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  first_kept bigint;
  one record;
  removed integer := 0;
begin
  select h.first_position into first_kept from event_heads h where h.account_id = of_account;
  for one in
    select q.id_webhook, q.position from webhook_retries q
     where q.account_id = of_account and q.position < first_kept
     order by q.id_webhook, q.position limit at_most
       for update skip locked
  loop
    perform end_retries(of_account, one.id_webhook, array[one.position]);
    removed := removed + 1;
  end loop;
  return removed;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_sign_in(of_account bigint, keys text[], free integer[], own_key text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  for i in 1 .. cardinality(keys) loop
    if keys[i] = own_key then
      delete from sign_in_attempts where account_id = of_account and key = own_key;
    else
      update sign_in_attempts
         set attempts = greatest(attempts - 1, 0),
             next_at = case when attempts <= free[i] then last_at else next_at end
       where account_id = of_account and key = keys[i];
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.insert_deliveries(of_account bigint, of_webhook bigint, attempts jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  d webhook_deliveries;
begin
  for d in select * from jsonb_populate_recordset(null::webhook_deliveries, attempts) loop
    insert into webhook_deliveries (account_id, id, id_webhook, position, id_event, type, subject, attempt, time,
                                    milliseconds, status, failure, detail, response)
      overriding system value
    values (of_account, d.id, of_webhook, d.position, d.id_event, d.type, d.subject, d.attempt, d.time,
            d.milliseconds, d.status, d.failure, d.detail, d.response);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.insert_import_refusals(of_account bigint, of_import bigint, refusals jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  r import_refusals;
  added bigint := 0;
begin
  for r in select * from jsonb_populate_recordset(null::import_refusals, refusals) loop
    insert into import_refusals (account_id, id_import, line, rows, faults)
    values (of_account, of_import, r.line, r.rows, r.faults);
    added := added + octet_length(r.rows) + octet_length(r.faults);
  end loop;
  update imports set refused_bytes = refused_bytes + added where account_id = of_account and id = of_import;
end $function$;

CREATE OR REPLACE FUNCTION public.insert_order_items(of_account bigint, lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.installments_json(of_account bigint, plan jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat('[', string_agg(concat(
           '{"number":"', lpad(n::text, 3, '0'), '","due_date":"', line ->> 'due_date', '","amount":', line ->> 'amount',
           ',"percentage":', line ->> 'percentage', ',"payment_method":', coalesce((
             select reference_json(m.id, m.name, m.fk_id) from payment_methods m
              where m.account_id = of_account and m.id = (line ->> 'id_payment_method')::bigint), 'null'),
           ',"down_payment":', line ->> 'down_payment', '}'), ',' order by n), ']')
    from jsonb_array_elements(plan -> 'lines') with ordinality as l (line, n)
$function$;

CREATE OR REPLACE FUNCTION public.instant_text(instant timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

CREATE OR REPLACE FUNCTION public.invoice_records(of_account bigint, of_customer bigint, of_address bigint, of_branch_company bigint, of_shipping_company bigint, of_operation bigint, of_freight_type bigint, of_payment_methods bigint[], of_products bigint[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.is_freight_charged(of_account bigint, of_freight_type bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  is_charged boolean;
begin
  if of_freight_type is not null then
    select charged into is_charged from freight_types where account_id = of_account and id = of_freight_type;
  end if;
  return coalesce(is_charged, false);
end $function$;

CREATE OR REPLACE FUNCTION public.is_operation_payable(of_account bigint, of_operation bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  is_payable boolean;
begin
  if of_operation is null then return null; end if;
  select payable into is_payable from operations where account_id = of_account and id = of_operation;
  return coalesce(is_payable, true);
end $function$;

CREATE OR REPLACE FUNCTION public.json_text(value anyelement)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(to_json(value)::text, 'null')
$function$;

CREATE OR REPLACE FUNCTION public.keep_cities(of_account bigint, of_customer bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found_cities text;
begin
  perform from customers c where c.account_id = of_account and c.id = of_customer for no key update;
  select string_agg(distinct a.city, ' ' order by a.city) into found_cities from addresses a
   where a.account_id = of_account and a.id_customer = of_customer;
  update customers c set cities = found_cities
   where c.account_id = of_account and c.id = of_customer and c.cities is distinct from found_cities;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_cities_of_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then perform keep_cities(old.account_id, old.id_customer); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.id_customer <> old.id_customer then
    perform keep_cities(new.account_id, new.id_customer);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_customer_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_user bigint;
begin
  -- An account that comes from another installation brings the rows along.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  if tg_op = 'UPDATE' then
    delete from customer_users
     where account_id = new.account_id and id_customer = new.id and id_user <> all (new.id_users);
  end if;
  foreach of_user in array new.id_users loop
    insert into customer_users (account_id, id_user, id_customer) values (new.account_id, of_user, new.id)
    on conflict (account_id, id_user, id_customer) do nothing;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_former_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_addresses (account_id, id_customer, id) values (old.account_id, old.id_customer, old.id)
  on conflict (account_id, id_customer, id) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_installment_methods(of_account bigint, of_order bigint, sent jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into installment_methods (account_id, id_order, id_payment_method)
  select distinct of_account, of_order, (line ->> 'id_payment_method')::bigint from jsonb_array_elements(sent) line
   where line ->> 'id_payment_method' is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_order_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'orders_number_stays: order % has the number %', old.id, old.number
    using errcode = 'check_violation', constraint = 'orders_number_stays', table = 'orders';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_trade_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  words text := concat_ws(' ', new.trade_name, new.cities,
    (select string_agg(concat_ws(' ', c ->> 'name', c ->> 'email', phone_words(c ->> 'phone')), ' ')
       from jsonb_array_elements(new.contacts) c));
begin
  -- Without what nobody sees.
  new.trade_search := search_text(regexp_replace(nullif(words, ''), '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]', '', 'g'));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.kept_figures_since(of_account bigint)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
declare
  since timestamptz;
begin
  select c.hour into since from order_counts c where c.account_id = of_account and c.kind = 'since' and c.id = 0;
  if since is null then
    select figures_since(a.time_zone) into since from accounts a where a.account_id = of_account;
    insert into order_counts (account_id, kind, id, hour, count, sum_value) values (of_account, 'since', 0, since, 0, 0);
  end if;
  return since;
end $function$;

CREATE OR REPLACE FUNCTION public.kept_installments(sent jsonb, payable numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.kept_invoice_records(fresh json, kept json)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select json_object_agg(key, case
           when key in ('payment_methods', 'products') then (
             select coalesce(json_object_agg(r.key, coalesce(kept -> part.key -> r.key, r.value)), '{}') from json_each(value) r)
           when kept -> key ->> 'id' = value ->> 'id' then kept -> key
           else value end)
    from json_each(fresh) as part (key, value)
$function$;

CREATE OR REPLACE FUNCTION public.leave_number_gap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_series bigint;
begin
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  select id_series into of_series from order_numbers where account_id = old.account_id and number = old.number;
  if of_series is null then return null; end if;
  insert into number_gaps (account_id, id_series, number, last_number, state, id_order)
  values (old.account_id, of_series, old.number, old.number, 'deleted', old.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.line_taxes_json(i order_items)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.lock_custom_fields(of_account bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('custom fields', of_account));
end $function$;

CREATE OR REPLACE FUNCTION public.lock_order(of_account bigint, of_order bigint)
 RETURNS TABLE(version bigint, written json, status json, document text)
 LANGUAGE plpgsql
AS $function$
begin
  perform from orders where account_id = of_account and id = of_order for update;
  select s.version, s.written, s.status, s.document into version, written, status, document
    from order_state(of_account, of_order) s;
  if version is null then return; end if;
  if document is null then document := order_json(of_account, of_order); end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_orders(of_account bigint, codes text[])
 RETURNS TABLE(order_id bigint, order_version bigint, written json, status json)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  o record;
  ids bigint[] := '{}';
begin
  for o in
    -- By another collation than the index has, whose whole length PostgreSQL may walk for its order.
    select id from orders where account_id = of_account and fk_id = any (codes) order by fk_id collate "C" for update
  loop
    ids := ids || o.id;
  end loop;
  return query select s.order_id, s.order_version, s.written, s.status from order_states(of_account, ids) s;
end $function$;

CREATE OR REPLACE FUNCTION public.locked_order_json(fresh json, kept json)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.lots_quantity(lots jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select sum((lot ->> 'quantity')::numeric) from jsonb_array_elements(lots) lot
$function$;

CREATE OR REPLACE FUNCTION public.make_next_due(of_account bigint, of_webhook bigint, resources text[], ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  next_position bigint;
begin
  for i in 1 .. cardinality(ids) loop
    select min(q.position) into next_position from webhook_retries q
     where q.account_id = of_account and q.id_webhook = of_webhook
       and q.resource = resources[i] and q.id_record = ids[i];
    update webhook_retries q set next_at = now(), since = now()
     where q.account_id = of_account and q.id_webhook = of_webhook
       and q.position = next_position and q.next_at = 'infinity';
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.move_figures_since(of_account bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  before timestamptz;
  due timestamptz;
  earlier timestamptz;
  later timestamptz;
  counting bigint[];
  of_customers bigint[];
  counts bigint[];
  sums numeric[];
  ends record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('add_counts', of_account)) then
    return false;
  end if;
  select c.hour into before from order_counts c where c.account_id = of_account and c.kind = 'since' and c.id = 0;
  select least(figures_since(a.time_zone), before + interval '7 days') into due from accounts a where a.account_id = of_account;
  if before is null or before = due then
    return false;
  end if;
  earlier := least(before, due);
  later := greatest(before, due);
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts;
  -- In one snapshot: the orders without those for which deltas wait.
  select array_agg(x.id_customer), array_agg(x.count), array_agg(x.sum) into of_customers, counts, sums
    from (
      select o.id_customer, sum(o.n) as count, sum(o.n * o.total_value) as sum
        from (
          select r.id_customer, r.total_value, 1 as n from orders r
           where r.account_id = of_account and r.date >= earlier and r.date < later and r.id_order_status = any (counting)
          union all
          select d.id_customer, d.total_value, -d.delta from order_count_deltas d
           where d.account_id = of_account and coalesce(d.date, d.hour) >= earlier and coalesce(d.date, d.hour) < later
             and d.id_order_status = any (counting)) o
       group by o.id_customer order by o.id_customer) x;
  for i in 1 .. coalesce(cardinality(of_customers), 0) loop
    select e.first_at, e.last_at into ends from customer_order_ends(of_account, of_customers[i], due) e;
    update order_counts c
       set recent_count = coalesce(c.recent_count, 0) - sign(extract(epoch from due - before))::int * counts[i],
           recent_sum = coalesce(c.recent_sum, 0) - sign(extract(epoch from due - before))::int * sums[i],
           first_at = ends.first_at, last_at = ends.last_at
     where c.account_id = of_account and c.kind = 'customer' and c.id = of_customers[i] and c.hour = '-infinity';
  end loop;
  update order_counts c set hour = due where c.account_id = of_account and c.kind = 'since' and c.id = 0;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.new_items_json(of_account bigint, at_time timestamp with time zone, lines jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.note_checked_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update accounts set checks_invoices = true where account_id = new.account_id and not checks_invoices;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.number_orders(of_account bigint, ids bigint[], numbered_statuses bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  zone text;
  local timestamp;
  o record;
  s number_series;
  found_series bigint;
  found_order bigint;
  code text;
  order_ids bigint[] := '{}';
  series_ids bigint[] := '{}';
  branches text[] := '{}';
  key text;
  n bigint;
  candidate text;
  passed text[];
begin
  for i in 1 .. cardinality(ids) loop
    select id, id_branch_company into o from orders
     where account_id = of_account and id = ids[i] and number is null and id_order_status = any (numbered_statuses);
    continue when not found;
    select id into found_series from number_series
     where account_id = of_account and (id_branch_company = o.id_branch_company or id_branch_company is null)
     order by id_branch_company, id desc limit 1;
    -- The account has no series that this order could have a number of.
    continue when found_series is null;
    select left(coalesce(fk_id, id::text), 40) into code from branch_companies
     where account_id = of_account and id = o.id_branch_company;
    order_ids := order_ids || o.id;
    series_ids := series_ids || found_series;
    branches := branches || coalesce(code, '0');
  end loop;
  if order_ids = '{}' then return; end if;
  select time_zone into zone from accounts where account_id = of_account;
  for s in
    select * from number_series where account_id = of_account and id = any (series_ids) order by id for no key update
  loop
    -- After the lock: who waited over midnight numbers in the new year.
    local := clock_timestamp() at time zone zone;
    -- Never back, whatever clocks and zones do.
    key := greatest(number_period(s.period, local), s.current_period);
    n := case when s.current_period <> '' and key > s.current_period then 1 else s.next end;
    passed := '{}';
    for i in 1 .. cardinality(order_ids) loop
      continue when series_ids[i] <> s.id;
      loop
        candidate := number_text(s.template, n, branches[i], s.period, key, local);
        n := n + 1;
        insert into order_numbers (account_id, number, id_order, id_series)
        values (of_account, candidate, order_ids[i], s.id) on conflict do nothing;
        exit when found;
        passed := passed || candidate;
      end loop;
      update orders set number = candidate where account_id = of_account and id = order_ids[i];
    end loop;
    update number_series set next = n, current_period = key where account_id = of_account and id = s.id;
    foreach candidate in array passed loop
      select id_order into found_order from order_numbers where account_id = of_account and number = candidate;
      insert into number_gaps (account_id, id_series, number, last_number, state, id_order)
      values (of_account, s.id, candidate, candidate, 'passed', found_order);
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.number_period(of_period text, local timestamp without time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case of_period when 'year' then to_char(local, 'YYYY') when 'month' then to_char(local, 'YYYY-MM') else '' end
$function$;

CREATE OR REPLACE FUNCTION public.number_text(of_template text, n bigint, branch text, of_period text, of_key text, local timestamp without time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  template text := coalesce(of_template, '{seq}');
  width integer := coalesce(substring(template from '[{]seq:([0-9])[}]')::integer, 1);
  year text := case when of_period = 'none' then to_char(local, 'YYYY') else left(of_key, 4) end;
  month text := case when of_period = 'month' then right(of_key, 2) else to_char(local, 'MM') end;
begin
  template := regexp_replace(template, '[{]seq(:[0-9])?[}]', lpad(n::text, greatest(width, length(n::text)), '0'));
  template := replace(replace(replace(template, '{YYYY}', year), '{YY}', right(year, 2)), '{MM}', month);
  return replace(template, '{branch}', branch);
end $function$;

CREATE OR REPLACE FUNCTION public.order_invoice_records(of_account bigint, of_order bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.order_item_json(i order_items, product text, operation text, shares text, line_total numeric)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.order_json(of_account bigint, of_order bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (select built from orders_json(of_account, array[of_order], true));
end $function$;

CREATE OR REPLACE FUNCTION public.order_shape()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (
    -- rows: shape.size
    72
    -- end
  )::smallint
$function$;

CREATE OR REPLACE FUNCTION public.order_state(of_account bigint, of_order bigint)
 RETURNS TABLE(version bigint, written json, status json, document text)
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.order_states(of_account bigint, ids bigint[])
 RETURNS TABLE(order_id bigint, order_version bigint, written json, status json)
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.order_taxes(of_account bigint, of_order bigint)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.orders_json(of_account bigint, ids bigint[], with_items boolean)
 RETURNS TABLE(order_id bigint, order_version bigint, order_status bigint, order_updated_at timestamp with time zone, built text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.parts_of_amount(lines jsonb[], amount numeric, is_first boolean)
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.payable_operations(of_account bigint, rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  ids bigint[] := array(select (r ->> 'id_operation')::bigint from jsonb_array_elements(rows) r);
  found_operations jsonb;
begin
  select jsonb_object_agg(id, payable) into found_operations
    from operations where account_id = of_account and id = any (ids);
  return found_operations;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_value(of_account bigint, of_order bigint)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.percentage_of(amount numeric, whole numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when whole = 0 then 0 else div(2000000 * amount + whole, 2 * whole) * 0.0001 end
$function$;

CREATE OR REPLACE FUNCTION public.periods_of_products(of_account bigint, product_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  periods jsonb;
begin
  select jsonb_object_agg(id, recurrency_period) into periods from products
   where account_id = of_account and id = any (product_ids) and recurrency_period is not null;
  return periods;
end $function$;

CREATE OR REPLACE FUNCTION public.phone_words(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when digits ~ '^55[0-9]{10,11}$' then digits || ' ' || substr(digits, 3) else digits end
    from (select regexp_replace(phone, '[^0-9]', '', 'g') as digits) p
$function$;

CREATE OR REPLACE FUNCTION public.place_events(of_account bigint, at_most integer, OUT placed integer, OUT last bigint, OUT has_webhooks boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  ids bigint[] := '{}';
  last_time timestamptz;
  queued bigint;
  one record;
begin
  perform from webhook_cursors c where c.account_id = of_account limit 1;
  has_webhooks := found;
  select h.position, h.latest into last, last_time
    from event_heads h
   where h.account_id = of_account
     for update skip locked;
  if not found then
    return;
  end if;
  for queued in
    select q.id_event from event_queue q
     where q.account_id = of_account
     order by q.id_event limit at_most
  loop
    ids := ids || queued;
  end loop;
  placed := cardinality(ids);
  if placed = 0 then
    return;
  end if;
  for one in
    select e.id, e.type, e.resource, e.id_record, e.time from events e
     where e.account_id = of_account and e.id = any (ids)
     order by e.id
  loop
    last := last + 1;
    last_time := greatest(last_time, one.time);
    insert into event_positions (account_id, position, id_event, type, resource, id_record, time, latest)
    values (of_account, last, one.id, one.type, one.resource, one.id_record, one.time, last_time);
  end loop;
  delete from event_queue q where q.account_id = of_account and q.id_event = any (ids);
  update event_heads h set position = last, latest = last_time where h.account_id = of_account;
end $function$;

CREATE OR REPLACE FUNCTION public.preview_installments(of_account bigint, of_order bigint, taxes numeric)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
begin
  update orders set installment_plan = null where account_id = of_account and id = of_order;
  delete from installment_methods where account_id = of_account and id_order = of_order;
  perform settle_order_installments(of_account, of_order, taxes);
  return order_json(of_account, of_order);
end $function$;

CREATE OR REPLACE FUNCTION public.product_json(id bigint, name text, fk_id text, type text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat('{"id":', id, ',"name":', json_text(name), ',"fk_id":', json_text(fk_id), ',"type":"', type, '"}')
$function$;

CREATE OR REPLACE FUNCTION public.publish_orders(of_account bigint, ids bigint[], event_ids bigint[], types text[], authors jsonb, befores text[], were_locked boolean[])
 RETURNS TABLE(order_id bigint, document text)
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.put_retries(of_account bigint, of_webhook bigint, positions bigint[], resources text[], ids bigint[], attempts integer[], seconds double precision[], were_retries boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  for i in 1 .. cardinality(positions) loop
    if were_retries[i] or seconds[i] < 'infinity' then
      insert into webhook_retries as q (account_id, id_webhook, position, resource, id_record, attempts, next_at)
      values (of_account, of_webhook, positions[i], resources[i], ids[i], put_retries.attempts[i],
              case when seconds[i] = 'infinity' then 'infinity' else now() + seconds[i] * interval '1 second' end)
      on conflict (account_id, id_webhook, position) do update
        set attempts = greatest(q.attempts, excluded.attempts), next_at = excluded.next_at;
    else
      insert into webhook_retries (account_id, id_webhook, position, resource, id_record, attempts, next_at)
      values (of_account, of_webhook, positions[i], resources[i], ids[i], put_retries.attempts[i], 'infinity')
      on conflict (account_id, id_webhook, position) do nothing;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.rebuild_customer_figures(of_account bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  since timestamptz;
  counting bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('add_counts', of_account));
  since := kept_figures_since(of_account);
  select coalesce(array_agg(s.id), '{}') into counting from order_statuses s where s.account_id = of_account and s.counts;
  update order_counts c
     set recent_count = coalesce(f.count, 0), recent_sum = coalesce(f.sum, 0), first_at = f.first_at, last_at = f.last_at
    from order_counts k
    left join (
      select o.id_customer, sum(o.n) filter (where o.date >= since) as count, sum(o.n * o.total_value) filter (where o.date >= since) as sum,
             min(o.date) filter (where o.is_there and o.date >= since) as first_at, max(o.date) filter (where o.is_there) as last_at
        from (
          select r.id_customer, r.date, r.total_value, 1 as n, true as is_there from orders r
           where r.account_id = of_account and r.id_order_status = any (counting)
          union all
          select d.id_customer, coalesce(d.date, d.hour), d.total_value, -d.delta, false from order_count_deltas d
           where d.account_id = of_account and d.id_order_status = any (counting)) o
       group by o.id_customer) f on f.id_customer = k.id
   where k.account_id = of_account and k.kind = 'customer'
     and c.account_id = of_account and c.kind = 'customer' and c.id = k.id and c.hour = k.hour
     and (c.recent_count, c.recent_sum, c.first_at, c.last_at)
         is distinct from (coalesce(f.count, 0), coalesce(f.sum, 0), f.first_at, f.last_at);
end $function$;

CREATE OR REPLACE FUNCTION public.rebuild_figures_of_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform rebuild_customer_figures(new.account_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_events(of_account bigint, event_ids bigint[], types text[], of_resource text, record_ids bigint[], versions bigint[], authors jsonb, datas text[], befores text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform record_events(of_account, event_ids, types, of_resource, record_ids, versions, authors, datas, befores, null);
end $function$;

CREATE OR REPLACE FUNCTION public.record_events(of_account bigint, event_ids bigint[], types text[], of_resource text, record_ids bigint[], versions bigint[], authors jsonb, datas text[], befores text[], of_shape smallint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.recount_orders()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  account record;
begin
  lock table orders in share row exclusive mode;
  truncate order_counts, order_count_deltas;
  for account in select account_id from accounts loop
    insert into order_counts (account_id, kind, id, hour, count, sum_value, min_value, max_value, min_id, max_id)
    select account.account_id,
           case when block is not null then 'block'
                when id_customer is not null then 'customer'
                when id_order_status is not null and hour is not null then 'status_date'
                when id_order_status is not null then 'status'
                when hour is not null then 'date'
                when created_hour is not null then 'created'
                else 'all' end,
           coalesce(id_customer, id_order_status, block, 0), coalesce(hour, created_hour, '-infinity'), count(*), coalesce(sum(total_value), 0),
           case when hour is not null then min(total_value) end, case when hour is not null then max(total_value) end,
           case when id_order_status is null and coalesce(hour, created_hour) is not null then min(id_order) end,
           case when id_order_status is null and coalesce(hour, created_hour) is not null then max(id_order) end
      from (select id_customer, id_order_status, id as id_order, id / 16384 as block, date_trunc('hour', date, 'UTC') as hour,
                   date_trunc('hour', created_at, 'UTC') as created_hour, total_value
              from orders
             where account_id = account.account_id) o
     group by grouping sets ((), (id_customer), (id_order_status), (hour), (created_hour), (id_order_status, hour), (block));
    perform refresh_day_rollups(account.account_id, '{}');
    perform rebuild_customer_figures(account.account_id);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.redact_orders(of_account bigint, ids bigint[], codes text[], fields jsonb[], item_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.reference_json(id bigint, name text, fk_id text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat('{"id":', id, ',"name":', json_text(name), ',"fk_id":', json_text(fk_id), '}')
$function$;

CREATE OR REPLACE FUNCTION public.refresh_day_rollups(of_account bigint, hours timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  zone text;
  of_zone bigint;
  are_kept bigint;
  of_day timestamptz;
  one record;
begin
  select a.time_zone into zone from accounts a where a.account_id = of_account;
  of_zone := hashtextextended(zone, 0);
  select c.count into are_kept from order_counts c
   where c.account_id = of_account and c.kind = 'days' and c.id = of_zone and c.hour = '-infinity';
  if are_kept is null then
    delete from order_counts c where c.account_id = of_account and c.kind in ('days', 'day');
    insert into order_counts (account_id, kind, id, hour, count, sum_value)
    values (of_account, 'days', of_zone, '-infinity', 1, 0);
    select array_agg(c.hour) into hours from order_counts c
     where c.account_id = of_account and c.kind = 'date' and c.id = 0;
  elsif are_kept = 0 then
    return;
  end if;
  for of_day in select distinct date_trunc('day', h, zone) from unnest(hours) h order by 1 loop
    select coalesce(sum(c.count), 0) as count, coalesce(sum(c.sum_value), 0) as sum_value,
           min(c.min_value) as min_value, max(c.max_value) as max_value,
           bool_or((c.hour at time zone zone)::date <> ((c.hour + interval '3599.999 seconds') at time zone zone)::date) as is_split
      into one from order_counts c
     where c.account_id = of_account and c.kind = 'date' and c.id = 0 and c.count <> 0
       and c.hour > of_day - interval '1 hour' and c.hour < date_trunc('day', of_day + interval '36 hours', zone);
    if one.is_split then
      update order_counts c set count = 0
       where c.account_id = of_account and c.kind = 'days' and c.id = of_zone and c.hour = '-infinity';
      return;
    end if;
    insert into order_counts as c (account_id, kind, id, hour, count, sum_value, min_value, max_value)
    values (of_account, 'day', of_zone, of_day, one.count, one.sum_value, one.min_value, one.max_value)
    on conflict (account_id, kind, id, hour)
      do update set count = excluded.count, sum_value = excluded.sum_value,
                    min_value = excluded.min_value, max_value = excluded.max_value;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_extreme_rollups(of_account bigint, of_kind text, of_status bigint, of_hour timestamp with time zone, min_added numeric, max_added numeric, min_removed numeric, max_removed numeric)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  kept_min numeric;
  kept_max numeric;
  found_min numeric;
  found_max numeric;
begin
  select c.min_value, c.max_value into kept_min, kept_max from order_counts c
   where c.account_id = of_account and c.kind = of_kind and c.id = of_status and c.hour = of_hour;
  found_min := least(kept_min, min_added);
  found_max := greatest(kept_max, max_added);
  if min_removed <= found_min or max_removed >= found_max then
    if of_status = 0 then
      select min(o.total_value), max(o.total_value) into found_min, found_max from orders o
       where o.account_id = of_account and o.date >= of_hour and o.date < of_hour + interval '1 hour';
    else
      select min(o.total_value), max(o.total_value) into found_min, found_max from orders o
       where o.account_id = of_account and o.id_order_status = of_status
         and o.date >= of_hour and o.date < of_hour + interval '1 hour';
    end if;
  end if;
  if found_min is distinct from kept_min or found_max is distinct from kept_max then
    update order_counts c set min_value = found_min, max_value = found_max
     where c.account_id = of_account and c.kind = of_kind and c.id = of_status and c.hour = of_hour;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_address_of_anonymised()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An account that comes from another installation.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return new; end if;
  perform from customers where account_id = new.account_id and id = new.id_customer and anonymised_at is not null;
  if found then
    raise exception 'customers_anonymised: customer % is anonymised', new.id_customer
      using errcode = 'check_violation', constraint = 'customers_anonymised', table = 'customers';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_anonymised()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'customers_anonymised: customer % is anonymised', new.id
    using errcode = 'check_violation', constraint = 'customers_anonymised', table = 'customers';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_installments(of_order bigint, of_constraint text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the instalments of order % are refused', of_order
    using errcode = 'check_violation', constraint = of_constraint, table = 'orders';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_large_discount(of_account bigint, of_order bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_negative_total(of_account bigint, of_order bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from orders where account_id = of_account and id = of_order and total_value < 0;
  if found then
    raise exception 'order % comes to less than nothing', of_order
      using errcode = 'check_violation', constraint = 'orders_total_not_negative', table = 'orders';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_wrong_total(of_account bigint, of_order bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.remember_sign_in(of_account bigint, keys text[], days integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  until timestamptz := clock_timestamp() + days * interval '1 day';
begin
  for i in 1 .. cardinality(keys) loop
    insert into sign_in_places (account_id, key, expires_at) values (of_account, keys[i], until)
    on conflict (account_id, key) do update set expires_at = until;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_order_items(of_account bigint, of_order bigint, of_version bigint, change numeric, ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform touch_order(of_account, of_order, of_version, change);
  delete from order_items where account_id = of_account and id_order = of_order and id = any (ids);
end $function$;

CREATE OR REPLACE FUNCTION public.renew_documents(of_account bigint, ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.replaced_values(of_before text, of_data text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select jsonb_object_agg(b.key, b.value)
    from jsonb_each(of_before::jsonb) b join jsonb_each(of_data::jsonb) a using (key)
   where a.value is distinct from b.value and b.key <> 'updated_at'
$function$;

CREATE OR REPLACE FUNCTION public.require_reason()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An account that comes from another installation.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  perform from order_statuses where account_id = new.account_id and id = new.id_order_status and reason_required;
  if found then
    raise exception 'orders_reason_required: order % has no reason', new.id
      using errcode = 'check_violation', constraint = 'orders_reason_required', table = 'orders';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reset_order_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  truncate order_counts, order_count_deltas;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.resolve_external_ids(of_account bigint, fields text[], codes text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.rewrite_events(of_account bigint, ids bigint[], datas text[], befores jsonb[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  for i in 1 .. cardinality(ids) loop
    update events set data = datas[i], previous = befores[i], reason = null where account_id = of_account and id = ids[i];
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.search_text(shown text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(regexp_replace(normalize(' ' || shown, NFKD), '[\u0300-\u036f!-/:-@\[-`{-~\u2010-\u2027]', '', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.set_documents_locked(of_account bigint, ids bigint[], is_locked boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settle_installments(of_account bigint, ids bigint[], types text[], were_locked boolean[], locked_statuses bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settle_order_installments(of_account bigint, of_order bigint, taxes numeric)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.share_of(amount numeric, weight numeric, until numeric, of_all numeric, n bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
           when amount = 0 then 0
           when of_all = 0 then case when n = 1 then amount else 0 end
           else (div(200 * amount * until + of_all, 2 * of_all) - div(200 * amount * (until - weight) + of_all, 2 * of_all)) * 0.01
         end
$function$;

CREATE OR REPLACE FUNCTION public.split_by_terms(terms jsonb, payable numeric, taxes numeric)
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.take_order_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An account that comes from another installation has its numbers with it.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  insert into order_numbers (account_id, number, id_order) values (new.account_id, new.number, new.id)
  on conflict do nothing;
  if found then return null; end if;
  perform from order_numbers where account_id = new.account_id and number = new.number and id_order = new.id;
  if not found then
    raise exception 'orders_number_taken: the number % is taken', new.number
      using errcode = 'unique_violation', constraint = 'orders_number_taken', table = 'orders';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.taxes_outside_other(taxes jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(sum((tax ->> 'effect')::numeric * (tax ->> 'value')::numeric), 0) from jsonb_array_elements(taxes) tax
$function$;

CREATE OR REPLACE FUNCTION public.taxes_total(of_account bigint, of_order bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.touch_order(of_account bigint, of_order bigint, of_version bigint, change numeric)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update orders
     set version = of_version, updated_at = greatest(updated_at, date_trunc('milliseconds', statement_timestamp())),
         total_value = total_value + change
   where account_id = of_account and id = of_order;
end $function$;

CREATE OR REPLACE FUNCTION public.update_order(of_account bigint, of_order bigint, of_version bigint, fields jsonb, is_freight_written boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.update_order_item(of_account bigint, of_order bigint, of_version bigint, change numeric, of_item bigint, line jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.write_records(of_account bigint, of_table text, own text[], written text[], rows jsonb)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
AS $function$
declare
  columns text := (select string_agg(quote_ident(c), ', ') from unnest(own || written) c);
begin
  return query execute format(
    'insert into %1$I as r (account_id, id, updated_at, %2$s) overriding system value
     select $1, n.id, date_trunc(''milliseconds'', now()), %3$s
       from jsonb_to_recordset($2) as row (old jsonb, new jsonb),
            jsonb_populate_record(null::%1$I, coalesce(row.old, ''{}'') || row.new) n
      order by n.fk_id
     on conflict (account_id, id) do update
       set (%4$s) = row(%5$s), version = r.version + 1, updated_at = greatest(r.updated_at, excluded.updated_at)
     where row(%6$s) is distinct from row(%5$s)
     returning id',
    of_table, columns,
    (select string_agg('n.' || quote_ident(c), ', ') from unnest(own || written) c),
    (select string_agg(quote_ident(c), ', ') from unnest(written) c),
    (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(written) c),
    (select string_agg('r.' || quote_ident(c), ', ') from unnest(written) c))
  using of_account, rows;
end $function$;

CREATE TRIGGER cities_delete AFTER DELETE ON addresses FOR EACH ROW WHEN (old.city IS NOT NULL) EXECUTE FUNCTION keep_cities_of_address();
CREATE TRIGGER cities_insert AFTER INSERT ON addresses FOR EACH ROW WHEN (new.city IS NOT NULL) EXECUTE FUNCTION keep_cities_of_address();
CREATE TRIGGER cities_update AFTER UPDATE OF city, id_customer ON addresses FOR EACH ROW WHEN (new.city IS DISTINCT FROM old.city OR new.id_customer <> old.id_customer) EXECUTE FUNCTION keep_cities_of_address();
CREATE TRIGGER former_address AFTER DELETE ON addresses FOR EACH ROW EXECUTE FUNCTION keep_former_address();
CREATE TRIGGER of_anonymised BEFORE INSERT OR UPDATE ON addresses FOR EACH ROW EXECUTE FUNCTION refuse_address_of_anonymised();
CREATE TRIGGER custom_fields_delete AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION drop_custom_values('customers');
CREATE TRIGGER custom_fields_insert AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION check_custom_fields('customers');
CREATE TRIGGER custom_fields_update AFTER UPDATE ON customers FOR EACH ROW WHEN (old.custom_fields IS DISTINCT FROM new.custom_fields) EXECUTE FUNCTION check_custom_fields('customers');
CREATE TRIGGER customer_users_insert AFTER INSERT ON customers FOR EACH ROW WHEN (new.id_users <> '{}'::bigint[]) EXECUTE FUNCTION keep_customer_users();
CREATE TRIGGER customer_users_update AFTER UPDATE ON customers FOR EACH ROW WHEN (new.id_users <> old.id_users) EXECUTE FUNCTION keep_customer_users();
CREATE TRIGGER empties_anonymised BEFORE UPDATE ON customers FOR EACH ROW WHEN (old.anonymised_at IS NULL AND new.anonymised_at IS NOT NULL) EXECUTE FUNCTION empty_anonymised();
CREATE TRIGGER stays_anonymised BEFORE UPDATE ON customers FOR EACH ROW WHEN (old.anonymised_at IS NOT NULL AND (new.anonymised_at IS NULL OR new.name <> old.name OR new.trade_name IS NOT NULL OR new.notes IS NOT NULL OR new.contacts <> '[]'::jsonb OR new.tags <> '{}'::text[] OR new.document IS NOT NULL OR new.email IS NOT NULL OR new.phone IS NOT NULL OR new.legal_name IS NOT NULL OR new.ie IS NOT NULL OR new.suframa IS NOT NULL OR new.active AND NOT old.active OR new.custom_fields <> old.custom_fields OR new.fk_id IS NOT NULL AND new.fk_id IS DISTINCT FROM old.fk_id)) EXECUTE FUNCTION refuse_anonymised();
CREATE TRIGGER trade_search_insert BEFORE INSERT ON customers FOR EACH ROW WHEN (new.trade_name IS NOT NULL OR new.contacts <> '[]'::jsonb OR new.cities IS NOT NULL) EXECUTE FUNCTION keep_trade_search();
CREATE TRIGGER trade_search_update BEFORE UPDATE OF trade_name, contacts, cities ON customers FOR EACH ROW WHEN (new.trade_name IS DISTINCT FROM old.trade_name OR new.contacts <> old.contacts OR new.cities IS DISTINCT FROM old.cities) EXECUTE FUNCTION keep_trade_search();
CREATE TRIGGER next_goes_up BEFORE UPDATE ON number_series FOR EACH ROW WHEN (new.next <> old.next) EXECUTE FUNCTION check_next_number();
CREATE TRIGGER total_is_the_sum_delete AFTER DELETE ON order_items REFERENCING OLD TABLE AS touched_items FOR EACH STATEMENT EXECUTE FUNCTION check_totals_of_touched_items();
CREATE TRIGGER total_is_the_sum_insert AFTER INSERT ON order_items REFERENCING NEW TABLE AS touched_items FOR EACH STATEMENT EXECUTE FUNCTION check_totals_of_touched_items();
CREATE TRIGGER total_is_the_sum_update_new AFTER UPDATE ON order_items REFERENCING NEW TABLE AS touched_items FOR EACH STATEMENT EXECUTE FUNCTION check_totals_of_touched_items();
CREATE TRIGGER total_is_the_sum_update_old AFTER UPDATE ON order_items REFERENCING OLD TABLE AS touched_items FOR EACH STATEMENT EXECUTE FUNCTION check_totals_of_touched_items();
CREATE TRIGGER checked_status AFTER INSERT OR UPDATE OF requires_check ON order_statuses FOR EACH ROW WHEN (new.requires_check) EXECUTE FUNCTION note_checked_status();
CREATE TRIGGER figures_follow_counts AFTER UPDATE OF counts ON order_statuses FOR EACH ROW WHEN (new.counts <> old.counts) EXECUTE FUNCTION rebuild_figures_of_status();
CREATE TRIGGER count_insert_delete AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_order();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION reset_order_counts();
CREATE TRIGGER count_update AFTER UPDATE ON orders FOR EACH ROW WHEN (old.id_customer <> new.id_customer OR old.id_order_status <> new.id_order_status OR old.date <> new.date OR old.total_value <> new.total_value OR old.created_at <> new.created_at OR old.account_id <> new.account_id) EXECUTE FUNCTION count_order();
CREATE TRIGGER custom_fields_delete AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION drop_custom_values('orders');
CREATE TRIGGER custom_fields_insert AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION check_custom_fields('orders');
CREATE TRIGGER custom_fields_update AFTER UPDATE ON orders FOR EACH ROW WHEN (old.custom_fields IS DISTINCT FROM new.custom_fields) EXECUTE FUNCTION check_custom_fields('orders');
CREATE CONSTRAINT TRIGGER installments_are_the_total_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.installment_plan IS NOT NULL OR new.installments IS NOT NULL) EXECUTE FUNCTION check_order_installments();
CREATE CONSTRAINT TRIGGER installments_are_the_total_update AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.installment_plan IS NOT NULL OR new.installments IS NOT NULL) EXECUTE FUNCTION check_order_installments();
CREATE TRIGGER number_left AFTER DELETE ON orders FOR EACH ROW WHEN (old.number IS NOT NULL) EXECUTE FUNCTION leave_number_gap();
CREATE TRIGGER number_stays BEFORE UPDATE OF number ON orders FOR EACH ROW WHEN (old.number IS NOT NULL AND new.number IS DISTINCT FROM old.number) EXECUTE FUNCTION keep_order_number();
CREATE TRIGGER number_taken_insert AFTER INSERT ON orders FOR EACH ROW WHEN (new.number IS NOT NULL) EXECUTE FUNCTION take_order_number();
CREATE TRIGGER number_taken_update AFTER UPDATE OF number ON orders FOR EACH ROW WHEN (old.number IS NULL AND new.number IS NOT NULL) EXECUTE FUNCTION take_order_number();
CREATE TRIGGER reason_required_insert AFTER INSERT ON orders FOR EACH ROW WHEN (new.id_reason IS NULL) EXECUTE FUNCTION require_reason();
CREATE TRIGGER reason_required_update AFTER UPDATE ON orders FOR EACH ROW WHEN (new.id_reason IS NULL AND (old.id_reason IS NOT NULL OR new.id_order_status <> old.id_order_status)) EXECUTE FUNCTION require_reason();
CREATE CONSTRAINT TRIGGER total_is_the_sum_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_total();
CREATE CONSTRAINT TRIGGER total_is_the_sum_update AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_total();
CREATE TRIGGER custom_fields_delete AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION drop_custom_values('products');
CREATE TRIGGER custom_fields_insert AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION check_custom_fields('products');
CREATE TRIGGER custom_fields_update AFTER UPDATE ON products FOR EACH ROW WHEN (old.custom_fields IS DISTINCT FROM new.custom_fields) EXECUTE FUNCTION check_custom_fields('products');
