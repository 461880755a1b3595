import { lockAccount } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import { unauthorized } from '../access/authenticate.ts'
import {
  lackingOf,
  type RowScopeBody,
  refuseGreater,
  refuseMissing,
  refuseWider,
  rowScopeOfBody,
} from '../access/grants.ts'
import { addressesFor, faultsOfAddresses } from '../access/machines/addresses.ts'
import { rolesWith } from '../access/roles.ts'
import { isRestricted, type RowScope, UNRESTRICTED } from '../access/row-scope.ts'
import { closedUntil } from '../access/sessions.ts'
import {
  accounts_closed,
  accounts_find,
  accounts_findById,
  accounts_findByName,
  accounts_list,
  accounts_lock,
  accounts_logo,
  accounts_setLogo,
  accounts_update,
  tokens_count,
  tokens_find,
  tokens_hold,
  tokens_insert,
  tokens_isLastManager,
  tokens_list,
  tokens_madeBy,
  tokens_revoke,
} from '../access/sql.ts'
import { accounts_isTest } from '../access/test-accounts/sql.ts'
import { newToken, sha256 } from '../access/tokens.ts'
import type { Outcome, Precondition } from '../base/outcomes.ts'
import { notFound, Problem, refuseInvalid } from '../base/problems.ts'
import { insufficientScope } from '../base/scopes.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { toInstant } from '../base/values/date-time.ts'
import { composed } from '../base/values/texts.ts'
import { type Reader, singleRow, type Tx } from '../database/database.ts'
import { operatorOf, recordAudit } from '../events/audit/audit.ts'
import type { Author } from '../events/record.ts'
import type { PreparedImage } from '../images/images.ts'
import { msg } from '../texts/message.ts'

/** Thrown where the command line names an account that can't be found or made; says why. */
export class AccountError extends OperatorError {}

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
      isId
        ? msg`There is no account with the id ${nameOrId}.`
        : msg`There is no account "${nameOrId}".`,
    )
  if (others.length === 0) return account
  const ids = found.map(({ account_id }) => account_id)
  throw new AccountError(msg`Several accounts are named "${nameOrId}"; name one by its id: ${ids}.`)
}

/**
 * The same for who gives something out that lets somebody in.
 * @throws AccountError where the account is closed, too
 */
export async function findOpenAccount(
  db: Reader,
  nameOrId: string,
): Promise<{ account_id: number }> {
  const { account_id } = await findAccount(db, nameOrId)
  const [closed] = await accounts_closed(db, [account_id])
  if (closed) throw new AccountError(closedUntil(closed.delete_at))
  return { account_id }
}

/** What accounts there are, as JSON each. */
export async function listAccounts(db: Reader): Promise<string[]> {
  const rows = await accounts_list(db, [])
  return rows.map(({ document }) => document)
}

/** An account's tokens that are not revoked, as JSON each. */
export async function listTokens(db: Reader, account_id: number): Promise<string[]> {
  const rows = await tokens_list(db, [account_id])
  return rows.map(({ document }) => document)
}

/** Tokens of an account that are not revoked. */
const MAX_TOKENS = 1_000

interface TokenRequest {
  account_id: number
  name: string
  scopes: readonly string[]
  /** The orders that it sees and writes; all unless given. */
  only?: RowScope
  /** UTC; null: never. */
  expires_at: string | null
  /** The networks that it may come from; from everywhere unless given. */
  addresses?: readonly string[]
  /** What it ends with, if anything. */
  id_maker?: number | null
}

/**
 * Creates a token. It can be read here only: the database keeps its SHA-256.
 * @throws Problem where it is restricted to sellers or branches that there are not, or there are too many
 */
export async function createToken(
  tx: Tx,
  request: TokenRequest,
): Promise<{ id: number; token: string; document: string }> {
  const { account_id, name, scopes, expires_at, id_maker = null } = request
  const { only: restriction = UNRESTRICTED, addresses = [] } = request
  refuseInvalid(faultsOfAddresses(addresses))
  await refuseMissing(tx, account_id, restriction)
  const { count } = singleRow(await tokens_count(tx, [account_id]))
  if (count >= MAX_TOKENS)
    throw new Problem('limit_reached', msg`The account has ${MAX_TOKENS} tokens, the most.`)
  const { users, branches } = restriction
  const token = newToken({ account_id, ...singleRow(await accounts_isTest(tx, [account_id])) })
  const row = [
    composed(name),
    sha256(token),
    scopes,
    users,
    branches,
    expires_at,
    id_maker,
    addresses,
  ] as const
  const { id } = singleRow(await tokens_insert(tx, [account_id, ...row]))
  const { document } = singleRow(await tokens_find(tx, [account_id, id]))
  return { id, document, token }
}

/** Creates a token by the command line. */
export async function issueToken(tx: Tx, request: TokenRequest): Promise<string> {
  const made = await createToken(tx, request)
  await recordToken(tx, operatorOf(request.account_id), 'created', made)
  return made.token
}

/** Writes what became of a token into the audit. */
export async function recordToken(
  tx: Tx,
  author: Author,
  what: 'created' | 'updated' | 'deleted' | 'rotated',
  { id, document: record, before }: { id: number; document: string; before?: string },
): Promise<void> {
  const audited = { action: `token_${what}` as const, id_record: id, record }
  await recordAudit(tx, author, before === undefined ? audited : { ...audited, before })
}

/** Writes a change of the account's settings into the audit. */
async function recordSettings(tx: Tx, actor: Actor, before: string, record: string): Promise<void> {
  const id_record = actor.account_id
  await recordAudit(tx, actor, { action: 'account_updated', id_record, record, before })
}

export interface TokenBody {
  name: string
  scopes: string[]
  only?: RowScopeBody | null
  expires_at?: string | null
  addresses?: string[]
}

/** Creates a token on behalf of another, which can only give what it has. */
export async function grantToken(tx: Tx, actor: Actor, body: TokenBody): Promise<Outcome> {
  refuseForeignScopes(actor, body.scopes)
  const { name, scopes } = body
  const only = rowScopeOfBody(body.only)
  refuseWider(actor, only)
  const expires_at = body.expires_at ? toInstant(body.expires_at, actor.time_zone) : null
  refusePast(expires_at)
  refuseOutliving(actor, expires_at)
  const { id, token, document } = await createToken(tx, {
    account_id: actor.account_id,
    name,
    scopes,
    only,
    expires_at,
    addresses: addressesFor(actor, body.addresses) ?? [],
    id_maker: await makerFor(tx, actor),
  })
  await recordToken(tx, actor, 'created', { id, document })
  const shownOnce = { name: 'token', secret: token }
  return { done: 'created', document, location: `/tokens/${id}`, shownOnce }
}

/**
 * What a new token ends with. Access that was given for a while would else outlast the client or issuer
 * that it was given by; a token itself is replaced by one that it makes.
 * @throws Problem where that has ended meanwhile
 */
async function makerFor(tx: Tx, actor: Actor): Promise<number | null> {
  const { account_id, id_token, id_maker, kind } = actor
  if (kind !== 'oauth' && kind !== 'issuer' && id_maker === null) return null
  const [held] = await tokens_hold(tx, [account_id, id_token])
  if (held) return id_token
  throw unauthorized(msg`The token is unknown, expired or revoked.`, 'invalid_token')
}

/** @throws Problem that names the scopes which who asks lacks himself */
export function refuseForeignScopes(actor: Actor, scopes: string[]): void {
  const foreign = lackingOf(actor, scopes)
  if (foreign.length === 0) return
  throw insufficientScope(
    foreign,
    msg`The token can't grant what it lacks itself: ${foreign}.`,
    foreign.map((scope) => ({
      pointer: `/scopes/${scopes.indexOf(scope)}`,
      code: 'insufficient_scope',
      detail: msg`is ${scope}, which the token that asks lacks itself.`,
    })),
  )
}

export function refusePast(expires_at: string | null): void {
  if (expires_at === null || Date.parse(expires_at) > Date.now()) return
  refuseInvalid([
    { pointer: '/expires_at', code: 'in_the_past', detail: msg`must be in the future.` },
  ])
}

/** A stolen token could else live on in another. Sessions end soon, and what members do has a name. */
export function refuseOutliving({ expires_at: own, kind }: Actor, expires_at: string | null): void {
  if (
    own === null ||
    kind === 'session' ||
    (expires_at !== null && Date.parse(expires_at) <= own.getTime())
  )
    return
  const detail = msg`must not be later than ${own.toISOString()}, when the token ends that makes this one.`
  refuseInvalid([{ pointer: '/expires_at', code: 'outlives_maker', detail }])
}

export async function readToken(db: Reader, account_id: number, id: number): Promise<string> {
  const [row] = await tokens_find(db, [account_id, id])
  if (!row) throw notFound(msg`Token ${id}`)
  return row.document
}

/**
 * Revokes a token, but not the last one that can make others where no member can: over HTTP nobody
 * could then go on.
 * Two that revoke at the same time meet at the account's lock.
 */
export async function revokeToken(tx: Tx, actor: Actor, id: number): Promise<Outcome> {
  await lockAccount(tx, actor.account_id)
  const { scopes, only: sees } = JSON.parse(await readToken(tx, actor.account_id, id)) as TokenBody
  refuseGreater(actor, { scopes, only: rowScopeOfBody(sees) }, msg`Token ${id}`)
  const [last] = await tokens_isLastManager(tx, [actor.account_id, id, rolesWith('tokens:manage')])
  if (last) {
    const detail = msg`Token ${id} is the last one that works with the scope tokens:manage.`
    throw new Problem('last_token', detail)
  }
  await revoke(tx, actor, id)
  return { done: 'deleted', id }
}

/** Revokes a token by the command line: the last one too, since that can make another. */
export async function withdrawToken(tx: Tx, account_id: number, id: number): Promise<void> {
  await lockAccount(tx, account_id)
  await revoke(tx, operatorOf(account_id), id)
}

async function revoke(tx: Tx, author: Author, id: number): Promise<void> {
  const { account_id } = author
  const document = await readToken(tx, account_id, id)
  const [revoked] = await tokens_revoke(tx, [account_id, id])
  if (!revoked) throw notFound(msg`Token ${id}`)
  await recordToken(tx, author, 'deleted', { id, document })
  await revokeMadeBy(tx, author, id)
}

/** Ends the tokens that end with a client or issuer which has just been ended. */
export async function revokeMadeBy(tx: Tx, author: Author, id_maker: number): Promise<void> {
  const made = await tokens_madeBy(tx, [author.account_id, id_maker])
  for (const { id } of made) await revoke(tx, author, id)
}

export async function readAccount(db: Reader, account_id: number): Promise<string> {
  const [row] = await accounts_find(db, [account_id])
  if (!row) throw notFound(msg`The account`)
  return row.document
}

interface AccountBody {
  name?: string
  time_zone?: string
  amounts?: string
  restricted_read_all_customers?: boolean
  tax_base_includes_shares?: boolean
  confirm_moved_totals?: boolean
  derived_taxes?: string[]
  missing_rate?: string
  order_message?: string | null
}

/** Changes the account's settings. Its name is for people: another account may have the same. */
export async function updateAccount(
  tx: Tx,
  actor: Actor,
  { name, time_zone, amounts, restricted_read_all_customers: opens, ...taxes }: AccountBody,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const [before] = await accounts_lock(tx, [account_id])
  if (!before) throw notFound(msg`The account`)
  precondition(before.document)
  if (opens !== undefined) refuseRestricted(actor)
  const [after] = await accounts_update(tx, [
    account_id,
    name ?? null,
    time_zone ?? null,
    amounts ?? null,
    opens ?? null,
    taxes.tax_base_includes_shares ?? null,
    taxes.confirm_moved_totals ?? null,
    taxes.derived_taxes ?? null,
    taxes.missing_rate ?? null,
    taxes.order_message ?? null,
    taxes.order_message !== undefined,
  ])
  if (after) await recordSettings(tx, actor, before.document, after.document)
  return { done: 'updated', document: (after ?? before).document }
}

/** Nobody lets himself see more. */
function refuseRestricted({ only: sees }: Actor): void {
  if (!isRestricted(sees)) return
  throw new Problem(
    'insufficient_scope',
    msg`The token is restricted to some orders; what the restricted may read is for others to decide.`,
  )
}

/** Sets what stands at the head of the account's documents; null takes it away. */
export async function setLogo(tx: Tx, actor: Actor, image: PreparedImage | null): Promise<Outcome> {
  const { account_id } = actor
  const [before] = await accounts_lock(tx, [account_id])
  if (!before) throw notFound(msg`The account`)
  const logo = [image?.fileName ?? null, image?.bytes ?? null] as const
  const [after] = await accounts_setLogo(tx, [account_id, ...logo])
  if (after) await recordSettings(tx, actor, before.document, after.document)
  if (image) return { done: 'updated', document: (after ?? before).document }
  if (!after) throw noLogo()
  return { done: 'deleted', id: account_id }
}

/** The account's logo: a PNG, and the name of its file. */
export async function readLogo(db: Reader, account_id: number): Promise<PreparedImage> {
  const [row] = await accounts_logo(db, [account_id])
  if (!row?.logo || !row.logo_image) throw noLogo()
  return { fileName: row.logo, bytes: row.logo_image }
}

function noLogo(): Problem {
  return notFound(msg`A logo of the account`)
}
