-- compatible-with: 0002
-- A discount of the whole order, in money and in percent of its lines' net values. `typed_discount` says
-- which of the two was typed: it stays when lines change, and the other one follows.
alter table orders
  add column discount_value numeric(15, 2) not null default 0 check (discount_value >= 0),
  add column discount_percentage numeric(7, 4) not null default 0 check (discount_percentage between 0 and 100),
  add column typed_discount text not null default 'money' check (typed_discount in ('money', 'percentage'));
