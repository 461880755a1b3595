import { statement } from '../../database/database.ts'

/** → the last of the next so many events of an account; null where there are none */
export const events_reach = statement<
  { last: number | null },
  [account_id: number, after: number, limit: number]
>(`
  select max(id) as last from (
    select id from events where account_id = $1 and id > $2 order by id limit $3) e`)

/** An event with what of it may be of a person. */
export interface KeptEvent {
  id: number
  uid: string
  resource: string
  id_record: number
  data: string
  previous: string | null
}

/**
 * → the events of these ids that are of a customer, of its addresses or of orders that were its, and
 * those of exports, whose filters may name it. By what order documents hold: see `orders_json` of the
 * schema; `previous` is jsonb, which has its own spaces.
 */
export const events_ofCustomer = statement<
  KeptEvent,
  [
    account_id: number,
    after: number,
    last: number,
    id_customer: number,
    addresses: number[],
    in_data: string,
    in_previous: string,
  ]
>(`
  select e.id, e.uid, e.resource, e.id_record, e.data, e.previous::text as previous from events e
   where e.account_id = $1 and e.id > $2 and e.id <= $3
     and (e.resource = 'customer' and e.id_record = $4
          or e.resource = 'address' and e.id_record = any ($5::bigint[])
          or e.resource = 'order' and (strpos(e.data, $6) > 0 or strpos(e.previous::text, $7) > 0)
          or e.resource = 'webhook' or e.type = 'audit.export_made')
   order by e.id`)

/** → all events of a record */
export const events_ofRecord = statement<
  { data: string; previous: string | null },
  [account_id: number, resource: string, id_record: number]
>(`
  select e.data, e.previous::text as previous from events e
   where e.account_id = $1 and e.resource = $2 and e.id_record = $3 order by e.id`)

/** → all events of some records */
export const events_ofRecords = statement<
  { id: number; uid: string; id_record: number },
  [account_id: number, resource: string, ids: number[]]
>(`
  select e.id, e.uid, e.id_record from events e
   where e.account_id = $1 and e.resource = $2 and e.id_record = any ($3::bigint[]) order by e.id`)

export const events_rewrite = statement<
  never,
  [account_id: number, ids: number[], datas: string[], befores: (string | null)[]]
>('select rewrite_events($1, $2::bigint[], $3::text[], $4::text[]::jsonb[])')
