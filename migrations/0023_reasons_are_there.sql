-- beside: 0003

alter table orders validate constraint orders_account_id_id_reason_fkey;
