import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { TokenHolder } from '../../access/actor.ts'
import { actorOf, watchedRequest } from '../../access/authenticate.ts'
import { onBehalfOf } from '../../base/giving-way/turns.ts'
import { Problem } from '../../base/problems.ts'
import type { App } from '../../http/app.ts'
import { invalidCursor } from '../../http/lists/cursor.ts'
import { DEFAULT_LIMIT } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { type EventFilter, endOfFeed, type FeedCursor, readFeedOfPrimary } from '../feed.ts'
import {
  cursorGone,
  cursorOf,
  type FeedQuery,
  type FeedRequest,
  feedRequest,
  PATH,
} from '../filter.ts'
import { streamHeaders, streamQuery } from '../schema.ts'
import { scopeOf, visibleResources } from '../types.ts'
import { EventStream, type Frames } from './stream.ts'

const SCOPE = 'events:read'
/** How much of a stream waits in the process for its client, in bytes, beside one chunk. */
const HIGH_WATER_MARK = 16_384

const description = `
Server-Sent Events: each event of \`GET /events\` as soon as it is there, with its type as \`event\`,
itself in one line as \`data\`, and as \`id\` the cursor after it. It begins now, or at \`cursor\`; after
a cut \`Last-Event-ID\` goes on where it was, and nothing is skipped or repeated. A comment comes
where there is silence. Before the service ends a stream it sends the event \`closing\`, whose data
has the \`reason\`: \`shutdown\`, \`slow\` (nothing was taken for a minute), \`unauthorized\` (the token
has ended) or \`cursor_gone\`. Filters are those of \`GET /events\`.`

/** `GET /events/stream`: the feed as it grows. */
export function eventStreamRoutes(app: App, services: Services): void {
  const { config, primary, quotas } = services
  const hub = app.eventHub
  const open = new Set<EventStream>()
  const running: Running = new Map()
  void hub.closed.then(() => {
    for (const stream of open) stream.end('shutdown')
  })
  const spec = operation({
    tag: 'Events',
    scope: SCOPE,
    operationId: 'streamEvents',
    summary: 'Receive every change as it happens',
    description: description.trim(),
    query: streamQuery,
    headers: streamHeaders,
    produces: 'text/event-stream',
    success: Type.String({ format: 'text', maxLength: 2 ** 31 - 1 }),
    problems: ['invalid_cursor', 'cursor_gone', 'quota_exceeded'],
  })
  // Fastify tells the log of each client that leaves.
  const logLevel = config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL
  app.get(`${PATH}/stream`, { ...spec, logLevel }, async (request, reply) => {
    const actor = actorOf(request)
    const { account_id, cursor_secret } = actor
    const leave = quotas.streams.take(account_id)
    const stream = new EventStream(hub, config, () => reply.raw.destroy())
    open.add(stream)
    // Its client comes again, by another connection, and finds another process.
    if (hub.isClosed) stream.end('shutdown')
    const seen = visibleResources(actor.scopes).map(scopeOf)
    watchedRequest(request, reply, SCOPE, ...seen).addEventListener('abort', () =>
      stream.end('unauthorized'),
    )
    reply.raw.once('close', () => {
      stream.leave()
      open.delete(stream)
      leave()
    })
    const asked = requestedBy(request, actor)
    const idOf = (cursor: FeedCursor) => cursorOf(cursor, asked.filters, cursor_secret)
    const read = (cursor: FeedCursor) =>
      together(running, `${account_id} ${idOf(cursor)}`, () =>
        onBehalfOf(account_id, () => readFrames(services, account_id, cursor, asked.filter, idOf)),
      )
    if (asked.sort === '-sequence') {
      throw invalidCursor(msg`This cursor goes back in time, and a stream goes on.`)
    }
    const start = asked.cursor ?? (await endOfFeed(primary, account_id))
    if (asked.missed.length > 0 || !(await read(start))) {
      throw await cursorGone(primary, actor, asked, start)
    }
    const source = {
      account_id,
      start,
      read,
      idOf,
    }
    const frames = Readable.from(stream.frames(source), {
      objectMode: false,
      highWaterMark: HIGH_WATER_MARK,
    })
    return reply
      .type(spec.config.produces ?? '')
      .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no', Connection: 'close' })
      .send(frames)
  })
}

/** What the stream shows, and where `Last-Event-ID` or a cursor says that it begins. */
function requestedBy({ headers, query }: FastifyRequest, actor: TokenHolder): FeedRequest {
  const last = headers['last-event-id']
  const { cursor, after, ...filters } = query as FeedQuery
  if (typeof last !== 'string' || last === '') return feedRequest(query as FeedQuery, actor)
  try {
    return feedRequest({ ...filters, cursor: last }, actor)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_cursor') throw error
    const { code, detail } = error
    throw new Problem(code, detail, { errors: [{ header: 'Last-Event-ID', code, detail }] })
  }
}

type Running = Map<string, Promise<Frames<FeedCursor> | undefined>>

/** Streams that stand at the same place and are woken together read together. */
function together(running: Running, key: string, read: () => ReturnType<typeof readFrames>) {
  const known = running.get(key)
  if (known) return known
  const reading = read().finally(() => running.delete(key))
  running.set(key, reading)
  return reading
}

/** From the primary: a replica may not have yet what the stream was woken for. */
async function readFrames(
  { primary }: Services,
  account_id: number,
  cursor: FeedCursor,
  filter: EventFilter,
  idOf: (cursor: FeedCursor) => string,
): Promise<Frames<FeedCursor> | undefined> {
  const page = await readFeedOfPrimary(primary, account_id, cursor, filter, DEFAULT_LIMIT)
  if (!page) return undefined
  // In JSON a bare line break is only space.
  const frames = page.events.map(
    ({ type, document, cursor }) =>
      `id: ${idOf(cursor)}\nevent: ${type}\ndata: ${document.replaceAll(/[\r\n]/g, ' ')}\n\n`,
  )
  return { frames, cursor: page.cursor, hasMore: page.hasMore }
}
