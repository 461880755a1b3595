-- What people should know of a file before it is written, as JSON.
alter table imports add column warnings text not null default '[]';
