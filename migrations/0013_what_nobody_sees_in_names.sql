-- beside: 0003
-- way: concurrently
-- Names with characters that nobody sees, which a search leaves out: few, and found by these.
create index concurrently customers_with_invisible on customers (account_id)
  where search ~ '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]';
create index concurrently products_with_invisible on products (account_id)
  where search ~ '[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]';
