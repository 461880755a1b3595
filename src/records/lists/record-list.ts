import { sql } from 'kysely'
import type { TokenHolder, Viewer } from '../../access/actor.ts'
import { refuseParameters } from '../../base/problems.ts'
import { bareDocument } from '../../base/values/check-digits.ts'
import { gtinsIn, phoneIn, searchWords } from '../../base/values/search-words.ts'
import { readValues } from '../../base/values/value-lists.ts'
import { listWithCustom } from '../../custom/lists.ts'
import type { Condition } from '../../database/list.ts'
import { beginsWith, hasPhone, rowHasWord } from '../../database/search.ts'
import { changedFilters, isEmptyRange } from '../../http/lists/filters.ts'
import type { ListRequest } from '../../http/lists/lists.ts'
import { msg } from '../../texts/message.ts'
import { figureFilters, refuseFigures, seesFigures, withFigures } from '../buying/figures.ts'
import { placeFilters } from '../buying/places.ts'
import { customResourceOf, type RecordDefinition } from '../definitions.ts'
import { columnsOf, listSourceOf } from '../json.ts'
import { customersWithin, namingWithin, sellerFilters } from '../portfolio/portfolio.ts'
import { referenceFilters } from '../references/filters.ts'

/** What each filter means; a list takes those that its records have. */
export const recordFilters = {
  id: (value) => sql`r.id = any(${readValues(value)}::bigint[])`,
  fk_id: (value) => sql`r.fk_id = ${value}`,
  name: (value) => beginsWith(sql`r.name`, value),
  document: (value) => sql`r.document = ${bareDocument(value)}`,
} satisfies Record<string, (value: string) => Condition>

/** What each word of `q` is in; or the telephone that all of them are. */
export const searchFilterOf =
  ({ searchedColumns = [], phone, gtins = [] }: RecordDefinition) =>
  (value: string): Condition => {
    const words = searchWords(value).map((word) => rowHasWord('r', searchedColumns, word))
    // What is punctuation alone finds nothing.
    if (words.length === 0) return sql`false`
    const found = sql.join(words, sql` and `)
    const called = phone ? phoneIn(value) : undefined
    if (called) return sql`(${found} or ${hasPhone(sql.ref(`r.${phone}`), called)})`
    const scanned = gtinsIn(value)
    if (gtins.length === 0 || scanned.length === 0) return found
    const columns = gtins.map((name) => sql`${sql.ref(`r.${name}`)} = any (${scanned}::text[])`)
    return sql`(${found} or ${sql.join(columns, sql` or `)})`
  }

/** Of fields whose value a list is asked for; of days a range. */
function fieldFilters({ filters = {}, fields }: RecordDefinition) {
  const conditions = Object.keys(filters).flatMap((name) => {
    const type = fields[name]?.type ?? 'text'
    const column = sql`r.${sql.ref(name)}`
    if (type === 'date') {
      return [
        [`${name}_from`, (value: string) => sql`${column} >= ${value}::date`] as const,
        [`${name}_to`, (value: string) => sql`${column} <= ${value}::date`] as const,
      ]
    }
    const asked = sql.raw(type)
    // Of a list those that have this one, as an index of lists finds them.
    const finds = (value: string) =>
      type.endsWith('[]')
        ? sql`${column} @> array[${value}]::${asked}`
        : sql`${column} = ${value}::${asked}`
    return [[name, finds] as const]
  })
  return Object.fromEntries(conditions)
}

function refuseEmptyRanges(
  { filters = {}, fields }: RecordDefinition,
  query: Record<string, unknown>,
  zone: string,
): void {
  const days = Object.keys(filters).filter((name) => fields[name]?.type === 'date')
  const empty = days.filter((name) => {
    const [from, to] = [query[`${name}_from`], query[`${name}_to`]]
    return from !== undefined && to !== undefined && String(from) > String(to)
  })
  if (isEmptyRange(query, 'update_date', zone)) empty.push('update_date')
  refuseParameters(
    empty.map((name) => ({
      parameter: `${name}_from`,
      code: 'empty_range',
      detail: msg`is after ${name}_to.`,
    })),
  )
}

/** A list of records of one kind that the viewer sees, as the query asks for it. */
export function recordList(
  definition: RecordDefinition,
  viewer: Viewer & Pick<TokenHolder, 'scopes' | 'time_zone'>,
  query: Record<string, unknown>,
): ListRequest {
  const { account_id, time_zone } = viewer
  const { hasSellers, customer, times, buys } = definition
  const resource = customResourceOf(definition)
  refuseEmptyRanges(definition, query, time_zone)
  if (buys) refuseFigures(viewer, query)
  const source = listSourceOf(definition)
  const isWithFigures = buys && seesFigures(viewer)
  return {
    source: isWithFigures ? withFigures(source, viewer, columnsOf(definition, 'r')) : source,
    defaultSort: 'id',
    conditions: [sql`r.account_id = ${account_id}`],
    ...(hasSellers ? { within: customersWithin(viewer) } : {}),
    ...(customer ? { within: namingWithin(viewer, customer) } : {}),
    filters: {
      ...recordFilters,
      q: searchFilterOf(definition),
      ...referenceFilters(account_id, definition.references),
      ...fieldFilters(definition),
      ...(times ? changedFilters(time_zone) : {}),
      ...(hasSellers ? sellerFilters(account_id) : {}),
      ...(buys ? placeFilters(account_id) : {}),
      ...(isWithFigures ? figureFilters(viewer) : {}),
    },
    ...(resource ? { withCustom: listWithCustom({ account_id, resource }) } : {}),
    query,
  }
}
