import type { Tx } from '../database/database.ts'
import { recordAudit } from '../events/audit/audit.ts'
import type { Author } from '../events/record.ts'
import type { LinkRow, MemberRow } from './sql.ts'

// What is done with members, as entries of the audit: each in the transaction of what it tells.

type Named = Pick<MemberRow, 'id' | 'name'>

const named = ({ id, name }: Named) => ({ id, name })

/** Writes what became of a member; `before` is his JSON before a change. */
export async function recordMember(
  tx: Tx,
  author: Author,
  what: 'created' | 'updated' | 'deleted',
  { id, document: record }: Pick<MemberRow, 'id' | 'document'>,
  before?: string,
): Promise<void> {
  await recordAudit(tx, author, {
    action: `member_${what}`,
    id_record: id,
    record,
    ...(before === undefined ? {} : { before }),
  })
}

/** Writes that a member got another link. */
export async function recordLink(
  tx: Tx,
  author: Author,
  member: Named,
  purpose: LinkRow['purpose'],
): Promise<void> {
  const record = JSON.stringify({ member: named(member), purpose })
  await recordAudit(tx, author, { action: 'link_created', id_record: member.id, record })
}

/** How a member chose a password, and who is kept out by it. */
interface PasswordChange {
  by: 'password' | 'link'
  ended_sessions: number
  removed_passkeys: number
}

/** Writes that a member chose a password. */
export async function recordPassword(
  tx: Tx,
  author: Author,
  member: Named,
  change: PasswordChange,
): Promise<void> {
  const record = JSON.stringify({ member: named(member), ...change })
  await recordAudit(tx, author, { action: 'password_changed', id_record: member.id, record })
}

/** Writes that a member made or removed a passkey. */
export async function recordPasskey(
  tx: Tx,
  author: Author,
  what: 'created' | 'deleted',
  { id, name }: Named,
  member: Named,
): Promise<void> {
  const record = JSON.stringify({ id, name, member: named(member) })
  await recordAudit(tx, author, { action: `passkey_${what}`, id_record: member.id, record })
}

/** Writes that a session of a member was ended. */
export async function recordEnd(
  tx: Tx,
  author: Author,
  session: number,
  member: Named,
): Promise<void> {
  const record = JSON.stringify({ id: session, member: named(member) })
  await recordAudit(tx, author, { action: 'session_ended', id_record: member.id, record })
}
