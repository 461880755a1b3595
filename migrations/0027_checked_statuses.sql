-- compatible-with: 0002
-- Statuses into which orders come only if their invoices would be right.
alter table order_statuses add column requires_check boolean not null default false;

-- Whether an account has had such a status: in others no move asks.
alter table accounts add column checks_invoices boolean not null default false;
create function note_checked_status() returns trigger language plpgsql as $$
begin
  update accounts set checks_invoices = true where account_id = new.account_id and not checks_invoices;
  return null;
end $$;
create trigger checked_status after insert or update of requires_check on order_statuses
  for each row when (new.requires_check) execute function note_checked_status();
