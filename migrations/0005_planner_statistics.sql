-- compatible-with: 0002
-- PostgreSQL expects about one row of an account that its statistics do not know, and plans lists for
-- it that take long. By default it looks anew when a tenth of a table has changed: a new account among
-- many, or one that fills within a day, may never come to a tenth.
alter table orders set (autovacuum_analyze_scale_factor = 0.01);
alter table order_items set (autovacuum_analyze_scale_factor = 0.01);
alter table order_documents set (autovacuum_analyze_scale_factor = 0.01);
alter table custom_values set (autovacuum_analyze_scale_factor = 0.01);
alter table customers set (autovacuum_analyze_scale_factor = 0.01);
alter table products set (autovacuum_analyze_scale_factor = 0.01);
