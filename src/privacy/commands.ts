import type { Actor } from '../access/actor.ts'
import { isRestricted } from '../access/row-scope.ts'
import type { Outcome } from '../base/outcomes.ts'
import { type FieldError, notFound, Problem, refuseInvalid } from '../base/problems.ts'
import { anonymousName, emptyCustomer, lockCustomer } from '../customers/anonymise.ts'
import { type Reader, singleRow, type Tx } from '../database/database.ts'
import { recordAudit } from '../events/audit/audit.ts'
import { historyTexts } from '../events/rewriting/rewrite.ts'
import {
  type Keeping,
  namesInDocuments,
  type OrdersOf,
  retainedOrders,
} from '../orders/changes/redact.ts'
import { msg } from '../texts/message.ts'
import { identifies, joined, type Known, knownOf, NOTHING } from './known.ts'
import {
  type AnonymisationRow,
  anonymisations_find,
  anonymisations_put,
  statuses_keeping,
} from './sql.ts'

// A person's data is removed from the customer's record at once, and the job goes through all else.

/** Orders that one answer names; more are counted. */
export const MOST_NAMED = 1_000

export const FIRST_STAGE = 'orders'

interface Wanted {
  /** Unless the code says who the person is. */
  keep_fk_id?: boolean
  kept_statuses?: number[] | null
}

/**
 * Removes a person's data for good, or goes on with it where orders had to stay.
 * @param years for which orders stay that are fiscal documents, behind the one that they are of
 */
export async function anonymise(
  tx: Tx,
  actor: Actor,
  id: number,
  { keep_fk_id = true, kept_statuses = null }: Wanted,
  years: number,
): Promise<Outcome> {
  const { account_id } = actor
  refuseRestricted(actor)
  await refuseOpen(tx, actor, kept_statuses)
  const found = await lockCustomer(tx, account_id, id)
  const [before] = await anonymisations_find(tx, [account_id, id])
  const known = joined(knownBefore(before), await knownNow(tx, { account_id, id_customer: id }))
  const stays = found.fk_id !== null && keep_fk_id && !identifies(known, found.fk_id)
  if (!found.is_anonymised || (found.fk_id !== null && !stays)) {
    await emptyCustomer(tx, actor, id, stays ? found.fk_id : null)
  }
  await anonymisations_put(tx, [
    account_id,
    id,
    kept_statuses,
    FIRST_STAGE,
    JSON.stringify(found.is_anonymised ? known : joined(known, knownOf([found]))),
  ])
  await recordAudit(tx, actor, {
    action: 'customer_anonymised',
    id_record: account_id,
    record: JSON.stringify({ id_customer: id, keep_fk_id, kept_statuses }),
  })
  const document = await readAnonymisation(tx, actor, id, years)
  return { done: 'created', document, location: `/customers/${id}/anonymisation` }
}

/** How far it is, and what stays: JSON. */
export async function readAnonymisation(
  db: Reader,
  actor: Pick<Actor, 'account_id' | 'only' | 'time_zone'>,
  id_customer: number,
  years: number,
): Promise<string> {
  const { account_id, time_zone } = actor
  refuseRestricted(actor)
  const [row] = await anonymisations_find(db, [account_id, id_customer])
  if (!row) throw notFound(msg`Anonymisation of customer ${id_customer}`)
  const keeping = await keepingOf(db, account_id, row, time_zone, years)
  const kept = await retainedOrders(db, { account_id, id_customer }, keeping, MOST_NAMED)
  return JSON.stringify({
    id_customer,
    state: row.state,
    asked_at: row.asked_at,
    finished_at: row.finished_at,
    kept_statuses: keeping.statuses,
    kept_orders: {
      count: kept.count,
      orders: kept.orders.map(({ id, year }) => ({ id, until: `${year + years}-12-31` })),
    },
    mentions: JSON.parse(row.mentioned),
  })
}

/** Which orders stay, as things are now. */
export async function keepingOf(
  db: Reader,
  account_id: number,
  { kept_statuses }: Pick<AnonymisationRow, 'kept_statuses'>,
  time_zone: string,
  years: number,
): Promise<Keeping> {
  const { from, statuses } = singleRow(await statuses_keeping(db, [account_id, years, time_zone]))
  const kept = kept_statuses ? statuses.filter((id) => kept_statuses.includes(id)) : statuses
  return { statuses: kept, from, time_zone }
}

/** By what the person is recognised, as far as history and documents still tell. */
export async function knownNow(db: Reader, orders: OrdersOf): Promise<Known> {
  const { account_id, id_customer } = orders
  const texts = await historyTexts(db, account_id, 'customer', id_customer)
  const history = texts.map((text) => JSON.parse(text) as { name?: string })
  const names = (await namesInDocuments(db, orders)).map((name) => ({ name }))
  const isAnonymous = ({ name }: { name?: string }) => name === anonymousName(id_customer)
  return knownOf([...history, ...names].filter((one) => !isAnonymous(one)))
}

function knownBefore(row: AnonymisationRow | undefined): Known {
  return row ? (JSON.parse(row.known) as Known) : NOTHING
}

/** Who sees some orders only can't decide over all of a customer. */
function refuseRestricted({ only: sees }: Pick<Actor, 'only'>): void {
  if (!isRestricted(sees)) return
  throw new Problem(
    'insufficient_scope',
    msg`The token is restricted to some orders; this is about all of a customer.`,
  )
}

/** What is no document shows today's names: it can't keep those of before. */
async function refuseOpen(tx: Tx, actor: Actor, kept: number[] | null): Promise<void> {
  if (!kept) return
  const { statuses } = singleRow(await statuses_keeping(tx, [actor.account_id, 0, actor.time_zone]))
  const errors = kept.flatMap((id, i): FieldError[] =>
    statuses.includes(id)
      ? []
      : [
          {
            pointer: `/kept_statuses/${i}`,
            code: 'unknown_reference',
            detail: msg`names order status ${id}, which does not exist or is not locked.`,
          },
        ],
  )
  refuseInvalid(errors)
}
