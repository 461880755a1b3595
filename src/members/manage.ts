import { lockAccount } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import {
  lackingOf,
  type RowScopeBody,
  refuseGreater,
  refuseMissing,
  refuseWider,
  rowScopeOfBody,
} from '../access/grants.ts'
import { isOfSeller, type RoleName, rolesWith, scopesOfRole } from '../access/roles.ts'
import { isRestricted, type RowScope, rowScopeOf } from '../access/row-scope.ts'
import { sessions_end, sessions_endAll, sessions_list } from '../access/sessions-sql.ts'
import { only_missing } from '../access/sql.ts'
import type { Outcome, Precondition } from '../base/outcomes.ts'
import { notFound, Problem, refuseInvalid } from '../base/problems.ts'
import { insufficientScope } from '../base/scopes.ts'
import { plainEmail } from '../base/values/emails.ts'
import { composed } from '../base/values/texts.ts'
import { type Reader, singleRow, type Tx } from '../database/database.ts'
import { msg } from '../texts/message.ts'
import { recordEnd, recordLink, recordMember } from './audit.ts'
import { inviteMember, type NewMember } from './commands.ts'
import { linkAddress, makeLink, purposeFor } from './links.ts'
import { countMail } from './mail-allowance.ts'
import { mails_forget, mails_queue } from './mails-sql.ts'
import {
  links_forget,
  type MemberRow,
  members_count,
  members_delete,
  members_find,
  members_link,
  members_lock,
  members_otherWithRole,
  members_update,
} from './sql.ts'

// What those who manage the members do. Nobody makes, changes or becomes by a link anybody who may
// do or see more than he does himself.

/** Members of an account. */
const MAX_MEMBERS = 10_000

interface MemberBody {
  email: string
  name: string
  role: RoleName
  language?: string
  id_user?: number | null
  only?: RowScopeBody | null
}

/** A member as he is to be. */
type Wanted = NewMember & { only: RowScope }

/** How links come to members. */
export interface LinkWays {
  /** Where this service is opened. */
  base: string
  /** They are sent by mail, too: so many of an account in a day. Null: they are not. */
  mailsPerDay: number | null
}

/** Invites a member; the answer has the address of the link that makes him one, this once. */
export async function createMember(
  tx: Tx,
  actor: Actor,
  body: MemberBody,
  { base, mailsPerDay }: LinkWays,
): Promise<Outcome> {
  const { account_id } = actor
  const wanted: Wanted = {
    email: plainEmail(body.email),
    name: composed(body.name),
    role: body.role,
    language: body.language ?? 'pt-BR',
    id_user: body.id_user ?? null,
    only: rowScopeOrOwn(body.only, body.role, body.id_user ?? null),
  }
  refuseForeignRole(actor, body.role)
  refuseWider(actor, wanted.only)
  await refuseUnknown(tx, account_id, wanted)
  await refuseTooMany(tx, account_id)
  const { id, link } = await inviteMember(tx, account_id, wanted)
  if (mailsPerDay !== null) await sendLink(tx, account_id, id, 'invitation', mailsPerDay)
  const made = await findMember(tx, account_id, id)
  const { document } = made
  await recordMember(tx, actor, 'created', made)
  const shownOnce = { name: 'invitation_url', secret: linkAddress(base, link) }
  return { done: 'created', document, location: `/members/${id}`, shownOnce }
}

async function sendLink(
  tx: Tx,
  account_id: number,
  id: number,
  purpose: Parameters<typeof mails_queue>[1][2],
  mailsPerDay: number,
): Promise<void> {
  await countMail(tx, account_id, id, mailsPerDay)
  await mails_queue(tx, [account_id, id, purpose])
}

async function refuseTooMany(db: Reader, account_id: number): Promise<void> {
  const { count } = singleRow(await members_count(db, [account_id]))
  if (count < MAX_MEMBERS) return
  throw new Problem('limit_reached', msg`The account has ${MAX_MEMBERS} members, the most.`)
}

/** A seller sees his own orders unless something else is said, be it null. */
function rowScopeOrOwn(
  body: RowScopeBody | null | undefined,
  role: RoleName,
  id_user: number | null,
) {
  if (body === undefined && isOfSeller(role) && id_user !== null)
    return { users: [id_user], branches: null }
  return rowScopeOfBody(body)
}

function refuseForeignRole(actor: Actor, role: string): void {
  const lacking = lackingOf(actor, scopesOfRole(role))
  if (lacking.length === 0) return
  const detail = msg`The role ${role} may do what you may not: ${lacking}.`
  const fieldError = { pointer: '/role', code: 'insufficient_scope' as const, detail }
  throw insufficientScope(lacking, detail, [fieldError])
}

async function refuseUnknown(
  db: Reader,
  account_id: number,
  { id_user, only: restriction }: Wanted,
): Promise<void> {
  if (id_user !== null) {
    const { users } = singleRow(await only_missing(db, [account_id, [id_user], null]))
    const detail = msg`User ${id_user} does not exist.`
    refuseInvalid(users.map(() => ({ pointer: '/id_user', code: 'unknown_reference', detail })))
  }
  await refuseMissing(db, account_id, restriction)
}

/** @throws Problem `not_found` */
export async function findMember(db: Reader, account_id: number, id: number): Promise<MemberRow> {
  const [member] = await members_find(db, [account_id, id])
  if (!member) throw notFound(msg`Member ${id}`)
  return member
}

/** Two that change members at once meet at the account's lock: each could else leave the other as last owner. */
export async function lockMember(tx: Tx, actor: Actor, id: number): Promise<MemberRow> {
  const { account_id } = actor
  await lockAccount(tx, account_id)
  const [member] = await members_lock(tx, [account_id, id])
  if (!member) throw notFound(msg`Member ${id}`)
  const has = { scopes: scopesOfRole(member.role), only: rowScopeOf(member) }
  refuseGreater(actor, has, msg`Member ${id}`)
  return member
}

/** Changes what is sent of a member. His sessions follow within two seconds. */
export async function updateMember(
  tx: Tx,
  actor: Actor,
  id: number,
  body: Partial<MemberBody>,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const before = await lockMember(tx, actor, id)
  precondition(before.document)
  const wanted = changed(before, body)
  if (body.role !== undefined) refuseForeignRole(actor, body.role)
  refuseWider(actor, wanted.only)
  await refuseUnknown(tx, account_id, wanted)
  if (!managesMembers(wanted.role, wanted.only)) await refuseLast(tx, account_id, before)
  const { email, name, role, language, id_user } = wanted
  const { users, branches } = wanted.only
  const row = [email, name, role, language, id_user, users, branches] as const
  const [isChanged] = await members_update(tx, [account_id, id, ...row])
  // Who was sent a link at the former address may be somebody else.
  if (email !== before.email) {
    await links_forget(tx, [account_id, id])
    await mails_forget(tx, [account_id, id])
  }
  const after = await findMember(tx, account_id, id)
  if (isChanged) await recordMember(tx, actor, 'updated', after, before.document)
  return { done: 'updated', document: after.document }
}

function changed(before: MemberRow, body: Partial<MemberBody>): Wanted {
  const role = body.role ?? (before.role as RoleName)
  const id_user = body.id_user === undefined ? before.id_user : body.id_user
  const isSame = role === before.role && id_user === before.id_user
  return {
    email: body.email === undefined ? before.email : plainEmail(body.email),
    name: body.name === undefined ? before.name : composed(body.name),
    role,
    language: body.language ?? before.language,
    id_user,
    only:
      body.only === undefined && (isSame || !isOfSeller(role) || id_user === null)
        ? rowScopeOf(before)
        : rowScopeOrOwn(body.only, role, id_user),
  }
}

export const managesMembers = (role: string, restriction: RowScope) =>
  rolesWith('members:manage').some((one) => one === role) && !isRestricted(restriction)

/** Somebody who can sign in must be able to manage the members. */
async function refuseLast(tx: Tx, account_id: number, member: MemberRow): Promise<void> {
  if (!(await isLast(tx, account_id, member))) return
  throw new Problem(
    'last_owner',
    msg`Member ${member.id} is the last one who can manage the members.`,
  )
}

/** Whether nobody else who can sign in could manage the members. */
export async function isLast(tx: Tx, account_id: number, member: MemberRow): Promise<boolean> {
  const { id, role, password_hash, provider_issuer } = member
  const canSignIn = password_hash !== null || provider_issuer !== null
  if (!canSignIn || !managesMembers(role, rowScopeOf(member))) return false
  const others = await members_otherWithRole(tx, [account_id, id, rolesWith('members:manage')])
  return others.length === 0
}

/** Undoes the link to the sign-in provider: whoever signs in there with the e-mail is linked anew. */
export async function unlinkMember(tx: Tx, actor: Actor, id: number): Promise<Outcome> {
  const { account_id } = actor
  const before = await lockMember(tx, actor, id)
  if (before.password_hash === null) await refuseLast(tx, account_id, before)
  const [isChanged] = await members_link(tx, [account_id, id, null, null])
  const after = await findMember(tx, account_id, id)
  if (isChanged) await recordMember(tx, actor, 'updated', after, before.document)
  return { done: 'updated', document: after.document }
}

/** Removes a member; his sessions end, and his links are gone. */
export async function deleteMember(
  tx: Tx,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const member = await lockMember(tx, actor, id)
  precondition(member.document)
  await refuseLast(tx, account_id, member)
  await sessions_endAll(tx, [account_id, id, null])
  await members_delete(tx, [account_id, id])
  await recordMember(tx, actor, 'deleted', member)
  return { done: 'deleted', id }
}

/** Makes another link by which the member chooses a password; the one before is gone. */
export async function createLink(
  tx: Tx,
  actor: Actor,
  id: number,
  { base, mailsPerDay }: LinkWays,
): Promise<Outcome> {
  const { account_id } = actor
  const member = await lockMember(tx, actor, id)
  const purpose = purposeFor(member)
  if (mailsPerDay !== null) await sendLink(tx, account_id, id, purpose, mailsPerDay)
  await recordLink(tx, actor, member, purpose)
  const secret = linkAddress(base, await makeLink(tx, account_id, purpose, id))
  return {
    done: 'created',
    document: JSON.stringify({ purpose }),
    location: `/members/${id}`,
    shownOnce: { name: 'url', secret },
    bare: true,
  }
}

/** Where a member is signed in, as JSON. */
export async function readSessions(
  db: Reader,
  { account_id, id_token }: Pick<Actor, 'account_id' | 'id_token'>,
  id: number,
): Promise<string[]> {
  await findMember(db, account_id, id)
  const rows = await sessions_list(db, [account_id, id, id_token])
  return rows.map(({ document }) => document)
}

/** Ends one of a member's sessions. */
export async function endSession(
  tx: Tx,
  actor: Actor,
  { id, id_session }: { id: number; id_session: number },
): Promise<Outcome> {
  const member = await lockMember(tx, actor, id)
  const [ended] = await sessions_end(tx, [actor.account_id, id, id_session])
  if (!ended) throw notFound(msg`Session ${id_session}`)
  await recordEnd(tx, actor, id_session, member)
  return { done: 'deleted', id: id_session }
}
