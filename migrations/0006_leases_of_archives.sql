-- compatible-with: 0002
-- Archives of history have the lease that webhooks and imports have. A process of before has one of its
-- own in `holder`, which nobody reads once it is gone.
alter table history_archives
  add column held_by text,
  add column epoch bigint not null default 0,
  add column next_at timestamptz(3) not null default now();
