/** What keeps total_value right on plain PostgreSQL, and is replaced. */
export const REFUSED_TOTALS = {
  triggers: /^total_is_the_sum/,
  functions:
    'check_order_total(), check_totals_of_touched_items(), refuse_wrong_total(bigint, bigint)',
}

/**
 * How total_value is kept right on Citus. There the parts of a statement that insert run one after
 * the other, so after one of them an order and its lines differ for a moment, which the triggers of
 * plain PostgreSQL refuse. On Citus the database therefore computes total_value itself, whoever
 * writes and whatever was sent. A query in a trigger names one account, so that it stays on the
 * shard; rows of a transition table are taken one by one, because Citus can't join them.
 */
export const COMPUTED_TOTALS = [
  `create function compute_order_total() returns trigger language plpgsql as $$
  begin
    new.total_value := case when new.freight_charged then new.freight_value else 0 end
      + coalesce((select sum(i.total_liq + i.value_ipi + i.vlr_icms_st)
                    from order_items i
                   where i.account_id = new.account_id and i.id_order = new.id), 0);
    return new;
  end $$`,
  `create function compute_totals_of_touched_items() returns trigger language plpgsql as $$
  declare
    touched record;
  begin
    for touched in select distinct account_id, id_order from touched_items loop
      update orders set total_value = total_value
       where account_id = touched.account_id and id = touched.id_order;
    end loop;
    return null;
  end $$`,
  `create trigger total_is_the_sum
    before insert or update of total_value, freight_value, freight_charged on orders
    for each row execute function compute_order_total()`,
  `create trigger total_is_the_sum_insert after insert on order_items
    referencing new table as touched_items
    for each statement execute function compute_totals_of_touched_items()`,
  `create trigger total_is_the_sum_delete after delete on order_items
    referencing old table as touched_items
    for each statement execute function compute_totals_of_touched_items()`,
  `create trigger total_is_the_sum_update_new after update on order_items
    referencing new table as touched_items
    for each statement execute function compute_totals_of_touched_items()`,
  `create trigger total_is_the_sum_update_old after update on order_items
    referencing old table as touched_items
    for each statement execute function compute_totals_of_touched_items()`,
]
