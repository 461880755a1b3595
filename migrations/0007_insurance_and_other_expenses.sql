-- compatible-with: 0002
-- Insurance of the goods and other expenses of an order: parts of its total.
alter table orders
  add column insurance_value numeric(15, 2) not null default 0 check (insurance_value >= 0),
  add column other_expenses numeric(15, 2) not null default 0 check (other_expenses >= 0);
