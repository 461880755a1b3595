-- beside: 0003

-- How often the work on an import has ended where it stands: with the process that did it, and because the
-- service failed over it. Both begin again at 0 once it has gone on.
alter table imports add column deaths integer not null default 0;
alter table imports add column failures integer not null default 0;
