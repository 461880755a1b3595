-- compatible-with: 0002
-- The shape of an order's stored JSON: how many properties the version that wrote it returned
-- (`order_shape` in functions.sql). What there is has the properties of 1.0.0, and so has what a process of
-- that version writes until the functions come.
alter table order_documents add column shape smallint not null default 37;
-- Null of what is no order.
alter table events add column shape smallint default 37;

create function order_shape() returns smallint language sql immutable parallel safe as 'select 37::smallint';
