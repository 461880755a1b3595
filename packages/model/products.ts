import { taxFields } from './invoices/products.ts'
import { COUNT } from './kinds.ts'
import { active, code, customFields, name } from './record-fields.ts'

/** In which quantities it is sold. The console shows and warns; the service takes any quantity. */
const quantities = [
  {
    name: 'packages',
    kind: 'rows',
    title: 'ProductPackage',
    by: 'unit',
    most: 10,
    isDetail: true,
    isWide: true,
    label: ['Embalagens', 'Packages'],
    headings: ['Embalagens', 'Embalagem', 'Packages'],
    description:
      'What it is packed in, each unit once: a box (`CX`) of 12. Prices and quantities stay those of `unit`; the console reads `3 cx` as 36.',
    of: [
      {
        name: 'unit',
        kind: 'line',
        length: [1, 6],
        label: ['Unidade', 'Unit'],
        description: 'What the package is called, such as `CX`.',
      },
      {
        name: 'quantity',
        kind: 'decimal',
        digits: COUNT,
        isPositive: true,
        label: ['Quantidade', 'Quantity'],
        description: 'How many of the product’s `unit` are in it.',
      },
    ],
  },
  {
    name: 'sales_multiple',
    kind: 'decimal',
    digits: COUNT,
    isPositive: true,
    isDetail: true,
    label: ['Múltiplo de venda', 'Sales multiple'],
    headings: ['Múltiplo', 'Múltiplo de venda', 'Lote de venda', 'Sales multiple'],
    description:
      'It is sold in multiples of this quantity. The console warns of others; they are not refused.',
  },
  {
    name: 'minimum_quantity',
    kind: 'decimal',
    digits: COUNT,
    isPositive: true,
    isDetail: true,
    label: ['Quantidade mínima', 'Minimum quantity'],
    headings: ['Quantidade mínima', 'Qtd. mínima', 'Mínimo', 'Minimum quantity'],
    description: 'The least that a line should have. The console warns of less; it is not refused.',
  },
] as const

/** The row of products. */
export const products = {
  path: 'products',
  title: 'Product',
  plural: 'Products',
  family: 'products',
  label: ['Produto', 'Product'],
  labels: ['Produtos', 'Products'],
  description: 'The catalogue: products and services, with their images.',
  example: {
    name: 'Disjuntor bipolar 32 A',
    fk_id: 'DJ-32',
    type: 'product',
    price: 19.9,
    description: 'Curva C, para trilho DIN.',
    ncm: '85362000',
    gtin: '7891000315507',
    unit_gtin: '7891000315507',
    origin: 0,
    unit: 'UN',
  },
  fields: [
    {
      ...name,
      headings: [
        'Nome',
        'Produto',
        'Nome do produto',
        'Descrição',
        'Descrição do produto',
        'Product',
      ],
    },
    {
      ...code,
      headings: ['Código', 'Cód. produto', 'Referência', 'Código externo', 'SKU', 'Product code'],
    },
    {
      name: 'type',
      kind: 'choice',
      label: ['Tipo', 'Type'],
      headings: ['Tipo', 'Tipo do produto', 'Product type'],
      description: 'A product unless given.',
      unset: 'product',
      choices: { product: ['Produto', 'Product'], service: ['Serviço', 'Service'] },
    },
    {
      name: 'price',
      kind: 'unit_price',
      label: ['Preço', 'Price'],
      headings: [
        'Preço',
        'Preço de venda',
        'Valor',
        'Preço unitário',
        'Valor unitário',
        'Valor de venda',
        'Unit price',
      ],
      description: 'Unit price of order items that give none.',
    },
    {
      name: 'description',
      kind: 'text',
      label: ['Descrição', 'Description'],
      headings: [
        'Descrição completa',
        'Descrição detalhada',
        'Detalhes',
        'Long description',
        'Descrição',
      ],
      isWide: true,
    },
    {
      name: 'recurrency_period',
      kind: 'integer',
      label: ['Recorrência (dias)', 'Recurrence (days)'],
      headings: ['Recorrência', 'Recorrência (dias)', 'Recurrency', 'Recurrency (days)'],
      description: 'Days.',
      hint: [
        'De quantos em quantos dias costuma ser comprado.',
        'Every how many days it is usually bought.',
      ],
    },
    {
      ...active,
      description:
        'Whether it is still sold. The console offers no other for new orders; the API takes orders of any.',
    },
    ...taxFields,
    ...quantities,
    {
      name: 'stock_quantity',
      kind: 'decimal',
      digits: COUNT,
      isSigned: true,
      stays: true,
      isDetail: true,
      label: ['Estoque', 'Stock'],
      headings: [
        'Estoque',
        'Estoque atual',
        'Saldo em estoque',
        'Saldo',
        'Quantidade em estoque',
        'Stock',
      ],
      description:
        'What the system that keeps the stock said last, in `unit`. It is shown to whoever types an order, and never checked.',
      hint: [
        'Como o sistema de estoque informou. O Pedido mostra e não confere.',
        'As the system that keeps the stock said it. Shown, and never checked.',
      ],
    },
    {
      name: 'stock_at',
      kind: 'instant',
      of: 'stock_quantity',
      stays: true,
      isDetail: true,
      label: ['Estoque em', 'Stock at'],
      headings: ['Estoque em', 'Data do estoque', 'Estoque atualizado em', 'Stock at'],
      description: 'When the stock was so: when `stock_quantity` was sent, unless it is given.',
    },
    { name: 'image', kind: 'image', label: ['Imagem', 'Image'] },
    customFields,
  ],
  embedded: ['type'],
  searched: 'the name and the external identifier, or the whole `gtin` or `unit_gtin`',
  events: 'product',
  usedBy: [['order_items', 'id_item', 'orders']],
} as const
