-- compatible-with: 0002
-- What an NF-e says of a sale and of who buys, and notes and tags for the house alone.
alter table orders
  add column final_consumer boolean,
  add column presence integer check (presence in (0, 1, 2, 3, 4, 5, 9)),
  -- An object, or false: there is none.
  add column intermediary jsonb check (intermediary = 'false' or jsonb_typeof(intermediary -> 'document') is not null),
  add column customer_order text check (length(customer_order) between 1 and 60),
  add column contract text check (length(contract) between 1 and 60),
  add column commitment text check (length(commitment) between 1 and 22),
  add column internal_observations text check (length(internal_observations) between 1 and 5000),
  add column tags jsonb check (jsonb_typeof(tags) = 'array' and jsonb_array_length(tags) between 1 and 20);

-- The lots of a line: together they are what is sold.
create function lots_quantity(lots jsonb) returns numeric language sql immutable parallel safe as $$
  select sum((lot ->> 'quantity')::numeric) from jsonb_array_elements(lots) lot
$$;

alter table order_items
  add column cfop text check (cfop ~ '^[1-7][0-9]{3}$'),
  -- As it follows from rules: it is in effect where nobody says it.
  add column derived_cfop text check (derived_cfop ~ '^[1-7][0-9]{3}$'),
  add column customer_order text check (length(customer_order) between 1 and 15),
  add column customer_order_item text check (customer_order_item ~ '^[0-9]{1,6}$'),
  add column additional_info text check (length(additional_info) between 1 and 500),
  add column lots jsonb,
  add constraint order_items_lots_are_all check (
    lots is null or (jsonb_typeof(lots) = 'array' and lots_quantity(lots) = quantity));
