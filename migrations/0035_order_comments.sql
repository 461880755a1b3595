-- compatible-with: 0002
-- What people and programs note on orders: they are added and never changed, and stay when the order is deleted, as
-- its history does. No foreign key leads to the order, since to note something must not wait for who is writing it.
create table order_comments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  id_order bigint not null,
  text text not null check (length(text) between 1 and 5000),
  -- Who: the token, and the member whose session it was.
  id_token bigint not null,
  token_name text not null,
  id_member bigint,
  created_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (account_id, id)
);
create index order_comments_by_order on order_comments (account_id, id_order, id);
-- Of those that say nothing any more, as the data of a person was removed.
create index order_comments_redacted on order_comments (account_id, id) where text = '***';
