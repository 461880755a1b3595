import { isDeepStrictEqual } from 'node:util'
import { lockAccount } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import { refuseGreater } from '../access/grants.ts'
import { rowScopeOf } from '../access/row-scope.ts'
import type { Outcome, Precondition } from '../base/outcomes.ts'
import { type FieldError, notFound, Problem, refuseInvalid } from '../base/problems.ts'
import { allows, requireScope } from '../base/scopes.ts'
import { BoxError, needKey, type SecretBox } from '../base/secret-box.ts'
import { type Reader, singleRow, type Tx } from '../database/database.ts'
import { type Author, recordChange } from '../events/record.ts'
import { events_end } from '../events/sql.ts'
import { eventScopes, scopesNamed } from '../events/types.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { msg } from '../texts/message.ts'
import { refuseHeaders } from './headers.ts'
import { MAX_WEBHOOKS } from './schema.ts'
import { openHeaders, sealHeaders, sealSecret, secretContext } from './sealed.ts'
import { newSecret } from './signature.ts'
import {
  deletions,
  type WebhookRow,
  type Writable,
  type Written,
  webhook_cursors_insert,
  webhook_cursors_resetFailures,
  webhook_retries_makeAllDue,
  webhook_retries_resetFailures,
  webhooks_count,
  webhooks_find,
  webhooks_insert,
  webhooks_lock,
  webhooks_newId,
  webhooks_rotate,
  webhooks_update,
} from './sql.ts'

/** Hours for which both secrets sign after a rotation. */
const OVERLAP = 24

export interface WebhookBody {
  url: string
  types?: string[]
  description?: string | null
  enabled?: boolean
  headers?: Record<string, string>
}

/** Opens what is sealed to replace it; undefined where nobody can any more. */
function openedIfPossible<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof BoxError) return undefined
    throw error
  }
}

/**
 * Looks at what only the world outside knows to be right. May take seconds: no connection to the
 * database is to be held meanwhile.
 * @throws Problem with all errors of both
 */
export async function checkBody(
  outbound: Outbound,
  { url, headers }: Partial<Pick<WebhookBody, 'url' | 'headers'>>,
): Promise<void> {
  const found = await Promise.all([
    errorsOf(async () => url !== undefined && outbound.checkTarget(url)),
    errorsOf(async () => headers !== undefined && refuseHeaders(headers)),
  ])
  refuseInvalid(found.flat())
}

async function errorsOf(check: () => Promise<unknown>): Promise<FieldError[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (error instanceof Problem) return error.errors
    throw error
  }
}

/** The webhook as it is just now. */
export async function findWebhook(db: Reader, account_id: number, id: number): Promise<WebhookRow> {
  const [row] = await webhooks_find(db, [account_id, id])
  if (!row) throw notFound(msg`Webhook ${id}`)
  return row
}

/** The webhook, which nobody else writes until the transaction ends. */
export async function lockWebhook(tx: Tx, account_id: number, id: number): Promise<WebhookRow> {
  const [row] = await webhooks_lock(tx, [account_id, id])
  if (!row) throw notFound(msg`Webhook ${id}`)
  return row
}

/** The same for who changes it: nobody turns what others are sent to himself, or keeps it from them. */
async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, actor.account_id, id)
  const scopes = eventScopes.filter((scope) => allows(webhook.scopes, scope))
  refuseGreater(actor, { scopes, only: rowScopeOf(webhook) }, msg`Webhook ${id}`)
  return webhook
}

/** Registers a webhook for what happens from now on. */
export async function createWebhook(
  tx: Tx,
  actor: Actor,
  secrets: SecretBox,
  body: WebhookBody,
): Promise<Outcome> {
  const { account_id } = actor
  const { url, types = ['*'], description = null, enabled = true, headers = {} } = body
  requireScope(actor.scopes, ...scopesNamed(types))
  const { scopes, id_token, token_name, only_users, only_branches } = authorityOf(actor)
  await refuseTooMany(tx, account_id)
  const [{ id } = { id: 0 }] = await webhooks_newId(tx, [])
  const secret = newSecret()
  await webhooks_insert(tx, [
    account_id,
    id,
    url,
    types,
    description,
    enabled,
    Object.keys(headers),
    sealHeaders(secrets, account_id, id, headers),
    scopes,
    id_token,
    token_name,
    only_users,
    only_branches,
    sealSecret(secrets, account_id, id, secret),
  ])
  // From the end of the feed on.
  const { position } = singleRow(await events_end(tx, [account_id]))
  await webhook_cursors_insert(tx, [account_id, id, position])
  const { version, document } = singleRow(await webhooks_find(tx, [account_id, id]))
  await recordWebhook(tx, actor, 'created', { id, version, document })
  return {
    done: 'created',
    document,
    location: `/webhooks/${id}`,
    shownOnce: { name: 'secret', secret },
  }
}

async function refuseTooMany(tx: Tx, account_id: number): Promise<void> {
  // Nobody else adds one before the transaction ends.
  await lockAccount(tx, account_id)
  const [{ count } = { count: 0 }] = await webhooks_count(tx, [account_id])
  if (count < MAX_WEBHOOKS) return
  throw new Problem('limit_reached', msg`An account has at most ${MAX_WEBHOOKS} webhooks.`)
}

type Authority = Pick<
  Writable,
  'scopes' | 'id_token' | 'token_name' | 'only_users' | 'only_branches'
>

/** What a webhook keeps of the token that makes or changes it. */
function authorityOf({ scopes, only, id_token, token_name }: Actor): Authority {
  const showing = eventScopes.filter((scope) => allows(scopes, scope))
  const { users: only_users, branches: only_branches } = only
  const shown = scopes.includes('*') ? ['*'] : showing
  return { scopes: shown, id_token, token_name, only_users, only_branches }
}

/**
 * Changes what the body names, in the name of the token that asks. Writing what is there already
 * changes nothing, but for the types: who writes them lets the webhook get what that token may see.
 */
export async function updateWebhook(
  tx: Tx,
  actor: Actor,
  secrets: SecretBox | undefined,
  id: number,
  body: Partial<WebhookBody>,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const before = await lockOwn(tx, actor, id)
  precondition(before.document)
  const next = nextOf(secrets, actor, before, body)
  if (!next) return { done: 'updated', document: before.document }
  requireScope(actor.scopes, ...scopesNamed(next.types))
  const { url, enabled } = before
  const turned = next.enabled ? 'enabling' : 'disabling'
  const update = webhooks_update[next.enabled === enabled ? 'asItWas' : turned]
  const [after] = await update(tx, [
    account_id,
    id,
    next.url,
    next.types,
    next.description,
    next.enabled,
    next.header_names,
    next.headers,
    next.scopes,
    next.id_token,
    next.token_name,
    next.only_users,
    next.only_branches,
  ])
  const isBack = next.enabled && !enabled
  if (isBack || next.url !== url) await resetFailures(tx, account_id, id)
  const row = { id, ...(after as Written) }
  await recordWebhook(tx, actor, 'updated', row, before.document)
  return { done: 'updated', document: row.document }
}

/** The webhook as the body wants it; undefined where it is so already. */
function nextOf(
  secrets: SecretBox | undefined,
  actor: Actor,
  before: WebhookRow,
  { headers, ...others }: Partial<WebhookBody>,
): Writable | undefined {
  const { url, types, description, enabled, header_names, headers: sealed } = before
  const { scopes, id_token, token_name, only_users, only_branches } = before
  const known = { url, types, description, enabled, header_names, headers: sealed }
  const authority = { scopes, id_token, token_name, only_users, only_branches }
  const current: Writable = { ...known, ...authority }
  const isElsewhere = others.url !== undefined && !hasSameOrigin(others.url, url)
  const given = headers ?? (isElsewhere ? {} : undefined)
  const fields = { ...current, ...others, ...(given && changedHeaders(secrets, before, given)) }
  const next = { ...fields, ...authorityOf(actor) }
  const isSame = isDeepStrictEqual(others.types === undefined ? fields : next, current)
  return isSame ? undefined : next
}

/** Headers may hold credentials, which are not for another server. */
function hasSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}

/** As if nothing had failed. */
async function resetFailures(tx: Tx, account_id: number, id: number): Promise<void> {
  await webhook_cursors_resetFailures(tx, [account_id, id])
  await webhook_retries_resetFailures(tx, [account_id, id])
  await webhook_retries_makeAllDue(tx, [account_id, id])
}

/** The columns of headers that are others than those that are there. */
function changedHeaders(
  secrets: SecretBox | undefined,
  { account_id, id, headers: sealed }: WebhookRow,
  headers: Record<string, string>,
): Partial<Pick<Writable, 'header_names' | 'headers'>> {
  const header_names = Object.keys(headers)
  if (header_names.length === 0) return { header_names, headers: null }
  const box = needKey(secrets)
  const current = openedIfPossible(() => openHeaders(box, account_id, id, sealed))
  if (isDeepStrictEqual(current, headers)) return {}
  return { header_names, headers: sealHeaders(box, account_id, id, headers) }
}

/** Deletes a webhook and whatever it has not sent yet. */
export async function deleteWebhook(
  tx: Tx,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const before = await lockOwn(tx, actor, id)
  precondition(before.document)
  for (const remove of deletions) await remove(tx, [account_id, id])
  await recordWebhook(tx, actor, 'deleted', { ...before, version: before.version + 1 })
  return { done: 'deleted', id }
}

/** Gives a webhook another secret; the one it has signs on for a day, if it still can. */
export async function rotateSecret(
  tx: Tx,
  actor: Actor,
  secrets: SecretBox,
  id: number,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const before = await lockOwn(tx, actor, id)
  precondition(before.document)
  const secret = newSecret()
  const sealed = sealSecret(secrets, account_id, id, secret)
  const old = openedIfPossible(() => secrets.open(before.secret, secretContext(account_id, id)))
  const hours = old === undefined ? null : OVERLAP
  const [after] = await webhooks_rotate(tx, [account_id, id, sealed, hours])
  const row = { id, ...(after as Written) }
  await recordWebhook(tx, actor, 'updated', row, before.document)
  const { document } = row
  return { done: 'updated', document, shownOnce: { name: 'secret', secret } }
}

/** Writes the event of a change of a webhook. */
export async function recordWebhook(
  tx: Tx,
  author: Author,
  what: 'created' | 'updated' | 'deleted' | 'disabled',
  { id, version, document }: Written & { id: number },
  before?: string,
): Promise<void> {
  await recordChange(tx, author, 'webhook', {
    type: `webhook.${what}`,
    id_record: id,
    version,
    data: document,
    ...(before === undefined ? {} : { before }),
  })
}
