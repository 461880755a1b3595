import { type Reader, singleRow } from '../../database/database.ts'
import type { InvoiceFacts, InvoiceItem } from '../invoice-check/invoice.ts'
import { invoice_records } from './sql.ts'

/** What an invoice says of the records that an order refers to. Decimals are texts. */
export interface InvoiceRecords {
  readonly customer: InvoiceFacts['customer'] & {
    readonly email: string | null
    readonly phone: string | null
    readonly main_address: AddressRecord | null
  }
  /** Of the order, if it has one. */
  readonly address: AddressRecord | null
  readonly branch_company: {
    readonly name: string
    readonly document: string | null
    readonly state: string | null
    readonly ibge: string | null
    readonly ie: string | null
    readonly st_registrations: readonly { state: string; ie: string }[]
    readonly regimes: readonly RegimeRow[]
  } | null
  readonly shipping_company: {
    readonly name: string
    readonly document: string | null
    readonly ie: string | null
    readonly address: string | null
    readonly state: string | null
  } | null
  readonly operation: (NonNullable<InvoiceFacts['operation']> & { readonly name: string }) | null
  readonly freight: { readonly mode: number | null; readonly charged: boolean } | null
  /** Of the order and of its instalments, by id. */
  readonly payment_methods: Readonly<Record<string, { readonly code: string | null }>>
  readonly products: Readonly<Record<string, ProductRecord>>
}

export interface AddressRecord {
  readonly id: number
  readonly street: string | null
  readonly number: number | null
  readonly number_text: string | null
  readonly complement: string | null
  readonly zip_code: number | null
  readonly neighborhood: string | null
  readonly city: string | null
  readonly state: string | null
  readonly ibge: string | null
  readonly country: number
}

interface RegimeRow {
  readonly since: string
  readonly crt: 1 | 2 | 3 | 4 | null
  readonly ibs_cbs_regime: 'regular' | 'single'
}

export type ProductRecord = InvoiceItem['product'] & {
  readonly fk_id: string | null
  readonly tax_unit: string | null
  readonly ex_tipi: string | null
  readonly ipi_class: string | null
  readonly benefit: string | null
  readonly net_weight: string | null
  readonly gross_weight: string | null
}

type Reference = { readonly id: string } | null

/** Of an order's JSON, its numbers as texts: what it refers to. */
export interface ReferringOrder {
  readonly id: string
  readonly customer: NonNullable<Reference>
  readonly address: Reference
  readonly branch_company: Reference
  readonly shipping_company: Reference
  readonly operation: Reference
  readonly freight: Reference
  readonly payment_method: Reference
  readonly installments?: readonly { readonly payment_method: Reference }[]
  readonly items: readonly { readonly item: NonNullable<Reference> }[]
}

/** Those of a locked order as they were when it was locked, of any other as they are now. */
export async function recordsOf(
  db: Reader,
  account_id: number,
  order: ReferringOrder,
): Promise<InvoiceRecords> {
  const methods = [order, ...(order.installments ?? [])].map((one) => idOf(one.payment_method))
  const { records } = singleRow(
    await invoice_records(db, [
      account_id,
      Number(order.id),
      Number(order.customer.id),
      idOf(order.address),
      idOf(order.branch_company),
      idOf(order.shipping_company),
      idOf(order.operation),
      idOf(order.freight),
      methods.filter((id) => id !== null),
      order.items.map(({ item }) => Number(item.id)),
    ]),
  )
  return records as InvoiceRecords
}

const idOf = (reference: Reference): number | null => (reference ? Number(reference.id) : null)
