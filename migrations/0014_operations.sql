-- compatible-with: 0002
-- What orders and their lines are to the tax office (natureza da operação).
create table operations (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  fk_id text,
  kind text not null default 'sale' check (kind in (
    'sale', 'bonus', 'sample', 'demonstration', 'consignment', 'future_delivery_bill', 'future_delivery_goods',
    'on_order_bill', 'on_order_goods', 'other')),
  purpose integer not null default 1 check (purpose between 1 and 6),
  payable boolean not null default true,
  cfop_inside text check (cfop_inside ~ '^[1-7][0-9]{3}$'),
  cfop_interstate text check (cfop_interstate ~ '^[1-7][0-9]{3}$'),
  cfop_abroad text check (cfop_abroad ~ '^[1-7][0-9]{3}$'),
  version bigint not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (account_id, id),
  unique (account_id, fk_id)
);

-- An order's, and a line's own. Beside each stands what `payable` of the operation was when it was written: what
-- becomes of an operation changes no order that is there.
alter table orders
  add column id_operation bigint,
  add column operation_payable boolean,
  add constraint orders_operation_payable check ((operation_payable is null) = (id_operation is null)) not valid,
  add foreign key (account_id, id_operation) references operations not valid;
alter table order_items
  add column id_operation bigint,
  add column operation_payable boolean,
  add constraint order_items_operation_payable check ((operation_payable is null) = (id_operation is null)) not valid,
  add foreign key (account_id, id_operation) references operations not valid;
