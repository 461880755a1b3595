-- compatible-with: 0002
-- mode: concurrently
-- Lists of customers by a tag.
create index concurrently customers_by_tags on customers using gin (tags);
