-- compatible-with: 0002
-- mode: concurrently
-- Mails that are to be sent, of an account and of all.
create index concurrently order_links_mail_due on order_links (account_id, mail_next_at) where mail_next_at is not null;
