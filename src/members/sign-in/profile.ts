import type { Actor } from '../../access/actor.ts'
import { scopesOfRole } from '../../access/roles.ts'
import { isRestricted, rowScopeOf } from '../../access/row-scope.ts'
import { type SessionRow, sessions_end, sessions_endBySha256 } from '../../access/sessions-sql.ts'
import { accountOf, sha256 } from '../../access/tokens.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { recordEnd, recordMember } from '../audit.ts'
import { members_introduce, members_lock } from '../sql.ts'
import { sessionGone } from './commands.ts'
import { authorOf, type From } from './sign-ins.ts'

// What a member does with his own sessions and settings.

/** Ends one of the sessions of the member who asks → whether it was one that worked. */
export async function endOwnSession(db: Db, actor: Actor, id: number): Promise<boolean> {
  const { account_id, id_member, token_name: name } = actor
  const member = { id: id_member ?? 0, name }
  return inTransaction(db, async (tx) => {
    const [ended] = await sessions_end(tx, [account_id, member.id, id])
    if (ended) await recordEnd(tx, actor, id, member)
    return ended !== undefined
  })
}

/**
 * Ends the session with this secret, if it is one: that of a browser which has just signed in anew.
 * → its account
 */
export async function endFormerSession(
  db: Db,
  secret: string,
  from: Pick<From, 'request_id' | 'traceparent'>,
): Promise<number | undefined> {
  const account_id = accountOf('session', secret)
  if (account_id === undefined) return undefined
  return inTransaction(db, async (tx) => {
    const [ended] = await sessions_endBySha256(tx, [account_id, sha256(secret)])
    if (!ended) return undefined
    const { id, id_member, name } = ended
    const author = { ...authorOf(account_id, from), id_token: id, token_name: name }
    await recordEnd(tx, author, id, { id: id_member, name })
    return account_id
  })
}

/**
 * Changes what the member who asks says of himself; null for what stays.
 * @throws Problem `unauthorized` where he was removed just now
 */
export async function introduceSelf(
  db: Db,
  actor: Actor,
  { name, language }: { name: string | null; language: string | null },
): Promise<void> {
  const { account_id } = actor
  const id = actor.id_member ?? 0
  await inTransaction(db, async (tx) => {
    const [before] = await members_lock(tx, [account_id, id])
    if (!before) throw sessionGone()
    const isSame =
      (name ?? before.name) === before.name && (language ?? before.language) === before.language
    if (isSame) return
    await members_introduce(tx, [account_id, id, name, language])
    const [after] = await members_lock(tx, [account_id, id])
    if (after) await recordMember(tx, actor, 'updated', after, before.document)
  })
}

/**
 * Who is signed in, as JSON.
 * @param isVisit they came from another account, to which they can go back
 */
export function sessionJson(row: SessionRow, isVisit: boolean): string {
  const { id, id_member, name, email, role, language, id_user, account_name } = row
  const { time_zone, amounts, logo, test, created_at, expires_at, only_users, only_branches } = row
  const only = { id_user: only_users, id_branch_company: only_branches }
  return JSON.stringify({
    id,
    member: { id: id_member, name, email, role, language, id_user },
    account: { id: row.account_id, name: account_name, time_zone, amounts, logo, test },
    scopes: scopesOfRole(role),
    only: isRestricted(rowScopeOf(row)) ? only : null,
    visit: isVisit,
    created_at,
    expires_at,
  })
}
