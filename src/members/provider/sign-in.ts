import { lockAccount } from '../../access/account-locks.ts'
import { isOfSeller, type RoleName } from '../../access/roles.ts'
import { type RowScope, rowScopeOf, UNRESTRICTED } from '../../access/row-scope.ts'
import type { NewSession, SessionTimes } from '../../access/sessions.ts'
import { sessions_endAll } from '../../access/sessions-sql.ts'
import { Problem } from '../../base/problems.ts'
import { needKey, opened, type SecretBox } from '../../base/secret-box.ts'
import { type Db, inTransaction, singleRow, type Tx } from '../../database/database.ts'
import { UNIQUE_VIOLATION, violates } from '../../database/failures.ts'
import { explainingConflicts } from '../../database/retries.ts'
import type { Author } from '../../events/record.ts'
import { type Message, msg } from '../../texts/message.ts'
import { recordEnd, recordMember } from '../audit.ts'
import { isLast, managesMembers } from '../manage.ts'
import { newChallenge, takeChallenge } from '../sign-in/challenges.ts'
import { authorOf, beginSession, type From, recordFailure } from '../sign-in/sign-ins.ts'
import {
  type MemberRow,
  members_find,
  members_findByEmail,
  members_findLinked,
  members_insert,
  members_link,
  members_update,
} from '../sql.ts'
import { type Claims, emailOf, languageOf, nameOf, roleOf } from './claims.ts'
import { type Party, type ProviderClient, refused, stateOf, type Way } from './client.ts'
import { findProvider, redirectUri, secretContext } from './settings.ts'
import type { ProviderRow } from './sql.ts'

/** How long somebody may take at the provider, in seconds: some ask for a second factor, or a new password. */
export const WAY_S = 15 * 60
const LONGEST_SUBJECT = 255

/** What signing in by a provider needs of the service. */
export interface ProviderParts {
  db: Db
  secrets: SecretBox | undefined
  client: ProviderClient
  /** Where people reach this service. */
  base: string
}

/**
 * Begins the way to an account's provider.
 * @returns where the browser is to go, and what it is to keep meanwhile
 * @throws Problem `not_found`, `unavailable`, `secret_key_missing`
 */
export async function beginWay(
  { db, secrets, client, base }: ProviderParts,
  account_id: number,
): Promise<{ url: string; secret: string }> {
  const party = openParty(secrets, await findProvider(db, account_id))
  const secret = await newChallenge(db, { purpose: 'provider', of: { account_id } }, WAY_S)
  const redirect_uri = redirectUri(base, account_id)
  return { url: await client.address(party, { redirect_uri, secret }), secret }
}

function openParty(secrets: SecretBox | undefined, row: ProviderRow): Party {
  const box = needKey(secrets)
  const secret = opened(() => box.open(row.client_secret, secretContext(row.account_id)))
  return { ...row, secret }
}

/** Why somebody whom the provider knows is not signed in, and what that has ended. */
interface Denied {
  denied: Problem
  hasEnded: boolean
}

export type SignedIn = (NewSession & { account_id: number }) | Denied

/**
 * Signs somebody in who comes back from the provider.
 * @param answer what the provider sent with him
 * @param secret what his browser has kept
 * @throws Problem `challenge_gone`, `sign_in_refused`, `unavailable`, `secret_key_missing`, `not_found`
 */
export async function finishWay(
  { db, secrets, client, base }: ProviderParts,
  { account: account_id, answer }: { account: number; answer: string },
  secret: string | undefined,
  from: From,
  times: SessionTimes,
): Promise<SignedIn> {
  const way: Way = { redirect_uri: redirectUri(base, account_id), secret: secret ?? '' }
  // What another page sent here is no end of this browser's way, and does not use it up.
  if (!secret || new URLSearchParams(answer).get('state') !== stateOf(way)) throw wayGone()
  await takeChallenge(db, secret, { purpose: 'provider', of: { account_id } })
  const provider = await findProvider(db, account_id)
  const claims = await client.claims(openParty(secrets, provider), way, answer)
  const subject = String(claims['sub'])
  if (subject.length > LONGEST_SUBJECT) {
    throw refused(msg`The sign-in provider’s name for the person is too long.`)
  }
  const person = { claims, subject, provider, role: roleOf(claims, provider) }
  return explainingConflicts(
    () => inTransaction(db, (tx) => admit(tx, person, from, times)),
    // A member with the e-mail was made by somebody else just now.
    async (failure) =>
      violates(failure, UNIQUE_VIOLATION, 'members_account_id_email_key') ? 'again' : undefined,
  )
}

function wayGone(): Problem {
  return new Problem(
    'challenge_gone',
    msg`The way to the sign-in provider began in another browser, or too long ago: begin again.`,
  )
}

/** Somebody as the provider says who he is. */
interface Comer {
  provider: ProviderRow
  claims: Claims
  subject: string
  /** null: the claim gives him none; undefined: roles are not the provider's. */
  role: RoleName | null | undefined
}

/** Lets somebody in, or says why not: what is to be remembered of that is written in the transaction. */
async function admit(tx: Tx, comer: Comer, from: From, times: SessionTimes): Promise<SignedIn> {
  const { provider, subject, role } = comer
  const { account_id, issuer } = provider
  const author = authorOf(account_id, from)
  // As whoever changes members: the last owner is counted under it.
  await lockAccount(tx, account_id)
  const [linked] = await members_findLinked(tx, [account_id, issuer, subject])
  if (role === null) return deny(tx, author, noRole(), from, linked)
  const member = linked ?? (await linkedByEmail(tx, comer, author))
  if ('problem' in member) return deny(tx, author, member.problem, from, undefined, member.of)
  const followed = await withRole(tx, author, member, role)
  return beginSession(tx, { ...followed, account_id }, from, times, 'provider')
}

const noRole = () =>
  refused(
    msg`The sign-in provider gives you no role here: ask whoever manages the account’s members.`,
  )

/** Nobody is let in; whoever is signed in as a member whom the provider lets in no more is not any longer. */
async function deny(
  tx: Tx,
  author: Author,
  denied: Problem,
  from: From,
  linked: MemberRow | undefined,
  of: MemberRow | undefined = linked,
): Promise<Denied> {
  const { account_id } = author
  const ended = linked ? await sessions_endAll(tx, [account_id, linked.id, null]) : []
  for (const { id } of ended) if (linked) await recordEnd(tx, author, id, linked)
  if (of) await recordFailure(tx, { ...of, account_id }, from, 'provider')
  return { denied, hasEnded: ended.length > 0 }
}

interface NotLinked {
  problem: Problem
  /** Whom the e-mail is of. */
  of?: MemberRow
}

/** The member whose e-mail the provider has verified, who is linked from now on; or a new one. */
async function linkedByEmail(tx: Tx, comer: Comer, author: Author): Promise<MemberRow | NotLinked> {
  const { provider, claims, subject } = comer
  const { account_id, issuer } = provider
  const not = (detail: Message, of?: MemberRow) => ({ problem: refused(detail), ...(of && { of }) })
  const email = emailOf(claims, provider)
  if (email === undefined) {
    return not(msg`The sign-in provider does not say that your e-mail is verified.`)
  }
  const [known] = await members_findByEmail(tx, [account_id, email])
  if (known?.provider_issuer === issuer) {
    const detail = msg`The member with the e-mail ${email} is somebody else to the sign-in provider: whoever manages the members can undo that link.`
    return not(detail, known)
  }
  const member = known ?? (await madeBy(tx, comer, author, email))
  if (!member) return not(msg`Nobody with the e-mail ${email} has been invited.`)
  await members_link(tx, [account_id, member.id, issuer, subject])
  const after = singleRow(await members_find(tx, [account_id, member.id]))
  if (known) await recordMember(tx, author, 'updated', after, known.document)
  else await recordMember(tx, author, 'created', after)
  return after
}

/** Somebody new, with the role that the claim gives; undefined where only members who were invited sign in. */
async function madeBy(
  tx: Tx,
  { provider, claims, role }: Comer,
  { account_id }: Author,
  email: string,
): Promise<MemberRow | undefined> {
  if (!provider.creates_members || !role) return undefined
  const { users, branches } = ordersOf(role, undefined)
  const { id } = singleRow(
    await members_insert(tx, [
      account_id,
      email,
      nameOf(claims, email),
      role,
      languageOf(claims),
      null,
      users,
      branches,
    ]),
  )
  return singleRow(await members_find(tx, [account_id, id]))
}

/** The member with the role that the claim gives now. The last who manages the members keeps his. */
async function withRole(
  tx: Tx,
  author: Author,
  before: MemberRow,
  role: RoleName | undefined,
): Promise<MemberRow> {
  const { account_id } = author
  const { id, email, name, language, id_user } = before
  if (role === undefined || role === before.role) return before
  const orders = ordersOf(role, before)
  if (!managesMembers(role, orders) && (await isLast(tx, account_id, before))) return before
  const { users, branches } = orders
  const row = [email, name, role, language, id_user, users, branches] as const
  await members_update(tx, [account_id, id, ...row])
  const after = singleRow(await members_find(tx, [account_id, id]))
  await recordMember(tx, author, 'updated', after, before.document)
  return after
}

/**
 * The orders that a member with this role sees: a seller his own, and none until it is said which
 * seller he is. Who was one sees those that were hidden for that alone.
 */
function ordersOf(role: RoleName, before: MemberRow | undefined): RowScope {
  if (isOfSeller(role)) {
    const users = before && before.id_user !== null ? [before.id_user] : []
    return { users, branches: before?.only_branches ?? null }
  }
  if (!before) return UNRESTRICTED
  const { users, branches } = rowScopeOf(before)
  const isOwn = users?.every((id) => id === before.id_user) ?? false
  return isOfSeller(before.role as RoleName) && isOwn
    ? { users: null, branches }
    : rowScopeOf(before)
}
