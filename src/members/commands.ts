import { FIRST_ROLE } from '../access/roles.ts'
import { type RowScope, UNRESTRICTED } from '../access/row-scope.ts'
import { Problem } from '../base/problems.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { type Reader, singleRow, type Tx } from '../database/database.ts'
import { operatorOf } from '../events/audit/audit.ts'
import { msg } from '../texts/message.ts'
import { recordLink, recordMember } from './audit.ts'
import { makeLink, purposeFor } from './links.ts'
import { members_any, members_find, members_findByEmail, members_insert } from './sql.ts'

/** Thrown where the command line names a member who can't be found or made; says why. */
class MemberError extends OperatorError {}

export interface NewMember {
  /** In small letters. */
  email: string
  name: string
  role: string
  language: string
  id_user: number | null
  /** The orders that he sees and writes; all unless given. */
  only?: RowScope
}

/** Makes a member who can't sign in yet, and the secret of a link that lets him choose a password. */
export async function inviteMember(
  tx: Tx,
  account_id: number,
  { email, name, role, language, id_user, only: { users, branches } = UNRESTRICTED }: NewMember,
): Promise<{ id: number; link: string }> {
  const row = [email, name, role, language, id_user, users, branches] as const
  const { id } = singleRow(await members_insert(tx, [account_id, ...row]))
  return { id, link: await makeLink(tx, account_id, 'invitation', id) }
}

/**
 * Invites for the command line.
 * @throws MemberError where the account has a member with the e-mail
 */
export async function inviteNamed(tx: Tx, account_id: number, member: NewMember): Promise<string> {
  const [existing] = await members_findByEmail(tx, [account_id, member.email])
  if (existing)
    throw new MemberError(msg`There is a member with the e-mail ${member.email} already.`)
  const { id, link } = await inviteMember(tx, account_id, member)
  const made = singleRow(await members_find(tx, [account_id, id]))
  await recordMember(tx, operatorOf(account_id), 'created', made)
  return link
}

/**
 * The secret of a link by which a member chooses another password, for the command line.
 * @throws MemberError where the account has no member with the e-mail
 */
export async function resetNamed(tx: Tx, account_id: number, email: string): Promise<string> {
  const [member] = await members_findByEmail(tx, [account_id, email])
  if (!member) throw new MemberError(msg`There is no member with the e-mail ${email}.`)
  const purpose = purposeFor(member)
  await recordLink(tx, operatorOf(account_id), member, purpose)
  return makeLink(tx, account_id, purpose, member.id)
}

/** The problem where a member has the e-mail; `again` where he has not any more. */
export async function duplicateEmail(
  db: Reader,
  account_id: number,
  email: string,
): Promise<Problem | 'again'> {
  const [existing] = await members_findByEmail(db, [account_id, email])
  if (!existing) return 'again'
  const detail = msg`Member ${existing.id} already has the e-mail "${email}".`
  return new Problem('duplicate_email', detail, {
    extra: { existing_id: existing.id },
    errors: [{ pointer: '/email', code: 'duplicate_email', detail }],
  })
}

/**
 * Makes a member of one account an owner of another, who can't sign in there; where that has a member with the
 * e-mail, it is they.
 */
export async function joinAsOwner(
  tx: Tx,
  from: { account_id: number; id: number },
  account_id: number,
): Promise<{ account_id: number; id: number; name: string }> {
  const member = singleRow(await members_find(tx, [from.account_id, from.id]))
  const { email, name, language } = member
  const [known] = await members_findByEmail(tx, [account_id, email])
  if (known) return { account_id, id: known.id, name: known.name }
  const row = [email, name, FIRST_ROLE, language, null, null, null] as const
  const { id } = singleRow(await members_insert(tx, [account_id, ...row]))
  return { account_id, id, name }
}

/** Whether an account has members. */
export async function hasMember(db: Reader, account_id: number): Promise<boolean> {
  return (await members_any(db, [account_id])).length > 0
}

/** Where a member reads mails; undefined where there is no such member any more. */
export async function mailboxOf(
  db: Reader,
  account_id: number,
  id: number,
): Promise<{ name: string; address: string } | undefined> {
  const [member] = await members_find(db, [account_id, id])
  return member && { name: member.name, address: member.email }
}
