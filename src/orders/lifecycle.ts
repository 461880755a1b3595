import { columnOf, type OrderColumn, writtenRows } from '../model/order.ts'

/** A status of an account: data, edited through `/order-statuses`. */
export interface Status {
  readonly id: number
  readonly name: string
  readonly locked: boolean
  /** Its orders are quotations, valid for so many days; null: they are none. */
  readonly quotation_days: number | null
  /** Ids of the statuses that can follow. */
  readonly next: readonly number[]
}

/** What a change that moves an order to a status in which it is invoiced says of its total. */
export interface Invoicing {
  /** Whether a total that goes with the day is to be accepted. */
  readonly isAsked: boolean
  /** The one that was. */
  readonly accepted: number | undefined
}

export type Move =
  | { readonly ok: true }
  | { readonly ok: false; readonly allowed: readonly number[] }

/** Whether an order may go from its status to another. Staying is always allowed. */
export function decideMove(from: Status, toId: number): Move {
  if (toId === from.id || from.next.includes(toId)) return { ok: true }
  return { ok: false, allowed: from.next }
}

/** The other status into which an order comes; undefined where it stays. */
export function movedTo(from: Pick<Status, 'id'>, to: number | null): number | undefined {
  return to === null || to === from.id ? undefined : to
}

/** The written order fields that can change in a locked status. Everything else is settled. */
export const FREE_WHEN_LOCKED: readonly OrderColumn[] = writtenRows
  .filter(({ isFreeWhenLocked }) => isFreeWhenLocked)
  .map(columnOf)

const free: ReadonlySet<string> = new Set(FREE_WHEN_LOCKED)

/**
 * Which of these changes (written names; `items` for any change of an item) a locked status
 * forbids. What counts is the status the order is in before the change: an order can be corrected
 * and locked at once, but not unlocked and corrected at once.
 */
export function lockedFields(changedFields: readonly string[]): string[] {
  return changedFields.filter((field) => !free.has(field))
}

/**
 * Whether a quotation lapsed before it leaves its status: it had an end, and that was before today.
 * @param today of the account, as `valid_until` is: asked of quotations alone
 */
export function isLapsed(
  from: Pick<Status, 'id' | 'quotation_days'>,
  { id_order_status, valid_until }: { id_order_status: number | null; valid_until: string | null },
  today: () => string,
): boolean {
  const isLeft = from.quotation_days !== null && movedTo(from, id_order_status) !== undefined
  return isLeft && valid_until !== null && valid_until < today()
}
