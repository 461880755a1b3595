import { lockAccount } from '../../access/account-locks.ts'
import type { Actor } from '../../access/actor.ts'
import {
  type RowScopeBody,
  refuseGreater,
  refuseMissing,
  refuseWider,
  rowScopeOfBody,
} from '../../access/grants.ts'
import {
  issuers_count,
  issuers_find,
  issuers_insert,
  issuers_lock,
  issuers_revoke,
  issuers_update,
  type StoredIssuer,
} from '../../access/machines/issuers-sql.ts'
import type { Trust } from '../../access/machines/jwts.ts'
import { type RowScope, rowScopeOf } from '../../access/row-scope.ts'
import { newSecret, sha256 } from '../../access/tokens.ts'
import type { Outcome, Precondition } from '../../base/outcomes.ts'
import { notFound, Problem, refuseInvalid } from '../../base/problems.ts'
import { toInstant } from '../../base/values/date-time.ts'
import { composed } from '../../base/values/texts.ts'
import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import { recordAudit } from '../../events/audit/audit.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { msg } from '../../texts/message.ts'
import { refuseForeignScopes, refuseOutliving, refusePast, revokeMadeBy } from '../commands.ts'
import { MAX_ISSUERS } from './schema.ts'

// Issuers whose JWTs an account takes. Nobody makes or changes one into more than he is himself:
// whoever chooses the keys can sign whatever the issuer may say.

export interface IssuerBody {
  name: string
  issuer: string
  jwks_url?: string | null
  claim?: string
  scope_map?: Record<string, string[]> | null
  subjects?: string[] | null
  scopes: string[]
  only?: RowScopeBody | null
  expires_at?: string | null
}

/** An issuer as it is to be. */
interface Wanted {
  name: string
  scopes: string[]
  only: RowScope
  /** UTC; null: never. */
  expires_at: string | null
  trust: Trust
}

/**
 * Looks whether the keys may be fetched. May take seconds: no connection to the database is to be
 * held meanwhile.
 * @throws Problem at the field that says where they are
 */
export async function checkKeysAddress(
  outbound: Outbound,
  { issuer, jwks_url }: Pick<Trust, 'issuer' | 'jwks_url'>,
): Promise<void> {
  const pointer = jwks_url === null ? '/issuer' : '/jwks_url'
  try {
    await outbound.checkTarget(jwks_url ?? issuer)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    refuseInvalid(error.errors.map((fieldError) => ({ ...fieldError, pointer })))
  }
}

/** Trusts an issuer from now on. */
export async function createIssuer(tx: Tx, actor: Actor, body: IssuerBody): Promise<Outcome> {
  const { account_id } = actor
  const audience = newSecret('audience', account_id)
  const wanted = wantedOf(actor, body, audience)
  await refuseTooMuch(tx, actor, wanted)
  // Nobody else adds one before the transaction ends.
  await lockAccount(tx, account_id)
  const { count } = singleRow(await issuers_count(tx, [account_id]))
  if (count >= MAX_ISSUERS) {
    throw new Problem('limit_reached', msg`An account trusts at most ${MAX_ISSUERS} issuers.`)
  }
  const { name, scopes, only: restriction, expires_at, trust } = wanted
  const { users, branches } = restriction
  const { id } = singleRow(
    await issuers_insert(tx, [
      account_id,
      name,
      sha256(audience),
      scopes,
      users,
      branches,
      expires_at,
      JSON.stringify(trust),
    ]),
  )
  const { document } = await findIssuer(tx, account_id, id)
  await recordIssuer(tx, actor, 'created', document)
  return { done: 'created', document, location: `/trusted-issuers/${id}` }
}

/** The issuer, which nobody else changes until the transaction ends. */
async function lockIssuer(tx: Tx, actor: Actor, id: number): Promise<StoredIssuer> {
  const [found] = await issuers_lock(tx, [actor.account_id, id])
  if (!found) throw notFound(msg`Trusted issuer ${id}`)
  refuseGreater(actor, { scopes: found.scopes, only: rowScopeOf(found) }, msg`Trusted issuer ${id}`)
  return found
}

/** Changes what is sent of an issuer. Its JWTs follow within two seconds. */
export async function updateIssuer(
  tx: Tx,
  actor: Actor,
  id: number,
  body: Partial<IssuerBody>,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const before = await lockIssuer(tx, actor, id)
  precondition(before.document)
  const wanted = wantedOf(actor, { ...bodyOf(before), ...body }, trustOf(before).audience)
  await refuseTooMuch(tx, actor, wanted)
  const { name, scopes, only: restriction, expires_at, trust } = wanted
  const { users, branches } = restriction
  const written = [name, scopes, users, branches, expires_at, JSON.stringify(trust)] as const
  await issuers_update(tx, [account_id, id, ...written])
  const { document } = await findIssuer(tx, account_id, id)
  if (document !== before.document) {
    await recordIssuer(tx, actor, 'updated', document, before.document)
  }
  return { done: 'updated', document }
}

/** Trusts an issuer no longer. */
export async function deleteIssuer(
  tx: Tx,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const before = await lockIssuer(tx, actor, id)
  precondition(before.document)
  await issuers_revoke(tx, [account_id, id])
  await revokeMadeBy(tx, actor, id)
  await recordIssuer(tx, actor, 'deleted', before.document)
  return { done: 'deleted', id }
}

/** Writes what became of an issuer into the audit of its account; `before` is its JSON before a change. */
async function recordIssuer(
  tx: Tx,
  actor: Actor,
  what: 'created' | 'updated' | 'deleted',
  record: string,
  before?: string,
): Promise<void> {
  await recordAudit(tx, actor, {
    action: `issuer_${what}`,
    id_record: actor.account_id,
    record,
    ...(before === undefined ? {} : { before }),
  })
}

/** @throws Problem `not_found` */
export async function findIssuer(
  db: Reader,
  account_id: number,
  id: number,
): Promise<StoredIssuer> {
  const [found] = await issuers_find(db, [account_id, id])
  if (!found) throw notFound(msg`Trusted issuer ${id}`)
  return found
}

/** What is stored beside scopes and restriction. */
export function trustOf({ trust }: StoredIssuer): Trust {
  return JSON.parse(trust) as Trust
}

function bodyOf(stored: StoredIssuer): IssuerBody {
  const { audience: _, ...trust } = trustOf(stored)
  const { users, branches } = rowScopeOf(stored)
  return {
    ...trust,
    name: stored.name,
    scopes: stored.scopes,
    only: { id_user: users && [...users], id_branch_company: branches && [...branches] },
    expires_at: stored.expires_at?.toISOString() ?? null,
  }
}

function wantedOf({ time_zone }: Actor, body: IssuerBody, audience: string): Wanted {
  const { issuer, jwks_url = null, claim = 'scope', scope_map = null, subjects = null } = body
  return {
    name: composed(body.name),
    scopes: body.scopes,
    only: rowScopeOfBody(body.only),
    expires_at: body.expires_at ? toInstant(body.expires_at, time_zone) : null,
    trust: { issuer, jwks_url, audience, claim, scope_map, subjects },
  }
}

async function refuseTooMuch(tx: Tx, actor: Actor, wanted: Wanted): Promise<void> {
  refuseForeignScopes(actor, wanted.scopes)
  refuseWider(actor, wanted.only)
  refusePast(wanted.expires_at)
  refuseOutliving(actor, wanted.expires_at)
  await refuseMissing(tx, actor.account_id, wanted.only)
}
