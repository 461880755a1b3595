import { refuseInvalid } from '../base/problems.ts'
import { allows, insufficientScope, type Scope } from '../base/scopes.ts'
import { type Reader, singleRow } from '../database/database.ts'
import { type Message, msg } from '../texts/message.ts'
import { noun } from '../texts/nouns.ts'
import type { Actor } from './actor.ts'
import { contains, type RowScope } from './row-scope.ts'
import { only_missing } from './sql.ts'

// What somebody may give to others, and of whom he may take it: tokens, webhooks, or members with their roles.

/** What a body says of the orders that somebody is restricted to. */
export interface RowScopeBody {
  id_user?: number[] | null
  id_branch_company?: number[] | null
}

/** The same as commands take it; all orders where nothing is said. */
export function rowScopeOfBody(body: RowScopeBody | null | undefined): RowScope {
  return { users: body?.id_user ?? null, branches: body?.id_branch_company ?? null }
}

/** Nobody shows another more orders than he sees himself. */
export function refuseWider({ only: own }: Pick<Actor, 'only'>, wanted: RowScope): void {
  if (contains(own, wanted)) return
  const { users, branches } = own
  const lists = [
    ...(users ? [`"id_user": [${users.join(', ')}]`] : []),
    ...(branches ? [`"id_branch_company": [${branches.join(', ')}]`] : []),
  ]
  const limits = `{${lists.join(', ')}}`
  const detail = msg`must be no more than the orders of the one who asks: ${limits}.`
  refuseInvalid([{ pointer: '/only', code: 'outside_restriction', detail }])
}

/** Which of these scopes somebody has not himself. */
export function lackingOf({ scopes: own }: Pick<Actor, 'scopes'>, scopes: readonly string[]) {
  return scopes.filter((scope) => !allows(own, scope as Scope))
}

/**
 * Refuses to touch what may do or see more: its secret, or who gets its place, would be more than
 * who asks is.
 * @param what such as a token with its number, as a sentence begins with it
 */
export function refuseGreater(
  actor: Pick<Actor, 'scopes' | 'only'>,
  { scopes, only: sees }: { scopes: readonly string[]; only: RowScope },
  what: Message,
): void {
  const lacking = lackingOf(actor, scopes)
  if (lacking.length === 0 && contains(actor.only, sees)) return
  throw insufficientScope(lacking, msg`${what} may do or see more than you.`)
}

/** Refuses sellers and branches that the account does not have. */
export async function refuseMissing(
  db: Reader,
  account_id: number,
  { users, branches }: RowScope,
): Promise<void> {
  if (users === null && branches === null) return
  const missing = singleRow(await only_missing(db, [account_id, users, branches]))
  const fieldError = (field: string, record: string, i: number, id: number | undefined) => ({
    pointer: `/only/${field}/${i}`,
    code: 'unknown_reference' as const,
    detail: msg`names ${noun(record)} ${id}, which does not exist.`,
  })
  refuseInvalid([
    ...missing.users.map((i) => fieldError('id_user', 'user', i, users?.[i])),
    ...missing.branches.map((i) =>
      fieldError('id_branch_company', 'branch company', i, branches?.[i]),
    ),
  ])
}
