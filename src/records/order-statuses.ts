import { type Fault, Refusal, refuseFaults } from '../base/refusals.ts'
import { statement } from '../database/database.ts'
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
    refuseFaults([...unknownNext(statuses, columns), ...noInitial(statuses, id, columns)])
    if (columns.get('initial') === true) await order_statuses_endInitial(tx, [account_id, id])
  },

  async beforeDelete(tx, account_id, id) {
    const statuses = await order_statuses_find(tx, [account_id])
    if (statuses.some((status) => status.id === id && status.initial)) throw initialInUse(id)
    await order_statuses_dropFromNext(tx, [account_id, id])
  },
}

interface Status {
  id: number
  initial: boolean
}

function unknownNext(statuses: Status[], columns: Map<string, unknown>): Fault[] {
  const known = new Set(statuses.map(({ id }) => id))
  const next = (columns.get('next') ?? []) as number[]
  return next.flatMap((id, i) =>
    known.has(id)
      ? []
      : [
          {
            pointer: `/next/${i}`,
            code: 'unknown_reference',
            detail: `Order status ${id} does not exist.`,
          },
        ],
  )
}

function noInitial(statuses: Status[], id: number | null, columns: Map<string, unknown>): Fault[] {
  const current = statuses.find(({ initial }) => initial)
  if (current === undefined || current.id !== id || columns.get('initial') !== false) return []
  const detail = 'can’t be taken from the initial status: set it on another status instead.'
  return [{ pointer: '/initial', code: 'initial_required', detail }]
}

function initialInUse(id: number): Refusal {
  return new Refusal(
    'record_in_use',
    `Order status ${id} is the initial one, where new orders start: make another status initial first.`,
    { extra: { used_by: ['new orders'] } },
  )
}

// `no key update`: writers of statuses wait for one another, writers of orders do not wait.
const order_statuses_lock = statement(`
  select id from order_statuses where account_id = $1 order by id for no key update`)

const order_statuses_find = statement<Status>(`
  select id, initial from order_statuses where account_id = $1`)

/** [account_id, id that becomes initial or null for a new one] */
const order_statuses_endInitial = statement(`
  update order_statuses
     set initial = false, version = version + 1,
         updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and initial and id is distinct from $2::bigint`)

const order_statuses_dropFromNext = statement(`
  update order_statuses
     set next = array_remove(next, $2::bigint), version = version + 1,
         updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id <> $2::bigint and next @> array[$2::bigint]`)
