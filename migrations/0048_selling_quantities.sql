-- compatible-with: 0002
-- What a product is packed in, and the quantities in which it is sold.
alter table products
  add column packages jsonb not null default '[]'
    check (jsonb_typeof(packages) = 'array' and jsonb_array_length(packages) <= 10),
  add column sales_multiple numeric(15, 4) check (sales_multiple > 0),
  add column minimum_quantity numeric(15, 4) check (minimum_quantity > 0);
