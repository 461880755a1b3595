import type { Actor } from '../access/actor.ts'
import { inScope, isRestricted } from '../access/row-scope.ts'
import { errorSummary, type FieldError, Problem, validationFailed } from '../base/problems.ts'
import {
  type Attempted,
  breaksRules,
  errorsByRules,
  isTakenValue,
  takenValues,
} from '../custom/failures.ts'
import { mergedValues } from '../custom/rules.ts'
import type { Reader } from '../database/database.ts'
import {
  CHECK_VIOLATION,
  databaseFailure,
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
  violates,
} from '../database/failures.ts'
import { msg } from '../texts/message.ts'
import { isTakenFkId } from './creating/create.ts'
import { fieldsOf, type OrderFields, stayingFields, withInput } from './fields.ts'
import {
  type FieldsInput,
  type ItemBody,
  type ItemInput,
  type ItemPatch,
  installmentInputs,
  type OrderInput,
  type OrderPatch,
} from './input.ts'
import { installmentsFault } from './installments/faults.ts'
import type { InstallmentInput } from './installments/kept.ts'
import { badMethods } from './installments/methods.ts'
import { idOfKey, type OrderKey } from './reads/keys.ts'
import { type PointedInput, pointerAsSent, withIds } from './references/codes.ts'
import { badReferences, type LineReference } from './references/references.ts'
import { lineReferenceColumns } from './references/sql.ts'
import { orders_findByNumber, orders_state, statuses_requiringReason } from './sql.ts'

/** A change of an order that was refused. */
export interface Attempt {
  /** The order that was to change; null for a new one. */
  order: OrderKey | null
  /** As it was sent: errors point into it. */
  body: object
  /** The order's own fields, unless the body is about items alone. */
  fields?: OrderPatch
  items: PointedInput<ItemBody | ItemPatch>[]
  /** What the body leaves out becomes unset. */
  replaces?: boolean
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
  throw await explainedFailure(db, actor, attempt, error)
}

/** What `explainFailure` throws. */
export async function explainedFailure(
  db: Reader,
  actor: Actor,
  attempt: Attempt,
  error: unknown,
): Promise<unknown> {
  const explained = await explanation(db, actor, attempt, error)
  return explained instanceof Problem ? asSent(explained, attempt.body) : explained
}

/** A failed write of an order with all its items, or of some of its fields. */
export function attemptOf(order: OrderKey | null, body: OrderInput): Attempt {
  const { items = [], ...fields } = body
  const inputs = items.map((sent, i) => ({ sent, pointer: `/items/${i}` }))
  return { order, body, fields, items: inputs }
}

/** The same problem, its errors where the client wrote: at the code of a reference, or at the id. */
function asSent(problem: Problem, body: object): Problem {
  const errors = problem.errors.map((fieldError) =>
    fieldError.pointer
      ? { ...fieldError, pointer: pointerAsSent(fieldError.pointer, body) }
      : fieldError,
  )
  const { code, cause } = problem
  const detail = code === 'validation_failed' ? errorSummary(errors) : problem.detail
  return new Problem(code, detail, { ...problem, errors, cause })
}

async function explanation(
  db: Reader,
  actor: Actor,
  attempt: Attempt,
  error: unknown,
): Promise<unknown> {
  if (error instanceof Problem && error.code === 'validation_failed') {
    const { errors, meta } = error
    const more = await secondErrors(db, actor, attempt)
    const others = more.filter(({ pointer }) => !errors.some((one) => one.pointer === pointer))
    return validationFailed([...errors, ...others], meta)
  }
  const aboutInstallments = installmentsFault(error, attempt)
  if (aboutInstallments) return validationFailed([aboutInstallments])
  if (isTakenFkId(error)) return takenFkId(db, actor, attempt, error)
  if (violates(error, UNIQUE_VIOLATION, 'orders_number_taken')) {
    return takenNumber(db, actor, attempt, error)
  }
  if (violates(error, UNIQUE_VIOLATION, 'order_items_account_id_id_order_fk_id_key')) {
    const detail = msg`Another item of this order has this fk_id.`
    return new Problem('duplicate_fk_id', detail, {
      errors: [{ pointer: '/fk_id', code: 'duplicate_fk_id', detail }],
      cause: error,
    })
  }
  if (breaksRules(error) || lacksReason(error)) {
    const errors = await secondErrors(db, actor, attempt)
    return errors.length ? validationFailed(errors) : justChanged(error)
  }
  if (isTakenValue(error)) {
    const attempted = await customFieldsOf(db, actor, attempt)
    const mayKnow = (id: number) => isShown(db, actor, id)
    const taken = attempted && (await takenValues(db, actor.account_id, attempted, error, mayKnow))
    return taken ?? justChanged(error)
  }
  const { code } = databaseFailure(error) ?? {}
  if (code === FOREIGN_KEY_VIOLATION) {
    const errors = await secondErrors(db, actor, attempt)
    if (errors.length) return validationFailed(errors)
    const detail = msg`A record this order refers to was just deleted; try again.`
    return new Problem('conflict', detail, { cause: error })
  }
  if (code === OUT_OF_RANGE) {
    const detail = msg`The order would come to more than 13 integer digits.`
    const pointer = attempt.fields ? '/items' : ''
    return validationFailed([{ pointer, code: 'total_out_of_range', detail }])
  }
  return error
}

/** The database refused an order that comes into a status without the reason that this requires. */
function lacksReason(error: unknown): boolean {
  return violates(error, CHECK_VIOLATION, 'orders_reason_required')
}

/** What only the database can tell of a body: references, a reason that lacks, and custom fields. */
async function secondErrors(db: Reader, actor: Actor, attempt: Attempt): Promise<FieldError[]> {
  return [
    ...(await referenceErrors(db, actor, attempt)),
    ...(await customErrorsOf(db, actor, attempt)),
  ]
}

function justChanged(cause: unknown): Problem {
  const detail = msg`What is declared at /custom-fields, the status, or a record with the same value, just changed; try again.`
  return new Problem('conflict', detail, { cause })
}

async function customErrorsOf(db: Reader, actor: Actor, attempt: Attempt): Promise<FieldError[]> {
  const attempted = await customFieldsOf(db, actor, attempt)
  return attempted ? errorsByRules(db, actor.account_id, attempted) : []
}

/** Undefined where the attempt is not about the order's own fields. */
async function customFieldsOf(
  db: Reader,
  actor: Actor,
  attempt: Attempt,
): Promise<Attempted | undefined> {
  const { order, fields, replaces = false } = attempt
  if (!fields) return undefined
  const before = (order && (await stored(db, actor, attempt)).custom_fields) ?? null
  const base = replaces ? {} : (before ?? {})
  return { resource: 'orders', before, after: mergedValues(base, fields.custom_fields ?? {}) }
}

async function takenFkId(
  db: Reader,
  actor: Actor,
  { order, fields }: Attempt,
  cause: unknown,
): Promise<Problem> {
  // A PUT has it in its path alone.
  const fk_id = fields?.fk_id ?? (order && 'fk_id' in order ? order.fk_id : '')
  const id = await idOfKey(db, actor.account_id, { fk_id })
  return takenBy(fk_id, id !== undefined && (await isShown(db, actor, id)) ? id : undefined, cause)
}

/** A number that another order has, or had. */
async function takenNumber(
  db: Reader,
  actor: Actor,
  { fields }: Attempt,
  cause: unknown,
): Promise<Problem> {
  const number = fields?.number ?? ''
  const [holder] = await orders_findByNumber(db, [actor.account_id, number])
  const id = holder && (await isShown(db, actor, holder.id)) ? holder.id : undefined
  const detail = msg`The number "${number}" belongs to another order, or did.`
  return new Problem('number_taken', detail, {
    errors: [{ pointer: '/number', code: 'number_taken', detail }],
    extra: id ? { existing_id: id } : {},
    cause,
  })
}

/** @param id of the order that has the code, where that may be told */
export function takenBy(fk_id: string, id: number | undefined, cause?: unknown): Problem {
  const detail = id
    ? msg`The fk_id "${fk_id}" belongs to another order, ${id}.`
    : msg`The fk_id "${fk_id}" belongs to another order.`
  return new Problem('duplicate_fk_id', detail, {
    errors: [{ pointer: '/fk_id', code: 'duplicate_fk_id', detail }],
    extra: id ? { existing_id: id } : {},
    cause,
  })
}

/** Whether the caller may know that there is this order. */
async function isShown(db: Reader, { account_id, only }: Actor, id: number): Promise<boolean> {
  if (!isRestricted(only)) return true
  const [state] = await orders_state(db, [account_id, id])
  return state !== undefined && inScope(only, fieldsOf(state))
}

async function referenceErrors(db: Reader, actor: Actor, attempt: Attempt): Promise<FieldError[]> {
  const before = attempt.fields ? await stored(db, actor, attempt) : {}
  const { resolved, errors } = await withIds<object>(db, actor, [
    { sent: attempt.fields ?? {}, pointer: '', id_customer: before.id_customer },
    ...attempt.items,
    ...installmentInputs(attempt.fields ?? {}),
  ])
  const [fields, ...parts] = resolved as [FieldsInput, ...Partial<ItemInput>[]]
  const items = parts.slice(0, attempt.items.length)
  const installments = parts.slice(items.length) as InstallmentInput[]
  const order = attempt.fields
    ? withInput(stayingFields(before, before, fields), fields, actor.time_zone)
    : {}
  const named = items.flatMap((item, i) =>
    lineReferenceColumns.flatMap(({ column }): LineReference[] => {
      const id = item[column]
      return id ? [{ column, id, pointer: attempt.items[i]?.pointer ?? '' }] : []
    }),
  )
  return [
    ...errors,
    ...(await badReferences(db, actor, order, named, before.id_customer)),
    ...(await badMethods(db, actor, installments)),
    ...(attempt.fields ? await lackingReason(db, actor, before, order) : []),
  ]
}

/** @param before nothing of a new order */
async function lackingReason(
  db: Reader,
  { account_id }: Actor,
  before: Partial<OrderFields>,
  { id_order_status: status = null, id_reason: reason = null }: Partial<OrderFields>,
): Promise<FieldError[]> {
  const isAsBefore = status === before.id_order_status && before.id_reason === null
  if (reason !== null || isAsBefore) return []
  const [requiring] = await statuses_requiringReason(db, [account_id, status])
  if (!requiring) return []
  const detail = msg`is required: orders are in "${requiring.name}" for a reason.`
  return [{ pointer: '/id_reason', code: 'reason_required', detail }]
}

/** The order as it is now, since what is not sent stays. */
async function stored(db: Reader, actor: Actor, { order }: Attempt): Promise<Partial<OrderFields>> {
  const id = order && (await idOfKey(db, actor.account_id, order))
  const [state] = id ? await orders_state(db, [actor.account_id, id]) : []
  const fields = state && fieldsOf(state)
  return fields && inScope(actor.only, fields) ? fields : {}
}
