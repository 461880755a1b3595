import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { TokenHolder } from '../access/actor.ts'
import { actorOf, requireScope } from '../access/authenticate.ts'
import { Refusal } from '../base/refusals.ts'
import type { App } from '../http/app.ts'
import { DEFAULT_LIMIT } from '../http/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import type { Services } from '../services.ts'
import { endOfFeed, type Place, readFeed, type Wanted } from './feed.ts'
import { streamHeaders, streamQuery } from './schema.ts'
import { EventStream, type Frames } from './stream.ts'
import {
  cursorGone,
  type Filters,
  filtersOf,
  openedCursor,
  PATH,
  sealed,
  wantedBy,
} from './wanted.ts'

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
  const { config, db } = services
  const hub = app.eventHub
  const open = new Set<EventStream>()
  const running: Running = new Map()
  void hub.closed.then(() => {
    for (const stream of open) stream.end('shutdown')
  })
  const promises = operation({
    tag: 'Events',
    scope: SCOPE,
    operationId: 'streamEvents',
    summary: 'Receive every change as it happens',
    description: description.trim(),
    query: streamQuery,
    headers: streamHeaders,
    produces: 'text/event-stream',
    success: Type.String({ format: 'text', maxLength: 2 ** 31 - 1 }),
    refusals: ['invalid_cursor', 'cursor_gone'],
  })
  // Fastify tells the log of each client that leaves.
  const logLevel = config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL
  app.get(`${PATH}/stream`, { ...promises, logLevel }, async (request, reply) => {
    if (hub.isClosed) throw busy('The service stops.')
    if (open.size >= config.MAX_STREAMS) throw busy('This process has as many streams as it may.')
    const stream = new EventStream(hub, config, () => reply.raw.destroy())
    open.add(stream)
    reply.raw.once('close', () => {
      stream.leave()
      open.delete(stream)
    })
    const actor = actorOf(request)
    const { account_id, cursor_secret, time_zone } = actor
    const opened = openedAt(request, cursor_secret)
    const filters = opened?.filters ?? filtersOf(request.query)
    const wanted = wantedBy(filters, time_zone)
    const idOf = (place: Place) => sealed(place, filters, cursor_secret)
    const read = (place: Place) =>
      together(running, `${account_id} ${idOf(place)}`, () =>
        readFrames(services, account_id, place, wanted, idOf),
      )
    const start = opened?.place ?? (await endOfFeed(db, account_id))
    if (!(await read(start))) throw await cursorGone(db, actor, start, filters)
    const source = {
      account_id,
      start,
      isAllowed: () => isAllowed(services, request),
      read,
      idOf,
    }
    const frames = Readable.from(stream.frames(source), {
      objectMode: false,
      highWaterMark: HIGH_WATER_MARK,
    })
    return reply
      .type(promises.config.produces ?? '')
      .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
      .send(frames)
  })
}

/** Where `Last-Event-ID` or a cursor says that the stream begins. */
function openedAt({ headers, query }: FastifyRequest, secret: Buffer) {
  const last = headers['last-event-id']
  const { cursor, after, ...filters } = query as Filters & { cursor?: string; after?: string }
  if (typeof last !== 'string' || last === '') return openedCursor(query as Filters, secret)
  try {
    return openedCursor({ ...filters, cursor: last }, secret)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message: detail } = error
    throw new Refusal(code, detail, { faults: [{ header: 'Last-Event-ID', code, detail }] })
  }
}

type Running = Map<string, Promise<Frames<Place> | undefined>>

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
  { db }: Services,
  account_id: number,
  place: Place,
  wanted: Wanted,
  idOf: (place: Place) => string,
): Promise<Frames<Place> | undefined> {
  const page = await readFeed(db, account_id, place, wanted, DEFAULT_LIMIT)
  if (!page) return undefined
  // In JSON a bare line break is only space.
  const frames = page.events.map(
    ({ type, document, place }) =>
      `id: ${idOf(place)}\nevent: ${type}\ndata: ${document.replaceAll(/[\r\n]/g, ' ')}\n\n`,
  )
  return { frames, place: page.place, hasMore: page.hasMore }
}

/** Looked up again a second later at the earliest, as for any request of the token. */
async function isAllowed({ findToken }: Services, { actor }: FastifyRequest): Promise<boolean> {
  try {
    requireScope(await findToken((actor as TokenHolder).secret), SCOPE)
    return true
  } catch (error) {
    const isRefused =
      error instanceof Refusal && ['unauthorized', 'insufficient_scope'].includes(error.code)
    if (isRefused) return false
    throw error
  }
}

function busy(detail: string): Refusal {
  return new Refusal('unavailable', detail, { headers: { 'Retry-After': '5' } })
}
