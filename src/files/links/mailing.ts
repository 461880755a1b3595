import { newSecret, sha256 } from '../../access/tokens.ts'
import { Problem } from '../../base/problems.ts'
import type { Db } from '../../database/database.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import { mailboxOf } from '../../members/commands.ts'
import { LEASE_S, pauseAfter } from '../../members/mail/attempts.ts'
import { MailError, type Mailer } from '../../members/mail/mailer.ts'
import { languageOf, plainMail, subjectOf } from '../../members/mail/texts.ts'
import type { DocumentOf } from '../documents/maker.ts'
import { addressOf, messageOf } from './commands.ts'
import {
  type ClaimedOrderMail,
  order_mails_claim,
  order_mails_drop,
  order_mails_due,
  order_mails_dueOf,
  order_mails_failed,
  order_mails_sent,
} from './mails-sql.ts'
import { sharedSource } from './source.ts'
import { words } from './texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Gets the accounts with an order to be mailed. */
    orderMailsDue: AccountQueue
  }
}

/** Mails of an account that are sent one after the other, and accounts that one look finds, at most. */
const BATCH = 100

export interface OrderMailing {
  mailer: Mailer
  /** Where the service is opened: what links begin with. */
  base: string
  documentOf: DocumentOf
}

/** Looks for orders to be mailed that no living process knows of, or that are to be tried again. */
export function orderMailLookingJob(due: AccountQueue): (db: Db) => Promise<void> {
  return async (db) => {
    for (const { account_id } of await order_mails_due(db, [BATCH])) due.add(account_id)
  }
}

/** Mails the orders of accounts that have some to be mailed. */
export function orderMailingJob(
  due: AccountQueue,
  mailing: OrderMailing,
): (db: Db, stop: AbortSignal) => Promise<void> {
  return (db, stop) =>
    due.forEach(stop, async (account_id) => {
      for (const { id } of await order_mails_dueOf(db, [account_id, BATCH])) {
        if (stop.aborted) return due.add(account_id)
        await mailOrder(db, mailing, { account_id, id }, stop)
      }
    })
}

interface LinkKey {
  account_id: number
  id: number
}

async function mailOrder(
  db: Db,
  mailing: OrderMailing,
  { account_id, id }: LinkKey,
  stop: AbortSignal,
): Promise<void> {
  // Of an attempt that may have been taken nobody knows the secret any more.
  const secret = newSecret('order', account_id)
  const [claimed] = await order_mails_claim(db, [account_id, id, LEASE_S, sha256(secret)])
  if (!claimed?.to) {
    await order_mails_drop(db, [account_id, id])
    return
  }
  const { attempts } = claimed
  try {
    await send(db, mailing, { ...claimed, account_id, to: claimed.to, secret }, stop)
    await order_mails_sent(db, [account_id, id, attempts])
  } catch (error) {
    const failure = failureOf(error)
    const pause_s = failure.isFinal ? null : pauseAfter(claimed)
    await order_mails_failed(db, [account_id, id, attempts, failure.text, pause_s])
  }
}

/**
 * Why a mail was not sent.
 * @throws what is no reason of a mail
 */
function failureOf(error: unknown): { text: string; isFinal: boolean } {
  if (error instanceof MailError) return { text: error.message, isFinal: error.isFinal }
  if (!(error instanceof Problem)) throw error
  // It was deleted, or is too long: no other time is better.
  return { text: error.code, isFinal: ['not_found', 'document_too_long'].includes(error.code) }
}

interface Sending extends ClaimedOrderMail {
  account_id: number
  to: string
  secret: string
}

async function send(
  db: Db,
  { mailer, base, documentOf }: OrderMailing,
  { account_id, id_order, to, id_member, secret, ...given }: Sending,
  stop: AbortSignal,
): Promise<void> {
  const language = languageOf(given.language)
  const { source, logo_image } = await sharedSource(db, { account_id, id_order }, language)
  const replyTo = id_member === null ? undefined : await mailboxOf(db, account_id, id_member)
  const { id, fk_id, customer } = JSON.parse(source.order)
  const code = fk_id ?? String(id)
  const message = await messageOf(db, account_id, source.order, language)
  const url = addressOf(base, secret)
  const paragraphs = message.replaceAll('{link}', () => url).split(/\n+/)
  const subject = subjectOf(words[language].subject(code, source.account_name), {
    language,
    test: source.test,
  })
  const content = await documentOf(account_id, source, logo_image, stop)
  const filename = `${words[language].file}-${id}.pdf`
  await mailer.send(
    { name: customer.name, address: to },
    plainMail(language, subject, paragraphs),
    language,
    {
      replyTo,
      attachments: [{ filename, content, contentType: 'application/pdf' }],
    },
  )
}
