import { Problem } from '../base/problems.ts'
import { singleRow, type Tx } from '../database/database.ts'
import { type Message, msg } from '../texts/message.ts'
import { type SessionRow, sessions_find, sessions_insert } from './sessions-sql.ts'
import { newSecret, sha256 } from './tokens.ts'

/** How long sessions last, in seconds. */
export interface SessionTimes {
  /** Unused, after which it ends. */
  idleS: number
  /** In all, however much it is used. */
  longestS: number
}

/** From where somebody signs in. */
export interface SessionOrigin {
  address: string | null
  user_agent: string | null
}

/** A session that has just begun. */
export interface NewSession {
  row: SessionRow
  /** For the browser's cookie. It can be read here only: the database keeps its SHA-256. */
  secret: string
}

/**
 * Begins a session of a member, whatever has proved that it is he: a password, a link, a passkey,
 * another service. Each has a new secret.
 * @throws Problem `conflict` where there is no such member any more, or the account is closed
 */
export async function startSession(
  tx: Tx,
  { account_id, id, name }: { account_id: number; id: number; name: string },
  { address, user_agent }: SessionOrigin,
  { idleS }: SessionTimes,
): Promise<NewSession> {
  const secret = newSecret('session', account_id)
  const made = singleRow(
    await sessions_insert(tx, [
      account_id,
      id,
      name,
      sha256(secret),
      address,
      shortUserAgent(user_agent),
      idleS,
    ]),
  )
  const [row] = await sessions_find(tx, [account_id, made.id])
  if (!row) throw new Problem('conflict', msg`The member was removed meanwhile.`)
  if (row.delete_at) throw new Problem('conflict', closedUntil(row.delete_at))
  return { secret, row }
}

/** The message about an account that is about to be removed. */
export const closedUntil = (delete_at: Date): Message =>
  msg`The account is closed, and is deleted from ${delete_at.toISOString()} on.`

const LONGEST_USER_AGENT = 500

/** As much of it as is kept. */
export function shortUserAgent(user_agent: string | null): string | null {
  return user_agent?.slice(0, LONGEST_USER_AGENT) ?? null
}
