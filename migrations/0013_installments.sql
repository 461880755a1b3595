-- compatible-with: 0002
-- When how much of an order is due. The terms of a payment type say it, or a list that was sent. `installments` is
-- that list, as it was sent; `installment_plan` is what comes of it or of the terms, and what that follows from.
alter table payment_types add column terms jsonb check (jsonb_typeof(terms -> 'lines') = 'array');

alter table orders
  add column installments jsonb check (jsonb_typeof(installments) = 'array'),
  add column installment_plan jsonb check (jsonb_typeof(installment_plan -> 'lines') = 'array');

-- The payment methods that the instalments of orders name: they stay as long as an order does.
create table installment_methods (
  account_id bigint not null,
  id_order bigint not null,
  id_payment_method bigint not null,
  primary key (account_id, id_order, id_payment_method),
  foreign key (account_id, id_order) references orders on delete cascade,
  foreign key (account_id, id_payment_method) references payment_methods
);
create index installment_methods_by_method on installment_methods (account_id, id_payment_method);

-- The amounts add up to the order's total when a transaction ends, whoever writes. functions.sql has the function as
-- it is now.
create function check_order_installments() returns trigger language plpgsql as $$
declare
  total numeric;
  plan jsonb;
  sum_of_all numeric;
begin
  select total_value, installment_plan into total, plan from orders where account_id = new.account_id and id = new.id;
  select sum((line ->> 'amount')::numeric) into sum_of_all from jsonb_array_elements(plan -> 'lines') line;
  if total <> sum_of_all then
    raise exception 'the instalments of order % come to %, and not to %', new.id, sum_of_all, total
      using errcode = 'check_violation', constraint = 'orders_installments_sum', table = 'orders';
  end if;
  return null;
end $$;
create constraint trigger installments_are_the_total_insert after insert on orders
  deferrable initially deferred
  for each row when (new.installment_plan is not null or new.installments is not null)
  execute function check_order_installments();
create constraint trigger installments_are_the_total_update after update on orders
  deferrable initially deferred
  for each row when (new.installment_plan is not null or new.installments is not null)
  execute function check_order_installments();
