-- beside: 0003

-- Bytes of the refused rows that are kept of an import, with why they were refused. What an account keeps
-- of its imports is bounded: of the oldest the details are forgotten first.
alter table imports add column refused_bytes bigint not null default 0;
alter table imports add column details_kept boolean not null default true;

update imports i set refused_bytes = k.bytes
  from (select account_id, id_import, sum(octet_length(rows) + octet_length(faults)) as bytes
          from import_refusals group by account_id, id_import) k
 where k.account_id = i.account_id and k.id_import = i.id;

-- Keeps records of an import that were refused; they are a JSON array of rows. Counts their bytes.
create or replace function insert_import_refusals(of_account bigint, of_import bigint, refusals jsonb) returns void
language plpgsql as $$
declare
  r import_refusals;
  added bigint := 0;
begin
  for r in select * from jsonb_populate_recordset(null::import_refusals, refusals) loop
    insert into import_refusals (account_id, id_import, line, rows, faults)
    values (of_account, of_import, r.line, r.rows, r.faults);
    added := added + octet_length(r.rows) + octet_length(r.faults);
  end loop;
  update imports set refused_bytes = refused_bytes + added where account_id = of_account and id = of_import;
end $$;
