-- beside: 0003

-- The sellers that a customer has, the first one first. An older program leaves them as they are.
alter table customers add column id_users bigint[] not null default '{}';

-- The same, a row for each: by it the database knows that they exist, and finds a seller's customers.
create table customer_users (
  account_id bigint not null,
  id_user bigint not null,
  id_customer bigint not null,
  primary key (account_id, id_user, id_customer),
  foreign key (account_id, id_user) references users,
  foreign key (account_id, id_customer) references customers on delete cascade
);
create index customer_users_by_customer on customer_users (account_id, id_customer);

create function keep_customer_users() returns trigger language plpgsql as $$
declare
  of_user bigint;
begin
  -- An account that comes from another installation brings the rows along: 0004.
  if coalesce(current_setting('pedido.loading', true), '') = 'on' then return null; end if;
  if tg_op = 'UPDATE' then
    delete from customer_users
     where account_id = new.account_id and id_customer = new.id and id_user <> all (new.id_users);
  end if;
  foreach of_user in array new.id_users loop
    insert into customer_users (account_id, id_user, id_customer) values (new.account_id, of_user, new.id)
    on conflict (account_id, id_user, id_customer) do nothing;
  end loop;
  return null;
end $$;
create trigger customer_users_insert after insert on customers
  for each row when (new.id_users <> '{}') execute function keep_customer_users();
create trigger customer_users_update after update on customers
  for each row when (new.id_users <> old.id_users) execute function keep_customer_users();

-- Whether who is restricted to orders of some sellers reads all customers. Where somebody is, it stays
-- as it was: customers have no sellers yet.
alter table accounts add column restricted_read_all_customers boolean not null default false;
update accounts a set restricted_read_all_customers = true
 where exists (select from tokens t
                where t.account_id = a.account_id and t.only_users is not null and t.revoked_at is null)
    or exists (select from members m where m.account_id = a.account_id and m.only_users is not null)
    or exists (select from webhooks w where w.account_id = a.account_id and w.only_users is not null);
