-- beside: 0003

-- Set: the account is closed, and is removed from then on.
alter table accounts add column delete_at timestamptz(3);

-- Accounts that are to be removed, and what is left of those that were: no name and no person. It
-- refers to none, as it outlives them.
create table account_deletions (
  account_id bigint primary key,
  uid uuid not null,
  -- The operator, as the command line knew him.
  requested_by text not null,
  requested_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  delete_at timestamptz(3) not null,
  -- From then on it can't be undone.
  begun_at timestamptz(3),
  ended_at timestamptz(3),
  -- By table, how many rows there were when it began.
  removed jsonb
);

