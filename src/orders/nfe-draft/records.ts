import { parse } from 'lossless-json'
import { type Reader, singleRow } from '../../database/database.ts'
import { draft_records } from './sql.ts'

/** What a draft says of the records of an order: texts, decimals and ids as texts. */
export interface DraftRecords {
  readonly customer: { email: string | null; phone: string | null }
  readonly main_address: AddressRow | null
  /** Of the order, if it has one. */
  readonly address: AddressRow | null
  readonly branch_company: {
    name: string
    document: string | null
    ibge: string | null
    ie: string | null
    st_registrations: readonly { state: string; ie: string }[]
  } | null
  readonly shipping_company: {
    name: string
    document: string | null
    ie: string | null
    address: string | null
    state: string | null
  } | null
  readonly operation: { name: string; purpose: string } | null
  /** Their codes (tPag) by id. */
  readonly payment_methods: Readonly<Record<string, string | null>>
  readonly products: Readonly<Record<string, ProductRow>>
}

export interface AddressRow {
  readonly id: string
  readonly street: string | null
  readonly number: string | null
  readonly number_text: string | null
  readonly complement: string | null
  readonly zip_code: string | null
  readonly neighborhood: string | null
  readonly city: string | null
  readonly state: string | null
  readonly ibge: string | null
  readonly country: string
}

export interface ProductRow {
  readonly fk_id: string | null
  readonly tax_unit: string | null
  readonly ex_tipi: string | null
  readonly ipi_class: string | null
  readonly benefit: string | null
  readonly net_weight: string | null
  readonly gross_weight: string | null
}

type Reference = { id: string; name: string; fk_id: string | null } | null

/** An order's JSON, its numbers as texts: a double would not hold a unit price of 20 digits. */
export interface DraftedOrder {
  readonly customer: NonNullable<Reference>
  readonly address: Reference
  readonly branch_company: Reference
  readonly shipping_company: Reference
  readonly payment_method: Reference
  readonly operation: Reference
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

/** The records of an order as they are now. */
export async function draftRecords(
  db: Reader,
  account_id: number,
  order: DraftedOrder,
): Promise<DraftRecords> {
  const methods = [
    order.payment_method,
    ...(order.installments ?? []).map((one) => one.payment_method),
  ]
  const { records } = singleRow(
    await draft_records(db, [
      account_id,
      Number(order.customer.id),
      idOf(order.address),
      idOf(order.branch_company),
      idOf(order.shipping_company),
      idOf(order.operation),
      methods.flatMap((method) => idOf(method) ?? []),
      order.items.map(({ item }) => Number(item.id)),
    ]),
  )
  return parse(JSON.stringify(records), null, String) as DraftRecords
}

const idOf = (reference: Reference): number | null => (reference ? Number(reference.id) : null)
