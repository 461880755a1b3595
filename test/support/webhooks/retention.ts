import { sql } from 'kysely'
import { retentionJob } from '../../../src/processes/retention.ts'
import type { Account, Server } from '../../harness.ts'
import { strictLog } from '../feed.ts'

/** Lets the service's job remove what is older than 90 days. */
export function removeOld({ db }: Pick<Server, 'db'>): Promise<void> {
  return retentionJob(90, strictLog)(db, new AbortController().signal)
}

/** Lets 90 days and an hour pass since the events up to this position. */
export async function age({ db }: Server, { account_id }: Account, upTo: number): Promise<void> {
  await sql`update events set time = now() - interval '90 days 1 hour' where account_id = ${account_id}
     and id in (select id_event from event_positions where account_id = ${account_id} and position <= ${upTo})`.execute(
    db,
  )
  await sql`update event_positions set time = now() - interval '90 days 1 hour', latest = now() - interval '90 days 1 hour'
     where account_id = ${account_id} and position <= ${upTo}`.execute(db)
}

/** Gives the account so many more places in its feed, all of its last event. */
export async function addPositions(
  { db }: Server,
  { account_id }: Account,
  count: number,
): Promise<void> {
  await sql`insert into event_positions (account_id, position, id_event, type, resource, id_record, time, latest)
     select p.account_id, p.position + n, p.id_event, p.type, p.resource, p.id_record, p.time, p.latest
       from event_positions p join event_heads h on h.account_id = p.account_id and h.position = p.position,
            generate_series(1, ${count}::int) n
      where p.account_id = ${account_id}`.execute(db)
  await sql`update event_heads set position = position + ${count}::int where account_id = ${account_id}`.execute(
    db,
  )
}

/** Where the account's feed begins. */
export async function firstPosition({ db }: Server, { account_id }: Account): Promise<number> {
  const { rows } = await sql<{ first_position: number }>`
    select first_position from event_heads where account_id = ${account_id}`.execute(db)
  return rows[0]?.first_position ?? 0
}

/** So many attempts of a webhook, of so many days ago. */
export async function addDeliveries(
  { db }: Server,
  { account_id }: Account,
  count: number,
  days: number,
) {
  await sql`insert into webhook_deliveries (account_id, id_webhook, position, id_event, type, subject, attempt, time, milliseconds, status)
     select ${account_id}::bigint, 1, n, gen_random_uuid(), 'order.created', '/orders/1', 1,
            now() - make_interval(days => ${days}::int, secs => n), 5, 200
       from generate_series(1, ${count}::int) n`.execute(db)
}

/** How many rows a table has of the account. */
export async function countOf(
  { db }: Server,
  { account_id }: Account,
  table: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where account_id = ${account_id}`.execute(db)
  return rows[0]?.count ?? 0
}
