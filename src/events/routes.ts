import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf, watchedRequest } from '../access/authenticate.ts'
import type { Snapshot } from '../database/snapshot/snapshot.ts'
import type { App } from '../http/app.ts'
import { cursorEnvelope, sendJson } from '../http/envelope.ts'
import { expanding, withAdded } from '../http/lists/expanded.ts'
import { type ExportFormat, exportFormat, exportMedia, sendExport } from '../http/lists/exports.ts'
import { linkHeader, linkOf } from '../http/lists/links.ts'
import { DEFAULT_LIMIT } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { addVary } from '../http/wire/headers.ts'
import type { Services } from '../services.ts'
import {
  type FeedCursor,
  NEWEST,
  type Page,
  readFeed,
  readFeedBackwards,
  readFeedOfPrimary,
  startOfFeed,
  wholeFeed,
} from './feed.ts'
import {
  cursorGone,
  cursorOf,
  type FeedQuery,
  type FeedRequest,
  feedRequest,
  PATH,
} from './filter.ts'
import { eventFeed, eventQuery, eventSchemas } from './schema.ts'

const description = `
In cursor mode. Keep \`next_cursor\` and send it with the next request, also where \`data\` was empty;
what comes then is what became visible since. Without a cursor the feed begins at the oldest event
that is kept, or at the newest with \`sort=-sequence\`, which goes back to the oldest and then gives
the \`next_cursor\` that was sent.
Nothing is skipped or repeated, and the events of one record stand in the order of its changes.
With filters a page may be empty though there is more to look through: there is no more just now
where \`next_cursor\` is the one that was sent. With \`wait\` the answer comes with the first event.`

/** `GET /events`: every change of the account, in an order that never changes. */
export function eventRoutes(app: App, services: Services): void {
  for (const schema of eventSchemas) app.addSchema(schema)
  const { eventHub: hub } = app
  app.get(
    PATH,
    operation({
      tag: 'Events',
      scope: 'events:read',
      operationId: 'listEvents',
      summary: 'Follow every change of the account',
      description: description.trim(),
      query: eventQuery,
      success: eventFeed,
      alsoProduces: exportMedia(Type.Ref('CloudEvent')),
      problems: ['invalid_cursor', 'cursor_gone', 'quota_exceeded'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      addVary(reply, 'Accept')
      const format = exportFormat(request)
      if (format) {
        expanding(request, actor, true)
        return sendFeed(services, request, reply, format)
      }
      const { limit = DEFAULT_LIMIT, wait = 0, expand: _, ...query } = request.query
      expanding(request, actor)
      const asked = feedRequest(query, actor)
      const read = readerOf(services, request, asked, limit)
      const until = performance.now() + wait * 1000
      const gone = wait > 0 ? whenOver(request, reply) : new AbortController().signal
      let page = await (asked.cursor ? read.page(asked.cursor) : read.first())
      const mayWait = () =>
        asked.sort === 'sequence' &&
        page.events.length === 0 &&
        performance.now() < until &&
        !hub.isClosed &&
        !gone.aborted
      // Whoever finds events at once takes no place.
      const leave = mayWait() ? services.quotas.longPolls.take(actor.account_id) : () => {}
      try {
        while (mayWait()) {
          if (!page.hasMore) {
            const left = until - performance.now()
            await hub.untilPlaced(actor.account_id, page.cursor.position, left, gone)
          }
          page = await read.page(page.cursor)
        }
      } finally {
        leave()
      }
      gone.throwIfAborted()
      const cursor = cursorOf(page.cursor, asked.filters, actor.cursor_secret, asked.sort)
      reply.headers(linkHeader({ next: linkOf(request.originalUrl, { cursor }) }))
      const documents = await expandedEvents(services, request, page)
      return sendJson(reply, cursorEnvelope(documents, page.events.length, cursor))
    },
  )
}

/** The JSON of a page's events, with what the request wants added to the orders in them. */
async function expandedEvents(
  { readsOf }: Services,
  request: FastifyRequest,
  { events }: Page,
): Promise<string> {
  const documents = events.map(({ document }) => document).join(',')
  const expand = expanding(request, actorOf(request))
  if (!expand) return documents
  return withAdded(documents, (all) => {
    const ofOrders = all.filter((_, i) => events[i]?.resource === 'order')
    const records = ofOrders.map(({ data }) => (data as { record: Record<string, unknown> }).record)
    return expand(readsOf(request).db, records)
  })
}

/** All events that there are and that the filters find. */
function sendFeed(
  { exporter }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  format: ExportFormat,
) {
  const actor = actorOf(request)
  const { type, subject, from, to, sort } = request.query as FeedQuery
  const given = Object.entries({ type, subject, from, to }).filter(([, one]) => one !== undefined)
  const { filter } = feedRequest(Object.fromEntries(given), actor)
  const read = ({ db }: Snapshot) => wholeFeed(db, actor.account_id, filter, sort === '-sequence')
  const called = { 'pt-BR': 'Eventos', en: 'Events' }
  return sendExport(request, reply, { exporter, resource: 'events', called, format, read })
}

/** The client is gone, and nobody waits for the answer any more; or he may no longer read it. */
function whenOver(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return AbortSignal.any([closed.signal, watchedRequest(request, reply)])
}

/** Reads for this request. A replica that is behind must not call a cursor gone: the primary decides. */
function readerOf(
  { primary, readsOf }: Services,
  request: FastifyRequest,
  asked: FeedRequest,
  limit: number,
) {
  const actor = actorOf(request)
  const { account_id } = actor
  const { db } = readsOf(request)
  const isNewestFirst = asked.sort === '-sequence'
  const pageOf = (cursor: FeedCursor) =>
    isNewestFirst
      ? readFeedBackwards(db, account_id, cursor, asked.filter, limit)
      : readFeed(db, account_id, cursor, asked.filter, limit)
  const found = async (cursor: FeedCursor) => {
    const page = await pageOf(cursor)
    if (page || isNewestFirst) return page
    return await readFeedOfPrimary(primary, account_id, cursor, asked.filter, limit)
  }
  return {
    /** From the start; what that was may go meanwhile, and then it is another one. */
    first: async (): Promise<Page> => {
      for (;;) {
        const start = isNewestFirst ? NEWEST : await startOfFeed(db, account_id, asked.filter)
        const page = await pageOf(start)
        if (page) return page
      }
    },
    page: async (cursor: FeedCursor): Promise<Page> => {
      const page = asked.missed.length > 0 ? undefined : await found(cursor)
      if (page) return page
      throw await cursorGone(primary, actor, asked, cursor)
    },
  }
}
