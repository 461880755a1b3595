-- compatible-with: 0002
-- Orders of a filter whose taxes are worked out again: how far each such work is, and what became of the orders. One
-- process at a time has the lease of one, as of an import.
create table recalculations (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- What chooses the orders, as the list of orders takes it: JSON.
  filters text not null,
  dry_run boolean not null,
  -- Of one account one at a time is worked on, the oldest first.
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  failure text,
  -- The last order that it is about, once it has begun; and the last one that is done, with how many were gone through.
  last_order bigint,
  position bigint not null default 0,
  passed bigint not null default 0,
  found bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  locked bigint not null default 0,
  refused bigint not null default 0,
  -- What the changed orders come to.
  total_before numeric not null default 0,
  total_after numeric not null default 0,
  -- The first orders that were refused, with why: JSON.
  refused_orders text not null default '[]',
  -- Who asked for it: its changes are made in this name, also after the token has ended.
  scopes text[] not null,
  only_users bigint[],
  only_branches bigint[],
  id_token bigint not null,
  token_name text not null,
  request_id text not null,
  -- Of what is told to them.
  language text not null check (language in ('en', 'pt-BR')),
  epoch bigint not null default 0,
  holder text,
  held_until timestamptz(3),
  -- How often the work has ended where it stands: with the process that did it, and because the service failed over it.
  deaths integer not null default 0,
  failures integer not null default 0,
  next_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (account_id, id),
  check (changed + unchanged + locked + refused <= passed and passed <= found),
  check ((finished_at is null) = (state in ('waiting', 'running')))
) with (fillfactor = 50);
create index recalculations_open on recalculations (account_id, id) where state in ('waiting', 'running');
