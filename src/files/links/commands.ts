import Big from 'big.js'
import type { Actor, Viewer } from '../../access/actor.ts'
import { accountOf, newSecret, sha256 } from '../../access/tokens.ts'
import type { Deleted, Outcome } from '../../base/outcomes.ts'
import { notFound, Problem, refuseInvalid } from '../../base/problems.ts'
import { type Db, inTransaction, type Reader, singleRow, type Tx } from '../../database/database.ts'
import { countOrderMail } from '../../members/mail-allowance.ts'
import { countComments, noteComment } from '../../orders/comments/commands.ts'
import type { OrderKey } from '../../orders/reads/keys.ts'
import { readOrder } from '../../orders/reads/order.ts'
import { type Language, msg } from '../../texts/message.ts'
import { moneyText } from '../documents/texts.ts'
import { order_mails_redact } from './mails-sql.ts'
import { type LinkInput, MAX_LINKS, usualDays } from './schema.ts'
import {
  accounts_orderMessage,
  type OpenLink,
  order_links_answer,
  order_links_count,
  order_links_find,
  order_links_insert,
  order_links_open,
  order_links_revoke,
  tokens_grantor,
} from './sql.ts'
import { words } from './texts.ts'

/** Where links lead. What stands behind it is a secret: the log has addresses without it. */
export const SHARED = '/shared'

/** How links go. */
export interface LinkWays {
  /** Where the service is opened. */
  base: string
  /** Of the message, where the account has none. */
  language: Language
  /** Orders that an account may have mailed in a day; null where no mails are sent. */
  mailsPerDay: number | null
}

/**
 * Makes a link to an order that the actor sees. The order stays as it is.
 * @throws Problem `limit_reached` where the order has had too many, `rate_limited` where the account has had
 *   as many mails sent
 */
export async function makeOrderLink(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  body: LinkInput,
  { base, language, mailsPerDay }: LinkWays,
): Promise<Outcome> {
  const { account_id, id_token, token_name, id_member } = actor
  const { id: id_order, document: order } = await readOrder(tx, actor, key)
  const { count } = singleRow(await order_links_count(tx, [account_id, id_order]))
  if (count >= MAX_LINKS) {
    throw new Problem('limit_reached', msg`The order has had ${MAX_LINKS} links, the most.`)
  }
  const { to } = body
  if (to !== undefined) await countMail(tx, account_id, body, mailsPerDay)
  const secret = newSecret('order', account_id)
  const { id_grantor } = singleRow(await tokens_grantor(tx, [account_id, id_token]))
  const { id } = singleRow(
    await order_links_insert(tx, [
      account_id,
      id_order,
      sha256(secret),
      to === undefined ? (body.channel ?? null) : 'email',
      body.asks_answer ?? false,
      id_token,
      token_name,
      id_grantor,
      id_member,
      usualDays(body),
      to ?? null,
      to === undefined ? null : language,
    ]),
  )
  const link = JSON.parse(await readOrderLink(tx, actor, id))
  const message = await messageOf(tx, account_id, order, language)
  return {
    done: 'created',
    document: JSON.stringify({ ...link, message }),
    location: `/orders/links/${id}`,
    // What is mailed has its secret in the mail alone.
    ...(to === undefined && { shownOnce: { name: 'url', secret: addressOf(base, secret) } }),
  }
}

/** Where a link leads. */
export const addressOf = (base: string, secret: string) => `${base}${SHARED}/${secret}`

/** @throws Problem where the service sends no mails, or the account has had as many sent */
async function countMail(
  tx: Tx,
  account_id: number,
  { channel }: LinkInput,
  mailsPerDay: number | null,
): Promise<void> {
  if (channel != null && channel !== 'email') {
    const detail = msg`must be email, or left out, where \`to\` is sent.`
    refuseInvalid([{ pointer: '/channel', code: 'enum', detail }])
  }
  if (mailsPerDay !== null) return countOrderMail(tx, account_id, mailsPerDay)
  const detail = msg`can’t be sent: the service sends no mails (SMTP_URL is not set).`
  refuseInvalid([{ pointer: '/to', code: 'no_mails', detail }])
}

/** Forgets to whom orders were mailed. */
export async function redactOrderMails(tx: Tx, account_id: number, ids: number[]): Promise<void> {
  if (ids.length > 0) await order_mails_redact(tx, [account_id, ids])
}

/** What to write with a link, but for the link itself. */
export async function messageOf(
  db: Reader,
  account_id: number,
  document: string,
  language: Language,
): Promise<string> {
  const { name, order_message } = singleRow(await accounts_orderMessage(db, [account_id]))
  const { id, fk_id, customer, total_value } = JSON.parse(document) as NamedOrder
  const values: Record<string, string> = {
    customer: customer.name,
    order: fk_id ?? String(id),
    account: name,
    total: moneyText(new Big(total_value), language),
  }
  const text = order_message ?? words[language].message
  return text.replaceAll(
    /\{(customer|order|account|total)\}/g,
    (_, name: string) => values[name] ?? '',
  )
}

interface NamedOrder {
  id: number
  fk_id: string | null
  customer: { name: string }
  total_value: number
}

/** @throws Problem `not_found` where there is none of an order that the viewer sees */
export async function readOrderLink(
  db: Reader,
  { account_id, only: { users, branches } }: Viewer,
  id: number,
): Promise<string> {
  const [row] = await order_links_find(db, [account_id, id, users, branches])
  if (!row) throw notFound(msg`Link ${id}`)
  return row.document
}

/** Ends a link at once; it stays to be seen. */
export async function revokeOrderLink(tx: Tx, actor: Actor, id: number): Promise<Deleted> {
  await readOrderLink(tx, actor, id)
  await order_links_revoke(tx, [actor.account_id, id])
  return { done: 'deleted', id }
}

/** A link that can be opened, and whose it is. */
export type Opened = OpenLink & { account_id: number }

/** The link with this secret; undefined where there is none, or it has ended. */
export async function openLink(db: Reader, secret: string): Promise<Opened | undefined> {
  const account_id = accountOf('order', secret)
  if (account_id === undefined) return undefined
  const [link] = await order_links_open(db, [account_id, sha256(secret)])
  return link && { account_id, ...link }
}

/** What whoever opened a link notes. */
interface Note {
  text: string
  /** As whose the comment is shown. */
  by: string
}

/** What whoever opened a link answers, and how the comment says it. */
export interface Answer extends Note {
  answer: 'accepted' | 'declined'
}

/** Notes the answer on the order, once. → false where the link has one already */
export async function answerLink(
  db: Db,
  link: Opened,
  { answer, ...noted }: Answer,
  request_id: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [kept] = await order_links_answer(tx, [link.account_id, link.id, answer])
    if (!kept) return false
    await note(tx, link, noted, request_id)
    return true
  })
}

/**
 * Notes a comment on the order without an answer, where the link has none.
 * @param most comments that it takes; about as many where several are sent at once
 * @returns false where it has an answer, or as many comments
 */
export async function commentByLink(
  db: Db,
  link: Opened,
  noted: Note,
  most: number,
  request_id: string,
): Promise<boolean> {
  if (link.answer !== null) return false
  return inTransaction(db, async (tx) => {
    const { account_id, id_order } = link
    if ((await countComments(tx, account_id, id_order, noted.by)) >= most) return false
    await note(tx, link, noted, request_id)
    return true
  })
}

async function note(
  tx: Tx,
  { account_id, id_order, id_token }: Opened,
  { text, by }: Note,
  request_id: string,
): Promise<void> {
  const author = { account_id, id_token, token_name: by, request_id, traceparent: null }
  await noteComment(tx, { ...author, id_member: null }, id_order, text)
}
