-- compatible-with: 0002
-- Files that people and programs put beside orders. Their contents lie where images do, in a folder for each order;
-- no foreign key leads to the order, since to add one must not wait for who is writing it.

-- The folder of an order. Whoever adds a file or takes some away has its row first: it counts them, and nobody else
-- puts or removes a content meanwhile.
create table order_attachment_folders (
  account_id bigint not null references accounts,
  id_order bigint not null,
  attachments smallint not null default 0 check (attachments between 0 and 50),
  -- When the last file was begun to be put there.
  begun_at timestamptz(3) not null,
  -- From when on contents are to be removed that no row names; null where there is none.
  clean_at timestamptz(3),
  primary key (account_id, id_order)
);
create index order_attachment_folders_due on order_attachment_folders (account_id, clean_at) where clean_at is not null;

create table order_attachments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  id_order bigint not null,
  -- `***` where the data of a person was removed.
  name text not null check (length(name) between 1 and 200),
  media_type text not null,
  bytes integer not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Who: the token, and the member whose session it was.
  id_token bigint not null,
  token_name text not null,
  id_member bigint,
  created_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  -- Its events name it as long as they are there, so the row stays.
  deleted_at timestamptz(3),
  primary key (account_id, id)
);
create index order_attachments_by_order on order_attachments (account_id, id_order, id);
create index order_attachments_redacted on order_attachments (account_id, id) where name = '***';
