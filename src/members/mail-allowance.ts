import { Problem } from '../base/problems.ts'
import { singleRow, type Tx } from '../database/database.ts'
import { msg } from '../texts/message.ts'
import { mails_count } from './mails-sql.ts'

/** Mails to one member in a day, whoever asks for them. */
const OF_MEMBER = 10

/**
 * Counts a mail that somebody who manages the members has sent to one of them, for all processes.
 * @param ofAccount mails that an account may have sent in a day
 * @throws Problem `rate_limited` where the account has sent as many
 */
export async function countMail(
  tx: Tx,
  account_id: number,
  id_member: number,
  ofAccount: number,
): Promise<void> {
  const wait = await waitOf(tx, account_id, id_member, ofAccount)
  if (wait === 0) return
  throw new Problem(
    'rate_limited',
    msg`An account sends ${ofAccount} mails to its members in a day, and ${OF_MEMBER} to one of them: wait ${wait} seconds.`,
    { retryAfter: wait },
  )
}

/**
 * Counts a mail that a member, or who says to be one, has asked for.
 * @param ofAccount as above, for who has not signed in yet; null: it counts for the member alone
 * @returns false where there were as many
 */
export async function mayMail(
  tx: Tx,
  account_id: number,
  id_member: number,
  ofAccount: number | null,
): Promise<boolean> {
  return (await waitOf(tx, account_id, id_member, ofAccount)) === 0
}

/**
 * Counts an order that is mailed to its customer, apart from mails to members.
 * @throws Problem `rate_limited` where the account has had as many sent
 */
export async function countOrderMail(tx: Tx, account_id: number, ofAccount: number): Promise<void> {
  const { wait_s } = singleRow(await mails_count(tx, [account_id, ['orders'], [ofAccount]]))
  if (wait_s === 0) return
  throw new Problem(
    'rate_limited',
    msg`An account mails ${ofAccount} orders in a day: wait ${wait_s} seconds.`,
    { retryAfter: wait_s },
  )
}

async function waitOf(
  tx: Tx,
  account_id: number,
  id_member: number,
  ofAccount: number | null,
): Promise<number> {
  const counts: [key: string, a_day: number][] = [[`member ${id_member}`, OF_MEMBER]]
  if (ofAccount !== null) counts.unshift(['account', ofAccount])
  const keys = counts.map(([key]) => key)
  const most = counts.map(([, a_day]) => a_day)
  return singleRow(await mails_count(tx, [account_id, keys, most])).wait_s
}
