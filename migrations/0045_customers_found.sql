-- compatible-with: 0002
-- mode: concurrently
-- Customers and orders by the city and state of an address, and the orders of addresses.
create index concurrently addresses_by_city on addresses (account_id, search_text(city), id_customer) where city is not null;
create index concurrently addresses_by_state on addresses (account_id, state, id_customer) where state is not null;
-- When the twelve months of each account begin.
create index concurrently order_counts_since on order_counts (account_id, hour) where kind = 'since';
