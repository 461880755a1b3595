-- compatible-with: 0002
-- What tokens have changed, and what they were refused: kept for some days, for whoever writes the programs. A row is
-- added beside the request, never by it, and never changed. Nothing personal and no secret is in it.
create table requests (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  time timestamptz(3) not null,
  -- The token, or the client or issuer of one.
  id_token bigint not null,
  method text not null,
  path text not null,
  operation text,
  -- Without it nobody sees the body.
  scope text,
  status smallint not null,
  code text,
  errors text,
  query text,
  body text,
  request_id text not null,
  milliseconds integer not null,
  -- About what the row takes.
  bytes integer not null,
  primary key (account_id, id)
);
