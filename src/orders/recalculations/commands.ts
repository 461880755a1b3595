import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { contains, rowScopeOf } from '../../access/row-scope.ts'
import type { Outcome, Precondition } from '../../base/outcomes.ts'
import { notFound, Problem } from '../../base/problems.ts'
import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import { type Language, msg } from '../../texts/message.ts'
import type { Filters } from './filters.ts'
import { MAX_KEPT, MAX_OPEN } from './schema.ts'
import {
  recalculations_cancel,
  recalculations_count,
  recalculations_find,
  recalculations_forgetOldest,
  recalculations_insert,
  recalculations_lock,
  recalculations_lockAll,
  recalculations_redact,
} from './sql.ts'

/**
 * Asks for one: its job does it.
 * @throws Problem `limit_reached` where the account has too many that wait or run
 */
export async function beginRecalculation(
  tx: Tx,
  actor: Actor,
  { filters, isDry, language }: { filters: Filters; isDry: boolean; language: Language },
): Promise<Outcome> {
  const { account_id, scopes, only, id_token, token_name, request_id } = actor
  const { count, open } = singleRow(await recalculations_count(tx, [account_id]))
  if (open >= MAX_OPEN) {
    const detail = msg`The account has ${MAX_OPEN} recalculations that wait or run, the most: wait for one, or cancel some.`
    throw new Problem('limit_reached', detail)
  }
  if (count >= MAX_KEPT) await recalculations_forgetOldest(tx, [account_id, 1 + count - MAX_KEPT])
  const by = [scopes, only.users, only.branches, id_token, token_name, request_id] as const
  const { id } = singleRow(
    await recalculations_insert(tx, [account_id, JSON.stringify(filters), isDry, ...by, language]),
  )
  const { document } = singleRow(await recalculations_find(tx, [account_id, id]))
  return { done: 'created', document, location: `/orders/recalculations/${id}` }
}

/** Those `r` that tell of no other orders than the token sees, as conditions. */
export function recalculationsFor({ only: { users, branches } }: Actor): RawBuilder<unknown>[] {
  return [
    ...(users ? [sql`r.only_users <@ ${users}::bigint[]`] : []),
    ...(branches ? [sql`r.only_branches <@ ${branches}::bigint[]`] : []),
  ]
}

/** The same of one. @throws Problem `not_found` */
function shown<Row extends Parameters<typeof rowScopeOf>[0]>(
  actor: Actor,
  id: number,
  [row]: Row[],
): Row {
  if (!row || !contains(actor.only, rowScopeOf(row))) throw notFound(msg`Recalculation ${id}`)
  return row
}

export async function readRecalculation(db: Reader, actor: Actor, id: number): Promise<string> {
  return shown(actor, id, await recalculations_find(db, [actor.account_id, id])).document
}

/** Ends it: what was written stays, the rest is left. @throws Problem where it is over */
export async function cancelRecalculation(
  tx: Tx,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const { state, document } = shown(actor, id, await recalculations_lock(tx, [account_id, id]))
  precondition(document)
  const [row] = await recalculations_cancel(tx, [account_id, id])
  if (row) return { done: 'updated', document: row.document }
  const detail = msg`Recalculation ${id} is ${state}; one that is waiting or running can be cancelled.`
  throw new Problem('recalculation_state', detail)
}

/** Takes out of recalculations what mentions somebody whose data is removed; those that are not over end. */
export async function redactRecalculations(
  tx: Tx,
  account_id: number,
  mentions: (text: string) => boolean,
): Promise<void> {
  for (const { id, filters } of await recalculations_lockAll(tx, [account_id])) {
    const all = Object.entries(JSON.parse(filters) as Filters)
    const others = all.filter(([, value]) => !mentions(value))
    if (others.length === all.length) continue
    const rest = JSON.stringify(Object.fromEntries(others))
    await recalculations_redact(tx, [account_id, id, rest])
  }
}
