-- beside: 0003

-- The OAuth client or trusted issuer whose access made the token, be it through another token: the
-- token ends with it.
alter table tokens add column id_maker bigint;
