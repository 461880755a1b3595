import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../access/authenticate.ts'
import type { Db } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { cursorEnvelope, sendJson } from '../http/envelope.ts'
import { DEFAULT_LIMIT } from '../http/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import type { Services } from '../services.ts'
import { type Page, type Place, readFeed, startOfFeed, type Wanted } from './feed.ts'
import { eventFeed, eventQuery, eventSchemas } from './schema.ts'
import {
  cursorGone,
  type Filters,
  filtersOf,
  openedCursor,
  PATH,
  sealed,
  wantedBy,
} from './wanted.ts'

const description = `
In cursor mode. Keep \`next_cursor\` and send it with the next request, also where \`data\` was empty;
what comes then is what became visible since. Without a cursor the feed begins at the oldest event
that is kept.
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
      refusals: ['invalid_cursor', 'cursor_gone'],
    }),
    async (request, reply) => {
      const { account_id, cursor_secret, time_zone } = actorOf(request)
      const { limit = DEFAULT_LIMIT, wait = 0, ...query } = request.query
      const opened = openedCursor(query, cursor_secret)
      const filters = opened?.filters ?? filtersOf(query)
      const wanted = wantedBy(filters, time_zone)
      const read = readerOf(services, request, filters, wanted, limit)
      const until = performance.now() + wait * 1000
      const gone = wait > 0 ? whenClosed(reply) : new AbortController().signal
      let page = await (opened ? read.page(opened.place) : read.first())
      while (
        page.events.length === 0 &&
        performance.now() < until &&
        !hub.isClosed &&
        !gone.aborted
      ) {
        if (!page.hasMore) {
          const left = until - performance.now()
          await hub.untilPlaced(account_id, page.place.position, left, gone)
        }
        page = await read.page(page.place)
      }
      return sendJson(
        reply,
        cursorEnvelope(
          page.events.map(({ document }) => document).join(','),
          page.events.length,
          sealed(page.place, filters, cursor_secret),
        ),
      )
    },
  )
}

/** The client is gone: nobody waits for the answer any more. */
function whenClosed(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}

/** Reads for this request. A replica that is behind must not call a cursor gone: the primary decides. */
function readerOf(
  { db: primary, readsOf }: Services,
  request: FastifyRequest,
  filters: Filters,
  wanted: Wanted,
  limit: number,
) {
  const actor = actorOf(request)
  const { account_id } = actor
  const { db } = readsOf(request)
  const pageOf = (from: Db, place: Place) => readFeed(from, account_id, place, wanted, limit)
  return {
    /** From the start; what that was may go meanwhile, and then it is another one. */
    first: async (): Promise<Page> => {
      for (;;) {
        const page = await pageOf(db, await startOfFeed(db, account_id, wanted))
        if (page) return page
      }
    },
    page: async (place: Place): Promise<Page> => {
      const page = (await pageOf(db, place)) ?? (await pageOf(primary, place))
      if (page) return page
      throw await cursorGone(primary, actor, place, filters)
    },
  }
}
