import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/actor.ts'
import { isRestricted } from '../access/only.ts'

// An event of an order is for those who saw the order as the event tells of it: as it was after the
// change, or before its deletion. So is one of a customer. One of an address, which does not say whose
// it is, is for those who see its customer now. All other events are for everybody whose scopes show
// them.

/** SQL texts of the account's id, and of arrays of ids or null for all: what somebody sees. */
export interface WithinTexts {
  account: string
  users: string
  branches: string
  customers: string
}

/**
 * SQL text that is true of an event where it is for who sees orders of these sellers and branches, and
 * the customers of these sellers.
 * @param event its alias
 */
export function withinSql(event: string, texts: WithinTexts): string {
  const { account, users, branches, customers } = texts
  const isOf = (property: string, ids: string) =>
    `(${ids}::bigint[] is null or (${event}.data::json #>> '{${property},id}')::bigint = any (${ids}::bigint[]))`
  const ofSeller = (record: string) =>
    `${record} in (select s.id_customer from customer_users s
       where s.account_id = ${account} and s.id_user = any (${customers}::bigint[]))`
  const id = `${event}.id_record`
  return `(case ${event}.resource
    when 'order' then ${isOf('user', users)} and ${isOf('branch_company', branches)}
    when 'customer' then ${customers}::bigint[] is null or exists (
      select from json_array_elements(${event}.data::json -> 'users') as s (seller)
       where (s.seller ->> 'id')::bigint = any (${customers}::bigint[]))
    when 'address' then ${customers}::bigint[] is null
      or exists (select from addresses a where a.account_id = ${account} and a.id = ${id} and ${ofSeller('a.id_customer')})
      or exists (select from former_addresses a where a.account_id = ${account} and a.id = ${id} and ${ofSeller('a.id_customer')})
    else true end)`
}

/**
 * Such a text as conditions of a query; none where the viewer sees all orders.
 * @param textOf is given what stands for the ids
 */
export function conditionsWithin(
  { account_id, only }: Viewer,
  textOf: (texts: WithinTexts) => string,
): RawBuilder<unknown>[] {
  if (!isRestricted(only)) return []
  const values = new Map<string, unknown>([
    ['$account', account_id],
    ['$users', only.users],
    ['$branches', only.branches],
    ['$customers', only.customers],
  ])
  const names = {
    account: '$account',
    users: '$users',
    branches: '$branches',
    customers: '$customers',
  }
  const parts = textOf(names).split(/(\$[a-z]+)/)
  return [
    sql.join(
      parts.map((part) => (values.has(part) ? sql`${values.get(part)}` : sql.raw(part))),
      sql``,
    ),
  ]
}
