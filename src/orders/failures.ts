import type { Actor } from '../access/actor.ts'
import { type Fault, Refusal, refuseFaults } from '../base/refusals.ts'
import type { Reader } from '../database/database.ts'
import {
  databaseFailure,
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
  violates,
} from '../database/failures.ts'
import { isTakenFkId, type OrderPatch } from './commands.ts'
import { type OrderFields, withSent } from './fields.ts'
import { badReferences } from './references.ts'
import { orders_findByFkId, orders_state } from './sql.ts'

interface Attempt {
  /** The order that was to change; null for a new one. */
  id: number | null
  fields: OrderPatch
  /** The products of the items sent. */
  products: number[]
  /** The body is one item: pointers are relative to it. */
  isItem?: boolean
}

const OUT_OF_RANGE = '22003'

/**
 * Constraints have the last word; this says what they said, in the request's terms, once the
 * transaction is over: which `fk_id` is taken by whom, and every reference that does not exist.
 */
export async function explainFailure(
  db: Reader,
  actor: Actor,
  attempt: Attempt,
  error: unknown,
): Promise<never> {
  if (error instanceof Refusal && error.code === 'validation_failed') {
    const { faults } = error
    const more = await findBadReferences(db, actor, attempt)
    refuseFaults([
      ...faults,
      ...more.filter(({ pointer }) => !faults.some((one) => one.pointer === pointer)),
    ])
  }
  if (isTakenFkId(error)) throw await takenFkId(db, actor, attempt, error)
  if (violates(error, UNIQUE_VIOLATION, 'order_items_account_id_id_order_fk_id_key')) {
    const detail = 'Another item of this order has this fk_id.'
    throw new Refusal('duplicate_fk_id', detail, {
      faults: [{ pointer: '/fk_id', code: 'duplicate_fk_id', detail }],
      cause: error,
    })
  }
  const { code } = databaseFailure(error) ?? {}
  if (code === FOREIGN_KEY_VIOLATION) await refuseBadReferences(db, actor, attempt, error)
  if (code === OUT_OF_RANGE) {
    const detail = 'The order would come to more than 13 integer digits.'
    refuseFaults([{ pointer: attempt.isItem ? '' : '/items', code: 'total_out_of_range', detail }])
  }
  throw error
}

async function takenFkId(
  db: Reader,
  actor: Actor,
  { fields }: Attempt,
  cause: unknown,
): Promise<Refusal> {
  const [existing] = await orders_findByFkId(db, [actor.account_id, fields.fk_id ?? null])
  const detail = `The fk_id "${fields.fk_id}" belongs to another order${existing ? `, ${existing.id}` : ''}.`
  return new Refusal('duplicate_fk_id', detail, {
    faults: [{ pointer: '/fk_id', code: 'duplicate_fk_id', detail }],
    extra: existing ? { existing_id: existing.id } : {},
    cause,
  })
}

async function refuseBadReferences(
  db: Reader,
  actor: Actor,
  attempt: Attempt,
  cause: unknown,
): Promise<void> {
  refuseFaults(await findBadReferences(db, actor, attempt))
  throw new Refusal('conflict', 'A record this order refers to was just deleted; try again.', {
    cause,
  })
}

async function findBadReferences(db: Reader, actor: Actor, attempt: Attempt): Promise<Fault[]> {
  const [state] = attempt.id === null ? [] : await orders_state(db, [actor.account_id, attempt.id])
  const base = (state?.written ?? {}) as Partial<OrderFields>
  const order = attempt.isItem ? {} : withSent(base, attempt.fields, actor.time_zone)
  const faults = await badReferences(db, actor.account_id, order, attempt.products)
  if (!attempt.isItem) return faults
  return faults.map((fault) => ({
    ...fault,
    pointer: (fault.pointer ?? '').replace(/^\/items\/0/, ''),
  }))
}
