-- compatible-with: 0002
-- mode: concurrently
-- Orders and lines of an operation are looked up by filters and before it is deleted.
create index concurrently orders_by_operation on orders (account_id, id_operation, id) where id_operation is not null;
create index concurrently order_items_by_operation on order_items (account_id, id_operation) where id_operation is not null;
