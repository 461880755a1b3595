-- Released with 1.0.0: it never changes again (docs/upgrading.md).

-- Every table carries account_id, every primary key starts with it and every foreign key is
-- composite: the database itself refuses a reference into another account's data.
-- Tables that reach their account through another table's key have no foreign key to it: each
-- insert would lock the one row of the account that every writer shares.
-- Times have milliseconds, which is what the API shows: a filter on a shown time is exact.

-- Parts of words are found by their groups of three letters.
create extension if not exists pg_trgm;

-- === Accounts, and who has access to them ===

create table accounts (
  account_id bigint generated always as identity primary key,
  -- Names the account in events, wherever they go.
  uid uuid not null default gen_random_uuid(),
  name text not null,
  time_zone text not null default 'UTC',
  amounts text not null default 'verify' check (amounts in ('verify', 'trust')),
  -- Goes up in every transaction that changes what order documents embed.
  names_epoch bigint not null default 0,
  -- The epoch up to which all stored documents have been renewed.
  documents_epoch bigint not null default 0,
  -- Signs this account's list cursors.
  cursor_secret bytea not null,
  -- At the head of documents: the name of its file, and that, a PNG.
  logo text,
  logo_image bytea,
  -- Whether who is restricted to orders of some sellers reads all customers.
  restricted_read_all_customers boolean not null default false,
  -- Set: the account is closed, and is removed from then on.
  delete_at timestamptz(3),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  check ((logo is null) = (logo_image is null))
);

-- Accounts that are to be removed, and what is left of those that were: no name and no person. It
-- refers to none, as it outlives them.
create table account_deletions (
  account_id bigint primary key,
  uid uuid not null,
  -- The operator, as the command line knew them.
  requested_by text not null,
  requested_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  delete_at timestamptz(3) not null,
  -- From then on it can't be undone.
  begun_at timestamptz(3),
  ended_at timestamptz(3),
  -- By table, how many rows there were when it began.
  removed jsonb
);

create table tokens (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  sha256 bytea not null,
  -- `session`: of a member who signed in. What it may do is what the member may, so it has no scopes.
  -- `oauth`: an access token of another one, the client, for a short time.
  -- `issuer`: somebody whose JWTs are taken; its scopes are the most that they may do.
  kind text not null default 'token' check (kind in ('token', 'session', 'oauth', 'issuer')),
  scopes text[] not null,
  -- It sees and writes orders of these sellers and branches only; null: of all.
  only_users bigint[],
  only_branches bigint[],
  -- No foreign key: a session stays, ended, when its member is gone, as what they changed names it.
  id_member bigint,
  -- Of an access token: its client. No foreign key: tokens stay when they are revoked.
  id_client bigint,
  -- The OAuth client or trusted issuer whose access made the token, be it through another token: the
  -- token ends with it.
  id_maker bigint,
  -- Of an issuer: whose JWTs, for which audience, and what their claims mean. `sha256` is the audience's.
  trust jsonb,
  -- Of a session: from where it was signed in.
  address text,
  user_agent text,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, sha256),
  check ((kind = 'oauth') = (id_client is not null)),
  check ((kind = 'issuer') = (trust is not null))
);
create index tokens_by_member on tokens (account_id, id_member, id) where id_member is not null;
create index tokens_by_client on tokens (account_id, id_client) where id_client is not null;
create index tokens_by_end on tokens (expires_at) where kind in ('session', 'oauth');

-- === Records that orders refer to ===

create table users (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  email text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

-- `search` is what `q` looks in: small letters without accents and punctuation, a space before each
-- word (src/base/values/search-words.ts takes the same out of what is looked for).
create table customers (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  document text,
  email text,
  phone text,
  custom_fields jsonb not null default '{}',
  -- The sellers that the customer has, the first one first; `customer_users` has the same.
  id_users bigint[] not null default '{}',
  -- Set: the data of the person was removed for good.
  anonymised_at timestamptz(3),
  search text not null generated always as (
    lower(regexp_replace(normalize(' ' || name || ' ' || coalesce(fk_id, '') || ' ' || coalesce(document, '') || ' ' || coalesce(email, ''), NFKD),
      '[\u0300-\u036f!-/:-@\[-`{-~\u2010-\u2027]', '', 'g'))) stored,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);
create index customers_by_document on customers (account_id, document) where document is not null;
create index customers_by_search on customers using gin (search gin_trgm_ops);
-- Names with characters that nobody sees, which a search leaves out: few, and found by these.
create index customers_with_invisible on customers (account_id)
  where search ~ '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]';

-- The sellers of customers, a row for each: by it the database knows that they exist, and finds a seller's customers.
create table customer_users (
  account_id bigint not null,
  id_user bigint not null,
  id_customer bigint not null,
  primary key (account_id, id_user, id_customer),
  foreign key (account_id, id_user) references users,
  foreign key (account_id, id_customer) references customers on delete cascade
);
create index customer_users_by_customer on customer_users (account_id, id_customer);

create table addresses (
  account_id bigint not null,
  id bigint generated always as identity,
  id_customer bigint not null,
  name text,
  fk_id text,
  street text,
  number bigint check (number >= 0),
  -- A house number as people write it, `KM 12`; null where it is the digits of `number`.
  number_text text,
  complement text,
  zip_code integer check (zip_code between 0 and 99999999),
  neighborhood text,
  city text,
  state text check (state ~ '^[A-Za-z]{2}$'),
  latitude numeric(18, 15) check (latitude between -90 and 90),
  longitude numeric(18, 15) check (longitude between -180 and 180),
  address_type text check (address_type in ('billing', 'delivery', 'main', 'other')),
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, id_customer, id),
  unique (account_id, fk_id),
  foreign key (account_id, id_customer) references customers
);

-- Whose addresses were that are deleted: their history names nobody.
create table former_addresses (
  account_id bigint not null,
  id_customer bigint not null,
  id bigint not null,
  primary key (account_id, id_customer, id)
);

create table products (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  type text not null default 'product' check (type in ('product', 'service')),
  price numeric(21, 10) check (price >= 0),
  description text,
  recurrency_period integer check (recurrency_period >= 0),
  image text,
  custom_fields jsonb not null default '{}',
  search text not null generated always as (
    lower(regexp_replace(normalize(' ' || name || ' ' || coalesce(fk_id, ''), NFKD),
      '[\u0300-\u036f!-/:-@\[-`{-~\u2010-\u2027]', '', 'g'))) stored,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);
create index products_by_search on products using gin (search gin_trgm_ops);
create index products_with_invisible on products (account_id)
  where search ~ '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]';

create table order_statuses (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  initial boolean not null default false,
  locked boolean not null default false,
  -- Whether orders in it are part of what was sold.
  counts boolean not null default true,
  -- Whether orders come into it only with a reason.
  reason_required boolean not null default false,
  next bigint[] not null default '{}',
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);
create unique index order_statuses_one_initial on order_statuses (account_id) where initial;

-- Why orders are where they are, as an order's status asks for it: a list that each account keeps.
create table reasons (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

create table freight_types (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  charged boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

create table payment_types (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

create table payment_methods (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

create table categories (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

create table shipping_companies (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  document text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

create table branch_companies (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  document text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

create table opportunities (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

create table quotations (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  fk_id text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

-- === Orders ===

create table orders (
  account_id bigint not null,
  id bigint generated always as identity,
  fk_id text,
  date timestamptz(3) not null,
  id_customer bigint not null,
  id_user bigint,
  id_order_status bigint not null,
  -- Why the order is in its status.
  id_reason bigint,
  id_payment_type bigint,
  id_payment_method bigint,
  id_category bigint,
  id_freight_type bigint,
  freight_value numeric(15, 2) not null default 0 check (freight_value >= 0),
  -- The freight type's `charged` when the freight was written: a later change of the type
  -- leaves the totals of existing orders alone.
  freight_charged boolean not null default false,
  id_shipping_company bigint,
  id_address bigint,
  id_branch_company bigint,
  id_opportunity bigint,
  id_quotation bigint,
  observations text,
  delivery_date timestamptz(3),
  custom_fields jsonb not null default '{}',
  total_value numeric(15, 2) not null,
  search text generated always as (
    lower(regexp_replace(normalize(' ' || fk_id, NFKD),
      '[\u0300-\u036f!-/:-@\[-`{-~\u2010-\u2027]', '', 'g'))) stored,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id),
  foreign key (account_id, id_customer) references customers,
  foreign key (account_id, id_user) references users,
  foreign key (account_id, id_order_status) references order_statuses,
  foreign key (account_id, id_reason) references reasons,
  foreign key (account_id, id_payment_type) references payment_types,
  foreign key (account_id, id_payment_method) references payment_methods,
  foreign key (account_id, id_category) references categories,
  foreign key (account_id, id_freight_type) references freight_types,
  foreign key (account_id, id_shipping_company) references shipping_companies,
  -- An order's address belongs to the order's customer.
  foreign key (account_id, id_customer, id_address) references addresses (account_id, id_customer, id),
  foreign key (account_id, id_branch_company) references branch_companies,
  foreign key (account_id, id_opportunity) references opportunities,
  foreign key (account_id, id_quotation) references quotations,
  constraint orders_freight_needs_type check (freight_value = 0 or id_freight_type is not null)
) with (fillfactor = 90);
-- No index has a column that every change writes, such as updated_at: then a change of what none has
-- stays within its page, and writes to none of them (docs/decisions/0141). The index of updated_at is
-- that of order_documents.
create index orders_by_created_at on orders (account_id, created_at, id);
create index orders_by_date on orders (account_id, date, id);
create index orders_by_customer on orders (account_id, id_customer, id);
create index orders_by_customer_date on orders (account_id, id_customer, date, id);
create index orders_by_status on orders (account_id, id_order_status, id);
create index orders_by_status_date on orders (account_id, id_order_status, date, id);
create index orders_by_user on orders (account_id, id_user, id) where id_user is not null;
create index orders_by_branch_company on orders (account_id, id_branch_company, id) where id_branch_company is not null;
create index orders_by_payment_type on orders (account_id, id_payment_type, id) where id_payment_type is not null;
create index orders_by_payment_method on orders (account_id, id_payment_method, id) where id_payment_method is not null;
create index orders_by_category on orders (account_id, id_category, id) where id_category is not null;
create index orders_by_freight_type on orders (account_id, id_freight_type, id) where id_freight_type is not null;
create index orders_by_shipping_company on orders (account_id, id_shipping_company, id) where id_shipping_company is not null;
create index orders_by_opportunity on orders (account_id, id_opportunity, id) where id_opportunity is not null;
create index orders_by_quotation on orders (account_id, id_quotation, id) where id_quotation is not null;
create index orders_by_search on orders using gin (search gin_trgm_ops) where search is not null;
create index orders_by_total on orders (account_id, total_value, id);
create index orders_by_customer_total on orders (account_id, id_customer, total_value, id);
create index orders_by_status_total on orders (account_id, id_order_status, total_value, id);
-- An order without a delivery date comes after all others. The column itself is in it, too, because
-- PostgreSQL reads an index alone only where that has the column and not just what is made of it.
create index orders_by_delivery_date on orders (account_id, (coalesce(delivery_date, 'infinity'::timestamptz)), id)
  include (delivery_date);
create index orders_by_reason on orders (account_id, id_reason, id) where id_reason is not null;

create table order_items (
  account_id bigint not null,
  id bigint generated by default as identity,
  id_order bigint not null,
  id_item bigint not null,
  fk_id text,
  description text,
  recurrency_period integer check (recurrency_period >= 0),
  quantity numeric(15, 4) not null check (quantity > 0),
  price numeric(21, 10) not null check (price >= 0),
  total_item numeric(15, 2) not null,
  vlr_desc numeric(15, 2) not null,
  perc_desc numeric(7, 4) not null,
  -- Which of the two was typed: it stays when the total changes, and the other one follows.
  typed_discount text not null default 'money' check (typed_discount in ('money', 'percentage')),
  unit_liq numeric(21, 10) not null,
  total_liq numeric(15, 2) not null check (total_liq >= 0),
  base_icms_st numeric(15, 2) not null,
  icms_st numeric(7, 4) not null,
  vlr_icms_st numeric(15, 2) not null,
  base_ipi numeric(15, 2) not null,
  ipi numeric(7, 4) not null,
  value_ipi numeric(15, 2) not null,
  base_icms numeric(15, 2) not null,
  icms numeric(7, 4) not null,
  vlr_icms numeric(15, 2) not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  constraint order_items_no_figure_below_zero check (least(
    total_item, vlr_desc, perc_desc, unit_liq, base_icms_st, icms_st, vlr_icms_st,
    base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms) >= 0),
  unique (account_id, id_order, fk_id),
  foreign key (account_id, id_order) references orders on delete cascade,
  foreign key (account_id, id_item) references products
);
create index order_items_by_product on order_items (account_id, id_item, id_order);

-- The finished JSON of each order as of names_epoch; stale when the account's epoch has moved on.
-- A locked order's has no epoch: it is a document, and the only place where its names are as they
-- were when it was locked.
create table order_documents (
  account_id bigint not null,
  id_order bigint not null,
  names_epoch bigint,
  -- The order's, where an index does not cost all others of the order.
  updated_at timestamptz(3) not null,
  document text not null,
  -- What a locked order refers to, as it was, for lists that show no more of it than that.
  names jsonb generated always as (
    case when names_epoch is null then
      (split_part(document, ',"items":[', 1) || '}')::jsonb
      - '{id,date,fk_id,observations,delivery_date,total_value,custom_fields,created_at,updated_at}'::text[]
    end) stored,
  primary key (account_id, id_order),
  foreign key (account_id, id_order) references orders on delete cascade
);
create index order_documents_by_updated_at on order_documents (account_id, updated_at, id_order);

-- How many orders there are and what they are worth, without looking at them: order_counts plus the
-- deltas that are not yet added to it, both read by one statement. Each order that comes, goes or
-- changes its customer, status, date or total appends deltas, and a job adds them up: no writer ever
-- waits for another one's count. Hours are UTC's. 0 stands in place of an id and -infinity in place
-- of an hour where a kind has none.
create table order_counts (
  account_id bigint not null,
  -- 'all', 'customer', 'status'; 'date' and 'created': by the hour of it; 'status_date': by both;
  -- 'day': by the hour that the account's own day begins with, and 'days', which refresh_day_rollups explains;
  -- 'block': by id / 16384.
  kind text not null,
  id bigint not null,
  hour timestamptz not null,
  count bigint not null,
  sum_value numeric not null,
  -- The least and the most total_value of 'date', 'status_date' and 'day', as of the last delta
  -- that was added: they count only while there is none of these hours.
  min_value numeric,
  max_value numeric,
  -- Of 'date' and 'created': no order of the hour has an id that is not within, as of the same delta.
  min_id bigint,
  max_id bigint,
  primary key (account_id, kind, id, hour)
);
create index order_counts_largest_customers on order_counts (account_id, sum_value desc, id)
 where kind = 'customer' and count > 0;

create table order_count_deltas (
  account_id bigint not null,
  id_customer bigint not null,
  id bigint generated always as identity,
  id_order_status bigint not null,
  id_order bigint not null,
  hour timestamptz not null,
  created_hour timestamptz not null,
  total_value numeric not null,
  -- 1: there is one such order more; -1: one less.
  delta integer not null,
  primary key (account_id, id_customer, id)
);

-- === Custom fields ===

-- Fields that an account declares for its orders, customers and products, as they were asked for.
create table custom_fields (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  resource text not null check (resource in ('orders', 'customers', 'products')),
  key text not null,
  label text,
  type text not null check (type in ('text', 'integer', 'decimal', 'boolean', 'date', 'choice')),
  required boolean not null,
  "unique" boolean not null,
  filterable boolean not null,
  choices text[] not null,
  -- `checking`: the records that there were before are being looked at. `refused`: some of them break it.
  status text not null default 'active' check (status in ('active', 'checking', 'refused')),
  -- In per cent, and the id up to which they have been looked at.
  progress integer not null default 100,
  position bigint not null default 0,
  -- How many break it, and the first of them.
  breaking bigint not null default 0,
  breaking_records jsonb not null default '[]',
  -- Of whoever asked for the check: its reasons are told in it.
  language text not null default 'en' check (language in ('en', 'pt-BR')),
  -- What held before, and holds on while the status is another than active.
  previous jsonb,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, resource, key)
);

-- What writes are held to: of a declaration the rule that is active, and the one that is being checked.
-- Rules that are gone wait for the job that removes their values.
create table custom_rules (
  account_id bigint not null,
  id bigint generated always as identity,
  id_field bigint not null,
  resource text not null,
  key text not null,
  type text not null,
  required boolean not null,
  "unique" boolean not null,
  filterable boolean not null,
  choices text[] not null,
  state text not null check (state in ('active', 'checking', 'gone')),
  gone_at timestamptz(3),
  primary key (account_id, id)
);
create index custom_rules_by_resource on custom_rules (account_id, resource) where state <> 'gone';

-- The values of filterable and unique fields, one row for each record and rule, also for records that
-- have none: they come after all others. A number is 0 beside a text, and a text '' beside a number.
create table custom_values (
  account_id bigint not null,
  id_rule bigint not null,
  id_record bigint not null,
  number numeric not null,
  text text collate "C" not null,
  is_unique boolean not null,
  primary key (account_id, id_rule, id_record)
);
create index custom_values_by_value on custom_values (account_id, id_rule, number, text, id_record);
create unique index custom_values_unique on custom_values (account_id, id_rule, number, text) where is_unique;

-- === Members, and how they sign in ===

-- People who sign in. `email` is in small letters.
create table members (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  email text not null,
  name text not null,
  role text not null,
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en')),
  -- The seller that the member is.
  id_user bigint,
  -- What orders the member is restricted to; null: all.
  only_users bigint[],
  only_branches bigint[],
  -- As a PHC string; null until an invitation is accepted.
  password_hash text,
  -- Who the member is to the provider that they sign in with: its issuer, and their `sub` there.
  provider_issuer text,
  provider_subject text,
  -- The last mail with a link for the member. The link is made when it is sent, and its secret is in the
  -- mail alone: what is sent again has another one.
  mail_purpose text check (mail_purpose in ('invitation', 'reset')),
  -- Which of the member's mails it is: tells one that is just being sent from the next.
  mail_number bigint not null default 0,
  mail_attempts integer not null default 0,
  mail_since timestamptz(3),
  -- When it is tried; null: not any more.
  mail_next_at timestamptz(3),
  mail_sent_at timestamptz(3),
  -- Why the last attempt failed.
  mail_error text,
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, email),
  unique (account_id, provider_issuer, provider_subject),
  foreign key (account_id, id_user) references users,
  check ((provider_issuer is null) = (provider_subject is null))
);
create index members_by_email on members (email);
create index members_by_mail on members (mail_next_at) where mail_next_at is not null;

-- One-time links: `owner` makes the first member of an account, the others let a member choose a
-- password. A member has one that was handed over, at most, and those that were mailed to them since; the
-- first that is used ends them all.
create table links (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  sha256 bytea not null,
  purpose text not null check (purpose in ('owner', 'invitation', 'reset')),
  id_member bigint,
  expires_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, sha256),
  foreign key (account_id, id_member) references members on delete cascade
);
create index links_by_end on links (expires_at);

-- Attempts to sign in that have not succeeded, by what they were made with (a digest of the e-mail or
-- of the network), and when the next one is taken. They belong to no account: account_id is 0, so
-- that on a cluster they are in one place.
create table sign_in_attempts (
  account_id bigint not null,
  key text not null,
  attempts integer not null,
  next_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (account_id, key)
);
create index sign_in_attempts_by_age on sign_in_attempts (account_id, last_at);

-- Where somebody has signed in: digests of a browser, and of an e-mail with a browser or a network. An
-- attempt from there is not held up by what others try elsewhere. They belong to no account, as the
-- attempts: account_id is 0, and the place of a row tells nothing of an e-mail.
create table sign_in_places (
  account_id bigint not null,
  key text not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, key)
);
create index sign_in_places_by_end on sign_in_places (account_id, expires_at);

-- Keys that members sign in with instead of a password, each on a device or with a keeper of passwords.
create table passkeys (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  id_member bigint not null,
  name text not null,
  credential_id bytea not null,
  -- As COSE_Key (RFC 9052).
  public_key bytea not null,
  -- How often the device says that it was used; 0 where it does not count.
  counter bigint not null,
  -- How browsers reach the device.
  transports text[] not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  last_used_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, credential_id),
  foreign key (account_id, id_member) references members on delete cascade
);
create index passkeys_by_member on passkeys (account_id, id_member);

-- Where an account's members sign in by OpenID Connect. `role_map` is JSON: a role for each value of the
-- claim; null: roles are not the provider's.
create table sign_in_providers (
  account_id bigint not null primary key references accounts,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  scope text not null,
  role_claim text not null,
  role_map text,
  creates_members boolean not null,
  trusts_emails boolean not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now())
);

-- What somebody has begun and is to finish within minutes, once: challenges that passkeys answer, and
-- ways to a provider and back. Where it is not known yet whose they are, account_id is 0.
create table sign_in_challenges (
  account_id bigint not null,
  id bigint generated always as identity,
  sha256 bytea not null,
  purpose text not null check (purpose in ('passkey', 'new_passkey', 'provider')),
  -- Who has begun it, where that is known.
  id_member bigint,
  expires_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, sha256)
);
create index sign_in_challenges_by_end on sign_in_challenges (account_id, expires_at);

-- Until when mails to members are spent, of an account and of each member: each mail takes its part of
-- a day, and there may be no more than a day of them at once.
create table mail_allowances (
  account_id bigint not null,
  key text not null,
  spent_until timestamptz(3) not null,
  primary key (account_id, key)
);

-- Lists that people have saved. `query` is JSON: parameters of the list by name.
create table views (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- Whose it is; null: everybody's.
  id_member bigint,
  resource text not null,
  name text not null,
  query text not null,
  columns text[],
  -- What who wrote it last is called.
  saved_by text not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  foreign key (account_id, id_member) references members on delete cascade
);
create index views_by_member on views (account_id, id_member);

-- === Events ===

-- One row for each changed record and transaction. No foreign key: history outlives the record.
create table events (
  account_id bigint not null,
  id bigint generated always as identity,
  -- For receivers: after a fail-over to a replica that was behind, ids are given a second time.
  uid uuid not null default gen_random_uuid(),
  type text not null,
  resource text not null,
  id_record bigint not null,
  version bigint not null,
  time timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  id_token bigint,
  token_name text,
  request_id text,
  -- Of W3C Trace Context, where the caller sent one.
  traceparent text,
  data text not null,
  -- The changed top-level fields with their values before the change; null but for updates.
  previous jsonb,
  primary key (account_id, id)
);
create index events_by_record on events (account_id, resource, id_record, id);

-- The feed. Transactions commit in another order than they draw ids in, so an event's place in the
-- feed is given after its commit: its transaction queues it, and a job moves what it finds there to
-- event_positions, one account at a time, under the lock of the account's head. Positions count from
-- 1 without a gap, and whoever sees one sees all before it.
create table event_queue (
  account_id bigint not null,
  id_event bigint not null,
  primary key (account_id, id_event)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table event_heads (
  account_id bigint primary key references accounts,
  position bigint not null default 0,
  -- The latest time of an event that has a position.
  latest timestamptz(3) not null default '-infinity',
  -- The oldest position that is kept, or the next one where none is. The row before it stays, too:
  -- by its event a cursor that has missed nothing is known.
  first_position bigint not null default 1
);

create table event_positions (
  account_id bigint not null,
  position bigint not null,
  id_event bigint not null,
  type text not null,
  resource text not null,
  id_record bigint not null,
  time timestamptz(3) not null,
  -- The latest time up to this position. It never goes back, which time does.
  latest timestamptz(3) not null,
  primary key (account_id, position)
);
create index event_positions_by_latest on event_positions (account_id, latest, position);
create index event_positions_by_record on event_positions (account_id, resource, id_record, position);
create index event_positions_of_audit on event_positions (account_id, type, position)
  where type like 'audit.%';

-- What of an account's history was taken out of the table of events, and where it went: files of events
-- in the order of their ids. One that is `planned` has a range and no file yet; of one that is `stored`
-- the events are still here; while it is `removing` some are; then it is `done`.
create table history_archives (
  account_id bigint not null,
  id bigint generated always as identity not null,
  state text not null default 'planned',
  first_event bigint not null,
  last_event bigint not null,
  first_time timestamptz(3) not null,
  last_time timestamptz(3) not null,
  events bigint not null,
  place text,
  bytes bigint,
  sha256 text,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  holder uuid,
  held_until timestamptz(3),
  primary key (account_id, id),
  check (state in ('planned', 'stored', 'removing', 'done')),
  check (state = 'planned' or (place is not null and bytes is not null and sha256 is not null))
);
-- One at a time, so that no event is in two files.
create unique index history_archives_unfinished on history_archives (account_id) where state <> 'done';

-- === Webhooks ===

-- What is sent to receivers. Secrets and the values of extra headers are sealed with SECRET_KEY.
create table webhooks (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  version integer not null default 1,
  url text not null,
  -- As they were written: 'order.*' stands for types that come later, too.
  types text[] not null,
  -- The token that made it, or changed it last, those of its scopes that show events and the sellers and
  -- branches that it was restricted to: the webhook gets no others, and goes on when the token ends.
  scopes text[] not null,
  only_users bigint[],
  only_branches bigint[],
  id_token bigint not null,
  token_name text not null,
  description text,
  enabled boolean not null,
  -- Why the service disabled it; null where a request did.
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  disabled_at timestamptz(3),
  header_names text[] not null,
  headers bytea,
  secret bytea not null,
  -- Signs beside the new one for a while.
  old_secret bytea,
  old_secret_until timestamptz(3),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id)
);

-- Where each webhook is in the feed: all events up to its position were delivered or are retries.
-- One process at a time has its lease, and every write of that process says of which epoch it is, so
-- that one which was taken for dead writes nothing any more.
create table webhook_cursors (
  account_id bigint not null,
  id_webhook bigint not null,
  position bigint not null,
  -- Attempts that failed since the last one that did not.
  failures integer not null default 0,
  failing_since timestamptz(3),
  -- Nothing is sent before.
  next_at timestamptz(3) not null default now(),
  epoch bigint not null default 0,
  -- The database sessions' name of the process that has the lease, and when it is over.
  holder text,
  held_until timestamptz(3),
  primary key (account_id, id_webhook)
) with (fillfactor = 50);

-- Events behind a webhook's position that are to be sent again, and later ones of the same records,
-- which wait for them with next_at = infinity.
create table webhook_retries (
  account_id bigint not null,
  id_webhook bigint not null,
  position bigint not null,
  resource text not null,
  id_record bigint not null,
  attempts integer not null,
  -- Since when it fails, or waits.
  since timestamptz(3) not null default now(),
  next_at timestamptz(3) not null,
  primary key (account_id, id_webhook, position)
);
create index webhook_retries_by_record on webhook_retries (account_id, id_webhook, resource, id_record, position);
create index webhook_retries_by_time on webhook_retries (account_id, id_webhook, next_at);

-- Parts of the feed that are to be sent once more, before anything newer: a request each.
create table webhook_replays (
  account_id bigint not null,
  id bigint generated always as identity,
  id_webhook bigint not null,
  position bigint not null,
  until_position bigint not null,
  types text[] not null,
  from_time timestamptz(3) not null,
  to_time timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);
create index webhook_replays_by_webhook on webhook_replays (account_id, id_webhook, id);

-- Each attempt to send an event: a row.
create table webhook_deliveries (
  account_id bigint not null,
  id bigint generated always as identity,
  id_webhook bigint not null,
  -- Of the event in the feed; null for a test, which is not there.
  position bigint,
  id_event uuid not null,
  type text not null,
  subject text not null,
  attempt integer not null,
  time timestamptz(3) not null,
  milliseconds integer not null,
  -- Of the answer; null where there was none, for this reason.
  status smallint,
  failure text,
  detail text,
  response text,
  primary key (account_id, id),
  check ((status is null) <> (failure is null))
);
create index webhook_deliveries_by_webhook on webhook_deliveries (account_id, id_webhook, id);
create index webhook_deliveries_by_subject on webhook_deliveries (account_id, id_webhook, subject, id);
create index webhook_deliveries_by_event on webhook_deliveries (account_id, id_event);
-- They are few, and what is looked for.
create index webhook_deliveries_failed on webhook_deliveries (account_id, id_webhook, id)
 where (status between 200 and 299) is not true;
create index webhook_deliveries_by_time on webhook_deliveries (account_id, time);

-- === Files that are brought in ===

-- Files that are brought in: what was found out of each, how far it is, and what became of its
-- records. One process at a time has the lease of one, as of a webhook.
create table imports (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  resource text not null,
  file_name text,
  format text not null check (format in ('csv', 'xlsx', 'json', 'ods')),
  encoding text,
  bytes bigint not null default 0,
  mode text not null check (mode in ('put', 'patch')),
  dry_run boolean not null,
  -- As it was sent; and what was found out of the file.
  mapping text not null,
  layout text,
  -- `uploading` until the whole file is there: nobody is shown it before. `needs_mapping`: a file without
  -- a recognised code waits for somebody to say what its columns are.
  state text not null check (state in
    ('uploading', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'needs_mapping')),
  failure text,
  -- The last line that is done, and which part of the file that is.
  line bigint not null default 0,
  progress numeric(5, 4) not null default 0,
  -- The last line that there is, once all have been seen; and what the dry run counted.
  last_line bigint,
  checked text,
  -- The first faults, as JSON.
  first_faults text not null default '[]',
  -- What people should know of the file before it is written, as JSON.
  warnings text not null default '[]',
  -- What its orders are worth, and how many of those that were there lose items or value by it.
  total_value numeric not null default 0,
  reduced bigint not null default 0,
  reduced_by numeric not null default 0,
  lines bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  refused bigint not null default 0,
  -- Bytes of the refused rows that are kept, with why they were refused. What an account keeps of its
  -- imports is bounded: of the oldest the details are forgotten first.
  refused_bytes bigint not null default 0,
  details_kept boolean not null default true,
  -- Who asked for it: its changes are made in this name, also after the token has ended.
  scopes text[] not null,
  only_users bigint[],
  only_branches bigint[],
  id_token bigint not null,
  token_name text not null,
  request_id text not null,
  -- Of what is told to them of the file.
  language text not null check (language in ('en', 'pt-BR')),
  epoch bigint not null default 0,
  holder text,
  held_until timestamptz(3),
  -- How often the work has ended where it stands: with the process that did it, and because the service
  -- failed over it. Both begin again at 0 once it has gone on.
  deaths integer not null default 0,
  failures integer not null default 0,
  -- Nothing is done before.
  next_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (account_id, id)
) with (fillfactor = 50);
create index imports_due on imports (account_id, next_at) where state in ('checking', 'running');

-- The file, in pieces; they go when it is done.
create table import_parts (
  account_id bigint not null,
  id_import bigint not null,
  number integer not null,
  content bytea not null,
  primary key (account_id, id_import, number),
  foreign key (account_id, id_import) references imports on delete cascade
);

-- Records that were refused: their rows as they were, and why.
create table import_refusals (
  account_id bigint not null,
  id_import bigint not null,
  line bigint not null,
  rows text not null,
  faults text not null,
  primary key (account_id, id_import, line),
  foreign key (account_id, id_import) references imports on delete cascade
);

-- What the columns of a kind of file are, by name.
create table import_mappings (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  resource text not null,
  mapping text not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, name)
);

-- === Removing the data of a person ===

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
  -- Records of others that mention the person, for somebody to look at: ids as JSON.
  mentioned text not null default '[]',
  asked_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- When there is something to do; null: never again.
  next_at timestamptz(3),
  primary key (account_id, id_customer)
);
create index anonymisations_due on anonymisations (next_at) where next_at is not null;

-- === Requests that are sent again ===

create table idempotency_keys (
  account_id bigint not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (expires_at);

-- === Storage ===

-- Long JSON takes half the time to read so, and a third to write. PGlite is built without lz4.
do $$ begin
  alter table order_documents alter column document set compression lz4;
  alter table events alter column data set compression lz4;
  alter table idempotency_keys alter column body set compression lz4;
exception when feature_not_supported then null;
end $$;
