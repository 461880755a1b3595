import { parse } from 'lossless-json'
import type { ReferringOrder } from '../invoice-records/records.ts'

type Reference = { id: string; name: string; fk_id: string | null } | null

/** An order's JSON, its numbers as texts: a double would not hold a unit price of 20 digits. */
export interface DraftedOrder extends ReferringOrder {
  readonly observations: string | null
  readonly customer_order: string | null
  readonly contract: string | null
  readonly commitment: string | null
  readonly payable_value?: string
  readonly installments?: readonly {
    number: string
    due_date: string
    amount: string
    payment_method: Reference
  }[]
  readonly items: readonly DraftedItem[]
}

export interface DraftedItem {
  readonly item: NonNullable<Reference>
  readonly customer_order: string | null
  readonly customer_order_item: string | null
  readonly additional_info: string | null
  readonly lots: readonly {
    number: string
    quantity: string
    made_on: string | null
    expires_on: string | null
  }[]
}

export const draftedOrder = (document: string): DraftedOrder =>
  parse(document, null, String) as DraftedOrder
