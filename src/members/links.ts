import { accountOf, newSecret, sha256 } from '../access/tokens.ts'
import { Problem } from '../base/problems.ts'
import type { Reader, Tx } from '../database/database.ts'
import { msg } from '../texts/message.ts'
import { type LinkRow, links_find, links_forget, links_insert } from './sql.ts'

/** Hours that a link can be used. */
const LINK_HOURS = { owner: 24, invitation: 7 * 24, reset: 24 } as const

/**
 * Makes a one-time link; the ones before it can't be used any more. Its secret can be read here only.
 * @param id_member null: for the first member, who is to be made
 */
export async function makeLink(
  tx: Tx,
  account_id: number,
  purpose: LinkRow['purpose'],
  id_member: number | null,
): Promise<string> {
  await links_forget(tx, [account_id, id_member])
  return addLink(tx, account_id, purpose, id_member)
}

/** Makes a one-time link beside those that there are. Its secret can be read here only. */
export async function addLink(
  tx: Tx,
  account_id: number,
  purpose: LinkRow['purpose'],
  id_member: number | null,
): Promise<string> {
  const secret = newSecret('link', account_id)
  await links_insert(tx, [account_id, sha256(secret), purpose, id_member, LINK_HOURS[purpose]])
  return secret
}

/** What a member needs a link for: to choose a first password, or another. */
export function purposeFor({ password_hash }: { password_hash: string | null }) {
  return password_hash === null ? 'invitation' : 'reset'
}

/** The address of a link. What stands behind # is sent to no server, so no log has it. */
export function linkAddress(base: string, secret: string): string {
  return `${base}/console/link#${secret}`
}

/**
 * The link with this secret, while it can be used.
 * @throws Problem `link_gone`
 */
export async function findLink(
  db: Reader,
  secret: string,
): Promise<LinkRow & { account_id: number }> {
  const account_id = accountOf('link', secret)
  const [link] = account_id === undefined ? [] : await links_find(db, [account_id, sha256(secret)])
  if (!link || account_id === undefined) throw linkGone()
  return { account_id, ...link }
}

export function linkGone(): Problem {
  return new Problem('link_gone', msg`The link was used, has expired or was replaced by another.`)
}
