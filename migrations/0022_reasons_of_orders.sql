-- beside: 0003

-- On its own: on a Citus cluster the table that it refers to is on the nodes when its migration has ended.
alter table orders add constraint orders_account_id_id_reason_fkey
  foreign key (account_id, id_reason) references reasons not valid;
