-- compatible-with: 0002
-- The kinds of taxes that an account's rules work out. Accounts that there are have theirs sent, until they say
-- otherwise; new ones have them worked out as soon as they have rules.
alter table accounts add column derived_taxes text[] not null default '{}'
  check (derived_taxes <@ array['icms', 'ipi', 'ibs_cbs']);
alter table accounts alter column derived_taxes set default '{icms,ipi,ibs_cbs}';
