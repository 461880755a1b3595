-- beside: 0003
-- way: concurrently
create index concurrently event_positions_by_record on event_positions (account_id, resource, id_record, position);
create index concurrently event_positions_of_audit on event_positions (account_id, type, position)
  where type like 'audit.%';
