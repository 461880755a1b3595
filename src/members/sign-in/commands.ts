import type { Actor } from '../../access/actor.ts'
import { FIRST_ROLE } from '../../access/roles.ts'
import type { NewSession } from '../../access/sessions.ts'
import { sessions_endAll } from '../../access/sessions-sql.ts'
import { argon2GivingWay, argon2Now } from '../../base/giving-way/argon2.ts'
import { Problem, refuseInvalid } from '../../base/problems.ts'
import { plainEmail } from '../../base/values/emails.ts'
import { composed } from '../../base/values/texts.ts'
import { type Db, inTransaction, singleRow, type Tx } from '../../database/database.ts'
import { UNIQUE_VIOLATION, violates } from '../../database/failures.ts'
import { explainingConflicts } from '../../database/retries.ts'
import type { Author } from '../../events/record.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { recordMember, recordPassword } from '../audit.ts'
import { duplicateEmail } from '../commands.ts'
import { findLink, linkGone } from '../links.ts'
import { mails_cancel } from '../mails-sql.ts'
import {
  links_forget,
  links_use,
  type MemberRow,
  members_accept,
  members_find,
  members_insert,
  members_rehash,
} from '../sql.ts'
import {
  type Attempt,
  attemptOf,
  countAttempt,
  forgetAttempt,
  forgetAttempts,
  sessionAttempt,
} from './delays.ts'
import { refuseCommon } from './password-rules.ts'
import { arePasswords, hashPassword, isPassword, isUpToDate, saltOf } from './passwords.ts'
import { authorOf, beginSession, type From } from './sign-ins.ts'
import {
  type Candidate,
  members_withEmail,
  members_withEmailIn,
  passkeys_deleteAll,
} from './sql.ts'

interface Credentials {
  email: string
  password: string
  account?: number
}

/** What signing in needs of the service. */
type Parts = Pick<Services, 'primary' | 'quotas' | 'sessionTimes'>

/**
 * Signs a member in by his password. Whether the e-mail is known can be told neither by the answer
 * nor by the time that it takes. It is looked at in a place of a share: those who come from where somebody
 * has signed in with the e-mail have one of their own, whatever strangers try.
 * @param onFailure is told whose password it was not; who waits for it tells by the time that there is somebody
 * @throws Problem `invalid_credentials`, `account_needed`, `rate_limited`, `quota_exceeded`, `unavailable`
 */
export async function signIn(
  parts: Parts,
  { email: typed, password, account }: Credentials,
  from: From,
  onFailure: (members: Candidate[]) => void,
): Promise<NewSession & { account_id: number }> {
  const { primary: db, quotas, sessionTimes } = parts
  const email = plainEmail(typed)
  const attempt = await attemptOf(db, 'email', email, from)
  // Even one that finds no place: so a flood of them soon has to wait.
  await countAttempt(db, attempt)
  const proving = async () => {
    const candidates =
      account === undefined
        ? await members_withEmail(db, [email])
        : await members_withEmailIn(db, [account, email])
    const [member, ...others] = await provenBy(password, candidates, attempt)
    if (!member) {
      onFailure(candidates)
      throw invalidCredentials()
    }
    await forgetAttempt(db, attempt)
    await renewHashes(db, [member, ...others], candidates, password)
    if (others.length > 0) throw accountNeeded([member, ...others])
    return member
  }
  const member = attempt.isKnown
    ? await quotas.knownSignIns.run(email, proving, from.left)
    : await quotas.newSignIns.run(from.network, proving, from.left)
  return inTransaction(db, (tx) => beginSession(tx, member, from, sessionTimes, 'password'))
}

export function invalidCredentials(detail = msg`The e-mail or the password is wrong.`): Problem {
  return new Problem('invalid_credentials', detail, {
    // RFC 9110, 15.5.2: a 401 says how to authenticate, and there is no scheme for forms.
    headers: { 'WWW-Authenticate': 'Bearer realm="pedido"' },
  })
}

/** Whose hash is there. */
type Holder = Candidate & { password_hash: string }

/** Those whose password it is; looked for as long where there is nobody. */
async function provenBy(
  password: string,
  candidates: Candidate[],
  { isKnown }: Attempt,
): Promise<Holder[]> {
  const holders = candidates.filter((one): one is Holder => one.password_hash !== null)
  const hashes = holders.map(({ password_hash }) => password_hash)
  // A flood of strangers takes no processor that others want.
  const argon2 = isKnown ? argon2Now : argon2GivingWay
  const areProven = await arePasswords(password, hashes, argon2)
  return holders.filter((_, i) => areProven[i])
}

function accountNeeded(members: Candidate[]): Problem {
  const accounts = members.map(({ account_id: id, account_name: name }) => ({ id, name }))
  const names = accounts.map(({ id, name }) => `${name} (${id})`).join(', ')
  const detail = msg`The e-mail and the password belong to several accounts: ${names}.`
  return new Problem('account_needed', detail, { extra: { accounts } })
}

/** Only now the password is there to be kept by today's parameters, and by one salt in all accounts. */
async function renewHashes(
  db: Db,
  proven: Holder[],
  candidates: Candidate[],
  password: string,
): Promise<void> {
  const salt = saltOf(candidates)
  for (const { account_id, id, password_hash } of proven) {
    if (salt === undefined || isUpToDate(password_hash, salt)) continue
    await members_rehash(db, [account_id, id, password_hash, await hashPassword(password, salt)])
  }
}

/**
 * The hash of a password that somebody chooses who has shown who he is. His passwords in other accounts
 * share its salt: one hash tells at a sign-in which of them it is.
 */
async function chosenHash(
  { primary: db, quotas }: Parts,
  password: string,
  email: string,
  account_id: number,
): Promise<string> {
  const others = await members_withEmail(db, [email])
  const salt = saltOf(others.filter((one) => one.account_id !== account_id))
  return quotas.knownSignIns.run(email, () => hashPassword(password, salt))
}

interface LinkBody {
  link: string
  password: string
  /** An owner's link makes the member, and needs both. */
  email?: string
  name?: string
  language?: string
  keep_passkeys?: boolean
}

/**
 * Uses a link up: sets the password and signs in. Whoever was signed in as the member is not any
 * more, nor gets in by a passkey that he made meanwhile, and attempts by others to guess the password
 * don't keep the member waiting at the next sign-in.
 * @throws Problem `link_gone`, `duplicate_email`
 */
export async function useLink(
  parts: Parts,
  body: LinkBody,
  from: From,
): Promise<NewSession & { account_id: number }> {
  const { primary: db, sessionTimes } = parts
  const link = await findLink(db, body.link)
  const { account_id, id_member } = link
  const email = link.email ?? (body.email === undefined ? null : plainEmail(body.email))
  const name = body.name === undefined ? link.name : composed(body.name)
  if (id_member === null) refuseNameless(email, name)
  await refuseCommon(body.password, [email, name, link.account_name], '/password')
  const password_hash = await chosenHash(parts, body.password, email ?? '', account_id)
  const accept = (tx: Tx) =>
    inLink(tx, account_id, link.id, async () => {
      const author = authorOf(account_id, from)
      const id = id_member ?? (await makeOwner(tx, author, email ?? '', name ?? ''))
      await members_accept(tx, [
        account_id,
        id,
        password_hash,
        body.name === undefined ? null : name,
        body.language ?? null,
      ])
      const key = [account_id, id] as const
      const ended_sessions = (await sessions_endAll(tx, [...key, null])).length
      const removed = body.keep_passkeys ? [] : await passkeys_deleteAll(tx, [...key])
      await forgetLinks(tx, account_id, id_member)
      const member = { account_id, id, name: name ?? '' }
      const record = { by: 'link', ended_sessions, removed_passkeys: removed.length } as const
      await recordPassword(tx, author, member, record)
      return beginSession(tx, member, from, sessionTimes, 'link')
    })
  const started = await explainingConflicts(
    () => inTransaction(db, accept),
    async (failure) =>
      violates(failure, UNIQUE_VIOLATION, 'members_account_id_email_key')
        ? duplicateEmail(db, account_id, email ?? '')
        : undefined,
  )
  if (email !== null) await forgetAttempts(db, email, from)
  return started
}

/** Neither links that were handed over, nor those in mails, work any more. */
async function forgetLinks(tx: Tx, account_id: number, id_member: number | null): Promise<void> {
  await links_forget(tx, [account_id, id_member])
  if (id_member !== null) await mails_cancel(tx, [account_id, id_member])
}

/** Of two who use a link at once the second finds it gone. */
async function inLink<T>(
  tx: Tx,
  account_id: number,
  id: number,
  work: () => Promise<T>,
): Promise<T> {
  const [used] = await links_use(tx, [account_id, id])
  if (!used) throw linkGone()
  return work()
}

function refuseNameless(email: string | null, name: string | null): void {
  const missing = Object.entries({ email, name }).filter(([, value]) => value === null)
  refuseInvalid(
    missing.map(([property]) => ({
      pointer: `/${property}`,
      code: 'required',
      detail: msg`is required: the link makes the first member.`,
    })),
  )
}

async function makeOwner(tx: Tx, author: Author, email: string, name: string): Promise<number> {
  const { account_id } = author
  const row = [email, name, FIRST_ROLE, 'pt-BR', null, null, null] as const
  const { id } = singleRow(await members_insert(tx, [account_id, ...row]))
  await recordMember(tx, author, 'created', singleRow(await members_find(tx, [account_id, id])))
  return id
}

/** The member of a session was removed within the second that it is kept in mind. */
export function sessionGone(): Problem {
  return new Problem('unauthorized', msg`The session has ended: sign in again.`, {
    headers: { 'WWW-Authenticate': 'Bearer realm="pedido"' },
  })
}

/**
 * Changes the password of the member who asks, and ends his other sessions and his links.
 * @throws Problem `validation_failed` where the present one is another, `rate_limited`, `unauthorized`
 */
export async function changePassword(
  parts: Parts,
  actor: Actor,
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<void> {
  const db = parts.primary
  const { account_id, id_member, id_token } = actor
  const [member] = await members_find(db, [account_id, id_member ?? 0])
  if (!member) throw sessionGone()
  const { id, email, name } = member
  await provePassword(parts, actor, member, current_password)
  await refuseCommon(new_password, [email, name], '/new_password')
  const hash = await chosenHash(parts, new_password, email, account_id)
  await inTransaction(db, async (tx) => {
    await members_accept(tx, [account_id, id, hash, null, null])
    const ended_sessions = (await sessions_endAll(tx, [account_id, id, id_token])).length
    await forgetLinks(tx, account_id, id)
    const record = { by: 'password', ended_sessions, removed_passkeys: 0 } as const
    await recordPassword(tx, actor, member, record)
  })
}

/**
 * Has a member who is signed in show that it is still he, by `current_password`. It counts for his
 * session alone: nobody else can hold him up.
 * @throws Problem `validation_failed` where it is another, `rate_limited`
 */
export async function provePassword(
  { primary: db, quotas }: Omit<Parts, 'sessionTimes'>,
  actor: Actor,
  { email, password_hash }: Pick<MemberRow, 'email' | 'password_hash'>,
  password: string,
): Promise<void> {
  const attempt = sessionAttempt(actor)
  await countAttempt(db, attempt)
  const looking = () => isPassword(password, password_hash)
  if (!(await quotas.knownSignIns.run(email, looking))) {
    const detail = msg`is not the password.`
    refuseInvalid([{ pointer: '/current_password', code: 'wrong_password', detail }])
  }
  await forgetAttempt(db, attempt)
}
