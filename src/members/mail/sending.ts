import { accounts_name } from '../../access/sql.ts'
import { type Db, inTransaction, singleRow, type Tx } from '../../database/database.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import { addLink, linkAddress } from '../links.ts'
import {
  type ClaimedMail,
  mails_claim,
  mails_due,
  mails_dueOf,
  mails_failed,
  mails_sent,
} from '../mails-sql.ts'
import { LEASE_S, pauseAfter } from './attempts.ts'
import { MailError, type Mailer } from './mailer.ts'
import { languageOf, type MailContent, mailText } from './texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Gets the accounts with a mail to be sent. */
    mailsDue: AccountQueue
  }
}

/** Mails of an account that are sent one after the other, and accounts that one look finds, at most. */
const BATCH = 100

/** Looks for mails that are due: to be tried again, or left by a process that is gone. */
export function mailLookingJob(due: AccountQueue): (db: Db) => Promise<void> {
  return async (db) => {
    for (const { account_id } of await mails_due(db, [BATCH])) due.add(account_id)
  }
}

/**
 * Sends the mails of accounts that have some.
 * @param base where the service is opened: what links begin with
 */
export function mailingJob(
  due: AccountQueue,
  mailer: Mailer,
  base: string,
): (db: Db, stop: AbortSignal) => Promise<void> {
  return (db, stop) =>
    due.forEach(stop, async (account_id) => {
      const found = await mails_dueOf(db, [account_id, BATCH])
      for (const { id_member } of found) {
        if (stop.aborted) return due.add(account_id)
        await sendMail(db, mailer, base, account_id, id_member)
      }
    })
}

async function sendMail(
  db: Db,
  mailer: Mailer,
  base: string,
  account_id: number,
  id_member: number,
): Promise<void> {
  const claimed = await inTransaction(db, (tx) => claimMail(tx, base, account_id, id_member))
  if (!claimed) return
  const { number, attempts, email, content } = claimed
  try {
    const to = { name: content.name, address: email }
    await mailer.send(to, mailText(content), content.language)
    await mails_sent(db, [account_id, id_member, number, attempts])
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const pause_s = error.isFinal ? null : pauseAfter(claimed)
    await mails_failed(db, [account_id, id_member, number, attempts, error.message, pause_s])
  }
}

/** Takes a mail that is due, with a link of its own: the secret is nowhere but in the mail. */
async function claimMail(
  tx: Tx,
  base: string,
  account_id: number,
  id_member: number,
): Promise<(ClaimedMail & { email: string; content: MailContent }) | undefined> {
  const [claimed] = await mails_claim(tx, [account_id, id_member, LEASE_S])
  if (!claimed) return undefined
  const { purpose, email, name, language } = claimed
  const { name: account, test } = singleRow(await accounts_name(tx, [account_id]))
  const link = linkAddress(base, await addLink(tx, account_id, purpose, id_member))
  const content = { purpose, name, account, test, link, language: languageOf(language) }
  return { ...claimed, email, content }
}
