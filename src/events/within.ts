import type { RawBuilder } from 'kysely'
import type { Viewer } from '../access/actor.ts'
import { isRestricted } from '../access/row-scope.ts'
import { ofAccount } from '../database/list.ts'
import { typesOfAll } from './types.ts'

// An event of an order is for those who saw the order as the event tells of it: as it was after the
// change, or before its deletion. So is one of a customer. One of an address, a comment or an attachment, which do
// not say whose they are, is for those who see its customer or its order now. What the audit tells of all orders and customers is for
// those who see all. All other events are for everybody whose scopes show them.

const OF_ALL = `(${typesOfAll.map((type) => `'${type}'`)})`

/**
 * SQL text that is true of an event, or of what has its type, where it is for everybody whose scopes show
 * it, however restricted they are.
 * @param event its alias
 */
export const isOfAnybodySql = (event: string) =>
  `(${event}.type !~ '^(order|comment|attachment|customer|address)\\.' and ${event}.type not in ${OF_ALL})`

/** SQL texts of the account's id, and of arrays of ids or null for all: what somebody sees. */
export interface WithinTexts {
  account: string
  users: string
  branches: string
  customers: string
}

/**
 * SQL text that is true where an order is one of these sellers and branches now: of any where they are
 * null, also of one that is deleted.
 * @param id SQL text of its id
 */
export const ofSeenOrder = (id: string, texts: Omit<WithinTexts, 'customers'>) => {
  const { account, users, branches } = texts
  return `(num_nonnulls(${users}::bigint[], ${branches}::bigint[]) = 0 or exists (
      select from orders o where o.account_id = ${account} and o.id = ${id}
         and (${users}::bigint[] is null or o.id_user = any (${users}::bigint[]))
         and (${branches}::bigint[] is null or o.id_branch_company = any (${branches}::bigint[]))))`
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
  const ofOrder = ofSeenOrder(`(${event}.data::json ->> 'id_order')::bigint`, texts)
  return `(case ${event}.resource
    when 'order' then ${isOf('user', users)} and ${isOf('branch_company', branches)}
    when 'comment' then ${ofOrder}
    when 'attachment' then ${ofOrder}
    when 'customer' then ${customers}::bigint[] is null or exists (
      select from json_array_elements(${event}.data::json -> 'users') as s (seller)
       where (s.seller ->> 'id')::bigint = any (${customers}::bigint[]))
    when 'address' then ${customers}::bigint[] is null
      or exists (select from addresses a where a.account_id = ${account} and a.id = ${id} and ${ofSeller('a.id_customer')})
      or exists (select from former_addresses a where a.account_id = ${account} and a.id = ${id} and ${ofSeller('a.id_customer')})
    else ${event}.type not in ${OF_ALL} end)`
}

/**
 * SQL text of what an event tells of before the change, for who sees the event: nothing where the record
 * was not his then.
 */
export function previousSql(event: string, { users, branches, customers }: WithinTexts): string {
  const was = (property: string, ids: string) =>
    `(${ids}::bigint[] is null or not ${event}.previous ? '${property}'
      or coalesce((${event}.previous #>> '{${property},id}')::bigint = any (${ids}::bigint[]), false))`
  return `(case when ${event}.previous is null then null when case ${event}.resource
    when 'order' then ${was('user', users)} and ${was('branch_company', branches)}
    when 'customer' then ${customers}::bigint[] is null or not ${event}.previous ? 'users' or exists (
      select from jsonb_path_query(${event}.previous, '$.users[*].id') as s (id)
       where s.id::bigint = any (${customers}::bigint[]))
    else true end then ${event}.previous else '{}' end)`
}

const NAMES: WithinTexts = {
  account: '$account',
  users: '$users',
  branches: '$branches',
  customers: '$customers',
}

/** The same as a list's document takes it, with what the names in it stand for. */
export function previousFor({ only }: Viewer): {
  text: string
  values: Readonly<Record<string, unknown>>
} {
  return isRestricted(only)
    ? { text: previousSql('r', NAMES), values: { ...only } }
    : { text: 'r.previous', values: {} }
}

/**
 * The condition above as one of a query; none where the viewer sees all orders.
 * @param textOf is given what stands for the ids
 */
export function conditionsWithin(
  { account_id, only }: Viewer,
  textOf: (texts: WithinTexts) => string,
): RawBuilder<unknown>[] {
  if (!isRestricted(only)) return []
  return [ofAccount(textOf(NAMES), account_id, { ...only })]
}
