import { lockAccount } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import { refuseGreater, rowScopeOfBody } from '../access/grants.ts'
import { addressesFor, faultsOfAddresses } from '../access/machines/addresses.ts'
import { access_tokens_drop } from '../access/machines/clients-sql.ts'
import { rolesWith } from '../access/roles.ts'
import { tokens_isLastManager, tokens_update } from '../access/sql.ts'
import type { Outcome, Precondition } from '../base/outcomes.ts'
import { type FieldError, Problem, refuseInvalid } from '../base/problems.ts'
import { allows, type Scope } from '../base/scopes.ts'
import { toInstant } from '../base/values/date-time.ts'
import { composed } from '../base/values/texts.ts'
import type { Tx } from '../database/database.ts'
import { operatorOf } from '../events/audit/audit.ts'
import type { Author } from '../events/record.ts'
import { msg } from '../texts/message.ts'
import { readToken, recordToken, refusePast, type TokenBody } from './commands.ts'

/** What a change says of a token; what it leaves out stays. */
export interface TokenPatch {
  name?: string
  scopes?: string[]
  expires_at?: string | null
  addresses?: string[]
}

interface Shown extends TokenBody {
  expires_at: string | null
  addresses: string[]
}

/**
 * Changes a token: its name, where it may come from, and what it may do and until when, which only becomes less.
 * @throws Problem where it may do or see more than who asks, or would afterwards do more than before
 */
export async function updateToken(
  tx: Tx,
  actor: Actor,
  id: number,
  body: TokenPatch,
  precondition: Precondition,
): Promise<Outcome> {
  await lockAccount(tx, actor.account_id)
  const before = await readToken(tx, actor.account_id, id)
  const shown = JSON.parse(before) as Shown
  refuseGreater(actor, { scopes: shown.scopes, only: rowScopeOfBody(shown.only) }, msg`Token ${id}`)
  precondition(before)
  if (body.addresses !== undefined) addressesFor(actor, body.addresses)
  const document = await write(tx, actor, { id, before, body, zone: actor.time_zone })
  return { done: 'updated', document }
}

/**
 * Changes a token by the command line.
 * @throws Problem where there is no such token
 */
export async function changeToken(
  tx: Tx,
  account_id: number,
  id: number,
  body: TokenPatch,
): Promise<void> {
  const author = operatorOf(account_id)
  await lockAccount(tx, account_id)
  const before = await readToken(tx, account_id, id)
  await write(tx, author, { id, before, body, zone: 'UTC' })
}

interface Change {
  id: number
  before: string
  body: TokenPatch
  zone: string
}

async function write(tx: Tx, author: Author, { id, before, body, zone }: Change): Promise<string> {
  const { account_id } = author
  const shown = JSON.parse(before) as Shown
  const { name = shown.name, scopes = shown.scopes, addresses = shown.addresses } = body
  const expires_at = endOf(body, shown, zone)
  refuseInvalid([
    ...wider(shown.scopes, scopes),
    ...later(shown.expires_at, expires_at),
    ...faultsOfAddresses(addresses),
  ])
  const isLess = shown.scopes.some((scope) => !allows(scopes, scope as Scope))
  if (isLess) await refuseLast(tx, account_id, id, scopes)
  const written = [composed(name), scopes, expires_at, addresses] as const
  await tokens_update(tx, [account_id, id, ...written])
  // They have the scopes that the token had when it asked for them.
  if (isLess) await access_tokens_drop(tx, [account_id, id])
  const document = await readToken(tx, account_id, id)
  if (document !== before) await recordToken(tx, author, 'updated', { id, document, before })
  return document
}

function endOf({ expires_at }: TokenPatch, shown: Shown, zone: string): string | null {
  if (expires_at === undefined) return shown.expires_at
  const end = expires_at === null ? null : toInstant(expires_at, zone)
  if (end !== shown.expires_at) refusePast(end)
  return end
}

function wider(before: readonly string[], scopes: readonly string[]): FieldError[] {
  return scopes.flatMap((scope, i) => {
    if (allows(before, scope as Scope)) return []
    const detail = msg`is ${scope}, which the token lacks: a token never gets more than it was made with.`
    return [{ pointer: `/scopes/${i}`, code: 'insufficient_scope' as const, detail }]
  })
}

function later(before: string | null, end: string | null): FieldError[] {
  if (before === null || (end !== null && Date.parse(end) <= Date.parse(before))) return []
  const detail = msg`must not be later than ${before}, when the token ends now.`
  return [{ pointer: '/expires_at', code: 'outlives_maker', detail }]
}

/** The last token that manages tokens goes on doing so where no member can: over HTTP nobody could go on. */
async function refuseLast(tx: Tx, account_id: number, id: number, scopes: readonly string[]) {
  if (allows(scopes, 'tokens:manage')) return
  const [last] = await tokens_isLastManager(tx, [account_id, id, rolesWith('tokens:manage')])
  if (!last) return
  const detail = msg`Token ${id} is the last one that works with the scope tokens:manage.`
  throw new Problem('last_token', detail)
}
