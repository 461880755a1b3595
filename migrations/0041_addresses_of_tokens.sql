-- compatible-with: 0002
-- The networks that a token may come from; from everywhere where there are none.
alter table tokens
  add column addresses text[] not null default '{}' check (cardinality(addresses) <= 20);
