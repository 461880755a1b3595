-- beside: 0003
-- way: concurrently
create index concurrently order_documents_without_texts on order_documents (account_id, id_order)
  where names_epoch is null and names -> 'address' -> 'zip_code' is not null and names -> 'address' -> 'number_text' is null;
