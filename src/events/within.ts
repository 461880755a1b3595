import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/actor.ts'
import { isRestricted } from '../access/only.ts'

// An event of an order is for those who saw the order as the event tells of it: as it was after the
// change, or before its deletion. All other events are for everybody whose scopes show them.

/**
 * SQL text that is true of an event where it is for who sees orders of these sellers and branches.
 * @param event its alias
 * @param users SQL text of an array of ids, or null for all; and so `branches`
 */
export function withinSql(event: string, users: string, branches: string): string {
  const isOf = (property: string, ids: string) =>
    `(${ids}::bigint[] is null or (${event}.data::json #>> '{${property},id}')::bigint = any (${ids}::bigint[]))`
  return `(${event}.resource <> 'order' or (${isOf('user', users)} and ${isOf('branch_company', branches)}))`
}

/**
 * Such a text as conditions of a query; none where the viewer sees all orders.
 * @param textOf is given what stands for the account's id, the sellers' and the branches'
 */
export function conditionsWithin(
  { account_id, only }: Viewer,
  textOf: (account: string, users: string, branches: string) => string,
): RawBuilder<unknown>[] {
  if (!isRestricted(only)) return []
  const values = new Map<string, unknown>([
    ['$account', account_id],
    ['$users', only.users],
    ['$branches', only.branches],
  ])
  const parts = textOf('$account', '$users', '$branches').split(/(\$[a-z]+)/)
  return [
    sql.join(
      parts.map((part) => (values.has(part) ? sql`${values.get(part)}` : sql.raw(part))),
      sql``,
    ),
  ]
}
