-- beside: 0003
-- way: concurrently
create index concurrently orders_by_reason on orders (account_id, id_reason, id) where id_reason is not null;
create index concurrently order_documents_without_reason on order_documents (account_id, id_order)
  where names_epoch is null and names -> 'reason' is null;
