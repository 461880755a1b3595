import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { inTransaction } from '../../../src/database/database.ts'
import { startJobs } from '../../../src/jobs/job.ts'
import { jobsOf } from '../../../src/processes/jobs.ts'
import type { Resources } from '../../../src/processes/serve.ts'
import type { Answer, SendOptions, Server } from '../../harness.ts'
import { type FeedEvent, isQueueing, strictLog } from '../feed.ts'
import { data, succeed } from '../orders.ts'
import { until } from '../workers.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'

/**
 * Sends to the webhooks of a server until what it returns is called.
 * @param given other keys than the server's (undefined: none), and who is told of failures
 */
export function runWebhooks(
  { app, db, config, sessions, resources }: Server,
  given: Partial<Pick<Resources, 'secrets'>> & { log?: Log } = {},
): () => Promise<void> {
  const { eventHub: hub } = app
  const log = { ...strictLog, warn: () => {}, ...given.log }
  const { outbound } = resources
  const secrets = 'secrets' in given ? given.secrets : resources.secrets
  const webhooks = { outbound, secrets }
  return startJobs(jobsOf({ config, hub, log, sessions, webhooks }), db, log)
}

interface Log {
  error(fields: object, text: string): void
}

export interface Arrival extends Received {
  event: FeedEvent
}

/** A status, or a status and headers, with which a receiver answers. */
type Reply = number | { status: number; headers: Record<string, string> }

/** What is at the other end of a webhook: it verifies each event that comes. */
export interface Listener {
  id: number
  secret: string
  path: string
  url: string
  /** What has arrived and was verified, in its order, also what was refused then. */
  arrivals: Arrival[]
  /** Those that were taken. */
  taken: Arrival[]
  /** Until so many were taken. */
  untilTaken(count: number): Promise<Arrival[]>
  untilArrived(count: number): Promise<Arrival[]>
  /** Answers all that comes from now on so. */
  answer: (event: FeedEvent) => Reply | Promise<Reply>
  close(): void
}

/** Makes a webhook and listens at its address. */
export async function listen(
  server: Server,
  body: object = {},
  options: SendOptions = {},
): Promise<Listener> {
  const arrivals: Arrival[] = []
  const taken: Arrival[] = []
  const receiver: Receiver = await startReceiver(async (response, received) => {
    const event = JSON.parse(received.body.toString()) as FeedEvent
    new Webhook(listener.secret).verify(received.body, received.headers as Record<string, string>)
    const arrival = { ...received, event }
    arrivals.push(arrival)
    const reply = await listener.answer(event)
    const { status, headers } = typeof reply === 'number' ? { status: reply, headers: {} } : reply
    if (status < 300) taken.push(arrival)
    response.writeHead(status, headers).end(`answer ${status}`)
  })
  const url = `http://127.0.0.1:${receiver.port}/events`
  const untilArrived = async (count: number) => {
    await until(() => arrivals.length >= count)
    return arrivals
  }
  const untilTaken = async (count: number) => {
    await until(() => taken.length >= count)
    return taken
  }
  const listener: Listener = {
    id: 0,
    secret: '',
    path: '',
    url,
    arrivals,
    taken,
    untilArrived,
    untilTaken,
    answer: () => 204,
    close: receiver.close,
  }
  const { id, secret } = await data(server, 'POST', '/webhooks', { url, ...body }, options)
  return Object.assign(listener, { id, secret, path: `/webhooks/${id}` })
}

export async function newCustomer(server: Server, name: string): Promise<number> {
  return (await data(server, 'POST', '/customers', { name })).id
}

export function renameCustomer(server: Server, id: number, name: string): Promise<Answer> {
  return succeed(server, 'PATCH', `/customers/${id}`, { name })
}

/** What waits for its next attempt is due now. The cursor first, as everybody who writes of it does. */
export async function makeDue({ db }: Server, { id }: Pick<Listener, 'id'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The column would round up what is later in its millisecond.
    const due = sql`date_trunc('milliseconds', now())`
    await sql`update webhook_cursors set next_at = ${due} where id_webhook = ${id}`.execute(tx)
    await sql`update webhook_retries set next_at = ${due}
               where id_webhook = ${id} and next_at < 'infinity'`.execute(tx)
  })
}

/** How the webhook gets on, by its status. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
export function statusOf(server: Server, { path }: Listener): Promise<any> {
  return data(server, 'GET', `${path}/status`)
}

/** Until nothing is to be sent, at work or waiting, of all that was committed. */
export async function untilQuiet(server: Server, listener: Listener): Promise<void> {
  await until(async () => {
    if (await isQueueing(server, server.account_id)) return false
    const { behind, waiting } = await statusOf(server, listener)
    return behind === 0 && waiting === 0 && (await isIdle(server, listener))
  })
}

/** Nobody works on it. */
export async function isIdle({ db }: Server, { id }: Listener): Promise<boolean> {
  const held = sql`select from webhook_cursors where id_webhook = ${id} and holder is not null`
  return (await held.execute(db)).rows.length === 0
}

export const namesOf = (arrivals: Arrival[]): string[] =>
  arrivals.map(({ event }) => event.data.record.name)

/** The ids that came, each once, in the order in which they came first. */
export function firstsOf(arrivals: Arrival[]): string[] {
  for (const { headers, event } of arrivals) assert.equal(headers['webhook-id'], event.id)
  return [...new Set(arrivals.map(({ event }) => event.id))]
}
