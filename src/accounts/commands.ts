import { randomBytes } from 'node:crypto'
import { lockAccount } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import {
  accounts_find,
  accounts_findById,
  accounts_findByName,
  accounts_insert,
  accounts_lock,
  accounts_lockNames,
  accounts_update,
  tokens_find,
  tokens_insert,
  tokens_isLastManager,
  tokens_revoke,
} from '../access/sql.ts'
import { newToken, sha256 } from '../access/tokens.ts'
import type { Outcome, Precondition } from '../base/outcomes.ts'
import { notFound, Refusal, refuseFaults } from '../base/refusals.ts'
import { allows, insufficientScope, type Scope } from '../base/scopes.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { toInstant } from '../base/values/date-time.ts'
import { composed } from '../base/values/texts.ts'
import { only, type Reader, type Tx } from '../database/database.ts'
import { event_heads_insert } from '../events/sql.ts'
import { createDefaultStatuses } from '../records/order-statuses.ts'

/** Thrown where the command line names an account that can't be found or made; says why. */
export class AccountError extends OperatorError {}

/**
 * Creates an account with the statuses and moves that an account starts with.
 * @throws AccountError where an account of this name exists
 */
export async function createAccount(
  tx: Tx,
  { name, time_zone }: { name: string; time_zone: string },
): Promise<{ account_id: number }> {
  await accounts_lockNames(tx, [])
  const [existing] = await accounts_findByName(tx, [composed(name)])
  if (existing)
    throw new AccountError(`The account "${name}" exists already (id ${existing.account_id}).`)
  const [account] = await accounts_insert(tx, [composed(name), time_zone, randomBytes(32)])
  const { account_id } = account as { account_id: number }
  await event_heads_insert(tx, [account_id])
  await createDefaultStatuses(tx, account_id)
  return { account_id }
}

/**
 * The account that the command line names: digits are an id, all else is a name. Names are the
 * accounts' own to change, so two may have the same.
 * @throws AccountError where there is none, or more than one
 */
export async function findAccount(db: Reader, nameOrId: string): Promise<{ account_id: number }> {
  const isId = /^[1-9]\d{0,15}$/.test(nameOrId)
  const found = isId
    ? await accounts_findById(db, [Number(nameOrId)])
    : await accounts_findByName(db, [composed(nameOrId)])
  const [account, ...others] = found
  if (!account)
    throw new AccountError(
      `There is no account ${isId ? `with the id ${nameOrId}` : `"${nameOrId}"`}.`,
    )
  if (others.length === 0) return account
  const ids = found.map(({ account_id }) => account_id).join(', ')
  throw new AccountError(`Several accounts are named "${nameOrId}"; name one by its id: ${ids}.`)
}

interface TokenRequest {
  account_id: number
  name: string
  scopes: readonly string[]
  /** UTC; null: never. */
  expires_at: string | null
}

/** Creates a token. It can be read here only: the database keeps its SHA-256. */
export async function createToken(
  tx: Tx,
  { account_id, name, scopes, expires_at }: TokenRequest,
): Promise<{ id: number; token: string; document: string }> {
  const token = newToken(account_id)
  const { id } = only(
    await tokens_insert(tx, [account_id, composed(name), sha256(token), scopes, expires_at]),
  )
  const { document } = only(await tokens_find(tx, [account_id, id]))
  return { id, document, token }
}

interface TokenBody {
  name: string
  scopes: string[]
  expires_at?: string | null
}

/** Creates a token on behalf of another, which can only give what it has. */
export async function grantToken(tx: Tx, actor: Actor, body: TokenBody): Promise<Outcome> {
  refuseForeignScopes(actor, body.scopes)
  const { name, scopes } = body
  const expires_at = body.expires_at ? toInstant(body.expires_at, actor.time_zone) : null
  refusePast(expires_at)
  refuseOutliving(actor, expires_at)
  const { id, token, document } = await createToken(tx, {
    account_id: actor.account_id,
    name,
    scopes,
    expires_at,
  })
  const shownOnce = { name: 'token', secret: token }
  return { done: 'created', document, location: `/tokens/${id}`, shownOnce }
}

function refuseForeignScopes(actor: Actor, scopes: string[]): void {
  const foreign = scopes.filter((scope) => !allows(actor.scopes, scope as Scope))
  if (foreign.length === 0) return
  throw insufficientScope(
    foreign,
    `The token can't grant what it lacks itself: ${foreign.join(', ')}.`,
  )
}

function refusePast(expires_at: string | null): void {
  if (expires_at === null || Date.parse(expires_at) > Date.now()) return
  refuseFaults([{ pointer: '/expires_at', code: 'in_the_past', detail: 'must be in the future.' }])
}

/** A stolen token could else live on in another. */
function refuseOutliving({ expires_at: own }: Actor, expires_at: string | null): void {
  if (own === null || (expires_at !== null && Date.parse(expires_at) <= own.getTime())) return
  const detail = `must not be later than ${own.toISOString()}, when the token ends that makes this one.`
  refuseFaults([{ pointer: '/expires_at', code: 'outlives_maker', detail }])
}

export async function readToken(db: Reader, account_id: number, id: number): Promise<string> {
  const [row] = await tokens_find(db, [account_id, id])
  if (!row) throw notFound(`Token ${id}`)
  return row.document
}

/**
 * Revokes a token, but not the last one that can make others: over HTTP nobody could then go on.
 * Two that revoke at the same time meet at the account's lock.
 */
export async function revokeToken(tx: Tx, actor: Actor, id: number): Promise<Outcome> {
  await lockAccount(tx, actor.account_id)
  const [last] = await tokens_isLastManager(tx, [actor.account_id, id])
  if (last) {
    const detail = `Token ${id} is the last one that works with the scope tokens:manage.`
    throw new Refusal('last_token', detail)
  }
  const [revoked] = await tokens_revoke(tx, [actor.account_id, id])
  if (!revoked) throw notFound(`Token ${id}`)
  return { done: 'deleted', id }
}

export async function readAccount(db: Reader, account_id: number): Promise<string> {
  const [row] = await accounts_find(db, [account_id])
  if (!row) throw notFound('The account')
  return row.document
}

interface AccountBody {
  name?: string
  time_zone?: string
  amounts?: string
}

/** Changes the account's settings. Its name is for people: another account may have the same. */
export async function updateAccount(
  tx: Tx,
  { account_id }: Actor,
  { name, time_zone, amounts }: AccountBody,
  precondition: Precondition,
): Promise<Outcome> {
  const [before] = await accounts_lock(tx, [account_id])
  if (!before) throw notFound('The account')
  precondition(before.document)
  const [after] = await accounts_update(tx, [
    account_id,
    name ?? null,
    time_zone ?? null,
    amounts ?? null,
  ])
  return { done: 'updated', document: (after ?? before).document }
}
