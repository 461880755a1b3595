-- compatible-with: 0002
-- What becomes of an order where rules ask for a national rate that no law has set: it is left out and told, or the
-- change is refused.
alter table accounts add column missing_rate text not null default 'warn' check (missing_rate in ('warn', 'refuse'));
