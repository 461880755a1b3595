import { lockAccount } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import { refuseGreater, rowScopeOfBody } from '../access/grants.ts'
import { access_tokens_drop, access_tokens_shorten } from '../access/machines/clients-sql.ts'
import { tokens_endOldSecret, tokens_rotate } from '../access/sql.ts'
import { newSecret, sha256 } from '../access/tokens.ts'
import type { Outcome } from '../base/outcomes.ts'
import { notFound } from '../base/problems.ts'
import type { Tx } from '../database/database.ts'
import { msg } from '../texts/message.ts'
import { readToken, recordToken, type TokenBody } from './commands.ts'

/** Seconds that a token works on as it was, unless the caller says another time. */
const OVERLAP_S = 86_400

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
  const { account_id } = actor
  const before = await lockToken(tx, actor, id)
  const token = newSecret('token', account_id)
  const hadOld = await tokens_endOldSecret(tx, [account_id, id])
  await tokens_rotate(tx, [account_id, id, sha256(token), overlapS])
  // Nobody knows any more which of the two secrets has asked for which.
  if (hadOld.length > 0) await access_tokens_drop(tx, [account_id, id])
  else await access_tokens_shorten(tx, [account_id, id, overlapS])
  const document = await readToken(tx, account_id, id)
  await recordToken(tx, actor, 'rotated', { id, document, before })
  return { done: 'updated', document, shownOnce: { name: 'token', secret: token } }
}

/** Ends what a token was before its last rotation. */
export async function endOldSecret(tx: Tx, actor: Actor, id: number): Promise<Outcome> {
  const { account_id } = actor
  const before = await lockToken(tx, actor, id)
  const [ended] = await tokens_endOldSecret(tx, [account_id, id])
  if (!ended) throw notFound(msg`An old secret of token ${id}`)
  await access_tokens_drop(tx, [account_id, id])
  const document = await readToken(tx, account_id, id)
  await recordToken(tx, actor, 'rotated', { id, document, before })
  return { done: 'deleted', id }
}

/**
 * A token's JSON, with the account locked.
 * @throws Problem where it may do or see more than who asks
 */
async function lockToken(tx: Tx, actor: Actor, id: number): Promise<string> {
  await lockAccount(tx, actor.account_id)
  const document = await readToken(tx, actor.account_id, id)
  const { scopes, only } = JSON.parse(document) as TokenBody
  refuseGreater(actor, { scopes, only: rowScopeOfBody(only) }, msg`Token ${id}`)
  return document
}
