import { sql } from 'kysely'
import type { EventHub } from '../../src/events/hub.ts'
import { startJobs } from '../../src/jobs/job.ts'
import { jobsOf } from '../../src/processes/jobs.ts'
import type { Account, SendOptions, Server } from '../harness.ts'
import { succeed } from './orders.ts'

export interface FeedEvent {
  id: string
  type: string
  source: string
  subject: string
  time: string
  sequence: string
  data: {
    version: number
    // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
    record: any
    changed_fields: string[]
    previous: Record<string, unknown> | null
    token: { id: number; name: string } | null
    request_id: string | null
  }
}

export interface FeedPage {
  data: FeedEvent[]
  size: number
  next_cursor: string
}

const fail = (fields: object, text: string) => {
  throw new Error(text, { cause: fields })
}

/** A job that fails or warns fails its test. */
export const strictLog = { info() {}, error: fail, warn: fail }

/** Runs the jobs of a server, but for those of webhooks, until what it returns is called. */
export function runJobs(server: Server, hub: EventHub = server.app.eventHub): () => Promise<void> {
  const { db, config, sessions } = server
  return startJobs(jobsOf({ config, hub, log: strictLog, sessions }), db, strictLog)
}

/** One page of the feed; `query` as it stands in the address. */
export async function pageOf(
  server: Server,
  query: string,
  options: SendOptions = {},
): Promise<FeedPage> {
  return (await succeed(server, 'GET', `/events?${query}`, undefined, options)).body
}

/** All events after a cursor (or from the start) until there are `count`, waiting for them. */
export async function follow(
  server: Server,
  count: number,
  { cursor, query = 'wait=30&limit=100' }: { cursor?: string | undefined; query?: string } = {},
): Promise<{ events: FeedEvent[]; cursor: string }> {
  const events: FeedEvent[] = []
  let at = cursor
  do {
    const page = await pageOf(server, `${query}${at === undefined ? '' : `&cursor=${at}`}`)
    events.push(...page.data)
    at = page.next_cursor
  } while (events.length < count)
  return { events, cursor: at }
}

/** The cursor at the end of an account's feed, once all that was committed has its place. */
export async function endOfFeed(server: Server, { account_id, token }: Account): Promise<string> {
  while (await isQueueing(server, account_id));
  let cursor = ''
  for (;;) {
    const page = await pageOf(server, `limit=100${cursor && `&cursor=${cursor}`}`, { token })
    if (page.next_cursor === cursor) return cursor
    cursor = page.next_cursor
  }
}

/** Whether events of an account have no place in the feed yet. */
export async function isQueueing({ db }: Server, account_id: number): Promise<boolean> {
  const queued = sql`select from event_queue where account_id = ${account_id} limit 1`
  return (await queued.execute(db)).rows.length > 0
}

/** Until some request waits for events. */
export async function untilAwaited({ app: { eventHub } }: Server): Promise<void> {
  while (eventHub.awaited.length === 0) await new Promise(setImmediate)
}

type Query = (text: string, values: unknown[]) => Promise<unknown>

/** Lets the last event of an account's feed, when all have their places, stand there so often. */
export async function repeatLastEvent(
  query: Query,
  account_id: number,
  count: number,
): Promise<void> {
  const values = [account_id, count - 1]
  await query(
    `insert into event_positions (account_id, position, id_event, type, resource, id_record, time, latest)
     select p.account_id, p.position + n, p.id_event, p.type, p.resource, p.id_record, p.time, p.latest
       from event_positions p join event_heads h on h.account_id = p.account_id and h.position = p.position,
            generate_series(1, $2::int) n
      where p.account_id = $1`,
    values,
  )
  await query('update event_heads set position = position + $2::int where account_id = $1', values)
}
