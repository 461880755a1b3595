-- compatible-with: 0002
-- The day that decides an order's taxes. Null: that of its delivery, else its own.
alter table orders add column tax_date date;

-- With the move to such a status that is today.
alter table order_statuses add column invoiced boolean not null default false;
update order_statuses set invoiced = true where fk_id = 'invoiced' and locked;

-- Whether a total that goes with that is asked for.
alter table accounts add column confirm_moved_totals boolean not null default true;
