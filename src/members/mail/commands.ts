import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import type { Author } from '../../events/record.ts'
import { recordLink } from '../audit.ts'
import { purposeFor } from '../links.ts'
import { mayMail } from '../mail-allowance.ts'
import { mails_queue } from '../mails-sql.ts'
import { attemptOf, countAttempt } from '../sign-in/delays.ts'
import { authorOf, type From } from '../sign-in/sign-ins.ts'
import { members_withEmail, members_withEmailIn } from '../sign-in/sql.ts'
import { members_find } from '../sql.ts'

/**
 * Counts that somebody has forgotten the password of an e-mail. Whether there is such a member is
 * looked for by what it gives back, which is for later: it would tell by the time it takes.
 * → what lets mails be sent, and tells the accounts that have some
 * @throws Problem `rate_limited` where it was asked for too often
 */
export async function requestReset(
  db: Db,
  { email, account }: { email: string; account: number | undefined },
  from: From,
  mailsPerDay: number,
): Promise<() => Promise<number[]>> {
  await countAttempt(db, await attemptOf(db, 'reset', email, from))
  return async () => {
    const members =
      account === undefined
        ? await members_withEmail(db, [email])
        : await members_withEmailIn(db, [account, email])
    for (const { account_id, id } of members) {
      await inTransaction(db, (tx) => queueReset(tx, authorOf(account_id, from), id, mailsPerDay))
    }
    return members.map(({ account_id }) => account_id)
  }
}

async function queueReset(tx: Tx, author: Author, id: number, mailsPerDay: number): Promise<void> {
  const [member] = await members_find(tx, [author.account_id, id])
  if (!member) return
  const purpose = purposeFor(member)
  // Who was invited may be a stranger: it is the account that has mails sent there.
  const ofAccount = purpose === 'invitation' ? mailsPerDay : null
  if (!(await mayMail(tx, author.account_id, id, ofAccount))) return
  const [queued] = await mails_queue(tx, [author.account_id, id, purpose])
  if (!queued) return
  await recordLink(tx, author, member, purpose)
}
