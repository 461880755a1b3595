-- compatible-with: 0002
-- Accounts for trying things out, with data that is made up.
alter table accounts add column test boolean not null default false;
-- The next step in making that data; null where there is nothing to make.
alter table accounts add column test_step integer check (test or test_step is null);
-- The test account that was made for who manages this one; it may be gone.
alter table accounts add column id_test_account bigint;
create index accounts_test_step on accounts (account_id) where test_step is not null;
