-- beside: 0003

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
