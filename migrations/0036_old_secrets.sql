-- compatible-with: 0002
-- The secret that a token had before its last rotation: until when it works, and when it was last used.
alter table tokens
  add column old_sha256 bytea,
  add column old_secret_until timestamptz(3),
  add column old_secret_used_at timestamptz(3),
  add constraint tokens_old_secret_check
    check ((old_sha256 is null) = (old_secret_until is null));
