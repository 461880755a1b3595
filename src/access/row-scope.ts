/**
 * The orders that a token sees and writes: those of these sellers, and of these branches; null: of
 * all. Where both are given an order must be of one of each.
 */
export interface RowScope {
  users: readonly number[] | null
  branches: readonly number[] | null
}

/** What somebody sees: those orders, and the customers of these sellers; null: of all. */
export interface Sight extends RowScope {
  customers: readonly number[] | null
}

export const UNRESTRICTED: Sight = { users: null, branches: null, customers: null }

export function isRestricted({ users, branches }: RowScope): boolean {
  return users !== null || branches !== null
}

/** The sellers and branches of a row with the columns that keep them. */
export function rowScopeOf(row: {
  only_users: readonly number[] | null
  only_branches: readonly number[] | null
}): RowScope {
  return { users: row.only_users, branches: row.only_branches }
}

/**
 * The same with the customers that are read: those of the sellers, unless the account lets whoever is
 * restricted read all of them.
 */
export function sightOf(
  row: Parameters<typeof rowScopeOf>[0] & { restricted_read_all_customers: boolean },
): Sight {
  const only = rowScopeOf(row)
  return { ...only, customers: row.restricted_read_all_customers ? null : only.users }
}

/** Whether an order of this seller and branch is one of them; one without is of nobody. */
export function inScope(
  { users, branches }: RowScope,
  order: { id_user: number | null; id_branch_company: number | null },
): boolean {
  return has(users, order.id_user) && has(branches, order.id_branch_company)
}

function has(ids: readonly number[] | null, id: number | null): boolean {
  return ids === null || (id !== null && ids.includes(id))
}

/** Whether `wide` has all that `narrow` has. */
export function contains(wide: RowScope, narrow: RowScope): boolean {
  return hasAll(wide.users, narrow.users) && hasAll(wide.branches, narrow.branches)
}

/** The same of what is seen, customers too. */
export function containsSight(wide: Sight, narrow: Sight): boolean {
  return contains(wide, narrow) && containsCustomers(wide, narrow)
}

/** Whether all customers that `narrow` reads are among those that `wide` reads. */
export function containsCustomers(wide: Sight, narrow: Sight): boolean {
  return hasAll(wide.customers, narrow.customers)
}

/** Whether one of a customer's sellers is among these. */
export function isOfSellers(ids: readonly number[] | null, sellers: readonly number[]): boolean {
  return ids === null || sellers.some((id) => ids.includes(id))
}

function hasAll(wide: readonly number[] | null, narrow: readonly number[] | null): boolean {
  return wide === null || (narrow?.every((id) => wide.includes(id)) ?? false)
}

/** The same text for the same orders and customers; undefined for all. */
export function rowScopeText(sight: Sight): string | undefined {
  const ascending = (ids: readonly number[] | null) => ids?.toSorted((a, b) => a - b) ?? null
  if (!isRestricted(sight)) return undefined
  const { users, branches, customers } = sight
  const orders = [ascending(users), ascending(branches)]
  return JSON.stringify(customers === null ? orders : [...orders, ascending(customers)])
}

/** What such a text says. */
export function rowScopeFromText(text: string | undefined): Sight {
  if (text === undefined) return UNRESTRICTED
  type Ids = readonly number[] | null
  const [users, branches, customers = null] = JSON.parse(text) as [Ids, Ids, Ids?]
  return { users, branches, customers }
}
