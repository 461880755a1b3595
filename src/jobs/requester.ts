import type { Actor } from '../access/actor.ts'
import { refuseLess, rightsOf, watched } from '../access/lasting.ts'
import { sightOf } from '../access/row-scope.ts'
import type { ActorRow } from '../access/sql.ts'
import { Problem } from '../base/problems.ts'
import type { Scope } from '../base/scopes.ts'
import type { Db } from '../database/database.ts'
import { type Message, msg } from '../texts/message.ts'
import { type Lease, type LeaseKey, LeaseLost } from './lease.ts'

// Work that somebody asked for, and that goes on without a request: an import, a recalculation. It is done in
// the name of who asked for it, as long as he may do so. The row of the work says who that is.

/** The columns of who asked for it. */
type Rights = Pick<ActorRow, 'scopes' | 'only_users' | 'only_branches' | 'id_token' | 'token_name'>

/** What the account says of changes. */
const ofAccount = [
  'time_zone',
  'amounts',
  'tax_base_includes_shares',
  'derived_taxes',
  'missing_rate',
  'rules_epoch',
  'checks_invoices',
  'restricted_read_all_customers',
  'test',
  'cursor_secret',
] as const satisfies (keyof ActorRow)[]

/** Who asked for some work, in which request and language, with the settings that the account has now. */
export interface RequesterRow extends Rights, Pick<ActorRow, (typeof ofAccount)[number]> {
  request_id: string
  language: 'en' | 'pt-BR'
}

/** SQL text of the columns of an `RequesterRow`: of the row of the work, and of its account. */
export const requesterColumns = (row: string, account: string) =>
  [
    ...[
      'scopes',
      'only_users',
      'only_branches',
      'id_token',
      'token_name',
      'request_id',
      'language',
    ].map((column) => `${row}.${column}`),
    ...ofAccount.map((column) => `${account}.${column}`),
  ].join(', ')

/** Whoever asked for it, as commands and events know of him. */
export function requesterOf(row: RequesterRow, account_id: number): Actor {
  const { scopes, id_token, token_name, request_id } = row
  const { time_zone, amounts, tax_base_includes_shares, derived_taxes, missing_rate } = row
  const { rules_epoch, checks_invoices, restricted_read_all_customers, test, cursor_secret } = row
  return {
    account_id,
    id_token,
    token_name,
    kind: 'token',
    id_maker: null,
    addresses: [],
    id_member: null,
    role: null,
    scopes,
    only: sightOf(row),
    time_zone,
    amounts,
    tax_base_includes_shares,
    derived_taxes,
    missing_rate,
    rules_epoch,
    checks_invoices,
    restricted_read_all_customers,
    test,
    cursor_secret,
    expires_at: null,
    used_lately: true,
    secret: '',
    request_id,
    traceparent: null,
  }
}

/** What ends work for good that is not of what it is about. */
export class WorkOver extends Error {
  /** For a person. */
  readonly detail: Message

  constructor(detail: Message) {
    super(detail.toString())
    this.detail = detail
  }
}

/** @throws WorkOver where whoever asked for it may no longer do so; `over` says it with why */
export async function refuseRequesterWithLess(
  db: Db,
  account_id: number,
  row: Pick<RequesterRow, 'id_token'> & Parameters<typeof sightOf>[0],
  needed: readonly Scope[],
  over: (why: Message) => Message,
): Promise<void> {
  const now = await rightsOf(db, account_id, row.id_token)
  if (!now) throw new WorkOver(over(msg`The token was revoked, or the member removed.`))
  try {
    refuseLess(now, { only: sightOf(row) }, ...needed)
  } catch (error) {
    throw error instanceof Problem ? new WorkOver(over(error.detail)) : error
  }
}

/** How work is looked at that goes on. */
interface Watching {
  /** → whether the lease is soon over, unless it was lost, or the work cancelled */
  look(db: Db, parameters: LeaseKey): Promise<{ is_ending: boolean }[]>
  /** Keeps the lease. */
  keep(db: Db, parameters: LeaseKey): Promise<unknown>
  /** @throws WorkOver where whoever asked for it may no longer do so */
  refuse(): Promise<void>
}

/**
 * Looks again and again whether work is still wanted: nobody else has its lease, it was not cancelled,
 * and whoever asked for it may do so. Keeps the lease meanwhile.
 * @param done ends the looking
 * @returns aborted with LeaseLost or WorkOver
 */
export function watchWork(
  db: Db,
  lease: Lease,
  { look, keep, refuse }: Watching,
  done: AbortSignal,
): AbortSignal {
  const key: LeaseKey = [lease.account_id, lease.id, lease.epoch]
  const lookAgain = async () => {
    const [held] = await look(db, key)
    if (!held) throw new LeaseLost()
    if (held.is_ending) await keep(db, key)
    await refuse()
  }
  const isEnd = (error: unknown) => error instanceof LeaseLost || error instanceof WorkOver
  return watched(lookAgain, isEnd, done)
}
