-- compatible-with: 0002
-- mode: concurrently
-- A code that is scanned finds its product.
create index concurrently products_by_gtin on products (account_id, gtin) where gtin is not null;
create index concurrently products_by_unit_gtin on products (account_id, unit_gtin) where unit_gtin is not null;
