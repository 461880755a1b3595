import Big from 'big.js'
import { parse } from 'lossless-json'
import { BRAZIL } from '../../../packages/model/invoices/states.ts'
import type { TokenHolder } from '../../access/actor.ts'
import { dayOfInstant } from '../../base/values/date-time.ts'
import type { Reader } from '../../database/database.ts'
import { regimeOf } from '../../taxes/catalogue.ts'
import type { StoredTax as TaxOfLine } from '../amounts/tax-lines/input.ts'
import { type InvoiceRecords, type ReferringOrder, recordsOf } from '../invoice-records/records.ts'
import { taxDateOf } from '../taxing/lines.ts'
import { type JudgedOrder, movedByDay, ruledLines } from './by-rules.ts'
import { ABROAD, type InvoiceFacts, type InvoiceItem } from './invoice.ts'

/** An order's JSON, its numbers as texts: a double would not hold a unit price of 20 digits. */
interface OrderDocument extends ReferringOrder {
  [name: string]: unknown
  date: string
  delivery_date: string | null
  tax_date: string | null
  items: (ReferringOrder['items'][number] & { [name: string]: unknown })[]
}

type StoredTax = Omit<InvoiceItem['taxes'][number], 'effect'> & { effect: string }

export interface CheckedOn {
  /** The day by which the order is judged; the one that decides its taxes unless given. */
  tax_date: string | undefined
  time_zone: string
  /** Whose rules say, too, what they lack for the order; none are asked unless given. */
  viewer?: TokenHolder
}

/**
 * What the invoice of an order would say: from its JSON, stored or previewed, and the records that it refers
 * to (`recordsOf`), which come along.
 */
export async function gathered(
  db: Reader,
  account_id: number,
  document: string,
  on: CheckedOn,
): Promise<{ facts: InvoiceFacts; records: InvoiceRecords }> {
  const order = parse(document, null, String) as OrderDocument
  const records = await recordsOf(db, account_id, order)
  const date = on.tax_date ?? taxDateOf(order, on.time_zone)
  const { viewer } = on
  const facts = factsOf(order, records, date)
  if (!viewer) return { facts, records }
  const ruled = await ruledLines(db, viewer, judged(order, on.time_zone), date)
  const moved = await movedByDay(db, viewer, Number(order['id']), on.tax_date)
  return { facts: { ...facts, ruled, moved }, records }
}

/** What rules ask of an order's JSON. */
function judged(order: OrderDocument, time_zone: string): JudgedOrder {
  const { delivery_date, items } = order
  return {
    fields: {
      id_customer: Number(order.customer.id),
      id_address: idOf(order['address']),
      id_branch_company: idOf(order['branch_company']),
      id_operation: idOf(order['operation']),
      id_category: idOf(order['category']),
      final_consumer: (order['final_consumer'] ?? null) as boolean | null,
    },
    delivered_on: delivery_date === null ? null : dayOfInstant(delivery_date, time_zone),
    lines: items.map((item) => ({
      id_item: idOf(item['item']) ?? 0,
      figures: { quantity: item['quantity'] as string },
      properties: {
        id_operation: idOf(item['operation']),
        cfop: (item['cfop'] ?? null) as string | null,
      },
      // Which rules count follows from no amount.
      op: item['total_liq'] as string,
      taxes: (item['taxes'] ?? []) as TaxOfLine[],
    })),
  }
}

const idOf = (reference: unknown): number | null => {
  const { id } = (reference ?? {}) as { id?: string }
  return id === undefined ? null : Number(id)
}

function factsOf(order: OrderDocument, records: InvoiceRecords, tax_date: string): InvoiceFacts {
  const { customer, branch_company, freight, products } = records
  const address = records.address ?? customer.main_address
  const method = idOf(order.payment_method)
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
    is_delivered_elsewhere: address !== null && address.id !== customer.main_address?.id,
    final_consumer: given['final_consumer'] ?? null,
    presence: number(given['presence']),
    intermediary: given['intermediary'] ?? null,
    commitment: given['commitment'] ?? null,
    operation: records.operation,
    payment_method: method === null ? null : (records.payment_methods[method] ?? null),
    freight,
    shipping_company: records.shipping_company,
    total_value: given['total_value'] as unknown as string,
    payable_value: given['payable_value'] ?? (given['total_value'] as unknown as string),
    freight_charged: freight?.charged ? freightValue(order) : '0',
    insurance_value: given['insurance_value'] as unknown as string,
    other_expenses: given['other_expenses'] as unknown as string,
    discount_value: given['discount_value'] as unknown as string,
    installments: given['installments'] ?? [],
    ruled: [],
    moved: null,
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
function sellerOn(branch: InvoiceRecords['branch_company'], day: string): InvoiceFacts['seller'] {
  const row = (branch?.regimes ?? [])
    .filter(({ since }) => since <= day)
    .toSorted((a, b) => (a.since < b.since ? 1 : -1))[0]
  const crt = row?.crt ?? null
  const regime = regimeOf({ regime: row?.ibs_cbs_regime, crt: crt ?? undefined })
  return { state: branch?.state ?? null, crt, regime }
}
