import type { TokenHolder } from '../access/actor.ts'
import {
  contains,
  containsCustomers,
  isRestricted,
  rowScopeFromText,
  rowScopeText,
  type Sight,
} from '../access/row-scope.ts'
import { Problem, refuseParameters } from '../base/problems.ts'
import { requireScope } from '../base/scopes.ts'
import { filterInstant } from '../base/values/date-time.ts'
import type { Reader } from '../database/database.ts'
import { invalidCursor, openCursor, sealCursor } from '../http/lists/cursor.ts'
import { msg } from '../texts/message.ts'
import { type EventFilter, type FeedCursor, NEWEST, oldestOfFeed } from './feed.ts'
import {
  type EventResource,
  eventResources,
  familyOf,
  laterResources,
  recordOf,
  scopeOf,
  scopesNamed,
  typesMatching,
  typesOf,
  typesOfAll,
  typesWanted,
  visibleResources,
} from './types.ts'

// What requests for events have in common: filters, and cursors that remember them.

export const PATH = '/events'
const FILTERS = ['type', 'subject', 'from', 'to'] as const

/** The filters of a request, as its cursors keep them. */
export type Filters = Partial<Record<(typeof FILTERS)[number], string>> & {
  /**
   * The resources that the token could see, with commas between them, where the filters ask for all
   * events and the token saw not all; behind a `-` some that it did not see. In cursors only.
   */
  resources?: string
  /** The orders and customers that the token could see, where it could not see all. In cursors only. */
  only?: string
}

/** Which events come first. */
export type FeedSort = 'sequence' | '-sequence'

export interface FeedQuery extends Partial<Record<(typeof FILTERS)[number], string>> {
  sort?: FeedSort
  cursor?: string
  after?: string
}

function writtenFilters(query: FeedQuery): [string, string][] {
  return FILTERS.flatMap((name): [string, string][] => {
    const value = query[name]
    return value === undefined ? [] : [[name, value]]
  })
}

/** The filters as cursors of this token keep them. */
function keptFilters(written: Filters, { scopes, only }: TokenHolder): Filters {
  const { resources: _, only: __, ...asked } = written
  const seen = rowScopeText(only)
  const filters = seen === undefined ? asked : { ...asked, only: seen }
  const visible = visibleResources(scopes)
  const asksForAll = filters.subject === undefined && entriesOf(filters).includes('*')
  if (!asksForAll || visible.length === eventResources.length) return filters
  const passed = laterResources.filter((one) => !visible.includes(one)).map(passedOver)
  return { ...filters, resources: [...visible, ...passed].join(',') }
}

/** How cursors say that they pass over a resource of which others don't tell. */
const passedOver = (resource: EventResource) => `-${resource}`

/** Whether a cursor has shown the events of a resource that there were. */
function hasShown(resources: string | undefined, one: EventResource): boolean {
  if (resources === undefined) return true
  const named = resources.split(',')
  return named.includes(one) || (laterResources.includes(one) && !named.includes(passedOver(one)))
}

/** A request for events: what it asks for, and where it goes on. */
export interface FeedRequest {
  filters: Filters
  filter: EventFilter
  sort: FeedSort
  /** None where it begins anew. */
  cursor: FeedCursor | undefined
  /** Resources of which the cursor has passed over events that this token may see. */
  missed: EventResource[]
}

/**
 * Reads the parameters of a request for events. A cursor is enough alone; filters that stand beside
 * it must be those it was made for.
 * @throws Problem for what says nothing, and for what the token may not see
 */
export function feedRequest(query: FeedQuery, actor: TokenHolder): FeedRequest {
  const opened = openedCursor(query, actor.cursor_secret)
  const asked = opened?.filters ?? Object.fromEntries(writtenFilters(query))
  const filters = keptFilters(asked, actor)
  const filter = eventFilter(filters, actor)
  const resources = opened?.filters.resources
  const unseen = opened ? passedOverBy(rowScopeFromText(opened.filters.only), actor) : []
  const missed = visibleResources(actor.scopes).filter(
    (one) => !hasShown(resources, one) || asksFor(filter, one, unseen),
  )
  const sort = opened?.sort ?? query.sort ?? 'sequence'
  return { filters, filter, sort, cursor: opened?.cursor, missed }
}

/** The types of events of which a cursor that saw so much has passed over some that the token sees. */
function passedOverBy(saw: Sight, { only }: TokenHolder): string[] {
  return [
    ...(contains(saw, only) ? [] : typesOf('order')),
    ...(containsCustomers(saw, only) ? [] : [...typesOf('customer'), ...typesOf('address')]),
    ...(isRestricted(saw) && !isRestricted(only) ? typesOfAll : []),
  ]
}

/** Whether events of these types that a resource has are asked for. */
function asksFor(
  { types, record }: EventFilter,
  resource: EventResource,
  among: string[],
): boolean {
  const found = typesOf(resource).filter((type) => among.includes(type))
  if (record && record.resource !== resource) return false
  return found.some((type) => types === null || types.includes(type))
}

function openedCursor(
  { cursor, after, ...query }: FeedQuery,
  secret: Buffer,
): { cursor: FeedCursor; filters: Filters; sort: FeedSort } | undefined {
  if (cursor !== undefined && after !== undefined) {
    refuseParameters([
      {
        parameter: 'after',
        code: 'not_with_cursor',
        detail: msg`is another name of cursor: send one.`,
      },
    ])
  }
  const sent = cursor ?? after
  if (sent === undefined) return undefined
  const { filters, position, sort: kept } = openCursor(sent, PATH, secret)
  const [number, historyTag = ''] = position
  const sort = kept === '-sequence' ? kept : 'sequence'
  if (query.sort !== undefined && query.sort !== sort) {
    throw invalidCursor(msg`This cursor was made for another order.`)
  }
  const isSame = writtenFilters(query).every(([name, value]) => filters[name] === value)
  if (!isSame) throw invalidCursor(msg`This cursor was made for other filters.`)
  return { cursor: { position: Number(number), historyTag }, filters, sort }
}

/** The cursor as clients get it. */
export function cursorOf(
  { position, historyTag }: FeedCursor,
  filters: Filters,
  secret: Buffer,
  sort: FeedSort = 'sequence',
): string {
  const content = { sort, filters, position: [String(position), historyTag] }
  return sealCursor(content, PATH, secret)
}

/** Why nothing is read behind this cursor, and one to start again with, for the same filters. */
export async function cursorGone(
  primary: Reader,
  { account_id, cursor_secret }: TokenHolder,
  { filters, missed, sort }: Pick<FeedRequest, 'filters' | 'missed' | 'sort'>,
  { position }: FeedCursor,
): Promise<Problem> {
  const { cursor, time: oldest_time } = await oldestOfFeed(primary, account_id)
  const why =
    missed.length > 0
      ? msg`This token may see events that the cursor has passed over: those of ${[...new Set(missed.map(familyOf))]}.`
      : position < cursor.position
        ? msg`Events behind this cursor are no longer kept.`
        : msg`The feed has another history than the one this cursor was made in.`
  const detail =
    sort === '-sequence'
      ? msg`${why} Start again with \`restart_cursor\`, at the newest event.`
      : oldest_time
        ? msg`${why} Start again with \`restart_cursor\`, at the oldest event there is (${oldest_time}), and compare your records.`
        : msg`${why} Start again with \`restart_cursor\`, at the oldest event there is, and compare your records.`
  const restart = sort === '-sequence' ? NEWEST : cursor
  const restart_cursor = cursorOf(restart, filters, cursor_secret, sort)
  return new Problem('cursor_gone', detail, { extra: { restart_cursor, oldest_time } })
}

function entriesOf({ type }: Filters): string[] {
  return type?.split(',') ?? ['*']
}

/** @throws Problem that names each filter that says nothing, or the scopes that are lacking */
function eventFilter(filters: Filters, { scopes, only, time_zone }: TokenHolder): EventFilter {
  const { subject, from, to } = filters
  const entries = entriesOf(filters)
  const unknown = entries.filter((entry) => typesMatching(entry).length === 0)
  refuseParameters(
    unknown.map((entry) => ({
      parameter: 'type',
      code: 'type',
      detail: msg`names "${entry}", which is no type of event.`,
    })),
  )
  const record = subject === undefined ? null : recordOf(subject)
  if (record === undefined) {
    const detail = msg`names no record that has events, such as /orders/42.`
    refuseParameters([{ parameter: 'subject', code: 'subject', detail }])
  }
  const ofRecord = record ? [scopeOf(record.resource)] : []
  requireScope(scopes, ...scopesNamed(entries), ...ofRecord)
  const first = from === undefined ? null : filterInstant(from, 'from', time_zone)
  const last = to === undefined ? null : filterInstant(to, 'to', time_zone)
  if (first !== null && last !== null && first > last) {
    refuseParameters([{ parameter: 'from', code: 'empty_range', detail: msg`is after to.` }])
  }
  return {
    types: typesWanted(entries, scopes),
    record: record ?? null,
    only,
    from: first,
    to: last,
  }
}
