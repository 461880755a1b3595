-- beside: 0003
-- way: batches
with batch as materialized (
  select id_order from order_documents
   where account_id = $1 and names_epoch is null and names -> 'reason' is null
   order by id_order limit 500 for update)
update order_documents d set document = replace(d.document, ',"freight":', ',"reason":null,"freight":')
  from batch b where d.account_id = $1 and d.id_order = b.id_order;
