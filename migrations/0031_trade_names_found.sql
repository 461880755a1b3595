-- compatible-with: 0002
-- mode: concurrently
-- Words of searches that are part of one.
create index concurrently customers_by_trade_search on customers using gin (trade_search gin_trgm_ops)
  where trade_search is not null;
