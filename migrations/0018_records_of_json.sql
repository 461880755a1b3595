-- beside: 0003

-- Files may hold records in JSON, and tables of OpenDocument.
alter table imports drop constraint imports_format_check,
  add constraint imports_format_check check (format in ('csv', 'xlsx', 'json', 'ods'));
