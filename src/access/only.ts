/**
 * The orders that a token sees and writes: those of these sellers, and of these branches; null: of
 * all. Where both are given an order must be of one of each.
 */
export interface Only {
  users: readonly number[] | null
  branches: readonly number[] | null
}

export const UNRESTRICTED: Only = { users: null, branches: null }

export function isRestricted({ users, branches }: Only): boolean {
  return users !== null || branches !== null
}

/** The sellers and branches of a row with the columns that keep them. */
export function onlyOf(row: {
  only_users: readonly number[] | null
  only_branches: readonly number[] | null
}): Only {
  return { users: row.only_users, branches: row.only_branches }
}

/** Whether an order of this seller and branch is one of them; one without is of nobody. */
export function isWithin(
  { users, branches }: Only,
  order: { id_user: number | null; id_branch_company: number | null },
): boolean {
  return has(users, order.id_user) && has(branches, order.id_branch_company)
}

function has(ids: readonly number[] | null, id: number | null): boolean {
  return ids === null || (id !== null && ids.includes(id))
}

/** Whether `wide` has all that `narrow` has. */
export function contains(wide: Only, narrow: Only): boolean {
  return hasAll(wide.users, narrow.users) && hasAll(wide.branches, narrow.branches)
}

function hasAll(wide: readonly number[] | null, narrow: readonly number[] | null): boolean {
  return wide === null || (narrow?.every((id) => wide.includes(id)) ?? false)
}

/** The same text for the same orders; undefined for all. */
export function onlyText(only: Only): string | undefined {
  const ascending = (ids: readonly number[] | null) => ids?.toSorted((a, b) => a - b) ?? null
  if (!isRestricted(only)) return undefined
  return JSON.stringify([ascending(only.users), ascending(only.branches)])
}

/** What such a text says. */
export function onlyFromText(text: string | undefined): Only {
  if (text === undefined) return UNRESTRICTED
  const [users, branches] = JSON.parse(text) as [Only['users'], Only['branches']]
  return { users, branches }
}
