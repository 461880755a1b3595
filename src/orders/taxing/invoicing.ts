import type { Actor } from '../../access/actor.ts'
import { type FieldError, Problem } from '../../base/problems.ts'
import { today } from '../../base/values/date-time.ts'
import type { Reader } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { figure } from '../amounts/figures.ts'
import type { OrderFields } from '../fields.ts'
import type { ResolvedOrder } from '../input.ts'
import type { Invoicing, Status } from '../lifecycle.ts'
import { accounts_confirming, statuses_invoiced } from './sql.ts'

// A move to a status in which orders are invoiced. Its day decides the taxes, and may be another one than that of
// which the customer was told the total.

interface Moved {
  readonly sent: ResolvedOrder
  readonly before: { fields: OrderFields; status: Status } | undefined
}

/**
 * What is sent of orders, with today as the tax date of those with lists of taxes that are invoiced with it, unless
 * another one is sent. Nothing is read where there is none. A locked order’s date stays.
 */
export async function withInvoiceDays(
  db: Reader,
  { account_id, time_zone }: Pick<Actor, 'account_id' | 'time_zone'>,
  orders: readonly Moved[],
): Promise<ResolvedOrder[]> {
  const all = orders.map(({ sent }) => sent)
  const targets = orders.flatMap((order) => targetOf(order) ?? [])
  if (targets.length === 0) return all
  const rows = await statuses_invoiced(db, [account_id, targets])
  if (rows.length === 0) return all
  const isAsked = (await accounts_confirming(db, [account_id])).length > 0
  const invoiced = new Set(rows.map(({ id }) => id))
  return orders.map((order) => {
    const { sent } = order
    if (!invoiced.has(targetOf(order) ?? 0)) return sent
    const { tax_date = today(time_zone), accept_total } = sent.fields
    const invoicing = { isAsked, accepted: accept_total ?? undefined }
    return { ...sent, fields: { ...sent.fields, tax_date }, invoicing }
  })
}

/** Where an order with lists of taxes goes. */
function targetOf({ sent, before }: Moved): number | undefined {
  const { id_order_status: to } = sent.fields
  if (!to || !before || before.status.locked || to === before.status.id) return undefined
  const isTaxed = before.fields.has_taxes || sent.items.some(({ taxes }) => taxes?.length)
  return isTaxed ? to : undefined
}

/** A total by the day that an order had, and by its new one: decimals. */
export interface MovedTotal {
  readonly tax_date: string
  readonly total_value: string
  readonly total_value_then: string
  /** Taxes of its lines that there are not on the new day. */
  readonly closed: readonly string[]
}

/**
 * Asks for the total that an order has by its new day.
 * @throws Problem where none was accepted
 */
export function unacceptedTotal(
  { isAsked, accepted }: Invoicing,
  { tax_date, total_value, total_value_then, closed }: MovedTotal,
): FieldError[] {
  const isSame = total_value === total_value_then && closed.length === 0
  if (isSame || !isAsked) return []
  if (accepted === undefined) {
    const detail = msg`By ${tax_date} the order comes to ${total_value_then}, and not to ${total_value}: send the new total as accept_total.`
    const moved = {
      tax_date,
      total_value: Number(total_value),
      total_value_then: Number(total_value_then),
      closed: [...closed],
    }
    throw new Problem('total_moves_with_date', detail, { meta: moved })
  }
  if (figure(String(accepted)).eq(total_value_then)) return []
  const detail = msg`was sent as ${String(accepted)}, and the order comes to ${total_value_then} by ${tax_date}.`
  return [{ pointer: '/accept_total', code: 'accept_total_stale', detail }]
}
