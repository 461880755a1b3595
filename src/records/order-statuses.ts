import { type FieldError, Problem, refuseInvalid } from '../base/problems.ts'
import type { Tx } from '../database/database.ts'
import { msg } from '../texts/message.ts'
import { defaultReasons, defaultStatuses } from './default-statuses.ts'
import {
  order_statuses_dropFromNext,
  order_statuses_endInitial,
  order_statuses_find,
  order_statuses_insert,
  order_statuses_insertMoves,
  order_statuses_lock,
  reasons_insert,
  type Status,
} from './order-statuses-sql.ts'
import type { RecordRules } from './rules.ts'

/**
 * Exactly one status of an account is initial, and `next` holds only statuses of the account. Both
 * are decided with all of the account's statuses (a handful) locked.
 */
export const orderStatusRules: RecordRules = {
  async lock(tx, account_id) {
    await order_statuses_lock(tx, [account_id])
  },

  async beforeWrite(tx, account_id, id, columns) {
    const statuses = await order_statuses_find(tx, [account_id])
    refuseInvalid([...unknownNext(statuses, columns), ...noInitial(statuses, id, columns)])
    if (columns.get('initial') === true) await order_statuses_endInitial(tx, [account_id, id])
  },

  async beforeDelete(tx, account_id, id) {
    const statuses = await order_statuses_find(tx, [account_id])
    if (statuses.some((status) => status.id === id && status.initial)) throw initialInUse(id)
    await order_statuses_dropFromNext(tx, [account_id, id])
  },
}

function unknownNext(statuses: Status[], columns: Map<string, unknown>): FieldError[] {
  const known = new Set(statuses.map(({ id }) => id))
  const next = (columns.get('next') ?? []) as number[]
  return next.flatMap((id, i) =>
    known.has(id)
      ? []
      : [
          {
            pointer: `/next/${i}`,
            code: 'unknown_reference',
            detail: msg`Order status ${id} does not exist.`,
          },
        ],
  )
}

function noInitial(
  statuses: Status[],
  id: number | null,
  columns: Map<string, unknown>,
): FieldError[] {
  const current = statuses.find(({ initial }) => initial)
  if (current === undefined || current.id !== id || columns.get('initial') !== false) return []
  const detail = msg`can’t be taken from the initial status: set it on another status instead.`
  return [{ pointer: '/initial', code: 'initial_required', detail }]
}

function initialInUse(id: number): Problem {
  return new Problem(
    'record_in_use',
    msg`Order status ${id} is the initial one, where new orders start: make another status initial first.`,
    { extra: { used_by: ['new orders'] } },
  )
}

/** Creates the statuses that a new account starts with, and the moves between them. */
export async function createDefaultStatuses(tx: Tx, account_id: number): Promise<void> {
  for (const { name, fk_id, initial, locked, counts, invoiced = false } of defaultStatuses) {
    await order_statuses_insert(tx, [account_id, name, fk_id, initial, locked, counts, invoiced])
  }
  const moves = defaultStatuses.flatMap(({ fk_id, next }) => next.map((to) => [fk_id, to] as const))
  await order_statuses_insertMoves(tx, [
    account_id,
    moves.map(([from]) => from),
    moves.map(([, to]) => to),
  ])
}

/** Creates the reasons that a new account starts with. */
export async function createDefaultReasons(tx: Tx, account_id: number): Promise<void> {
  for (const { name, fk_id } of defaultReasons) await reasons_insert(tx, [account_id, name, fk_id])
}
