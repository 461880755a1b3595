-- compatible-with: 0002
-- The catalogue of taxes: what each is, its effect on a total by date, its rates. It is the same for all
-- accounts and comes from a file (fiscal/taxes.json, docs/taxes.md), so none of it has an account_id. On a
-- Citus cluster it stays on the coordinator, and no statement joins it to tables of accounts.

-- The file that is loaded: one row.
create table tax_catalogue (
  is_single boolean primary key default true check (is_single),
  -- As the file says.
  date date not null,
  -- Of the file's bytes.
  sha256 text not null,
  loaded_at timestamptz(3) not null default date_trunc('milliseconds', now())
);

create table taxes (
  tax text primary key,
  name_pt text not null,
  name_en text not null,
  sphere text not null check (sphere in ('federal', 'state', 'municipal')),
  rounding text not null check (rounding in ('half_up', 'half_even')),
  -- Regular expressions of the whole code or class; null: the tax has none.
  code_pattern text,
  class_pattern text,
  -- The order in which taxes are worked out and shown.
  sequence integer not null unique,
  source text not null
);

-- What a value of the tax does to the total from a date on, until the next row of the same tax and regime.
create table tax_effects (
  tax text not null references taxes on delete cascade,
  -- Of the seller for IBS and CBS. A row that names it wins over one of `any`.
  regime text not null check (regime in ('any', 'regular', 'single')),
  since date not null,
  -- Null: there is no such tax then, and no value of it is taken.
  effect integer check (effect in (-1, 0, 1)),
  -- The effect holds for lines that say so; that of others is 0.
  only_if text check (only_if in ('deducts', 'adds')),
  -- Whether the value is part of the product value (vProd) of the NF-e.
  in_product_value boolean not null,
  source text not null,
  primary key (tax, regime, since)
);

-- National rates in percent, from one day to another, both included.
create table tax_rates (
  tax text not null references taxes on delete cascade,
  since date not null,
  until date check (until >= since),
  rate numeric(7, 4) not null check (rate >= 0),
  -- An estimate is shown, and never used.
  status text not null check (status in ('law', 'provisional', 'estimate')),
  source text not null,
  primary key (tax, since)
);
