import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Services } from '../app.ts'
import type { Db } from '../database/database.ts'
import { filterInstant } from '../date-time.ts'
import { Refusal, refuseParameters } from '../errors.ts'
import { actorOf } from '../http/authenticate.ts'
import { invalidCursor, openCursor, sealCursor } from '../http/cursor.ts'
import { cursorEnvelope, sendJson } from '../http/envelope.ts'
import { DEFAULT_LIMIT } from '../http/lists.ts'
import { operation } from '../http/operation.ts'
import { type Page, type Place, readFeed, startOfFeed, type Wanted } from './feed.ts'
import { eventFeed, eventQuery, eventSchemas } from './schema.ts'
import { recordOf, typesMatching } from './types.ts'

const PATH = '/events'
const FILTERS = ['type', 'subject', 'from', 'to'] as const

type Filters = Partial<Record<(typeof FILTERS)[number], string>>

const description = `
In cursor mode. Keep \`next_cursor\` and send it with the next request, also where \`data\` was empty;
what comes then is what became visible since. Without a cursor the feed begins at the oldest event.
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
      const read = readerOf(services, request, wanted, limit)
      const start = opened?.place ?? (await read.start())
      const until = performance.now() + wait * 1000
      const gone = wait > 0 ? whenClosed(reply) : new AbortController().signal
      let page = await read.page(start)
      while (page.size === 0 && performance.now() < until && !hub.isClosed && !gone.aborted) {
        if (!page.hasMore) {
          const left = until - performance.now()
          await hub.untilPlaced(account_id, page.place.position, left, gone)
        }
        page = await read.page(page.place)
      }
      return sendJson(
        reply,
        cursorEnvelope(page.documents, page.size, sealed(page.place, filters, cursor_secret)),
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
  wanted: Wanted,
  limit: number,
) {
  const { account_id } = actorOf(request)
  const { db } = readsOf(request)
  const pageOf = (from: Db, place: Place) => readFeed(from, account_id, place, wanted, limit)
  return {
    start: () => startOfFeed(db, account_id, wanted),
    page: async (place: Place): Promise<Page> => {
      const page = (await pageOf(db, place)) ?? (await pageOf(primary, place))
      if (page) return page
      throw new Refusal(
        'cursor_gone',
        'The feed has another history than the one this cursor was made in: start again without a cursor, or with `from` before the last event that is sure.',
      )
    },
  }
}

function filtersOf(query: Filters): Filters {
  const given = FILTERS.flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name]] as const],
  )
  return Object.fromEntries(given)
}

/** A cursor is enough alone; filters that stand beside it must be those it was made for. */
function openedCursor(
  { cursor, after, ...query }: Filters & { cursor?: string; after?: string },
  secret: Buffer,
): { place: Place; filters: Filters } | undefined {
  if (cursor !== undefined && after !== undefined) {
    refuseParameters([
      {
        parameter: 'after',
        code: 'not_with_cursor',
        detail: 'is another name of cursor: send one.',
      },
    ])
  }
  const sent = cursor ?? after
  if (sent === undefined) return undefined
  const { filters, position } = openCursor(sent, PATH, secret)
  const [number, mark = ''] = position
  const isSame = Object.entries(filtersOf(query)).every(([name, value]) => filters[name] === value)
  if (!isSame) throw invalidCursor('This cursor was made for other filters.')
  return { place: { position: Number(number), mark }, filters }
}

function sealed({ position, mark }: Place, filters: Filters, secret: Buffer): string {
  return sealCursor({ sort: 'position', filters, position: [String(position), mark] }, PATH, secret)
}

function wantedBy({ type, subject, from, to }: Filters, zone: string): Wanted {
  const entries = type?.split(',') ?? ['*']
  const unknown = entries.filter((entry) => typesMatching(entry).length === 0)
  refuseParameters(
    unknown.map((entry) => ({
      parameter: 'type',
      code: 'type',
      detail: `names "${entry}", which is no type of event.`,
    })),
  )
  const record = subject === undefined ? null : recordOf(subject)
  if (record === undefined) {
    const detail = 'names no record that has events, such as /orders/42.'
    refuseParameters([{ parameter: 'subject', code: 'subject', detail }])
  }
  const first = from === undefined ? null : filterInstant(from, 'from', zone)
  const last = to === undefined ? null : filterInstant(to, 'to', zone)
  if (first !== null && last !== null && first > last) {
    refuseParameters([{ parameter: 'from', code: 'empty_range', detail: 'is after to.' }])
  }
  return {
    types: entries.includes('*') ? null : [...new Set(entries.flatMap(typesMatching))],
    record: record ?? null,
    from: first,
    to: last,
  }
}
