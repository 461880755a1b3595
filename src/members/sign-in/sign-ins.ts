import {
  type NewSession,
  type SessionOrigin,
  type SessionTimes,
  shortUserAgent,
  startSession,
} from '../../access/sessions.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { recordAudit, type SignInMethod } from '../../events/audit/audit.ts'
import type { Author } from '../../events/record.ts'

// Sessions that begin, or fail to, each with its entry in the audit.

/** What a request to sign in comes with besides its body. */
export interface From extends SessionOrigin, Pick<Author, 'request_id' | 'traceparent'> {
  /** The address, as those are counted. */
  network: string
  /** What the browser is known by from the first time on that somebody signs in there. */
  browser: string
  /** Ends once nobody waits for the answer any more. */
  left: AbortSignal
}

/** Whom an entry of the audit names. */
export interface AuditedMember {
  account_id: number
  id: number
  name: string
}

/**
 * Begins a session of a member, whatever has proved that it is he (`startSession`).
 * @throws Problem `conflict` where there is no such member any more
 */
export async function beginSession(
  tx: Tx,
  member: AuditedMember,
  from: From,
  times: SessionTimes,
  method: SignInMethod,
): Promise<NewSession & { account_id: number }> {
  const { account_id } = member
  const started = await startSession(tx, member, from, times)
  const { id: id_token, name: token_name } = started.row
  const author = { ...authorOf(account_id, from), id_token, token_name }
  await recordAudit(tx, author, {
    action: 'session_created',
    id_record: member.id,
    record: JSON.stringify({
      id: id_token,
      member: { id: member.id, name: token_name },
      method,
      ...originOf(from),
    }),
  })
  return { ...started, account_id }
}

/** Nobody who is known, in this request. */
export function authorOf(
  account_id: number,
  { request_id, traceparent }: Pick<From, 'request_id' | 'traceparent'>,
): Author {
  return { account_id, id_token: null, token_name: null, request_id, traceparent }
}

function originOf({ address, user_agent }: SessionOrigin) {
  return { address, user_agent: shortUserAgent(user_agent) }
}

/** Tells these members' accounts that somebody could not sign in as them. */
export async function recordFailures(
  db: Db,
  members: AuditedMember[],
  from: From,
  method: SignInMethod,
): Promise<void> {
  for (const member of members) {
    await inTransaction(db, (tx) => recordFailure(tx, member, from, method))
  }
}

/** Tells a member's account that somebody could not sign in as him. */
export async function recordFailure(
  tx: Tx,
  { account_id, id, name }: AuditedMember,
  from: From,
  method: SignInMethod,
): Promise<void> {
  await recordAudit(tx, authorOf(account_id, from), {
    action: 'sign_in_failed',
    id_record: id,
    record: JSON.stringify({ member: { id, name }, method, ...originOf(from) }),
  })
}
