import { AMOUNT, COUNT, type Digits, type Label, RATE, UNIT_PRICE } from './kinds.ts'

// The figures of an order's line. Schemas, columns, and the columns of files follow from the rows.

export interface FigureRow extends Digits {
  readonly kind: 'quantity' | 'unit_price' | 'money' | 'percentage'
  /** The column of `order_items`, which is also the returned name where it is returned. */
  readonly column: string
  readonly returned: boolean
  /** What people call it; the heading of its column in exports. */
  readonly label: Label
  /** Headings that files have for it, the plainest first. Those of exports go without saying. */
  readonly headings: readonly string[]
  /** What the reference page says of it. */
  readonly description: string
}

const quantity = { kind: 'quantity', ...COUNT } as const
const unitPrice = { kind: 'unit_price', ...UNIT_PRICE } as const
const money = { kind: 'money', ...AMOUNT } as const
/** In percent. */
const percentage = { kind: 'percentage', ...RATE } as const

/** By the names that requests have: the only place where these meet the columns. */
export const itemFigures = {
  quantity: {
    ...quantity,
    column: 'quantity',
    returned: true,
    label: ['Quantidade', 'Quantity'],
    headings: ['Quantidade', 'Qtde pedida'],
    description: 'How many; 0 is refused.',
  },
  price: {
    ...unitPrice,
    column: 'price',
    returned: true,
    label: ['Preço unitário', 'Unit price'],
    headings: ['Preço unitário', 'Valor unitário', 'Preço', 'Preço de venda'],
    description: 'Unit price; the product’s unless given.',
  },
  total_item: {
    ...money,
    column: 'total_item',
    returned: false,
    label: ['Total bruto', 'Gross total'],
    headings: ['Total bruto', 'Valor bruto', 'Total do item', 'Valor total do item'],
    description: 'quantity × price.',
  },
  discount_value: {
    ...money,
    column: 'vlr_desc',
    returned: true,
    label: ['Valor do desconto', 'Discount value'],
    headings: ['Valor do desconto', 'Desconto (R$)'],
    description:
      'Discount of the whole line in money. When the line changes, the discount (money or percentage) that was sent last stays; sending both changes nothing about that.',
  },
  discount_percentage: {
    ...percentage,
    column: 'perc_desc',
    returned: true,
    label: ['Desconto (%)', 'Discount (%)'],
    headings: ['% desconto', 'Desconto %', 'Perc. desconto', 'Discount percentage'],
    description: 'The same in percent.',
  },
  net_unit_value: {
    ...unitPrice,
    column: 'unit_liq',
    returned: true,
    label: ['Unitário líquido', 'Net unit value'],
    headings: ['Unitário líquido', 'Valor unitário líquido', 'Preço líquido'],
    description: 'net_value ÷ quantity.',
  },
  net_value: {
    ...money,
    column: 'total_liq',
    returned: true,
    label: ['Total líquido', 'Net total'],
    headings: ['Total líquido', 'Valor líquido', 'Net value'],
    description: 'total_item less the discount.',
  },
  base_icms_st: {
    ...money,
    column: 'base_icms_st',
    returned: true,
    label: ['Base ICMS-ST', 'ICMS-ST base'],
    headings: ['Base ICMS ST', 'BC ICMS ST', 'Base ST'],
    description:
      'Base of ICMS-ST, its margin (MVA) included; needed with a rate. Bases keep their ratio to net_value when the line changes.',
  },
  aliq_icms_st: {
    ...percentage,
    column: 'icms_st',
    returned: true,
    label: ['ICMS-ST (%)', 'ICMS-ST (%)'],
    headings: ['Alíq. ICMS ST', '% ICMS ST', 'Alíq. ST', '% ST'],
    description: 'Rate of ICMS-ST in percent.',
  },
  value_icms_st: {
    ...money,
    column: 'vlr_icms_st',
    returned: true,
    label: ['Valor ICMS-ST', 'ICMS-ST value'],
    headings: ['Valor ICMS ST', 'ICMS-ST value', 'ICMS ST', 'Valor ST'],
    description:
      'ICMS-ST: base × rate ÷ 100 less value_icms, not below 0. Where value_icms is 0 it may be anything up to base × rate ÷ 100 (Simples Nacional deducts a presumed ICMS), and keeps its ratio when the line changes. Part of the order’s total.',
  },
  base_ipi: {
    ...money,
    column: 'base_ipi',
    returned: true,
    label: ['Base IPI', 'IPI base'],
    headings: ['Base IPI', 'BC IPI'],
    description: 'Base of IPI; net_value where only a rate is sent.',
  },
  aliq_ipi: {
    ...percentage,
    column: 'ipi',
    returned: true,
    label: ['IPI (%)', 'IPI (%)'],
    headings: ['% IPI', 'Alíq. IPI', 'IPI %'],
    description: 'Rate of IPI in percent.',
  },
  value_ipi: {
    ...money,
    column: 'value_ipi',
    returned: true,
    label: ['Valor IPI', 'IPI value'],
    headings: ['Valor IPI', 'IPI value', 'IPI (R$)'],
    description: 'IPI: base × rate ÷ 100. Part of the order’s total.',
  },
  base_icms: {
    ...money,
    column: 'base_icms',
    returned: true,
    label: ['Base ICMS', 'ICMS base'],
    headings: ['Base ICMS', 'BC ICMS'],
    description: 'Base of ICMS; net_value where only a rate is sent.',
  },
  aliq_icms: {
    ...percentage,
    column: 'icms',
    returned: true,
    label: ['ICMS (%)', 'ICMS (%)'],
    headings: ['% ICMS', 'Alíq. ICMS', 'ICMS %'],
    description: 'Rate of ICMS in percent.',
  },
  value_icms: {
    ...money,
    column: 'vlr_icms',
    returned: true,
    label: ['Valor ICMS', 'ICMS value'],
    headings: ['Valor ICMS', 'ICMS value', 'ICMS (R$)'],
    description: 'ICMS: base × rate ÷ 100. Inside the price, never added.',
  },
} as const satisfies Record<string, FigureRow>
