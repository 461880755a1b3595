-- compatible-with: 0002
-- mode: concurrently
-- Tokens by the secret that they had before.
create unique index concurrently tokens_by_old_secret on tokens (account_id, old_sha256) where old_sha256 is not null;
