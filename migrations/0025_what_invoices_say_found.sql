-- compatible-with: 0002
-- mode: concurrently
-- Lists by the customer's own number, and by tags: few orders have either.
create index concurrently orders_by_customer_order on orders (account_id, customer_order, id) where customer_order is not null;
create index concurrently orders_with_tags on orders (account_id, id) where tags is not null;
