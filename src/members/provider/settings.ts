import { lockAccount } from '../../access/account-locks.ts'
import type { Actor } from '../../access/actor.ts'
import { FIRST_ROLE, type RoleName, scopesOfRole } from '../../access/roles.ts'
import { isRestricted } from '../../access/row-scope.ts'
import type { Outcome, Precondition } from '../../base/outcomes.ts'
import { notFound, Problem, refuseInvalid } from '../../base/problems.ts'
import { allows, insufficientScope, type Scope } from '../../base/scopes.ts'
import { needKey, type SecretBox } from '../../base/secret-box.ts'
import { composed } from '../../base/values/texts.ts'
import type { Reader, Tx } from '../../database/database.ts'
import { recordAudit } from '../../events/audit/audit.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { msg } from '../../texts/message.ts'
import {
  accounts_first,
  type ProviderRow,
  sign_in_providers_delete,
  sign_in_providers_find,
  sign_in_providers_insert,
  sign_in_providers_update,
} from './sql.ts'

// Where an account's members sign in (docs/decisions/0071-single-sign-on.md).

export interface ProviderBody {
  name: string
  issuer: string
  client_id: string
  client_secret?: string
  scope?: string
  role_claim?: string
  role_map?: Record<string, RoleName> | null
  creates_members?: boolean
  trusts_emails?: boolean
}

/** What its secret is sealed for. */
export const secretContext = (account_id: number) => `sign-in-provider:${account_id}`

/** Where the provider sends people back to, a page of the console: no two accounts have the same. */
export const redirectUri = (base: string, account_id: number) =>
  new URL(`${base}/console/provider/${account_id}`).href

/** Its JSON, without the secret. */
export function providerJson(row: ProviderRow, base: string): string {
  const { account_id, client_secret: _, role_map, created_at, updated_at, ...shown } = row
  return JSON.stringify({
    ...shown,
    role_map: role_map === null ? null : JSON.parse(role_map),
    redirect_uri: redirectUri(base, account_id),
    created_at,
    updated_at,
  })
}

/** @throws Problem `not_found` */
export async function findProvider(db: Reader, account_id: number): Promise<ProviderRow> {
  const [found] = await sign_in_providers_find(db, [account_id])
  if (!found) throw notFound(msg`The account’s sign-in provider`)
  return found
}

/** A provider, as those see it who are not signed in. */
interface Offered {
  account: number
  name: string
}

/**
 * What the page to sign in offers: the provider of the account that is asked for. Unless one is, of
 * the only one: whoever has an account among others must not speak to all on their common page.
 */
export async function offeredProvider(
  db: Reader,
  asked: number | undefined,
): Promise<Offered | null> {
  const account = asked ?? (await onlyAccount(db))
  const [found] = account === undefined ? [] : await sign_in_providers_find(db, [account])
  return found ? { account: found.account_id, name: found.name } : null
}

async function onlyAccount(db: Reader): Promise<number | undefined> {
  const [first, ...others] = await accounts_first(db, [])
  return others.length > 0 ? undefined : first?.account_id
}

/**
 * Looks whether the issuer may be called. May take seconds: no connection to the database is to be
 * held meanwhile.
 * @throws Problem at `/issuer`
 */
export async function checkIssuer(outbound: Outbound, issuer: string): Promise<void> {
  try {
    await outbound.checkTarget(issuer)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    refuseInvalid(error.errors.map((fieldError) => ({ ...fieldError, pointer: '/issuer' })))
  }
}

/** How the service keeps it, and where people reach this service. */
interface ProviderServices {
  secrets: SecretBox | undefined
  base: string
}

/** Lets members sign in by a provider from now on, or by another one. */
export async function setProvider(
  tx: Tx,
  actor: Actor,
  body: ProviderBody,
  { secrets, base }: ProviderServices,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  refuseWeak(actor)
  const box = needKey(secrets)
  await lockAccount(tx, account_id)
  const [before] = await sign_in_providers_find(tx, [account_id])
  precondition(before ? providerJson(before, base) : null)
  const { role_map = null, creates_members = false } = body
  refuseRoleless(creates_members, role_map)
  const client_secret = sealedSecret(box, account_id, body, before)
  await (before ? sign_in_providers_update : sign_in_providers_insert)(tx, [
    account_id,
    composed(body.name),
    body.issuer,
    body.client_id,
    client_secret,
    body.scope ?? 'openid email profile',
    body.role_claim ?? 'roles',
    role_map && JSON.stringify(role_map),
    creates_members,
    body.trusts_emails ?? false,
  ])
  const document = providerJson(await findProvider(tx, account_id), base)
  const action = before ? 'provider_updated' : 'provider_created'
  const replaced = before && { before: providerJson(before, base) }
  await recordAudit(tx, actor, { action, id_record: account_id, record: document, ...replaced })
  return { done: 'updated', document }
}

/** Lets nobody sign in by it any more. Members stay, with whatever else they sign in by. */
export async function deleteProvider(tx: Tx, actor: Actor, base: string): Promise<Outcome> {
  const { account_id } = actor
  await lockAccount(tx, account_id)
  const record = providerJson(await findProvider(tx, account_id), base)
  refuseWeak(actor)
  await sign_in_providers_delete(tx, [account_id])
  await recordAudit(tx, actor, { action: 'provider_deleted', id_record: account_id, record })
  return { done: 'deleted', id: account_id }
}

/** Whoever chooses who says who people are can become any of them. */
function refuseWeak(actor: Actor): void {
  const lacking = scopesOfRole(FIRST_ROLE).filter((scope) => !allows(actor.scopes, scope as Scope))
  if (lacking.length === 0 && !isRestricted(actor.only)) return
  const detail = msg`The sign-in provider is for who may do and see everything: it says who people are.`
  throw insufficientScope(lacking, detail)
}

function refuseRoleless(creates_members: boolean, role_map: object | null): void {
  if (!creates_members || role_map !== null) return
  const detail = msg`needs "role_map": nobody could tell what role a new member has.`
  refuseInvalid([{ pointer: '/creates_members', code: 'required', detail }])
}

/** A secret that is kept is for its issuer alone: another one must not be sent it. */
function sealedSecret(
  box: SecretBox,
  account_id: number,
  { client_secret, issuer }: ProviderBody,
  before: ProviderRow | undefined,
): Buffer {
  if (client_secret !== undefined) return box.seal(client_secret, secretContext(account_id))
  if (before?.issuer === issuer) return before.client_secret
  const detail = msg`is required: none is kept for this issuer.`
  refuseInvalid([{ pointer: '/client_secret', code: 'required', detail }])
  throw new Error('refused')
}
