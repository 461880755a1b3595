-- beside: 0003

-- What the orders of a file are worth, and how many of those that were there lose items or value by it.
alter table imports
  add column total_value numeric not null default 0,
  add column reduced bigint not null default 0,
  add column reduced_by numeric not null default 0;
