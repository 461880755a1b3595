// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { InstallmentInput, IntermediaryInput, OrderItemInput } from './orders-3.ts'
import type { Order } from './orders-2.ts'
import type { OrderDiff } from './orders-5.ts'

/** An order whose taxes were worked out again, and what that changed. */
export interface OrderRecalculation {
  /** Nothing was written. */ dry_run: boolean
  order: Order
  diff: OrderDiff
}

export interface OrderBulkInput {
  /** RFC 3339 or a date (its first instant), without a zone in `time_zone`. */ date?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** The number that people say. Drawn from the account’s series when the order comes into a status that is `numbered`, unless it is sent before, as by a system that has numbers of its own. No two orders of an account ever have the same; once there it stays. */ number?: string | null
  /** The account’s initial status, unless given. */ id_order_status?: number
  /** The same by its own `fk_id`, in place of `id_order_status`. */ fk_id_order_status?: string
  /** Why the order is in its status, such as why it was cancelled; needed where the status says `reason_required`. It goes with a move to another status, unless that brings one. */ id_reason?: number | null
  /** The same by its own `fk_id`, in place of `id_reason`. */ fk_id_reason?: string | null
  /** Who pays the freight; needed where `freight_value` is above 0. */ id_freight_type?: number | null
  /** The same by its own `fk_id`, in place of `id_freight_type`. */ fk_id_freight_type?: string | null
  /** Part of the order’s total where the freight type is `charged`. Exact: at most 13 integer digits and 2 decimals. */ freight_value?: number | null
  /** Insurance of the goods. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ insurance_value?: number | null
  /** Such as packing or handling, charged to the customer. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ other_expenses?: number | null
  /** Discount of the whole order in money, beside the discounts of its items; at most the sum of their net totals. When items change, the discount (money or percentage) that was sent last stays, and the other follows. Taken off the order’s total. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number | null
  /** The same in percent of the sum of the items’ net totals. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage?: number | null
  /** Who orders. */ id_customer?: number
  /** The same by its own `fk_id`, in place of `id_customer`. */ fk_id_customer?: string
  /** The seller. */ id_user?: number | null
  /** The same by its own `fk_id`, in place of `id_user`. */ fk_id_user?: string | null
  /** Free text. */ observations?: string | null
  /** Free text for the house alone: it is on no paper. */ internal_observations?: string | null
  /** RFC 3339 or a date (its first instant), without a zone in `time_zone`. */ delivery_date?: string | null
  /** The last day on which a quotation becomes an order at its prices, in the account’s time zone. In a status with `quotation_days` an order without one gets today and so many days; null there begins them anew. */ valid_until?: string | null
  /** The day that decides what taxes add to the total, and their national rates. While it is null that is the day of `delivery_date`, or else of `date`, in the account’s time zone. It stays as it is in a locked order. */ tax_date?: string | null
  /** Where the order comes from. */ id_opportunity?: number | null
  /** The same by its own `fk_id`, in place of `id_opportunity`. */ fk_id_opportunity?: string | null
  /** Where the order comes from. */ id_quotation?: number | null
  /** The same by its own `fk_id`, in place of `id_quotation`. */ fk_id_quotation?: string | null
  /** When it is paid, such as in 28 days. */ id_payment_type?: number | null
  /** The same by its own `fk_id`, in place of `id_payment_type`. */ fk_id_payment_type?: string | null
  /** How it is paid, such as by boleto. */ id_payment_method?: number | null
  /** The same by its own `fk_id`, in place of `id_payment_method`. */ fk_id_payment_method?: string | null
  /** When how much of the order is due. A list that is sent is kept: its amounts add up to the order’s total, and when that changes each keeps its share of it, in percent, and its date. Null: they follow from the `terms` of the payment type, again whenever the total, the payment type or the date that they are counted from changes. */ installments?: Array<InstallmentInput> | null
  /** Kind of order. */ id_category?: number | null
  /** The same by its own `fk_id`, in place of `id_category`. */ fk_id_category?: string | null
  /** What the order is to the tax office, such as a sale; lines may have their own. */ id_operation?: number | null
  /** The same by its own `fk_id`, in place of `id_operation`. */ fk_id_operation?: string | null
  /** Whether the buyer does not resell the goods (indFinal). Null: as the kind of buyer says, who is a final consumer where he is not a contributor of ICMS. */ final_consumer?: boolean | null
  /** Where the buyer was when the order was placed (indPres). 0: Does not apply; 1: Present; 2: By internet; 3: By telephone; 4: Delivered at home; 5: Present, not at the seller’s; 9: Not present, otherwise. */ presence?: 0 | 1 | 2 | 3 | 4 | 5 | 9 | null
  /** Who is between seller and buyer, such as a marketplace: CNPJ and the seller’s `id` there. False: nobody is. Null: it is not said. */ intermediary?: IntermediaryInput | false | null
  /** The number that the order has with the customer. */ customer_order?: string | null
  /** The contract under which the customer buys. */ contract?: string | null
  /** The number of a public buyer’s commitment (nota de empenho). */ commitment?: string | null
  /** The carrier. */ id_shipping_company?: number | null
  /** The same by its own `fk_id`, in place of `id_shipping_company`. */ fk_id_shipping_company?: string | null
  /** Where it is delivered: an address of the order’s customer. */ id_address?: number | null
  /** The same by its own `fk_id`, in place of `id_address`. */ fk_id_address?: string | null
  /** The branch that sells. */ id_branch_company?: number | null
  /** The same by its own `fk_id`, in place of `id_branch_company`. */ fk_id_branch_company?: string | null
  /** Short words of the house’s own, each once. */ tags?: Array<string> | null
  /** Merged key by key; null removes a key. */ custom_fields?: Record<string, string | null>
  /** The total that the order comes to by the day of its invoice, where it is moved to a status that is `invoiced` and 409 `total_moves_with_date` has told it. It is not kept. Exact: at most 13 integer digits and 2 decimals. */ accept_total?: number | null
  /** All items of the order: they replace those that it has. */ items?: Array<OrderItemInput>
}

export interface BulkResult {
  /** Which line, counted from 1, blank ones too. */ line: number
  /** As it was sent, also where that is no code. */ fk_id: string | null
  /** The record’s; null where it was not written. */ id: number | null
  /** `refused`: this record was not written. `failed`, only in a last line: neither this line nor any after it was written; send them again. */ status: "created" | "updated" | "unchanged" | "refused" | "failed"
  /** With `refused` and `failed`: the code of the problem that it would be. */ code?: string
  detail?: string
  /** With `duplicate_fk_id`: the record that has it. */ existing_id?: number
  /** All the errors of the request at once, or the first 100; `detail` then says so. */ errors: Array<FieldError>
}

/** One error: the field and what is wrong with it. */
export interface FieldError {
  /** Place in the body. */ pointer?: string
  /** Path or query parameter; any text, as unknown ones are named too. */ parameter?: string
  /** Request header. */ header?: string
  /** Of `rate_missing`: of what, and for which day. */ meta?: { tax: string; date: string }
  /** Stable. All codes are listed at `/docs/errors`. */ code: string
  /** For a person. */ detail: string
  /** The figure as it was sent. */ sent?: string
  /** The figure that the others make it. */ expected?: string
}
