import { sql } from 'kysely'
import { type Reader, singleRow } from '../../database/database.ts'
import { type Condition, keysOf, tableFor, whereAll } from '../../database/list.ts'
import { orders } from '../reads/list.ts'

// The orders that conditions choose, by their ids.

/** How many orders these are, and the last of them; 0 where there is none. */
export async function countChosen(
  db: Reader,
  account_id: number,
  asked: Condition[],
): Promise<{ found: number; last_order: number }> {
  const { table, conditions } = tableFor(orders, account_id, asked, { fields: ['id'] })
  const { rows } = await sql<{ found: number; last_order: number }>`
    select count(*) as found, coalesce(max(r.id), 0) as last_order
      from ${table} r ${whereAll(conditions)}`.execute(db)
  return singleRow(rows)
}

/** An order that is chosen. */
export interface ChosenOrder {
  id: number
  locked: boolean
  lines: number
}

/** Orders that one look finds. */
const FOUND = sql.lit(1_000)

/** The next of them, by their ids. */
export async function nextChosen(
  db: Reader,
  account_id: number,
  conditions: Condition[],
  { position, last_order }: { position: number; last_order: number },
): Promise<ChosenOrder[]> {
  const within = [...conditions, sql`r.id <= ${last_order}`]
  const window = { rows: FOUND, skipped: sql``, lookahead: FOUND, after: [String(position)] }
  const keys = keysOf(orders, account_id, within, [{ field: 'id', descending: false }], window)
  const { rows } = await sql<ChosenOrder>`
    select o.id, s.locked,
           (select count(*) from order_items i where i.account_id = ${account_id} and i.id_order = o.id) as lines
      from (${keys}) k
      join orders o on o.account_id = ${account_id} and o.id = k.id
      join order_statuses s on s.account_id = ${account_id} and s.id = o.id_order_status
     order by o.id`.execute(db)
  return rows
}

/** Those of these orders that are still chosen. */
export async function stillChosen(
  db: Reader,
  account_id: number,
  asked: Condition[],
  ids: readonly number[],
): Promise<number[]> {
  const { table, conditions } = tableFor(orders, account_id, asked, { fields: ['id'] })
  const { rows } = await sql<{ id: number }>`
    select r.id from ${table} r ${whereAll([...conditions, sql`r.id = any(${ids}::bigint[])`])}
     order by r.id`.execute(db)
  return rows.map(({ id }) => id)
}
