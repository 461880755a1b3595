-- compatible-with: 0002
-- What is written to a customer with the link to an order; null: what the service says unless told.
alter table accounts add column order_message text check (length(order_message) between 1 and 1000);
