import type { TokenHolder } from '../access/actor.ts'
import { filterInstant } from '../base/date-time.ts'
import { Refusal, refuseParameters } from '../base/refusals.ts'
import type { Db } from '../database/database.ts'
import { invalidCursor, openCursor, sealCursor } from '../http/cursor.ts'
import { oldestOfFeed, type Place, type Wanted } from './feed.ts'
import { recordOf, typesMatching, typesWanted } from './types.ts'

// What requests for events have in common: filters, and cursors that remember them.

export const PATH = '/events'
const FILTERS = ['type', 'subject', 'from', 'to'] as const

export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

/** The filters among the parameters of a request. */
export function filtersOf(query: Filters): Filters {
  const given = FILTERS.flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name]] as const],
  )
  return Object.fromEntries(given)
}

/** A cursor is enough alone; filters that stand beside it must be those it was made for. */
export function openedCursor(
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

/** The cursor of a place in the feed. */
export function sealed({ position, mark }: Place, filters: Filters, secret: Buffer): string {
  return sealCursor({ sort: 'position', filters, position: [String(position), mark] }, PATH, secret)
}

/** Why nothing is read from this place, and the cursor to start again with: for the same filters. */
export async function cursorGone(
  primary: Db,
  { account_id, cursor_secret }: TokenHolder,
  { position }: Place,
  filters: Filters,
): Promise<Refusal> {
  const { place, time: oldest_time } = await oldestOfFeed(primary, account_id)
  const why =
    position < place.position
      ? 'Events behind this cursor are no longer kept.'
      : 'The feed has another history than the one this cursor was made in.'
  const where = 'Start again with `restart_cursor`, at the oldest event there is'
  const detail = `${why} ${where}${oldest_time ? ` (${oldest_time})` : ''}, and compare your records.`
  const restart_cursor = sealed(place, filters, cursor_secret)
  return new Refusal('cursor_gone', detail, { extra: { restart_cursor, oldest_time } })
}

/** @throws Refusal that names each filter that says nothing */
export function wantedBy({ type, subject, from, to }: Filters, zone: string): Wanted {
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
    types: typesWanted(entries),
    record: record ?? null,
    from: first,
    to: last,
  }
}
