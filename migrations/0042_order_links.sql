-- compatible-with: 0002
-- Links by which people without an account see an order. No foreign key leads to the order, since to send it must not
-- wait for who is writing it: a link shows what there is.
create table order_links (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  id_order bigint not null,
  -- Of its secret, which is in the link alone.
  sha256 bytea not null,
  -- How it was to be sent, as whoever made it said.
  channel text check (channel in ('copy', 'whatsapp', 'email', 'share')),
  asks_answer boolean not null,
  -- Who made it: the token, the client or issuer that gave it, and the member whose session it was.
  id_token bigint not null,
  token_name text not null,
  id_grantor bigint not null,
  id_member bigint,
  created_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  opened_count integer not null default 0,
  opened_at timestamptz(3),
  answer text check (answer in ('accepted', 'declined')),
  answered_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, sha256)
);
create index order_links_by_order on order_links (account_id, id_order, id);
