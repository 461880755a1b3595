-- compatible-with: 0002
-- Whether a change touches the total is asked in `check_order_total`, which follows from the rows of the
-- model (functions.sql): a new part of a total changes no trigger.
drop trigger total_is_the_sum_update on orders;
create constraint trigger total_is_the_sum_update after update on orders
  deferrable initially deferred
  for each row execute function check_order_total();
