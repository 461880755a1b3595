-- compatible-with: 0002
-- What the system that keeps the stock said last, and when.
alter table products
  add column stock_quantity numeric(15, 4),
  add column stock_at timestamptz(3);
