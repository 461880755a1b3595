-- compatible-with: 0002
-- The list of taxes of a line. IPI, ICMS and ICMS-ST have columns of their own for base, rate and value; the list
-- has what else is said of them, and all other taxes. What those add to the line is a column, so that a total is
-- a sum of columns; that it is what the list says, is checked here, whoever writes.
create function taxes_outside_other(taxes jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(sum((tax ->> 'effect')::numeric * (tax ->> 'value')::numeric), 0) from jsonb_array_elements(taxes) tax
$$;

alter table order_items
  add column taxes jsonb not null default '[]',
  add column outside_other numeric(15, 2) not null default 0,
  add constraint order_items_taxes_add_up
    check (case when taxes = '[]' then outside_other = 0 else outside_other = taxes_outside_other(taxes) end);

-- `has_taxes`: a line has a list of them. The other one says what taxes are levied on: the lines' net values, or these
-- with what falls to the lines of the order's amounts.
alter table orders
  add column has_taxes boolean not null default false,
  add column tax_base_includes_shares boolean not null default false;

-- What new orders have. Accounts that there are stay as they are; new ones begin with it.
alter table accounts add column tax_base_includes_shares boolean not null default false;
alter table accounts alter column tax_base_includes_shares set default true;
