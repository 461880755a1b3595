-- compatible-with: 0002
-- mode: concurrently
-- Quotations are found by the day on which they lapse.
create index concurrently orders_by_valid_until on orders (account_id, valid_until, id)
  where valid_until is not null;
