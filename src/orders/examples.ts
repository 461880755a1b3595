import { isDecimal } from '../../packages/model/order-row.ts'
import type { Examples } from '../http/openapi/operation.ts'
import { saidRows } from '../model/line.ts'
import { shownRows } from '../model/order.ts'

// Examples of the reference page. A test sends each to a service with one record of every kind.

/** Figures that agree: 12 × 19.90 less 5 %, IPI and ICMS on 226.86, ICMS-ST with a margin of 40 %. */
const taxedItem = {
  id_item: 1,
  quantity: 12,
  price: 19.9,
  total_item: 238.8,
  discount_percentage: 5,
  discount_value: 11.94,
  net_unit_value: 18.905,
  net_value: 226.86,
  base_ipi: 226.86,
  aliq_ipi: 3.25,
  value_ipi: 7.37,
  base_icms: 226.86,
  aliq_icms: 18,
  value_icms: 40.83,
  base_icms_st: 327.92,
  aliq_icms_st: 18,
  value_icms_st: 18.2,
  description: 'Entregar na doca 3',
  fk_id: '1',
}

/** The other figures of an item follow from these. */
const shortItem = { id_item: 1, quantity: 87.5, price: 2.4, base_icms: 210, aliq_icms: 12 }

export const orderExamples: Examples = {
  whole: {
    summary: 'Discount, freight and Brazilian taxes',
    value: {
      date: '2026-11-21T09:30:00-03:00',
      id_customer: 1,
      id_user: 1,
      fk_id: 'PED-1001',
      id_payment_type: 1,
      id_payment_method: 1,
      id_order_status: 2,
      id_category: 1,
      id_freight_type: 1,
      freight_value: 35.5,
      id_shipping_company: 1,
      id_address: 1,
      observations: 'Entregar em horário comercial',
      delivery_date: '2026-11-28T12:00:00-03:00',
      id_branch_company: 1,
      id_opportunity: 1,
      id_quotation: 1,
      custom_fields: { canal: 'representante' },
      items: [taxedItem, shortItem],
    },
  },
  short: {
    summary: 'What is needed: the rest is derived',
    value: { id_customer: 1, items: [{ id_item: 1, quantity: 12 }] },
  },
  codes: {
    summary: 'By your own codes; what is left out is derived',
    value: {
      fk_id: 'PED-1002',
      fk_id_customer: 'ERP-1001',
      fk_id_order_status: 'open',
      fk_id_user: 'V-07',
      fk_id_payment_type: '28D',
      items: [{ fk_id_item: 'DJ-32', quantity: 12, fk_id: '1' }],
    },
  },
}

export const orderPreviewExamples: Examples = {
  short: {
    summary: 'What is known so far',
    value: { id_customer: 1, items: [{ id_item: 1, quantity: 12, discount_percentage: 5 }] },
  },
}

export const orderChangeExamples: Examples = {
  move: { summary: 'Move it to another status', value: { id_order_status: 3 } },
  reason: { summary: 'Say why it is in its status', value: { fk_id_reason: 'out_of_stock' } },
  fields: {
    summary: 'Change some fields, clear one, merge a custom field',
    value: {
      delivery_date: '2026-12-01T12:00:00-03:00',
      observations: null,
      id_freight_type: 1,
      freight_value: 42,
      custom_fields: { canal: 'loja' },
    },
  },
}

export const orderChangesExamples: Examples = {
  both: {
    summary: 'Another day and seller, one item more',
    value: {
      id_user: 1,
      delivery_date: '2026-12-01T12:00:00-03:00',
      items: { add: [{ id_item: 1, quantity: 2, discount_percentage: 5 }] },
    },
  },
}

export const itemExamples: Examples = {
  short: { summary: 'What is needed', value: { id_item: 1, quantity: 2 } },
  whole: {
    summary: 'With every figure, which must agree',
    value: { ...taxedItem, fk_id: '2', recurrency_period: 30 },
  },
}

export const itemChangeExamples: Examples = {
  taxes: {
    summary: 'The taxes of the line: a rate and a margin, the rest follows',
    value: {
      taxes: [
        { tax: 'icms', code: '10', rate: 18 },
        { tax: 'icms_st', margin: 40, rate: 18 },
        { tax: 'fcp_st', rate: 2 },
      ],
    },
  },
  quantity: { summary: 'Another quantity: what follows is derived again', value: { quantity: 24 } },
  discount: { summary: 'Another discount', value: { discount_value: 20 } },
}

export const itemsChangeExamples: Examples = {
  several: {
    summary: 'One is added; by its code another is changed',
    value: {
      add: [{ fk_id_item: 'DJ-32', quantity: 5, fk_id: '3' }],
      change: [{ fk_id: '1', quantity: 10 }],
    },
  },
}

/** What nobody says of an item. */
const unsaid = Object.fromEntries(
  saidRows.map(({ name, kind }) => [name, kind === 'lots' ? [] : null]),
)

const named = (name: string, fk_id: string) => ({ id: 1, name, fk_id })

/** The items of the whole example as they are returned. */
export const returnedItems = [
  {
    id: 1,
    item: { ...named('Disjuntor bipolar 32 A', 'DJ-32'), type: 'product' },
    description: 'Entregar na doca 3',
    created_at: '2026-11-21T12:30:00.000Z',
    fk_id: '1',
    ...unsaid,
    quantity: 12,
    price: 19.9,
    vlr_desc: 11.94,
    perc_desc: 5,
    unit_liq: 18.905,
    total_liq: 226.86,
    base_icms_st: 327.92,
    icms_st: 18,
    vlr_icms_st: 18.2,
    base_ipi: 226.86,
    ipi: 3.25,
    value_ipi: 7.37,
    base_icms: 226.86,
    icms: 18,
    vlr_icms: 40.83,
    freight_share: 18.89,
    insurance_share: 0,
    other_share: 0,
    discount_share: 0,
    line_total: 271.32,
    taxes: [
      { tax: 'ipi', base: 226.86, rate: 3.25, value: 7.37, effect: 1, origin: 'given' },
      { tax: 'icms', base: 226.86, rate: 18, value: 40.83, effect: 0, origin: 'given' },
      { tax: 'icms_st', base: 327.92, rate: 18, value: 18.2, effect: 1, origin: 'given' },
    ],
    recurrency_period: null,
  },
  {
    id: 2,
    item: { ...named('Disjuntor bipolar 32 A', 'DJ-32'), type: 'product' },
    description: null,
    created_at: '2026-11-21T12:30:00.000Z',
    fk_id: null,
    ...unsaid,
    quantity: 87.5,
    price: 2.4,
    vlr_desc: 0,
    perc_desc: 0,
    unit_liq: 2.4,
    total_liq: 210,
    base_icms_st: 0,
    icms_st: 0,
    vlr_icms_st: 0,
    base_ipi: 0,
    ipi: 0,
    value_ipi: 0,
    base_icms: 210,
    icms: 12,
    vlr_icms: 25.2,
    freight_share: 16.61,
    insurance_share: 0,
    other_share: 0,
    discount_share: 0,
    line_total: 226.61,
    taxes: [{ tax: 'icms', base: 210, rate: 12, value: 25.2, effect: 0, origin: 'given' }],
    recurrency_period: null,
  },
]

/** The whole example as it is returned: 226.86 + 210.00 + IPI 7.37 + ICMS-ST 18.20 + freight 35.50. */
export function returnedOrder(address: object) {
  const own: Partial<Record<string, unknown>> = {
    id: 1,
    date: '2026-11-21T12:30:00.000Z',
    fk_id: 'PED-1001',
    status: { id: 2, name: 'Open', fk_id: 'open' },
    reason: null,
    freight: { id: 1, name: 'CIF', value: 35.5, fk_id: 'CIF' },
    customer: named('Distribuidora Aurora Ltda.', 'ERP-1001'),
    user: named('Marina Alves', 'V-07'),
    observations: 'Entregar em horário comercial',
    delivery_date: '2026-11-28T15:00:00.000Z',
    opportunity: named('Reforma do galpão', 'OPP-311'),
    quotation: { id: 1, name: 'Cotação 118/2026' },
    payment_type: named('28 dias', '28D'),
    payment_method: named('Pix', 'PIX'),
    installments: [
      {
        number: '001',
        due_date: '2026-12-19',
        amount: 497.93,
        percentage: 100,
        payment_method: null,
        down_payment: false,
      },
    ],
    installments_kept: false,
    installments_estimated: true,
    category: named('Revenda', 'REV'),
    shipping_company: named('Transportes Serra Azul', 'T-12'),
    address,
    branch_company: named('Filial Campinas', 'F-02'),
    total_value: 497.93,
    payable_value: 497.93,
    taxes_total: { icms: 66.03, icms_st: 18.2, ipi: 7.37 },
    custom_fields: { canal: 'representante' },
    created_at: '2026-11-21T12:30:00.000Z',
    updated_at: '2026-11-21T12:30:00.000Z',
    items: returnedItems,
  }
  return Object.fromEntries(shownRows.map((row) => [row.name, own[row.name] ?? unsetOf(row)]))
}

/** What an order shows where nobody says it. */
function unsetOf(row: (typeof shownRows)[number]): unknown {
  if (isDecimal(row)) return Number(row.unset)
  if (row.kind === 'words') return []
  return 'unset' in row ? row.unset : null
}
