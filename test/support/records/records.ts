import { BOUGHT_NOTHING } from './figures.ts'
/** What a test needs to know of one kind of record of contract section 3. */
export interface Kind {
  path: string
  singular: string
  scope: 'customers' | 'products' | 'reference'
  /** Own fields beside `name` and `fk_id`, as written. */
  written: Record<string, unknown>
  /** The same as returned. */
  returned: Record<string, unknown>
  /** Own fields of a record of which only the name was given. */
  unset: Record<string, unknown>
}

const plain = { written: {}, returned: {}, unset: {} }
const document = {
  written: { document: '12.abc.345/01de-35' },
  returned: { document: '12ABC34501DE35' },
  unset: { document: null },
}

/** What an invoice says of a product. */
const taxes = {
  ncm: '85362000',
  cest: '1200700',
  gtin: '7891000315507',
  unit_gtin: 'SEM GTIN',
  origin: 2,
  own_production: true,
  unit: 'CX',
  tax_unit: 'UN',
  tax_factor: 12.5,
  ex_tipi: '01',
  ipi_class: '999',
  benefit: 'SP070130',
  ibs_cbs_class: '000001',
  net_weight: 1.25,
  gross_weight: 1.5,
  lot_controlled: true,
}
/** In which quantities a product is sold. */
const quantities = {
  packages: [
    { unit: 'CX', quantity: 12.5 },
    { unit: 'PLT', quantity: 960 },
  ],
  sales_multiple: 0.0001,
  minimum_quantity: 99999999999.0001,
}
const noQuantities = { packages: [], sales_multiple: null, minimum_quantity: null }
/** What the system that keeps the stock has said of a product. */
const stock = { stock_quantity: -12.5, stock_at: '2026-11-20T12:30:00.000Z' }
/** All that is said of goods. */
export const goods = { recurrency_period: 7, ...taxes, ...quantities, ...stock }
/** The same, where it has not. */
const noStock = { stock_quantity: null, stock_at: null }
const flags = { active: true, origin: 0, own_production: false, lot_controlled: false }
const noTaxes = Object.fromEntries(Object.keys(taxes).map((name) => [name, null]))

/** What an invoice says of a customer. */
export const buyer = {
  trade_name: 'Mercadinho da Ana',
  notes: 'Prefere boleto.\nLigar antes.',
  legal_name: 'Ana Aurora Comércio Ltda.',
  ie_kind: 1,
  ie: '110042490114',
  simples: false,
  suframa: '201234567',
  public_kind: 4,
}
/** What new orders begin with. */
const noTerms = {
  payment_type: null,
  payment_method: null,
  shipping_company: null,
  freight_type: null,
}
const noBuyer = Object.fromEntries(Object.keys(buyer).map((name) => [name, null]))

/** What an invoice says of a branch. */
export const seller = {
  state: 'SP',
  ibge: '3509502',
  address: 'Rua 7, 12, Centro',
  phone: '(19) 3333-4444',
  ie: '110042490114',
  st_registrations: [
    { state: 'MG', ie: '0623079040081' },
    { state: 'RJ', ie: '99999993' },
  ],
  cnae: '4673700',
  regimes: [
    { since: '2024-01-01', crt: 1, ibs_cbs_regime: 'single' },
    { since: '2026-01-01', crt: 3, ibs_cbs_regime: 'regular' },
  ],
  simples_credit_rates: [{ since: '2024-01-01', rate: 1.2345 }],
  ipi_payer: true,
}
const noSeller = {
  ...Object.fromEntries(Object.keys(seller).map((name) => [name, null])),
  st_registrations: [],
  regimes: [],
  simples_credit_rates: [],
  ipi_payer: false,
}
const operation = {
  kind: 'bonus',
  purpose: 6,
  payable: false,
  cfop_inside: '5910',
  cfop_interstate: '6910',
  cfop_abroad: '7949',
}
export const carrier = { ie: '110042490114', address: 'Rua 8', state: 'PR' }
const noCarrier = { ie: null, address: null, state: null }
const and = (kind: typeof document, given: object, none: object) => ({
  written: { ...kind.written, ...given },
  returned: { ...kind.returned, ...given },
  unset: { ...kind.unset, ...none },
})

/** Every kind, each with sample values for all that can be written. */
export const kinds: Kind[] = [
  {
    path: '/customers',
    singular: 'Customer',
    scope: 'customers',
    written: {
      document: '529.982.247-25',
      email: 'ana@aurora.example',
      phone: '+55 11 91234-5678',
      ...buyer,
    },
    returned: {
      document: '52998224725',
      email: 'ana@aurora.example',
      phone: '+55 11 91234-5678',
      ...buyer,
      ...noTerms,
      contacts: [],
      tags: [],
      active: true,
      custom_fields: {},
      users: [],
      id_user: null,
      anonymised_at: null,
      ...BOUGHT_NOTHING,
    },
    unset: {
      document: null,
      email: null,
      phone: null,
      ...noBuyer,
      ...noTerms,
      contacts: [],
      tags: [],
      active: true,
      users: [],
      id_user: null,
      custom_fields: {},
      anonymised_at: null,
      ...BOUGHT_NOTHING,
    },
  },
  {
    path: '/users',
    singular: 'User',
    scope: 'reference',
    written: { email: 'vendas@aurora.example' },
    returned: { email: 'vendas@aurora.example' },
    unset: { email: null },
  },
  {
    path: '/products',
    singular: 'Product',
    scope: 'products',
    written: {
      type: 'service',
      price: 99999999999.1234,
      description: 'a\nb',
      recurrency_period: 30,
      ...taxes,
      ...quantities,
    },
    returned: {
      type: 'service',
      price: 99999999999.1234,
      description: 'a\nb',
      recurrency_period: 30,
      ...taxes,
      ...quantities,
      active: true,
      ...noStock,
      image: null,
      custom_fields: {},
    },
    unset: {
      type: 'product',
      price: null,
      description: null,
      recurrency_period: null,
      ...noTaxes,
      ...flags,
      ...noQuantities,
      ...noStock,
      image: null,
      custom_fields: {},
    },
  },
  {
    path: '/order-statuses',
    singular: 'Order status',
    scope: 'reference',
    written: {
      locked: true,
      counts: false,
      reason_required: true,
      numbered: true,
      invoiced: true,
      quotation_days: 15,
      requires_check: true,
      next: [2, 1],
    },
    returned: {
      initial: false,
      locked: true,
      counts: false,
      reason_required: true,
      numbered: true,
      invoiced: true,
      quotation_days: 15,
      requires_check: true,
      next: [2, 1],
    },
    unset: {
      initial: false,
      locked: false,
      counts: true,
      reason_required: false,
      numbered: false,
      invoiced: false,
      quotation_days: null,
      requires_check: false,
      next: [],
    },
  },
  {
    path: '/freight-types',
    singular: 'Freight type',
    scope: 'reference',
    written: { charged: false, mode: 9 },
    returned: { charged: false, mode: 9 },
    unset: { charged: true, mode: null },
  },
  { path: '/reasons', singular: 'Reason', scope: 'reference', ...plain },
  {
    path: '/payment-types',
    singular: 'Payment type',
    scope: 'reference',
    written: {},
    returned: { terms: null },
    unset: { terms: null },
  },
  {
    path: '/payment-methods',
    singular: 'Payment method',
    scope: 'reference',
    written: { code: '17' },
    returned: { code: '17' },
    unset: { code: null },
  },
  { path: '/categories', singular: 'Category', scope: 'reference', ...plain },
  {
    path: '/operations',
    singular: 'Operation',
    scope: 'reference',
    written: operation,
    returned: operation,
    unset: {
      kind: 'sale',
      purpose: 1,
      payable: true,
      cfop_inside: null,
      cfop_interstate: null,
      cfop_abroad: null,
    },
  },
  {
    path: '/shipping-companies',
    singular: 'Shipping company',
    scope: 'reference',
    ...and(document, carrier, noCarrier),
  },
  {
    path: '/branch-companies',
    singular: 'Branch company',
    scope: 'reference',
    ...and(document, seller, noSeller),
  },
  { path: '/opportunities', singular: 'Opportunity', scope: 'reference', ...plain },
  { path: '/quotations', singular: 'Quotation', scope: 'reference', ...plain },
]
