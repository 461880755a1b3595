-- compatible-with: 0002
alter table orders validate constraint orders_operation_payable;
alter table orders validate constraint orders_account_id_id_operation_fkey;
alter table order_items validate constraint order_items_operation_payable;
alter table order_items validate constraint order_items_account_id_id_operation_fkey;
