import Big from 'big.js'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../../../base/giving-way/pieces.ts'
import { othersAreAbout } from '../../../base/giving-way/turns.ts'
import type { Reader } from '../../../database/database.ts'
import { tableFor, whereAll } from '../../../database/list.ts'
import { partsOf } from '../../../database/snapshot/whole-list.ts'
import { ZERO } from '../../amounts/figures.ts'
import { orders } from '../list.ts'
import { type Grouping, isPlace, isProduct, isTime } from './groupings.ts'
import type { Groups, SummaryQuery } from './summary-query.ts'
import { groupsOfOrders, summarize } from './summary-sql.ts'

// Sums that read many orders in statements that are short, as the embedded database has one connection.

/**
 * Orders that are summed up at once, alone and while other accounts are at work. Measured, CPU: 30,000
 * without their lines 30 ms; 1,000 with theirs 20 ms.
 */
const AT_ONCE = { alone: 30_000, beside: 3_000 }
const AT_ONCE_WITH_LINES = { alone: 2_000, beside: 200 }
/** The statement that puts them in order reads them as JSON: more would take longer than the orders. */
const MOST_GROUPS = 20_000
const TRIES = 2

/** What the orders of a group come to, as far as they were read. */
interface Sum {
  /** The group's ids and dates, as texts. */
  keys: (string | null)[]
  count: number
  sum: Big
  min: Big | null
  max: Big | null
  quantity: Big
}

const NOTHING: Sum = { keys: [], count: 0, sum: ZERO, min: null, max: null, quantity: ZERO }

/**
 * The same as `summarize`, of one moment, too: where the account has changed while its orders were read,
 * they are read again, and at last by one statement.
 */
export async function summarizeInPieces(
  db: Reader,
  summaryQuery: SummaryQuery,
  atOnce?: number,
): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const groups = await addedUp(db, summaryQuery, atOnce)
    if (groups) return summarize(db, summaryQuery, groups)
  }
  return summarize(db, summaryQuery)
}

/** Undefined where the account has changed meanwhile, or the groups are too many. */
async function addedUp(
  db: Reader,
  summaryQuery: SummaryQuery,
  atOnce?: number,
): Promise<Groups | undefined> {
  const { account_id, groupings } = summaryQuery
  const before = await lastEvent(db, account_id)
  const ids = await idsOf(db, summaryQuery)
  const byProduct = groupings.some(isProduct)
  const groups = new Map<string, Sum>()
  const whole = new Map([['', NOTHING]])
  const most = byProduct ? AT_ONCE_WITH_LINES : AT_ONCE
  const size = () => atOnce ?? (othersAreAbout() ? most.beside : most.alone)
  for (const some of partsOf(ids, size)) {
    const parts = groupsOfOrders({ ...summaryQuery, conditions: within(summaryQuery, some) })
    await add(db, groups, groupings.length, parts.query)
    // Of all orders, where the groups' figures do not add up to these.
    if (parts.whole) await add(db, whole, 0, parts.whole)
    if (groups.size > MOST_GROUPS) return undefined
  }
  if ((await lastEvent(db, account_id)) !== before) return undefined
  const query = queryOf(groupings, groups)
  return byProduct ? { query, whole: queryOf([], whole) } : { query }
}

function within({ conditions }: SummaryQuery, ids: string) {
  return [...conditions, sql`r.id = any(${`{${ids}}`}::bigint[])`]
}

/** Another one where anything of the account was changed. */
async function lastEvent(db: Reader, account_id: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(id)::text as last from events where account_id = ${account_id}`.execute(db)
  return rows[0]?.last ?? null
}

/** The ids of all orders, in their order, with commas between them. */
async function idsOf(db: Reader, { account_id, conditions }: SummaryQuery): Promise<string> {
  const found = tableFor(orders, account_id, conditions, { fields: ['id'] })
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(r.id::text, ',' order by r.id) as ids
      from (select r.id from ${found.table} r ${whereAll(found.conditions)}) r`.execute(db)
  return rows[0]?.ids ?? ''
}

/** A group of some of the orders, as the database gives it. */
interface Row {
  keys: (string | null)[]
  count: number
  sum: string
  min: string | null
  max: string | null
  quantity?: string
}

/** Adds the groups of some more orders to those of the ones before. */
async function add(
  db: Reader,
  sums: Map<string, Sum>,
  keyCount: number,
  groups: RawBuilder<unknown>,
): Promise<void> {
  const keys = Array.from({ length: keyCount }, (_, i) => sql`${sql.ref(`k${i}`)}::text`)
  const { rows } = await sql<Row>`
    select array[${sql.join(keys)}]::text[] as keys, p.* from (${groups}) p`.execute(db)
  const pieceDone = inPieces()
  for (const row of rows) {
    const name = row.keys.join()
    const more = sumOf(row)
    const before = sums.get(name)
    sums.set(name, before ? together(before, more) : more)
    await pieceDone()
  }
}

function sumOf({ keys, count, sum, min, max, quantity = '0' }: Row): Sum {
  const figure = (text: string | null) => (text === null ? null : new Big(text))
  return {
    keys,
    count,
    sum: new Big(sum),
    min: figure(min),
    max: figure(max),
    quantity: new Big(quantity),
  }
}

function together(one: Sum, other: Sum): Sum {
  return {
    keys: one.keys,
    count: one.count + other.count,
    sum: one.sum.plus(other.sum),
    min: one.min && other.min?.lt(one.min) ? other.min : (one.min ?? other.min),
    max: one.max && other.max?.gt(one.max) ? other.max : (one.max ?? other.max),
    quantity: one.quantity.plus(other.quantity),
  }
}

/** The groups as a query, with the columns and the types that they have where orders are read. */
function queryOf(groupings: Grouping[], sums: Map<string, Sum>): RawBuilder<unknown> {
  const keys = groupings.map(
    (one, i) => `k${i} ${isTime(one) ? 'date' : isPlace(one) ? 'text' : 'bigint'}`,
  )
  const own = groupings.some(isProduct) ? ['quantity numeric'] : []
  const columns = sql.raw([...keys, ...FIGURES, ...own].join(', '))
  const rows = [...sums.values()].map(({ keys: values, count, sum, min, max, quantity }) => ({
    ...Object.fromEntries(values.map((value, i) => [`k${i}`, value])),
    count,
    sum: sum.toFixed(),
    min: min?.toFixed(),
    max: max?.toFixed(),
    quantity: quantity.toFixed(),
  }))
  return sql`select * from json_to_recordset(${JSON.stringify(rows)}::json) as p(${columns})`
}

const FIGURES = ['count bigint', 'sum numeric', 'min numeric', 'max numeric']
