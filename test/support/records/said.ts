// What orders and their lines say, as tests send it and as it is shown.

/** What nobody has sent yet, and what follows from that. */
export const FOLLOWING = {
  number: null,
  tax_date: null,
  taxes_total: {},
  installments: [],
  installments_kept: false,
  installments_estimated: false,
}

/** What an invoice says of a sale, and what is of the house alone. */
export const ON_INVOICES = {
  final_consumer: false,
  presence: 3,
  intermediary: false,
  customer_order: 'PC 1',
  contract: 'CT 2',
  commitment: 'NE 3',
  internal_observations: 'Só para a casa',
  tags: ['feira'],
}

export const UNSAID = {
  ...Object.fromEntries(Object.keys(ON_INVOICES).map((name) => [name, null])),
  tags: [],
}

/** Of a line of which nothing is said. */
export const UNSAID_OF_LINE = {
  operation: null,
  cfop: null,
  customer_order: null,
  customer_order_item: null,
  additional_info: null,
  lots: [],
}

/** What files have trouble with, of an order. */
export const SAID_IN_FILES = {
  final_consumer: true,
  presence: 9,
  intermediary: { document: '11222333000181', id: 'Loja; "88"' },
  customer_order: '=PC 1; "a"',
  contract: '0012',
  commitment: '2026NE000123',
  tags: ['à-vista', 'urgente'],
}

/** The same of a line. */
export const SAID_OF_LINE_IN_FILES = {
  cfop: '5102',
  customer_order: '0047',
  customer_order_item: '007',
  lots: [
    { number: '01', quantity: 2.5, made_on: '2026-10-01', expires_on: '2027-10-01' },
    { number: 'L; "2"', quantity: 0.5 },
  ],
}
