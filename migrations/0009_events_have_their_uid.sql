-- beside: 0003

-- An event's `uid` may be chosen by whoever writes it: after a crash of the server, which may give ids
-- again that nobody had written, it tells whether the event at an id is one's own.
create or replace function record_events(
  of_account bigint, event_ids bigint[], types text[], of_resource text, record_ids bigint[], versions bigint[],
  authors jsonb, datas text[], befores text[]
) returns void language plpgsql as $$
begin
  insert into events (account_id, id, uid, type, resource, id_record, version, id_token, token_name, request_id, traceparent, data, previous)
    overriding system value
  select of_account, e.id, coalesce(e.uid, gen_random_uuid()), e.type, of_resource, e.id_record, e.version,
         e.id_token, e.token_name, e.request_id, e.traceparent, e.data, replaced_values(e.before, e.data)
    from rows from (
      unnest(event_ids, types, record_ids, versions, datas, befores),
      jsonb_to_recordset(authors) as (id_token bigint, token_name text, request_id text, traceparent text, event_uid uuid)
    ) as e (id, type, id_record, version, data, before, id_token, token_name, request_id, traceparent, uid);
  insert into event_queue (account_id, id_event) select of_account, e.id from unnest(event_ids) as e (id);
end $$;
