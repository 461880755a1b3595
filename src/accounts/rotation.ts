import { lockAccount } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import { refuseGreater, rowScopeOfBody } from '../access/grants.ts'
import { access_tokens_drop, access_tokens_shorten } from '../access/machines/clients-sql.ts'
import { tokens_endOldSecret, tokens_rotate } from '../access/sql.ts'
import { accounts_isTest } from '../access/test-accounts/sql.ts'
import { newToken, sha256 } from '../access/tokens.ts'
import type { Outcome } from '../base/outcomes.ts'
import { notFound } from '../base/problems.ts'
import { singleRow, type Tx } from '../database/database.ts'
import { operatorOf } from '../events/audit/audit.ts'
import type { Author } from '../events/record.ts'
import { msg } from '../texts/message.ts'
import { readToken, recordToken, type TokenBody } from './commands.ts'

/** Seconds that a token works on as it was, unless the caller says another time. */
const OVERLAP_S = 86_400
/** Seconds that it may work on at most. */
export const LONGEST_OVERLAP_S = 30 * 86_400

/**
 * Gives a token another secret. The one that it had works on for a while, and the access tokens that it has
 * asked for no longer than that.
 * @throws Problem where it may do or see more than who asks
 */
export async function rotateToken(
  tx: Tx,
  actor: Actor,
  id: number,
  overlapS = OVERLAP_S,
): Promise<Outcome> {
  const before = await lockToken(tx, actor, id)
  refuseGreaterToken(actor, id, before)
  const { document, secret } = await rotate(tx, actor, { id, before, overlapS })
  return { done: 'updated', document, shownOnce: { name: 'token', secret } }
}

/**
 * Gives a token another secret by the command line, and returns it.
 * @param overlapS seconds that the one before works on
 * @throws Problem where there is no such token
 */
export async function renewToken(
  tx: Tx,
  account_id: number,
  id: number,
  overlapS = OVERLAP_S,
): Promise<string> {
  const author = operatorOf(account_id)
  const before = await lockToken(tx, author, id)
  return (await rotate(tx, author, { id, before, overlapS })).secret
}

async function rotate(
  tx: Tx,
  author: Author,
  { id, before, overlapS }: { id: number; before: string; overlapS: number },
): Promise<{ document: string; secret: string }> {
  const { account_id } = author
  const secret = newToken({ account_id, ...singleRow(await accounts_isTest(tx, [account_id])) })
  const hadOld = await tokens_endOldSecret(tx, [account_id, id])
  await tokens_rotate(tx, [account_id, id, sha256(secret), overlapS])
  // Nobody knows any more which of the two secrets has asked for which.
  if (hadOld.length > 0) await access_tokens_drop(tx, [account_id, id])
  else await access_tokens_shorten(tx, [account_id, id, overlapS])
  const document = await readToken(tx, account_id, id)
  await recordToken(tx, author, 'rotated', { id, document, before })
  return { document, secret }
}

/** Ends what a token was before its last rotation. */
export async function endOldSecret(tx: Tx, actor: Actor, id: number): Promise<Outcome> {
  const before = await lockToken(tx, actor, id)
  refuseGreaterToken(actor, id, before)
  await endOld(tx, actor, id, before)
  return { done: 'deleted', id }
}

/**
 * Ends what a token was before its last rotation, by the command line.
 * @throws Problem where no old secret works
 */
export async function withdrawOldSecret(tx: Tx, account_id: number, id: number): Promise<void> {
  const author = operatorOf(account_id)
  await endOld(tx, author, id, await lockToken(tx, author, id))
}

async function endOld(tx: Tx, author: Author, id: number, before: string): Promise<void> {
  const { account_id } = author
  const [ended] = await tokens_endOldSecret(tx, [account_id, id])
  if (!ended) throw notFound(msg`An old secret of token ${id}`)
  await access_tokens_drop(tx, [account_id, id])
  const document = await readToken(tx, account_id, id)
  await recordToken(tx, author, 'rotated', { id, document, before })
}

/** A token's JSON, with the account locked. */
async function lockToken(tx: Tx, { account_id }: Author, id: number): Promise<string> {
  await lockAccount(tx, account_id)
  return readToken(tx, account_id, id)
}

/** @throws Problem where the token may do or see more than who asks */
function refuseGreaterToken(actor: Actor, id: number, document: string): void {
  const { scopes, only } = JSON.parse(document) as TokenBody
  refuseGreater(actor, { scopes, only: rowScopeOfBody(only) }, msg`Token ${id}`)
}
