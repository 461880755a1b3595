import type { OrderBody } from '../../src/orders/input.ts'
import type { Records } from '../seed/records.ts'

export const ITEMS = 5

/** The ids of the records that an order refers to. */
export interface References {
  ids: Record<string, number>
  products: number[]
}

/** The first record of each kind that a seeding made: its customer is the one with most orders. */
export function referencesOf(records: Records): References {
  const ids = {
    id_customer: records.customers.first,
    id_user: records.users.first,
    id_payment_type: records.payment_types.first,
    id_payment_method: records.payment_methods.first,
    id_category: records.categories.first,
    id_freight_type: records.charged_freight.first,
    id_shipping_company: records.shipping_companies.first,
    id_address: records.addresses.first,
    id_branch_company: records.branch_companies.first,
    id_opportunity: records.opportunities.first,
    id_quotation: records.quotations.first,
  }
  return { ids, products: Array.from({ length: ITEMS }, (_, i) => records.products.first + i) }
}

/** An order with every reference set; prices and some taxes are given. */
export function sampleOrder({ ids, products }: References, items = ITEMS): OrderBody {
  return {
    id_customer: 0,
    ...ids,
    date: '2026-11-21T09:30:00-03:00',
    delivery_date: '2026-12-01T12:00:00-03:00',
    freight_value: 35.5,
    observations: 'Deliver at the back door, weekdays from 8 to 17.',
    custom_fields: { cost_centre: 'B-204', seller: 'Marina' },
    items: Array.from({ length: items }, (_, i) => ({
      id_item: products[i % products.length] ?? 0,
      quantity: 12 + i,
      price: 19.9,
      description: `Line ${i + 1}`,
      ...(i % 2 === 0
        ? { discount_percentage: 5, aliq_ipi: 3.25, base_ipi: 226.86 }
        : { aliq_icms: 18, base_icms: 100, aliq_icms_st: 7, base_icms_st: 150 }),
    })),
  }
}

/** Seeded orders as the service would have left those. */
export const FIVE_ITEMS = { itemsMin: ITEMS, itemsMax: ITEMS, events: true }
