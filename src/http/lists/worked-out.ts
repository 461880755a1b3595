import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { msg } from '../../texts/message.ts'
import { cursorEnvelope, listEnvelope, sendJson } from '../envelope.ts'
import { invalidCursor, openCursor, sealCursor } from './cursor.ts'
import { linkHeader, linkOf, paginationOf } from './links.ts'
import { cursorOnlyParameters, DEFAULT_LIMIT, page, pagination } from './lists.ts'

/** Query parameters of a list whose order is its own. */
export const workedOutParameters = {
  ...cursorOnlyParameters,
  page: Type.Optional(page),
  pagination: Type.Optional(pagination),
}

export interface PageQuery {
  limit?: number
  page?: number
  pagination?: 'page' | 'cursor'
  cursor?: string
}

/** A list that no table has: it is worked out whole for each of its pages. */
export interface WorkedOutList<Row> {
  query: PageQuery & Record<string, unknown>
  /** The parameters that choose its rows, with what they are unless given. */
  filters: Record<string, string>
  /** All rows in their order. */
  rows: (filters: Record<string, string>) => Promise<readonly Row[]>
  /** Where a row stands in the order, and whether one comes behind such a place. */
  positionOf: (row: Row) => string[]
  isBehind: (row: Row, position: readonly string[]) => boolean
  /** The JSON of rows, with commas between them. */
  documents: (rows: readonly Row[]) => Promise<string>
}

/** Answers a page, by its number or by a cursor: then rows that come or go meanwhile move no others. */
export async function sendWorkedOut<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  list: WorkedOutList<Row>,
) {
  const { query, filters, rows, documents } = list
  if (query.cursor !== undefined || query.pagination === 'cursor')
    return sendCursorPage(request, reply, list)
  const { limit = DEFAULT_LIMIT } = query
  const offset = ((query.page ?? 1) - 1) * limit
  const all = await rows(filters)
  const at = paginationOf(request.originalUrl, { limit, offset, total: all.length })
  const shown = await documents(all.slice(offset, offset + limit))
  return sendJson(reply.headers(linkHeader(at.links)), listEnvelope(shown, at))
}

async function sendCursorPage<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { query, filters: given, rows, positionOf, isBehind, documents }: WorkedOutList<Row>,
) {
  const { cursor_secret: secret } = actorOf(request)
  const path = request.url.split('?')[0] ?? ''
  const cursor = query.cursor === undefined ? undefined : openCursor(query.cursor, path, secret)
  const filters = cursor?.filters ?? given
  if (Object.keys(given).some((name) => query[name] !== undefined && query[name] !== filters[name]))
    throw invalidCursor(msg`This cursor was made for another sort or other filters.`)
  const limit = query.limit ?? cursor?.limit ?? DEFAULT_LIMIT
  const all = await rows(filters)
  const left = cursor ? all.filter((row) => isBehind(row, cursor.position)) : all
  const shown = left.slice(0, limit)
  const last = shown.at(-1)
  const next =
    last !== undefined && left.length > limit
      ? sealCursor({ sort: '', filters, position: positionOf(last), limit }, path, secret)
      : null
  const links = { next: next && linkOf(request.originalUrl, { cursor: next }) }
  const body = cursorEnvelope(await documents(shown), shown.length, next)
  return sendJson(reply.headers(linkHeader(links)), body)
}
