-- compatible-with: 0002
-- What an invoice says of products.
alter table products
  add column ncm text check (ncm ~ '^([0-9]{8}|00)$'),
  add column cest text check (cest ~ '^[0-9]{7}$'),
  add column gtin text check (gtin ~ '^(SEM GTIN|[0-9]{8}|[0-9]{12,14})$'),
  add column unit_gtin text check (unit_gtin ~ '^(SEM GTIN|[0-9]{8}|[0-9]{12,14})$'),
  add column origin integer not null default 0 check (origin between 0 and 8),
  add column own_production boolean not null default false,
  add column unit text check (length(unit) between 1 and 6),
  add column tax_unit text check (length(tax_unit) between 1 and 6),
  add column tax_factor numeric(15, 4) check (tax_factor > 0),
  add column ex_tipi text check (ex_tipi ~ '^[0-9]{2,3}$'),
  add column ipi_class text check (ipi_class ~ '^[0-9]{1,3}$'),
  add column benefit text check (benefit ~ '^(SEM CBENEF|[!-~]{8}|[!-~]{10})$'),
  add column ibs_cbs_class text check (ibs_cbs_class ~ '^[0-9]{6}$'),
  add column net_weight numeric(12, 3) check (net_weight >= 0),
  add column gross_weight numeric(12, 3) check (gross_weight >= 0),
  add column lot_controlled boolean not null default false,
  add constraint products_gtins check ((gtin is null) = (unit_gtin is null));
