-- compatible-with: 0002
-- Links that the service sends by mail, with the order as PDF. Each attempt has a secret of its own.
alter table order_links
  add column mail_to text,
  add column mail_language text,
  add column mail_attempts integer not null default 0,
  add column mail_since timestamptz(3),
  add column mail_next_at timestamptz(3),
  add column mail_sent_at timestamptz(3),
  add column mail_error text;
