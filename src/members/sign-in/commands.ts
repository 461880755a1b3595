import type { Actor } from '../../access/actor.ts'
import { FIRST_ROLE } from '../../access/roles.ts'
import type { NewSession, SessionTimes } from '../../access/sessions.ts'
import { sessions_endAll } from '../../access/sessions-sql.ts'
import { Refusal, refuseFaults } from '../../base/refusals.ts'
import { plainEmail } from '../../base/values/emails.ts'
import { composed } from '../../base/values/texts.ts'
import { type Db, inTransaction, only, type Tx } from '../../database/database.ts'
import { UNIQUE_VIOLATION, violates } from '../../database/failures.ts'
import { explainingConflicts } from '../../database/retries.ts'
import type { Author } from '../../events/record.ts'
import { say } from '../../texts/text.ts'
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
import { attemptOf, countAttempt, forgetAttempt, forgetAttempts } from './delays.ts'
import { refuseCommon } from './password-rules.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
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

/**
 * Signs a member in by his password. Whether the e-mail is known can be told neither by the answer
 * nor by the time that it takes.
 * @param onFailure is told whose password it was not; who waits for it tells by the time that there is somebody
 * @throws Refusal `invalid_credentials`, `account_needed`, `rate_limited`
 */
export async function signIn(
  db: Db,
  { email: typed, password, account }: Credentials,
  from: From,
  times: SessionTimes,
  onFailure: (members: Candidate[]) => void,
): Promise<NewSession & { account_id: number }> {
  const email = plainEmail(typed)
  const attempt = await countAttempt(db, attemptOf('email', email, from.network))
  const candidates =
    account === undefined
      ? await members_withEmail(db, [email])
      : await members_withEmailIn(db, [account, email])
  const [member, ...others] = await provenBy(password, candidates)
  if (!member) {
    onFailure(candidates)
    throw invalidCredentials()
  }
  await forgetAttempt(db, attempt)
  if (others.length > 0) throw accountNeeded([member, ...others])
  await renewHash(db, member, password)
  return inTransaction(db, (tx) => beginSession(tx, member, from, times, 'password'))
}

export function invalidCredentials(detail = say`The e-mail or the password is wrong.`): Refusal {
  return new Refusal('invalid_credentials', detail, {
    // RFC 9110, 15.5.2: a 401 says how to authenticate, and there is no scheme for forms.
    headers: { 'WWW-Authenticate': 'Bearer realm="pedido"' },
  })
}

/** Those whose password it is; looked for as long where there is nobody. */
async function provenBy(password: string, candidates: Candidate[]): Promise<Candidate[]> {
  const hashed = candidates.filter((one) => one.password_hash !== null)
  if (hashed.length === 0) await isPassword(password, null)
  const proven: Candidate[] = []
  for (const one of hashed) {
    if (await isPassword(password, one.password_hash)) proven.push(one)
  }
  return proven
}

function accountNeeded(members: Candidate[]): Refusal {
  const accounts = members.map(({ account_id: id, account_name: name }) => ({ id, name }))
  const names = accounts.map(({ id, name }) => `${name} (${id})`).join(', ')
  const detail = say`The e-mail and the password belong to several accounts: ${names}.`
  return new Refusal('account_needed', detail, { extra: { accounts } })
}

/** Only now the password is there to be kept by today's parameters. */
async function renewHash(db: Db, { account_id, id, password_hash }: Candidate, password: string) {
  if (password_hash === null || !isOutdated(password_hash)) return
  await members_rehash(db, [account_id, id, password_hash, await hashPassword(password)])
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
 * @throws Refusal `link_gone`, `duplicate_email`
 */
export async function useLink(
  db: Db,
  body: LinkBody,
  from: From,
  times: SessionTimes,
): Promise<NewSession & { account_id: number }> {
  const link = await findLink(db, body.link)
  const { account_id, id_member } = link
  const email = link.email ?? (body.email === undefined ? null : plainEmail(body.email))
  const name = body.name === undefined ? link.name : composed(body.name)
  if (id_member === null) refuseNameless(email, name)
  await refuseCommon(body.password, [email, name, link.account_name], '/password')
  const password_hash = await hashPassword(body.password)
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
      return beginSession(tx, member, from, times, 'link')
    })
  const started = await explainingConflicts(
    () => inTransaction(db, accept),
    async (failure) =>
      violates(failure, UNIQUE_VIOLATION, 'members_account_id_email_key')
        ? duplicateEmail(db, account_id, email ?? '')
        : undefined,
  )
  if (email !== null) await forgetAttempts(db, email)
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
  refuseFaults(
    missing.map(([property]) => ({
      pointer: `/${property}`,
      code: 'required',
      detail: say`is required: the link makes the first member.`,
    })),
  )
}

async function makeOwner(tx: Tx, author: Author, email: string, name: string): Promise<number> {
  const { account_id } = author
  const row = [email, name, FIRST_ROLE, 'pt-BR', null, null, null] as const
  const { id } = only(await members_insert(tx, [account_id, ...row]))
  await recordMember(tx, author, 'created', only(await members_find(tx, [account_id, id])))
  return id
}

/** The member of a session was removed within the second that it is kept in mind. */
export function sessionGone(): Refusal {
  return new Refusal('unauthorized', say`The session has ended: sign in again.`, {
    headers: { 'WWW-Authenticate': 'Bearer realm="pedido"' },
  })
}

/**
 * Changes the password of the member who asks, and ends his other sessions and his links.
 * @throws Refusal `validation_failed` where the present one is another, `rate_limited`, `unauthorized`
 */
export async function changePassword(
  db: Db,
  actor: Actor,
  { current_password, new_password }: { current_password: string; new_password: string },
  network: string,
): Promise<void> {
  const { account_id, id_member, id_token } = actor
  const [member] = await members_find(db, [account_id, id_member ?? 0])
  if (!member) throw sessionGone()
  const { id, email, name } = member
  await provePassword(db, member, current_password, network)
  await refuseCommon(new_password, [email, name], '/new_password')
  const hash = await hashPassword(new_password)
  await inTransaction(db, async (tx) => {
    await members_accept(tx, [account_id, id, hash, null, null])
    const ended_sessions = (await sessions_endAll(tx, [account_id, id, id_token])).length
    await forgetLinks(tx, account_id, id)
    const record = { by: 'password', ended_sessions, removed_passkeys: 0 } as const
    await recordPassword(tx, actor, member, record)
  })
}

/**
 * Has a member who is signed in show that it is still he, by `current_password`.
 * @throws Refusal `validation_failed` where it is another, `rate_limited`
 */
export async function provePassword(
  db: Db,
  { email, password_hash }: Pick<MemberRow, 'email' | 'password_hash'>,
  password: string,
  network: string,
): Promise<void> {
  const attempt = await countAttempt(db, attemptOf('email', email, network))
  if (!(await isPassword(password, password_hash))) {
    const detail = say`is not the password.`
    refuseFaults([{ pointer: '/current_password', code: 'wrong_password', detail }])
  }
  await forgetAttempt(db, attempt)
}
