import Big from 'big.js'
import { parse } from 'lossless-json'
import { BRAZIL } from '../../../packages/model/invoices/states.ts'
import { type Reader, singleRow } from '../../database/database.ts'
import { regimeOf } from '../../taxes/catalogue.ts'
import { taxDateOf } from '../taxing/lines.ts'
import { ABROAD, type InvoiceFacts, type InvoiceItem } from './invoice.ts'
import { invoice_records } from './sql.ts'

type Records = {
  customer: InvoiceFacts['customer']
  id_main_address: number | null
  address: (NonNullable<InvoiceFacts['address']> & { id: number; country: number }) | null
  branch_company: { state: string | null; regimes: RegimeRow[] } | null
  shipping_company: InvoiceFacts['shipping_company']
  payment_method: InvoiceFacts['payment_method']
  operation: InvoiceFacts['operation']
  freight: { mode: number | null; charged: boolean } | null
  products: Record<string, InvoiceItem['product']>
}

interface RegimeRow {
  since: string
  crt: 1 | 2 | 3 | 4 | null
  ibs_cbs_regime: 'regular' | 'single'
}

/** An order's JSON, its numbers as texts: a double would not hold a unit price of 20 digits. */
type OrderDocument = Record<string, unknown> & {
  date: string
  delivery_date: string | null
  tax_date: string | null
  customer: { id: string }
  items: Record<string, unknown>[]
}

type StoredTax = Omit<InvoiceItem['taxes'][number], 'effect'> & { effect: string }

export interface CheckedOn {
  tax_date: string | undefined
  time_zone: string
}

/**
 * What the invoice of an order would say: from its JSON, stored or previewed, and the records that it refers
 * to as they are now.
 * @param on the day by which it is judged; the one that decides its taxes unless given
 */
export async function factsOf(
  db: Reader,
  account_id: number,
  document: string,
  on: CheckedOn,
): Promise<InvoiceFacts> {
  const order = parse(document, null, String) as OrderDocument
  const { records } = singleRow(
    await invoice_records(db, [
      account_id,
      Number(order.customer.id),
      idOf(order['address']),
      idOf(order['branch_company']),
      idOf(order['shipping_company']),
      idOf(order['payment_method']),
      idOf(order['freight']),
      order.items.map((item) => Number(idOf(item['item']))),
      idOf(order['operation']),
    ]),
  )
  return facts(order, records as Records, on.tax_date ?? taxDateOf(order, on.time_zone))
}

const idOf = (reference: unknown): number | null => {
  const { id } = (reference ?? {}) as { id?: string }
  return id === undefined ? null : Number(id)
}

function facts(order: OrderDocument, records: Records, tax_date: string): InvoiceFacts {
  const { customer, address, branch_company, freight, products } = records
  const given = order as unknown as Record<string, never>
  return {
    tax_date,
    seller: sellerOn(branch_company, tax_date),
    customer,
    address: address && {
      state: address.country === BRAZIL ? address.state : ABROAD,
      ibge: address.ibge,
      street: address.street,
    },
    is_delivered_elsewhere: address !== null && address.id !== records.id_main_address,
    final_consumer: given['final_consumer'] ?? null,
    presence: number(given['presence']),
    intermediary: given['intermediary'] ?? null,
    commitment: given['commitment'] ?? null,
    operation: records.operation,
    payment_method: records.payment_method,
    freight,
    shipping_company: records.shipping_company,
    total_value: given['total_value'] as unknown as string,
    payable_value: given['payable_value'] ?? (given['total_value'] as unknown as string),
    freight_charged: freight?.charged ? freightValue(order) : '0',
    insurance_value: given['insurance_value'] as unknown as string,
    other_expenses: given['other_expenses'] as unknown as string,
    discount_value: given['discount_value'] as unknown as string,
    installments: given['installments'] ?? [],
    items: order.items.map((item) => ({
      ...(item as unknown as InvoiceItem),
      // Orders are shown without it: it is what is left after the discount, and the discount.
      total_item: new Big(item['total_liq'] as string).plus(item['vlr_desc'] as string).toFixed(),
      cfop: (item['cfop'] as string | null | undefined) ?? null,
      taxes: ((item['taxes'] ?? []) as StoredTax[]).map((tax) => ({
        ...tax,
        effect: Number(tax.effect),
      })),
      lots: (item['lots'] as InvoiceItem['lots'] | undefined) ?? [],
      product: products[String(idOf(item['item']))] as InvoiceItem['product'],
    })),
  }
}

const number = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value)

const freightValue = ({ freight }: OrderDocument): string =>
  (freight as { value: string } | null)?.value ?? '0'

/** By the row of its regimes that is in force. */
function sellerOn(branch: Records['branch_company'], day: string): InvoiceFacts['seller'] {
  const row = (branch?.regimes ?? [])
    .filter(({ since }) => since <= day)
    .toSorted((a, b) => (a.since < b.since ? 1 : -1))[0]
  const crt = row?.crt ?? null
  const regime = regimeOf({ regime: row?.ibs_cbs_regime, crt: crt ?? undefined })
  return { state: branch?.state ?? null, crt, regime }
}
