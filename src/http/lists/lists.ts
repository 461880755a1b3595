import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { Problem, refuseParameters } from '../../base/problems.ts'
import { readSort, type SortField } from '../../base/values/sort.ts'
import { valuesText } from '../../base/values/value-lists.ts'
import type { Reader } from '../../database/database.ts'
import { CANCELLED, databaseFailure } from '../../database/failures.ts'
import {
  type Condition,
  type ListSource,
  listAfter,
  listPage,
  type Shortcuts,
  type SparseSource,
} from '../../database/list.ts'
import type { Snapshot } from '../../database/snapshot/snapshot.ts'
import { wholeList } from '../../database/snapshot/whole-list.ts'
import { type Message, msg } from '../../texts/message.ts'
import { cursorEnvelope, listEnvelope, sendJson } from '../envelope.ts'
import type { Reads } from '../reads.ts'
import { MAX_LIMIT, MAX_SPARSE_LIMIT } from '../schemas.ts'
import { addVary } from '../wire/headers.ts'
import { type Cursor, invalidCursor, openCursor, sealCursor } from './cursor.ts'
import {
  type Exported,
  type Exporter,
  type ExportFormat,
  exportFormat,
  sendExport,
} from './exports.ts'
import { CUSTOM } from './filters.ts'
import { type Links, linkHeader, linkOf, pageOf, paginationOf } from './links.ts'
import { refuseLongPage, type SparseList, sparseListOf, sparseParameters } from './sparse-fields.ts'

export const DEFAULT_LIMIT = 25
/** The last page number whose offset PostgreSQL's bigint can still hold. */
const MAX_PAGE = 90_000_000_000_000

const limit = Type.Integer({
  minimum: 1,
  maximum: MAX_LIMIT,
  default: DEFAULT_LIMIT,
  description: `Records in one answer; ${DEFAULT_LIMIT} unless given.`,
  examples: [DEFAULT_LIMIT],
})

/** Of page mode. */
export const page = Type.Integer({
  minimum: 1,
  maximum: MAX_PAGE,
  description: 'Page mode: which page, counted from 1; the first unless given.',
  examples: [1],
})

export const pagination = Type.String({
  enum: ['page', 'cursor'],
  description: '`cursor` asks for cursor mode on the first request; page mode unless given.',
})

const cursorParameters = {
  limit: Type.Optional(limit),
  cursor: Type.Optional(
    Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 16_000,
      description: 'Cursor mode: the previous `next_cursor`; enough alone.',
    }),
  ),
}

/** Query parameters of a list that has only cursor mode. */
export const cursorOnlyParameters = cursorParameters

/** Query parameters that every list shares. */
export function listParameters(source: ListSource | SparseSource) {
  const fields = Object.keys(source.sortable).join(', ')
  return {
    ...cursorParameters,
    ...('pick' in source ? sparseListParameters(source) : {}),
    page: Type.Optional(page),
    pagination: Type.Optional(pagination),
    sort: Type.Optional(
      Type.String({
        format: 'text',
        maxLength: 500,
        description: `Comma-separated fields, each with \`-\` for descending: ${fields}. \`id\` breaks ties.`,
        examples: [`-${Object.keys(source.sortable).at(-1)},id`],
        'x-component': Object.hasOwn(source.sortable, 'name') ? 'Sort' : 'SortOfUnnamed',
      }),
    ),
  }
}

function sparseListParameters(source: SparseSource) {
  const { fields, limits } = sparseParameters(source)
  return {
    fields,
    limit: Type.Optional({
      ...limit,
      maximum: MAX_SPARSE_LIMIT,
      description: `Records in one answer; ${DEFAULT_LIMIT} unless given, or what its cursor was made with. ${limits}`,
      'x-component': source.long ? 'LimitOfLong' : 'LimitOfLight',
    }),
  }
}

/** Which records a request chooses. */
export interface Choice {
  /** Conditions that always hold, the account's first. */
  conditions: Condition[]
  /**
   * What narrows them to those that the token may see, where it may not see all. Then no total and
   * no place is taken that is kept of all.
   */
  within?: Condition[]
  /** What each filter parameter means. */
  filters: Record<string, (value: string) => Condition | undefined>
  /** What `q` means, beside the other conditions. */
  search?: (db: Reader, text: string, others: Condition[]) => Promise<Condition>
  query: Record<string, unknown>
}

export interface ListRequest extends Choice {
  source: ListSource | SparseSource
  /** The list with the fields of the account that are named among its filters and sorts. */
  withCustom?: (db: Reader, list: ListRequest, query: CustomQuery) => Promise<ListRequest>
  defaultSort: string
  /** The total for these filters where the database keeps it: what else would be counted. */
  rollupCount?: (filters: Record<string, string>) => RawBuilder<unknown> | undefined
  /** What the database knows of where the first records with these filters are. */
  shortcuts?: (filters: Record<string, string>) => Shortcuts
  /** What is added to the records of a page once it is read: their JSON with commas between them. */
  withAdded?: ((db: Reader, documents: string) => Promise<string>) | undefined
  /** Where the list can be had as a file, too. */
  exported?: { exporter: Exporter } & Exported
}

/** What of a request is about custom fields. */
interface CustomQuery {
  /** Filters by their parameters. */
  filters: Record<string, string>
  /** Fields that it sorts by, such as `custom.rota`. */
  sorts: string[]
}

/** Answers a list in page or cursor mode or as a file, as the request asks. */
export async function sendList(
  reads: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  list: ListRequest,
) {
  const { query, exported } = list
  if (exported) {
    addVary(reply, 'Accept')
    const format = exportFormat(request)
    if (format) return exportList(request, reply, list, { ...exported, format })
  }
  const byCursor = query['cursor'] !== undefined || query['pagination'] === 'cursor'
  const cursor = byCursor ? cursorOf(request, query) : undefined
  const whole = await withCustomFields(reads.db, list, cursor)
  const read = (db: Reader) =>
    byCursor ? cursorPage(db, request, whole, cursor) : numberedPage(db, request, whole)
  const page = mayReadMany(whole, cursor) ? reads.long(read) : read(reads.db)
  const { body, links } = await page.catch((error: unknown) => {
    throw tookTooLong(error, byCursor ? TOO_LONG : msg`${TOO_LONG} ${UNCOUNTED}`) ?? error
  })
  return sendJson(reply.headers(linkHeader(links)), body)
}

/** A search may look at many rows for the few that it finds, and so may a filter without an index. */
function mayReadMany(list: ListRequest, cursor: Cursor | undefined): boolean {
  const filters = cursor?.filters ?? filtersOf(list)
  return filters['q'] !== undefined || chosenBy(list, filters).some((part) => 'hasNoIndex' in part)
}

function sortText({ query, defaultSort }: ListRequest, cursor?: Cursor): string {
  return cursor?.sort ?? (query['sort'] as string | undefined) ?? defaultSort
}

async function exportList(
  request: FastifyRequest,
  reply: FastifyReply,
  list: ListRequest,
  asked: { exporter: Exporter; format: ExportFormat } & Exported,
) {
  const { account_id } = actorOf(request)
  const read = (snapshot: Snapshot) => readWhole(snapshot, account_id, list)
  return sendExport(request, reply, { ...asked, read }).catch((error: unknown) => {
    throw tookTooLong(error, TOO_LONG) ?? error
  })
}

/** All that a list finds, in its order. */
async function* readWhole(snapshot: Snapshot, account_id: number, asked: ListRequest) {
  const { db } = snapshot
  const list = await withCustomFields(db, asked)
  const { source } = sparseListOf(list.source, list.query['fields'] as string | undefined)
  const sort = sortOf(sortText(list), source)
  const conditions = await allConditions(db, list, filtersOf(list))
  yield* wholeList(snapshot, source, account_id, conditions, sort)
}

const TOO_LONG = msg`The database took too long to find this list. Narrow it, such as by dates.`
const UNCOUNTED = msg`Or read it in cursor mode, where nothing is counted.`

/** The problem where a statement ran into its time-out; `detail` says what to ask for in its place. */
export function tookTooLong(error: unknown, detail: Message): Problem | undefined {
  if (databaseFailure(error)?.code !== CANCELLED) return undefined
  return new Problem('unavailable', detail, { retryAfter: 1, cause: error })
}

/** A list's JSON, and where its pages are. */
interface Listed {
  body: string
  links: Links
}

/** What is kept of all records is not of those alone that the token may see. */
function rollupOf(list: ListRequest, filters: Record<string, string>) {
  if (list.within?.length) return { total: undefined, shortcuts: undefined }
  return { total: list.rollupCount?.(filters), shortcuts: list.shortcuts?.(filters) }
}

async function numberedPage(
  db: Reader,
  request: FastifyRequest,
  list: ListRequest,
): Promise<Listed> {
  const { query } = list
  const sparse = sparseListOf(list.source, query['fields'] as string | undefined)
  const { source } = sparse
  const limit = limitOf(list, sparse, undefined)
  const offset = offsetOf(query, limit)
  const sort = sortOf(sortText(list), source)
  const filters = filtersOf(list)
  const { total, documents } = await listPage(
    db,
    source,
    actorOf(request).account_id,
    await allConditions(db, list, filters),
    sort,
    { limit, offset, ...rollupOf(list, filters) },
  )
  const pagination = paginationOf(request.originalUrl, { limit, offset, total })
  const whole = (await list.withAdded?.(db, documents)) ?? documents
  return { body: listEnvelope(whole, pagination), links: pagination.links }
}

/** What the request says, or else its cursor, as far as one answer can hold it. */
function limitOf(
  { source, query }: ListRequest,
  sparse: SparseList,
  cursor: Cursor | undefined,
): number {
  const limit = query['limit'] as number | undefined
  if (limit !== undefined) refuseLongPage(limit, source, sparse)
  return limit ?? Math.min(cursor?.limit ?? DEFAULT_LIMIT, sparse.mostRecords)
}

/** An offset within the page that is asked for beside it is more exact. */
function offsetOf(query: Record<string, unknown>, limit: number): number {
  const { page, offset = 0 } = query as { page?: number; offset?: number }
  return page === undefined || pageOf(offset, limit) === page ? offset : (page - 1) * limit
}

/** The list itself where nothing of the request is about custom fields. */
export async function withCustomFields(
  db: Reader,
  list: ListRequest,
  cursor?: Pick<Cursor, 'filters' | 'sort'>,
): Promise<ListRequest> {
  const { query, withCustom } = list
  const isCustom = (name: string) => name.startsWith(CUSTOM)
  const given = Object.keys(query).filter(isCustom)
  const filters = {
    ...Object.fromEntries(given.map((name) => [name, textOf(query[name])])),
    ...cursor?.filters,
  }
  const sort = cursor?.sort ?? (query['sort'] as string | undefined) ?? ''
  const custom = {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => isCustom(name))),
    sorts: sort
      .split(',')
      .map((part) => part.replace(/^-/, ''))
      .filter(isCustom),
  }
  const isCustomUsed = Object.keys(custom.filters).length + custom.sorts.length > 0
  return withCustom && isCustomUsed ? withCustom(db, list, custom) : list
}

/** The cursor of a request in cursor mode; undefined for its first page. */
function cursorOf(request: FastifyRequest, query: Record<string, unknown>): Cursor | undefined {
  if (query['page'] !== undefined || query['offset'] !== undefined) {
    const parameter = query['page'] === undefined ? 'offset' : 'page'
    refuseParameters([
      { parameter, code: 'not_in_cursor_mode', detail: msg`can’t be combined with cursor mode.` },
    ])
  }
  const { cursor_secret } = actorOf(request)
  if (query['cursor'] === undefined) return undefined
  return openCursor(query['cursor'] as string, pathOf(request), cursor_secret)
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''

async function cursorPage(
  db: Reader,
  request: FastifyRequest,
  list: ListRequest,
  cursor: Cursor | undefined,
): Promise<Listed> {
  const { query } = list
  if (cursor) refuseOtherList(list, cursor)
  else refuseLongFilters(list)
  const sort = sortText(list, cursor)
  const filters = cursor?.filters ?? filtersOf(list)
  const fields = (query['fields'] as string | undefined) ?? cursor?.fields
  const sparse = sparseListOf(list.source, fields)
  const limit = limitOf(list, sparse, cursor)
  const page = await listAfter(
    db,
    sparse.source,
    actorOf(request).account_id,
    await allConditions(db, list, filters),
    sortOf(sort, sparse.source),
    { limit, after: cursor?.position ?? null, shortcuts: rollupOf(list, filters).shortcuts },
  )
  const next =
    page.position &&
    sealCursor(
      { sort, filters, position: page.position, limit, fields },
      pathOf(request),
      actorOf(request).cursor_secret,
    )
  const links = { next: next && linkOf(request.originalUrl, { cursor: next }) }
  const whole = (await list.withAdded?.(db, page.documents)) ?? page.documents
  return { body: cursorEnvelope(whole, page.size, next), links }
}

/** A cursor carries its filters in an address, which takes 16,000 characters. */
const MOST_IN_CURSOR = 8_000

function refuseLongFilters(list: ListRequest): void {
  const filters = Object.entries(filtersOf(list))
  const long = filters.toSorted(([, a], [, b]) => b.length - a.length)[0]
  if (!long || JSON.stringify(filters).length <= MOST_IN_CURSOR) return
  const detail = msg`makes a cursor too long: in cursor mode all filters together take ${MOST_IN_CURSOR} characters.`
  refuseParameters([{ parameter: long[0], code: 'max_length', detail }])
}

/** A cursor is enough alone; sort or filters that stand beside it must be those it was made for. */
function refuseOtherList(list: ListRequest, cursor: Cursor): void {
  const { sort } = list.query
  const given = filtersOf(list)
  const same =
    (sort === undefined || sort === cursor.sort) &&
    Object.entries(given).every(([name, value]) => cursor.filters[name] === value)
  if (!same) throw invalidCursor(msg`This cursor was made for another sort or other filters.`)
}

/** The filters of a request as texts, of several values in one order. */
export function filtersOf(list: Choice): Record<string, string> {
  const names = [...Object.keys(list.filters), ...(list.search ? ['q'] : [])]
  const given = names.filter((name) => list.query[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, textOf(list.query[name])]))
}

/** A parameter's value as cursors and conditions have it. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? valuesText(value.map(String)) : String(value)
}

/** All that a record must be to be chosen; what is searched for is looked up. */
export async function allConditions(
  db: Reader,
  list: Choice,
  filters: Record<string, string>,
): Promise<Condition[]> {
  const all = [...list.conditions, ...(list.within ?? []), ...chosenBy(list, filters)]
  const searched = filters['q'] !== undefined && (await list.search?.(db, filters['q'], all))
  return searched ? [...all, searched] : all
}

/** What a record must be by the filters but for `q`. */
function chosenBy(list: Choice, filters: Record<string, string>): Condition[] {
  return Object.entries(filters).flatMap(([name, value]) => list.filters[name]?.(value) ?? [])
}

function sortOf(text: string, { sortable, named = {} }: ListSource): SortField[] {
  const own = Object.keys(sortable).filter((field) => !Object.values(named).includes(field))
  const { fields, errors } = readSort(text, [...own, ...Object.keys(named)])
  refuseParameters(errors.map((detail) => ({ parameter: 'sort', code: 'sort', detail })))
  return fields.map(({ field, descending }) => ({ field: named[field] ?? field, descending }))
}
