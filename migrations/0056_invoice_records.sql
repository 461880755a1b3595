-- compatible-with: 0002
-- What an invoice says of the records that a locked order refers to, as they were when it was locked; null where it is
-- not locked, and of orders that were locked before this migration, until their next change.
alter table order_documents add column invoice_records json;
