import { isDeepStrictEqual } from 'node:util'
import { toInstant } from '../base/values/date-time.ts'
import { mergedValues } from '../custom/rules.ts'
import type { SentFields } from './sent.ts'
import { type OrderState, orderColumns } from './sql.ts'

type OrderColumn = (typeof orderColumns)[number]

/** The fields a client writes, as the database takes them: instants in UTC, decimals as text. */
export interface OrderFields {
  fk_id: string | null
  date: string
  id_customer: number
  id_user: number | null
  /** null: the account's initial status. */
  id_order_status: number | null
  /** Why the order is in its status. */
  id_reason: number | null
  id_payment_type: number | null
  id_payment_method: number | null
  id_category: number | null
  id_freight_type: number | null
  freight_value: string
  id_shipping_company: number | null
  id_address: number | null
  id_branch_company: number | null
  id_opportunity: number | null
  id_quotation: number | null
  observations: string | null
  delivery_date: string | null
  custom_fields: Record<string, string>
}

/** Those of an order as it is read for a command. */
export function fieldsOf({ written }: Pick<OrderState, 'written'>): OrderFields {
  return written as unknown as OrderFields
}

/** A new order's fields where the client says nothing. */
export function defaultFields(): Omit<OrderFields, 'id_customer'> {
  return {
    fk_id: null,
    date: new Date().toISOString(),
    id_user: null,
    id_order_status: null,
    id_reason: null,
    id_payment_type: null,
    id_payment_method: null,
    id_category: null,
    id_freight_type: null,
    freight_value: '0',
    id_shipping_company: null,
    id_address: null,
    id_branch_company: null,
    id_opportunity: null,
    id_quotation: null,
    observations: null,
    delivery_date: null,
    custom_fields: {},
  }
}

/** What stays of `base` in an order that moves: its reason was one for the status that it leaves. */
export function stayingFields<B extends Partial<OrderFields>>(
  base: B,
  before: Partial<OrderFields>,
  { id_order_status: to }: SentFields,
): B {
  const isMove = to !== undefined && to !== before.id_order_status
  return isMove ? { ...base, id_reason: null } : base
}

/** `base` with what was sent laid over it; local times are of `zone`. */
export function withSent<B extends Partial<OrderFields>>(
  base: B,
  sent: SentFields,
  zone: string,
): B & OrderFields {
  const { date, delivery_date, freight_value, custom_fields, ...plain } = sent
  const given = Object.entries(plain).filter(([, value]) => value !== undefined)
  return {
    ...base,
    ...Object.fromEntries(given),
    ...(date === undefined ? {} : { date: toInstant(date, zone) }),
    ...(delivery_date === undefined
      ? {}
      : { delivery_date: delivery_date === null ? null : toInstant(delivery_date, zone) }),
    ...(freight_value === undefined ? {} : { freight_value: String(freight_value ?? 0) }),
    ...(custom_fields === undefined
      ? {}
      : { custom_fields: mergedValues(base.custom_fields ?? {}, custom_fields) }),
  } as B & OrderFields
}

/** The names of the fields in which two states differ. */
export function changedFields(before: OrderFields, after: OrderFields): OrderColumn[] {
  return orderColumns.filter((column) => !isDeepStrictEqual(before[column], after[column]))
}
