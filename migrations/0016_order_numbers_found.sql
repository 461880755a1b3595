-- compatible-with: 0002
-- mode: concurrently
-- Lists by number, in which orders without one come first, and words of searches that are part of one.
create index concurrently orders_by_number on orders (account_id, (coalesce(number, '')), id) include (number);
create index concurrently orders_by_number_search on orders using gin (search_text(number) gin_trgm_ops)
  where number is not null;
