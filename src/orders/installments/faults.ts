import type { FieldError } from '../../base/problems.ts'
import { CHECK_VIOLATION, violates } from '../../database/failures.ts'
import { msg } from '../../texts/message.ts'

/** What was sent of an order: its own fields, unless it is about items alone. */
interface Sent {
  body: object
  fields?: object
}

/**
 * What the database had against an order's instalments, in the request's terms; undefined where it is about
 * something else.
 */
export function installmentsFault(error: unknown, { body, fields }: Sent): FieldError | undefined {
  if (violates(error, CHECK_VIOLATION, 'orders_installments_sum')) {
    const detail = msg`must add up to what the order comes to.`
    return { pointer: '/installments', code: 'installments_sum', detail }
  }
  if (!violates(error, CHECK_VIOLATION, 'orders_installments_positive')) return undefined
  const detail = msg`makes an instalment of the order 0 or less: it comes to too little for its terms.`
  return { pointer: pointerOf(body, fields), code: 'installment_not_positive', detail }
}

/** What the request changed of all that they follow from. */
function pointerOf(body: object, fields: object | undefined): string {
  const has = (name: string) => Object.hasOwn(body, name)
  if (!fields) return ''
  if (has('installments')) return '/installments'
  if (has('id_payment_type') || has('fk_id_payment_type')) return '/id_payment_type'
  return has('items') ? '/items' : ''
}
